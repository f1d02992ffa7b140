"""Roads between named places: the cheapest routes over land, whichever part of it is shown.

    o######         a road costs what its cells cost, and a little chance, so that it winds;
       ~~ #H##o     it crosses rivers on bridges (H), and takes the road that is there already

The pairs are given; by default each place is joined to the nearest connected one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.reach import distances
from xyzgrid_ext.parts.lands.core.biomes import BRIDGE, BROOK, RIVER, Biome, biome_index
from xyzgrid_ext.parts.lands.core.cells import Cells, sample_cells
from xyzgrid_ext.parts.lands.core.noise import Bools, Ints, random_below

Spot = tuple[int, int]
"""A cell of a land, as (x, y)."""
MAX_ROAD_CELLS = 1_000_000
"""Two places get a road if the rectangle between them has no more cells than this."""
_MARGIN = 24  # cells that a road may swerve beyond both places, and a third of their distance
_CROSSING = {BROOK: 6, RIVER: 16}
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def shortest_network(places: Mapping[str, Spot]) -> list[tuple[str, str]]:
    """Return the pairs of names to join so that all places hang together, the shortest first."""
    part = {name: name for name in places}

    def head(name: str) -> str:
        while part[name] != name:
            name = part[name]
        return name

    def far(pair: tuple[str, str]) -> tuple[int, tuple[str, str]]:
        (x, y), (to_x, to_y) = (places[name] for name in pair)
        return abs(x - to_x) + abs(y - to_y), pair

    pairs = []
    for first, other in sorted(combinations(sorted(places), 2), key=far):
        if head(first) != head(other):
            part[head(first)] = head(other)
            pairs.append((first, other))
    return pairs


def lay_roads(
    seed: int, biomes: Sequence[Biome], places: Mapping[str, Spot], pairs: Sequence[tuple[str, str]]
) -> list[list[Spot]]:
    """Return the cells of the road for each pair of names, from the first place to the second.

    Raises:
        MapError: if there is no route from one to the other, or if they are too far apart.
    """
    spots: set[Spot] = set()
    roads = []
    for first, other in pairs:
        roads.append(_road(seed, biomes, (first, other), (places[first], places[other]), spots))
        spots.update(roads[-1])
    return roads


def _road(
    seed: int,
    biomes: Sequence[Biome],
    names: tuple[str, str],
    ends: tuple[Spot, Spot],
    road_cells: set[Spot],
) -> list[Spot]:
    text = f"{names[0]!r} and {names[1]!r}"
    wide, high = (abs(a - b) + 1 for a, b in zip(*ends, strict=True))
    if (fault := distance_error(names, ends)) is not None:
        raise fault
    margin = _MARGIN + max(wide, high) // 3
    x, y = (min(pair) - margin for pair in zip(*ends, strict=True))
    columns, rows = wide + 2 * margin, high + 2 * margin
    ground = sample_cells(seed, biomes, x, y, columns, rows)
    cost = _costs(seed, biomes, ground)
    for name, end in zip(names, ends, strict=True):
        if (fault := place_error(name, end, biomes, ground)) is not None:
            raise fault
    for at_x, at_y in road_cells:
        if 0 <= at_x - x < columns and 0 <= at_y - y < rows:
            cost[at_y - y, at_x - x] = 4
    (begin_x, begin_y), (end_x, end_y) = ends
    tails, heads = adjacent_links(cost > 0)
    goal = (end_y - y) * columns + end_x - x
    far = distances(cost.size, tails, heads, goal, cost.ravel()[tails].astype(np.float64))
    far = far.reshape(cost.shape)
    if not np.isfinite(far[begin_y - y, begin_x - x]):
        cure = "move one of them, or name the roads without this one"
        raise MapError(f"no way over land leads between {text}", cure)
    return list(path_cells(cost, far, (begin_x - x, begin_y - y), (x, y)))


def distance_error(names: tuple[str, str], ends: tuple[Spot, Spot]) -> MapError | None:
    """Return an error if two places are too far apart for a road, else None."""
    wide, high = (abs(a - b) + 1 for a, b in zip(*ends, strict=True))
    if wide * high <= MAX_ROAD_CELLS:
        return None
    cure = f"at most {MAX_ROAD_CELLS:,} cells in the rectangle between them; put a place in between"
    return MapError(f"{names[0]!r} and {names[1]!r} are too far apart for a road", cure)


def place_error(name: str, spot: Spot, biomes: Sequence[Biome], cells: Cells) -> MapError | None:
    """Return an error if nobody can walk at the place `name`, else None.

    `spot` is where it is; `cells` are the ground around, in which a better place is looked for.
    """
    cost = np.array([biome.cost for biome in biomes])[cells.biome]
    column, row = spot[0] - cells.x, spot[1] - cells.y
    if cost[row, column]:
        return None
    there = biomes[cells.biome[row, column]].name
    cure = "move it to land"
    ys, xs = np.nonzero(cost)
    if len(xs):
        nearest = np.argmin(np.abs(xs - column) + np.abs(ys - row))
        near = cells.x + int(xs[nearest]), cells.y + int(ys[nearest])
        cure = f"the nearest place where one can stand is {near}"
    return MapError(f"{name!r} cannot stand at {spot}, which is {there}", cure)


def _costs(seed: int, biomes: Sequence[Biome], cells: Cells) -> Ints:
    """Return (rows, columns): the cost of each cell for a road, 0 where none can be built."""
    kinds = [4 * _CROSSING.get(biome.of, biome.cost) for biome in biomes]
    cost = np.array(kinds, dtype=np.int64)[cells.biome]
    rows, columns = cost.shape
    xs, ys = cells.x + np.arange(columns), cells.y + np.arange(rows)
    return np.where(cost > 0, cost + random_below(4, seed * 16 + 12, xs, ys[:, None]), 0)


def adjacent_links(free: Bools) -> tuple[Ints, Ints]:
    """Return the steps between adjacent free cells, both ways, as two arrays: (from, to).

    `free` is an array of (rows, columns); its cells are numbered row by row.
    """
    number = np.arange(free.size).reshape(free.shape)
    across = free[:, :-1] & free[:, 1:]
    up = free[:-1] & free[1:]
    low = np.concatenate([number[:, :-1][across], number[:-1][up]])
    high = np.concatenate([number[:, 1:][across], number[1:][up]])
    return np.concatenate([low, high]), np.concatenate([high, low])


def path_cells(
    cost: Ints, far: NDArray[np.floating[Any]], begin: Spot, corner: Spot
) -> Iterator[Spot]:
    """Yield the cells of a shortest path from `begin` to its end.

    Among equal steps the first is taken, so that every machine takes the same path.

    Args:
        cost: (rows, columns): the cost of a step into each cell, 0 where none leads.
        far: (rows, columns): the distance of each cell from the end.
        begin: the column and row of the first cell.
        corner: x and y of the cell in column 0, row 0.
    """
    x, y = begin
    rows, columns = cost.shape
    yield corner[0] + x, corner[1] + y
    while far[y, x]:
        beside = ((x + dx, y + dy) for dx, dy in _STEPS)
        inside = ((to_x, to_y) for to_x, to_y in beside if _is_in(to_x, to_y, columns, rows))
        x, y = next(
            (to_x, to_y)
            for to_x, to_y in inside
            if cost[to_y, to_x] and far[y, x] == far[to_y, to_x] + cost[to_y, to_x]
        )
        yield corner[0] + x, corner[1] + y


def _is_in(x: int, y: int, columns: int, rows: int) -> bool:
    return 0 <= x < columns and 0 <= y < rows


def put_bridge(biomes: Sequence[Biome], biome: Ints, row: int, column: int) -> None:
    """Put a bridge at (row, column) of `biome`, indices into `biomes`, if water runs there."""
    if biomes[biome[row, column]].of in _CROSSING:
        biome[row, column] = biome_index(biomes, BRIDGE)
