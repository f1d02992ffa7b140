"""Lower bounds for the cost between two rooms of one map, portals included.

    @ . . . . T     without portals: the pace of the map for each step of distance
    O       O       with them: to a mouth, what the portal weighs, from its other end to the goal;
                    from portal to portal the same. Nothing can be shorter than the least of these

The distance alone would be wrong where a wormhole is shorter, so portals are counted too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from xyzgrid_ext.core.grid.model import Floats
from xyzgrid_ext.core.routes.jumps import Jumps
from xyzgrid_ext.core.routes.model import Gate
from xyzgrid_ext.core.routes.world import World

_TINY = 1e-9  # of the pace: sums of weights differ by rounding


@dataclass(frozen=True, eq=False)
class Limits:
    """Lower bounds of the costs around one pair of rooms.

    Attributes:
        least: the least that a path costs if it stays on the map.
        outside: the least that it costs if it leaves the map and comes back.
        pace: the map's pace, see `Table`.

    """

    least: float
    outside: float
    pace: float
    _coords: Any
    _base: int
    _ends: tuple[list[int], list[int]]
    _mouth: Any
    _exit: Any
    _to: Floats  # (j,) from the start to each mouth
    _from: Floats  # (j,) from each mouth, through it, to the goal
    _weight: Floats

    @classmethod
    def of(cls, world: World, key: str, ends: tuple[int, int], gate: Gate) -> Limits | None:
        """Return the limits for two rooms of one map; None if there are no useful ones."""
        jumps, pace = world.jumps(key), world.pace(key)
        if jumps is None or pace <= 0:
            return None
        base, coords = world.span(key)[0], world.grids[key].coords
        start, goal = (coords[number - base].astype(np.int64) for number in ends)
        may = [index for index, portal in enumerate(jumps.portals) if gate(portal)]
        mouth, exit_, weight = jumps.mouth[may], jumps.exit[may], jumps.weight[may]
        onward = jumps.onward[np.ix_(may, may)]
        to = _settled(pace * np.abs(mouth - start).sum(axis=1), onward)
        from_ = _settled(weight + pace * np.abs(exit_ - goal).sum(axis=1), onward.T)
        direct = pace * int(np.abs(start - goal).sum())
        least = min(direct, float((to + from_).min(initial=np.inf)))
        found = cls(
            least=least,
            outside=np.inf,
            pace=pace,
            _coords=coords.data,
            _base=base,
            _ends=(start.tolist(), goal.tolist()),
            _mouth=mouth,
            _exit=exit_,
            _to=to,
            _from=from_,
            _weight=weight,
        )
        object.__setattr__(found, "outside", found._outside(jumps))
        return found

    def towards(self, most: float) -> Callable[[int], float]:
        """Return a function that bounds the cost from a room to the goal, on paths up to `most`."""
        near = np.flatnonzero(self._to + self._from <= most + _TINY * self.pace)
        posts = zip(self._mouth[near].tolist(), self._from[near].tolist(), strict=True)
        return self._least_to(self._ends[1], posts)

    def away(self, most: float) -> Callable[[int], float]:
        """Return a function that bounds the cost from the start to a room on paths up to `most`."""
        near = np.flatnonzero(self._to + self._from <= most + _TINY * self.pace)
        behind = (self._to + self._weight)[near].tolist()
        return self._least_to(self._ends[0], zip(self._exit[near].tolist(), behind, strict=True))

    def _least_to(
        self, end: list[int], posts: Iterable[tuple[list[int], float]]
    ) -> Callable[[int], float]:
        coords, base, pace = self._coords, self._base, self.pace
        end_x, end_y, end_z = end
        rows = [(x, y, z, cost) for (x, y, z), cost in posts]

        def least(number: int) -> float:
            room = number - base
            x, y, z = coords[room, 0], coords[room, 1], coords[room, 2]
            found: float = pace * (abs(x - end_x) + abs(y - end_y) + abs(z - end_z))
            for mouth_x, mouth_y, mouth_z, cost in rows:
                way = pace * (abs(x - mouth_x) + abs(y - mouth_y) + abs(z - mouth_z)) + cost
                if way < found:
                    found = way
            return found

        return least

    def _outside(self, jumps: Jumps) -> float:
        if not len(jumps.leaving) or not len(jumps.entering):
            return np.inf
        start, goal = self._ends
        leaving, entering = jumps.leaving[:, :3], jumps.entering[:, :3]
        out = self._nearest(leaving, start, self._exit, self._to + self._weight)
        into = self._nearest(entering, goal, self._mouth, self._from)
        return float((out + jumps.leaving[:, 3]).min() + (into + jumps.entering[:, 3]).min())

    def _nearest(self, places: Floats, end: list[int], posts: Any, cost: Floats) -> Floats:
        """Return (p,): the least cost from each place to an end, directly or through a portal."""
        found: Floats = self.pace * np.abs(places - end).sum(axis=1)
        if len(cost):
            ways = self.pace * np.abs(places[:, None] - posts[None]).sum(axis=2) + cost
            found = np.minimum(found, ways.min(axis=1))
        return found


def _settled(cost: Floats, onward: Floats) -> Floats:
    """Lower the costs, going on from portal to portal, until nothing changes."""
    while len(cost):
        lower = np.minimum(cost, (cost[:, None] + onward).min(axis=0))
        if bool((lower == cost).all()):
            break
        cost = lower
    return cost
