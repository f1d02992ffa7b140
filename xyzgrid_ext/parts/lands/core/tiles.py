"""The squares in which an endless land is drawn.

. . # # #     somebody is in the square in the middle: it is drawn, and the eight around it,
. . # @ #     so that there are 64 cells at least between them and what is not drawn
. . # # #
"""

from __future__ import annotations

from collections.abc import Iterable

SIZE = 64
"""The width and height of a square of an endless land, in cells."""
FARTHEST = 1 << 20
"""The cells of an endless land have coordinates from -FARTHEST to FARTHEST - 1."""
_LAST = FARTHEST // SIZE
Tile = tuple[int, int]
"""A square of an endless land: (column, row) among the squares; (0, 0) begins at cell (0, 0)."""


def tile_at(x: int, y: int) -> Tile:
    """Return the square that contains the cell (x, y)."""
    return x // SIZE, y // SIZE


def is_inside_land(x: int, y: int) -> bool:
    """Whether the cell (x, y) is within the bounds of endless lands."""
    return min(x, y) >= -FARTHEST and max(x, y) < FARTHEST


def with_neighbours(tiles: Iterable[Tile]) -> set[Tile]:
    """Return the given squares and all squares around them, within the bounds of lands."""
    squares = {(x + dx, y + dy) for x, y in tiles for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return {(x, y) for x, y in squares if min(x, y) >= -_LAST and max(x, y) < _LAST}
