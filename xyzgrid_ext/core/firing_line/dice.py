"""Chance: a stream of rolls, each three random bits, and the piece that they choose.

    value   0 1 2 3 4 5 6   7
    piece   I O T S Z L J   roll again, at most three times, then the I

Of the 8^4 = 4096 ways that four rolls can fall, 585 give each piece and 586 the I: 14.282 % and
14.307 %. Where a game stands in its stream is an integer in its state, and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from xyzgrid_ext.core.chance import draw
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.firing_line.pieces import LETTERS

SIDES = 8
ROLLS = 4
"""Rolls of one piece: the first and three more."""

_BITS = 3


class Dice(Protocol):
    """A stream of rolls; `stream` says where in it a game stands."""

    def begin(self, seed: int) -> int:
        """Return where the game with this seed begins."""

    def roll(self, stream: int) -> tuple[int, int]:
        """Return a value of 0 to 7, and the stream afterwards."""


@dataclass(frozen=True, slots=True)
class Seeded:
    """An endless stream for each seed: the same on every machine."""

    def begin(self, seed: int) -> int:
        """Return the seed: it is the stream of `board.draw`."""
        return seed

    def roll(self, stream: int) -> tuple[int, int]:
        """Take three bits."""
        return draw(stream, _BITS)


@dataclass(frozen=True, slots=True)
class Script:
    """A stream that was written down, for any seed; to ask for more than it has is a UsageError."""

    rolls: tuple[int, ...]

    def __post_init__(self) -> None:
        for number, value in enumerate(self.rolls, 1):
            if value not in range(SIDES):
                raise UsageError(f"roll {number} is {value}", "a roll is 0 to 7")

    def begin(self, seed: int) -> int:
        """Return where the first roll stands."""
        return 0

    def roll(self, stream: int) -> tuple[int, int]:
        """Take the roll that was written down."""
        if stream >= len(self.rolls):
            raise UsageError(
                f"the rolls have run out: roll {stream + 1} is wanted, given: {len(self.rolls)}",
                "give more rolls; the start takes those of two pieces, each new piece those of one",
            )
        return self.rolls[stream], stream + 1


def next_letter(dice: Dice, stream: int) -> tuple[str, int]:
    """Return a piece by chance, and the stream afterwards."""
    for _ in range(ROLLS):
        value, stream = dice.roll(stream)
        if value < len(LETTERS):
            return LETTERS[value], stream
    return LETTERS[0], stream


def next_of_bag(dice: Dice, stream: int, bag: str) -> tuple[str, int, str]:
    """Return a piece that is left in the bag, the stream and the bag afterwards.

    An empty bag is filled with all seven first. What is no longer in it is rolled again, however
    often: each piece that is left is as likely as the others.
    """
    left = bag or LETTERS
    while True:
        value, stream = dice.roll(stream)
        if value < len(LETTERS) and LETTERS[value] in left:
            return LETTERS[value], stream, left.replace(LETTERS[value], "")
