"""The rooms that a character has visited: one bit per room, stored as a short text.

    y 1  . # #      rows (z, y) = (0, 1) -> 0b110      "0.0:1 0.1:6"
    y 0  # . .                   (0, 0) -> 0b001

Rooms are stored by coordinates, not by number, so that a character's record survives when the map
is edited and spawned again. A row of a hundred rooms takes about thirty letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Bools

_CURE = "forget it: the character explores anew"


class Seen:
    """The explored rooms of one map, as bits by (z, y) and x."""

    def __init__(self, rows: Mapping[tuple[int, int], int] | None = None) -> None:
        self._rows = dict(rows or {})

    @classmethod
    def of(cls, coords: Iterable[Coord]) -> Seen:
        """The set of some coordinates."""
        found = cls()
        for coord in coords:
            found.add(coord)
        return found

    @classmethod
    def from_text(cls, text: str) -> Seen:
        """Read what `text()` wrote; raise UsageError for any other text."""
        rows = {}
        for word in text.split():
            try:
                place, bits = word.split(":")
                z, y = place.split(".")
                rows[int(z), int(y)] = int(bits, 16)
            except ValueError:
                raise UsageError(f"not a set of explored rooms: {word[:40]!r}", _CURE) from None
        if any(z < 0 or y < 0 or bits < 0 for (z, y), bits in rows.items()):
            raise UsageError("a set of explored rooms has numbers below 0", _CURE)
        return cls(rows)

    def text(self) -> str:
        """The set as text; equal sets give equal texts."""
        return " ".join(f"{z}.{y}:{bits:x}" for (z, y), bits in sorted(self._rows.items()))

    def add(self, coord: Coord) -> bool:
        """Add a room; return whether it is new."""
        old = self._rows.get((coord.z, coord.y), 0)
        self._rows[coord.z, coord.y] = new = old | 1 << coord.x
        return new != old

    def join(self, other: Seen) -> bool:
        """Add all rooms of another set; return whether any is new."""
        before = len(self)
        for row, bits in other._rows.items():
            self._rows[row] = self._rows.get(row, 0) | bits
        return len(self) > before

    def __contains__(self, coord: Coord) -> bool:
        return bool(self._rows.get((coord.z, coord.y), 0) >> coord.x & 1)

    def __len__(self) -> int:
        return sum(bits.bit_count() for bits in self._rows.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self._rows == other._rows

    __hash__ = None  # type: ignore[assignment]  # it grows

    def rooms(self, grid: Grid) -> Bools:
        """(n,) bool: which rooms of a grid are in the set."""
        found = np.zeros(grid.rooms, dtype=bool)
        if not self._rows:
            return found
        width = max(bits.bit_length() for bits in self._rows.values()) // 8 + 1
        packed = b"".join(bits.to_bytes(width, "little") for bits in self._rows.values())
        table = np.frombuffer(packed, np.uint8).reshape(-1, width)
        seen = np.unpackbits(table, axis=1, bitorder="little")
        zy = np.array(list(self._rows), dtype=np.int64)
        begin, end = grid.rooms_of_rows(zy[:, 1], zy[:, 0])
        count = end - begin
        # the x of all explored rooms in one column, and the row of each
        row = np.repeat(np.arange(len(count)), count)
        room = np.arange(len(row)) + np.repeat(end - np.cumsum(count), count)
        x = grid.coords[room, 0]
        # the topmost bit is clear: it stands for every room further to the right
        found[room] = seen[row, np.minimum(x, seen.shape[1] - 1)]
        return found


Explored = Mapping[str, Seen]
"""The explored rooms of each map, by `map_key`; a map that is missing is unexplored."""
