"""Empties rooms before they are removed: people and things go to the nearest room that stays.

    stands there            is moved; players learn of it at once, or at the next login (`moved`)
    has its home there      gets another home
    logged off there        will log in elsewhere: Evennia lets nobody log in without a location

The nearest room is looked for on the same sheet first, then on the same map (`SafeRooms`). If none
stays there, people go to where new players start, which no lock bars, else to the nearest room of
another map, home, or to Evennia's default home.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress

from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.coords import level_name, map_key
from xyzgrid_ext.core.spawn import XYZ, SafeRooms
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import bulk, caches, moved, residents
from xyzgrid_ext.game.spawn.lazy import stem


class Relocation:
    """Finds new rooms for those who are in removed rooms, live there, or logged off there."""

    def __init__(
        self, gone: Mapping[int, XYZ], staying: Callable[[], Mapping[XYZ, int]] | None = None
    ) -> None:
        """Prepare the relocation; nothing is searched until somebody has to be moved.

        Args:
            gone: rooms that go, and where they are.
            staying: preferred rooms to go to; if there are none, any room of the grid will do.

        """
        self._gone = gone
        self._staying = staying
        self._ids: dict[XYZ, int] = {}
        self._safe_rooms: SafeRooms | None = None
        self._to_tell: list[int] = []
        self._touched: set[int] = set()  # in memory, and the rooms that they left or came to

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Open a transaction for `empty`; players are told at its end, if it succeeds."""
        self._to_tell.clear()  # of a transaction that failed
        with caches.restored_on_failure() as self._touched:
            yield
        for pk in self._to_tell:
            moved.tell(objects.object_of(pk))

    def empty(self, rooms: Collection[int]) -> int:
        """Empty the given removed rooms; return how many characters and things were moved."""
        people = residents.people_in(rooms)
        classes = {path: class_from_module(path) for path in {path for _, path, *_ in people}}
        moves, characters = [], []
        for pk, path, location, home in people:
            safe = self._safe_room(location) or home
            if safe is None:
                continue
            self._touched |= {pk, location, safe}
            if issubclass(classes[path], DefaultCharacter):
                characters.append(pk)
            if (known := ObjectDB.get_cached_instance(pk)) is not None:
                known.move_to(objects.object_of(safe), quiet=True, move_hooks=False)
            else:
                moves.append((pk, location, safe, classes[path]))
        bulk.update(ObjectDB, ("db_location_id",), {pk: (new,) for pk, _, new, _ in moves})
        caches.move_contents(moves)
        self._to_tell += moved.remember(characters)
        self.resettle(rooms)
        return len(people)

    def resettle(self, rooms: Collection[int]) -> None:
        """Find new rooms for those who are elsewhere but live there, or logged off there."""
        default: int | None = int(settings.default_home().lstrip("#"))
        if default in self._gone:
            default = None
        homes = {}
        for pk, home in residents.homed_in(rooms):
            safe = self._safe_room(home) or default
            self._touched.add(pk)
            if (known := ObjectDB.get_cached_instance(pk)) is not None:
                known.home = objects.object_of(safe)
            else:
                homes[pk] = (safe,)
        bulk.update(ObjectDB, ("db_home_id",), homes)
        for pk, room in objects.logged_off_in(rooms):
            self._touched.add(pk)
            character = objects.object_of(pk)
            safe_room = objects.object_of(
                self._safe_room(room) or getattr(character, "db_home_id", None)
            )
            if character is not None and safe_room is not None:
                character.attributes.add(objects.LOGGED_OFF, safe_room)
                moved.remember([pk])

    def _safe_room(self, room: int) -> int | None:
        """Return the nearest room that stays; None if there is none."""
        if (here := self._gone.get(room)) is None:
            return None
        if self._safe_rooms is None:
            self._take(self._staying() if self._staying else {})
            if not self._ids:
                copies = {pk for pk, _tag in objects.tagged(objects.INSTANCE)}
                rooms = objects.rooms_of()
                self._take({xyz: pk for xyz, pk in rooms.items() if pk not in copies})
            self._safe_rooms = SafeRooms(self._ids)
        found = self._safe_rooms.nearest(here)
        if found is not None and stem(found.z) != stem(here.z):
            found = self._start() or found
        return None if found is None else self._ids[found]

    def _start(self) -> XYZ | None:
        """Return where new players start; None if there is no such place or room."""
        with suppress(TypeError, ValueError):  # `newcomers` reports it
            if (place := settings.start_place()) is not None:
                key, (x, y, z) = map_key(place.map), place.coord
                found = (XYZ(x, y, key), XYZ(x, y, level_name(key, z)))
                return next((xyz for xyz in found if xyz in self._ids), None)
        return None

    def _take(self, rooms: Mapping[XYZ, int]) -> None:
        self._ids = {xyz: pk for xyz, pk in rooms.items() if pk not in self._gone}


def resettle(room: int) -> None:
    """Find new rooms for those who live in a single removed room, or logged off there."""
    Relocation(objects.places_of([room])).resettle([room])
