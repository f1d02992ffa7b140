"""Removes rooms of lazy maps when nobody has been there for a while and nothing would be lost.

    O-O-O     O  a room with its exits     first its exits go, and it is as before somebody came;
      |       o  a room without            then, when no exit leads to it any more, the room
      o

A room stays if it or its exits differ from the file, if something or somebody is in it, and if
anything refers to it: a home, a script, a value of an Attribute, a listener. It stays if nobody can
tell what made it: things or values of its own in its prototype, creation hooks of its class, or if
it existed before its map became lazy. The id of a removed object is never used again.

This happens every minute, or as often as `XYZGRID_LAZY_KEEP` says, in slices, in a Server that
alone writes the grid. The caretaker has SQLite count its rows again when they have doubled.
"""

from __future__ import annotations

import time
from base64 import b64encode
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial, reduce
from operator import or_
from typing import Any, NamedTuple

import evennia
from django.db import connection
from django.db.models import Max, Model, Q, TextField
from django.db.models.functions import Cast
from evennia.objects.models import ObjectDB
from evennia.scripts.monitorhandler import MONITOR_HANDLER
from evennia.scripts.tickerhandler import TICKER_HANDLER
from evennia.server.models import ServerConfig
from evennia.typeclasses.attributes import Attribute
from twisted.internet import reactor
from twisted.internet.interfaces import IReactorTime

from xyzgrid_ext.core.spawn import XYZ, ExitKey, Template, Wanted
from xyzgrid_ext.core.spawn.plan import NO_ROWS
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps, drain
from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import TagKey
from xyzgrid_ext.game.db.stored import StoredRows, read_stored, referred_objects, stored_rows
from xyzgrid_ext.game.spawn import record, write
from xyzgrid_ext.game.spawn.tags import name_tags
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.lands.game import lazy_rooms
from xyzgrid_ext.parts.lands.game.drawing import drawing
from xyzgrid_ext.parts.lands.game.numbers import numbers_in
from xyzgrid_ext.parts.lands.game.periodic import PeriodicTask
from xyzgrid_ext.parts.lands.settings import KEEP

_LOOKING = Pace(0.008, first=256, least=64, most=4096)
_LEFT = 120.0  # seconds that rooms stay on squares of a land that nobody is near
_ENDS = ("db_location", "db_destination")  # `_unused` checks contents and ways in


class Idle:
    """When this process first looked at each made room of a world; it is idle from then on."""

    def __init__(self) -> None:
        self._since = lazy_rooms.RoomTimes()

    def rooms_steps(self, live: Live, now: float, seconds: float, pace: Pace) -> Steps[list[Room]]:
        """Return the rooms of lazy maps that nobody has been in for so many `seconds`.

        `now` is of `time.monotonic`. Rooms made first come first, as their rows are near each
        other in the database, which then writes fewer pages.
        """
        visits, before, since = (
            lazy_rooms.cache_of(live).visits,
            self._since,
            lazy_rooms.RoomTimes(),
        )
        idle: list[Room] = []

        def look(key: str, part: Collection[int]) -> None:
            came, seen, sees = visits[key], before[key], since[key]
            for number in part:
                room = key, number
                pk = live.object_id(room)
                if pk is None or pk <= numbers_in(live).since[key]:
                    continue
                first = sees[number] = seen.get(number, now)
                wait = min(seconds, _LEFT) if drawing.is_deserted(live, room) else seconds
                if now - max(first, came.get(number, first)) >= wait:
                    idle.append(room)

        for key in sorted(live.on_demand):
            numbers = live.spawned_numbers(key, by_age=True)[0].tolist()
            yield from pace.each("rooms looked at", numbers, partial(look, key))
        self._since = since
        for key, came in visits.items():
            for number in came.keys() - since[key].keys():
                del came[number]
        return idle

    def moved(self, live: Live, old: Live) -> Idle:
        """Return these times for the rooms of `live`, a new world in place of `old`."""
        idle = Idle()
        idle._since = self._since.moved(live, old)
        return idle


