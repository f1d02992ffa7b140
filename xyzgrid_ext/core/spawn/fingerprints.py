"""Fingerprints of a map's rooms, which show where two versions of its file differ.

    grid, a number for each of its prototypes ─► Fingerprints(levels, places, values)
    Differences(before, now) ─► XYZ(3, 4, "town"), ...

A fingerprint covers everything that is spawned for a room and its exits: the prototype of the room,
and the names, target and prototype of each exit. The chance that two different rooms have equal
fingerprints is 1 in 2**64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.spawn.model import XYZ

Ints = NDArray[np.integer[Any]]
Hashes = NDArray[np.uint64]


class Fingerprints(NamedTuple):
    """The fingerprints of n rooms.

    Attributes:
        levels: the Z keys of the map's levels.
        places: (n, 3) int32: x, y and the number of the level.
        values: (n,) uint64.

    """

    levels: tuple[str, ...]
    places: Ints
    values: Hashes

    def without(self, rooms: Iterable[XYZ]) -> Fingerprints:
        """Return the fingerprints of all rooms but some."""
        levels = list(self.levels)
        gone = [_code(x, y, levels.index(z)) for x, y, z in rooms if z in levels]
        stay = ~np.isin(_codes(self, levels), gone)
        return Fingerprints(self.levels, self.places[stay], self.values[stay])


def hash_of(text: str) -> int:
    """Return a 64-bit number for a text, equal in every process."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def stable_text(value: object) -> str:
    """Return a value as `repr` does, but with the members of sets in order.

    Their own order differs from process to process.
    """
    if type(value) is dict:
        rows = (f"{stable_text(key)}: {stable_text(part)}" for key, part in value.items())
        return f"{{{', '.join(rows)}}}"
    if type(value) is list:
        return f"[{', '.join(map(stable_text, value))}]"
    if type(value) is tuple:
        return f"({', '.join(map(stable_text, value))}{',' * (len(value) == 1)})"
    if isinstance(value, set | frozenset) and value:
        members = f"{{{', '.join(sorted(map(stable_text, value)))}}}"
        return members if isinstance(value, set) else f"frozenset({members})"
    return repr(value)


def fingerprints(
    grid: Grid, prototypes: Sequence[int], is_room: Callable[[Place], bool]
) -> Fingerprints:
    """Compute the fingerprints of a map's rooms.

    Args:
        grid: the map.
        prototypes: a hash for each of `grid.protos`; whatever makes other objects of a prototype
            has to change it.
        is_room: tells whether there is a room at a place of another map: an exit that leads
            nowhere is not made.

    """
    levels = grid.zkeys
    protos = np.array([*prototypes, 0], np.uint64)  # -1, none, is the last
    names = np.array([hash_of(repr(way)) for way in grid.ways], np.uint64)
    place = _mixed(np.array([hash_of(level) for level in levels], np.uint64)[grid.coords[:, 2]])
    for axis in (0, 1):
        place = _mixed(place + grid.coords[:, axis].astype(np.uint64))
    end = _mixed(place)
    links = np.empty(grid.links, np.uint64)

    def note(some: Any, target: Hashes) -> None:
        named = _mixed(target + names[grid.way[some]])
        links[some] = _mixed(named + protos[grid.link_proto[some]])

    for begin in range(0, grid.links, _PART):
        part = slice(begin, begin + _PART)
        note(part, end[grid.target[part]])
    away = [hash_of(repr(outside)) for outside in grid.outside.values()]
    note(np.fromiter(grid.outside, np.int64), _mixed(np.array(away, np.uint64)))
    links[[link for link, outside in grid.outside.items() if not is_room(outside)]] = 0
    # the sum of a room's links, whatever their order; sums wrap around at 2**64
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(links, dtype=np.uint64)))
    own = _mixed(protos + np.uint64(1))[grid.room_proto]
    return Fingerprints(levels, grid.coords, own + sums[grid.first[1:]] - sums[grid.first[:-1]])


class Differences:
    """The places of rooms that are new, gone, or different; an iterable of XYZ with a length."""

    def __init__(self, before: Fingerprints, now: Fingerprints) -> None:
        self._levels = list(dict.fromkeys((*before.levels, *now.levels)))
        old, new = _codes(before, self._levels), _codes(now, self._levels)
        if np.array_equal(old, new):
            found = new[before.values != now.values]
        else:
            _, in_old, in_new = np.intersect1d(old, new, assume_unique=True, return_indices=True)
            differs = before.values[in_old] != now.values[in_new]
            others = np.setxor1d(old, new, assume_unique=True)
            found = np.concatenate((others, new[in_new[differs]]))
        self._found: Ints = np.sort(found)
        self._old: Ints = np.sort(old)

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[XYZ]:
        for code in self._found.tolist():
            x, y, z = code & _MASK, code >> _BITS & _MASK, code >> 2 * _BITS
            yield XYZ(x - _ZERO, y - _ZERO, self._levels[z])

    def __contains__(self, xyz: XYZ) -> bool:
        return self._has(self._found, xyz)

    def had(self, xyz: XYZ) -> bool:
        """Whether a room was there before."""
        return self._has(self._old, xyz)

    def _has(self, codes: Ints, xyz: XYZ) -> bool:
        if xyz.z not in self._levels:
            return False
        code = _code(xyz.x, xyz.y, self._levels.index(xyz.z))
        at = int(np.searchsorted(codes, code))
        return at < len(codes) and bool(codes[at] == code)


_PART = 1 << 15  # links whose numbers fit into the processor's cache
_BITS = 24  # of a coordinate
_ZERO = 1 << (_BITS - 1)  # is added to it: on a land it may be negative
_MASK = (1 << _BITS) - 1


def _codes(found: Fingerprints, levels: list[str]) -> Ints:
    """Return the place of each room as one number."""
    number = np.array([levels.index(level) for level in found.levels], np.int64)
    x, y, z = found.places.T.astype(np.int64)
    codes: Ints = _code(x, y, number[z])
    return codes


def _code(x: Any, y: Any, level: Any) -> Any:
    return (x + _ZERO) | (y + _ZERO) << _BITS | level << 2 * _BITS


def _mixed(values: Hashes) -> Hashes:
    """Spread a difference in few bits over all bits, with the last steps of SplitMix64."""
    mixed = values ^ (values >> np.uint64(30))
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed
