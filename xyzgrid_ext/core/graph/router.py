"""The shortest route for one walker, through all maps.

The route is found backwards from the goal over portals only; what lies between two portals of a
map is looked up in a field:

    start ~~field~~> portal ==> portal ~~field~~> goal      ~~ within one map, == into the next

Which marked portals a walker may use is asked of the walker (`may_use`). Ties: at each room the
first of its exits that lies on a shortest way is taken.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.graph.fields import Fields
from xyzgrid_ext.core.graph.model import Portal, WorldGraph
from xyzgrid_ext.core.grid import Way

Room = tuple[str, int]
MayUse = Callable[[Portal], bool]
_TINY = 1e-9  # sums of averaged weights differ by rounding


@dataclass(frozen=True, slots=True)
class Step:
    """One exit to take: at `source` (key of the map, room) the exit of `link` to `target`."""

    source: Room
    link: int
    target: Room


@dataclass(frozen=True, slots=True)
class Route:
    """The exits from start to goal; none if they are the same room."""

    steps: tuple[Step, ...]
    cost: float


def _nobody(portal: Portal) -> bool:
    return False


class Router:
    """Finds routes in one world; holds the fields it has found so far."""

    def __init__(self, world: WorldGraph, fields: Fields | None = None) -> None:
        self.world = world
        self._fields = fields or Fields()

    def route(self, start: Room, goal: Room, may_use: MayUse = _nobody) -> Route | None:
        """The shortest route from room to room; None if there is none.

        Args:
            start: (key of the map, number of the room).
            goal: the same.
            may_use: asked for each marked portal: wormholes not known to all, exits that need
                something. Nobody may by default.

        """
        plan = self._portals(start, goal, may_use)
        if plan is None:
            return None
        portals, cost = plan
        steps: list[Step] = []
        here = start
        for portal in portals:
            steps += self._within(here, portal.source)
            steps.append(Step(portal.source, portal.link, portal.target))
            here = portal.target
        steps += self._within(here, goal)
        return Route(tuple(steps), cost)

    def way(self, step: Step) -> Way:
        """What the exit of a step is called."""
        return self.world.grids[step.source[0]].way_of(step.link)

    def place(self, room: Room) -> Place:
        """Where a room is."""
        return self.world.grids[room[0]].place(room[1])

    def _portals(
        self, start: Room, goal: Room, may_use: MayUse
    ) -> tuple[list[Portal], float] | None:
        """The portals of the shortest route, in order, and its cost."""
        best: dict[Room, float] = {goal: 0.0}
        # mouth of a portal -> the portal, and the mouth or goal to which one goes on behind it
        onward: dict[Room, tuple[Portal, Room]] = {}
        queue: list[tuple[float, int, Room]] = [(0.0, 0, goal)]
        done: set[Room] = set()
        found, mouth = np.inf, goal
        while queue and queue[0][0] < found - _TINY:
            cost, _, room = heapq.heappop(queue)
            if room in done:
                continue
            done.add(room)
            key = room[0]
            field = self._fields.towards(key, self.world.maps[key], room[1])
            if key == start[0] and cost + field[start[1]] < found - _TINY:
                found, mouth = float(cost + field[start[1]]), room
            for portal in self.world.portals_into[key]:
                total = float(cost + field[portal.target[1]] + portal.weight)
                if total >= min(best.get(portal.source, np.inf), found) - _TINY:
                    continue
                if portal.marked and not may_use(portal):
                    continue
                best[portal.source] = total
                onward[portal.source] = (portal, room)
                # the count keeps portals of equal cost in the order in which they were found
                heapq.heappush(queue, (total, len(onward), portal.source))
        if found == np.inf:
            return None
        portals = []
        while mouth != goal:
            portal, mouth = onward[mouth]
            portals.append(portal)
        return portals, found

    def _within(self, start: Room, goal: Room) -> list[Step]:
        """The steps between two rooms of one map, down the field."""
        key = goal[0]
        graph = self.world.maps[key]
        # read number by number, which takes numpy's own indexing several times as long
        field = self._fields.towards(key, graph, goal[1]).data
        first, target = graph.first.data, graph.target.data
        weight, link = graph.weight.data, graph.link.data
        steps = []
        here = start[1]
        while here != goal[1]:
            ways = range(first[here], first[here + 1])
            ahead = [field[target[way]] + weight[way] for way in ways]
            best = min(ahead) + _TINY
            # the first that is as good as the best but for rounding, and nearer: weights may be
            # as small as what rounding hides, and one must not walk to and fro between them
            taken, there = next(
                (way, target[way])
                for way, cost in zip(ways, ahead, strict=True)
                if cost <= best and field[target[way]] < field[here]
            )
            steps.append(Step((key, here), link[taken], (key, there)))
            here = there
        return steps
