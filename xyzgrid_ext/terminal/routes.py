"""The shortest way through one matrix, wormholes included: for `path` and for hints in `play`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from xyzgrid_ext.core.coords import Coord, map_key
from xyzgrid_ext.core.graph import Router, world_graph
from xyzgrid_ext.core.grid import Way, from_matrix
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.matrix.game import FindRoute

NAME = "matrix"


def way_finder(matrix: Matrix) -> Callable[[Coord, Coord], tuple[Way, ...] | None]:
    """Make the function that gives the exits from one node to another, None if there is no way."""
    # whoever asks here looks at the file from outside: no wormhole is a secret
    grid, _ = from_matrix(matrix, NAME, options={"wormholes": "known"})
    key = map_key(NAME)
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
    """Make what the game asks for routes to the end; the graph is built at the first question."""

    @cache
    def find() -> Callable[[Coord, Coord], tuple[Way, ...] | None]:
        return way_finder(matrix)

    def route(at: Coord) -> list[str] | None:
        ways = find()(at, matrix.end)
        return None if ways is None else [way.key for way in ways]

    return route
