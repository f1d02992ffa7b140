"""The running world of this process: its maps, its routes, and the index of its objects.

    object  --where-->  (map, room number)  --place-->  (x, y, z, map)
            <--object--                     --xyz---->  the coordinate in its tags

It is made at the first look-up after a start, from the map modules and two queries for coordinate
tags. After that, looking up a room, an exit or a neighbour takes no query.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, NamedTuple
from weakref import WeakSet

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.routes import Room as Room  # who asks for one, asks the world
from xyzgrid_ext.core.routes import Router, Table, build_world
from xyzgrid_ext.core.spawn import XYZ, ExitKey
from xyzgrid_ext.game.base.background import run_in_thread
from xyzgrid_ext.game.base.evennia_types import ExitObject, GameObject
from xyzgrid_ext.game.base.signals import objects_changed
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.db.objects import coordinate_columns
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.world.index import Index
from xyzgrid_ext.game.world.maps import Maps
from xyzgrid_ext.game.world.overlay import Overlay

_NOTHING: Mapping[Any, int] = MappingProxyType({})


class _Changes(NamedTuple):
    """Objects that were made, by coordinate or key, and objects that were removed."""

    rooms: Mapping[XYZ, int]
    exits: Mapping[ExitKey, int]
    gone: tuple[int, ...]

    def put_into(self, index: Index) -> None:
        """Take them over into an index."""
        index.remove(self.gone)
        for xyz, pk in self.rooms.items():
            index.add_room(xyz, pk)
        for key, pk in self.exits.items():
            index.add_exit(key, pk)


class Live(Maps):
    """The running world: the game's maps as they were read, and the objects of rooms and exits.

    A `Room` is (map key, number of the room on it), a link the number of an exit on its map.
    `keeper` is the grid's script, whose Attributes store the state of play; None for a world
    without play. `index` is None until the first look-up of an object. `redrawn` lists the endless
    lands whose drawn squares differ from those of the previous world; nothing else differs.
    """

    keeper: Any = None
    redrawn: frozenset[str] = frozenset()
    index: Index | None = None
    _router: Router | None = None
    _overlay: Overlay | None = None
    _next: Live | None = None
    _heirs: WeakSet[Live] | None = None
    _unread: tuple[_Changes, ...] = ()

    @cached_property
    def _within(self) -> dict[str, Router]:
        return {}

    # --- from one world to the next: what is at work for long knows the one it began in

    def take_over(self, old: Live) -> None:
        """Take the place of the world `old`: take over its keeper, copies and later changes."""
        self.keeper = old.keeper
        for key in [key for key in self.copies if key not in old.copies]:
            super().drop_copy(key)
        for key, grid in old.copies.items():
            super().add_copy(key, grid)
        if self.index is not None:
            for changes in self._unread:
                changes.put_into(self.index)
        self._unread = ()
        self._take_routes(old)
        old._next = self

    def add_copy(self, key: str, grid: Grid) -> None:
        """Add a copy of a map by its own key; its rooms are found as soon as they exist."""
        super().add_copy(key, grid)
        if self._next is not None:
            self._next.add_copy(key, grid)
        elif self._router is not None:
            self._router.world.put(key, grid)

    def drop_copy(self, key: str) -> None:
        """Remove the copy with this key."""
        super().drop_copy(key)
        if self._next is not None:
            self._next.drop_copy(key)
        elif self._router is not None:
            self._router.world.drop(key)

    # --- lazy maps

    @cached_property
    def on_demand(self) -> frozenset[str]:
        """The keys of lazy maps, whose rooms get objects only when somebody enters them."""
        return on_demand().maps(self)

    @cached_property
    def on_demand_reasons(self) -> Mapping[str, str]:
        """Key -> reason, of the maps that are lazy although no option says so."""
        return on_demand().reasons(self)

    # --- objects and rooms

    def where(self, obj: GameObject | None) -> Room | None:
        """Return the room of the grid that an object represents; None for other objects."""
        # here and below `_index` alone would do, but each step asks this thirty times
        return (self.index or self._index).rooms.get(obj.id) if obj is not None else None

    def object(self, room: Room) -> Any | None:
        """Return the object of a room; None if it is not spawned."""
        return objects.object_by_id(self._index.objects.get(room))

    def object_id(self, room: Room) -> int | None:
        """Return the id of a room's object; None if it is not spawned."""
        return self._index.objects.get(room)

    def room_of(self, pk: int | None) -> Room | None:
        """Return the room of the grid that has this object id; None for other ids."""
        return None if pk is None else (self.index or self._index).rooms.get(pk)

    def rooms_with(self, pks: Ints) -> Iterator[tuple[str, Ints, Ints]]:
        """Yield (map key, numbers of its rooms with objects in `pks`, positions in `pks`)."""
        return self._index.rooms_with(pks)

    def has_rooms(self, key: str) -> bool:
        """Whether a map has any room that somebody can come to."""
        return key in self.on_demand or self.spawned_count(key) > 0

    def exit_id(self, room: Room, link: int) -> int | None:
        """Return the id of a link's exit object; None if it is not spawned, or deleted."""
        direction = self.grids[room[0]].way_of(link).direction
        return self._index.exits.get((room, direction.lower()))

    def exit(self, room: Room, direction: str) -> Any | None:
        """Return the exit object of a room in a direction, whatever its key, or None."""
        obj = objects.object_by_id(self._index.exits.get((room, direction.lower())))
        is_there = obj is not None and obj.db_location_id == self._index.objects.get(room)
        return obj if is_there else None

    def exit_at(self, room: Room, link: int) -> ExitObject | None:
        """Return the exit object of a link, negative for one that a builder made; None if none."""
        if link < 0:
            return objects.object_by_id(self.overlay.exit_by_hand(room, link))
        return self.exit(room, self.grids[room[0]].way_of(link).direction)

    def link_of(self, exit_obj: GameObject) -> tuple[Room, int] | None:
        """Return (room, link) of an exit object; None if it is not of the grid."""
        return (self.index or self._index).links.get(exit_obj.id)

    def exists(self, room: Room) -> bool:
        """Whether a room has an object, or will have one as soon as somebody comes."""
        return room[0] in self.on_demand or self._index.objects.get(room) is not None

    def is_whole(self, room: Room) -> bool:
        """Whether a room has an object, and at least one exit object if it has links."""
        return self._index.is_whole(room)

    def spawned_numbers(self, key: str, *, by_age: bool = False) -> tuple[Ints, Ints]:
        """Return (room numbers, link numbers): those of a map that have an object; see `Index`."""
        return self._index.of_map(key, by_age=by_age)

    def lacks_exits(self, room: Room) -> bool:
        """Whether a room of a lazy map has no exits yet: they are made when somebody comes.

        One exit object is enough to tell: where one is known, all that exist are.
        """
        return room[0] in self.on_demand and not self._index.is_whole(room)

    def rooms_without(self, key: str) -> Ints:
        """Return (n,): the numbers of a map's rooms that have no object, ascending."""
        return self._index.rooms_without(key)

    def last_room(self, key: str) -> int:
        """Return the highest id among a map's room objects; 0 if there is none."""
        return self._index.last_room(key)

    def spawned_count(self, key: str) -> int:
        """Return the number of rooms of a map that have an object."""
        return (self.index or self._index).spawned[key]

    def note(
        self,
        rooms: Mapping[XYZ, int] = _NOTHING,
        exits: Mapping[ExitKey, int] = _NOTHING,
        gone: Iterable[int] = (),
        is_news: bool = True,
    ) -> None:
        """Tell the world which objects this process has made and removed, to save a new reading.

        Args:
            rooms: coordinate -> id of rooms that were made.
            exits: the same of exits.
            gone: ids of objects that were removed.
            is_news: whether the map itself has changed: rooms made for walkers were on it before.
        """
        changes = _Changes(rooms, exits, tuple(gone))
        if self._next is not None:
            self._next.note(*changes, is_news=is_news)
            return
        for heir in self._heirs or ():
            heir._unread += (changes,)
        if (index := self.index) is not None:
            self.overlay.record_removed(changes.gone, index, is_lost=is_news)
            changes.put_into(index)
            self.overlay.record_spawned(exits.values(), index)
            if is_news:
                objects_changed.send(sender=Live, live=self)

    def read_objects(self) -> None:
        """Read the index and the overlay from the database now, if no look-up has done so."""
        self.overlay.refresh(self._index)

    def forget_objects(self) -> None:
        """Read the index again at the next look-up, after other changes to the database."""
        self.index = None
        self.overlay.mark_stale()

    def take_objects_steps(self, old: Live) -> Steps[None]:
        """Take over the index of the earlier world, if it has one."""
        self.keeper = old.keeper
        for key, grid in old.copies.items():
            super().add_copy(key, grid)
        if old.index is not None:
            old._heirs = old._heirs or WeakSet()
            old._heirs.add(self)
            rooms = sum(old.index.spawned.values())
            make = partial(old.index.for_maps, self.everywhere)
            self.index = yield from run_in_thread("objects read", rooms, make)

    def restricted_links(self, key: str) -> Collection[int]:
        """Return the numbers of a map's links whose exits some players cannot see."""
        return self._index.veils.get(key, ())

    # --- numbers for clients

    def number(self, room: Room) -> int | None:
        """Return the number by which clients know a room, which never changes, or None."""
        pk = self.object_id(room)
        return pk if room[0] not in self.on_demand else on_demand().number(self, room, pk)

    def room_by_number(self, number: int | None) -> Room | None:
        """Return the room that clients know by this number; None for any other number."""
        room = self.room_of(number)
        if room is None and number is not None and self.on_demand:
            room = on_demand().room_by_number(self, number)
        return room

    # --- routes

    @property
    def router(self) -> Router:
        """The router of all maps and copies without live changes; `routes` includes those."""
        if self._router is None:
            tables = {key: table for key in self.loaded if (table := self._take_table(key))}
            self._router = Router(build_world(dict(self.everywhere), tables))
        return self._router

    @property
    def maps_with_routes(self) -> Mapping[str, Grid]:
        """Key -> Grid of the maps and copies in the routing graph; none before the first route."""
        return {} if self._router is None else self._router.world.grids

    @property
    def overlay(self) -> Overlay:
        """The live changes to exits."""
        if self._overlay is None:
            self._overlay = Overlay(self.router.world)
        return self._overlay

    def _take_routes(self, old: Live) -> None:
        """Take over the routes of the replaced world, except for maps that differ."""
        if self._router is not None or old._router is None:
            return
        graph = old._router.world
        for key in [key for key in graph.grids if key not in self.everywhere]:
            graph.drop(key)
        for key, grid in self.everywhere.items():
            if graph.grids.get(key) is not grid:
                graph.put(key, grid, self._take_table(key))
        self._router, self._overlay = old._router, old.overlay
        self.overlay.forget_places()

    def _take_table(self, key: str) -> Table | None:
        """Return the table that came with a map, which nobody else needs; None if it has none."""
        if (map_ := self.loaded.get(key)) is None or map_.table is None:
            return None
        self.loaded[key] = replace(map_, table=None)
        return map_.table

    @property
    def routes(self) -> Router:
        """The router with the live changes to exits: see `overlay`."""
        self.read_objects()
        return self.router

    def ask(self, pk: int) -> None:
        """Have routes ask the exit with the id `pk` for each walker: it has a lock or a door."""
        self.overlay.ask(pk, self._index)

    def lose(self, obj: GameObject) -> None:
        """Forget the object of a room or an exit, which has been deleted."""
        if self.index is None:
            return
        if (link := self.link_of(obj)) is not None:
            self.overlay.lose(*link)
        self.index.remove((obj.pk,))

    def router_within(self, key: str) -> Router:
        """Return a router for one map, whose routes never lead through others."""
        if key not in self._within:
            self._within[key] = Router(build_world({key: self.grids[key]}))
        return self._within[key]

    @property
    def _index(self) -> Index:
        """The index, read on first use."""
        if self.index is None:
            self.index = Index.from_columns(self.everywhere, coordinate_columns())
            self.index.hide_exits(db_rooms.restricted_exits())
        return self.index
