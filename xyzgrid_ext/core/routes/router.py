"""The shortest route for one walker, through all maps.

    kept ── no ──► straight ── given up ──► search ── nothing ──► no route
      └─ found ───────┴─ found ────────────────┴─ found ───────► the exits between the rooms

In a world of few rooms `downhill` reads most routes from a table of costs before anything is
searched for, and searches with it where exits are shut; `few` replaces both other searches. In a
larger world `hubs` reads most routes on a map that has labels.

The walker's `Rules` say which marked portals may be used. Routes are exact. Among equally short
routes the choice depends only on the world, on what the walker may use and on whether the map has
labels, not on earlier searches.
Between two rooms the lightest exit is taken, and among equal exits the one listed first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from math import inf

import numpy as np

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid import Way
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes.downhill import Downhill, MayEnter
from xyzgrid_ext.core.routes.explored import Explored
from xyzgrid_ext.core.routes.few import MOST_ROWS, Neighbours
from xyzgrid_ext.core.routes.hubs import LabelledMaps
from xyzgrid_ext.core.routes.labels import make_labels
from xyzgrid_ext.core.routes.model import (
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
from xyzgrid_ext.core.routes.route_cache import RouteCache
from xyzgrid_ext.core.routes.search import between
from xyzgrid_ext.core.routes.straight import straight
from xyzgrid_ext.core.routes.world import World


class Router:
    """Finds routes in one world, and caches the latest ones while the world stays unchanged."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._neighbours = Neighbours(world)
        self._downhill = Downhill(world)
        self._kept = RouteCache()
        self.labelled = LabelledMaps(world)
        """The maps that have labels; whoever has time for it makes those that are wanted."""

    # --- questions

    def route(self, start: Room, goal: Room, may_use: MayUse = nobody) -> Route | None:
        """Find the shortest route between two rooms; None if there is none.

        Args:
            start: (key of the map, number of the room).
            goal: (key of the map, number of the room).
            may_use: called for each marked portal: hidden wormholes and exits that need something.
                By default none may be used.

        """
        return self.find(start, goal, Rules(may_use))

    def find(self, start: Room, goal: Room, rules: Rules) -> Route | None:
        """Find the shortest route by rules; None if there is none."""
        if (route := self._near(start, goal, rules)) is not None:
            return route
        return finished(self._finding(start, goal, rules))

    def finding(self, start: Room, goal: Room, rules: Rules) -> Work[Route | None]:
        """Find a route as work in slices: each `next` runs for a few milliseconds.

        The generator returns the route (see `finished`). If the world changes meanwhile, the search
        starts again.
        """
        if (route := self._near(start, goal, rules)) is not None:
            return route
        return (yield from self._finding(start, goal, rules))

    def _near(self, start: Room, goal: Room, rules: Rules) -> Route | None:
        """Return the route if a table of costs or labels have it; None if it is searched for."""
        world = self.world
        if not (world.has(start) and world.has(goal)):
            return None
        gate, may_enter = Gate(rules), _entrance(world, rules)
        if world.columns.rows <= MOST_ROWS:
            ends = world.number(start), world.number(goal)
            return self._downhill.route(ends, gate, may_enter)
        if start[0] != goal[0] or (hubs := self.labelled.of(start[0])) is None:
            return None
        if may_enter is None and (kept := self._kept.find(world.version, start, goal, gate)):
            return kept.route
        route = hubs.route(world, (start[1], goal[1]), gate, may_enter)
        if may_enter is None and route is not None:
            self._kept.keep(world.version, start, goal, gate, route)
        return route

    def _finding(self, start: Room, goal: Room, rules: Rules) -> Work[Route | None]:
        """Search for a route in slices, unless it is in the cache."""
        while self.world.has(start) and self.world.has(goal):
            version, gate = self.world.version, Gate(rules)
            if rules.only is None and (kept := self._kept.find(version, start, goal, gate)):
                return kept.route
            work = self._searched(start, goal, rules, gate)
            try:
                while version == self.world.version:
                    next(work)
                    yield
            except StopIteration as end:
                route: Route | None = end.value
                if rules.only is None:
                    self._kept.keep(version, start, goal, gate, route)
                return route
            work.close()
        return None

    def via(self, start: Room, rooms: Iterable[Room], goal: Room, rules: Rules) -> Route | None:
        """Find the shortest route through the given rooms in order; None if any part is missing."""
        steps: tuple[RouteStep, ...] = ()
        cost, here = 0.0, start
        for there in (*rooms, goal):
            part = self.find(here, there, rules)
            if part is None:
                return None
            steps, cost, here = steps + part.steps, cost + part.cost, there
        return Route(steps, cost)

    def blocking(
        self, start: Room, goal: Room, rules: Rules, may_know: MayUse = everybody
    ) -> Work[Blocked | None]:
        """Find out why there is no route: the exits on the best path that refuse.

        Args:
            start: the room from which there is no route.
            goal: the room to which there is none.
            rules: the rules of the search that found none.
            may_know: whether the walker may be told of a portal.

        Returns:
            None if opening those exits would not help, or if nothing is in the way.

        """
        route = yield from self.finding(start, goal, told_rules(rules, may_know))
        if route is None:
            return None
        gate = Gate(rules)
        passed = (self.world.portal(step.source, step.link) for step in route.steps)
        refused = tuple(one for one in passed if one is not None and not gate(one))
        return Blocked(refused, route) if refused else None

    def label(self) -> None:
        """Make the labels of all maps that want them, now; see `LabelledMaps`."""
        while (wanted := self.labelled.wanted()) is not None:
            key, grid, most_bytes = wanted
            self.labelled.put(key, grid, make_labels(grid, most_bytes))

    # --- names

    def way(self, step: RouteStep) -> Way:
        """Return the name of the exit of a step."""
        return self.world.way(step.source, step.link)

    def place(self, room: Room) -> Place:
        """Return the position of a room in the world."""
        return self.world.grids[room[0]].place(room[1])

    # --- how

    def _searched(self, start: Room, goal: Room, rules: Rules, gate: Gate) -> Work[Route | None]:
        """Search for a route, in a small world with its table of costs first."""
        world = self.world
        if world.columns.rows <= MOST_ROWS:
            ends = world.number(start), world.number(goal)
            route = self._downhill.around(ends, gate, _entrance(world, rules))
            if route is not None:
                return route
        chain = yield from self._chain(start, goal, rules, gate)
        return None if chain is None else self._route(chain, gate)

    def _chain(self, start: Room, goal: Room, rules: Rules, gate: Gate) -> Work[list[int] | None]:
        """Return the rooms of the world along the route."""
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
        """Return the exits between the successive rooms of a shortest path."""
        world, steps, cost = self.world, [], 0.0
        has_portal = world.columns.begins.data
        for (number, here), (next_number, there) in pairwise(
            zip(chain, self._rooms(chain), strict=True)
        ):
            link, weight = world.link(here, there) if here[0] == there[0] else (-1, inf)
            if has_portal[number]:
                # lightest first, then in the listed order; exits opened in the game come last
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
        """Convert rooms of the world to rooms of their maps, one map at a time."""
        begin = end = 0
        for number in chain:
            if not begin <= number < end:
                key, _ = self.world.room(number)
                begin, end = self.world.span(key)
            yield key, number - begin


def told_rules(rules: Rules, may_know: MayUse) -> Rules:
    """Return rules that also let through the portals of which a walker may be told."""
    return rules._replace(may_use=lambda portal: rules.may_use(portal) or may_know(portal))


def _entrance(world: World, rules: Rules) -> MayEnter:
    """Return the question whether a room may be entered; None if all may."""
    only, where = rules.only, rules.where
    if only is None:
        return None

    def may_enter(room: Room) -> bool:
        key = room[0]
        if where is not None and key not in where:
            return True
        return key in only and world.grids[key].coord(room[1]) in only[key]

    return may_enter


def inside_of(world: World, only: Explored, where: Collection[str] | None = None) -> Bools:
    """Return (rows,) bool: the rooms of the world that are explored or lie on other maps."""
    found = np.full(world.columns.rows, where is not None)
    for key in only if where is None else where:
        if key in world.grids:
            begin, end = world.span(key)
            found[begin:end] = only[key].rooms(world.grids[key]) if key in only else False
    return found
