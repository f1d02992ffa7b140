"""A land from afar, in square parts that clients load as they need them, and keep.

    step 1       step 2    step 4      each part has SIZE by SIZE cells, and each of these stands
    . T T n      . T       T           for `step` by `step` cells of the land; part (0, 0) begins
    . . T T                            at the cell (0, 0), and part (-1, 0) is to its left

A part is a function of the land alone, so what has been loaded with a `version` never changes.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

import numpy as np

from xyzgrid_ext import __version__
from xyzgrid_ext.parts.lands.core.land import Land
from xyzgrid_ext.parts.lands.core.tiles import FARTHEST

SIZE = 64
"""The width and height of a PicturePart, in cells of the picture (not of the land)."""
STEPS = (1, 2, 4, 8, 16, 32)
"""The scales: how many cells of the land, each way, one cell of a picture stands for."""


class PicturePart(NamedTuple):
    """A square part of a picture: SIZE by SIZE cells, row by row, the lowest row first.

    Attributes:
        biome: for each cell the index of its biome.
        road: the cells through which a road leads, as indices into `biome`.
    """

    biome: list[int]
    road: list[int]


def is_picture_part(step: int, column: int, row: int) -> bool:
    """Whether `step` is a scale, and part (column, row) at that scale is within lands' bounds."""
    return step in STEPS and all(-FARTHEST <= at * SIZE * step < FARTHEST for at in (column, row))


def picture_part(land: Land, step: int, column: int, row: int) -> PicturePart:
    """Return a part of a land's picture; each of its cells is `step` by `step` cells of the land.

    `column` and `row` count parts to the right and up from (0, 0), which begins at the cell (0, 0).

    Raises:
        MapError: if a road cannot be built.
    """
    wide = SIZE * step
    part = land.window(column * wide, row * wide, SIZE, SIZE, step)
    return PicturePart(part.cells.biome.ravel().tolist(), np.flatnonzero(part.road >= 0).tolist())


def picture_version(land: Land) -> str:
    """Return a hash that changes with anything that the pictures of a land depend on."""
    pairs = None if land.pairs is None else list(land.pairs)
    of = (__version__, land.number, list(land.biomes), list(land.places.items()), pairs)
    return sha256(repr(of).encode()).hexdigest()[:16]