def evict_steps(live: Live, idle: Idle, seconds: float, pace: Pace) -> Steps[int]:
    """Remove rooms idle for so many `seconds`, their exits first; return how many of both.

    Rooms stay if anything in them, or a reference to them, would be lost.
    """
    rooms = yield from idle.rooms_steps(live, time.monotonic(), seconds, _LOOKING)
    if not rooms:
        return 0
    last = {model: _highest_id(model) for model in _MODELS}
    referred: set[int] = set()
    for part in _referred_parts():
        referred |= part
        yield Step("values read", 0, 0)
    for part in _referred_parts(last):  # values stored meanwhile
        referred |= part
    referred |= _listened_to()
    done = 0

    def evict(part: Collection[Room]) -> None:
        nonlocal done
        if write_lock().busy:  # a job may have planned changes to them
            return
        near = _near_people(live)
        done += _evict(live, [room for room in part if room not in near], referred)

    yield from pace.each("rooms", rooms, evict)
    return done


def _near_people(live: Live) -> set[Room]:
    """Return the rooms where somebody is playing, and the rooms next to them."""
    puppets = (session.puppet for session in evennia.SESSION_HANDLER.values())
    here = (live.where(puppet.location) for puppet in puppets if puppet is not None)
    world = live.router.world
    rooms = {room for room in here if room is not None}
    return rooms.union(*(map(world.room, world.neighbours(room)) for room in rooms))


def _listened_to() -> set[int]:
    """Return the objects that a ticker calls or a monitor watches."""
    tickers = (entry[0] for entry in TICKER_HANDLER.all_display())
    monitored = (entry[0] for entry in MONITOR_HANDLER.all())
    return {entry.pk for entry in (*tickers, *monitored) if isinstance(entry, ObjectDB)}


def _evict(live: Live, rooms: Collection[Room], referred: AbstractSet[int]) -> int:
    """Remove the exits of rooms, or rooms without exits, if nothing is lost; return of how many."""
    rooms_made = [ids for room in rooms if (ids := _made_room(live, room)) is not None]
    alike = _unchanged_rooms(live, _unused(rooms_made, referred))
    if not alike:
        return 0
    gone = write.remove_objects([pk for ids in alike for pk in ids.exits.values() or (ids.pk,)])
    places: list[XYZ | ExitKey] = [key for ids in alike for key in ids.exits]
    places += [live.xyz(ids.room) for ids in alike if not ids.exits]
    drain(record.store_rows_steps(NO_ROWS, places))
    live.note(gone=gone, is_news=False)
    return len(alike)


def _unused(rooms: Collection[_MadeRoom], referred: AbstractSet[int]) -> list[_MadeRoom]:
    """Return the rooms that hold only their exits, and that nothing refers to or leads to.

    Exits may lead to a room that has exits, as those are all that goes now.
    """
    places = [room.pk for room in rooms]
    inside = defaultdict[int, set[int]](set)
    for pk, place in objects.rows_where(
        ObjectDB, ("id", "db_location_id"), "db_location_id", places
    ):
        inside[place].add(pk)
    ends = objects.rows_where(ObjectDB, ("db_destination_id",), "db_destination_id", places)
    led_to = {pk for (pk,) in ends}
    alone = [
        room
        for room in rooms
        if referred.isdisjoint(room.ids)
        and inside[room.pk] == set(room.exits.values())
        and (room.exits or room.pk not in led_to)
    ]
    ids = [pk for room in alone for pk in room.ids]
    used = referred_objects(ids, _ENDS).union(filter(_is_held, ids))
    return [room for room in alone if used.isdisjoint(room.ids)]


def _is_held(pk: int) -> bool:
    """Whether code in this process has given an object data, or somebody plays it."""
    obj: Any = ObjectDB.get_cached_instance(pk)
    return obj is not None and bool(obj.nattributes.all() or obj.sessions.count())


