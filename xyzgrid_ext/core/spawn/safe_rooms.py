"""Safe rooms: for each room that will be removed, the nearest one that stays.

    o-o-#-#      # goes, o stays: from the left # to the o beside it, from the right one there too
        |
        #-o      from here to the right

The same sheet is looked through first, then the same map, then all of the grid. The distance is
that in x and y together; of rooms that are as near the first in the order of coordinates is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from scipy.spatial import cKDTree

from xyzgrid_ext.core.coords import split_level
from xyzgrid_ext.core.spawn.model import XYZ


class SafeRooms:
    """The rooms that stay; each look-up takes a time that hardly grows with them."""

    def __init__(self, staying: Iterable[XYZ]) -> None:
        self._groups: dict[tuple[str, ...], list[XYZ]] = defaultdict(list)
        for xyz in sorted(staying):
            for group in _groups(xyz.z):
                self._groups[group].append(xyz)
        self._trees: dict[tuple[str, ...], cKDTree] = {}

    def nearest(self, here: XYZ) -> XYZ | None:
        """The room to go to from a coordinate; None if no room stays."""
        for group in _groups(here.z):
            if rooms := self._groups.get(group):
                return self._nearest(group, rooms, here)
        return None

    def _nearest(self, group: tuple[str, ...], rooms: list[XYZ], here: XYZ) -> XYZ:
        if group not in self._trees:
            self._trees[group] = cKDTree(np.array([room[:2] for room in rooms], dtype=float))
        tree = self._trees[group]
        distance, _ = tree.query(here[:2], p=1)
        near = tree.query_ball_point(here[:2], distance, p=1)
        return rooms[int(min(near))]  # they are in order


def _groups(z: str) -> tuple[tuple[str, ...], ...]:
    """Sheet, map, grid: what a room belongs to, the smallest first."""
    level = split_level(z)
    return ("sheet", z), ("map", level[0] if level else z), ()
