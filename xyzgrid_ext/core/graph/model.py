"""The graph of the world: an immutable CSR graph per map, joined by portals.

    town                     glasswork
    #--#--T ====portal====> #--#--#       a transition: anybody may use it
                               :
                               :..portal..> #   a wormhole: marked, only who knows it may use it

Within a map's graph stand only links that anybody may use at any time. Everything else is a
portal: transitions, because they leave the map, and links that depend on the walker.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import coo_array, csr_array

from xyzgrid_ext.core.grid import Grid, LinkFlag, locate
from xyzgrid_ext.core.grid.model import Floats, Ints


@dataclass(frozen=True)
class Portal:
    """A link that is not part of a map's own graph.

    `source` and `target` are (key of the map, number of the room); `link` is its number in the
    grid of the source; `marked` says that not every walker may use it.
    """

    source: tuple[str, int]
    target: tuple[str, int]
    link: int
    weight: float
    marked: bool


@dataclass(frozen=True, eq=False)
class MapGraph:
    """One map: n rooms, k links that anybody may use.

    Attributes:
        first: (n + 1,) int64; the links of room r are first[r] .. first[r + 1] - 1.
        target: (k,) int32, room number.
        weight: (k,) float64, above 0.
        link: (k,) int32, number of the link in the grid.
        reverse: (n, n) sparse, weight of the least of parallel links, turned round.
        uniform: the weight that all links share, None where they differ.

    """

    first: Ints
    target: Ints
    weight: Floats
    link: Ints
    reverse: csr_array
    uniform: float | None

    @property
    def rooms(self) -> int:
        """The number of rooms."""
        return len(self.first) - 1


@dataclass(frozen=True, eq=False)
class WorldGraph:
    """All maps, keyed by `map_key`, and the portals that lead out of and into the rooms of each."""

    grids: Mapping[str, Grid]
    maps: Mapping[str, MapGraph]
    portals_into: Mapping[str, tuple[Portal, ...]]

    @cached_property
    def portals_from(self) -> Mapping[tuple[str, int], tuple[Portal, ...]]:
        """The portals out of each room that has any."""
        found: dict[tuple[str, int], list[Portal]] = defaultdict(list)
        for portals in self.portals_into.values():
            for portal in portals:
                found[portal.source].append(portal)
        return {room: tuple(portals) for room, portals in found.items()}


def is_marked(grid: Grid, link: int) -> bool:
    """Whether a link depends on who walks."""
    hidden = grid.options.get("wormholes", "hidden") == "hidden"
    return link in grid.needs or bool(hidden and grid.link_flags[link] & LinkFlag.WORMHOLE)


def map_graph(grid: Grid) -> MapGraph:
    """The graph of one map; linear in rooms and links."""
    usable = (grid.target >= 0) & ((grid.link_flags & LinkFlag.NO_ROUTE) == 0)
    if grid.options.get("wormholes", "hidden") == "hidden":
        usable &= (grid.link_flags & LinkFlag.WORMHOLE) == 0
    for link in grid.needs:
        usable[link] = False
    links = np.flatnonzero(usable).astype(np.int32)
    source, target, weight = grid.source[links], grid.target[links], grid.weight[links]
    first = np.zeros(grid.rooms + 1, dtype=np.int64)
    np.cumsum(np.bincount(source, minlength=grid.rooms), out=first[1:])
    reverse = _least(target, source, weight, grid.rooms)
    uniform = float(weight[0]) if len(weight) and bool((weight == weight[0]).all()) else None
    graph = MapGraph(first, target, weight, links, reverse, uniform)
    for column in (graph.first, graph.target, graph.weight, graph.link):
        column.setflags(write=False)
    return graph


def _least(rows: Ints, columns: Ints, weight: Floats, size: int) -> csr_array:
    """A sparse matrix that keeps the least of several weights at one place."""
    order = np.lexsort((weight, columns, rows))
    rows, columns, weight = rows[order], columns[order], weight[order]
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
    entries = (weight[new], (rows[new], columns[new]))
    return csr_array(coo_array(entries, shape=(size, size)))


def world_graph(
    grids: Mapping[str, Grid], maps: Mapping[str, MapGraph] | None = None
) -> WorldGraph:
    """Join the graphs of maps. `maps` hands in graphs that exist already; the others are built.

    Transitions to places that do not exist are left out: `check_world` tells of them.
    """
    maps = {key: (maps or {}).get(key) or map_graph(grid) for key, grid in grids.items()}
    into: dict[str, list[Portal]] = {key: [] for key in grids}
    for key, grid in sorted(grids.items()):
        hidden = np.flatnonzero(grid.link_flags & LinkFlag.WORMHOLE).tolist()
        for link in sorted({*grid.outside, *grid.needs, *hidden}):
            marked = is_marked(grid, link)
            if (grid.target[link] >= 0 and not marked) or (
                grid.link_flags[link] & LinkFlag.NO_ROUTE
            ):
                continue
            target = locate(grid.target_of(link), grids)
            if target is not None:
                source = (key, int(grid.source[link]))
                portal = Portal(source, target, link, float(grid.weight[link]), marked)
                into[target[0]].append(portal)
    return WorldGraph(dict(grids), maps, {key: tuple(found) for key, found in into.items()})
