"""The shortest route through one map, including wormholes, for `path` and hints in `play`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from xyzgrid_ext.core.coords import Coord, map_key
from xyzgrid_ext.core.grid import Grid, Way, from_matrix
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.matrix.game import FindRoute
from xyzgrid_ext.core.routes import Router, world_graph

KNOWN = {"wormholes": "known"}
"""Options for a user outside the game, to whom no wormhole is secret."""


def way_finder(grid: Grid) -> Callable[[Coord, Coord], tuple[Way, ...] | None]:
    """Make a function that gives the exits from one room to another; None without a route."""
    key = map_key(grid.name)
    router = Router(world_graph({key: grid}))

    def find(start: Coord, goal: Coord) -> tuple[Way, ...] | None:
        if start == goal:
            return ()
        here, there = grid.room_at(start), grid.room_at(goal)
        if here is None or there is None:
            return None
        route = router.route((key, here), (key, there))
        return None if route is None else tuple(router.way(step) for step in route.steps)

    return find


def end_finder(matrix: Matrix) -> FindRoute:
    """Make the function for routes to the end; the graph is built on first use."""

    @cache
    def find() -> Callable[[Coord, Coord], tuple[Way, ...] | None]:
        return way_finder(from_matrix(matrix, "matrix", options=KNOWN)[0])

    def route(at: Coord) -> list[str] | None:
        ways = find()(at, matrix.end)
        return None if ways is None else [way.key for way in ways]

    return route
