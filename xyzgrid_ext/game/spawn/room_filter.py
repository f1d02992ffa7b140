"""The part of maps that a plan concerns: a room, a row, a level; exits by direction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.spawn import XYZ, SpawnPlan, part_of
from xyzgrid_ext.game.world.world import Live


@dataclass(frozen=True)
class RoomFilter:
    """A choice of rooms and exits of maps; all of them by default.

    `x` and `y` are numbers as text or `*`; `z` is the key of a level, or `*`.
    """

    x: str = "*"
    y: str = "*"
    z: str = "*"
    directions: frozenset[str] | None = None

    @classmethod
    def of(
        cls, live: Live, xyz: tuple[Any, Any, Any], directions: Iterable[str] | None = None
    ) -> RoomFilter:
        """Return the choice of rooms at (X, Y, Z), where `*` matches any.

        Directions may be given by any name of their exits: `n`, `north`.
        """
        x, y, z = (str(part).strip() for part in xyz)
        z = map_key(z)
        if z in live.grids:  # the whole of a map, whatever levels it has
            z = "*"
        if directions is None:
            return cls(x, y, z)
        words = {name_key(word) for word in directions}
        ways = {way for grid in live.grids.values() for way in grid.ways}
        names = {way: {name_key(word) for word in (way.key, *way.aliases)} for way in ways}
        found = frozenset(way.direction for way in ways if words & {way.direction, *names[way]})
        return cls(x, y, z, found)

    def means(self, xyz: XYZ) -> bool:
        """Whether a room is chosen."""
        parts = ((self.x, str(xyz.x)), (self.y, str(xyz.y)), (self.z, xyz.z))
        return all(meant in ("*", own) for meant, own in parts)

    def place(self, live: Live, keys: Sequence[str]) -> XYZ | None:
        """Return the chosen place if there is just one; None if there are several."""
        is_flat = len(keys) == 1 and live.grids[keys[0]].levels is None
        z = keys[0] if self.z == "*" and is_flat else self.z
        if z == "*" or not (self.x.isdecimal() and self.y.isdecimal()):
            return None
        return XYZ(int(self.x), int(self.y), z)

    def cut(self, whole: SpawnPlan) -> SpawnPlan:
        """Return the part of a plan that concerns the chosen rooms and exits."""
        if self == RoomFilter():
            return whole
        return part_of(whole, self.means, self.directions)
