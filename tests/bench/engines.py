"""Route engines beside ours, each built of the same columns: first, target, weight.

A library that is not installed is skipped. Each gives the rooms of a shortest path; what the path
costs is added up elsewhere, alike for all.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, dijkstra

Path = list[int]
SMALL = 2_000  # rooms: such a world has tables


class Ours:
    """The router of the game, with its tables, which the first routes make, or with its labels."""

    def __init__(self, graph: Any) -> None:
        from xyzgrid_ext.core.routes import Router, everybody, world_graph

        self.everybody, self.name = everybody, "map"
        self.router = Router(world_graph({self.name: graph.grid()}))
        for goal in range(graph.rooms if graph.rooms <= SMALL else 0):
            self.route(0, goal)  # the costs to it
            self.route(goal, 0)  # its exits
        if graph.rooms > SMALL and type(self) is Ours:
            self.route(0, 1)  # a map on which routes are asked for wants labels
            self.router.label()

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the route."""
        route = self.route(start, goal)
        return [] if route is None else [start, *(step.target[1] for step in route.steps)]

    def route(self, start: int, goal: int) -> Any:
        """The route itself."""
        return self.router.route((self.name, start), (self.name, goal), self.everybody)


class OursSearch(Ours):
    """Ours, as if no map lay open."""

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the route."""
        from xyzgrid_ext.core.routes import finished
        from xyzgrid_ext.core.routes.search import between

        found = between(self.router.world, (start, goal), self.everybody)
        return finished(found) or []


class Scipy:
    """The whole tree around the goal, then down."""

    def __init__(self, graph: Any) -> None:
        data = np.arange(1, len(graph.target) + 1)
        shape = (graph.rooms, graph.rooms)
        back = csr_array((data, graph.target, graph.first), shape=shape).T.tocsr()
        back.data = graph.weight[back.data - 1]
        self.back, self.weighted = back, graph.weighted

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the path."""
        if self.weighted:
            _, after = dijkstra(self.back, indices=goal, return_predecessors=True)
        else:
            _, after = breadth_first_order(self.back, goal)
        found = [start]
        while found[-1] != goal:
            if after[found[-1]] < 0:
                return []
            found.append(int(after[found[-1]]))
        return found


class Networkit:
    """Its bidirectional searches."""

    def __init__(self, graph: Any) -> None:
        self.lib = importlib.import_module("networkit")
        self.weighted = graph.weighted
        # any other type of integers ends the process
        ends = graph.source.astype(np.int64), graph.target.astype(np.int64)
        pairs = (graph.weight, ends)
        self.graph = self.lib.GraphFromCoo(
            pairs, n=graph.rooms, weighted=graph.weighted, directed=True
        )

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the path."""
        kind = "BidirectionalDijkstra" if self.weighted else "BidirectionalBFS"
        search = getattr(self.lib.distance, kind)(self.graph, start, goal, storePred=True)
        search.run()
        between = list(search.getPath())
        if not between and search.getDistance() > 1e18:
            return []
        ends = [start] * (between[:1] != [start]), [goal] * (between[-1:] != [goal])
        return [*ends[0], *between, *ends[1]]


class Igraph:
    """`get_shortest_path`."""

    def __init__(self, graph: Any) -> None:
        lib = importlib.import_module("igraph")
        edges = np.stack([graph.source, graph.target], axis=1)
        self.graph = lib.Graph(n=graph.rooms, edges=edges, directed=True)
        self.weights = graph.weight.tolist() if graph.weighted else None

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the path."""
        found: Path = self.graph.get_shortest_path(start, goal, weights=self.weights)
        return found


class Rustworkx:
    """`dijkstra_shortest_paths` to a goal."""

    def __init__(self, graph: Any) -> None:
        self.lib = importlib.import_module("rustworkx")
        self.graph = self.lib.PyDiGraph()
        self.graph.add_nodes_from(range(graph.rooms))
        columns = (graph.source.tolist(), graph.target.tolist(), graph.weight.tolist())
        self.graph.add_edges_from(list(zip(*columns, strict=True)))
        self.weight = float if graph.weighted else None

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the path."""
        found = self.lib.dijkstra_shortest_paths(
            self.graph, start, target=goal, weight_fn=self.weight, default_weight=1.0
        )
        return list(found[goal]) if goal in found else []


class Numba:
    """Two searches that meet, compiled; see `engine_numba`."""

    def __init__(self, graph: Any) -> None:
        lib = importlib.import_module("engine_numba")
        self.search = lib.Search(graph)
        self.search.path(0, graph.rooms - 1)  # compiles

    def path(self, start: int, goal: int) -> Path:
        """The rooms of the path."""
        found: Path = self.search.path(start, goal)
        return found


ENGINES = {
    "ours": Ours,
    "ours, search alone": OursSearch,
    "numba, compiled": Numba,
    "networkit": Networkit,
    "scipy": Scipy,
    "igraph": Igraph,
    "rustworkx": Rustworkx,
}
