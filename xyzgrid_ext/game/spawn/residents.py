"""Finds characters and things in rooms or at home there, except those of the grid."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.db import by_value, objects, views

_COLUMNS = (
    "id", "db_key", "db_typeclass_path", "db_account_id", "db_location_id", "db_home_id",
    "db_destination_id",
)  # fmt: skip


class Occupant(NamedTuple):
    """A row of an object that is in a room or a thing."""

    id: int
    name: str
    typeclass: str
    account: int | None
    location: int
    home: int | None
    destination: int | None


class Resident(NamedTuple):
    """Somebody or something in a room, or in a thing there at some depth.

    What a person carries is no resident. The loose ones lie in the room, or in a thing that goes
    anyway.
    """

    content: Occupant
    room: int
    depth: int
    is_person: bool
    is_loose: bool


class Players:
    """Tells people from NPCs: a player plays them, or may play them and has done so before.

    That an account may play a character is not enough: Evennia's `create` gives builders the right
    to play every NPC that they make.
    """

    def among(self, accounts: Mapping[int, int | None]) -> set[int]:
        """Return the people among objects, given by id with the account that plays each now."""
        may_play, last = self._characters
        absent = may_play & {pk for pk, account in accounts.items() if account is None}
        present = {pk for pk, account in accounts.items() if account is not None}
        return present | (absent & last) | holders_among(absent, objects.LOGGED_OFF, None)

    @cached_property
    def _characters(self) -> tuple[set[int], set[int]]:
        return views.account_characters()


def contents_of(places: Iterable[int]) -> list[Occupant]:
    """Return what is in rooms or things, with the exits there. One query for 900 of them."""
    rows = by_value.rows(ObjectDB, _COLUMNS, "db_location_id", places)
    return [Occupant(*row) for row in rows]


def residents_of(
    contents: Iterable[Occupant], players: Players, doomed: Collection[int] = ()
) -> list[Resident]:
    """Return the residents among the contents of rooms, and those in things there.

    Args:
        contents: what is in the rooms.
        players: tells people from NPCs.
        doomed: ids of things that go anyway, and so are no residents.

    """
    found: list[Resident] = []
    level = [one for one in contents if one.destination is None]
    rooms, depth = {one.location: one.location for one in level}, 0
    while level:
        below = {}
        people = players.among({one.id: one.account for one in level})
        for one in level:
            room = rooms[one.location]
            is_person = one.id in people
            if one.id not in doomed:
                is_loose = depth == 0 or one.location in doomed
                found.append(Resident(one, room, depth, is_person, is_loose))
            if not is_person:
                below[one.id] = room
        rooms, level, depth = below, contents_of(below), depth + 1
    return found


def homed_in(room_ids: Collection[int], players: Players) -> list[tuple[int, str, int, bool]]:
    """Return the objects that live in rooms, but no exits: id, name, home, whether a person."""
    columns = "id", "db_key", "db_account_id", "db_home_id", "db_destination_id"
    rows = by_value.rows(ObjectDB, columns, "db_home_id", room_ids)
    rows = [row for row in rows if row[-1] is None and row[0] not in room_ids]
    people = players.among({row[0]: row[2] for row in rows}) if rows else ()
    return [(pk, name, home, pk in people) for pk, name, _account, home, _end in rows]


def holders_among(ids: Collection[int], name: str, category: str | None) -> set[int]:
    """Return those of the given objects that have an Attribute."""
    found: set[int] = set()
    for part in objects.chunked(sorted(ids)):
        links = objects.AttributeLinks.objects.filter(
            objectdb_id__in=part, attribute__db_key=name, attribute__db_category=category
        )
        found.update(links.values_list("objectdb_id", flat=True))
    return found