_HEAD = ("id", "db_key", "db_typeclass_path", "db_location_id", "db_destination_id")


class _MadeRoom(NamedTuple):
    """A room that has an object: the ids of it and of its exits."""

    room: Room
    pk: int
    exits: Mapping[ExitKey, int]

    @property
    def ids(self) -> tuple[int, ...]:
        return self.pk, *self.exits.values()


def _made_room(live: Live, room: Room) -> _MadeRoom | None:
    links = live.grids[room[0]].links_of(room[1])
    exit_ids = {
        way: live.exit_id(room, link) for way, link in zip(_ways(live, room), links, strict=True)
    }
    exits = {way: pk for way, pk in exit_ids.items() if pk is not None}
    pk = live.object_id(room)
    return None if pk is None else _MadeRoom(room, pk, exits)


def _unchanged_rooms(live: Live, rooms: Collection[_MadeRoom]) -> list[_MadeRoom]:
    """Return those of some rooms that, with their exits, are as they would be if made now.

    Rooms without exits are compared alone. A room stays out if its class has creation hooks or its
    prototype has things or values that differ between objects, as nobody can tell what they did.
    """
    comparison = _Comparison(live, rooms)
    return [room for room in rooms if comparison.is_equal(room)]


class _Comparison:
    """Compares the rows of rooms and exits with those of new ones. Six queries."""

    def __init__(self, live: Live, rooms: Collection[_MadeRoom]) -> None:
        ids = [pk for room in rooms for pk in room.ids]
        self._live = live
        self._wanted: Wanted = lazy_rooms.wanted_rows(live, [room.room for room in rooms])
        self._heads = {pk: head for pk, *head in objects.rows_where(ObjectDB, _HEAD, "id", ids)}
        self._stored: Mapping[int, StoredRows] = stored_rows(ids)

    def is_equal(self, room: _MadeRoom) -> bool:
        """Whether a room and its exits, if it has any, are as new."""
        spec = self._wanted.rooms.get(self._live.xyz(room.room))
        if spec is None or not self._is_object(room.pk, spec.key, spec.template, (), None, None):
            return False
        ways = {way for way in _ways(self._live, room.room) if way in self._wanted.exits}
        if room.exits and room.exits.keys() != ways:
            return False
        return all(self._is_exit(way, pk, room.pk) for way, pk in room.exits.items())

    def _is_exit(self, way: ExitKey, pk: int, here: int) -> bool:
        spec = self._wanted.exits[way]
        room = self._live.room_at_xyz(*spec.target)
        there = None if room is None else self._live.object_id(room)
        tags = name_tags(way.direction, spec.aliases)
        return self._is_object(pk, spec.key, spec.template, tags, here, there)

    def _is_object(
        self,
        pk: int,
        name: str,
        template: Template,
        tags: Collection[TagKey],
        location: int | None,
        destination: int | None,
    ) -> bool:
        rows = lazy_rooms.cache_of(self._live).rows.of(template)
        if rows.has_hooks or template.varying or template.things:
            return False
        stored, new = self._stored.get(pk), rows.stored
        if stored is None or self._heads[pk] != [name, template.typeclass, location, destination]:
            return False
        new_tags = dict(new.tags) | {tag: None for tag in tags if tag[1] != objects.DIRECTION}
        return (stored.locks, stored.cmdsets, stored.home_id, stored.attributes, stored.tags) == (
            new.locks, new.cmdsets, new.home_id, new.attributes, new_tags
        )  # fmt: skip


def _ways(live: Live, room: Room) -> list[ExitKey]:
    """Return the exits of a room that its map has, in the order of its links."""
    grid, here = live.grids[room[0]], live.xyz(room)
    return [ExitKey(here, grid.way_of(link).direction) for link in grid.links_of(room[1])]


