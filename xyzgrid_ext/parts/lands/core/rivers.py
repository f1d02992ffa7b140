r"""Rivers: from springs downhill to the sea or into a lake, computed from seed and place alone.

    o---o   o    nodes, one in each square of 8 cells, somewhere in it; each drains to the lowest
     \ |  /      of its neighbours, of the next ones but one if it lies in a small dip
      o-o        a spring counts if its water comes to an end, deep sea or the bottom of a basin,
        \        within 64 nodes: so what is upstream and downstream of a place is known from
    ~~~~~o       what lies within 64 nodes of it, and every river is whole

Between nodes a river winds: the middle of each part is moved by a hash.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.parts.lands.core.noise import Ints, random_below
from xyzgrid_ext.parts.lands.core.terrain import SEA_HEIGHT, broad_heights_at

LATTICE = 8  # cells of a node's square, each way
"""Rivers lead from node to node, of which each square of LATTICE by LATTICE cells has one."""
_FAR = 64  # nodes from a spring to the end of its river at most
_REACH = 4  # nodes beyond a window whose rivers may run into it
_SPRINGS = 11  # of how many nodes one has a spring
_HIGH = 5000  # least height of a spring, in 65536ths
_NEAR = sorted((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
_NEXT = sorted((dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if max(abs(dx), abs(dy)) == 2)


class RiverStretch(NamedTuple):
    """A piece of a river from one node, at (x, y), to the next.

    Attributes:
        flow: the number of springs whose water it has.
        height, to_height: the heights of its ends in 65536ths, from `broad_heights`.
    """

    x: int
    y: int
    to_x: int
    to_y: int
    flow: int
    height: int
    to_height: int


class Basin(NamedTuple):
    """A lake in which rivers end, at (x, y).

    Attributes:
        flow: the number of springs whose water it has.
        height: its height in 65536ths, from `broad_heights`.
    """

    x: int
    y: int
    flow: int
    height: int


class Drainage(NamedTuple):
    """The pieces of rivers in and near a rectangle, and the lakes in which they end."""

    stretches: tuple[RiverStretch, ...]
    basins: tuple[Basin, ...]


def find_rivers(seed: int, x: int, y: int, columns: int, rows: int, least: int = 1) -> Drainage:
    """Return the rivers in and near a rectangle of cells.

    Its lower left cell is (x, y). Pieces with the water of fewer than `least` springs are left out.
    """
    margin = _REACH + _FAR + 3
    i = np.arange(x // LATTICE - margin, (x + columns) // LATTICE + margin + 1)
    j = np.arange(y // LATTICE - margin, (y + rows) // LATTICE + margin + 1)
    across, up = np.meshgrid(i, j)
    px = across * LATTICE + random_below(LATTICE, seed * 16 + 7, across, up)
    py = up * LATTICE + random_below(LATTICE, seed * 16 + 8, across, up)
    height = broad_heights_at(seed, px, py)
    down = _down(height)
    is_spring = (random_below(_SPRINGS, seed * 16 + 9, across, up) == 0) & (height > _HIGH)
    flow = _flow(down, np.flatnonzero(is_spring))
    inside = np.zeros(height.shape, dtype=bool)
    edge = margin - _REACH
    inside[edge:-edge, edge:-edge] = True
    nodes = np.flatnonzero(inside.ravel() & (flow >= least))
    to = down[nodes]
    columns_of = (px, py, height)
    here, there = ([c.ravel()[at].tolist() for c in columns_of] for at in (nodes, to))
    flows = flow[nodes].tolist()
    ends = (nodes == to).tolist()
    deep = SEA_HEIGHT * 65536 // 1000
    stretches, basins = [], []
    for n, is_end in enumerate(ends):
        if not is_end:
            stretches.append(
                RiverStretch(
                    here[0][n], here[1][n], there[0][n], there[1][n], flows[n], here[2][n],
                    there[2][n],
                )
            )  # fmt: skip
        elif here[2][n] >= deep:
            basins.append(Basin(here[0][n], here[1][n], flows[n], here[2][n]))
    return Drainage(tuple(stretches), tuple(basins))


def _down(height: Ints) -> Ints:
    """Return, for each node, the number of the node it drains to: itself where a river ends."""
    rows, columns = height.shape
    numbers = np.arange(height.size).reshape(height.shape)
    best, lowest = numbers.copy(), height.copy()
    for around in (_NEAR, _NEXT):
        stuck = best == numbers
        for dx, dy in around:
            to = np.s_[max(0, dy) : rows + min(0, dy), max(0, dx) : columns + min(0, dx)]
            at = np.s_[max(0, -dy) : rows + min(0, -dy), max(0, -dx) : columns + min(0, -dx)]
            lower = (height[to] < lowest[at]) & stuck[at]
            best[at] = np.where(lower, numbers[to], best[at])
            lowest[at] = np.where(lower, height[to], lowest[at])
    ended = height < SEA_HEIGHT * 65536 // 1000
    best[ended] = numbers[ended]
    return best.ravel()


def _flow(down: Ints, springs: Ints) -> Ints:
    """Return the number of springs that feed each node, if their water ends within reach."""
    at = springs
    for _step in range(_FAR):
        at = down[at]
    at = springs[down[at] == at]
    flow = np.zeros(len(down), dtype=np.int64)
    for _step in range(_FAR + 1):
        np.add.at(flow, at, 1)
        moving = down[at] != at
        at = down[at[moving]]
    return flow


def river_cells(seed: int, stretch: RiverStretch) -> Iterator[tuple[int, int]]:
    """Yield the cells (x, y) of a piece of a river, each adjacent to the one before."""
    points = [(stretch.x, stretch.y), (stretch.to_x, stretch.to_y)]
    for _halving in range(2):
        finer = points[:1]
        for (x, y), (to_x, to_y) in pairwise(points):
            far = (abs(to_x - x) + abs(to_y - y)) // 3 + 1
            near = np.array([x * 3 + to_x, x * 5 - to_x]), np.array([y * 3 + to_y, y - to_y * 5])
            dx, dy = (random_below(far, seed * 16 + 10, *near) - far // 2).tolist()
            finer += [((x + to_x) // 2 + dx, (y + to_y) // 2 + dy), (to_x, to_y)]
        points = finer
    for begin, end in pairwise(points):
        yield from cells_between(begin, end)
    yield points[-1]


def cells_between(begin: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the cells (x, y) of a straight line without its end, each adjacent to the last."""
    (x, y), (to_x, to_y) = begin, end
    wide, high = abs(to_x - x), abs(to_y - y)
    right, up = (1 if to_x > x else -1), (1 if to_y > y else -1)
    gone_x = gone_y = 0
    while gone_x < wide or gone_y < high:
        yield x, y
        if (2 * gone_x + 1) * high < (2 * gone_y + 1) * wide:
            x, gone_x = x + right, gone_x + 1
        else:
            y, gone_y = y + up, gone_y + 1
