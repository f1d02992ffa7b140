"""Routes over a block of rooms, by ONE engine: see `engines`.

A cube of rooms with six links each, one in ten of them left out at random, and a hundred wormholes
that everybody knows; weights 1, or 1 to 9 at random. The same pairs for all engines. Times of paths
are those of the processor, so that what else runs on the machine does not make the percentiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from time import process_time
from typing import Any

import numpy as np
from engines import ENGINES, Ours
from measure import MB, each, once, report, resident

_WORMHOLES = 100
_LEAST = 20  # pairs, however long they take


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
        """How many rooms there are."""
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


def run(engine: str, edge: int, weighted: bool, count: int, seconds: float) -> None:
    """Measure one engine: `count` pairs, fewer if they take longer than `seconds`."""
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
    fit = int(seconds / max((process_time() - begin) / 2, 1e-9))
    pairs = pairs[: max(_LEAST, min(count, fit))]
    paths = each("first", built.path, pairs, process_time)
    report("costs", [graph.cost(path) if path else -1.0 for path in paths])
    for path, (start, goal) in zip(paths, pairs, strict=True):
        if path and (path[0], path[-1]) != (start, goal):
            report("wrong", f"{engine}: a path from {start} to {goal} has other ends")
    if type(built) is Ours:
        each("again", built.path, pairs, process_time)
