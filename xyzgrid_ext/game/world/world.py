"""The world as it runs in this process: grids, routes, and which object is which room.

    object  --where-->  (map, room number)  --place-->  (x, y, z, map)
            <--object--                     --xyz---->  the coordinate in its tags

It is made at the first look-up after a start, from the map modules and two queries over the
coordinate tags; after that no look-up of a room, an exit or a neighbour asks the database.
"""

from __future__ import annotations

from collections import ChainMap, OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from xyzgrid_ext.core.coords import Coord, Place, map_key, split_level
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.graph import Route, Router, world_graph
from xyzgrid_ext.core.grid import Grid, LinkFlag, Sheet, check_world, in_fog, locate, sheet_of
from xyzgrid_ext.core.spawn import XYZ, ExitKey, xyz_of
from xyzgrid_ext.core.view import RoomView
from xyzgrid_ext.game.base import lru_cache, settings
from xyzgrid_ext.game.base.lru_cache import Kept
from xyzgrid_ext.game.base.signals import objects_changed
from xyzgrid_ext.game.base.task import Pace, Steps
from xyzgrid_ext.game.db import exits as exit_rows
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db import rooms as room_rows
from xyzgrid_ext.game.maps.loaded import Loaded
from xyzgrid_ext.game.visibility import ways
from xyzgrid_ext.game.world.index import Index
from xyzgrid_ext.game.world.index import Room as Room  # who asks for one, asks the world
from xyzgrid_ext.game.world.overlay import Overlay

NONE: Mapping[Any, int] = MappingProxyType({})
_SHEETS = 64  # drawn levels kept
_PICTURES = 8_000_000  # bytes of maps above rooms: some ten thousand
_VIEWS = 10_000  # rooms, of some 2 kB
_WORMHOLE = int(LinkFlag.WORMHOLE)  # numpy's numbers and flags of Python take long together


class Grids(dict[str, Grid]):
    """The maps of the game by their keys; a copy of one is found by its key, and never listed.

    Copies are made of dungeons, for a few people each: nobody else is to hear of them.
    """

    def __init__(self, grids: Mapping[str, Grid]) -> None:
        super().__init__(grids)
        self.copies: dict[str, Grid] = {}

    def __missing__(self, key: str) -> Grid:
        return self.copies[key]


