"""One level of a 3D map with the methods that the contrib's maps have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from evennia.contrib.grid.xyzgrid.utils import MapError

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Sheet
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.routes import RouteStep
from xyzgrid_ext.core.view import Window
from xyzgrid_ext.core.view.visible import cells_in_reach
from xyzgrid_ext.game.maps.plane_map import PlaneMap
from xyzgrid_ext.game.maps.visual_range import VisualRange
from xyzgrid_ext.game.world.world import Live, Room


@dataclass(frozen=True)
class LevelLink:
    """A link symbol on the drawing of a level: x and y count symbols."""

    x: int
    y: int
    Z: str
    symbol: str

    def get_display_symbol(self) -> str:
        """Return the displayed symbol."""
        return _escape(self.symbol)


@dataclass(frozen=True)
class LevelNode(LevelLink):
    """A room of a level with its coordinate, where X and Y count rooms."""

    X: int
    Y: int
    node_index: int


class LevelMap(VisualRange):
    """The result of `grid.get_map("cube:3")`, which reads the live world.

    Nodes and links of drawn levels come from their legend; those of a matrix, which has no legend,
    are plain values.
    """

    def __init__(self, live: Live, key: str, z: int) -> None:
        self._live, self._key, self._z = live, key, z
        grid = live.grids[key]
        self.Z = grid.zname(z)
        self.options = dict(grid.options)

    def __str__(self) -> str:
        return "\n".join(self._sheet.lines())

    def __repr__(self) -> str:
        begin, end = self._live.grids[self._key].rooms_of_level(self._z)
        return f"<XYMap(Z={self.Z}), {end - begin} nodes>"

    @cached_property
    def max_X(self) -> int:  # noqa: N802 - the name that the contrib gives it
        """The greatest X of a room."""
        return self._greatest(0)

    @cached_property
    def max_Y(self) -> int:  # noqa: N802 - the name that the contrib gives it
        """The greatest Y of a room."""
        return self._greatest(1)

    @property
    def max_x(self) -> int:
        """The greatest column of the drawing."""
        return self._edges().right

    @property
    def max_y(self) -> int:
        """The greatest row of the drawing."""
        return self._edges().top

    @cached_property
    def _least(self) -> tuple[int, int]:
        """The least X and Y of a room, or 0: of a drawing all are at least that."""
        grid = self._live.grids[self._key]
        begin, end = grid.rooms_of_level(self._z)
        x, y = grid.coords[begin:end, :2].min(axis=0, initial=0).tolist()
        return x, y

    def _greatest(self, axis: int) -> int:
        grid = self._live.grids[self._key]
        begin, end = grid.rooms_of_level(self._z)
        return int(grid.coords[begin:end, axis].max(initial=0))

    # --- what stands where

    def get_node_from_coord(self, xy: tuple[int, int]) -> Any | None:
        """Return the room at (X, Y); None if there is none.

        Raises:
            MapError: if the coordinate is outside the level.
        """
        x, y = xy
        least_x, least_y = self._least
        if not (least_x <= x <= self.max_X and least_y <= y <= self.max_Y):
            raise MapError(
                f"get_node_from_coord got coordinate {xy} which is outside the grid size of "
                f"({least_x},{least_y}) - ({self.max_X}, {self.max_Y})."
            )
        room = self._room(xy)
        return None if room is None else self._node((self._key, room))

    def get_components_with_symbol(self, symbol: str) -> list[Any]:
        """Return all nodes and links with this symbol."""
        if sheets := self._live.loaded[self._key].sheets:
            return sheets[self._z].get_components_with_symbol(symbol)
        sheet = self._sheet
        grid = self._live.grids[self._key]
        rooms = (self._node((self._key, room)) for room in range(*grid.rooms_of_level(self._z)))
        components: dict[Cell, object] = {(n.x, n.y): n for n in rooms if n.symbol == symbol}
        for cell in sorted(cell for cell, text in sheet.cells.items() if text == symbol):
            components.setdefault(cell, LevelLink(*cell, self.Z, symbol))
        return list(components.values())

    # --- routes

    def calculate_path_matrix(self, force: bool = False) -> None:
        """Do nothing: routes are found on demand."""

    def get_shortest_path(
        self, start_xy: tuple[int, int], end_xy: tuple[int, int]
    ) -> tuple[list[str], list[Any]]:
        """Return the directions of the shortest path, and its nodes and links with both ends.

        The path may leave the level and come back. Without a path, both lists are empty.
        """
        start, end = self._room(start_xy), self._room(end_xy)
        if start is None or end is None:
            return [], []
        route = self._live.router.find((self._key, start), (self._key, end))
        if route is None:
            return [], []
        path = [self._node((self._key, start))]
        for step in route.steps:
            path += [*self._links(step), self._node(step.target)]
        return [self._live.router.way(step).token for step in route.steps], path

    # --- pictures

    @property
    def _sheet(self) -> Sheet:
        return self._live.sheet(self._key, self._z)

    def _room(self, xy: tuple[int, int]) -> int | None:
        return self._live.grids[self._key].room_at(Coord(xy[0], xy[1], self._z))

    def _node(self, room: Room) -> Any:
        grid = self._live.grids[room[0]]
        x, y, z = grid.coord(room[1])
        if planes := self._planes(room[0]):
            return planes[z].get_node_from_coord((x, y))
        sheet = self._live.sheet(room[0], z)
        cell = sheet.room_cell(x, y)
        return LevelNode(*cell, grid.zname(z), sheet.cells[cell], x, y, room[1])

    def _links(self, step: RouteStep) -> list[Any]:
        """Return the links of a step that are drawn."""
        key, room = step.source
        if step.link < 0:
            return []  # an exit made by hand is on no drawing
        grid = self._live.grids[key]
        x, y, z = grid.coord(room)
        sheet = self._live.sheet(key, z)
        cells = sheet.trails.get((x, y, grid.way_of(step.link).direction), ())
        if planes := self._planes(key):
            return [planes[z].xygrid[column][row] for column, row in cells]
        zname = grid.zname(z)
        return [LevelLink(*cell, zname, sheet.cells[cell]) for cell in cells]

    def _planes(self, key: str) -> tuple[PlaneMap, ...]:
        map_ = self._live.loaded[key]
        return map_.sheets or ((map_.xymap,) if map_.xymap is not None else ())

    def _cell(self, xy: tuple[int, int]) -> Cell:
        return self._sheet.room_cell(*xy)

    def _symbol(self, column: int, row: int) -> str:
        return _escape(self._sheet.cells.get((column, row), self.empty_symbol))

    def _edges(self) -> Window:
        return Window.over(self._sheet.cells.keys() or {(0, 0)})

    def _within(self, xy: tuple[int, int], dist: int) -> set[Cell]:
        room = self._room(xy)
        assert room is not None
        return cells_in_reach(self._live.grids[self._key], self._sheet, room, dist)


def _escape(symbol: str) -> str:
    """Escape a symbol for a text with colour codes, where a single bar would begin a code."""
    return "||" if symbol == "|" else symbol
