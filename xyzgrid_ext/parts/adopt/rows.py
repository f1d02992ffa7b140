"""Queries and bulk changes for rows that move between the contrib's classes and this package's.

A room keeps its row, with its id, name, texts and contents; one column holds its class. So all
rooms change in one statement and all exits in another. Callers of the writing functions open a
transaction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.base.evennia_internals import delete_rows
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.typeclass_paths import CONTRIB_EXIT, MAP_DATA, MAPS, flush_objects
from xyzgrid_ext.parts.adopt.adoption import StoredExit

# --- what there is


def rooms_and_exits() -> tuple[dict[int, XYZ], list[StoredExit]]:
    """Return (room id -> coordinate, exits): all that have coordinates. Three queries."""
    tags = objects.coordinates()
    coordinates = {
        pk: xyz for pk, names in tags.items() if (xyz := objects.xyz_in(names)) is not None
    }
    rooms = {pk: xyz for pk, xyz in coordinates.items() if not objects.is_exit(tags[pk])}
    links = objects.TagLinks.objects.filter(
        tag__db_category=objects.Z_TO, tag__db_model="objectdb", tag__db_tagtype=None
    )
    names = dict(links.values_list("objectdb_id", "objectdb__db_key"))
    aliases: dict[int, set[str]] = defaultdict(set)
    words = objects.TagLinks.objects.filter(
        tag__db_tagtype="alias", objectdb__db_destination__isnull=False
    )
    for pk, alias in words.values_list("objectdb_id", "tag__db_key"):
        aliases[pk].add(alias)
    exits = [
        StoredExit(
            id=pk,
            room=coordinates[pk],
            target=objects.xyz_in(tags[pk], (objects.X_TO, objects.Y_TO, objects.Z_TO)),
            key=key,
            aliases=frozenset(aliases[pk]),
            direction=tags[pk].get(objects.DIRECTION),
        )
        for pk, key in sorted(names.items())
        if pk in coordinates
    ]
    return rooms, exits


def exits_with(attribute: str) -> dict[int, str]:
    """Return exits of the contrib's class that have an Attribute: id -> name. One query."""
    rows = ObjectDB.objects.filter(
        db_typeclass_path=CONTRIB_EXIT,
        db_attributes__db_key=attribute,
        db_attributes__db_category=None,
    )
    return dict(rows.order_by("pk").values_list("pk", "db_key"))


def exits_without_coordinate() -> dict[int, int]:
    """Return exits made by builders, without coordinates: exit id -> room id. One query."""
    tagged = objects.TagLinks.objects.filter(tag__db_category=objects.Z, tag__db_model="objectdb")
    exits = ObjectDB.objects.filter(db_destination__isnull=False, db_location__isnull=False)
    exits = exits.exclude(pk__in=tagged.values("objectdb_id"))
    return dict(exits.values_list("pk", "db_location_id"))


def count_of_class(path: str, without_maps: Collection[str] = ()) -> int:
    """Return the number of objects of exactly one class, except on some maps. Two queries."""
    return _objects_of_class(path, without_maps).count()


def _objects_of_class(path: str, without_maps: Collection[str]) -> Any:
    rows = ObjectDB.objects.filter(db_typeclass_path=path)
    if not without_maps:
        return rows
    zs = Tag.objects.filter(db_category=objects.Z, db_model="objectdb", db_tagtype=None)
    ids = [pk for pk, z in zs.values_list("pk", "db_key") if map_key(z) in without_maps]
    links = objects.TagLinks.objects.filter(tag_id__in=ids)
    return rows.exclude(pk__in=links.values("objectdb_id"))


# --- changes


def retype(old: str, new: str, without_maps: Collection[str] = ()) -> int:
    """Change all objects of the class `old`, except on some maps; return how many there were."""
    return int(_objects_of_class(old, without_maps).update(db_typeclass_path=new))


def tag_directions(directions: Mapping[int, str]) -> None:
    """Tag exits, id -> direction, with their directions; they must not have any yet."""
    same: dict[str, object] = {
        "db_category": objects.DIRECTION,
        "db_tagtype": None,
        "db_model": "objectdb",
    }
    words = {word.lower() for word in directions.values()}
    keys = Tag.objects.filter(**same).values_list("db_key", flat=True)
    Tag.objects.bulk_create(Tag(db_key=word, **same) for word in sorted(words - set(keys)))
    ids = dict(Tag.objects.filter(**same).values_list("db_key", "pk"))
    objects.TagLinks.objects.bulk_create(
        objects.TagLinks(objectdb_id=pk, tag_id=ids[word.lower()])
        for pk, word in sorted(directions.items())
    )


def untag_directions() -> None:
    """Remove the direction tags of all exits, except in copies of maps, which no file describes."""
    tags = Tag.objects.filter(db_category=objects.DIRECTION, db_model="objectdb")
    ids = list(tags.values_list("pk", flat=True))
    of_copies = objects.TagLinks.objects.filter(tag__db_category=objects.INSTANCE)
    links = objects.TagLinks.objects.filter(tag_id__in=ids)
    delete_rows(links.exclude(objectdb_id__in=of_copies.values("objectdb_id")))
    tags.exclude(pk__in=links.values("tag_id")).delete()


def retype_script(pk: int, path: str) -> None:
    """Set the class of the script with the id `pk` to a typeclass path."""
    ScriptDB.objects.filter(pk=pk).update(db_typeclass_path=path)
    flush_objects()


def store_maps(
    pk: int, map_data: Mapping[Any, Any], records: Iterable[Mapping[str, object]]
) -> None:
    """Store the maps of the grid script `pk`: the contrib's data, and records of ours if any."""
    script = ScriptDB.objects.get(pk=pk)
    script.attributes.add(MAP_DATA, dict(map_data))
    if rows := [dict(record) for record in records]:
        script.attributes.add(MAPS, rows)
    else:
        script.attributes.remove(MAPS)
