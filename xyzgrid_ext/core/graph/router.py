"""The shortest route for one walker, through all maps.

    kept ── no ──► straight ── given up ──► search ── nothing ──► no route
      └─ found ───────┴─ found ────────────────┴─ found ───────► the exits between the rooms

In a world of few rooms `few` searches instead of both.

Which marked portals a walker may use is asked of the walker (`Rules`). Routes are exact. Of equal
ones always the same is found in the same world, whatever was asked before; between two rooms the
lightest exit is taken, and of equal exits the one listed first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import inf

import numpy as np

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.graph.columns import OUT
from xyzgrid_ext.core.graph.explored import Explored
from xyzgrid_ext.core.graph.few import MOST_ROWS, Neighbours
from xyzgrid_ext.core.graph.kept import KeptRoutes
from xyzgrid_ext.core.graph.model import (
    Blocked,
    Gate,
    MayUse,
    Room,
    Route,
    RouteStep,
    Rules,
    Work,
    everybody,
    finished,
    nobody,
)
from xyzgrid_ext.core.graph.search import between
from xyzgrid_ext.core.graph.straight import straight
from xyzgrid_ext.core.graph.world import World
from xyzgrid_ext.core.grid import Way
from xyzgrid_ext.core.grid.model import Bools


class Router:
    """Finds routes in one world; those asked for last are kept while the world stays as it is."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._neighbours = Neighbours(world)
        self._kept = KeptRoutes()

    # --- questions

    def route(self, start: Room, goal: Room, may_use: MayUse = nobody) -> Route | None:
        """The shortest route from room to room; None if there is none.

        Args:
            start: (key of the map, number of the room).
            goal: the same.
            may_use: asked for each marked portal: wormholes not known to all, exits that need
                something. Nobody may by default.

        """
        return self.find(start, goal, Rules(may_use))

    def find(self, start: Room, goal: Room, rules: Rules) -> Route | None:
        """The shortest route by rules; None if there is none."""
        return finished(self.finding(start, goal, rules))

    def finding(self, start: Room, goal: Room, rules: Rules) -> Work[Route | None]:
        """Find a route as work in slices: each `next` does some milliseconds of it.

        The route is what the generator returns (`finished`). If the world changes meanwhile, the
        search begins again.
        """
        while self._is_there(start) and self._is_there(goal):
            version, gate = self.world.version, Gate(rules)
            if rules.only is None and (kept := self._kept.find(version, start, goal, gate)):
                return kept.route
            work = self._chain(start, goal, rules, gate)
            try:
                while version == self.world.version:
                    next(work)
                    yield
            except StopIteration as end:
                route = None if end.value is None else self._route(end.value, gate)
                if rules.only is None:
                    self._kept.keep(version, start, goal, gate, route)
                return route
            work.close()
        return None

    def via(self, start: Room, rooms: Iterable[Room], goal: Room, rules: Rules) -> Route | None:
        """The shortest route through some rooms in their order; None if a part of it is missing."""
        steps: tuple[RouteStep, ...] = ()
        cost, here = 0.0, start
        for there in (*rooms, goal):
            part = self.find(here, there, rules)
            if part is None:
                return None
            steps, cost, here = steps + part.steps, cost + part.cost, there
        return Route(steps, cost)

    def blocked(
        self, start: Room, goal: Room, rules: Rules, may_know: MayUse = everybody
    ) -> Blocked | None:
        """The reason why there is no route: the exits on the best way that refuse.

        Args:
            start: from where there is no route.
            goal: to where.
            rules: by which.
            may_know: the portals that the walker may be told of.

        Returns:
            None if there is no way even if all those were open, or if nothing is in the way.

        """
        told = replace(rules, may_use=lambda portal: rules.may_use(portal) or may_know(portal))
        route = self.find(start, goal, told)
        if route is None:
            return None
        gate = Gate(rules)
        passed = (self.world.portal(step.source, step.link) for step in route.steps)
        refused = tuple(one for one in passed if one is not None and not gate(one))
        return Blocked(refused, route) if refused else None

    # --- names

    def way(self, step: RouteStep) -> Way:
        """The name of the exit of a step."""
        return self.world.way(step.source, step.link)

    def place(self, room: Room) -> Place:
        """Where a room is."""
        return self.world.grids[room[0]].place(room[1])

    # --- how

    def _is_there(self, room: Room) -> bool:
        grid = self.world.grids.get(room[0])
        return grid is not None and room[1] < grid.rooms

    def _chain(self, start: Room, goal: Room, rules: Rules, gate: Gate) -> Work[list[int] | None]:
        """The rooms of the world on the route."""
        world = self.world
        ends = world.number(start), world.number(goal)
        if start == goal:
            return [ends[0]]
        inside = None
        if rules.only is not None:
            inside = inside_of(world, rules.only, rules.where)
            if not inside[ends[1]]:
                return None
            inside[ends[0]] = True
        if world.columns.rows <= MOST_ROWS:
            return self._neighbours.between(ends, gate, inside)
        if start[0] == goal[0]:
            answer = straight(world, start[0], ends, gate, inside)
            if answer is not None:
                return answer.chain
        return (yield from between(world, ends, gate, inside))

    def _route(self, chain: list[int], gate: Gate) -> Route:
        """The exits between rooms that follow each other on a shortest way."""
        world, steps, cost = self.world, [], 0.0
        flags = world.columns.flags.data
        for (number, here), (next_number, there) in pairwise(
            zip(chain, self._rooms(chain), strict=True)
        ):
            link, weight = world.link(here, there) if here[0] == there[0] else (-1, inf)
            if flags[number] & OUT:
                # lightest first, then as listed; exits that were opened come last
                ways = [(weight, link < 0, link)] if weight < inf else []
                ways += [
                    (other, portal.link < 0, portal.link)
                    for to, other, portal in world.edges_from(number)
                    if to == next_number and gate(portal)
                ]
                weight, _, link = min(ways)
            steps.append(RouteStep(here, link, there))
            cost += weight
        return Route(tuple(steps), cost)

    def _rooms(self, chain: list[int]) -> Iterator[Room]:
        """Return rooms of the world as rooms of their maps, looked up map by map."""
        begin = end = 0
        for number in chain:
            if not begin <= number < end:
                key, _ = self.world.room(number)
                begin, end = self.world.span(key)
            yield key, number - begin


def inside_of(world: World, only: Explored, where: Collection[str] | None = None) -> Bools:
    """(rows,) bool: the rooms of the world that are explored, or that lie on other maps."""
    found = np.full(world.columns.rows, where is not None)
    for key in only if where is None else where:
        if key in world.grids:
            begin, end = world.span(key)
            found[begin:end] = only[key].rooms(world.grids[key]) if key in only else False
    return found
