"""Empties rooms before they are removed.

a person there       goes to a refuge, and learns of it at once or at the next login (`moved`)
logged off there     will log in at a refuge: Evennia lets nobody log in without a room
a thing or an NPC    goes to Limbo, with what is in it; or is deleted, if the plan says so
at home there        gets another home: people a refuge, things and NPCs Limbo
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from evennia.objects.models import ObjectDB
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import bulk, caches, delete, moved
from xyzgrid_ext.game.spawn.refuges import Refuge, Refuges
from xyzgrid_ext.game.spawn.residents import (
    Occupant,
    Players,
    Resident,
    contents_of,
    homed_in,
    residents_of,
)
from xyzgrid_ext.game.world.world import Live


class Relocation:
    """Empties removed rooms, and counts who and what was moved."""

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
            refuges: where people go.
            ids: the rooms that stay on the maps.
            doomed: things that are removed anyway.
            with_contents: delete things and NPCs.

        """
        self._refuges, self._ids, self._doomed = refuges, ids, frozenset(doomed)
        self._with_contents = with_contents
        self._players = Players()
        self._to_tell: list[int] = []
        self._touched: set[int] = set()  # in memory, and the rooms that they left or came to
        self.people = self.things = self.deleted = 0

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Open a transaction for `empty`; people are told at its end, if it succeeds."""
        self._to_tell.clear()  # of a transaction that failed
        with caches.restored_on_failure() as self._touched:
            yield
        for pk in self._to_tell:
            moved.tell(objects.object_of(pk))

    def empty(self, rooms: Collection[int]) -> None:
        """Empty the given removed rooms."""
        contents = contents_of(rooms)
        inside = residents_of(contents, self._players, self._doomed) if contents else []
        people = [one for one in inside if one.is_person]
        self._move([(one.content, self._refuge_of(one)) for one in people])
        self._to_tell += moved.remember([one.content.id for one in people])
        self.people += len(people)
        things = [one for one in inside if not one.is_person]
        if self._with_contents:
            self._delete(things)
        else:
            self._put_away([one for one in things if one.is_loose])
        self.resettle(rooms)

    def resettle(self, rooms: Collection[int]) -> None:
        """Find new rooms for those who are elsewhere but live there, or logged off there."""
        homes = {}
        for pk, _name, home, is_person in homed_in(rooms, self._players):
            if pk in self._doomed:
                continue
            new = self._id(
                self._refuges.of(home, None) if is_person else self._refuges.of_thing(home)
            )
            self._touched.add(pk)
            if (known := ObjectDB.get_cached_instance(pk)) is not None:
                known.home = objects.object_of(new)
            else:
                homes[pk] = (new,)
        bulk.update(ObjectDB, ("db_home_id",), homes)
        for pk, room in objects.logged_off_in(rooms):
            self._touched.add(pk)
            character: Any = objects.object_of(pk)
            place = objects.object_of(self._id(self._refuges.of(room, character.db_home_id)))
            if place is not None:
                character.attributes.add(objects.LOGGED_OFF, place)
                moved.remember([pk])

    def _refuge_of(self, person: Resident) -> int | None:
        return self._id(self._refuges.of(person.room, person.content.home))

    def _id(self, refuge: Refuge) -> int | None:
        return self._ids[refuge] if isinstance(refuge, XYZ) else refuge

    def _put_away(self, things: Sequence[Resident]) -> None:
        places = [(one.content, self._id(self._refuges.of_thing(one.room))) for one in things]
        self._move(places)
        self.things += sum(to == self._refuges.limbo for _, to in places)

    def _delete(self, things: Sequence[Resident]) -> None:
        """Delete things, those inside others first; what its class keeps goes to Limbo."""
        deepest = sorted(things, key=lambda one: -one.depth)
        for _depth, level in groupby(deepest, key=lambda one: one.depth):
            found = {one.content.id: one for one in level}
            self._touched |= {one.content.location for one in found.values()}
            gone = delete.remove(list(found))
            self.deleted += len(gone)
            self._put_away([one for pk, one in found.items() if pk not in gone])

    def _move(self, moves: Sequence[tuple[Occupant, int | None]]) -> None:
        rows = []
        for one, to in moves:
            if to is None:
                continue
            self._touched |= {one.id, one.location, to}
            if (known := ObjectDB.get_cached_instance(one.id)) is not None:
                known.move_to(objects.object_of(to), quiet=True, move_hooks=False)
            else:
                rows.append((one.id, one.location, to, class_from_module(one.typeclass)))
        bulk.update(ObjectDB, ("db_location_id",), {pk: (to,) for pk, _, to, _ in rows})
        caches.move_contents(rows)


def resettle(live: Live, room: int) -> None:
    """Find new rooms for those who live in a single removed room, or logged off there."""
    gone = objects.places_of([room])
    if room not in gone:
        return
    ends = [one.destination for one in contents_of([room]) if one.destination is not None]
    ids: dict[XYZ, int] = {}

    def staying() -> Collection[XYZ]:
        copies = {pk for pk, _tag in objects.tagged(objects.INSTANCE)}
        rooms = objects.rooms_of().items()
        ids.update((xyz, pk) for xyz, pk in rooms if pk not in copies and pk not in gone)
        return ids

    Relocation(Refuges(live, gone, staying, {room: ends}), ids).resettle([room])
