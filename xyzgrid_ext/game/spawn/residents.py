"""Finds characters and things in rooms or at home there, except those of the grid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import by_value, objects


def people_in(room_ids: Collection[int]) -> list[tuple[int, str, int, int | None]]:
    """Return characters and things in rooms, except those of the grid: id, class, room, home."""
    columns = "id", "db_typeclass_path", "db_location_id", "db_home_id"
    return list(_residents(columns, "db_location_id", room_ids))


def names_in_steps(rooms: Mapping[XYZ, int], pace: Pace) -> Steps[dict[XYZ, tuple[str, ...]]]:
    """Return names of people and things in rooms, in a stable order, without empty rooms."""
    found: dict[XYZ, list[str]] = defaultdict(list)

    def look_into(part: Sequence[XYZ]) -> None:
        places = {rooms[xyz]: xyz for xyz in part}
        for key, location in _residents(("db_key", "db_location_id"), "db_location_id", places):
            found[places[location]].append(key)

    yield from pace.each("people in them", list(rooms), look_into)
    return {xyz: tuple(names) for xyz, names in found.items()}


def homed_in(room_ids: Collection[int]) -> list[tuple[int, int]]:
    """Return ids and homes of the objects that live in rooms, except the grid's rooms and exits."""
    homes = _residents(("id", "db_home_id"), "db_home_id", room_ids)
    return [(pk, home) for pk, home in homes if pk not in room_ids]


def _residents(columns: tuple[str, ...], by: str, room_ids: Iterable[int]) -> Iterator[Any]:
    """Yield columns of the objects, but not exits, that are in rooms or at home there."""
    for *row, end in by_value.rows(ObjectDB, (*columns, "db_destination_id"), by, room_ids):
        if end is None:
            yield tuple(row)


def holders_among(ids: Collection[int], name: str, category: str) -> set[int]:
    """Return those of the given objects that have an Attribute."""
    found: set[int] = set()
    for part in objects.chunked(sorted(ids)):
        links = objects.AttributeLinks.objects.filter(
            objectdb_id__in=part, attribute__db_key=name, attribute__db_category=category
        )
        found.update(links.values_list("objectdb_id", flat=True))
    return found
