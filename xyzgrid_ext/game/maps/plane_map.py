"""The map object of one sheet: the contrib's XYMap, parsed by its own parser.

It has all methods of the contrib's XYMap, so that code written for `grid.get_map(...)` works:

    get_shortest_path     by our router: no matrix of all pairs, no limit, no pickle, no file
    get_visual_range      costs what it shows, and writes into nothing that others look at
    calculate_path_matrix does nothing; routes are found when they are asked for

The parser's input is isolated: it changes the legend CLASSES and looks up prototypes for every
node, so it gets throw-away subclasses and no prototypes.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

from evennia.contrib.grid.xyzgrid.utils import MAPSCAN, REVERSE_DIRECTIONS, MapError
from evennia.contrib.grid.xyzgrid.xymap import XYMap
from evennia.contrib.grid.xyzgrid.xymap_legend import (
    MapLink,
    MapNode,
    SmartMapLink,
    SmartTeleporterMapLink,
)
from evennia.utils.utils import mod_import

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.sheet import DrawnMap
from xyzgrid_ext.core.sheet.drawing import Drawing, parse_drawing
from xyzgrid_ext.core.view import Window
from xyzgrid_ext.game.maps.legend_rows import legend_classes, symbol_kinds
from xyzgrid_ext.game.maps.plane_routes import Routes
from xyzgrid_ext.game.maps.visual_range import VisualRange

_NO_CACHE = ""
_LOOKING_AROUND = (SmartTeleporterMapLink, SmartMapLink)


class _OfParsing:
    """An attribute that is set by the contrib's parser; reading it runs the parser first."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, xymap: Any, owner: type | None = None) -> Any:
        if xymap is None:
            return self
        xymap.ensure_parsed()
        return xymap.parsed[self._name]

    def __set__(self, xymap: Any, value: Any) -> None:
        xymap.parsed[self._name] = value


