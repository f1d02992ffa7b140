"""Makes the labels of a map's rooms: what it costs to go to hubs, and to come from them.

    1  1  H      the label of a room holds its costs to and from the hubs of its own part and of
    2  1  H      all parts around it (see `dissection`). A shortest way between two rooms
    3  2  H      stays in some smallest part, and passes a hub of it. So its cost is the least sum
                 of the cost to a hub and the cost from that hub

The parts are joined from the least to the largest, each with a matrix of the costs between its hubs
and the rooms around it (the hubs of other parts that border on it); then the labels are made from
the largest part to the least. (Hub labels: Cohen et al. 2003; by dissection: Ouyang et al. 2018.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.grid import Grid, LinkFlag
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.routes.dissection import MapPart, parts_of
from xyzgrid_ext.core.routes.model import Work, finished

MOST_ROOMS = 20_000
MOST_BYTES = 32_000_000
"""The most rooms of a map with labels, and the most bytes that these take in a world."""
_MOST_WORK = 5_000_000_000  # sums for joining: about two seconds; four times as many as in a cube
_FAR = 1 << 14  # no way that costs so much is found; twice as much fits into 16 bits
_NO_ROUTE = int(LinkFlag.NO_ROUTE)


class Labels(NamedTuple):
    """The labels of n rooms, with columns for k hubs.

    Attributes:
        to, back: (n, k) uint8 or uint16, the costs to the hubs and from them.
        far: the value for «no way», and in columns that a room does not use.
        part: the number of the part of each room.
        ends: how many columns the rooms of each part use, by the part's number.

    """

    to: Any
    back: Any
    far: int
    part: list[int]
    ends: dict[int, int]

    @property
    def nbytes(self) -> int:
        """The size of the columns in bytes."""
        return int(self.to.nbytes + self.back.nbytes)


class _Joined(NamedTuple):
    """The costs between the k hubs of a part and the rooms around it, inside the part."""

    around: Ints
    forth: Any  # (k, k + around)
    back: Any  # (around, k)


def make_labels(grid: Grid, most_bytes: int = MOST_BYTES) -> Labels | None:
    """Make the labels of a map in one go; see `labels_of`."""
    return finished(labels_of(grid, most_bytes))


def labels_of(grid: Grid, most_bytes: int = MOST_BYTES) -> Work[Labels | None]:
    """Make the labels of a map as work in slices, as if all exits were open.

    Returns:
        None if the map is too large, if its weights are not whole numbers, or if a part would need
        too many hubs.

    """
    may = (grid.target >= 0) & ((grid.link_flags & _NO_ROUTE) == 0)
    source, target, weight = grid.source[may], grid.target[may], grid.weight[may]
    if not len(weight) or grid.rooms > MOST_ROOMS:
        return None
    if weight.min() < 1 or not bool((weight == np.floor(weight)).all()):
        return None
    parts: list[MapPart] = []
    for part in parts_of(grid.coords, source, target):
        parts.append(part)
        if 2 * part.end * grid.rooms > most_bytes:
            return None
        yield
    joined = yield from _join(parts, source, target, np.minimum(weight, _FAR).astype(np.uint16))
    if joined is None:
        return None
    labels = yield from _written(grid.rooms, parts, joined)
    return labels if labels.nbytes <= most_bytes else None


def _join(
    parts: Sequence[MapPart], source: Ints, target: Ints, weight: Ints
) -> Work[list[_Joined] | None]:
    """Join all parts, each after its halves; None if that takes too long."""
    rooms = sum(len(part.hubs) for part in parts)
    place, owner, at = (np.empty(rooms, dtype=np.int32) for _ in range(3))
    for number, part in enumerate(parts):
        place[part.hubs] = np.arange(part.offset, part.end)
        owner[part.hubs] = number
    # if a link joins two rooms, the part of one contains the part of the other
    owner = np.where(place[source] > place[target], owner[source], owner[target])
    links = np.argsort(owner, kind="stable")
    cuts = np.searchsorted(owner[links], np.arange(len(parts) + 1))
    found, rest, work = list[_Joined](), dict[int, tuple[Ints, Any]](), 0
    for number in reversed(range(len(parts))):
        part, own = parts[number], links[cuts[number] : cuts[number + 1]]
        halves = [rest.pop(half) for half in (2 * part.number, 2 * part.number + 1) if half in rest]
        ends = np.concatenate([source[own], target[own], *(half for half, _ in halves)])
        around = np.setdiff1d(ends, part.hubs)
        hubs, size = len(part.hubs), len(part.hubs) + len(around)
        work += hubs * size**2
        if work > _MOST_WORK:
            return None
        at[part.hubs], at[around] = np.arange(hubs), np.arange(hubs, size)
        costs = np.full((size, size), _FAR, dtype=np.uint16)
        np.fill_diagonal(costs, 0)
        np.minimum.at(costs, (at[source[own]], at[target[own]]), weight[own])
        for half, its_costs in halves:
            cells = np.ix_(at[half], at[half])
            costs[cells] = np.minimum(costs[cells], its_costs)
        through = np.empty_like(costs)
        for hub in range(hubs):  # Floyd and Warshall
            np.add(costs[:, hub, None], costs[hub], out=through)
            np.minimum(costs, through, out=costs)
            yield
        found.append(_Joined(around, costs[:hubs].copy(), costs[hubs:, :hubs].copy()))
        rest[part.number] = around, costs[hubs:, hubs:].copy()
    return found[::-1]


def _written(rooms: int, parts: Sequence[MapPart], joined: Sequence[_Joined]) -> Work[Labels]:
    """Write the labels, from the largest part to the smallest."""
    far, number = 255, np.empty(rooms, dtype=np.int64)
    shape = rooms, max(part.end for part in parts)
    columns: list[Any] = [np.full(shape, far, dtype=np.uint8) for _ in range(2)]
    for part, (around, forth, back) in zip(parts, joined, strict=True):
        hubs, own = part.hubs, slice(part.offset, part.end)
        number[hubs] = part.number
        within, forth = forth[:, : len(hubs)], forth[:, len(hubs) :]
        for at, (inside, outside) in enumerate(((within, forth), (within.T, back.T))):
            there = columns[at][around, : part.offset].astype(np.uint16)
            there[there == far] = _FAR
            beyond = yield from _product(outside, there)
            for costs, places in ((beyond, slice(part.offset)), (inside, own)):
                if far < _FAR and int(costs.max(where=costs < _FAR, initial=0)) >= far:
                    columns = [_widened(column, far) for column in columns]
                    far = _FAR
                columns[at][hubs, places] = np.minimum(costs, far)
    ends = {part.number: part.end for part in parts}
    to, back = columns
    return Labels(to, back, far, number.tolist(), ends)


def _product(one: Any, other: Any) -> Work[Any]:
    """Return the least sums of a cost in a row of `one` and the cost below in `other`."""
    found = np.full((len(one), other.shape[1]), _FAR, dtype=np.uint16)
    through = np.empty_like(found)
    for number, costs in enumerate(other):
        np.add(one[:, number, None], costs, out=through)
        np.minimum(found, through, out=found)
        yield
    return found


def _widened(column: Any, far: int) -> Any:
    wide = column.astype(np.uint16)
    wide[column == far] = _FAR
    return wide
