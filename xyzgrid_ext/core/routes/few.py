"""The shortest path in a world of few rooms, where columns would cost more than they save."""

from __future__ import annotations

import heapq
from math import inf

from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes.model import Gate, Portal
from xyzgrid_ext.core.routes.world import World

MOST_ROWS = 2_125
"""In worlds of at most this many rows this search is the faster one: 2,000 rooms and spare rows."""
_TINY = 1e-9  # sums of weights differ by rounding
_Ways = list[tuple[int, float, Portal | None]]


class Neighbours:
    """The exits and entrances of the rooms in one version of a world."""

    def __init__(self, world: World) -> None:
        self._world, self._version = world, -1
        self._kept: tuple[dict[int, _Ways], dict[int, _Ways]] = ({}, {})

    def between(
        self, ends: tuple[int, int], gate: Gate, inside: Bools | None = None
    ) -> list[int] | None:
        """Find the rooms on a shortest path between two rooms; None if there is no path."""
        if self._version != self._world.version:
            self._version, self._kept = self._world.version, ({}, {})
        cost: tuple[dict[int, float], ...] = ({ends[0]: 0.0}, {ends[1]: 0.0})
        before: tuple[dict[int, int], ...] = ({}, {})
        waiting = ([(0.0, ends[0])], [(0.0, ends[1])])
        best, met = inf, -1
        while waiting[0] and waiting[1]:
            if waiting[0][0][0] + waiting[1][0][0] >= best - _TINY:
                break
            side = 0 if len(waiting[0]) <= len(waiting[1]) else 1
            own, other, heap = cost[side], cost[1 - side], waiting[side]
            here, number = heapq.heappop(heap)
            if here > own[number]:
                continue
            kept = self._kept[side]
            ways = kept[number] if number in kept else self._read(number, side)
            for there, weight, portal in ways:
                total = here + weight
                if total >= own.get(there, inf):
                    continue
                if portal is not None and not gate(portal):
                    continue
                if inside is not None and not inside[there]:
                    continue
                own[there], before[side][there] = total, number
                heapq.heappush(heap, (total, there))
                if (whole := total + other.get(there, inf)) < best:
                    best, met = whole, there
        if met < 0:
            return None
        return _chain(before[0], met)[::-1] + _chain(before[1], met)[1:]

    def _read(self, number: int, side: int) -> _Ways:
        """Return the neighbours of a room, and the costs of going there or of coming from there."""
        world, columns = self._world, self._world.columns
        table = columns.back if side else columns.forth
        weights = columns.back_weight if side else columns.forth_weight
        ways: _Ways = [
            (there, float(weight), None)
            for there, weight in zip(table[number].tolist(), weights[number].tolist(), strict=True)
            if there != number
        ]
        ways += (world.edges_to if side else world.edges_from)(number)
        self._kept[side][number] = ways
        return ways


def _chain(before: dict[int, int], number: int) -> list[int]:
    found = [number]
    while number in before:
        number = before[number]
        found.append(number)
    return found
