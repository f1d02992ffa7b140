"""The shortest route for one walker, through all maps.

The walker's `Rules` say which marked portals may be used. Routes are exact, and a world of few
rooms is searched by `search`, another by `front`. Among equally short routes the choice depends
only on the world and on what the walker may use: in a world of few rooms each step takes the exit
listed first; for others see `front`. Between two rooms the lightest exit is taken, and among equal
exits the one listed first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import inf

import numpy as np

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid import Way
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes import front, search
from xyzgrid_ext.core.routes.explored import Explored
from xyzgrid_ext.core.routes.model import (
    Blocked,
    Gate,
    MayUse,
    Room,
    Route,
    RouteStep,
    Rules,
    everybody,
)
from xyzgrid_ext.core.routes.search import Reader
from xyzgrid_ext.core.routes.world import World

MOST_ROWS = 6_000
"""In worlds of at most this many rows `search` is the faster one."""
_EXITS_FOR_ALL = Rules()


class Router:
    """Finds routes in one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._readers: dict[bool, Reader] = {}

    def find(self, start: Room, goal: Room, rules: Rules = _EXITS_FOR_ALL) -> Route | None:
        """Find the shortest route between two rooms; None if there is none.

        Args:
            start: (key of the map, number of the room).
            goal: (key of the map, number of the room).
            rules: the portals that may be used: hidden wormholes and exits that need something. By
                default none of these.

        """
        world = self.world
        if not (world.has(start) and world.has(goal)):
            return None
        if start == goal:
            return Route((), 0.0)
        gate, ends, inside = Gate(rules), (world.number(start), world.number(goal)), None
        if rules.only is not None:
            inside = inside_of(world, rules.only, rules.where)
            if not inside[ends[1]]:
                return None
            inside[ends[0]] = True
        reader = self._readers.get(rules.wormholes)
        if reader is None or reader.version != world.version or world.columns.rows > MOST_ROWS:
            # that of a large world is for one route
            reader = self._readers[rules.wormholes] = Reader(world, wormholes=rules.wormholes)
        find = front.path if world.columns.rows > MOST_ROWS else search.path
        chain = find(reader, ends, gate, inside)
        return None if chain is None else self._route(chain, reader, gate)

    def blocking(
        self, start: Room, goal: Room, rules: Rules, may_know: MayUse = everybody
    ) -> Blocked | None:
        """Find out why there is no route: the exits on the best path that refuse.

        Args:
            start: the room from which there is no route.
            goal: the room to which there is none.
            rules: the rules of the search that found none.
            may_know: whether the walker may be told of a portal.

        Returns:
            None if opening those exits would not help, or if nothing is in the way.

        """
        route = self.find(start, goal, rules.widened(may_know))
        if route is None:
            return None
        gate = Gate(rules)
        portals = (self.world.portal(step.source, step.link) for step in route.steps)
        shut = tuple(portal for portal in portals if portal is not None and not gate(portal))
        return Blocked(shut, route) if shut else None

    # --- names

    def way(self, step: RouteStep) -> Way:
        """Return the name of the exit of a step."""
        return self.world.way(step.source, step.link)

    def place(self, room: Room) -> Place:
        """Return the position of a room in the world."""
        return self.world.grids[room[0]].place(room[1])

    def _route(self, chain: list[int], reader: Reader, gate: Gate) -> Route:
        """Return the exits between the successive rooms of a shortest path."""
        exits, steps, cost = reader.exits, [], 0.0
        for (number, here), (next_number, there) in pairwise(
            zip(chain, self._rooms(chain), strict=True)
        ):
            least = inf
            for target, weight, listed, portal in exits(number):
                if target == next_number and weight < least and (portal is None or gate(portal)):
                    least, link = weight, listed
            steps.append(RouteStep(here, link, there))
            cost += least
        return Route(tuple(steps), cost)

    def _rooms(self, chain: list[int]) -> Iterator[Room]:
        """Convert rooms of the world to rooms of their maps, one map at a time."""
        begin = end = 0
        for number in chain:
            if not begin <= number < end:
                key, _ = self.world.room(number)
                begin, end = self.world.span(key)
            yield key, number - begin


def inside_of(world: World, only: Explored, where: Collection[str] | None = None) -> Bools:
    """Return (rows,) bool: the rooms of the world that are explored or lie on other maps."""
    inside = np.full(world.columns.rows, where is not None)
    for key in only if where is None else where:
        if key in world.grids:
            begin, end = world.span(key)
            inside[begin:end] = only[key].rooms(world.grids[key]) if key in only else False
    return inside
