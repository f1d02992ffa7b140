"""Gradient noise in whole numbers, which depends only on the seed and the coordinate.

    lattice every 2**k cells      each corner has a slope of its own, of a hash of (seed, x, y);
    +-------+-------+             a cell between them blends what the four slopes give there
    |   .   |       |
    +-------+-------+             octaves of half the size and half the height add detail

It uses only int32 and shifts, so it is equal on every machine, Python and numpy. Values are in
units of 1 / `FIXED_ONE`; one octave stays within about 0.7. Source: Ken Perlin, «Improving Noise»,
2002; the hash is the finalizer of SplitMix64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.signedinteger[Any]]
"""An array of signed integers, of any shape and number of bits."""
Bools = NDArray[np.bool_]
"""An array of booleans."""
FIXED_ONE = 1 << 16
"""Noise is in fixed point: this stands for 1.0."""
_BITS = 10  # of a position between two corners
_SLOPES = np.array(
    # sixteen directions, 128 long
    [
        *((128, 0), (118, 49), (91, 91), (49, 118), (0, 128), (-49, 118), (-91, 91), (-118, 49)),
        *((-128, 0), (-118, -49), (-91, -91), (-49, -118)),
        *((0, -128), (49, -118), (91, -91), (118, -49)),
    ],
    dtype=np.int32,
)


def random_bits(seed: int, x: Ints, y: Ints) -> NDArray[np.uint64]:
    """Return a random 64-bit number for each (x, y), always the same for a seed; broadcasts."""
    start = np.uint64(seed & (1 << 64) - 1)
    mixed = _mixed(x.astype(np.int64).view(np.uint64) ^ start)
    return _mixed(mixed + y.astype(np.int64).view(np.uint64) * np.uint64(0x9E3779B97F4A7C15))


def random_below(limit: int, seed: int, x: Ints, y: Ints) -> Ints:
    """Return a random integer from 0 to `limit` - 1 for each (x, y); `limit` is far below 2**32."""
    return (random_bits(seed, x, y) >> np.uint64(32)).astype(np.int64) % limit


def noise_grid(seed: int, xs: Ints, ys: Ints, largest: int, smallest: int) -> Ints:
    """Return gradient noise for columns `xs` and rows `ys`, as (len(ys), len(xs)) int32.

    It is a sum of waves, from 2**`largest` cells long down to 2**`smallest`. Each is half as high
    as the next longer one, so values stay within about 1.4 * FIXED_ONE either way.
    """
    total = np.zeros((len(ys), len(xs)), dtype=np.int32)
    for octave, size in enumerate(range(largest, smallest - 1, -1)):
        total += _octave(seed * 64 + size, xs, ys, size) >> octave
    return total


def noise_at(seed: int, xs: Ints, ys: Ints, largest: int, smallest: int) -> Ints:
    """Return gradient noise, as `noise_grid` makes it, at (xs[i], ys[i]), in the shape of `xs`."""
    total = np.zeros(xs.shape, dtype=np.int32)
    for octave, size in enumerate(range(largest, smallest - 1, -1)):
        octave_seed = seed * 64 + size
        (left, dx), (low, dy) = _cut(octave_seed, xs, size), _cut(octave_seed + 1, ys, size)
        fx, fy = _fade(dx), _fade(dy)
        rows = []
        for up in (0, 1):
            a, b = (_slope(octave_seed, left + right, low + up) for right in (0, 1))
            along = _blend(a[..., 0] * dx, b[..., 0] * (dx - _FULL), fx)
            across = a[..., 1] * (_FULL - fx) + b[..., 1] * fx
            rows.append(along + (across * (dy - up * _FULL) >> _BITS))
        total += (_blend(rows[0], rows[1], fy) >> 1) >> octave
    return total


_FULL = np.int32(1 << _BITS)


def _octave(seed: int, xs: Ints, ys: Ints, size: int) -> Ints:
    """Return one octave over a rectangle: first along the lattice's rows, then between them."""
    (left, dx), (low, dy) = _cut(seed, xs, size), _cut(seed + 1, ys, size)
    fx, fy = _fade(dx), _fade(dy)[:, None]
    rows, where = np.unique(np.concatenate([low, low + 1]), return_inverse=True)
    a, b = (_slope(seed, (left + right)[None, :], rows[:, None]) for right in (0, 1))
    along = _blend(a[..., 0] * dx, b[..., 0] * (dx - _FULL), fx)
    across = a[..., 1] * (_FULL - fx) + b[..., 1] * fx
    under, over = where[: len(ys)], where[len(ys) :]
    dy = dy[:, None]
    bottom = along[under] + (across[under] * dy >> _BITS)
    top = along[over] + (across[over] * (dy - _FULL) >> _BITS)
    return _blend(bottom, top, fy) >> 1


def _cut(seed: int, along: Ints, size: int) -> tuple[Ints, Ints]:
    """Return the corner before each coordinate, and the distance from it in 1024ths.

    Each octave has a different offset; otherwise all would be 0 at the same corners.
    """
    moved = along.astype(np.int64) + (seed * 0x9E3779B1 >> 7 & 0xFFFFF)
    inside = moved & (1 << size) - 1
    return moved >> size, (inside << _BITS >> size).astype(np.int32)


def _slope(seed: int, x: Ints, y: Ints) -> Ints:
    slopes: Ints = _SLOPES[(random_bits(seed, x, y) >> np.uint64(60)).astype(np.int64)]
    return slopes


def _fade(part: Ints) -> Ints:
    """Return 6t^5 - 15t^4 + 10t^3, in 1024ths."""
    t = part.astype(np.int64)
    faded = t**3 * (6 * t**2 - 15 * (t << _BITS) + (10 << 2 * _BITS)) >> 4 * _BITS
    result: Ints = faded.astype(np.int32)
    return result


def _blend(low: Ints, high: Ints, part: Ints) -> Ints:
    blended: Ints = low + ((high - low >> 4) * part >> _BITS - 4)
    return blended


def _mixed(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
