"""One level of a 3D map with the methods that the contrib's maps have."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.view import everything, in_reach, in_scan, paint


class LevelMap:
    """What `grid.get_map("cube:3")` gives. It reads the live world and holds nothing itself."""

    def __init__(self, live: Any, key: str, z: int) -> None:
        self._live, self._key, self._z = live, key, z
        grid = live.grids[key]
        self.Z = grid.zname(z)
        self.options = dict(grid.options)

    def __str__(self) -> str:
        return "\n".join(self._live.sheet(self._key, self._z).lines())

    def __repr__(self) -> str:
        begin, end = self._live.grids[self._key].rooms_of_level(self._z)
        return f"<XYMap(Z={self.Z}), {end - begin} nodes>"

    def get_shortest_path(
        self, start_xy: tuple[int, int], end_xy: tuple[int, int]
    ) -> tuple[list[str], list[tuple[int, int]]]:
        """Directions and coordinates of the shortest way between two rooms of this level.

        The way may leave the level and come back. Two empty lists if there is none.
        """
        grid = self._live.grids[self._key]
        rooms = [grid.room_at(Coord(x, y, self._z)) for x, y in (start_xy, end_xy)]
        if None in rooms:
            return [], []
        start, goal = ((self._key, room) for room in rooms)
        route = self._live.router.route(start, goal)
        if route is None:
            return [], []
        router = self._live.router
        places = [router.place(step.target).coord for step in route.steps]
        path = [tuple(start_xy), *((coord.x, coord.y) for coord in places)]
        return [router.way(step).token for step in route.steps], path

    def get_visual_range(
        self,
        xy: tuple[int, int],
        dist: int | None = 2,
        mode: str = "nodes",
        character: str | None = "@",
        **kwargs: Any,
    ) -> str:
        """The part of the level seen from a coordinate, as text; `dist=None` for all of it."""
        grid = self._live.grids[self._key]
        sheet = self._live.sheet(self._key, self._z)
        here = sheet.room_cell(*xy)
        room = grid.room_at(Coord(xy[0], xy[1], self._z))
        if dist is None:
            cells = everything(sheet)
        elif mode == "scan":
            cells = in_scan(sheet, here, dist)
        else:
            cells = in_reach(grid, sheet, room, dist) if room is not None else set()
        picture = paint(sheet, cells, here, symbol=character or "")
        return "\n".join(" " * kwargs.get("indent", 0) + line for line in picture.lines)
