"""Who and what is in rooms that are removed, or lives there, and where they go.

    a person there       goes to a refuge, and learns of it at once or at the next login
    logged off there     will log in at a refuge: Evennia lets nobody log in without a room
    a thing or an NPC    goes to Limbo, with what is in it; or is deleted, if the plan says so
    at home there        gets another home: people a refuge, things and NPCs Limbo

    a room of the map stays   the refuge is the nearest of them
    the whole map goes        it is where the nearest of its exits led, else home, else where new
                              players start (XYZGRID_START), else Limbo

Exits and homes on maps that are games or in fog do not count: nobody may learn of such a place by
accident. Things and NPCs go to Limbo, as nobody knows where else they belong; but if another room
stays at the same place, to that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import groupby
from typing import NamedTuple, TypeAlias

from django.utils.translation import gettext as _
from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.spawn import XYZ, DepartureKind, SpawnPlan
from xyzgrid_ext.core.spawn.model import Departure, SafeRooms
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_internals import forget_contents
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import AttributeKey, AttributeRow
from xyzgrid_ext.game.spawn import caches, creation, write
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Live


class Relocation:
    """Moves people and things out of removed rooms, and counts `people`, `things`, `deleted`."""

    def __init__(
        self,
        refuges: Refuges,
        ids: Mapping[XYZ, int],
        doomed: Collection[int] = (),
        *,
        with_contents: bool = False,
    ) -> None:
        """Prepare the relocation.

        Args:
            refuges: tells where each goes.
            ids: coordinate -> id of the rooms that stay on the maps.
            doomed: ids of things that the same plan removes.
            with_contents: whether things and NPCs are deleted.
        """
        self._refuges, self._ids, self._doomed = refuges, ids, frozenset(doomed)
        self._with_contents = with_contents
        self._players = PersonTest()
        self._to_tell: list[int] = []
        self._touched: set[int] = set()  # in memory, and the rooms that they left or came to
        self.people = self.things = self.deleted = 0

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Return a transaction for calls of `empty`; at its end, people hear that they moved."""
        self._to_tell.clear()  # of a transaction that failed
        with caches.restored_on_failure() as self._touched:
            yield
        for pk in self._to_tell:
            if (character := objects.object_by_id(pk)) is not None:
                tell_moved(character)

    def empty(self, rooms: Collection[int]) -> None:
        """Move or delete what is in rooms, given by id, and `resettle` who lives there."""
        contents = contents_of(rooms)
        inside = residents_of(contents, self._players, self._doomed) if contents else []
        people = [item for item in inside if item.is_person]
        refuges = [self._refuges.of(item.room, item.content.home) for item in people]
        self._move([(i.content, self._id(to)) for i, to in zip(people, refuges, strict=True)])
        self._to_tell += mark_moved([item.content.id for item in people])
        self.people += len(people)
        items = [item for item in inside if not item.is_person]
        if self._with_contents:
            self._delete(items)
        else:
            self._put_away([item for item in items if item.is_loose])
        self.resettle(rooms)

    def resettle(self, rooms: Collection[int]) -> None:
        """Give a new home or log-in room to all whose present one is among these rooms."""
        homes = {}
        for pk, _name, home, is_person in objects_living_in(rooms, self._players):
            if pk in self._doomed:
                continue
            new = self._id(
                self._refuges.of(home, None) if is_person else self._refuges.for_thing(home)
            )
            self._touched.add(pk)
            if (obj := ObjectDB.get_cached_instance(pk)) is not None:
                obj.home = objects.object_by_id(new)
            else:
                homes[pk] = {"db_home_id": new}
        write.update_rows(ObjectDB, homes)
        for pk, room in objects.logged_off_in(rooms):
            self._touched.add(pk)
            character = objects.object_by_id(pk)
            if character is None:
                continue
            place = objects.object_by_id(self._id(self._refuges.of(room, character.db_home_id)))
            if place is not None:
                character.attributes.add(objects.LOGGED_OFF, place)
                mark_moved([pk])

    def _id(self, refuge: Refuge) -> int | None:
        return self._ids[refuge] if isinstance(refuge, XYZ) else refuge

    def _put_away(self, items: Sequence[Resident]) -> None:
        places = [(item.content, self._id(self._refuges.for_thing(item.room))) for item in items]
        self._move(places)
        self.things += sum(to == self._refuges.limbo for _, to in places)

    def _delete(self, items: Sequence[Resident]) -> None:
        """Delete things, those inside others first; what its class keeps goes to Limbo."""
        deepest = sorted(items, key=lambda item: -item.depth)
        for _depth, level in groupby(deepest, key=lambda item: item.depth):
            by_id = {item.content.id: item for item in level}
            self._touched |= {item.content.location for item in by_id.values()}
            removed = write.remove_objects(list(by_id))
            self.deleted += len(removed)
            self._put_away([item for pk, item in by_id.items() if pk not in removed])

    def _move(self, moves: Sequence[tuple[Occupant, int | None]]) -> None:
        rows = []
        for item, to in moves:
            if to is None:
                continue
            self._touched |= {item.id, item.location, to}
            if (obj := ObjectDB.get_cached_instance(item.id)) is not None:
                obj.move_to(objects.object_by_id(to), quiet=True, move_hooks=False)
            else:
                rows.append((item.id, item.location, to))
        write.update_rows(ObjectDB, {pk: {"db_location_id": to} for pk, _, to in rows})
        forget_contents({room for _, *both in rows for room in both})


