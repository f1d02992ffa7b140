"""Positions: coordinates, directions, and names of maps.

A 3D map is a stack of sheets. x goes right and y goes up on a sheet, z goes through the stack:

    y                 z = 0 is the first sheet; `forward` goes to z + 1,
    2 . . .           `backward` to z - 1; `up` and `down` stay on the sheet.
    1 . # .
    0 . . .
      0 1 2 x

A flat map is a stack of one sheet: all its rooms have z = 0.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from xyzgrid_ext.core.names import name_key

_LEVEL_MARK = ":"
FARTHEST = 1 << 30
"""On every map and land, x and y are from -FARTHEST to FARTHEST."""


class Coord(NamedTuple):
    """A position within one map: x, y, and z, the number of the level, 0 at the bottom."""

    x: int
    y: int
    z: int = 0

    def __str__(self) -> str:
        return f"({self.x},{self.y},{self.z})"


class Place(NamedTuple):
    """A position in the world: the name of a map as its author writes it, and a coordinate."""

    map: str
    coord: Coord

    def __str__(self) -> str:
        return self.text()

    def text(self, *, is_flat: bool = False) -> str:
        """Return the place as commands take and print it: `(2,2,0,cube)`; `(2,2,0)` if `map` is "".

        With `is_flat`, z is left out: `(2,2,town)`.
        """
        parts = (*self.coord[: 2 if is_flat else 3], *filter(None, [self.map]))
        return f"({','.join(map(str, parts))})"


class Direction(Enum):
    """The six movements of a matrix, in the order in which exits are listed; opposites in pairs.

    The words and their meanings are those of the 3D Matrix Game's definition file.
    """

    FORWARD = "forward"
    BACKWARD = "backward"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"

    @property
    def delta(self) -> Coord:
        """The step that this direction adds to a coordinate: (0, 1, 0) for UP."""
        return _DELTAS[self]

    @property
    def opposite(self) -> Direction:
        """The direction that leads back: DOWN for UP."""
        return _OPPOSITES[self]

    def step_from(self, coord: Coord) -> Coord:
        """Return the coordinate one step from `coord` in this direction."""
        dx, dy, dz = self.delta
        return Coord(coord.x + dx, coord.y + dy, coord.z + dz)


_DELTAS = {
    Direction.FORWARD: Coord(0, 0, 1),
    Direction.BACKWARD: Coord(0, 0, -1),
    Direction.UP: Coord(0, 1, 0),
    Direction.DOWN: Coord(0, -1, 0),
    Direction.LEFT: Coord(-1, 0, 0),
    Direction.RIGHT: Coord(1, 0, 0),
}
_OPPOSITES = {way: list(Direction)[number ^ 1] for number, way in enumerate(Direction)}


def map_key(name: object) -> str:
    """Return the key of a map's name in dicts of maps and tags of rooms: `my cube` for ` My Cube `.

    It is the `name_key`: stripped, in lower case, without markup.
    """
    return name_key(name)


def level_name(map_name: str, z: int) -> str:
    """Return the name of level `z` of a 3D map, `cube:0`: the Z coordinate of its rooms."""
    return f"{map_name}{_LEVEL_MARK}{z}"


def split_level(name: str) -> tuple[str, int] | None:
    """Split `cube:3` into `("cube", 3)`; None if the name does not end in a colon and digits."""
    map_name, mark, digits = name.strip().rpartition(_LEVEL_MARK)
    if mark and map_name and digits.isascii() and digits.isdigit():
        return map_name, int(digits)
    return None
