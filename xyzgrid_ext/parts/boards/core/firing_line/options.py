"""The options for builders, and the timing and points of the game.

The faithful game has none of the options. They are for what players expect today, and for clients
that send whole lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from xyzgrid_ext.core.errors import UsageError

POINTS = (0, 100, 300, 500, 800)
"""The points for clearing 0, 1, 2, 3 or 4 lines in one cycle; more is impossible."""

FIRST, SHORTEST = 1.0, 0.15  # seconds from tick to tick
SHORTER, EVERY = 0.95, 30.0  # times so much, every so many seconds of play

_PREVIEWS = range(1, 8)


@dataclass(frozen=True, slots=True)
class Options:
    """The differences between a board and the faithful game.

    Attributes:
        ghost: show where the piece would land.
        hold: the key `hold` swaps the piece for the held one, or for the next one; once per piece.
        preview: how many of the next pieces are shown, 1 to 7.
        seven_bag: the pieces come in sevens, each kind once.
        kicks: a blocked turn is tried again beside and above.
        turns: there is no clock; the piece falls when a key arrives.
        undo: moves may be taken back.
        goal: how many cleared lines win the game; with 0 it ends only by defeat.
    """

    ghost: bool = False
    hold: bool = False
    preview: int = 1
    seven_bag: bool = False
    kicks: bool = False
    turns: bool = False
    undo: bool = False
    goal: int = 0

    def __post_init__(self) -> None:
        if self.preview not in _PREVIEWS:
            raise UsageError(f"a preview of {self.preview} pieces", "expected 1 to 7")
        if self.goal < 0:
            raise UsageError(f"a goal of {self.goal} lines", "expected 0 for none, or more")


FAITHFUL = Options()
"""The game as it was originally."""
MODERN = Options(ghost=True, hold=True, preview=3, seven_bag=True, kicks=True)
"""The game as players know such games today."""


def interval(played: float) -> float:
    """Return the seconds from tick to tick after `played` seconds: the pace grows with time."""
    return float(max(SHORTEST, FIRST * SHORTER ** (played // EVERY)))
