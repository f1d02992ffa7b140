"""The table of a map: for each room, the rooms that it leads to and those that lead to it.

    #--#--#        room   forth      back         A row has the same number of places for every
    0  1  2         0     1 0        1 0          room; one that is not used holds the room
                    1     0 2        0 2          itself, which a search has always seen already.
                    2     1 2        1 2

A search reads thousands of rows in one operation, so they are arrays. Links that do not fit in, or
differ from walker to walker, become portals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from xyzgrid_ext.core.graph.model import is_explored
from xyzgrid_ext.core.grid import Grid, LinkFlag
from xyzgrid_ext.core.grid.model import Bools, Floats, Ints

PLACES = 8
"""Most places in a row: rooms with more exits or entrances have portals for the rest."""
_LONG = 128  # at most this many links, and one in a hundred, count as long

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
    may = (grid.target == -1) | (grid.source != grid.target)  # circles lead nowhere
    may &= (grid.link_flags & LinkFlag.NO_ROUTE) == 0
    plain = may & (grid.target >= 0) & ((grid.link_flags & LinkFlag.WORMHOLE) == 0)
    if grid.needs:
        plain[list(grid.needs)] = False
    plain &= not is_explored(grid)
    portals = may & ~plain
    links: Ints = np.flatnonzero(plain)
    links = links[_lightest(grid.source[links], grid.target[links], grid.weight[links])]
    long, pace = _pace(grid, links)
    portals[links[long]] = True
    links = links[~long]
    source, target = grid.source[links], grid.target[links]
    place, entry = rank_of(source, grid.rooms), rank_of(target, grid.rooms)
    fits = (place < PLACES) & (entry < PLACES)
    if not fits.all():
        portals[links[~fits]] = True
        links, source, target, place, entry = (
            column[fits] for column in (links, source, target, place, entry)
        )
    weight = compact(grid.weight[links])
    width = 1 + max(int(place.max(initial=0)), int(entry.max(initial=0)))
    return Table(
        forth=_filled(grid.rooms, width, source, place, target),
        back=_filled(grid.rooms, width, target, entry, source),
        forth_weight=_weights(grid.rooms, width, source, place, weight),
        back_weight=_weights(grid.rooms, width, target, entry, weight),
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


def _pace(grid: Grid, links: Ints) -> tuple[Bools, float]:
    """Return which links cost far less than their length, and the others' least cost per length."""
    if not len(links):
        return np.zeros(0, dtype=bool), 0.0
    source, target = grid.source[links], grid.target[links]
    length = np.zeros(len(links), dtype=np.int32)
    for axis in range(3):
        column = np.ascontiguousarray(grid.coords[:, axis])
        length += np.abs(column[target] - column[source])
    pace = grid.weight[links] / length
    few = min(_LONG, len(links) // 100)
    # a sample of one link in `few`, and its median
    least, middle = np.partition(pace, sorted({few, len(pace) // 2}))[[few, len(pace) // 2]]
    if middle > _EVEN * least:
        return np.zeros(len(links), dtype=bool), 0.0
    long = pace < least
    return long, float(least)


def rank_of(room: Ints, rooms: int) -> Ints:
    """Return the position of each link among the links of its room."""
    order = np.argsort(room, kind="stable")
    count = np.bincount(room, minlength=rooms)
    rank = np.empty(len(room), dtype=np.int32)
    rank[order] = np.arange(len(room)) - np.repeat(np.cumsum(count) - count, count)
    return rank


def _filled(rooms: int, width: int, row: Ints, place: Ints, value: Ints) -> Ints:
    table = np.repeat(np.arange(rooms, dtype=np.int32)[:, None], width, axis=1)
    table[row, place] = value
    return table


def _weights(rooms: int, width: int, row: Ints, place: Ints, weight: Any) -> Any:
    table = np.ones((rooms, width), dtype=weight.dtype)
    table[row, place] = weight
    return table
