"""Routes over a land, whether or not it is drawn: over the ground near, along its roads beyond.

    @ , ~ ~ , G       up to `REACH` cells each way: the cheapest way over the ground
    , , , , , ,

    @ , o###########o , G       beyond that: to the nearest road, along roads, and from the road
                                that is nearest to the goal over the ground again

All of it is computed from the seed for two cells, which may take a few seconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.core.reach import distances
from xyzgrid_ext.parts.lands.core.directions import LandLeg, split_legs
from xyzgrid_ext.parts.lands.core.land import Land
from xyzgrid_ext.parts.lands.core.roads import Spot, adjacent_links, path_cells
from xyzgrid_ext.parts.lands.core.tiles import FARTHEST, tile_at

REACH = 500
"""A route is looked for within this many cells of its start, each way."""
MAX_STOPS = 1_000
"""The most squares (`Tile`) through which a route may lead."""
_MARGIN = 24  # cells that a way may swerve at first, and a third of its length


class LandPath(NamedTuple):
    """A route over land.

    Attributes:
        stops: the first cell of each square (`Tile`) that it enters, in order, and the goal.
        steps: the number of steps.
        cost: the sum of the costs of these steps.
        legs: its parts, each of which is told in one sentence.
    """

    stops: tuple[tuple[int, int], ...]
    steps: int
    cost: float
    legs: tuple[LandLeg, ...]


class NoPath(Enum):
    """Why no route over land was found: the goal is too far to search, or none exists."""

    TOO_FAR = "too far"
    NONE = "none"


def least_cost(start: tuple[int, int], goal: tuple[int, int]) -> float:
    """Return the least that a route between two cells can cost: as much as a straight road."""
    return float(abs(start[0] - goal[0]) + abs(start[1] - goal[1]))


class _Path(NamedTuple):
    """The cells of a way, and what it costs."""

    cells: Sequence[Spot]
    cost: float


def find_land_path(land: Land, start: Spot, goal: Spot) -> LandPath | NoPath:
    """Return the cheapest route between two cells of a land, or why there is none.

    Raises:
        MapError: if a road of the land cannot be built.
    """
    path: _Path | None
    if not (_is_ground(land, start) and _is_ground(land, goal)):
        return NoPath.NONE
    if _is_near(start, goal):
        path = _over_ground(land, start, goal)
    elif (ends := _ends(land, start, goal)) is None:
        return NoPath.TOO_FAR
    else:
        path = _by_road(land, start, goal, *ends)
    if path is None:
        return NoPath.NONE
    cells, cost = path
    stops = [to for at, to in pairwise(cells) if tile_at(*at) != tile_at(*to)]
    if len(stops) >= MAX_STOPS:
        return NoPath.TOO_FAR
    roads = {cell for road in land.roads.values() for cell in road}
    legs = split_legs(cells, roads, {at: name for name, at in land.places.items()})
    return LandPath((*stops, goal), len(cells) - 1, cost, legs)


def _is_near(spot: Spot, other: Spot) -> bool:
    return max(abs(spot[0] - other[0]), abs(spot[1] - other[1])) <= REACH


def _is_ground(land: Land, cell: Spot) -> bool:
    window = land.window(*cell, 1, 1)
    biome = land.biomes[int(window.cells.biome[0, 0])]
    return biome.cost > 0 or window.road[0, 0] >= 0 or window.place[0, 0] >= 0


def _over_ground(land: Land, start: Spot, goal: Spot) -> _Path | None:
    """Find the cheapest way over the ground, first in a small window, then in the largest."""
    long = max(abs(start[0] - goal[0]), abs(start[1] - goal[1]))
    for margin in sorted({_MARGIN + long // 3, REACH - long // 2}):
        if (path := _in_window(land, start, goal, margin)) is not None:
            return path
    return None


def _in_window(land: Land, start: Spot, goal: Spot, margin: int) -> _Path | None:
    """Find the cheapest way within a margin around the rectangle between two cells."""
    x, y = (max(min(pair) - margin, -FARTHEST) for pair in zip(start, goal, strict=True))
    right, top = (min(max(pair) + margin, FARTHEST - 1) for pair in zip(start, goal, strict=True))
    window = land.window(x, y, right - x + 1, top - y + 1)
    cost = np.array([biome.cost for biome in land.biomes])[window.cells.biome]
    cost[(window.road >= 0) | (window.place >= 0)] = 1
    begin, end = (start[0] - x, start[1] - y), (goal[0] - x, goal[1] - y)
    tails, heads = adjacent_links(cost > 0)
    number = end[1] * cost.shape[1] + end[0]
    far = distances(cost.size, tails, heads, number, cost.ravel()[tails].astype(np.float64))
    far = far.reshape(cost.shape)
    total = float(far[begin[::-1]])
    return _Path(list(path_cells(cost, far, begin, (x, y))), total) if np.isfinite(total) else None


def _ends(land: Land, start: Spot, goal: Spot) -> tuple[Spot, Spot] | None:
    """Return the cells of roads that are nearest to start and goal; None if they are too far."""
    cells = sorted({cell for road in land.roads.values() for cell in road})
    if not cells:
        return None
    spots = np.array(cells)
    first, last = (cells[int(np.abs(spots - at).sum(axis=1).argmin())] for at in (start, goal))
    return (first, last) if _is_near(start, first) and _is_near(last, goal) else None


def _by_road(land: Land, start: Spot, goal: Spot, first: Spot, last: Spot) -> _Path | None:
    """Find the way over the ground to the road, along roads, and to the goal."""
    cells, cost = [start], 0.0
    for find, begin, end in (
        (_over_ground, start, first),
        (_along, first, last),
        (_over_ground, last, goal),
    ):
        if (path := find(land, begin, end)) is None:
            return None
        cells += path.cells[1:]
        cost += path.cost
    return _Path(cells, cost)


def _along(land: Land, first: Spot, last: Spot) -> _Path | None:
    """Find the shortest route along the roads."""
    joined: dict[Spot, list[Spot]] = defaultdict(list)
    for road in land.roads.values():
        for cell_before, other in pairwise(road):
            joined[cell_before].append(other)
            joined[other].append(cell_before)
    before = {last: last}
    edge = [last]
    while edge and first not in before:
        new = []
        for cell in edge:
            for to in sorted(joined[cell]):
                if to not in before:
                    before[to] = cell
                    new.append(to)
        edge = new
    if first not in before:
        return None
    cells = [first]
    while cells[-1] != last:
        cells.append(before[cells[-1]])
    return _Path(cells, len(cells) - 1.0)
