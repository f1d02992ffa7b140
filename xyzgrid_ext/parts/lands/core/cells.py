"""The cells of a land, computed for any rectangle; nothing is stored.

    sample_cells(seed, biomes, x, y, columns, rows)    each cell: biome, height, water, road
    sample_cells(..., step=16)                         one cell of every 16 by 16, for pictures

A cell depends only on the seed and its coordinate, so two rectangles agree where they overlap.
Coordinates go from -2**30 to 2**30.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from xyzgrid_ext.parts.lands.core.biomes import (
    BROOK,
    LAKE,
    RIVER,
    Biome,
    biome_index,
    biome_indices,
)
from xyzgrid_ext.parts.lands.core.noise import Bools, Ints, random_below
from xyzgrid_ext.parts.lands.core.rivers import Basin, Drainage, find_rivers, river_cells
from xyzgrid_ext.parts.lands.core.terrain import broad_heights, make_fields

_BROAD = (6, 15)  # springs of rivers that are two and three cells wide
_RIVER_SPRINGS = 3  # springs that make a river of a brook
_FINE = 16  # rivers are drawn cell by cell up to this step
_COARSE = 64  # and not at all beyond this one
_LAKE = 14  # cells from the middle of a lake to its shore at most


@dataclass(frozen=True, eq=False)
class Cells:
    """A rectangle of a land, sampled: arrays of (rows, columns), the lowest row first.

    Attributes:
        x: the left column.
        y: the lowest row.
        step: each sample stands for a square of `step` by `step` cells.
        biome: int8, the index of the biome.
        height: thousandths above the sea.
    """

    x: int
    y: int
    step: int
    biome: Ints
    height: Ints


def sample_cells(
    seed: int, biomes: Sequence[Biome], x: int, y: int, columns: int, rows: int, step: int = 1
) -> Cells:
    """Return a rectangle of a land, sampled in squares of `step` by `step` cells.

    Args:
        seed: the seed of the land.
        biomes: the biomes of the land; `Cells.biome` has indices into them.
        x: the left column, in cells.
        y: the lowest row, in cells.
        columns: the number of squares across.
        rows: the number of squares up.
        step: the size of a square in cells; its middle cell and its rivers stand for it.
    """
    xs = x + np.arange(columns) * step + step // 2
    ys = y + np.arange(rows) * step + step // 2
    fields = make_fields(seed, xs, ys)
    biome = biome_indices(biomes, fields)
    dry = fields.height >= 0
    if step <= _COARSE:
        flows = find_rivers(seed, x, y, columns * step, rows * step, max(1, step // 3))
        _lakes(seed, biomes, flows, biome, dry, (xs, ys))
        _rivers(seed, biomes, flows, biome, dry, (x, y, step))
    return Cells(x, y, step, biome, fields.height)


def _rivers(
    seed: int,
    biomes: Sequence[Biome],
    flows: Drainage,
    biome: Ints,
    dry: Bools,
    frame: tuple[int, int, int],
) -> None:
    """Draw the rivers, small ones first, but not where the ground is below sea level."""
    x, y, step = frame
    rows, columns = biome.shape
    brook, river = (biome_index(biomes, kind) for kind in (BROOK, RIVER))
    lake = biome_index(biomes, LAKE)
    for stretch in sorted(flows.stretches, key=lambda s: s.flow):
        if step <= _FINE:
            path = list(river_cells(seed, stretch))
        else:
            path = [(stretch.x, stretch.y), (stretch.to_x, stretch.to_y)]
        wide = 1 + sum(stretch.flow >= least for least in _BROAD) if step == 1 else 1
        kind = brook if stretch.flow < _RIVER_SPRINGS else river
        for at_x, at_y in path:
            column, row = (at_x - x) // step, (at_y - y) // step
            for up in range(row, row + wide):
                for right in range(column, column + wide):
                    inside = 0 <= up < rows and 0 <= right < columns
                    if inside and dry[up, right] and biome[up, right] != lake:
                        biome[up, right] = kind


def _lakes(
    seed: int,
    biomes: Sequence[Biome],
    flows: Drainage,
    biome: Ints,
    dry: Bools,
    axes: tuple[Ints, Ints],
) -> None:
    """Fill basins where rivers end, up to a certain height and with an irregular shore."""
    lake = biome_index(biomes, LAKE)
    for basin in flows.basins:
        part = tuple(
            slice(*np.searchsorted(along, (at - _LAKE, at + _LAKE + 1)).tolist())
            for along, at in zip(reversed(axes), (basin.y, basin.x), strict=True)
        )
        ys, xs = (along[own] for along, own in zip(reversed(axes), part, strict=True))
        if len(xs) and len(ys):
            biome[part][_wet(seed, basin, xs, ys) & dry[part]] = lake


def _wet(seed: int, basin: Basin, xs: Ints, ys: Ints) -> Bools:
    """Return (rows, columns) bool: which cells the lake of a basin covers."""
    here = np.array([basin.x]), np.array([basin.y])
    deep = 700 + 150 * min(basin.flow, 20) + int(random_below(500, seed * 16 + 11, *here)[0])
    dx, dy = xs[None, :] - basin.x, ys[:, None] - basin.y
    far = dx * dx + dy * dy
    height = broad_heights(seed, xs, ys) - basin.height
    size = 2 + min(basin.flow, 6)
    near: Bools = (far <= size * size // 2) | ((height < deep) & (far <= _LAKE * _LAKE))
    return near
