"""The tables of all maps as one set of columns; rows of a removed map are reused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from xyzgrid_ext.core.graph.table import Table, compact
from xyzgrid_ext.core.grid.model import Floats, Ints

OUT, IN = 1, 2
_KEPT = 4  # unused columns to keep: enough for two searches at a time


class Columns:
    """Columns that a search reads.

    Attributes:
        forth, back: (rows, k) int32, as in `Table`, but with row numbers of the world.
        forth_weight, back_weight: the weights of those links; see `Table`.
        flags: (rows,) uint8: OUT where a portal begins, IN where one ends.
        lightest, heaviest: bounds of the weights of all links.

    """

    def __init__(self, tables: Iterable[Table] = ()) -> None:
        self.forth = self.back = np.zeros((0, 1), dtype=np.int32)
        self.forth_weight: Any = np.zeros((0, 1), dtype=np.uint8)
        self.back_weight: Any = np.zeros((0, 1), dtype=np.uint8)
        self.flags: Ints = np.zeros(0, dtype=np.uint8)
        self.lightest, self.heaviest = np.inf, 0.0
        self._whole = True
        self._free: list[tuple[int, int]] = []  # begin, end
        self._used = 0
        tables = list(tables)
        rows = sum(_size(len(table.forth)) for table in tables)
        self._reserve(rows * 17 // 16, tables)  # instances find room without growing the columns

    @property
    def rows(self) -> int:
        """The number of rows, including free ones."""
        return len(self.flags)

    @property
    def nbytes(self) -> int:
        """The size of all columns in bytes."""
        columns = (self.forth, self.back, self.forth_weight, self.back_weight, self.flags)
        return int(sum(column.nbytes for column in columns))

    @property
    def uniform(self) -> bool:
        """Whether all links weigh the same."""
        return self.lightest >= self.heaviest

    @property
    def whole(self) -> bool:
        """Whether 32 bits can hold the cost of every path exactly."""
        return self._whole and self.rows * self.heaviest < 1 << 24

    def add(self, table: Table) -> int:
        """Write a table into free rows, and return the first of them."""
        rooms, width = table.forth.shape
        begin = self._begin(_size(rooms), table)
        rows = slice(begin, begin + rooms)
        own = np.arange(begin, begin + rooms, dtype=np.int32)[:, None]
        for whole, part in ((self.forth, table.forth), (self.back, table.back)):
            whole[rows, :width] = part
            whole[rows, :width] += begin
            whole[rows, width:] = own
        for whole, part in (
            (self.forth_weight, table.forth_weight),
            (self.back_weight, table.back_weight),
        ):
            whole[rows, :width] = part
            whole[rows, width:] = 1
        self.flags[rows] = 0
        return begin

    def free(self, begin: int, rooms: int) -> None:
        """Mark the rows of a map as free."""
        holes: list[tuple[int, int]] = []
        for first, last in sorted([*self._free, (begin, begin + _size(rooms))]):
            if holes and holes[-1][1] == first:
                holes[-1] = (holes[-1][0], last)
            else:
                holes.append((first, last))
        self._free = holes

    def write(self, here: int, there: int, weight: float | None) -> None:
        """Set the current weight of a link that is or was in the table; None removes the link."""
        if weight is not None:
            one = np.array([weight])
            self.weigh(one)
            self._widen(np.result_type(self.forth_weight, compact(one)))
        for table, weights, row, value in (
            (self.forth, self.forth_weight, here, there),
            (self.back, self.back_weight, there, here),
        ):
            # the place of the link; if it was removed, a free place
            places = np.flatnonzero(table[row] == value)
            place = (places if len(places) else np.flatnonzero(table[row] == row))[0]
            table[row, place] = row if weight is None else value
            weights[row, place] = 1 if weight is None else weight

    def weigh(self, weight: Floats) -> None:
        """Update the range of weights. Removed links stay counted, which makes no route wrong."""
        if len(weight):
            self.lightest = min(self.lightest, float(weight.min()))
            self.heaviest = max(self.heaviest, float(weight.max()))
            self._whole = self._whole and bool((weight == np.floor(weight)).all())

    def _begin(self, size: int, table: Table) -> int:
        """Reserve this many free rows, wide enough for a table, and return the first."""
        for hole in self._free:
            if hole[1] - hole[0] >= size:
                self._reserve(self.rows, [table])
                self._free.remove(hole)
                if hole[0] + size < hole[1]:
                    self._free = sorted([*self._free, (hole[0] + size, hole[1])])
                return hole[0]
        begin = self._used
        self._used += size
        # a quarter more than needed, so that not every new instance grows the columns
        rows = self.rows if self._used <= self.rows else max(self._used, self.rows * 5 // 4)
        self._reserve(rows, [table])
        return begin

    def _reserve(self, rows: int, tables: Iterable[Table]) -> None:
        """Make the columns long and wide enough for the given tables."""
        width, kind = self.forth.shape[1], self.forth_weight.dtype
        for table in tables:
            width = max(width, table.forth.shape[1])
            kind = np.result_type(kind, table.forth_weight)
        self._widen(kind)
        if (rows, width) == self.forth.shape:
            return
        old = slice(self.rows), slice(self.forth.shape[1])
        own = np.arange(rows, dtype=np.int32)[:, None]
        for name in ("forth", "back", "forth_weight", "back_weight"):
            numbers = name in ("forth", "back")
            column = np.repeat(own, width, 1) if numbers else np.ones((rows, width), kind)
            column[old] = getattr(self, name)
            setattr(self, name, column)
        flags = np.zeros(rows, dtype=np.uint8)
        flags[old[0]] = self.flags
        self.flags = flags

    def _widen(self, kind: Any) -> None:
        """Store the weights in a wider type."""
        if kind != self.forth_weight.dtype:
            self.forth_weight = self.forth_weight.astype(kind)
            self.back_weight = self.back_weight.astype(kind)


def _size(rooms: int) -> int:
    """Return how many rows a map takes: at least one, so that no two maps begin at the same row."""
    return max(1, rooms)


class ScratchPool:
    """A pool that lends columns of costs to searches: inf for each room when lent and returned."""

    def __init__(self) -> None:
        self._spare: list[Floats] = []

    @property
    def nbytes(self) -> int:
        """The size in bytes of the columns that are kept."""
        return sum(one.nbytes for one in self._spare)

    @contextmanager
    def lend(self, rows: int, whole: bool) -> Iterator[Floats]:
        """Lend a column for this many rooms; `whole` says that 32 bits hold all costs exactly."""
        # half the width is faster
        kind = np.dtype(np.float32 if whole else np.float64)
        found = self._spare.pop() if self._spare else None
        if found is None or len(found) != rows or found.dtype != kind:
            self._spare.clear()  # the world has grown, so these are too short
            found = np.full(rows, np.inf, dtype=kind)
        try:
            yield found
        finally:
            if len(self._spare) < _KEPT:
                self._spare.append(found)
