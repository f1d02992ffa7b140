"""Numbers of rooms for clients on lazy maps, where they are computed from coordinates.

    1, 2, …       rooms of other maps: the numbers of their objects
    2**30, …      a block for each lazy map: a number for each coordinate of its box

    a box of 3 x 2, from `base` on     y 1 | base+3  base+4  base+5
                                       y 0 | base    base+1  base+2
                                             x 0     x 1     x 2

A game has fewer objects than 2**30, so the two ranges never overlap, and clients can hold numbers
below 2**31 in 32 bits. A map that outgrows its box gets another one, so that rooms keep their
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Grid

FIRST = 1 << 30
_ROUND = 64  # rooms to the right and up: a map may grow that much before it needs another box


class Box(NamedTuple):
    """The numbers `base`, `base` + 1, … of all coordinates from (0, 0, 0) up to these sizes."""

    base: int
    width: int
    height: int
    depth: int

    @property
    def end(self) -> int:
        """The first number after it."""
        return self.base + self.width * self.height * self.depth

    def number(self, coord: Coord) -> int | None:
        """The number of a coordinate; None if it is outside."""
        x, y, z = coord
        if not (x < self.width and y < self.height and z < self.depth):
            return None
        return self.base + (z * self.height + y) * self.width + x

    def coord(self, number: int) -> Coord | None:
        """The coordinate of a number; None if it is not of this box."""
        if not self.base <= number < self.end:
            return None
        rows, x = divmod(number - self.base, self.width)
        z, y = divmod(rows, self.height)
        return Coord(x, y, z)


def with_room(
    boxes: Mapping[str, tuple[Box, ...]], grids: Mapping[str, Grid]
) -> dict[str, tuple[Box, ...]]:
    """The boxes of maps, with new ones for maps that have none or have outgrown theirs."""
    found = dict(boxes)
    for key, grid in sorted(grids.items()):
        if not grid.rooms:
            continue
        last = Coord(*grid.coords.max(axis=0).tolist())
        own = found.get(key, ())
        if not any(box.number(last) is not None for box in own):
            base = max((box.end for several in found.values() for box in several), default=FIRST)
            width, height = (-(-(size + 1) // _ROUND) * _ROUND for size in last[:2])
            found[key] = (*own, Box(base, width, height, last.z + 1))
    return found
