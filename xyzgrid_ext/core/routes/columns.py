"""The links that everybody may use, in columns: first of one map, then of all maps of a world.

    #--#--#        room   forth      back         A row has the same number of places for every
    0  1  2         0     1 0        1 0          room; one that is not used holds the room
                    1     0 2        0 2          itself, which a search has always seen already.
                    2     1 2        1 2

A search reads thousands of rows in one operation, so they are arrays. Links that do not fit in, or
differ from walker to walker, become portals. In a row, places are in the order of the map's links.
Rows of a removed map are used again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xyzgrid_ext.core.grid import Grid, LinkFlag
from xyzgrid_ext.core.grid.model import Bools, Floats, Ints
from xyzgrid_ext.core.routes.model import uses_explored_routes

Weights = NDArray[Any]
"""An array of weights: uint8, float32 or float64, the smallest type that holds all exactly."""
_PLACES = 8  # at most, in a row: rooms with more exits or entrances have portals for the rest
_NO_ROUTE, _WORMHOLE = int(LinkFlag.NO_ROUTE), int(LinkFlag.WORMHOLE)  # faster than flags


@dataclass(frozen=True, eq=False)
class Table:
    """The unrestricted links of one map as arrays: n rooms, at most k links in or out of each.

    Attributes:
        forth, back: (n, k) int32, the rooms to which links lead out of each room, and from which
            they lead into it; unused places hold the room itself.
        forth_weight, back_weight: (n, k), the weights of those links, 1 in unused places.
        portals: numbers of the links that routes may use but that are not in `forth` and `back`.
    """

    forth: Ints
    back: Ints
    forth_weight: Weights
    back_weight: Weights
    portals: tuple[int, ...]


def build_table(grid: Grid) -> Table:
    """Return the links of a map as a Table for searches, in time linear in rooms and links."""
    source, target, weight = grid.source, grid.target, grid.weight
    inside = target >= 0
    may = ~inside | (source != target)  # circles lead nowhere
    may &= (grid.link_flags & _NO_ROUTE) == 0
    plain = may & inside & ((grid.link_flags & _WORMHOLE) == 0)
    if grid.needs:
        plain[list(grid.needs)] = False
    if uses_explored_routes(grid):
        plain[:] = False
    portals = may & ~plain
    links: Ints = np.flatnonzero(plain)
    source, target, weight = source.take(links), target.take(links), weight.take(links)
    lightest = _lightest(source, target, weight)
    links, source, target, weight = _only(lightest, links, source, target, weight)
    place, entry = _rank_in_order(source, grid.rooms), _rank(target, grid.rooms)
    fits = (place < _PLACES) & (entry < _PLACES)
    portals[links[~fits]] = True
    source, target, weight, place, entry = _only(fits, source, target, weight, place, entry)
    width = 1 + max(int(place.max(initial=0)), int(entry.max(initial=0)))
    forth, back = source * width + place, target * width + entry
    weight = _compact(weight)
    return Table(
        forth=_filled(_own_numbers(grid.rooms, width), forth, target),
        back=_filled(_own_numbers(grid.rooms, width), back, source),
        forth_weight=_filled(np.ones((grid.rooms, width), weight.dtype), forth, weight),
        back_weight=_filled(np.ones((grid.rooms, width), weight.dtype), back, weight),
        portals=tuple(np.flatnonzero(portals).tolist()),
    )


def _compact(weight: Floats) -> Weights:
    """Convert weights to the smallest type that holds all of them exactly."""
    if not len(weight) or (weight.max() < 256 and bool((weight == np.floor(weight)).all())):
        return weight.astype(np.uint8)
    small = weight.astype(np.float32)
    return small if bool((small == weight).all()) else weight


def _lightest(source: Ints, target: Ints, weight: Floats) -> Bools:
    """Return which links are the lightest between two rooms; among equals, the first listed."""
    # links are sorted by source, so equal pairs are close together
    most = int(np.bincount(source).max(initial=0))
    if most <= 2 * _PLACES and not any(
        bool(((source[n:] == source[:-n]) & (target[n:] == target[:-n])).any())
        for n in range(1, most)
    ):
        return np.ones(len(source), dtype=bool)
    order = np.lexsort((weight, target, source))
    new = np.ones(len(order), dtype=bool)
    source, target = source[order], target[order]
    new[1:] = (source[1:] != source[:-1]) | (target[1:] != target[:-1])
    keep = np.zeros(len(order), dtype=bool)
    keep[order[new]] = True
    return keep


def _only(rows: Bools, *columns: Weights) -> Sequence[Weights]:
    """Return the marked rows of columns; the columns themselves if all are marked."""
    return columns if rows.all() else [column[rows] for column in columns]


def _rank(room: Ints, rooms: int) -> Ints:
    """Return the position of each link among the links of its room."""
    order = np.argsort(room, kind="stable")
    rank = np.empty(len(room), dtype=np.int32)
    rank[order] = _rank_in_order(room, rooms)
    return rank


def _rank_in_order(room: Ints, rooms: int) -> Ints:
    """Return the rank of each link if the links of each room follow each other, room by room."""
    count = np.bincount(room, minlength=rooms)
    rank: Ints = np.arange(len(room), dtype=np.int32)
    rank -= np.repeat((np.cumsum(count) - count).astype(np.int32), count)
    return rank


def _filled(table: Weights, place: Ints, value: Weights) -> Weights:
    """Write values to their places in a new table, counted row by row, and return it."""
    table.reshape(-1)[place] = value
    return table


# --- all maps


class Columns:
    """The tables of all maps, one below the other; a room's row is its number in the world.

    Attributes:
        forth, back: (rows, k) int32: the rooms to which links of each room lead, or from which.
        forth_weight, back_weight: (rows, k), the weights of those links.
        begins, ends: (rows,) bool: by a room's number in the world, whether a Portal begins or
            ends there.
        lightest, heaviest: the lowest and highest weight that any link has had.
    """

    def __init__(self, tables: Iterable[Table] = ()) -> None:
        self.forth, self.back = _own_numbers(0, 1), _own_numbers(0, 1)
        self.forth_weight: Weights = np.ones((0, 1), np.uint8)
        self.back_weight = self.forth_weight.copy()
        self.begins, self.ends = np.zeros(0, bool), np.zeros(0, bool)
        self.lightest, self.heaviest = np.inf, 0.0
        self._whole = True
        self._free: list[tuple[int, int]] = []  # begin, end
        self._used = 0
        tables = list(tables)
        rows = sum(_size(len(table.forth)) for table in tables)
        self._reserve(rows * 17 // 16, tables)  # instances find room without growing the columns

    @property
    def rows(self) -> int:
        """The number of rows, free ones included."""
        return len(self.forth)

    @property
    def has_equal_weights(self) -> bool:
        """Whether all links weigh the same."""
        return self.lightest >= self.heaviest

    @property
    def ring_width(self) -> float:
        """How far costs in one ring of a search may lie apart: the lightest weight of all links."""
        width = min(self.lightest, self.heaviest) or 1
        return int(width) if self._whole else width

    def neighbours(self, number: int, *, back: bool) -> tuple[list[int], list[float]]:
        """Return the rooms to which a room's links lead, and their weights; if `back`, from which.

        Unused places hold the room's own number.
        """
        table, weights = (self.back, self.back_weight) if back else (self.forth, self.forth_weight)
        return table[number].tolist(), weights[number].tolist()

    @property
    def whole(self) -> bool:
        """Whether all costs of paths are whole numbers that 32 bits can hold."""
        return self._whole and self.rows * self.heaviest < 1 << 24

    def add(self, table: Table) -> int:
        """Write a map's table into free rows; return the number of the first one."""
        rooms, width = table.forth.shape
        begin = self._begin(_size(rooms), table)
        rows = slice(begin, begin + rooms)
        for column, links in ((self.forth, table.forth), (self.back, table.back)):
            column[rows] = np.arange(begin, begin + rooms, dtype=np.int32)[:, None]
            column[rows, :width] = links + begin
        for column, weights in (
            (self.forth_weight, table.forth_weight),
            (self.back_weight, table.back_weight),
        ):
            column[rows] = 1
            column[rows, :width] = weights
        self.begins[rows] = self.ends[rows] = False
        return begin

    def free(self, begin: int, rooms: int) -> None:
        """Make the rows of a removed map free: `begin` is the first, `rooms` their number."""
        holes: list[tuple[int, int]] = []
        for first, last in sorted([*self._free, (begin, begin + _size(rooms))]):
            if holes and holes[-1][1] == first:
                holes[-1] = (holes[-1][0], last)
            else:
                holes.append((first, last))
        self._free = holes

    def set_link(self, source: int, target: int, weight: float | None) -> None:
        """Set the weight of the link from row `source` to row `target`; None removes the link.

        A pair of rows has at most one link here.
        """
        if weight is not None:
            column = np.array([weight])
            self.note_weights(column)
            kind = np.result_type(self.forth_weight, _compact(column))
            self._resize(self.rows, self.forth.shape[1], kind)
        for table, weights, row, value in (
            (self.forth, self.forth_weight, source, target),
            (self.back, self.back_weight, target, source),
        ):
            # the place of the link; if it was removed, a free place
            places = np.flatnonzero(table[row] == value)
            place = (places if len(places) else np.flatnonzero(table[row] == row))[0]
            table[row, place] = row if weight is None else value
            weights[row, place] = 1 if weight is None else weight

    def note_weights(self, weight: Floats) -> None:
        """Let `lightest` and `heaviest` cover these weights; those of removed links stay in."""
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

    def _resize(self, rows: int, width: int, kind: np.dtype[Any]) -> None:
        """Give the columns this many rows and links in each, and the weights this type."""
        if (rows, width) == self.forth.shape and kind == self.forth_weight.dtype:
            return
        self.forth = _copied(self.forth, _own_numbers(rows, width))
        self.back = _copied(self.back, _own_numbers(rows, width))
        self.forth_weight = _copied(self.forth_weight, np.ones((rows, width), kind))
        self.back_weight = _copied(self.back_weight, np.ones((rows, width), kind))
        self.begins = _copied(self.begins, np.zeros(rows, bool))
        self.ends = _copied(self.ends, np.zeros(rows, bool))


def _own_numbers(rows: int, width: int) -> Ints:
    """Return (rows, width) int32: rows without links, which hold their own number."""
    return np.repeat(np.arange(rows, dtype=np.int32)[:, None], width, axis=1)


def _copied(old: Weights, new: Weights) -> Weights:
    """Write an array into the corner of a larger one, and return that."""
    new[tuple(slice(size) for size in old.shape)] = old
    return new


def _size(rooms: int) -> int:
    """Return how many rows a map takes: at least one, so that no two maps begin at the same row."""
    return max(1, rooms)
