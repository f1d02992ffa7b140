"""The shortest route for one walker, through all maps.

The walker's `Rules` say which restricted portals may be used. Routes are exact, and a world of few
rooms is searched by `search`, another by `front`. Among equally short routes the choice depends
only on the world and on what the walker may use: in a world of few rooms each step takes the exit
listed first; for others see `front`. Between two rooms the lightest exit is taken, and among equal
exits the one listed first.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf

import numpy as np

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid import Way
from xyzgrid_ext.core.grid.model import Bools, rooms_outside_fog
from xyzgrid_ext.core.routes import front, search
from xyzgrid_ext.core.routes.model import (
    BlockedRoute,
    Gate,
    MayUse,
    Room,
    Route,
    RouteStep,
    Rules,
    allow_all,
)
from xyzgrid_ext.core.routes.search import Reader
from xyzgrid_ext.core.routes.world import World

MOST_ROWS = 12_000
"""Worlds of more rooms, of a quarter if all weights are equal, are searched by `front`."""
_EXITS_FOR_ALL = Rules()


class Router:
    """Finds shortest routes in one world, under the rules of a question; changes nothing."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._readers: dict[bool, Reader] = {}

    def find(self, start: Room, goal: Room, rules: Rules = _EXITS_FOR_ALL) -> Route | None:
        """Find the shortest route between two rooms; None if there is none.

        By default, it uses neither hidden wormholes nor exits that need something.
        """
        world = self.world
        if not (world.has(start) and world.has(goal)):
            return None
        if start == goal:
            return Route((), 0.0)
        gate, ends = Gate(rules), (world.number(start), world.number(goal))
        inside = usable_rooms(world, rules, ends[0])
        if inside is not None and not inside[ends[1]]:
            return None
        rows = world.columns.rows * (4 if world.columns.has_equal_weights else 1)
        if rows > MOST_ROWS:
            reader = Reader(world, wormholes=rules.wormholes)
            chain = front.find_path(reader, ends, gate, inside)
        else:
            reader = self._reader(rules.wormholes)
            chain = search.find_path(reader, ends, gate, inside)
        return None if chain is None else self._route(chain, reader, gate)

    def blocking(
        self, start: Room, goal: Room, rules: Rules, may_know: MayUse = allow_all
    ) -> BlockedRoute | None:
        """Return why there is no route: the portals on the best path that refuse the walker.

        None if opening them would not help, or if there is a route. `rules` are those of the search
        that found none; `may_know` says whether the walker may be told of a portal.
        """
        route = self.find(start, goal, rules.allowing(may_know))
        if route is None:
            return None
        gate = Gate(rules)
        portals = (self.world.portal(step.source, step.link) for step in route.steps)
        shut = tuple(portal for portal in portals if portal is not None and not gate(portal))
        return BlockedRoute(shut, route) if shut else None

    # --- names

    def way(self, step: RouteStep) -> Way:
        """Return name, aliases and direction of the exit of a step."""
        return self.world.way(step.source, step.link)

    def place(self, room: Room) -> Place:
        """Return the position of a room in the world."""
        return self.world.grids[room[0]].place(room[1])

    def _reader(self, wormholes: bool) -> Reader:
        reader = self._readers.get(wormholes)
        if reader is None or not reader.refresh():
            reader = self._readers[wormholes] = Reader(self.world, wormholes=wormholes)
        return reader

    def _route(self, chain: list[int], reader: Reader, gate: Gate) -> Route:
        """Return the exits between the successive rooms of a shortest path."""
        steps, cost, begin, end = list[RouteStep](), 0.0, 0, 0
        target_room: Room = ("", 0)
        for number, onward in pairwise(chain):
            least, link = inf, 0
            for target, weight, listed, portal in reader.exits(number):
                if target == onward and weight < least and (portal is None or gate(portal)):
                    least, link = weight, listed
            source_room = target_room if steps else self.world.room(number)
            if not begin <= onward < end:
                key, _ = self.world.room(onward)
                begin, end = self.world.room_range(key)
            target_room = key, onward - begin
            steps.append(RouteStep(source_room, link, target_room))
            cost += least
        return Route(tuple(steps), cost)


def usable_rooms(world: World, rules: Rules, *starts: int) -> Bools | None:
    """Return (rows,) bool: whether a route may enter each room, by number in the world; None: all.

    `starts` are numbers of rooms where it may begin, whatever the rules say.
    """
    if rules.only is None and not rules.without:
        return None
    only = rules.only or {}
    inside = np.full(world.columns.rows, rules.only is None or rules.where is not None)
    for key in only if rules.where is None else rules.where:
        if (grid := world.grids.get(key)) is not None:
            begin, end = world.room_range(key)
            explored = only.get(key)
            inside[begin:end] = False if explored is None else explored.rooms(grid)
            if rules.where is not None and (open_rooms := rooms_outside_fog(grid)) is not None:
                inside[begin:end] |= open_rooms
    for key, rooms in rules.without.items():
        begin, end = world.room_range(key)
        inside[begin:end] &= ~rooms
    inside[list(starts)] = True
    return inside
