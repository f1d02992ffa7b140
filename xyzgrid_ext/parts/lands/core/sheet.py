"""The drawing of a land: one symbol per cell, held in an array since the cells are many.

TT,,~~      rooms stand side by side, and what nobody can walk is drawn as well
T,o##~      so a sheet has no ways between its rooms
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xyzgrid_ext.core.raster import Cell, Rectangle, Sheet, Tiles
from xyzgrid_ext.parts.lands.core.noise import Ints
from xyzgrid_ext.parts.lands.core.tiles import FARTHEST, SIZE, Tile, tile_of


class _Cells(Rectangle):
    """Maps (column, row) to a symbol, from an array of symbol numbers."""

    def __init__(self, numbers: Ints, symbols: Sequence[str]) -> None:
        self._numbers, self._symbols = numbers, tuple(symbols)
        self.rows, self.columns = numbers.shape

    def __getitem__(self, cell: Cell) -> str:
        column, row = cell
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise KeyError(cell)
        return self._symbols[self._numbers.item(row, column)]

    def __iter__(self) -> Iterator[Cell]:
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def __len__(self) -> int:
        return self._numbers.size


def sheet_of_land(numbers: Ints, symbols: Sequence[str]) -> Sheet:
    """Return a sheet made from (rows, columns) symbol numbers, the lowest row first."""
    return Sheet(cells=_Cells(numbers, symbols), trails={}, pitch=(1, 1))


class _Tiles(Tiles):
    """Maps (column, row) to a symbol, from an array of symbol numbers for each square."""

    size, farthest = SIZE, FARTHEST

    def __init__(self, numbers: Mapping[Tile, Ints], home: Tile, symbols: Sequence[str]) -> None:
        self._numbers, self._symbols = dict(numbers), tuple(symbols)
        self.tiles, self.home = frozenset(numbers), home

    def __getitem__(self, cell: Cell) -> str:
        column, row = cell
        numbers = self._numbers[tile_of(column, row)]
        return self._symbols[numbers.item(row % SIZE, column % SIZE)]


def sheet_of_tiles(numbers: Mapping[Tile, Ints], home: Tile, symbols: Sequence[str]) -> Sheet:
    """Return a sheet of squares of an endless land, each with (rows, columns) symbol numbers."""
    return Sheet(cells=_Tiles(numbers, home, symbols), trails={}, pitch=(1, 1))
