"""Masks: the doors and the nine slots that a component takes in a room.

A mask is 18 bits, written as six octal digits DDDSSS:

      door digits             slot digits (the 3x3 inside of a room)
          200 = north         400 200 100
    040 west     010 east     040 020 010
          002 = south         004 002 001

North 200000, west 040000, east 010000, south 002000. 444 is the left column of slots, 111 the right
one, 700 the top row, 007 the bottom row. The door digits are also a 3x3 picture; its corners and
its middle have no door, but their bits are compared like all others.

The rule: a component fits into a room if its mask and the room's have no bit in common; when it is
placed, its bits are added to the room's mask. In a ROOM a door bit means that there is a plain door
or that its front is already claimed. In a COMPONENT it claims the front of that door, or forbids
the door.

Source: the mask page of the game Tunics! by Legofarmen, as that game behaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.mapdata.faults import short_text

_ALL = 0o777777
_SIX_OCTAL = re.compile(r"[0-7]{6}")


class Side(Enum):
    """A wall of a room that may have a door, in the order in which sides are named."""

    NORTH = "north"
    SOUTH = "south"
    EAST = "east"
    WEST = "west"

    @property
    def letter(self) -> str:
        """The letter of the side in names: n, s, e or w."""
        return self.value[0]

    @property
    def mask(self) -> RoomMask:
        """The mask with the door of this side and nothing else."""
        return _DOORS[self]

    @property
    def direction(self) -> Direction:
        """The direction on the map that leads through this side: up for north."""
        return _DIRECTIONS[self]

    @property
    def opposite(self) -> Side:
        """The opposite side; the room next door has its door there."""
        return _OPPOSITES[self]


@dataclass(frozen=True, slots=True, order=True)
class RoomMask:
    """A set of doors and slots in 18 bits: three octal digits for doors, three for the nine slots.

    `|` joins two masks, `&` gives the common bits, `-` takes bits away, `^` gives the bits of only
    one, `~` inverts. A mask without any bit is false.

    Raises:
        UsageError: if `bits` is not in 0 … 0o777777.
    """

    bits: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.bits <= _ALL:
            message = f"{self.bits} is not a mask"
            raise UsageError(message, f"a mask has 18 bits: 0 to {_ALL:#o}")

    @classmethod
    def parse(cls, text: str) -> RoomMask:
        """Parse exactly six octal digits.

        Raises:
            MapError: if the text is anything else.
        """
        if not _SIX_OCTAL.fullmatch(text):
            raise MapError(f"{short_text(text)} is not a mask: {_fault_of(text)}", _cure_of(text))
        return cls(int(text, 8))

    @classmethod
    def of_sides(cls, sides: Iterable[Side]) -> RoomMask:
        """Return a mask with doors on these sides, and no slots."""
        bits = 0
        for side in sides:
            bits |= side.mask.bits
        return cls(bits)

    def __str__(self) -> str:
        return f"{self.bits:06o}"

    def __bool__(self) -> bool:
        return bool(self.bits)

    def __or__(self, other: RoomMask) -> RoomMask:
        return RoomMask(self.bits | other.bits)

    def __and__(self, other: RoomMask) -> RoomMask:
        return RoomMask(self.bits & other.bits)

    def __sub__(self, other: RoomMask) -> RoomMask:
        return RoomMask(self.bits & ~other.bits)

    def __xor__(self, other: RoomMask) -> RoomMask:
        return RoomMask(self.bits ^ other.bits)

    def __invert__(self) -> RoomMask:
        return RoomMask(_ALL & ~self.bits)

    @property
    def size(self) -> int:
        """The number of doors and slots in this mask."""
        return self.bits.bit_count()

    @property
    def doors(self) -> tuple[Side, ...]:
        """The sides that have doors in this mask, in the order north, south, east, west."""
        return tuple(side for side in Side if self.bits & side.mask.bits)

    @property
    def slots(self) -> tuple[RoomMask, ...]:
        """The slots of this mask, each as a mask of its own, row by row from the top left."""
        return tuple(slot for slot in SLOTS if self.bits & slot.bits)

    def fits(self, room: RoomMask) -> bool:
        """Whether this mask and the mask `room` have no bit in common."""
        return not self.bits & room.bits

    def rotated(self, quarters: int = 1) -> RoomMask:
        """Return the mask after quarter turns clockwise: after one, north has become east."""
        bits = self.bits
        for _ in range(quarters % 4):
            bits = _moved(bits, _TURN)
        return RoomMask(bits)

    def picture(self) -> str:
        """Return five lines of five symbols: a taken slot is #, a free one is a dot.

        A letter in a wall is a door of the mask:

            +-n-+
            |##.|
            w...|       the mask 240601
            |..#|
            +---+
        """
        walls = {side: side.letter if self.bits & side.mask.bits else "" for side in Side}
        cells = ["#" if self.bits & slot.bits else "." for slot in SLOTS]
        top, middle, bottom = ("".join(cells[row : row + 3]) for row in (0, 3, 6))
        return "\n".join(
            [
                f"+-{walls[Side.NORTH] or '-'}-+",
                f"|{top}|",
                f"{walls[Side.WEST] or '|'}{middle}{walls[Side.EAST] or '|'}",
                f"|{bottom}|",
                f"+-{walls[Side.SOUTH] or '-'}-+",
            ]
        )


SLOTS = tuple(RoomMask(1 << place) for place in range(8, -1, -1))
"""The nine slots, each as a mask, row by row from the top left: 000400, 000200 … 000001."""

EMPTY = RoomMask()
"""The mask without doors and slots."""
WHOLE = RoomMask(0o777)
"""The mask with all nine slots and no door."""
NO_DOOR = RoomMask(0o525000)
"""Those bits of the three door digits that stand for no door: the corners and the middle."""

_DOORS = {
    Side.NORTH: RoomMask(0o200000),
    Side.SOUTH: RoomMask(0o002000),
    Side.EAST: RoomMask(0o010000),
    Side.WEST: RoomMask(0o040000),
}
_DIRECTIONS = {
    Side.NORTH: Direction.UP,
    Side.SOUTH: Direction.DOWN,
    Side.EAST: Direction.RIGHT,
    Side.WEST: Direction.LEFT,
}
_OPPOSITES = {
    Side.NORTH: Side.SOUTH,
    Side.SOUTH: Side.NORTH,
    Side.EAST: Side.WEST,
    Side.WEST: Side.EAST,
}

# where each place of a 3x3 picture, counted from its last bit, comes from
#     8 7 6      turned 2 5 8
#     5 4 3             1 4 7
#     2 1 0             0 3 6
_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)


def _moved(bits: int, places: tuple[int, ...]) -> int:
    """Move the bits of both pictures, doors and slots, in the same way."""
    moved = 0
    for place, origin in enumerate(places):
        moved |= (bits >> origin & 0o001001) << place
    return moved


def _fault_of(text: str) -> str:
    wrong = next((letter for letter in text if letter not in "01234567"), None)
    if wrong is not None:
        return f"{wrong!a} is not an octal digit"
    return f"it has {len(text)} digit{'s'[: len(text) != 1]}"


def _cure_of(text: str) -> str:
    rule = "write six octal digits, doors first and then slots, as in 200700"
    if len(text) == 3 and all(letter in "01234567" for letter in text):
        return f"{rule}; for the slots {text} alone write 000{text}"
    return rule
