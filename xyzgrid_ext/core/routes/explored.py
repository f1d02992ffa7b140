"""The rooms that a character has visited: one bit per room, stored as a short text.

    y 1  . # #      rows (z, y) = (0, 1) -> 0b110      "0.0:1 0.1:6"
    y 0  # . .                   (0, 0) -> 0b001
    far away, from x = -128 on:  (0, 7) -> 0b011       "0.7.-128:3"

Rooms are stored by coordinates, not by number, so that a character's record survives when the map
is edited and spawned again. A row of a hundred rooms takes about thirty bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Bools

_Row = tuple[int, int, int]
_NEAR = 1024  # up to here a row's bits are one number; beyond it, each 64 rooms have one
_WIDE = 64
_CURE = "forget it: the character explores anew"


class ExploredRooms:
    """The explored rooms of one map, as bits by (z, y, the first x of the bits) and x."""

    def __init__(self, rows: Mapping[_Row, int] | None = None) -> None:
        self._rows = dict(rows or {})

    @classmethod
    def of(cls, coords: Iterable[Coord]) -> ExploredRooms:
        """Return the set with these coordinates."""
        rooms = cls()
        for coord in coords:
            rooms.add(coord)
        return rooms

    @classmethod
    def from_text(cls, text: str) -> ExploredRooms:
        """Read what `text()` wrote; raise UsageError for any other text."""
        rooms = cls()
        for word in text.split():
            try:
                place, bits = word.split(":")
                z, y, *x = map(int, place.split("."))
                (start,) = x or (0,)
                value = int(bits, 16)
            except ValueError:
                raise UsageError(f"not a set of explored rooms: {word[:40]!r}", _CURE) from None
            if z < 0 or value < 0 or (not x and y < 0):
                raise UsageError("a set of explored rooms has numbers below 0", _CURE)
            rooms._rows[z, y, start] = rooms._rows.get((z, y, start), 0) | value
        return rooms

    def text(self) -> str:
        """Return the set as text; equal sets give equal texts."""
        rows = (
            (f"{z}.{y}" if start == 0 <= y else f"{z}.{y}.{start}", bits)
            for (z, y, start), bits in sorted(self._rows.items())
        )
        return " ".join(f"{place}:{bits:x}" for place, bits in rows)

    def add(self, coord: Coord) -> bool:
        """Add a room; return whether it is new."""
        row, bit = _bit(coord)
        old = self._rows.get(row, 0)
        self._rows[row] = new = old | bit
        return new != old

    def join(self, other: ExploredRooms) -> bool:
        """Add all rooms of another set; return whether any is new."""
        before = len(self)
        for row, bits in other._rows.items():
            self._rows[row] = self._rows.get(row, 0) | bits
        return len(self) > before

    def __contains__(self, coord: Coord) -> bool:
        row, bit = _bit(coord)
        return bool(self._rows.get(row, 0) & bit)

    def __len__(self) -> int:
        return sum(bits.bit_count() for bits in self._rows.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExploredRooms) and self._rows == other._rows

    __hash__ = None  # type: ignore[assignment]  # it grows

    def rooms(self, grid: Grid) -> Bools:
        """Return (n,) bool: which rooms of a grid are in the set."""
        is_explored = np.zeros(grid.rooms, dtype=bool)
        for rows in _alike(self._rows):
            width = max(rows.values()).bit_length() // 8 + 1
            packed = b"".join(bits.to_bytes(width, "little") for bits in rows.values())
            table = np.frombuffer(packed, np.uint8).reshape(-1, width)
            seen = np.unpackbits(table, axis=1, bitorder="little")
            z, y, start = np.array(list(rows), dtype=np.int64).T
            begin, end = grid.rooms_of_rows(y, z)
            count = end - begin
            # the x of all rooms of these rows in one column, and the row of each
            row = np.repeat(np.arange(len(count)), count)
            room = np.arange(len(row)) + np.repeat(end - np.cumsum(count), count)
            x = grid.coords[room, 0] - start[row]
            # the topmost bit is clear: it stands for every room further to the right
            hit = (x >= 0) & seen[row, x.clip(0, seen.shape[1] - 1)].astype(bool)
            is_explored[room[hit]] = True
        return is_explored


def _bit(coord: Coord) -> tuple[_Row, int]:
    """Return the row of a room, and its bit there."""
    x, y, z = coord
    start = 0 if 0 <= x < _NEAR else x - x % _WIDE
    return (z, y, start), 1 << (x - start)


def _alike(rows: Mapping[_Row, int]) -> Iterable[dict[_Row, int]]:
    """Yield first the rows that begin at 0, which may be long, then the others."""
    for is_far in (False, True):
        if alike := {row: bits for row, bits in rows.items() if (row[2] != 0) is is_far}:
            yield alike


Explored = Mapping[str, ExploredRooms]
"""The explored rooms of each map, by `map_key`; a map that is missing is unexplored."""