class PlaneMap(VisualRange, XYMap):
    """A map of one sheet, with the arguments and methods of the contrib's XYMap.

    The contrib's parser runs only if something needs its results. `drawn` is the drawing as
    `core.sheet` reads it; None if a legend class does more than set values.
    """

    max_pathfinding_length = None  # the contrib's limit; there is none here
    drawn: DrawnMap | None = None
    _is_parsed = False
    display_map = _OfParsing()
    node_index_map = _OfParsing()
    symbol_map = _OfParsing()
    xygrid = _OfParsing()
    XYgrid = _OfParsing()
    max_x = _OfParsing()
    max_y = _OfParsing()
    max_X = _OfParsing()  # noqa: N815 - the names that the contrib gives them
    max_Y = _OfParsing()  # noqa: N815

    def __init__(
        self,
        map_module_or_dict: Any,
        Z: str | int = "map",  # noqa: N803 - the name that the contrib gives it
        xyzgrid: Any = None,
    ) -> None:
        self.parsed: dict[str, Any] = {}  # by the parser
        self._named = Z
        self._routes: Routes | None = None
        # with a name the contrib would make a folder, and later a pickle of that name
        super().__init__(map_module_or_dict, Z=_NO_CACHE, xyzgrid=xyzgrid)

    def reload(self, map_module_or_dict: Any = None) -> None:
        """Read the map again, from a dict, a module or the path of a module.

        Raises:
            MapError: if there is no such map, or if its data is malformed.
        """
        source = map_module_or_dict or self.map_module_or_dict
        data = source if isinstance(source, Mapping) else _data_of(source, self._named)
        # prototypes are left out, as their keys are looked at where the map is spawned
        handed = dict(data) | {
            "zcoord": str(data.get("zcoord", self._named)).strip(),
            "map": data.get("map"),
            "legend": {symbol: _isolated(cls) for symbol, cls in legend_classes(data).items()},
            "options": dict(data.get("options") or {}),
            "prototypes": {},
        }
        super().reload(handed)
        self.prototypes = dict(data.get("prototypes") or {})
        self._is_parsed, self._routes, self.drawn = False, None, None  # of the drawing as it was

    def parse(self) -> None:
        """Run the contrib's parser, without the prototypes that it would resolve for each room."""
        prototypes, self.prototypes = self.prototypes, _Unresolved()
        self._is_parsed = True  # the parser asks for what it has found so far
        try:
            super().parse()
        except BaseException:
            self._is_parsed = False
            raise
        finally:
            self.prototypes = prototypes
        self._routes = None
        for node in self.node_index_map.values():
            # the nodes that the parser has set aside; each keeps the prototype of its class
            for part in (node, *node.first_links.values()):
                if "prototype" in vars(part):
                    del part.prototype

    def class_at(self, x: int, y: int) -> Any:
        """Return the class of the legend for the room at (X, Y)."""
        if self.drawn is None:
            return type(self.get_node_from_coord((x, y)))
        return self.legend[self.drawn.drawing.rows[2 * y][2 * x]]

    @property
    def drawing(self) -> Drawing:
        """The cells of the drawing, and where they are in its text."""
        if self.drawn is not None:
            return self.drawn.drawing
        return parse_drawing(self.mapstring, self.Z, symbol_kinds(self.legend))

    def ensure_parsed(self) -> None:
        """Run `parse`, unless that was done already."""
        if not self._is_parsed:
            self.parse()

    def __str__(self) -> str:
        self.ensure_parsed()
        return str(super().__str__())

    # --- what stands where

    def get_node_from_coord(self, xy: tuple[int, int]) -> Any | None:
        """Return the node at (X, Y); None if there is none.

        Raises:
            MapError: if the coordinate is outside the map.
        """
        self.ensure_parsed()
        x, y = xy
        if not (0 <= x <= self.max_X and 0 <= y <= self.max_Y):
            raise MapError(
                f"get_node_from_coord got coordinate {xy} which is outside the grid size of "
                f"(0,0) - ({self.max_X}, {self.max_Y})."
            )
        # not by [x][y]: the contrib's dict of dicts would grow by looking
        return self.XYgrid.get(x, {}).get(y)

    def get_components_with_symbol(self, symbol: str) -> list[Any]:
        """Return the contrib's objects of all nodes and links with this symbol."""
        self.ensure_parsed()
        return list(self.symbol_map.get(symbol, ()))

    # --- routes

    def calculate_path_matrix(self, force: bool = False) -> None:
        """Do nothing: routes are found on demand."""

    def get_shortest_path(
        self, start_xy: tuple[int, int], end_xy: tuple[int, int]
    ) -> tuple[list[str], list[Any]]:
        """Return the directions of the shortest path, and its nodes and links with both ends.

        The path stays on this map. Without a path both lists are empty.
        """
        start, end = self.get_node_from_coord(start_xy), self.get_node_from_coord(end_xy)
        if start is None or end is None:
            return [], []
        if self._routes is None:
            self._routes = Routes.of(self.node_index_map.values())
        return self._routes.path(start, end)

    # --- pictures

    def _cell(self, xy: tuple[int, int]) -> Cell:
        return xy[0] * 2, xy[1] * 2

    def _symbol(self, column: int, row: int) -> str:
        symbol: str = self.display_map[row][column]
        return symbol

    def _edges(self) -> Window:
        self.ensure_parsed()
        return Window(0, self.max_x, 0, self.max_y)

    def _within(self, xy: tuple[int, int], dist: int) -> set[Cell]:
        """Return the cells of the rooms within `dist` steps, and of the links between them.

        Each room in reach is visited once, unlike in the contrib, which walks all paths.
        """
        start: Any = self.get_node_from_coord(xy)
        cells: set[Cell] = {(start.x, start.y)}
        seen = {start}
        edge = [start]
        for _step in range(dist):
            beyond = []
            for node in edge:
                for direction, end in node.links.items():
                    cells.update((link.x, link.y) for link in node.xy_steps_to_node[direction])
                    if end not in seen:
                        seen.add(end)
                        beyond.append(end)
                        cells.add((end.x, end.y))
            edge = beyond
        return cells

    # --- rooms and exits

    def spawn_nodes(self, xy: tuple[Any, Any] = ("*", "*")) -> list[Any]:
        """Spawn the rooms and exits of the map at `xy` (`*` for any); return the rooms' nodes."""
        self.ensure_parsed()
        self._grid().spawn((*xy, self.Z))
        return [node for node in self.node_index_map.values() if _is_at(node, xy)]

    def spawn_links(
        self,
        xy: tuple[Any, Any] = ("*", "*"),
        nodes: Iterable[Any] | None = None,
        directions: Iterable[str] | None = None,
    ) -> None:
        """Spawn exits of the map and missing rooms: at `xy`, of `nodes`, in these directions."""
        places = [xy] if nodes is None else [(n.X, n.Y) for n in nodes if _is_at(n, xy)]
        for place in places:
            self._grid().spawn((*place, self.Z), directions=directions)

    def _grid(self) -> Any:
        if self.xyzgrid is None:
            raise MapError(f"the map '{self.Z}' belongs to no grid, which could spawn it")
        return self.xyzgrid


