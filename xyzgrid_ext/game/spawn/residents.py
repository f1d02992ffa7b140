"""Finds characters and things in rooms or at home there, except those of the grid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.db import objects


def people_in(room_ids: Collection[int]) -> list[tuple[int, str, int, int | None]]:
    """Return characters and things in rooms, except those of the grid: id, class, room, home."""
    found: list[tuple[int, str, int, int | None]] = []
    for part in objects.chunked(sorted(room_ids)):
        things = ObjectDB.objects.filter(db_location_id__in=part, db_destination__isnull=True)
        found += things.order_by("pk").values_list(
            "pk", "db_typeclass_path", "db_location_id", "db_home_id"
        )
    return found


def names_in(rooms: Mapping[XYZ, int]) -> dict[XYZ, tuple[str, ...]]:
    """Return names of people and things in rooms, in a stable order, without empty rooms."""
    places = {pk: xyz for xyz, pk in rooms.items()}
    found: dict[XYZ, list[str]] = defaultdict(list)
    for part in objects.chunked(sorted(places)):
        things = ObjectDB.objects.filter(db_location_id__in=part, db_destination__isnull=True)
        for key, location in things.order_by("pk").values_list("db_key", "db_location_id"):
            found[places[location]].append(key)
    return {xyz: tuple(names) for xyz, names in found.items()}


def homed_in(room_ids: Collection[int]) -> list[tuple[int, int]]:
    """Return ids and homes of the objects that live in rooms, except the grid's rooms and exits."""
    found: list[tuple[int, int]] = []
    for part in objects.chunked(sorted(room_ids)):
        homed = ObjectDB.objects.filter(db_home_id__in=part, db_destination__isnull=True)
        homes = homed.order_by("pk").values_list("pk", "db_home_id")
        found += [(pk, home) for pk, home in homes if pk not in room_ids]
    return found


def holders_among(ids: Collection[int], name: str, category: str) -> set[int]:
    """Return those of the given objects that have an Attribute."""
    found: set[int] = set()
    for part in objects.chunked(sorted(ids)):
        links = objects.AttributeLinks.objects.filter(
            objectdb_id__in=part, attribute__db_key=name, attribute__db_category=category
        )
        found.update(links.values_list("objectdb_id", flat=True))
    return found
