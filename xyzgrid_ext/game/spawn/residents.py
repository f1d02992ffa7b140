"""Finds characters and things in rooms or at home there, except those of the grid."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.db import by_value, objects

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

    A person has a player; NPCs and things have none. What a person carries is no resident. The
    loose ones lie in the room, or in a thing that goes anyway.
    """

    content: Occupant
    room: int
    depth: int
    is_person: bool
    is_loose: bool


def contents_of(places: Iterable[int]) -> list[Occupant]:
    """Return what is in rooms or things, with the exits there. One query for 900 of them."""
    rows = by_value.rows(ObjectDB, _COLUMNS, "db_location_id", places)
    return [Occupant(*row) for row in rows]


def residents_of(
    contents: Iterable[Occupant], players: Collection[int], doomed: Collection[int] = ()
) -> list[Resident]:
    """Return the residents among the contents of rooms, and those in things there.

    Args:
        contents: what is in the rooms.
        players: the ids of all characters that players may play.
        doomed: ids of things that go anyway, and so are no residents.

    """
    found: list[Resident] = []
    level = [one for one in contents if one.destination is None]
    rooms, depth = {one.location: one.location for one in level}, 0
    while level:
        below = {}
        for one in level:
            room = rooms[one.location]
            is_person = one.account is not None or one.id in players
            if one.id not in doomed:
                is_loose = depth == 0 or one.location in doomed
                found.append(Resident(one, room, depth, is_person, is_loose))
            if not is_person:
                below[one.id] = room
        rooms, level, depth = below, contents_of(below), depth + 1
    return found


def homed_in(room_ids: Collection[int]) -> list[tuple[int, str, int | None, int]]:
    """Return the objects that live in rooms, but no exits: id, name, account and home of each."""
    columns = "id", "db_key", "db_account_id", "db_home_id", "db_destination_id"
    rows = by_value.rows(ObjectDB, columns, "db_home_id", room_ids)
    return [tuple(row) for *row, end in rows if end is None and row[0] not in room_ids]


def holders_among(ids: Collection[int], name: str, category: str) -> set[int]:
    """Return those of the given objects that have an Attribute."""
    found: set[int] = set()
    for part in objects.chunked(sorted(ids)):
        links = objects.AttributeLinks.objects.filter(
            objectdb_id__in=part, attribute__db_key=name, attribute__db_category=category
        )
        found.update(links.values_list("objectdb_id", flat=True))
    return found
