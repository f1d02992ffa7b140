"""The tables of all maps as one set of columns; rows of a removed map are reused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from xyzgrid_ext.core.grid.model import Bools, Floats, Ints
from xyzgrid_ext.core.routes.table import Table, compact

_KEPT = 4  # unused columns to keep: enough for two searches at a time


class Columns:
    """Columns that a search reads.

    Attributes:
        forth, back: (rows, k) int32, as in `Table`, but with row numbers of the world.
        forth_weight, back_weight: the weights of those links; see `Table`.
        begins, ends: (rows,) bool: whether a portal begins or ends in a room.
        forth_rows, back_rows: (rows,) these as `room`, `weight` and `portal`, next to each other in
            memory: what a search reads of a room comes from one place.
        lightest, heaviest: bounds of the weights of all links.

    """

    def __init__(self, tables: Iterable[Table] = ()) -> None:
        self._keep(_blank(0, 1, np.dtype(np.uint8)), _blank(0, 1, np.dtype(np.uint8)))
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
        return len(self.forth_rows)

    @property
    def nbytes(self) -> int:
        """The size of all columns in bytes."""
        return int(self.forth_rows.nbytes + self.back_rows.nbytes)

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
        if width < self.forth.shape[1]:
            _fill(self.forth_rows[rows], begin)
            _fill(self.back_rows[rows], begin)
        _put(self.forth[rows], table.forth + begin)
        _put(self.back[rows], table.back + begin)
        _put(self.forth_weight[rows], table.forth_weight)
        _put(self.back_weight[rows], table.back_weight)
        self.begins[rows] = self.ends[rows] = False
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
            kind = np.result_type(self.forth_weight, compact(one))
            self._resize(self.rows, self.forth.shape[1], kind)
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
        self._resize(rows, width, kind)

    def _resize(self, rows: int, width: int, kind: Any) -> None:
        """Give the columns this many rows and links in each, and the weights this type."""
        if (rows, width) == self.forth.shape and kind == self.forth_weight.dtype:
            return
        self._keep(*(_resized(old, rows, width, kind) for old in (self.forth_rows, self.back_rows)))

    def _keep(self, forth: Any, back: Any) -> None:
        self.forth_rows, self.back_rows = forth, back
        self.forth: Ints = forth["room"]
        self.forth_weight: Any = forth["weight"]
        self.begins: Bools = forth["portal"]
        self.back: Ints = back["room"]
        self.back_weight: Any = back["weight"]
        self.ends: Bools = back["portal"]


def _blank(rows: int, width: int, kind: Any) -> Any:
    """Return (rows,): zeros for the links and their weights of as many rooms."""
    weights = -(-4 * width // kind.itemsize) * kind.itemsize  # where they begin
    portal = weights + kind.itemsize * width
    fields: Any = {
        "names": ["room", "weight", "portal"],
        "formats": [(np.int32, (width,)), (kind, (width,)), np.bool_],
        "offsets": [0, weights, portal],
        "itemsize": -(-(portal + 1) // 8) * 8,
    }
    return np.zeros(rows, dtype=np.dtype(fields))


def _fill(rows: Any, begin: int) -> None:
    """Fill rows from `begin` on: links from each to itself, each of weight 1."""
    own = np.arange(begin, begin + len(rows), dtype=np.int32)
    _put(rows["room"], np.repeat(own[:, None], rows["room"].shape[1], axis=1))
    _put(rows["weight"], np.ones(rows["weight"].shape, rows["weight"].dtype))


def _put(columns: Any, values: Any) -> None:
    """Write (n, k) values into the first k places of n rows."""
    # what a row gets is copied as one item: number by number, the loop for each row takes the time
    values = np.ascontiguousarray(values, columns.dtype)
    item = np.dtype((np.void, values.itemsize * values.shape[1]))
    columns[:, : values.shape[1]].view(item)[:, 0] = values.view(item)[:, 0]


def _resized(old: Any, rows: int, width: int, kind: Any) -> Any:
    """Return a copy of rows with others after them, with more places, and weights of this type."""
    new, size = _blank(rows, width, kind), len(old)
    if new.dtype == old.dtype:
        item = np.dtype((np.void, new.itemsize))
        new.view(item)[:size] = old.view(item)
        return new
    _fill(new[:size], 0)
    new["portal"][:size] = old["portal"]
    for name in ("room", "weight"):
        _put(new[name][:size], old[name])
    return new


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
