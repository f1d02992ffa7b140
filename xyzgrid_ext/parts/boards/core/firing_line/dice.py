"""Dice: a stream of rolls of three random bits, which choose the pieces.

    value   0 1 2 3 4 5 6   7
    piece   I O T S Z L J   roll again, at most three times, then the I

Of the 8^4 = 4096 results of four rolls, 585 give each piece and 586 the I: 14.282% and 14.307%.
The position in the stream is stored only in the state of the game, as an integer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from xyzgrid_ext.core.chance import draw_bits
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.parts.boards.core.firing_line.pieces import LETTERS

SIDES = 8
"""A roll is a number from 0 to SIDES - 1."""
MAX_ROLLS = 4
"""The most rolls for one piece: a first roll and three more."""

_BITS = 3


class Dice(Protocol):
    """A source of rolls: an endless stream, in which a game's state holds a position, a number."""

    def begin(self, seed: int) -> int:
        """Return the position in the stream where the game with this seed begins."""

    def roll(self, position: int) -> tuple[int, int]:
        """Return (the roll at a position of the stream, 0 to 7; the next position)."""


@dataclass(frozen=True, slots=True)
class SeededDice:
    """Pseudorandom rolls, the same for one seed on every machine."""

    def begin(self, seed: int) -> int:
        """Return the seed itself: it is the first position."""
        return seed

    def roll(self, position: int) -> tuple[int, int]:
        """Return (the roll at a position of the stream, 0 to 7; the next position)."""
        return draw_bits(position, _BITS)


@dataclass(frozen=True, slots=True)
class FixedDice:
    """A fixed list of rolls, the same for any seed. `roll` raises UsageError at its end."""

    rolls: tuple[int, ...]

    def __post_init__(self) -> None:
        for number, value in enumerate(self.rolls, 1):
            if value not in range(SIDES):
                raise UsageError(f"roll {number} is {value}", "a roll is 0 to 7")

    def begin(self, seed: int) -> int:
        """Return the position of the first roll."""
        return 0

    def roll(self, position: int) -> tuple[int, int]:
        """Return (the roll at this position of the list, the next position)."""
        if position >= len(self.rolls):
            raise UsageError(
                f"the rolls have run out: roll {position + 1} is wanted, given: {len(self.rolls)}",
                "give more rolls; the start takes those of two pieces, each new piece those of one",
            )
        return self.rolls[position], position + 1


def roll_piece(dice: Dice, position: int) -> tuple[str, int]:
    """Return (letter of a random piece, next position), rolled from `position` in the stream on."""
    for _ in range(MAX_ROLLS):
        value, position = dice.roll(position)
        if value < len(LETTERS):
            return LETTERS[value], position
    return LETTERS[0], position


def draw_from_bag(dice: Dice, position: int, bag: str) -> tuple[str, int, str]:
    """Return (letter of a random piece, next position, bag without it).

    `position` is that in the stream; `bag` has the letters left of a set of seven.
    """
    left = bag or LETTERS
    while True:
        value, position = dice.roll(position)
        if value < len(LETTERS) and LETTERS[value] in left:
            return LETTERS[value], position, left.replace(LETTERS[value], "")
