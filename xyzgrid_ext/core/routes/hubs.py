"""The shortest path between two rooms of a map with labels, read without a search.

    @ → → → H → → → T     the hub of the least sum lies on a shortest way. From the start, the
                          first listed exit is taken behind which exactly the rest of the cost to
                          the hub is left; from the goal backwards, the first entrance

Labels know all exits as if they were open. Where this walker may not use an exit on the way, where
a way through another map or an exit opened in the game could be shorter, or where no way is known,
there is no answer, and the route has to be searched for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from xyzgrid_ext.core.grid import Grid, LinkFlag
from xyzgrid_ext.core.routes.downhill import MayEnter
from xyzgrid_ext.core.routes.labels import MOST_BYTES, MOST_ROOMS, Labels
from xyzgrid_ext.core.routes.model import Gate, Route, RouteStep
from xyzgrid_ext.core.routes.world import World

_MOST_DOORS = 32  # links out of a map and into it; with more, a search is as fast
_Side = tuple[Any, Any, Any, Any, Any]
"""Costs of (room, hub); where the links of each room begin; their other ends, weights, numbers."""


class LabelledMaps:
    """The maps of one world that have labels; a worker makes these, because it takes seconds.

    `most_bytes` limits all labels together. A map that changes loses its own.
    """

    def __init__(self, world: World, most_bytes: int = MOST_BYTES) -> None:
        self._world, self._most = world, most_bytes
        self._found: dict[str, tuple[Grid, Hubs | None]] = {}
        self._wanted: set[str] = set()

    def of(self, key: str) -> Hubs | None:
        """Return the labels of a map; None, and want them from now on, if it has none."""
        found = self._found.get(key)
        if found is not None and found[0] is self._world.grids[key]:
            return found[1]
        self._wanted.add(key)
        return None

    def wanted(self) -> tuple[str, Grid, int] | None:
        """Return a map that wants labels: its key, its Grid, and how many bytes they may take."""
        grids = self._world.grids
        self._found = {
            key: found for key, found in self._found.items() if grids.get(key) is found[0]
        }
        held = sum(hubs.labels.nbytes for _, hubs in self._found.values() if hubs is not None)
        for key in sorted(self._wanted):
            grid = grids.get(key)
            # parts of an endless land come and go too often
            if grid is None or grid.tiles is not None or key in self._found:
                self._wanted.discard(key)
            elif grid.rooms > MOST_ROOMS:
                self.put(key, grid, None)
            else:
                return key, grid, self._most - held
        return None

    def put(self, key: str, grid: Grid, labels: Labels | None) -> None:
        """Give a map its labels, or None if it cannot have any."""
        self._found[key] = grid, None if labels is None else Hubs(key, grid, labels)


class Hubs:
    """The labels and links of one map of a world."""

    def __init__(self, key: str, grid: Grid, labels: Labels) -> None:
        self.grid, self.labels = grid, labels
        self._key, self._version = key, -1
        self._doors: tuple[list[tuple[int, int]], ...] = ([], [])
        may = (grid.target >= 0) & ((grid.link_flags & int(LinkFlag.NO_ROUTE)) == 0)
        links = np.flatnonzero(may).astype(np.int32)
        self._forth = _side(labels.to, grid.source, grid.target, grid.weight, links)
        self._back = _side(labels.back, grid.target, grid.source, grid.weight, links)

    def route(
        self, world: World, ends: tuple[int, int], gate: Gate, may_enter: MayEnter
    ) -> Route | None:
        """Return the shortest route between two rooms of the map; None if it is not known.

        Args:
            world: the world that has the map.
            ends: the numbers of the start and the goal on the map.
            gate: whether a portal may be used.
            may_enter: whether a room may be entered; None if all may.

        """
        cost, hub = self._least(*ends)
        if cost >= self.labels.far and self._is_far(*ends, hub):
            return None
        if self._outside(world, ends) < cost:
            return None
        steps = self._walk(world, ends[0], hub, False, gate, may_enter)
        if steps is None:
            return None
        rest = self._walk(world, ends[1], hub, True, gate, may_enter)
        if rest is None:
            return None
        return Route((*steps, *rest[::-1]), float(cost))

    def _least(self, start: int, goal: int) -> tuple[int, int]:
        """Return the least sum of costs to and from a hub, and the place of the hub in labels."""
        to, back, _, part, ends = self.labels
        one, other = part[start], part[goal]
        deeper = one.bit_length() - other.bit_length()
        if deeper > 0:
            one >>= deeper
        else:
            other >>= -deeper
        end = ends[one >> (one ^ other).bit_length()]  # of the least part with both
        sums = np.add(to[start, :end], back[goal, :end], dtype=np.uint16)
        hub = int(sums.argmin())
        return int(sums[hub]), hub

    def _is_far(self, start: int, goal: int, hub: int) -> bool:
        to, back, far, *_ = self.labels
        return bool(to[start, hub] == far or back[goal, hub] == far)

    def _walk(
        self,
        world: World,
        here: int,
        hub: int,
        is_back: bool,
        gate: Gate,
        may_enter: MayEnter,
    ) -> list[RouteStep] | None:
        """Return the steps from a room to a hub, or, from last to first, from a hub to a room."""
        key, changed, portal_of = self._key, world.changed, world.portal
        costs, first, others, weights, links = self._back if is_back else self._forth
        steps, room, rest = list[RouteStep](), (key, here), costs[here, hub]
        while rest:
            for at in range(first[here], first[here + 1]):
                there = others[at]
                left = costs[there, hub]
                if left + weights[at] != rest:
                    continue
                link, near = links[at], (key, there)
                source, target = (near, room) if is_back else (room, near)
                portal = portal_of(source, link)
                if portal is None:
                    if changed and (key, link) in changed:
                        continue
                elif not gate(portal):
                    continue
                if may_enter is None or may_enter(target):
                    steps.append(RouteStep(source, link, target))
                    here, room, rest = there, near, left
                    break
            else:
                return None
        return steps

    def _outside(self, world: World, ends: tuple[int, int]) -> float:
        """Return a lower bound for the cost of ways that use other links than the map's own."""
        if self._version != world.version:
            self._version, key = world.version, self._key
            others = [
                one
                for one in world.portals(key)
                if one.source[0] != key or one.link < 0 or self.grid.target[one.link] < 0
            ]
            self._doors = (
                [(one.source[1], int(one.weight)) for one in others if one.source[0] == key],
                [(one.target[1], int(one.weight)) for one in others if one.target[0] == key],
            )
        out, into = self._doors
        if not out or not into:
            return np.inf
        if len(out) + len(into) > _MOST_DOORS:
            return -1.0
        leaving = min(self._least(ends[0], door)[0] + weight for door, weight in out)
        return leaving + min(self._least(door, ends[1])[0] for door, _ in into)


def _side(costs: Any, room: Any, other: Any, weight: Any, links: Any) -> _Side:
    """Return links grouped by the room at one of their ends, as memoryviews for single reads."""
    links = links[np.argsort(room[links], kind="stable")]
    first = np.searchsorted(room[links], np.arange(len(costs) + 1)).astype(np.int32)
    # heavier links than a label can hold are on no known way
    small = np.minimum(weight[links], 1 << 15).astype(np.uint16)
    ends = other[links].astype(np.int32)
    return costs.data, first.data, ends.data, small.data, links.data
