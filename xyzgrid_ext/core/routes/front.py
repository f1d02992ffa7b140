"""The shortest path between two rooms, found with arrays, a ring of rooms at a time.

    3 2 1 2       a ring holds the rooms whose cost lies between two multiples of the lightest
    2 1 @ 1       weight, so that no room of a ring lies behind another of the same ring, and
    3 2 1 2       what a ring says of its rooms is final (Dial 1969; Denardo and Fox 1979)

With one weight everywhere the rings are those of a breadth-first search. Only costs are kept: the
path to a room is read from them afterwards. `search` tells how two searches meet. Among equally
short paths, the one through the room of the lowest number where two searches meet is taken, and
from there the room of the lowest number before another.

A ring takes some 30 microseconds however few rooms it has, so where rings are narrow, as in a maze,
`search` takes over.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.grid.model import Bools, Floats, Ints
from xyzgrid_ext.core.routes import search
from xyzgrid_ext.core.routes.model import Portal
from xyzgrid_ext.core.routes.search import Reader
from xyzgrid_ext.core.routes.world import World

_TINY = 1e-9  # sums of weights differ by rounding
_RINGS, _NARROW = 256, 10  # after so many rings, fewer rooms in each on average are better searched


def find_path(
    reader: Reader,
    ends: tuple[int, int],
    gate: Callable[[Portal], bool],
    inside: Bools | None = None,
) -> list[int] | None:
    """Return the numbers of the rooms on a shortest path, from start to goal in `ends`, or None.

    `gate` says whether a portal may be used, `inside`, (rows,) bool by number, which rooms.
    """
    world = reader.world
    forth, back = Front(world, gate, inside=inside), Front(world, gate, back=True, inside=inside)
    forth.start([ends[0]])
    back.start([ends[1]])
    meeting, lightest = _NO_MEETING, world.columns.lightest
    while forth.floor + lightest + back.floor < meeting.cost - _TINY * min(meeting.cost, 1):
        side, other = (forth, back) if forth.next_size <= back.next_size else (back, forth)
        meeting = side.settle_ring(other, meeting)
        rings = len(forth.settled) + len(back.settled)
        if rings % _RINGS == 0 and sum(map(len, forth.settled + back.settled)) < _NARROW * rings:
            return search.find_path(reader, ends, gate, inside)
    if meeting.room < 0:
        return None
    return forth.path_to(meeting.room)[::-1] + back.path_to(meeting.room)[1:]


class Meeting(NamedTuple):
    """A room that searches from both ends reached, or -1, and what the path through it costs."""

    cost: float
    room: int


_NO_MEETING = Meeting(np.inf, -1)


@dataclass
class Front:
    """A search outwards from some rooms; each `settle_ring` settles the nearest of the others.

    The rooms of a ring differ in cost by less than the lightest link: none lies behind another.

    Attributes:
        gate: called with a Portal, whether it may be used.
        back: whether to follow the links backwards.
        inside: (rows,) bool: by number in the world, the rooms that may be entered; None: all.
        steps: whether each link costs 1, whatever its weight.
        settled: for each ring so far the numbers of its rooms, whose costs are now final.
        cost: (rows,) what it costs to get to each room, inf if it has not been reached.
    """

    world: World
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
        # half the width is faster
        kind = np.dtype(np.float32 if columns.whole else np.float64)
        self.cost: Floats = np.full(columns.rows, np.inf, kind)
        if self.back:
            self._links, self._weights = columns.back, columns.back_weight
            self._has_portal, self._edges = columns.ends, world.edges_to
        else:
            self._links, self._weights = columns.forth, columns.forth_weight
            self._has_portal, self._edges = columns.begins, world.edges_from
        self._is_even = columns.has_equal_weights or self.steps
        self._width = 1.0 if self.steps else float(columns.ring_width)

    def start(self, numbers: Iterable[int], costs: Iterable[float] = ()) -> None:
        """Start the search at the rooms with these numbers; `costs` is what it takes to get there.

        If all weights are equal, costs are rounded to whole rings.
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
        """The least cost of all rooms that are not settled yet; inf if the search is at its end."""
        return self._order[0] * self._width if self._order else np.inf

    @property
    def next_size(self) -> int:
        """The largest number of rooms that the next ring can have."""
        return sum(map(len, self._rings[self._order[0]])) if self._order else 0

    def settle_ring(self, other: Front | None = None, meeting: Meeting = _NO_MEETING) -> Meeting:
        """Settle the rooms of the next ring, of nearly equal cost; return the best meeting known.

        Args:
            other: the search from the other end.
            meeting: the best one so far; rooms through which paths cost more are left out.
        """
        number = heapq.heappop(self._order)
        rooms = self._settle(number)
        self.settled.append(rooms)
        with_portals = rooms.compress(self._has_portal.take(rooms))
        meeting = self._portals(number, with_portals, other, meeting)
        near = self._links.take(rooms, axis=0).ravel()
        cost, total = self.cost, self._onward(number, rooms)
        is_better = cost.take(near) > total
        if self.inside is not None:
            is_better &= self.inside.take(near)
        (better,) = is_better.nonzero()
        near = near.take(better)
        if not len(near):
            return meeting
        total = total if self._is_even else total.take(better)
        most = 0.0
        if other is not None:
            whole = other.cost.take(near) + total
            if (least := float(whole.min())) <= meeting.cost:
                (at_least,) = (whole == least).nonzero()
                meeting = _better(meeting, least, near.take(at_least).tolist())
                # noted in any case, since the way there is read from its cost
                most = 0.0 if self._is_even else float(total.take(at_least).max())
        if self._is_even:
            cost[near] = total
            self._push(number + 1, near)
            return meeting
        # a room that the other search has not settled costs that search at least its floor
        self._reach(near, total, np.inf if other is None else max(meeting.cost - other.floor, most))
        return meeting

    def path_to(self, number: int) -> list[int]:
        """Return the numbers of the rooms on a cheapest path, from `number` back to the start."""
        path = [number]
        while not self._is_start(path[-1]):
            path += self._before(path[-1])
        return path

    def _is_start(self, number: int) -> bool:
        return float(self.cost[number]) == self._starts.get(number)

    def _before(self, number: int) -> list[int]:
        """Return the room of lower cost before another on a shortest route to it.

        If the rooms before it cost the same, return the way to one of them that is a start, or that
        has such a room before it: a sum of floating-point numbers does not hold a weight that is
        10^16 times smaller.
        """
        cost_here, onward = float(self.cost[number]), {number: number}
        most = cost_here * (1 + _TINY)
        for room in (queue := [number]):
            ways = [(float(self.cost[near]), near, weight) for near, weight in self._ways_to(room)]
            ways = [way for way in ways if way[0] + way[2] <= most]
            if lower := [(cost + weight, near) for cost, near, weight in ways if cost < cost_here]:
                way = [min(lower)[1], room]
                break
            if self._is_start(room):
                way = [room]
                break
            for cost, near, _weight in ways:
                if near not in onward and cost == cost_here:
                    onward[near] = room
                    queue.append(near)
        else:
            raise AssertionError(f"no way leads to room {number}")
        while way[-1] != number:
            way.append(onward[way[-1]])
        return way[-2::-1]

    def _ways_to(self, number: int) -> Iterator[tuple[int, float]]:
        """Yield the rooms from which this search can get to another, and the weights."""
        world = self.world
        yield from zip(*world.columns.neighbours(number, back=not self.back), strict=True)
        edges = world.edges_from if self.back else world.edges_to
        for before, weight, portal in edges.get(number, ()):
            if self.gate(portal):
                yield before, weight

    def _settle(self, number: int) -> Ints:
        """Take the rooms of a ring, each once, without those that were settled since."""
        parts = self._rings.pop(number)
        rooms = parts[0] if len(parts) == 1 else np.concatenate(parts)
        rooms = rooms.compress(self._ring_of(self.cost.take(rooms)) == number)
        rooms.sort()  # neighbours in memory are read in less time
        return rooms.compress(_first(rooms))

    def _onward(self, number: int, rooms: Ints) -> Any:
        """Return what it costs to get through each place of a ring's rooms, one number if alike."""
        if self._is_even:
            return (number + 1) * self._width
        weights = self._weights.take(rooms, axis=0)
        if self._is_whole:
            return (weights + self.cost.dtype.type(number)).ravel()
        return (self.cost.take(rooms)[:, None] + weights).ravel()

    def _ring_of(self, total: Floats) -> Any:
        if self._is_even:
            return np.rint(total / self._width).astype(np.int64)
        if self._is_whole:
            return total
        # 32 bits hold only whole numbers, which divide exactly
        kind = np.int32 if total.itemsize == 4 else np.int64
        return (total if self._width == 1 else total / self._width).astype(kind)

    def _reach(self, rooms: Ints, total: Floats, most: float = np.inf) -> None:
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
        for number, begin, end in zip(ring.take(first).tolist(), first.tolist(), ends, strict=True):
            self._push(low + number, rooms[begin:end])

    def _push(self, ring: int, rooms: Ints) -> None:
        if ring in self._rings:
            self._rings[ring].append(rooms)
            return
        self._rings[ring] = [rooms]
        heapq.heappush(self._order, ring)

    def _portals(self, ring: int, rooms: Ints, other: Front | None, meeting: Meeting) -> Meeting:
        """Follow the portals of some rooms of a ring one by one, since they are few."""
        cost, reached = self.cost, dict[int, float]()
        for number in rooms.tolist():
            for beyond, weight, portal in self._edges.get(number, ()):
                total = (ring + 1) * self._width if self._is_even else float(cost[number]) + weight
                if total >= reached.get(beyond, cost[beyond]) or not self.gate(portal):
                    continue
                if self.inside is not None and not self.inside[beyond]:
                    continue
                if (
                    other is not None
                    and (whole := total + float(other.cost[beyond])) <= meeting.cost
                ):
                    meeting = _better(meeting, whole, [beyond])
                reached[beyond] = total
        if reached:
            near = np.fromiter(reached, np.int32)
            self._reach(near, np.fromiter(reached.values(), cost.dtype))
        return meeting


def _better(meeting: Meeting, cost: float, rooms: Iterable[int]) -> Meeting:
    """Return the lowest room for a meeting that costs no more than the best so far."""
    if cost >= np.inf:
        return meeting
    return Meeting(cost, min([*rooms, meeting.room] if cost == meeting.cost else rooms))


def _first(values: Ints) -> Bools:
    """Return (n,): whether each of n sorted values is the first of its kind; n is not 0."""
    is_first = np.empty(len(values), dtype=bool)
    is_first[:1] = True
    np.not_equal(values[1:], values[:-1], out=is_first[1:])
    return is_first
