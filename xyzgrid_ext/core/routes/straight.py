"""The shortest path between two rooms of an open map, found by looking at a few hundred rooms.

    @--#--#  #     a room beyond which no way can be short enough is not entered: what is left
       |     |     costs at least the map's pace for each step of distance, or the way into a
       #--#--T     portal and what is left behind it. So no portal is missed, and the way is exact

Two searches start from the two ends and take turns. Each enters the room that looks nearest (A*)
and stays within a limit. When either has no room left below the limit, there is no path within that
limit, and the limit of both rises. In a maze they would look at too many rooms: they give up, and
`search` takes over.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes.limits import Limits
from xyzgrid_ext.core.routes.model import Gate
from xyzgrid_ext.core.routes.world import World

MOST_ROOMS = 800
"""How many rooms to enter before giving up, in addition to four per step of distance."""
_TINY = 1e-9  # of the pace: sums of weights differ by rounding


@dataclass(frozen=True)
class StraightRoute:
    """The rooms of the world on a shortest path; None if there is no path."""

    chain: list[int] | None


def straight(
    world: World,
    key: str,
    ends: tuple[int, int],
    gate: Gate,
    inside: Bools | None = None,
) -> StraightRoute | None:
    """Find the shortest path between two rooms of the world on one map; None if it gives up.

    Args:
        world: the world.
        key: the map.
        ends: the start and the goal, as rooms of the world.
        gate: whether a portal may be used.
        inside: (rows,) bool, rooms that may be entered; None for all.

    """
    limits = Limits.of(world, key, ends, gate)
    if limits is None or limits.outside < limits.least:
        return None
    slack, tiny = 4 * limits.pace, _TINY * limits.pace
    rooms = MOST_ROOMS + int(4 * limits.least / limits.pace)
    while True:
        most = min(limits.least + slack, limits.outside)
        reader = _ExitReader(world, key, gate, inside)
        forth = _Side(reader, False, limits.towards(most), {ends[0]: 0.0})
        back = _Side(reader, True, limits.away(most), {ends[1]: 0.0})
        found = _race(forth, back, limits.least + tiny, most + 2 * tiny, tiny, rooms)
        if found is not None and (found.chain or limits.outside == np.inf):
            return found
        rooms -= forth.entered + back.entered
        if found is not None or most >= limits.outside or rooms <= 0:
            return None
        slack *= 4


class _ExitReader:
    """Reads the exits and entrances of one room at a time."""

    def __init__(self, world: World, key: str, gate: Gate, inside: Bools | None) -> None:
        self._world, self._columns, self._gate = world, world.columns, gate
        self._begin, self._end = world.span(key)
        self._inside = None if inside is None else inside.data

    def ways(self, number: int, back: bool) -> list[tuple[int, float]]:
        """Return the neighbours of a room, and the costs of going there or of coming from there."""
        world, columns = self._world, self._columns
        table = columns.back if back else columns.forth
        weights = columns.back_weight if back else columns.forth_weight
        found = list(zip(table[number].tolist(), weights[number].tolist(), strict=True))
        if (columns.ends if back else columns.begins)[number]:
            found += [
                (there, weight)
                for there, weight, portal in (world.edges_to if back else world.edges_from)(number)
                if self._begin <= there < self._end and self._gate(portal)
            ]
        if self._inside is not None:
            return [way for way in found if self._inside[way[0]]]
        return found


@dataclass
class _Side:
    """One of the two searches; `cost` initially holds the rooms where it starts."""

    reader: _ExitReader
    back: bool
    least: Callable[[int], float]
    cost: dict[int, float]
    before: dict[int, int] = field(default_factory=dict)
    entered: int = 0
    best: float = np.inf
    """The cost of the best path found so far, whatever the limit."""
    met: int = -1
    _open: list[tuple[float, float, int]] = field(default_factory=list)
    _later: list[tuple[float, float, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._later += [
            (cost + self.least(number), cost, number) for number, cost in self.cost.items()
        ]
        heapq.heapify(self._later)

    def next_limit(self) -> float:
        """Return the next limit that admits new rooms; inf if there are none."""
        while self._later and self._later[0][1] > self.cost[self._later[0][2]]:
            heapq.heappop(self._later)
        return self._later[0][0] if self._later else np.inf

    def admit(self, limit: float) -> None:
        """Admit the rooms up to a higher limit."""
        while self._later and self._later[0][0] <= limit:
            total, cost, number = heapq.heappop(self._later)
            heapq.heappush(self._open, (total - cost, cost, number))

    def step(self, limit: float, other: dict[int, float]) -> bool:
        """Enter the room that looks nearest; return False if none is left.

        `other` holds the costs of the rooms that the other search has reached.
        """
        known, least = self.cost, self.least
        while self._open:
            _, cost, number = heapq.heappop(self._open)
            if cost <= known[number]:
                break
        else:
            return False
        self.entered += 1
        for there, weight in self.reader.ways(number, self.back):
            total = cost + weight
            if there in known and total >= known[there]:
                continue
            known[there] = total
            self.before[there] = number
            if there in other and total + other[there] < self.best:
                self.best, self.met = total + other[there], there
            rest = least(there)
            if total + rest <= limit:
                heapq.heappush(self._open, (rest, total, there))
            else:
                heapq.heappush(self._later, (total + rest, total, there))
        return True

    def chain(self, number: int) -> list[int]:
        """Return the rooms from one room back to where this search began."""
        found = [number]
        while (there := self.before.get(found[-1])) is not None:
            found.append(there)
        return found


def _race(
    forth: _Side, back: _Side, limit: float, most: float, tiny: float, rooms: int
) -> StraightRoute | None:
    """Race both searches; return their answer if it costs at most `most` and is found in time.

    `limit` is the least that a path can cost.
    """
    forth.admit(limit)
    back.admit(limit)
    while forth.entered + back.entered < rooms:
        for side, other in ((forth, back), (back, forth)):
            while min(forth.best, back.best) > limit and not side.step(limit, other.cost):
                # no path costs less than the nearest room beyond the limit
                limit = side.next_limit() + tiny
                if limit == np.inf:
                    return StraightRoute(None)
                if limit > most:
                    return None
                forth.admit(limit)
                back.admit(limit)
        if (best := min(forth, back, key=lambda side: side.best)).best <= limit:
            return StraightRoute(forth.chain(best.met)[::-1] + back.chain(best.met)[1:])
    return None