class _OneWayOut:
    """A link class that joins its neighbours, and also accepts one-way links leading away.

    `t>#` is an exit of a teleporter, and `^` above `u` an exit up, as the contrib's page draws
    them. The contrib's parser only looks for links that lead in, and its results come first.
    """

    def get_linked_neighbors(self, directions: Any = None) -> dict[str, Any]:
        neighbors: dict[str, Any] = super().get_linked_neighbors(directions)  # type: ignore[misc]
        if len(neighbors) > 1 or not all(
            hasattr(part, "node_index") for part in neighbors.values()
        ):
            return neighbors
        here: Any = self
        around = {
            direction: here.xymap.xygrid.get(here.x + dx, {}).get(here.y + dy)
            for direction, (dx, dy) in MAPSCAN.items()
        }
        return neighbors | {
            direction: link
            for direction, link in around.items()
            if link is not None
            and not link.multilink
            and link.get_direction(REVERSE_DIRECTIONS[direction])
        }


class _OneWaySign:
    """A link class whose one-way sign may stand first: `#>--#` means `#-->#`.

    The contrib's page promises both, but its parser refuses a sign that is met against its
    direction behind other links.
    """

    def traverse(self, start_direction: str, *args: object, **kwargs: object) -> Any:
        here: Any = self
        is_against = start_direction in here.directions.values()
        if is_against and kwargs.get("_steps") and not here.get_direction(start_direction):
            return None, 0, None
        return super().traverse(start_direction, *args, **kwargs)  # type: ignore[misc]


class _Unresolved(dict[Any, Any]):
    """Empty prototypes for the parser, so that it has nothing to resolve."""

    def get(self, key: Any, default: Any = None) -> Any:
        return {}


def _data_of(module: Any, named: str | int) -> Record:
    """Return the data of one map of a module: the named one, or the only one."""
    loaded = mod_import(module)
    datas = list(getattr(loaded, "XYMAP_DATA_LIST", None) or ())
    matches = [data for data in datas if map_key(data.get("zcoord")) == map_key(named)]
    single = getattr(loaded, "XYMAP_DATA", None)
    if matches or single or len(datas) == 1:
        data: Record = (matches or [single] if matches or single else datas)[0]
        return data
    names = ", ".join(repr(data.get("zcoord")) for data in datas)
    raise MapError(
        f"No map '{named}' could be found in {module}, only {names}."
        if datas
        else f"No valid XYMAP_DATA or XYMAP_DATA_LIST could be found from {module}."
    )


def _is_at(node: Any, xy: tuple[Any, Any]) -> bool:
    return all(part in ("*", value) for part, value in zip(xy, (node.X, node.Y), strict=True))


def _isolated(cls: Any) -> Any:
    """Return a throw-away subclass, so that the parser's changes concern only this map."""
    if not inspect.isclass(cls):
        raise TypeError(f"{cls!r} in the legend is no class")
    body: dict[str, Any] = {"__module__": cls.__module__, "__doc__": cls.__doc__}
    if getattr(cls, "unspawn", None) is MapNode.unspawn:  # which imports what there is not
        body["unspawn"] = _unspawn
    if issubclass(cls, _LOOKING_AROUND):
        return type(cls.__name__, (_OneWayOut, cls), body)
    return type(cls.__name__, (_OneWaySign, cls) if issubclass(cls, MapLink) else (cls,), body)


def _unspawn(node: Any) -> None:
    """Remove the room of a node with its exits, if there is one."""
    live = node.xymap._grid().live
    room = live.room_at_xyz(node.X, node.Y, node.Z)
    if room is not None and (obj := live.object(room)) is not None:
        obj.delete()
        live.forget_objects()
