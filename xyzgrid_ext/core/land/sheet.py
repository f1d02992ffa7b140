"""The drawing of a land: a symbol for each cell, which are many, as an array and not a dict.

TT,,~~      rooms stand side by side, and what nobody can walk is drawn as well
T,o##~      so a sheet has no ways between its rooms
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xyzgrid_ext.core.land.noise import Ints
from xyzgrid_ext.core.raster import Cell, Sheet


class _Cells(Mapping[Cell, str]):
    """(column, row) -> symbol, of an array of numbers of symbols."""

    def __init__(self, numbers: Ints, symbols: Sequence[str]) -> None:
        self._numbers, self._symbols = numbers, tuple(symbols)

    def __getitem__(self, cell: Cell) -> str:
        column, row = cell
        rows, columns = self._numbers.shape
        if not (0 <= column < columns and 0 <= row < rows):
            raise KeyError(cell)
        return self._symbols[self._numbers.item(row, column)]

    def __iter__(self) -> Iterator[Cell]:
        rows, columns = self._numbers.shape
        return ((column, row) for row in range(rows) for column in range(columns))

    def __len__(self) -> int:
        return self._numbers.size


def sheet_of_land(numbers: Ints, symbols: Sequence[str]) -> Sheet:
    """A sheet of (rows, columns) numbers of symbols, the lowest row first."""
    return Sheet(cells=_Cells(numbers, symbols), trails={}, pitch=(1, 1))