class Live:
    """All maps of the game as they were loaded, and the objects that stand for their rooms.

    `keeper` is the grid's script, in whose Attributes the state of play is; None for a world that
    nobody plays in.
    """

    def __init__(self, loaded: Sequence[Loaded]) -> None:
        self.loaded = {map_key(one.name): one for one in loaded}
        self.grids = Grids(
            {key: one.grid for key, one in self.loaded.items() if one.grid is not None}
        )
        self.keeper: Any = None
        self._within: dict[str, Router] = {}
        self._sheets: OrderedDict[Room, Sheet] = OrderedDict()
        self.pictures: Kept[str] = Kept(_PICTURES, lru_cache.bytes_of)
        """Maps above rooms, those that all see alike."""
        self.views: Kept[RoomView | None] = Kept(_VIEWS, lru_cache.one)
        """Rooms as they are told, those that all see alike."""

    # --- copies of maps

    @property
    def copies(self) -> Mapping[str, Grid]:
        """Copies of maps, by their keys."""
        return self.grids.copies

    def share(self, other: Live) -> None:
        """Have the keeper and the copies that another world has."""
        self.keeper = other.keeper
        for key, grid in other.copies.items():
            self.add_copy(key, grid)

    def add_copy(self, key: str, grid: Grid) -> None:
        """Let there be a copy; its rooms are known as soon as they are there."""
        self.grids.copies[key] = grid
        if "router" in self.__dict__:
            self.router.world.put(key, grid)

    def drop_copy(self, key: str) -> None:
        """Let it be no more."""
        self.grids.copies.pop(key, None)
        if "router" in self.__dict__:
            self.router.world.drop(key)
        for room in [room for room in self._sheets if room[0] == key]:
            del self._sheets[room]
        self.pictures.clear()
        self.views.clear()

    @property
    def _everywhere(self) -> Mapping[str, Grid]:
        """Maps and copies."""
        return ChainMap(self.grids.copies, self.grids)

    @property
    def failed(self) -> list[Loaded]:
        """Maps that did not load."""
        return [one for one in self.loaded.values() if one.grid is None]

    def findings(self) -> list[Finding]:
        """All that there is to say about the maps, each by itself and how they are joined."""
        own = [finding for one in self.loaded.values() for finding in one.findings]
        return own + check_world(self.grids)

    # --- objects and rooms

    def where(self, obj: Any) -> Room | None:
        """The room of the grid that an object is; None for anything else."""
        return self._index.rooms.get(obj.id) if obj is not None else None

    def object(self, room: Room) -> Any | None:
        """The object of a room; None if it is not spawned."""
        return objects.object_of(self._index.objects.get(room))

    def object_id(self, room: Room) -> int | None:
        """The number of the object of a room; None if it is not spawned."""
        return self._index.objects.get(room)

    def room_of(self, pk: int | None) -> Room | None:
        """The room of the grid that the object of a number is; None for any other number."""
        return None if pk is None else self._index.rooms.get(pk)

    def exit_id(self, room: Room, link: int) -> int | None:
        """The number of the object of a link; None if it is not spawned, or deleted."""
        direction = self.grids[room[0]].way_of(link).direction
        return self._index.exits.get((room, direction.lower()))

    def exit(self, room: Room, direction: str) -> Any | None:
        """The exit object of a room in a direction, whatever its key; None if there is none."""
        found = objects.object_of(self._index.exits.get((room, direction.lower())))
        if found is not None and found.db_location_id == self._index.objects.get(room):
            return found
        return None

    def exit_at(self, room: Room, link: int) -> Any | None:
        """The exit object of a link; below 0 it is one that the grid did not make."""
        if link < 0:
            return objects.object_of(self.overlay.opened(room, link))
        return self.exit(room, self.grids[room[0]].way_of(link).direction)

    def link_of(self, exit_obj: Any) -> tuple[Room, int] | None:
        """The room and the link number that an exit object stands for; None if it is not ours."""
        return self._index.links.get(exit_obj.id)

    def spawned(self, key: str) -> int:
        """How many rooms of a map have an object."""
        return self._index.spawned[key]

    def note(
        self,
        rooms: Mapping[XYZ, int] = NONE,
        exits: Mapping[ExitKey, int] = NONE,
        gone: Iterable[int] = (),
    ) -> None:
        """Take over what was made and removed in this process, without reading it all again.

        Args:
            rooms: ids of rooms that are there now.
            exits: the same of exits.
            gone: ids of objects that are there no longer.

        """
        if (index := self.index) is not None:
            gone = tuple(gone)
            self.overlay.gone(gone, index)
            index.remove(gone)
            for xyz, pk in rooms.items():
                index.add_room(xyz, pk)
            for key, pk in exits.items():
                index.add_exit(key, pk)
            self.overlay.spawned(exits.values(), index)
            objects_changed.send(sender=Live, live=self)

    def know_objects(self) -> None:
        """Read which object is which room, and what exits are like, if it is not known.

        Else the first look-up does, whoever it is for.
        """
        self.overlay.refresh(self._index)

    def forget_objects(self) -> None:
        """Read the index again at the next look-up: after something else changed the database."""
        self.__dict__.pop("_index", None)
        self.overlay.stale()

    def take_objects_steps(self, old: Live, pace: Pace) -> Steps[None]:
        """Take the index over from the world as it was before, if that has one."""
        self.share(old)
        if (index := old.index) is not None:
            self.__dict__["_index"] = yield from index.moved_steps(self._everywhere, pace)

    def veiled(self, key: str) -> Collection[int]:
        """The links of a map whose exits not everybody sees."""
        return self._index.veils.get(key, ())

    # --- names and coordinates

    def locate(self, place: Place) -> Room | None:
        """The room at a place; the map may be named by a level."""
        return locate(place, self._everywhere)

    def xyz(self, room: Room) -> XYZ:
        """The coordinate of a room as its tags carry it."""
        return xyz_of(self.grids[room[0]], room[1])

    def room_at_xyz(self, x: int, y: int, z: str) -> Room | None:
        """The room with a coordinate as its tags carry it."""
        return self.locate(Place(z, Coord(x, y)))

    def level(self, zname: str) -> tuple[str, int] | None:
        """The map and sheet that a Z names: `cube:3`, `town`; None if there is none such."""
        key = map_key(zname)
        if key in self.grids:
            return key, 0
        if (level := split_level(key)) is not None and level[0] in self.grids:
            return level if level[1] < (self.grids[level[0]].levels or 0) else None
        return None

    def rooms_named(self, *texts: str) -> dict[Room, str]:
        """Rooms whose name holds a text or that have it as an alias, and what they are called.

        If some have one of the texts as their whole name or as an alias, then only those. Of
        several texts the first counts that finds any. Two queries a text; no object is loaded, as a
        name can stand on thousands of rooms.
        """
        exact, partial = zip(*map(room_rows.rooms_named, texts), strict=True)
        for named in (*exact, *partial):
            found = {self._index.rooms[pk]: k for pk, k in named.items() if pk in self._index.rooms}
            if found:
                return found
        return {}

    def rooms_tagged(self, key: str) -> dict[Room, str]:
        """Rooms with a tag by which places are found, and what they are called. One query."""
        named = room_rows.rooms_tagged(key, settings.place_tags())
        return {self._index.rooms[pk]: k for pk, k in named.items() if pk in self._index.rooms}

    # --- routes

    @cached_property
    def router(self) -> Router:
        """Routes over all maps and copies, as they are drawn; `routes` are as they are."""
        return Router(world_graph(dict(self._everywhere)))

    @cached_property
    def overlay(self) -> Overlay:
        """What has happened to exits."""
        return Overlay(self.router.world)

    def take_routes(self, old: Live) -> None:
        """Have the routes of the world that this one replaces, but for the maps that differ."""
        if "router" in self.__dict__ or "router" not in old.__dict__:
            return
        graph = old.router.world
        for key in [key for key in graph.grids if key not in self._everywhere]:
            graph.drop(key)
        for key, grid in self._everywhere.items():
            if graph.grids.get(key) is not grid:
                graph.put(key, grid)
        self.__dict__.update(router=old.router, overlay=old.overlay)
        self.overlay.stale()

    def route(self, character: Any, start: Room, goal: Room) -> Route | None:
        """The shortest route for one character: through wormholes only that it has jumped."""
        return self.routes.route(start, goal, ways.may_use(self, character))

    @property
    def routes(self) -> Router:
        """The router, when it knows what exits are like in the game: see `overlay`."""
        self.know_objects()
        return self.router

    @property
    def index(self) -> Index | None:
        """The index, if it was made."""
        found: Index | None = self.__dict__.get("_index")
        return found

    def ask(self, exit_obj: Any) -> None:
        """From now on let routes ask an exit whom it lets through: a lock has refused somebody."""
        self.overlay.ask(exit_obj.pk, self._index)

    def lose(self, exit_obj: Any) -> None:
        """An exit is deleted."""
        if self.index is not None and (link := self.link_of(exit_obj)) is not None:
            self.overlay.lose(*link)

    @cached_property
    def in_fog(self) -> frozenset[str]:
        """The maps of which everybody knows only where they have been."""
        return frozenset(key for key, grid in self.grids.items() if in_fog(grid))

    @cached_property
    def played(self) -> frozenset[str]:
        """The matrices that are there to be played, and not ordinary places."""
        return frozenset(
            key
            for key, grid in self.grids.items()
            if grid.options.get("play") == "matrix" and self.loaded[key].matrix is not None
        )

    def within(self, key: str) -> Router:
        """Routes that do not leave one map: a game in it is not won through the town."""
        if key not in self._within:
            self._within[key] = Router(world_graph({key: self.grids[key]}))
        return self._within[key]

    def is_wormhole(self, room: Room, link: int) -> bool:
        """Whether a link is a wormhole."""
        return bool(self.grids[room[0]].link_flags.item(link) & _WORMHOLE)

    def is_secret(self, room: Room, link: int) -> bool:
        """Whether not all know where a link leads: hidden wormholes, games, maps in fog."""
        grid = self.grids[room[0]]
        if self.is_hidden(room, link) or grid.options.get("play") == "matrix":
            return True
        there = self.locate(grid.outside[link]) if link in grid.outside else None
        return room[0] in self.in_fog or (there is not None and there[0] in self.in_fog)

    def is_hidden(self, room: Room, link: int) -> bool:
        """Whether it is a wormhole that one has to jump to know it."""
        options = self.grids[room[0]].options
        return options.get("wormholes", "hidden") == "hidden" and self.is_wormhole(room, link)

    def wormhole_id(self, room: Room, link: int) -> str:
        """What a character remembers a wormhole by: it outlives changes elsewhere on the map."""
        grid = self.grids[room[0]]
        x, y, z = grid.coord(room[1])
        # who has jumped it in one copy of a map knows it in all others
        name = map_key(grid.options.get("dungeon", {}).get("copy_of", room[0]))
        return f"{x},{y},{z},{name} {grid.way_of(link).direction}"

    # --- drawings

    def sheet(self, key: str, z: int) -> Sheet:
        """The drawing of a level; the last few are kept."""
        if (key, z) not in self._sheets:
            self._sheets[key, z] = sheet_of(self.grids[key], z)
            if len(self._sheets) > _SHEETS:
                self._sheets.popitem(last=False)
        self._sheets.move_to_end((key, z))
        return self._sheets[key, z]

    @cached_property
    def _index(self) -> Index:
        index = Index.of_tags(self._everywhere, objects.coordinates_in_order())
        index.veil(exit_rows.unseen())
        return index
