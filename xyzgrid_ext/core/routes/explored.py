"""The rooms that a character has visited: one bit per room, stored as a short text.

    y 1  . # #      rows (z, y) = (0, 1) -> 0b110      "0.0:1 0.1:6"
    y 0  # . .                   (0, 0) -> 0b001
    from x = 256 on:             (0, 7) -> 0b011       "0.7.256:3"

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
_WIDE = 128  # the bits of a row, which begins at a multiple of it
_CURE = "forget it: the character explores anew"


class ExploredRooms:
    """A set of rooms of one map by coordinate, such as those that a character has explored."""

    def __init__(self) -> None:
        self._rows: dict[_Row, int] = {}

    @classmethod
    def of(cls, coords: Iterable[Coord]) -> ExploredRooms:
        """Return the set of these coordinates."""
        rooms = cls()
        for coord in coords:
            rooms.add(coord)
        return rooms

    @classmethod
    def from_text(cls, text: str) -> ExploredRooms:
        """Return the set from what `text()` returned.

        Raises:
            UsageError: if it is another text.
        """
        rooms = cls()
        for word in text.split():
            try:
                place, hexadecimal = word.split(":")
                z, y, start = map(int, (place if place.count(".") > 1 else f"{place}.0").split("."))
                bits = int(hexadecimal, 16)
            except ValueError:
                bits, z, y, start = -1, 0, 0, 0
            if z < 0 or start % _WIDE or not 0 <= bits < 1 << _WIDE:
                raise UsageError(f"not a set of explored rooms: {word[:40]!r}", _CURE)
            rooms._rows[z, y, start] = rooms._rows.get((z, y, start), 0) | bits
        return rooms

    def text(self) -> str:
        """Return the set as text; equal sets give equal texts."""
        return " ".join(
            f"{z}.{y}.{start}:{bits:x}" if start else f"{z}.{y}:{bits:x}"
            for (z, y, start), bits in sorted(self._rows.items())
        )

    def add(self, coord: Coord) -> bool:
        """Add a room; return whether it is new."""
        row, bit = _bit(coord)
        before = self._rows.get(row, 0)
        self._rows[row] = before | bit
        return not before & bit

    def join(self, other: ExploredRooms) -> bool:
        """Add all rooms of another set; return whether any is new."""
        before = len(self)
        for row, bits in other._rows.items():
            self._rows[row] = self._rows.get(row, 0) | bits
        return len(self) > before

    def after_moves(self, moves: Mapping[Coord, Coord]) -> ExploredRooms:
        """Return the set after rooms have moved; `moves` is old coordinate -> new one."""
        coords = (
            Coord(start + bit, y, z)
            for (z, y, start), bits in self._rows.items()
            for bit in range(bits.bit_length())
            if bits >> bit & 1
        )
        return ExploredRooms.of(moves.get(coord, coord) for coord in coords)

    def __contains__(self, coord: Coord) -> bool:
        row, bit = _bit(coord)
        return bool(self._rows.get(row, 0) & bit)

    def __len__(self) -> int:
        return sum(bits.bit_count() for bits in self._rows.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExploredRooms) and self._rows == other._rows

    __hash__ = None  # type: ignore[assignment]  # it grows

    def rooms(self, grid: Grid) -> Bools:
        """Return (n,) bool: for each room of a grid, whether it is in the set."""
        size = _WIDE // 8
        packed = b"".join(bits.to_bytes(size, "little") for bits in self._rows.values())
        table = np.frombuffer(packed, np.uint8).reshape(-1, size)
        row, offset = np.unpackbits(table, axis=1, bitorder="little").nonzero()
        z, y, start = np.array(list(self._rows), np.int64).reshape(-1, 3)[row].T
        numbers = grid.rooms_at(np.stack((start + offset, y, z), axis=1))
        is_explored = np.zeros(grid.rooms, dtype=bool)
        is_explored[numbers[numbers >= 0]] = True
        return is_explored


def _bit(coord: Coord) -> tuple[_Row, int]:
    """Return the row of a room, and its bit there."""
    x, y, z = coord
    start = x - x % _WIDE
    return (z, y, start), 1 << (x - start)


Explored = Mapping[str, ExploredRooms]
"""The explored rooms of each map, by `map_key`; a map that is missing is unexplored."""
