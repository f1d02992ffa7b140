"""The rows that the database should hold for a grid: pure, without reading the database.

With them come the things in rooms: each entry of `things` in a room's prototype is a prototype.

    (4, 2): {"prototype_parent": "xyz_room", "key": "The Arcade",
             "things": [{"prototype_parent": "cabinet", "key": "a tin cabinet", "board": "boxes"}]}

A thing is identified by its room and its name there. It is made once; after that the game may move
it, change it or use it up. The next spawn replaces a destroyed thing, and removes a thing that the
prototype no longer names, wherever it is.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, MutableMapping, Sequence

import numpy as np

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.grid.model import Prototype, Way
from xyzgrid_ext.core.names import name_key, typed_aliases
from xyzgrid_ext.core.spawn.model import (
    XYZ,
    ExitKey,
    ExitSpec,
    RoomSpec,
    Template,
    ThingKey,
    Wanted,
)


def xyz_of(grid: Grid, room: int) -> XYZ:
    """Return the coordinate of a room of a grid as its tags have it."""
    x, y, z = grid.coord(room)
    return XYZ(x, y, map_key(grid.zname(z)))


def exit_names(way: Way, key: str | None, aliases: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """Return (name, aliases) of an exit, given `key` and `aliases` of its prototype.

    Without a `key`, its name is that of `way`. A renamed exit still answers to that name.
    """
    key = key or way.key
    return key, typed_aliases(key, (way.key, *way.aliases, *aliases))


class WantedBuilder:
    """Collects what a map wants in `result`, step by step, so that a server can work in between.

    Pass all rooms first, in any pieces, then links, also of other rooms.

    Args:
        grid: the map.
        templates: one for each of `grid.protos`, in that order.
        grids: all maps by `map_key`, to find the targets of exits that leave the map. An exit whose
            target is not a room is left out: `check_world` reports it.
        rooms, exits: dicts to add to, if they are to hold several maps.
    """

    def __init__(
        self,
        grid: Grid,
        templates: Sequence[Template] | Mapping[int, Template],
        grids: Mapping[str, Grid],
        rooms: dict[XYZ, RoomSpec] | None = None,
        exits: MutableMapping[ExitKey, ExitSpec] | None = None,
    ) -> None:
        self._grid, self._templates, self._grids = grid, templates, grids
        self._places: dict[int, XYZ] = {}
        self._rooms = {} if rooms is None else rooms
        self._exits = {} if exits is None else exits
        self._names: dict[tuple[int, int], tuple[str, str, tuple[str, ...]]] = {}
        self._znames = grid.zkeys
        self.result = Wanted(self._rooms, self._exits)

    def add_rooms(self, numbers: Sequence[int]) -> None:
        """Add the rooms with these numbers in the grid."""
        rows = np.array(numbers, dtype=np.int64)
        protos = self._grid.room_proto[rows].tolist()
        coords = self._grid.coords[rows].tolist()
        specs: dict[int, RoomSpec] = {}
        for room, (x, y, z), proto in zip(numbers, coords, protos, strict=True):
            if proto not in specs:
                template = self._templates[proto]
                specs[proto] = RoomSpec(template.key or "A room", template)
            self._places[room] = xyz = XYZ(x, y, self._znames[z])
            self._rooms[xyz] = specs[proto]

    def add_exits(self, numbers: Sequence[int]) -> None:
        """Add the exits of the links with these numbers in the grid."""
        grid, places = self._grid, self._places
        rows = np.array(numbers, dtype=np.int64)
        columns = (grid.source, grid.target, grid.way, grid.link_proto)
        lists = (column[rows].tolist() for column in columns)
        for link, source, inside, way, proto in zip(numbers, *lists, strict=True):
            if inside >= 0:
                target = places[inside] if inside in places else xyz_of(grid, inside)
            elif (outside := locate(grid.outside[link], self._grids)) is not None:
                target = xyz_of(self._grids[outside[0]], outside[1])
            else:
                continue
            direction, key, aliases = self._named(way, proto)
            spec = ExitSpec(key, aliases, target, self._templates[proto])
            room = places[source] if source in places else xyz_of(grid, source)
            self._exits[ExitKey(room, direction)] = spec

    def _named(self, number: int, proto: int) -> tuple[str, str, tuple[str, ...]]:
        """Return the direction, name and aliases of the exits that a prototype makes for a way."""
        if (names := self._names.get((number, proto))) is None:
            way, template = self._grid.ways[number], self._templates[proto]
            key, all_aliases = exit_names(way, template.key, template.aliases)
            names = self._names[number, proto] = way.direction, key, all_aliases
        return names


def wanted_things(rooms: Mapping[XYZ, RoomSpec]) -> dict[ThingKey, Prototype]:
    """Return the things that `things` of rooms' prototypes name, each with its own prototype.

    Raises:
        MapError: if one is not a prototype, has no name, or has the name of another in its room.
    """
    things: dict[ThingKey, Prototype] = {}
    for xyz, spec in rooms.items():
        for prototype in spec.template.things:
            name = _name(xyz, prototype)
            if (key := ThingKey(xyz, name)) in things:
                raise MapError(
                    f"{xyz}: two things are called '{name}'",
                    "give them different keys, or prototype_keys",
                )
            things[key] = prototype
    return things


def _name(xyz: XYZ, prototype: object) -> str:
    if not isinstance(prototype, Mapping):
        raise MapError(f"{xyz}: {prototype!r} among its things is not a prototype", "write a dict")
    name = prototype.get("prototype_key") or prototype.get("key")
    if not isinstance(name, str) or not name.strip():
        raise MapError(f"{xyz}: a thing without a name", "give it a key")
    return name_key(name)


def plan_things(
    wanted: Mapping[ThingKey, Prototype], existing: Mapping[ThingKey, int], levels: Container[str]
) -> tuple[dict[ThingKey, Prototype], dict[ThingKey, int]]:
    """Return (things to make with their prototypes, things to remove with their ids).

    Args:
        wanted: the things of all rooms of these levels, with their prototypes.
        existing: the existing things of any levels, with the ids of their objects.
        levels: the keys of the levels that count.
    """
    new = {key: prototype for key, prototype in wanted.items() if key not in existing}
    old = {key: pk for key, pk in existing.items() if key.room.z in levels and key not in wanted}
    return new, old