def resettle(live: Live, room: int) -> None:
    """Give a new home or log-in room to all whose present one is the room with this id."""
    places = objects.places_of([room])
    if room not in places:
        return
    ends = [item.destination for item in contents_of([room]) if item.destination is not None]
    ids: dict[XYZ, int] = {}

    def staying() -> Collection[XYZ]:
        copies = {pk for pk, _tag in objects.tagged_objects(objects.INSTANCE)}
        rooms = objects.rooms_by_place().items()
        ids.update((xyz, pk) for xyz, pk in rooms if pk not in copies and pk not in places)
        return ids

    Relocation(Refuges(live, places, staying, {room: ends}), ids).resettle([room])


Refuge: TypeAlias = XYZ | int | None
"""A place of the same map, where a room may still have to be made; a room's id; None: nowhere."""


class Refuges:
    """Finds where people and things go from rooms that are removed."""

    def __init__(
        self,
        live: Live,
        gone: Mapping[int, XYZ],
        staying: Callable[[], Iterable[XYZ]],
        ways_out: Mapping[int, Sequence[int]],
    ) -> None:
        """Prepare the search; nothing is read until somebody needs a place.

        Args:
            live: the world, which knows games and fog.
            gone: id -> coordinate of all removed rooms.
            staying: returns the coordinates of the rooms that stay on the same maps.
            ways_out: id of a removed room -> ids of the rooms to which its exits led.
        """
        self._live, self._gone, self._staying, self._ways = live, gone, staying, ways_out

    def of(self, room: int, home: int | None) -> Refuge:
        """Return where a person goes from the removed room with this id, given that of its home."""
        xyz = self._gone[room]
        if (near := self._near.nearest(xyz)) is not None:
            return near
        if (door := self._doors.nearest(xyz)) is not None:
            return self._ends[door]
        if home is not None and self._is_open(home):
            return home
        return self._start or self.limbo

    def for_thing(self, room: int) -> Refuge:
        """Return where a thing or an NPC in the removed room with this id goes."""
        xyz = self._gone[room]
        return xyz if xyz in self._rooms else self.limbo

    def place(self, room: int) -> XYZ:
        """Return the coordinate of the removed room with this id."""
        return self._gone[room]

    @cached_property
    def limbo(self) -> int | None:
        """The id of Evennia's default home; None if it does not exist, or is removed."""
        pk = ObjectDB.objects.get_id(settings.django_settings.DEFAULT_HOME)
        return None if pk is None or pk.pk in self._gone else int(pk.pk)

    @cached_property
    def _rooms(self) -> frozenset[XYZ]:
        return frozenset(self._staying())

    @cached_property
    def _near(self) -> SafeRooms:
        return SafeRooms(self._rooms)

    @cached_property
    def _doors(self) -> SafeRooms:
        return SafeRooms(self._ends)

    @cached_property
    def _ends(self) -> dict[XYZ, int]:
        """The place to which an exit of a removed room leads, by the coordinate of that room."""
        places = objects.places_of({end for ends in self._ways.values() for end in ends})
        ends_at = {}
        for room, ends in self._ways.items():
            ends_open = [end for end in ends if self._is_open(end, places)]
            if ends_open and room in self._gone:
                ends_at[self._gone[room]] = min(ends_open)
        return {**self._unmade_ends(), **ends_at}

    def _unmade_ends(self) -> dict[XYZ, int]:
        """Return the same for lazy maps, most of whose exits do not exist as objects."""
        levels, ends_at = {xyz.z for xyz in self._gone.values()}, dict[XYZ, int]()
        for key in self._live.on_demand:
            grid = self._live.grids[key]
            for link, place in grid.outside.items() if levels.intersection(grid.zkeys) else ():
                room = self._live.locate(place)
                end = None if room is None else self._live.object_id(room)
                if end is not None and self._is_open(end):
                    ends_at[self._live.xyz((key, int(grid.source[link])))] = end
        return ends_at

    def _is_open(self, room: int, places: Mapping[int, XYZ] | None = None) -> bool:
        """Whether people may be put into a room that stays."""
        if room in self._gone:
            return False
        place = (objects.places_of([room]) if places is None else places).get(room)
        return place is None or self._live.is_common(place.z)

    @cached_property
    def _start(self) -> int | None:
        with suppress(TypeError, ValueError):  # `newcomers` reports it
            place = settings.setting_value("XYZGRID_START")
            room = None if place is None else self._live.locate(place)
            pk = None if room is None else self._live.object_id(room)
            return None if pk in self._gone else pk
        return None


