"""Room numbers for clients on lazy maps, where they are computed from coordinates.

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
from xyzgrid_ext.core.raster import Tiles

FIRST_LAZY_NUMBER = 1 << 30
"""Clients know rooms by numbers; those of rooms that are made on demand begin here."""
_SQUARE = 512  # cells of an endless land that get numbers at once, each way
_ROUND = 64  # rooms to the right and up: a map may grow that much before it needs another box


class NumberBox(NamedTuple):
    """A box of rooms, from (left, bottom, 0) on, which clients know by numbers from `base` on.

    Numbers go along the rows, from the lowest row and level up.
    """

    base: int
    width: int
    height: int
    depth: int
    left: int = 0
    bottom: int = 0

    @property
    def end(self) -> int:
        """The first number after those of this box."""
        return self.base + self.width * self.height * self.depth

    def number(self, coord: Coord) -> int | None:
        """Return the number of the room at a coordinate; None if that is outside this box."""
        x, y, z = coord.x - self.left, coord.y - self.bottom, coord.z
        if not (0 <= x < self.width and 0 <= y < self.height and z < self.depth):
            return None
        return self.base + (z * self.height + y) * self.width + x

    def coord(self, number: int) -> Coord | None:
        """Return the coordinate of the room with a number; None if it is not of this box."""
        if not self.base <= number < self.end:
            return None
        rows, x = divmod(number - self.base, self.width)
        z, y = divmod(rows, self.height)
        return Coord(self.left + x, self.bottom + y, z)


def add_number_boxes(
    boxes: Mapping[str, tuple[NumberBox, ...]], grids: Mapping[str, Grid]
) -> dict[str, tuple[NumberBox, ...]]:
    """Return map key -> its boxes: those given, and new ones for what `grids` have beyond them."""
    result = dict(boxes)
    for key, grid in sorted(grids.items()):
        if not grid.rooms:
            continue
        own_boxes = result.get(key, ())
        if grid.tiles is not None:
            result[key] = _of_land(own_boxes, grid.tiles, result)
            continue
        last = Coord(*grid.coords.max(axis=0).tolist())
        if not any(box.number(last) is not None for box in own_boxes):
            base = _first_free(result)
            width, height = (-(-(size + 1) // _ROUND) * _ROUND for size in last[:2])
            result[key] = (*own_boxes, NumberBox(base, width, height, last.z + 1))
    return result


def _of_land(
    result: tuple[NumberBox, ...], drawn: Tiles, boxes: Mapping[str, tuple[NumberBox, ...]]
) -> tuple[NumberBox, ...]:
    """Return the boxes of an endless land: a square for each part of it that was ever drawn."""
    corners = {(box.left, box.bottom) for box in result}
    base = _first_free(boxes)
    part = _SQUARE // drawn.size
    for x, y in sorted({(x // part, y // part) for x, y in drawn.tiles}):
        if (x * _SQUARE, y * _SQUARE) not in corners:
            result = (*result, NumberBox(base, _SQUARE, _SQUARE, 1, x * _SQUARE, y * _SQUARE))
            base = result[-1].end
    return result


def _first_free(boxes: Mapping[str, tuple[NumberBox, ...]]) -> int:
    return max(
        (box.end for several in boxes.values() for box in several), default=FIRST_LAZY_NUMBER
    )
