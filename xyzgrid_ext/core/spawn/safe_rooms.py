"""Safe rooms: for each room that will be removed, the nearest of some rooms on its map.

    o-o-#-#      # goes, o stays: from the left # to the o beside it, from the right one there too
        |
        #-o      from here to the right

The sheet of the room is searched first, then its map, and no other. The distance is the sum of the
distances in x and y; among equally near rooms, the first in the order of coordinates is chosen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np

from xyzgrid_ext.core.coords import split_level
from xyzgrid_ext.core.spawn.model import XYZ


class SafeRooms:
    """The rooms to choose from; finding the nearest takes hardly longer with more of them."""

    def __init__(self, rooms: Iterable[XYZ]) -> None:
        self._groups: dict[tuple[str, str], list[XYZ]] = defaultdict(list)
        for xyz in sorted(rooms):
            for group in _groups(xyz.z):
                self._groups[group].append(xyz)
        self._trees: dict[tuple[str, str], Any] = {}

    def nearest(self, here: XYZ) -> XYZ | None:
        """Return the nearest room on the same map; None if it has none of the rooms."""
        for group in _groups(here.z):
            if rooms := self._groups.get(group):
                return self._nearest(group, rooms, here)
        return None

    def _nearest(self, group: tuple[str, str], rooms: list[XYZ], here: XYZ) -> XYZ:
        if group not in self._trees:
            from scipy.spatial import cKDTree  # a tenth of a second that few processes need

            self._trees[group] = cKDTree(np.array([room[:2] for room in rooms], dtype=float))
        tree = self._trees[group]
        distance, _ = tree.query(here[:2], p=1)
        near = tree.query_ball_point(here[:2], distance, p=1)
        return rooms[int(min(near))]  # they are in order


def _groups(z: str) -> tuple[tuple[str, str], ...]:
    """Return the groups of a room, the smaller first: sheet, map."""
    level = split_level(z)
    return ("sheet", z), ("map", level[0] if level else z)