def removed_places(todo: SpawnPlan) -> dict[int, XYZ]:
    """Return id -> coordinate of all rooms that a plan removes."""
    return {pk: xyz for xyz, pk in todo.gone_rooms.items()} | objects.places_of(todo.extra)


def with_departures_steps(live: Live, todo: SpawnPlan, pace: Pace) -> Steps[SpawnPlan]:
    """Return the plan with its `departures`: who and what leaves the rooms that it removes."""
    places, doomed = removed_places(todo), frozenset(todo.gone_things.values())
    contents: list[Occupant] = []
    homes: list[tuple[int, str, int, bool]] = []
    players = PersonTest()
    ways: dict[int, tuple[int, ...]] = {}

    def look_into(part: Sequence[int]) -> None:
        for row in contents_of(part):
            if row.destination is None:
                contents.append(row)
            elif row.destination not in places:
                ways[row.location] = (*ways.get(row.location, ()), row.destination)
        homes.extend(row for row in objects_living_in(part, players) if row[0] not in doomed)

    yield from pace.each("people in them", list(places), look_into)
    todo = replace(todo, ways_out=ways)
    if not contents and not homes:
        return todo
    inside = residents_of(contents, players, doomed)
    refuges = Refuges(live, places, partial(_staying, todo, places), ways)
    leaving = [*_departures(inside, refuges)]
    moving = {row.content.id for row in inside}
    for pk, name, home, is_person in homes:
        if pk not in moving:
            to = refuges.of(home, None) if is_person else refuges.for_thing(home)
            leaving.append((Departure(DepartureKind.HOME, pk, name, places[home], ""), to))
    names = _place_names(live, todo, [to for _, to in leaving])
    departures = (row._replace(to=names[to]) for row, to in leaving)
    return replace(todo, departures=tuple(sorted(departures, key=_sort_key)))


def _staying(todo: SpawnPlan, gone: dict[int, XYZ]) -> Iterable[XYZ]:
    return [*(xyz for xyz, pk in todo.ids.items() if pk not in gone), *todo.new_rooms]


def _departures(inside: Sequence[Resident], refuges: Refuges) -> Iterable[tuple[Departure, Refuge]]:
    """Yield people, and loose things with the number of what is in each, without their places."""
    holders = {item.content.id: item for item in inside if not item.is_person}
    number = Counter[int]()
    for item in holders.values():
        outer = item
        while not outer.is_loose:
            outer = holders[outer.content.location]
        number[outer.content.id] += outer is not item
    for item in inside:
        place = refuges.place(item.room)
        pk, name = item.content.id, item.content.name
        if item.is_person:
            to = refuges.of(item.room, item.content.home)
            yield Departure(DepartureKind.PERSON, pk, name, place, ""), to
        elif item.is_loose:
            leaving = Departure(DepartureKind.THING, pk, name, place, "", number[pk])
            yield leaving, refuges.for_thing(item.room)


def _place_names(live: Live, todo: SpawnPlan, refuges: Iterable[Refuge]) -> dict[Refuge, str]:
    """Return the names of places as they will be: `Market Row (4,4,haven)`, `Limbo`."""
    places = set(refuges)
    ids = {to: to if isinstance(to, int) else todo.ids.get(to) for to in places if to is not None}
    room_names = db_rooms.names_of({pk for pk in ids.values() if pk is not None})
    at = objects.places_of({to for to in places if isinstance(to, int)})
    names: dict[Refuge, str] = {None: "nowhere"}
    for to, pk in ids.items():
        xyz = to if isinstance(to, XYZ) else at.get(to)
        name = "" if pk is None else room_names.get(pk, "")
        if xyz is None:
            names[to] = name
            continue
        if xyz in todo.new_rooms:
            name = todo.new_rooms[xyz].key
        elif xyz in todo.changed_rooms:
            name = todo.changed_rooms[xyz][1].key
        names[to] = f"{name} {live.place_text(xyz)}"
    return names


def _sort_key(item: Departure) -> tuple[XYZ, str, str, int]:
    return item.room, item.kind.value, item.name, item.id


_COLUMNS = (
    "id", "db_key", "db_typeclass_path", "db_account_id", "db_location_id", "db_home_id",
    "db_destination_id",
)  # fmt: skip


