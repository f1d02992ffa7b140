"""The fields of a land: height, moisture, warmth and roughness of each cell, in thousandths.

height   below 0 the sea     broad shapes, mountains where a second noise is near 0, and detail
rises        ^^^             the broad shapes alone (`broad_heights`) are what rivers follow: one
from sea  .,nn^^nTT,.~~      that ran down every small dip would end in the first one
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.parts.lands.core.noise import FIXED_ONE, Ints, noise_at, noise_grid

FIELDS = ("height", "moisture", "warmth", "rough")
"""The names of the fields of `Fields`, in order; a biome has bounds for their values."""
_Noise = Callable[[int, Ints, Ints, int, int], Ints]
_SHORE = FIXED_ONE // 9  # how far the sea lies below the middle of the noise
_RANGE = FIXED_ONE // 7  # half the width of a mountain range, as a value of noise
SEA_HEIGHT = -120
"""In thousandths: a height without hills and dips below which there is sea, even with them."""


class Fields(NamedTuple):
    """The terrain of cells: arrays of the same shape, in thousandths.

    `height` is 0 at the sea; the others are about 500 on average.
    """

    height: Ints
    moisture: Ints
    warmth: Ints
    rough: Ints


def make_fields(seed: int, xs: Ints, ys: Ints) -> Fields:
    """Return the terrain of the cells in these columns and rows, as (len(ys), len(xs))."""
    rough = noise_grid(_part(seed, 4), xs, ys, 4, 1)
    broad = _broad(noise_grid, seed, xs, ys)
    height = _thousandths(broad + (rough >> 3))
    patches = noise_grid(_part(seed, 5), xs, ys, 6, 3) + (
        noise_grid(_part(seed, 7), xs, ys, 2, 1) >> 1
    )
    moisture = 500 + _thousandths(patches)
    warmth = 500 + _thousandths(noise_grid(_part(seed, 6), xs, ys, 8, 4)) - height.clip(0) // 4
    return Fields(height, moisture, warmth, 500 + _thousandths(rough))


def broad_heights_at(seed: int, xs: Ints, ys: Ints) -> Ints:
    """Return heights without hills and dips, in 65536ths, at (xs[i], ys[i]), shaped like `xs`."""
    return _broad(noise_at, seed, xs, ys)


def broad_heights(seed: int, xs: Ints, ys: Ints) -> Ints:
    """Return heights without hills and dips for columns `xs` and rows `ys`, in 65536ths.

    The array is (len(ys), len(xs)). Rivers follow it; the fine unit makes equal heights rare.
    """
    return _broad(noise_grid, seed, xs, ys)


def _broad(noise: _Noise, seed: int, xs: Ints, ys: Ints) -> Ints:
    base = noise(_part(seed, 1), xs, ys, 8, 5) + _SHORE
    belt = noise(_part(seed, 2), xs, ys, 6, 4)
    there = (noise(_part(seed, 3), xs, ys, 8, 7) + FIXED_ONE // 24).clip(0, FIXED_ONE // 2)
    ridge = (_RANGE - np.abs(belt)).clip(0) * (FIXED_ONE // _RANGE)
    rise = (base + FIXED_ONE // 16).clip(0, FIXED_ONE // 4) * 4  # no ranges rise from the deep sea
    peak = (ridge >> 4) * (ridge >> 4) >> 8
    return base + ((peak * (there >> 8) >> 7) * (rise >> 8) >> 8)


def _part(seed: int, part: int) -> int:
    """Return the seed for a different noise of the same land."""
    return seed * 16 + part


def _thousandths(values: Ints) -> Ints:
    return values * 125 >> 13
