"""A search outwards from some rooms that settles a whole ring at a time with array operations.

    3 2 1 2       a ring holds the rooms whose cost lies between two multiples of the lightest
    2 1 @ 1       weight, so that no room of a ring lies behind another of the same ring, and
    3 2 1 2       what a ring says of its rooms is final (Dial's buckets; Denardo and Fox 1979)

With one weight everywhere the rings are those of a breadth-first search. Only costs are kept: the
way to a room is read from them afterwards.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.grid.model import Bools, Floats, Ints
from xyzgrid_ext.core.routes.model import Portal
from xyzgrid_ext.core.routes.world import World

_MANY = 16  # if more than one of so many rooms was reached, all costs are reset in one go
_TINY = 1e-9  # sums of weights differ by rounding


class Meeting(NamedTuple):
    """A room that both searches have reached, and the cost of the path through it."""

    cost: float
    room: int


@dataclass
class Front:
    """The rings of one search; `ring` settles the next one.

    Attributes:
        world: the world to search.
        cost: (rows,) what it costs to get to each room, inf before the search; see `World.scratch`.
        gate: whether a portal may be used.
        back: whether to follow the links backwards.
        inside: (rows,) bool, the rooms that may be entered; None for all.
        steps: count exits instead of adding weights.
        settled: the rooms of each ring so far.

    """

    world: World
    cost: Floats
    gate: Callable[[Portal], bool]
    back: bool = False
    inside: Bools | None = None
    steps: bool = False
    settled: list[Ints] = field(default_factory=list)
    _rings: dict[int, list[Ints]] = field(default_factory=dict)
    _order: list[int] = field(default_factory=list)
    _starts: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        world, columns = self.world, self.world.columns
        tables = [(columns.forth, columns.forth_weight), (columns.back, columns.back_weight)]
        rows = [columns.forth_rows, columns.back_rows]
        edges = [world.edges_from, world.edges_to]
        self._rows = rows[self.back]
        self._behind, self._behind_weights = tables[not self.back]
        self._edges, self._edges_behind = edges[self.back], edges[not self.back]
        self._is_even = columns.uniform or self.steps
        self._width = 1.0 if self.steps else min(columns.lightest, columns.heaviest) or 1.0

    def start(self, numbers: Iterable[int], costs: Iterable[float] = ()) -> None:
        """Start the search at the given rooms of the world; `costs` is what it takes to get there.

        Where all weights are equal, costs are rounded to whole rings.
        """
        rooms = np.fromiter(numbers, dtype=np.int32)
        total = np.fromiter(costs, dtype=self.cost.dtype)
        if not len(total):
            total = np.zeros(len(rooms), dtype=self.cost.dtype)
        elif self._is_even:
            total = self._ring_of(total).astype(total.dtype) * self._width
        # then all rooms of a ring cost the same
        whole = self.world.columns.whole and self._width == 1
        self._is_whole = whole and bool((total == np.floor(total)).all())
        self._starts = dict(zip(rooms.tolist(), total.tolist(), strict=True))
        self._reach(rooms, total)

    @property
    def floor(self) -> float:
        """The least cost that an unsettled room can have; inf at the end."""
        return self._order[0] * self._width if self._order else np.inf

    @property
    def waiting(self) -> int:
        """The largest number of rooms that the next ring can have."""
        return sum(map(len, self._rings[self._order[0]])) if self._order else 0

    def ring(self, other: Front | None = None, best: float = np.inf) -> Meeting | None:
        """Settle the next ring.

        Args:
            other: the search from the other end.
            best: the highest useful cost of a path through both; rooms beyond it are skipped.

        Returns:
            the best room that the other search has reached as well, if the path through it costs
            less than `best`.

        """
        number = heapq.heappop(self._order)
        rooms = self._settle(number)
        self.settled.append(rooms)
        rows = self._rows.take(rooms)
        found = self._portals(number, rooms.compress(rows["portal"]), other, best)
        best = best if found is None else found.cost
        near = rows["room"].ravel()
        cost, total = self.cost, self._onward(number, rooms, rows["weight"])
        better: Any = cost.take(near) > total
        if self.inside is not None:
            better &= self.inside.take(near)
        (better,) = better.nonzero()
        near = near.take(better)
        if not len(near):
            return found
        total = total if self._is_even else total.take(better)
        if other is not None:
            whole = other.cost.take(near) + total
            at = int(whole.argmin())
            if whole[at] < best:
                best = float(whole[at])
                found = Meeting(best, int(near[at]))
        if self._is_even:
            cost[near] = total
            self._push(number + 1, near)
            return found
        if other is not None:
            # a room that the other search has not settled costs that search at least its floor;
            # the room where they meet is noted, since the way there is read from its cost
            best = max(best - other.floor, float(total[at]))
        self._reach(near, total, best)
        return found

    def reset(self) -> None:
        """Reset the column of costs to the state in which it was lent."""
        if _MANY * sum(map(len, self.settled)) > len(self.cost):
            self.cost.fill(np.inf)
            return
        for rooms in itertools.chain(self.settled, *self._rings.values()):
            self.cost[rooms] = np.inf

    def chain(self, number: int) -> list[int]:
        """Return the rooms from a room that was reached back to the one where the search began."""
        found = [number]
        while True:
            if (before := self._before(found[-1])) is not None:
                found.append(before)
            elif self._is_start(found[-1]):
                return found
            else:
                found += self._level(found[-1])

    def _is_start(self, number: int) -> bool:
        return float(self.cost[number]) == self._starts.get(number)

    def _before(self, number: int) -> int | None:
        """Return the first listed room of lower cost before another on a shortest way to it.

        Return None at a start, and if the rooms before it cost the same; see `_level`.
        """
        here, found = float(self.cost[number]), None
        best = here * (1 + _TINY)
        if here == self._starts.get(number):
            return None
        for there, weight, portal in self._ways_to(number):
            before = float(self.cost[there])
            total = before + (self._width if self._is_even else weight)
            if before < here and total < best and (portal is None or self.gate(portal)):
                best, found = total, there
        return found

    def _level(self, number: int) -> list[int]:
        """Return the way from a room back to one that is a start, or has one of lower cost before.

        All of them cost the same: a sum of floating-point numbers does not hold a weight that is
        10^16 times smaller.
        """
        here = float(self.cost[number])
        most, onward = here * (1 + _TINY), {number: number}
        for room in (queue := [number]):
            for there, weight, portal in self._ways_to(room):
                if there in onward or self.cost[there] != here or here + weight > most:
                    continue
                if portal is not None and not self.gate(portal):
                    continue
                onward[there] = room
                queue.append(there)
                if self._is_start(there) or self._before(there) is not None:
                    way = [there]
                    while onward[way[-1]] != number:
                        way.append(onward[way[-1]])
                    return way[::-1]
        raise AssertionError(f"no way leads to room {number}")

    def _ways_to(self, number: int) -> Iterator[tuple[int, float, Portal | None]]:
        """Return the rooms before another, with the weight and the portal of each."""
        rooms, weights = self._behind[number].tolist(), self._behind_weights[number].tolist()
        return itertools.chain(zip(rooms, weights, repeat(None)), self._edges_behind(number))

    def _settle(self, number: int) -> Ints:
        """Take the rooms of a ring, each once, without those that were settled since."""
        parts = self._rings.pop(number)
        rooms = parts[0] if len(parts) == 1 else np.concatenate(parts)
        rooms = rooms.compress(self._ring_of(self.cost.take(rooms)) == number)
        rooms.sort()  # neighbours in memory are read in less time
        return rooms.compress(_first(rooms))

    def _onward(self, number: int, rooms: Ints, weights: Any) -> Any:
        """Return what it costs to get through each place of a ring's rooms, one number if alike."""
        if self._is_even:
            return (number + 1) * self._width
        if self._is_whole:
            return (weights + self.cost.dtype.type(number)).ravel()
        return (self.cost.take(rooms)[:, None] + weights).ravel()

    def _ring_of(self, total: Floats) -> Any:
        """Return (n,): the rings to which costs belong."""
        if self._is_even:
            return np.rint(total / self._width).astype(np.int64)
        if self._is_whole:
            return total
        # 32 bits hold only whole numbers, which divide exactly
        kind = np.int32 if total.itemsize == 4 else np.int64
        return (total if self._width == 1 else total / self._width).astype(kind)

    def _reach(self, rooms: Ints, total: Any, most: float = np.inf) -> None:
        """Note what it costs to get to rooms, and put them into rings unless it is above `most`."""
        if most < np.inf:
            (keep,) = (total <= most).nonzero()
            rooms, total = rooms.take(keep), total.take(keep)
        if not len(rooms):
            return
        np.minimum.at(self.cost, rooms, total)
        ring = self._ring_of(total)
        low, high = int(ring.min()), int(ring.max())
        if low == high:
            self._push(low, rooms)
            return
        # what is small is sorted by radix, in a fraction of the time
        ring = (ring - low).astype(np.min_scalar_type(high - low))
        order = np.argsort(ring, kind="stable")
        ring, rooms = ring.take(order), rooms.take(order)
        first = _first(ring).nonzero()[0]
        ends = [*first[1:].tolist(), len(ring)]
        for one, begin, end in zip(ring.take(first).tolist(), first.tolist(), ends, strict=True):
            self._push(low + one, rooms[begin:end])

    def _push(self, ring: int, rooms: Ints) -> None:
        if ring in self._rings:
            self._rings[ring].append(rooms)
            return
        self._rings[ring] = [rooms]
        heapq.heappush(self._order, ring)

    def _portals(self, ring: int, rooms: Ints, other: Front | None, best: float) -> Meeting | None:
        """Follow the portals of some rooms of a ring one by one, since they are few."""
        cost, found = self.cost, None
        reached: dict[int, float] = {}
        for number in rooms.tolist():
            for there, weight, portal in self._edges(number):
                total = (ring + 1) * self._width if self._is_even else float(cost[number]) + weight
                if total >= reached.get(there, cost[there]) or not self.gate(portal):
                    continue
                if self.inside is not None and not self.inside[there]:
                    continue
                if other is not None and (way := total + float(other.cost[there])) < best:
                    best, found = way, Meeting(way, there)
                reached[there] = total
        if reached:
            rooms = np.fromiter(reached, np.int32)
            self._reach(rooms, np.fromiter(reached.values(), cost.dtype))
        return found


def _first(values: Ints) -> Bools:
    """Return (n,): whether each of n sorted values is the first of its kind; n is not 0."""
    found = np.empty(len(values), dtype=bool)
    found[:1] = True
    np.not_equal(values[1:], values[:-1], out=found[1:])
    return found
