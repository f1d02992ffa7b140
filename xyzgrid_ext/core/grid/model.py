"""The Grid: the common form of all maps, whatever they are made from.

Rooms and links are numbered rows of columns. A room is a row of `coords`. A link is directed; the
room it leaves follows from its place in the columns:

    rooms   0   1   2     first_link = 0 1 3 3   links of room 1: from 1 to before 3
            #---#-->#     target     = 1 0 2     where each link leads
                          way        = 0 1 0     what its exit is called: ways[0] "right"

A link that leaves the map has target -1; `outside` holds the place it leads to. A Grid never
changes: live changes in the game are an overlay on the routes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import IntFlag
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from xyzgrid_ext.core.coords import Coord, Place, level_name, map_key
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.matrix.model import Matrix
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.raster import Sheet, Tiles

Ints = NDArray[np.integer]
"""An array of integers; docstrings give its shape and type."""
Floats = NDArray[np.floating]
"""An array of floating-point numbers."""
Bools = NDArray[np.bool_]
"""An array of booleans."""
Prototype = Mapping[str, Any]
"""A prototype as Evennia's spawner takes it: a dict with `key`, `typeclass`, `attrs` and so on."""
Options = Mapping[str, Any]
"""The options of a map module, by name."""


class RoomFlag(IntFlag):
    """What is special about a room of a Grid; each is one bit in `Grid.room_flags`."""

    INTERRUPT = 1  # an automatic walk stops when it has come here


class LinkFlag(IntFlag):
    """What is special about a link of a Grid; each is one bit in `Grid.link_flags`."""

    WORMHOLE = 1  # where it leads is not told before it was jumped, unless the map says so
    NO_ROUTE = 2  # an exit like others, but no route uses it
    INTERRUPT = 4  # an automatic walk stops before it


class Way(NamedTuple):
    """The name of a link's exit, with its aliases and direction.

    `direction` tells the exits of a room apart, and stays when an exit is renamed; `key` is the
    exit's name; `token` is its word in a speedwalk (`fo`, `n`, `wh2`).
    """

    direction: str
    key: str
    aliases: tuple[str, ...]
    token: str


