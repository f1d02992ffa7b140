"""The builder's options, and the time and points of the game.

The faithful game has none of the options. They are what players of today expect, and what a
client that sends whole lines needs.
"""

from __future__ import annotations

from dataclasses import dataclass

from xyzgrid_ext.core.errors import UsageError

POINTS = (0, 100, 300, 500, 800)
"""For 0 to 4 lines in one cycle; more cannot be."""

FIRST, SHORTEST = 1.0, 0.15  # seconds from tick to tick
SHORTER, EVERY = 0.95, 30.0  # times so much, every so many seconds of play

_PREVIEWS = range(1, 8)


@dataclass(frozen=True, slots=True)
class Options:
    """How a board differs from the faithful game.

    Attributes:
        ghost: show where the piece would come to lie.
        hold: the key `hold` lays the piece aside for the one that was laid aside before, or for
            the next one; once for each piece that comes.
        preview: how many pieces to come are shown, 1 to 7.
        seven_bag: the pieces come in sevens, each kind once.
        kicks: a turn that is blocked is tried again beside and above.
        turns: there is no clock; the piece falls when a key arrives.
        undo: moves may be taken back.
        goal: with so many lines the game is won; with 0 it ends in defeat only.

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
MODERN = Options(ghost=True, hold=True, preview=3, seven_bag=True, kicks=True)


def interval(played: float) -> float:
    """Seconds from tick to tick after so many seconds of play: by time, not by lines."""
    return float(max(SHORTEST, FIRST * SHORTER ** (played // EVERY)))
