"""Tells which rooms are exactly as they would be if they were made now, from their map's file.

    database   names, ends, locks, homes, Attributes, tags of rooms and of their exits ──┐
                                                                                         ├─ equal?
    file       prototypes ─► wanted rooms and exits ─► the rows of a new object ─────────┘

Many rooms are compared at once: the number of queries is the same for one room and for thirty.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.spawn import ExitKey, Template, Wanted
from xyzgrid_ext.game.db import by_value, objects
from xyzgrid_ext.game.db.objects import TagKey
from xyzgrid_ext.game.db.stored_rows import StoredRows, stored
from xyzgrid_ext.game.spawn import making
from xyzgrid_ext.game.spawn.tagging import name_tags
from xyzgrid_ext.game.world.world import Live, Room

_HEAD = ("id", "db_key", "db_typeclass_path", "db_location_id", "db_destination_id")


class MadeRoom(NamedTuple):
    """A room that has an object: the ids of it and of its exits."""

    room: Room
    pk: int
    exits: Mapping[ExitKey, int]

    @property
    def ids(self) -> tuple[int, ...]:
        """All of them."""
        return self.pk, *self.exits.values()


def made_room(live: Live, room: Room) -> MadeRoom | None:
    """Return the ids of a room; None if it has no object."""
    links = live.grids[room[0]].links_of(room[1])
    found = {
        way: live.exit_id(room, link) for way, link in zip(_ways(live, room), links, strict=True)
    }
    exits = {way: pk for way, pk in found.items() if pk is not None}
    pk = live.object_id(room)
    return None if pk is None else MadeRoom(room, pk, exits)


def as_made(live: Live, rooms: Collection[MadeRoom]) -> list[MadeRoom]:
    """Return those of some rooms that, with their exits, are as they would be if made now.

    Rooms without exits are compared alone. A room stays out if its class has creation hooks or its
    prototype has things or values that differ between objects, as nobody can tell what they did.
    """
    comparison = _Comparison(live, rooms)
    return [one for one in rooms if comparison.is_equal(one)]


class _Comparison:
    """Compares the rows of rooms and exits with those of new ones. Six queries."""

    def __init__(self, live: Live, rooms: Collection[MadeRoom]) -> None:
        ids = [pk for one in rooms for pk in one.ids]
        self._live = live
        self._wanted: Wanted = making.specs(live, [one.room for one in rooms])
        self._heads = {pk: head for pk, *head in by_value.rows(ObjectDB, _HEAD, "id", ids)}
        self._stored: Mapping[int, StoredRows] = stored(ids)

    def is_equal(self, made: MadeRoom) -> bool:
        """Whether a room and its exits, if it has any, are as new."""
        spec = self._wanted.rooms.get(self._live.xyz(made.room))
        if spec is None or not self._is_object(made.pk, spec.key, spec.template, (), None, None):
            return False
        ways = {way for way in _ways(self._live, made.room) if way in self._wanted.exits}
        if made.exits and made.exits.keys() != ways:
            return False
        return all(self._is_exit(way, pk, made.pk) for way, pk in made.exits.items())

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
        rows = making.rows_of(self._live, template)
        if rows.hooked or template.varying or template.things:
            return False
        own, new = self._stored.get(pk), rows.stored
        if own is None or self._heads[pk] != [name, template.typeclass, location, destination]:
            return False
        new_tags = dict(new.tags) | {tag: None for tag in tags if tag[1] != objects.DIRECTION}
        return (own.locks, own.cmdsets, own.home_id, own.attributes, own.tags) == (
            new.locks, new.cmdsets, new.home_id, new.attributes, new_tags
        )  # fmt: skip


def _ways(live: Live, room: Room) -> list[ExitKey]:
    """Return the exits of a room that its map has, in the order of its links."""
    grid, here = live.grids[room[0]], live.xyz(room)
    return [ExitKey(here, grid.way_of(link).direction) for link in grid.links_of(room[1])]