class MapArea(NamedTuple):
    """A named set of rooms of a map, perhaps within a larger one.

    Attributes:
        key: its name in the map data.
        title: its name for players.
        text: what players read when they enter it.
        outer: the index, in `Grid.areas`, of the area around it; -1 if there is none.
        options: `goto`, `fog`, `music`, `colour`; without its own, those of the area around it.
    """

    key: str
    title: str
    text: str = ""
    outer: int = -1
    options: Options = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Grid:
    """A map as n rooms and m links, both numbered from 0. Arrays are read-only.

    Attributes:
        name: the name as the author writes it.
        levels: the number of levels of a 3D map; None for a flat map.
        coords: (n, 3) int32, x y z, sorted by z, then y, then x.
        room_flags: (n,) uint8, RoomFlag bits.
        first_link: (n + 1,) int64, the first link of each room. The links of room r go from
            first_link[r] to first_link[r + 1] - 1, in the order in which its exits are listed.
        target: (m,) int32, the room to which each link leads, -1 for a link out of this map.
        way: (m,) int32, for each link an index into `ways`, the distinct names of exits.
        weight: (m,) float64, cost of the link for routes, above 0; 1 is an ordinary step.
        link_flags: (m,) uint8, LinkFlag bits.
        outside: link number -> where it leads, for links out of this map.
        needs: link number -> words of `needs` (`item:lamp`) of its exit; links without any are
            left out.
        protos: the distinct prototypes, as authors wrote them.
        room_proto, link_proto: (n,) and (m,) int32, for each room and link an index into `protos`,
            -1 for none.
        options: the map's options.
        start, end, current: coordinates that a matrix file names; None on other maps.
        drawn: the drawing of each level (Sheet), if the author drew them; a matrix has none and is
            drawn on demand.
        drawings: the author's text of these drawings, the lowest first.
        areas: the named sets of rooms; an area comes after the one around it.
        room_area: (n,) int32, the innermost area of each room as an index into `areas`, -1 for
            none; None if the map has no areas.
    """

    name: str
    levels: int | None
    coords: Ints
    room_flags: Ints
    first_link: Ints
    target: Ints
    way: Ints
    weight: Floats
    link_flags: Ints
    ways: tuple[Way, ...]
    outside: Mapping[int, Place]
    protos: tuple[Prototype, ...]
    room_proto: Ints
    link_proto: Ints
    needs: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    start: Coord | None = None
    end: Coord | None = None
    current: Coord | None = None
    drawn: tuple[Sheet, ...] = ()
    drawings: tuple[str, ...] = ()
    areas: tuple[MapArea, ...] = ()
    room_area: Ints | None = None

    def __post_init__(self) -> None:
        for name, value in list(vars(self).items()):
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
            elif isinstance(value, Mapping):
                object.__setattr__(self, name, MappingProxyType(dict(value)))

    def __reduce__(self) -> tuple[type[Grid], tuple[object, ...]]:
        """Return the parts from which another process builds an equal Grid."""
        values = (getattr(self, column.name) for column in fields(self))
        plain = (dict(v) if isinstance(v, MappingProxyType) else v for v in values)
        return type(self), tuple(plain)

    @property
    def rooms(self) -> int:
        """The number of rooms."""
        return len(self.coords)

    @property
    def original(self) -> str:
        """The name of the map that this one is a copy of; its own name if it is no copy."""
        return str(self.options.get("copy_of", self.name))

    @property
    def title(self) -> str:
        """The name of the map for players: its option `title`, else `original`."""
        return str(self.options.get("title") or self.original)

    @property
    def links(self) -> int:
        """The number of directed links."""
        return len(self.target)

    @cached_property
    def source(self) -> Ints:
        """Return (m,) int32: the room that each link leaves."""
        column = np.repeat(np.arange(self.rooms, dtype=np.int32), np.diff(self.first_link))
        column.setflags(write=False)
        return column

    @property
    def tiles(self) -> Tiles | None:
        """The drawn squares if this Grid is a piece of an endless land; else None."""
        cells = self.drawn[0].cells if self.drawn else None
        return cells if isinstance(cells, Tiles) else None

    def coord(self, room: int) -> Coord:
        """Return the coordinate of a room."""
        return Coord(*self.coords[room].tolist())

    def place(self, room: int) -> Place:
        """Return the position of a room in the world."""
        return Place(self.name, self.coord(room))

    def room_at(self, coord: Coord) -> int | None:
        """Return the number of the room at a coordinate; None if there is none."""
        if coord.z < 0 or min(coord) < -_LIMIT or max(coord) >= _LIMIT:
            return None
        code = _code(coord.x, coord.y, coord.z)
        row = int(np.searchsorted(self._codes, code))
        return row if row < self.rooms and self._codes[row] == code else None

    def rooms_at(self, coords: Ints) -> Ints:
        """Return the numbers of the rooms at `coords`, (k, 3), as (k,); -1 where there is none."""
        if not self.rooms:
            return np.full(len(coords), -1)
        x, y, z = coords.astype(np.int64).T
        codes = np.asarray(_code(x, y, z))
        rows = np.searchsorted(self._codes, codes).clip(max=self.rooms - 1)
        inside = ((coords >= -_LIMIT) & (coords < _LIMIT)).all(axis=1) & (z >= 0)
        return np.where(inside & (self._codes[rows] == codes), rows, -1)

    def has_same_layout(self, other: Grid) -> bool:
        """Whether both Grids have the same name, levels, rooms and directions of exits.

        A room or link then has the same number in both. Targets, weights, prototypes and options
        may differ.
        """
        if self.coords is other.coords and self.target is other.target:
            return True  # both are copies of one, by `with_prototypes`
        mine, theirs = (
            (g.name, g.levels, [way.direction for way in g.ways]) for g in (self, other)
        )
        columns = ("coords", "first_link", "way")
        return mine == theirs and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in columns
        )

    def with_prototypes(
        self,
        protos: Sequence[Prototype],
        room_proto: Ints,
        link_proto: Ints,
        needs: Mapping[int, tuple[str, ...]],
    ) -> Grid:
        """Return a copy with other prototypes, and with what its exits then need.

        Args:
            protos: the distinct prototypes.
            room_proto: (n,) int32, the number of each room's prototype, -1 for none.
            link_proto: (m,) int32, the same of links.
            needs: link number -> words of `needs` of its exit.
        """
        new = replace(
            self, protos=tuple(protos), room_proto=room_proto, link_proto=link_proto, needs=needs
        )
        for name in ("source", "_codes"):  # which follow from rooms and links
            if name in vars(self):
                vars(new)[name] = vars(self)[name]
        return new

    def shares_links_with(self, other: Grid) -> bool:
        """Whether both have the very same links and equal `needs`, so that routes are the same.

        True if `with_prototypes` made one from the other and `needs` are equal; False for Grids
        that were made separately, even if they are equal.
        """
        columns = ("coords", "first_link", "target", "way", "weight", "link_flags")
        return all(getattr(self, name) is getattr(other, name) for name in columns) and (
            self.outside,
            self.needs,
            self.options,
        ) == (other.outside, other.needs, other.options)

    def areas_of(self, room: int | None) -> tuple[int, ...]:
        """Return the indices in `areas` of a room's areas, the innermost first; () for None."""
        return self._around(
            -1 if self.room_area is None or room is None else self.room_area.item(room)
        )

    def _around(self, area: int) -> tuple[int, ...]:
        return () if area < 0 else (area, *self._around(self.areas[area].outer))

    def area_of(self, room: int) -> MapArea | None:
        """Return the innermost area of a room; None if it has none."""
        numbers = self.areas_of(room)
        return self.areas[numbers[0]] if numbers else None

    def rooms_in(self, area: int) -> Bools:
        """Return (n,) bool: the rooms of the area with this index, and of areas within it."""
        return self._inside([n for n in range(len(self.areas)) if area in self._around(n)])

    def rooms_with_option(self, option: str, value: str) -> Bools | None:
        """Return (n,) bool: the rooms in areas with this value of an option; None if none has."""
        areas = [n for n, area in enumerate(self.areas) if area.options.get(option) == value]
        return self._inside(areas) if areas else None

    def _inside(self, areas: Sequence[int]) -> Bools:
        assert self.room_area is not None  # since there are areas
        return np.isin(self.room_area, areas)

    def colour_of(self, room: int) -> str:
        """Return the colour of a room on maps, `#rrggbb`; empty if its areas have none."""
        area = self.area_of(room)
        return "" if area is None else str(area.options.get("colour", ""))

    def rooms_of_level(self, z: int) -> tuple[int, int]:
        """Return (number of the first room of level `z`, one after the number of its last room)."""
        corners = [_code(-_LIMIT, -_LIMIT, sheet) for sheet in (z, z + 1)]
        begin, end = np.searchsorted(self._codes, corners).tolist()
        return begin, end

    def links_of(self, room: int) -> range:
        """Return the numbers of the links out of a room."""
        return range(self.first_link.item(room), self.first_link.item(room + 1))

    def way_of(self, link: int) -> Way:
        """Return name, aliases and direction of a link's exit."""
        return self.ways[self.way.item(link)]

    def target_of(self, link: int) -> Place:
        """Return the place that a link leads to, on this map or on another."""
        room = int(self.target[link])
        return self.outside[link] if room < 0 else self.place(room)

    def link_by_name(self, room: int, direction: str) -> int | None:
        """Return the number of a room's link in a direction, in any case; None if there is none."""
        wanted = direction.lower()
        for link in self.links_of(room):
            if self.way_of(link).direction.lower() == wanted:
                return link
        return None

    def zname(self, z: int) -> str:
        """Return the name of level `z` in coordinates of rooms: `cube:0`, or a flat map's name."""
        return self.name if self.levels is None else level_name(self.name, z)

    @cached_property
    def zkeys(self) -> tuple[str, ...]:
        """The `map_key` of each level's name, as tags of rooms have it: `("cube:0", "cube:1")`."""
        return tuple(map_key(self.zname(z)) for z in range(self.levels or 1))

    @cached_property
    def _codes(self) -> NDArray[np.int64]:
        x, y, z = self.coords.astype(np.int64).T
        return np.asarray(_code(x, y, z), dtype=np.int64)


