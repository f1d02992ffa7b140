"""Routes over a block of rooms, by ONE engine: ours, or one of scipy.

A cube of rooms with six links each, one in ten of them left out at random, and a hundred wormholes
that everybody knows; weights 1, or 1 to 9 at random. The same pairs for all engines. Times of paths
are those of the processor, so that what else runs on the machine does not make the percentiles.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from time import process_time
from typing import Any

import numpy as np
from measure import MB, each, once, report, resident
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, dijkstra

_WORMHOLES = 100
_LEAST, _SECONDS = 20, 20  # pairs, however long they take; more of them take no longer


@dataclass(frozen=True, eq=False)
class Graph:
    """The links in columns, sorted by source."""

    edge: int
    weighted: bool
    source: Any
    target: Any
    weight: Any
    wormhole: Any

    @property
    def rooms(self) -> int:
        return self.edge**3

    @cached_property
    def first(self) -> Any:
        """(n + 1,): where the links of each room begin."""
        return np.searchsorted(self.source, np.arange(self.rooms + 1))

    def grid(self) -> Any:
        """The same as a Grid; its rooms have the same numbers."""
        from xyzgrid_ext.core.grid import LinkFlag, Way, assemble_grid

        room = np.arange(self.rooms)
        coords = [room % self.edge, room // self.edge % self.edge, room // self.edge**2]
        return assemble_grid(
            "map",
            levels=self.edge,
            coords=np.stack(coords, axis=1),
            source=self.source,
            target=self.target,
            way=np.zeros(len(self.source), dtype=np.int32),
            ways=[Way("on", "on", (), "on")],
            weight=self.weight,
            link_flags=self.wormhole * np.uint8(LinkFlag.WORMHOLE),
            options={"wormholes": "known"},
        )

    def cost(self, path: list[int]) -> float:
        """What a path costs by its lightest links; an error if it is none."""
        total = 0.0
        for here, there in pairwise(path):
            links = slice(self.first[here], self.first[here + 1])
            total += self.weight[links][self.target[links] == there].min()
        return total


def graph_of(edge: int, weighted: bool) -> Graph:
    """The same one at every run."""
    chance = np.random.default_rng(edge)
    room = np.arange(edge**3, dtype=np.int32).reshape(edge, edge, edge)
    ends = []
    for axis in range(3):
        low, high = (np.delete(room, at, axis).ravel() for at in (edge - 1, 0))
        ends += [(low, high), (high, low)]
    source, target = (np.concatenate(column) for column in zip(*ends, strict=True))
    kept = chance.random(len(source)) >= 0.1
    mouths, exits = chance.integers(0, edge**3, (2, _WORMHOLES), dtype=np.int32)
    source, target = np.append(source[kept], mouths), np.append(target[kept], exits)
    wormhole = np.arange(len(source)) >= len(source) - _WORMHOLES
    weight = chance.integers(1, 10 if weighted else 2, len(source)).astype(np.float64)
    order = np.argsort(source, kind="stable")
    columns = (column[order] for column in (source, target, weight, wormhole))
    return Graph(edge, weighted, *columns)


Path = list[int]


class Ours:
    """The router of the game."""

    def __init__(self, graph: Any) -> None:
        from xyzgrid_ext.core.routes import Router, Rules, allow_all, build_world

        self.rules, self.name = Rules(allow_all), "map"
        self.router = Router(build_world({self.name: graph.grid()}))

    def path(self, start: int, goal: int) -> Path:
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
        return dijkstra(self.back, indices=goal, return_predecessors=True)[1]

    def path(self, start: int, goal: int) -> Path:
        after, rooms = self.tree(goal), [start]
        while rooms[-1] != goal:
            if after[rooms[-1]] < 0:
                return []
            rooms.append(int(after[rooms[-1]]))
        return rooms


class ScipyBreadthFirst(Scipy):
    """The same by a breadth-first search, where all weights are 1."""

    def tree(self, goal: int) -> Any:
        return breadth_first_order(self.back, goal)[1]


ENGINES = {"ours": Ours, "scipy": Scipy, "scipy, breadth first": ScipyBreadthFirst}
FOR_EQUAL_WEIGHTS = {"scipy, breadth first"}


def run(engine: str, edge: int, weighted: bool, count: int) -> None:
    """Measure one engine: `count` pairs, fewer if they take longer than some seconds."""
    graph = graph_of(edge, weighted)
    _ = graph.first
    before = resident()
    took, built = once(lambda: ENGINES[engine](graph))
    report("build", took)
    if before is not None and (now := resident()) is not None:
        report("bytes", (now - before) * MB / graph.rooms)
    pairs = np.random.default_rng(7).integers(0, graph.rooms, (count, 2)).tolist()
    pairs = [pair for pair in pairs if pair[0] != pair[1]]
    begin = process_time()
    built.path(*pairs[0])
    built.path(*pairs[1])
    fit = int(_SECONDS / max((process_time() - begin) / 2, 1e-9))
    pairs = pairs[: max(_LEAST, min(count, fit))]
    paths = each("first", built.path, pairs, process_time)
    report("costs", [graph.cost(path) if path else -1.0 for path in paths])
    for path, (start, goal) in zip(paths, pairs, strict=True):
        if path and (path[0], path[-1]) != (start, goal):
            report("wrong", f"{engine}: a path from {start} to {goal} has other ends")
    if type(built) is Ours:
        each("again", built.path, pairs, process_time)
