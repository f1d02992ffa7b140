"""The table of a map: for each room, the rooms that it leads to and those that lead to it.

    #--#--#        room   forth      back         A row has the same number of places for every
    0  1  2         0     1 0        1 0          room; one that is not used holds the room
                    1     0 2        0 2          itself, which a search has always seen already.
                    2     1 2        1 2

A search reads thousands of rows in one operation, so they are arrays. Links that do not fit in, or
differ from walker to walker, become portals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xyzgrid_ext.core.grid import Grid, LinkFlag
from xyzgrid_ext.core.grid.model import Bools, Floats, Ints
from xyzgrid_ext.core.routes.model import is_explored

PLACES = 8
"""Most places in a row: rooms with more exits or entrances have portals for the rest."""
_LONG = 128  # at most this many links, and one in a hundred, count as long
_NO_ROUTE, _WORMHOLE = int(LinkFlag.NO_ROUTE), int(LinkFlag.WORMHOLE)  # faster than flags
_EVEN = 1.1  # links weigh alike if the median is at most this many times the least


@dataclass(frozen=True, eq=False)
class Table:
    """The links of one map that everybody may use; n rooms, k places.

    Attributes:
        forth, back: (n, k) int32, room numbers.
        forth_weight, back_weight: (n, k), uint8, float32 or float64, the smallest type that holds
            all weights of the map exactly; 1 in unused places.
        portals: numbers of the links that routes may use but that are not in the table.
        pace: the least weight of a link in the table per unit of |dx| + |dy| + |dz|; 0 if the table
            is empty or if the other links weigh much more.

    """

    forth: Ints
    back: Ints
    forth_weight: Any
    back_weight: Any
    portals: tuple[int, ...]
    pace: float


def table_of(grid: Grid) -> Table:
    """Make the table of a map, in time linear in the number of rooms and links."""
    source, target, weight = grid.source, grid.target, grid.weight
    inside = target >= 0
    may = ~inside | (source != target)  # circles lead nowhere
    may &= (grid.link_flags & _NO_ROUTE) == 0
    plain = may & inside & ((grid.link_flags & _WORMHOLE) == 0)
    if grid.needs:
        plain[list(grid.needs)] = False
    if is_explored(grid):
        plain[:] = False
    portals = may & ~plain
    links: Ints = np.flatnonzero(plain)
    source, target, weight = source.take(links), target.take(links), weight.take(links)
    kept = _lightest(source, target, weight)
    links, source, target, weight = _only(kept, links, source, target, weight)
    long, pace = _pace(grid, source, target, weight)
    portals[links[long]] = True
    links, source, target, weight = _only(~long, links, source, target, weight)
    place, entry = _rank_in_order(source, grid.rooms), rank_of(target, grid.rooms)
    fits = (place < PLACES) & (entry < PLACES)
    portals[links[~fits]] = True
    source, target, weight, place, entry = _only(fits, source, target, weight, place, entry)
    width = 1 + max(int(place.max(initial=0)), int(entry.max(initial=0)))
    forth, back = source * width + place, target * width + entry
    weight = compact(weight)
    return Table(
        forth=_filled(grid.rooms, width, forth, target),
        back=_filled(grid.rooms, width, back, source),
        forth_weight=_weights(grid.rooms, width, forth, weight),
        back_weight=_weights(grid.rooms, width, back, weight),
        portals=tuple(np.flatnonzero(portals).tolist()),
        pace=pace,
    )


def compact(weight: Floats) -> Any:
    """Convert weights to the smallest type that holds all of them exactly."""
    if not len(weight) or (weight.max() < 256 and bool((weight == np.floor(weight)).all())):
        return weight.astype(np.uint8)
    small = weight.astype(np.float32)
    return small if bool((small == weight).all()) else weight


def _lightest(source: Ints, target: Ints, weight: Floats) -> Bools:
    """Return which links are the lightest between two rooms; among equals, the first listed."""
    # links are sorted by source, so equal pairs are close together
    most = int(np.bincount(source).max(initial=0))
    if most <= 2 * PLACES and not any(
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


def _only(kept: Bools, *columns: Any) -> Sequence[Any]:
    """Return the kept rows of columns; the columns themselves if all are kept."""
    return columns if kept.all() else [column[kept] for column in columns]


def _pace(grid: Grid, source: Ints, target: Ints, weight: Floats) -> tuple[Bools, float]:
    """Return which links cost far less than their length, and the others' least cost per length."""
    if not len(weight):
        return np.zeros(0, dtype=bool), 0.0
    length = np.zeros(len(weight), dtype=np.int32)
    is_flat = grid.coords[0, 2] == grid.coords[-1, 2]  # the rooms are sorted by level
    for axis in range(2 if is_flat else 3):
        column = np.ascontiguousarray(grid.coords[:, axis])
        length += np.abs(column.take(target) - column.take(source))
    pace = weight / length
    few = min(_LONG, len(pace) // 100)
    # a sample of one link in `few`, and its median
    least, middle = np.partition(pace, sorted({few, len(pace) // 2}))[[few, len(pace) // 2]]
    if middle > _EVEN * least:
        return np.zeros(len(pace), dtype=bool), 0.0
    return pace < least, float(least)


def rank_of(room: Ints, rooms: int) -> Ints:
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


def _filled(rooms: int, width: int, place: Ints, value: Ints) -> Ints:
    """Return (rooms, width) int32: the values at their places, elsewhere the row's own number."""
    table = np.repeat(np.arange(rooms, dtype=np.int32), width)
    table[place] = value
    return table.reshape(rooms, width)


def _weights(rooms: int, width: int, place: Ints, weight: Any) -> Any:
    table = np.ones(rooms * width, dtype=weight.dtype)
    table[place] = weight
    return table.reshape(rooms, width)