# x and y from -_LIMIT on, and z from 0 on, fit into one 64-bit number, which sorts as z, y, x
_LIMIT = 1 << 20


def _code(x: Any, y: Any, z: Any) -> Any:  # numbers, or arrays of them
    return (z * 2 * _LIMIT + y + _LIMIT) * 2 * _LIMIT + x + _LIMIT


def assemble_grid(
    name: str,
    *,
    levels: int | None,
    coords: ArrayLike,
    source: ArrayLike,
    target: ArrayLike,
    way: ArrayLike,
    ways: Sequence[Way],
    weight: ArrayLike = 1.0,
    room_flags: ArrayLike = 0,
    link_flags: ArrayLike = 0,
    outside: Mapping[int, Place] | None = None,
    needs: Mapping[int, tuple[str, ...]] | None = None,
    protos: Sequence[Prototype] = (),
    room_proto: ArrayLike = -1,
    link_proto: ArrayLike = -1,
    **more: Any,
) -> Grid:
    """Return a Grid of rooms and links in any order; arguments are named as its attributes.

    `source` has the room that each link leaves. Rooms in `source` and `target` are row numbers of
    `coords` as given. The result is sorted: links by room, and within a room in the order given.
    Coordinates must be distinct, x and y from -2**20 and z from 0, all below 2**20. In place of a
    column, one number stands for that number in all rows.
    """
    places = np.asarray(coords, dtype=np.int32).reshape(-1, 3)
    leaves: Ints = np.asarray(source, dtype=np.int64)
    rooms, links = len(places), len(leaves)
    order = np.lexsort((places[:, 0], places[:, 1], places[:, 2]))
    rank = np.empty(rooms + 1, dtype=np.int32)
    rank[order] = np.arange(rooms, dtype=np.int32)
    rank[-1] = -1  # a target of -1 stays -1
    leaves = rank[leaves]
    by_source = np.argsort(leaves, kind="stable")
    first = np.zeros(rooms + 1, dtype=np.int64)
    np.cumsum(np.bincount(leaves, minlength=rooms), out=first[1:])
    moved = np.empty(links, dtype=np.int64)
    moved[by_source] = np.arange(links)

    def sorted_by(order: Ints, column: ArrayLike, dtype: type) -> NDArray[Any]:
        return np.broadcast_to(np.asarray(column, dtype), len(order))[order]

    return Grid(
        name=name,
        levels=levels,
        coords=places[order],
        room_flags=sorted_by(order, room_flags, np.uint8),
        first_link=first,
        target=rank[np.asarray(target, dtype=np.int64)][by_source],
        way=sorted_by(by_source, way, np.int32),
        weight=sorted_by(by_source, weight, np.float64),
        link_flags=sorted_by(by_source, link_flags, np.uint8),
        ways=tuple(ways),
        outside={moved.item(link): place for link, place in (outside or {}).items()},
        needs={moved.item(link): tuple(words) for link, words in (needs or {}).items()},
        protos=tuple(protos),
        room_proto=sorted_by(order, room_proto, np.int32),
        link_proto=sorted_by(by_source, link_proto, np.int32),
        **more,
    )


def is_apart(grid: Grid) -> bool:
    """Whether a map is not an ordinary place but, for instance, the board of a game.

    Add-ons say so by `CorePart.apart`.
    """
    return any(part.apart(grid.options) for part in core_parts())


def has_fog(grid: Grid) -> bool:
    """Whether players see only rooms that they have visited, at least in some areas of a map."""
    return _is_foggy(grid) or grid.rooms_with_option("fog", "explored") is not None


def rooms_outside_fog(grid: Grid) -> Bools | None:
    """Return (n,) bool: on a map with fog, the rooms that players also see unvisited.

    None if the fog is the same for all rooms: everywhere, or nowhere.
    """
    if _is_foggy(grid):
        return grid.rooms_with_option("fog", "open")
    hidden = grid.rooms_with_option("fog", "explored")
    return None if hidden is None else ~hidden


def _is_foggy(grid: Grid) -> bool:
    return bool(grid.options.get("fog") == "explored")


class MadeMap(NamedTuple):
    """A map made from its data: its Grid (None if refused), findings, and its Matrix, if any."""

    grid: Grid | None
    findings: tuple[Finding, ...]
    matrix: Matrix | None = None