class Occupant(NamedTuple):
    """An object in a room or a thing, as its columns in the database: ids, name, typeclass."""

    id: int
    name: str
    typeclass: str
    account: int | None
    location: int
    home: int | None
    destination: int | None


class Resident(NamedTuple):
    """A person or thing in a room, or in a thing there; what a person carries does not count.

    `depth` is 0 in the room itself. `is_loose` says that it is moved by itself: it is in the room,
    or in a thing that is removed; others stay in the thing in which they are.
    """

    content: Occupant
    room: int
    depth: int
    is_person: bool
    is_loose: bool


class PersonTest:
    """Tells people from NPCs: a player plays them, or may play them and has done so before.

    That an account may play a character is not enough: Evennia's `create` gives builders the right
    to play every NPC that they make.
    """

    def among(self, accounts: Mapping[int, int | None]) -> set[int]:
        """Return the ids of people among `accounts`: object id -> id of the account playing it."""
        may_play, last = self._characters
        absent = may_play & {pk for pk, account in accounts.items() if account is None}
        present = {pk for pk, account in accounts.items() if account is not None}
        return present | (absent & last) | attribute_holders_among(absent, objects.LOGGED_OFF, None)

    @cached_property
    def _characters(self) -> tuple[set[int], set[int]]:
        return memory.account_characters()


def contents_of(places: Iterable[int]) -> list[Occupant]:
    """Return the objects in rooms or things, given by id; exits, too. One query for 900 places."""
    rows = objects.rows_where(ObjectDB, _COLUMNS, "db_location_id", places)
    return [Occupant(*row) for row in rows]


def residents_of(
    contents: Iterable[Occupant], players: PersonTest, doomed: Collection[int] = ()
) -> list[Resident]:
    """Return the residents among the contents of rooms, and those in things there.

    Args:
        contents: the objects in the rooms themselves.
        players: tells people from NPCs.
        doomed: ids of things that the same plan removes: no residents.
    """
    items: list[Resident] = []
    level = [item for item in contents if item.destination is None]
    rooms, depth = {item.location: item.location for item in level}, 0
    while level:
        below = {}
        people = players.among({item.id: item.account for item in level})
        for item in level:
            room = rooms[item.location]
            is_person = item.id in people
            if item.id not in doomed:
                is_loose = depth == 0 or item.location in doomed
                items.append(Resident(item, room, depth, is_person, is_loose))
            if not is_person:
                below[item.id] = room
        rooms, level, depth = below, contents_of(below), depth + 1
    return items


def objects_living_in(
    room_ids: Collection[int], players: PersonTest
) -> list[tuple[int, str, int, bool]]:
    """Return (id, name, home, whether a person) of objects with a home in these rooms; no exits."""
    columns = "id", "db_key", "db_account_id", "db_home_id", "db_destination_id"
    rows = objects.rows_where(ObjectDB, columns, "db_home_id", room_ids)
    rows = [row for row in rows if row[-1] is None and row[0] not in room_ids]
    people = players.among({row[0]: row[2] for row in rows}) if rows else ()
    return [(pk, name, home, pk in people) for pk, name, _account, home, _end in rows]


def attribute_holders_among(ids: Collection[int], name: str, category: str | None) -> set[int]:
    """Return those of the given ids whose objects have this Attribute."""
    holders: set[int] = set()
    for part in objects.chunked(sorted(ids)):
        links = objects.AttributeLinks.objects.filter(
            objectdb_id__in=part, attribute__db_key=name, attribute__db_category=category
        )
        holders.update(links.values_list("objectdb_id", flat=True))
    return holders


_MOVED = "moved"


def mark_moved(characters: Sequence[int]) -> list[int]:
    """Store for offline characters that they were moved; return the ids of those online."""
    played, away = [], []
    for pk in characters:
        obj = ObjectDB.get_cached_instance(pk)
        if obj is None:
            away.append(pk)
        elif obj.sessions.count():
            played.append(pk)
        else:
            obj.attributes.add(_MOVED, True, category=CATEGORY)
    moved = AttributeKey(_MOVED, CATEGORY), AttributeRow(creation.stored_value(True))
    new = sorted(set(away) - attribute_holders_among(away, _MOVED, CATEGORY))
    write.insert_attributes([(pk, *moved) for pk in new])
    return played


def tell_moved(character: Character) -> None:
    """Tell a character that its room was removed, and where it is now."""
    with translating_for(character):
        text = _("The room you were in was removed. You are now in {room}.")
        character.msg(text.format(room=hooks.display_name(character.location, character)))


def tell_if_moved(character: Character) -> None:
    """Call `tell_moved` at login for a character that `mark_moved` has marked."""
    if character.attributes.has(_MOVED, category=CATEGORY):
        character.attributes.remove(_MOVED, category=CATEGORY)
        if character.location is not None:
            tell_moved(character)
