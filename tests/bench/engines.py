"""Route engines beside ours, each built of the same columns: first, target, weight.

Each gives the rooms of a shortest path; what the path
costs is added up elsewhere, alike for all.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, dijkstra

Path = list[int]


class Ours:
    """The router of the game."""

    def __init__(self, graph: Any) -> None:
        from xyzgrid_ext.core.routes import Router, Rules, allow_all, build_world

        self.rules, self.name = Rules(allow_all), "map"
        self.router = Router(build_world({self.name: graph.grid()}))

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the route, whose exits are looked up as well."""
        route = self.router.find((self.name, start), (self.name, goal), self.rules)
        return [] if route is None else [start, *(step.target[1] for step in route.steps)]


class Scipy:
    """Dijkstra's whole tree around the goal, then down."""

    def __init__(self, graph: Any) -> None:
        data = np.arange(1, len(graph.target) + 1)
        shape = (graph.rooms, graph.rooms)
        back = csr_array((data, graph.target, graph.first), shape=shape).T.tocsr()
        back.data = graph.weight[back.data - 1]
        self.back = back

    def tree(self, goal: int) -> Any:
        """The next room from each."""
        return dijkstra(self.back, indices=goal, return_predecessors=True)[1]

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the path."""
        after, rooms = self.tree(goal), [start]
        while rooms[-1] != goal:
            if after[rooms[-1]] < 0:
                return []
            rooms.append(int(after[rooms[-1]]))
        return rooms


class ScipyBreadthFirst(Scipy):
    """The same by a breadth-first search, where all weights are 1."""

    def tree(self, goal: int) -> Any:
        """The next room from each."""
        return breadth_first_order(self.back, goal)[1]


ENGINES = {"ours": Ours, "scipy": Scipy, "scipy, breadth first": ScipyBreadthFirst}
FOR_EQUAL_WEIGHTS = {"scipy, breadth first"}
