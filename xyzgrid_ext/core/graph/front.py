"""A search outwards from some rooms that settles a whole ring at a time with array operations.

    3 2 1 2       a ring holds the rooms whose cost lies between two multiples of the lightest
    2 1 @ 1       weight, so that no room of a ring lies behind another of the same ring, and
    3 2 1 2       what a ring says of its rooms is final (Dial's buckets; Denardo and Fox 1979)

With one weight everywhere the rings are those of a breadth-first search.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from xyzgrid_ext.core.graph.columns import IN, OUT, Scratch
from xyzgrid_ext.core.graph.model import Portal
from xyzgrid_ext.core.graph.world import World
from xyzgrid_ext.core.grid.model import Bools, Ints


@dataclass
class Front:
    """The rings of one search; `ring` settles the next one.

    Attributes:
        world, scratch: the world to search, and columns that no other search uses at that time.
        gate: whether a portal may be used.
        back: whether to follow the links backwards.
        inside: (rows,) bool, the rooms that may be entered; None for all.
        steps: count exits instead of adding weights.
        settled: the rooms of each ring so far.

    """

    world: World
    scratch: Scratch
    gate: Callable[[Portal], bool]
    back: bool = False
    inside: Bools | None = None
    steps: bool = False
    settled: list[Ints] = field(default_factory=list)
    _rings: dict[int, list[tuple[Ints, Ints, Any]]] = field(default_factory=dict)
    _order: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        columns = self.world.columns
        self._table = columns.back if self.back else columns.forth
        weights = columns.back_weight if self.back else columns.forth_weight
        self._weights = None if columns.uniform or self.steps else weights
        self._flag = IN if self.back else OUT
        self._edges = self.world.edges_to if self.back else self.world.edges_from
        self._width = 1.0 if self.steps else min(columns.lightest, columns.heaviest) or 1.0

    def start(self, numbers: Iterable[int], costs: Iterable[float] = ()) -> None:
        """Start the search at the given rooms of the world; `costs` is what it takes to get there.

        Where all weights are equal, costs are rounded to whole rings.
        """
        rooms = np.fromiter(numbers, dtype=np.int32)
        total = np.fromiter(costs, dtype=self.scratch.cost.dtype)
        if not len(total):
            self._push(0, rooms, rooms, np.zeros(len(rooms), dtype=self.scratch.cost.dtype))
        else:
            self._sort_in(rooms, rooms, total, np.inf)

    @property
    def floor(self) -> float:
        """The least cost that an unsettled room can have; inf at the end."""
        return self._order[0] * self._width if self._order else np.inf

    @property
    def waiting(self) -> int:
        """The largest number of rooms that the next ring can have."""
        ring = self._rings[self._order[0]] if self._order else ()
        return sum(len(rooms) for rooms, _, _ in ring)

    def ring(self, other: Front | None = None, best: float = np.inf) -> Meeting | None:
        """Settle the next ring.

        Args:
            other: the search from the other end.
            best: the highest useful cost of a path through both; rooms beyond it are skipped.

        Returns:
            the best link into a room that the other search has settled, if the path costs less than
            `best`.

        """
        number = heapq.heappop(self._order)
        rooms = self._settle(number)
        self.settled.append(rooms)
        found = self._portals(number, rooms, other, best)
        best = best if found is None else found.cost
        near = self._table.take(rooms, axis=0).ravel()
        cost = self.scratch.cost
        fresh = cost.take(near) == np.inf
        if self.inside is not None:
            fresh &= self.inside.take(near)
        fresh = np.flatnonzero(fresh)
        near = near.take(fresh)
        width = self._table.shape[1]
        before = rooms.take(fresh // width)
        total: Any = (number + 1) * self._width
        if self._weights is not None:
            total = cost.take(before) + self._weights.take(rooms, axis=0).ravel().take(fresh)
        if other is not None and len(near):
            beyond = other.scratch.cost.take(near) + total
            at = int(beyond.argmin())
            if beyond[at] < best:
                best = float(beyond[at])
                found = Meeting(best, int(before[at]), int(near[at]))
        if self._weights is None:
            self._push(number + 1, near, before, total)
        else:
            # a room that the other search has not settled costs that search at least its floor
            self._sort_in(near, before, total, best - (0.0 if other is None else other.floor))
        return found

    def reset(self) -> None:
        """Reset the columns to the state in which they were lent."""
        for rooms in self.settled:
            self.scratch.cost[rooms] = np.inf

    def chain(self, number: int) -> list[int]:
        """Return the rooms from a settled room back to the one where the search began."""
        before = self.scratch.before
        found = [number]
        while (there := int(before[number])) != number:
            number = there
            found.append(number)
        return found

    def _settle(self, number: int) -> Ints:
        """Settle the rooms of a ring, each once, and record their costs."""
        parts = self._rings.pop(number)
        rooms, before, total = parts[0]
        if self._weights is None:
            total = number * self._width
        if len(parts) > 1:
            rooms = np.concatenate([part[0] for part in parts])
            before = np.concatenate([part[1] for part in parts])
            if self._weights is not None:
                total = np.concatenate([part[2] for part in parts])
        cost, behind = self.scratch.cost, self.scratch.before
        fresh = np.flatnonzero(cost.take(rooms) == np.inf)
        if len(fresh) < len(rooms):
            rooms, before = rooms.take(fresh), before.take(fresh)
            total = total.take(fresh) if self._weights is not None else total
        if self._weights is not None and len(total) and total.min() < total.max():
            # where several values are written to one place the last one stays: the least
            order = np.argsort(-total, kind="stable")
            rooms, before, total = rooms.take(order), before.take(order), total.take(order)
        cost[rooms] = total
        behind[rooms] = before
        return rooms.compress(behind.take(rooms) == before)

    def _sort_in(self, rooms: Ints, before: Ints, total: Any, most: float) -> None:
        """Put rooms into the buckets of their costs, unless they cost more than `most`."""
        if most < np.inf:
            keep = np.flatnonzero(total <= most)
            rooms, before, total = rooms.take(keep), before.take(keep), total.take(keep)
        if not len(rooms):
            return
        # 32 bits hold only whole numbers below 2**24, and these divide exactly enough
        ring = np.floor(total / self._width).astype(np.int64)
        low, high = int(ring.min()), int(ring.max())
        if low == high:
            self._push(low, rooms, before, total)
            return
        ring -= low
        # radix sort takes 16 bits
        order = np.argsort(ring.astype(np.int16) if high - low < 1 << 15 else ring, kind="stable")
        ring = ring.take(order)
        cuts = [0, *(np.flatnonzero(ring[1:] != ring[:-1]) + 1).tolist(), len(ring)]
        rooms, before, total = rooms.take(order), before.take(order), total.take(order)
        for begin, end in pairwise(cuts):
            part = slice(begin, end)
            self._push(low + int(ring[begin]), rooms[part], before[part], total[part])

    def _push(self, ring: int, rooms: Ints, before: Ints, total: Any) -> None:
        if not len(rooms):
            return
        if ring not in self._rings:
            self._rings[ring] = []
            heapq.heappush(self._order, ring)
        self._rings[ring].append((rooms, before, total))

    def _portals(self, ring: int, rooms: Ints, other: Front | None, best: float) -> Meeting | None:
        """Follow the portals of a ring one by one, since they are few."""
        cost, found = self.scratch.cost, None
        ends: list[tuple[int, int, float]] = []
        for number in rooms.compress(self.world.columns.flags.take(rooms) & self._flag).tolist():
            for there, weight, portal in self._edges(number):
                if cost[there] < np.inf or not self.gate(portal):
                    continue
                if self.inside is not None and not self.inside[there]:
                    continue
                total = float(cost[number]) + weight
                ends.append((there, number, total))
                if other is not None and (way := total + float(other.scratch.cost[there])) < best:
                    best, found = way, Meeting(way, number, there)
        if not ends:
            return None
        rooms, before = (
            np.array(column, dtype=np.int32) for column in list(zip(*ends, strict=True))[:2]
        )
        if self._weights is None:
            self._push(ring + 1, rooms, before, None)
        else:
            self._sort_in(rooms, before, np.array([end[2] for end in ends], cost.dtype), np.inf)
        return found


@dataclass(frozen=True, slots=True)
class Meeting:
    """The place where two searches meet: `near` was settled by one, `far` by the other."""

    cost: float
    near: int
    far: int