_PACE = Pace(0.008, first=4, least=1, most=16)
_EVERY = 60.0


class RoomCaretaker(PeriodicTask[int]):
    """The periodic task that removes idle rooms of lazy maps."""

    name, pause = "caretaker of lazy maps", 0.01

    def __init__(self, clock: IReactorTime = reactor) -> None:
        super().__init__(clock)
        self.gone = 0
        """How often a room has lost its exits, or has gone, since the start."""
        self._counted = 0
        self._live: Live | None = None
        self._idle = Idle()

    def run(self) -> None:
        """Start the rounds: one a minute, or more if rooms are kept for less than that."""
        self.every = min(_EVERY, max(1.0, float(settings.setting_value(KEEP))))
        super().run()

    def _work(self) -> Steps[int] | None:
        live, seconds = current(), float(settings.setting_value(KEEP))
        if not live.on_demand or not write_lock().is_held:
            return None
        self._have_rows_counted()
        if seconds <= 0:
            return None
        if live is not self._live:
            idle = self._idle if self._live is None else self._idle.moved(live, self._live)
            self._live, self._idle = live, idle
        return evict_steps(live, self._idle, seconds, _PACE)

    def _have_rows_counted(self) -> None:
        if connection.vendor != "sqlite":
            return
        if (last := _highest_id(ObjectDB)) >= max(write.STATISTICS_AFTER, 2 * self._counted):
            write.analyze()
            self._counted = last

    def _done(self, gone: int) -> None:
        super()._done(gone)
        self.gone += gone


room_caretaker = RoomCaretaker()


# --- what still refers to a room


_WORD = b"__packed_dbobj__"
_OBJECTS = ("objects", "objectdb")
_AT_ONCE = 5000  # values that a step looks through
_MODELS: tuple[Any, ...] = (Attribute, ServerConfig)


def _as_text(before: int) -> str:
    """Return the word in Base64 after a number of bytes, without letters shared with these."""
    text = b64encode(b"\0" * before + _WORD).decode().rstrip("=")
    begin = -(-before * 8 // 6)
    return text[begin : (before + len(_WORD)) * 8 // 6]


_HAS_OBJECT = reduce(or_, (Q(text__contains=_as_text(before)) for before in range(3)))


def _referred_parts(after: Mapping[type[Model], int] | None = None) -> Iterator[set[int]]:
    """Yield the ids of the objects that stored values refer to, in batches: one query per batch.

    `after` are the last values, of each model, that need not be looked at.
    """
    for model in _MODELS:
        begin = (after or {}).get(model, 0)
        for first in range(begin, _highest_id(model) + 1, _AT_ONCE):
            yield _referred(model, first, first + _AT_ONCE)


def _highest_id(model: type[Model]) -> int:
    return model.objects.aggregate(last=Max("pk"))["last"] or 0


def _referred(model: type[Model], first: int, after: int) -> set[int]:
    values = model.objects.filter(pk__gte=first, pk__lt=after)
    values = values.annotate(text=Cast("db_value", TextField())).filter(_HAS_OBJECT)
    field, ids = model._meta.get_field("db_value"), set[int]()
    for pk, text in values.values_list("pk", "text"):
        label = f"the value #{pk} of {model.__name__}"
        ids |= read_stored(label, partial(_ids_in_text, field, text), set())
    return ids


def _ids_in_text(field: Any, text: str) -> set[int]:
    return set(_ids_in(field.from_db_value(text)))


def _ids_in(value: object) -> Iterator[int]:
    """Yield the ids of the objects in a value as it is stored."""
    if isinstance(value, tuple) and len(value) == 4 and value[0] == _WORD.decode():
        if tuple(value[1]) == _OBJECTS:
            yield int(value[3])
    elif isinstance(value, Mapping):
        for item in value.items():
            yield from _ids_in(item)
    elif hasattr(value, "__iter__") and not isinstance(value, str | bytes):
        for item in value:
            yield from _ids_in(item)
