"""Queries and bulk changes for rows that move between the contrib's classes and this package's.

A room keeps its row, with its id, name, texts and contents; one column holds its class. So all
rooms change in one statement and all exits in another. Callers of the writing functions open a
transaction.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, OuterRef
from evennia.objects.models import ObjectDB
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import map_key, split_level
from xyzgrid_ext.core.spawn import XYZ, FoundExit
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.base.evennia_internals import delete_rows
from xyzgrid_ext.game.db import objects

_CONTRIB = "evennia.contrib.grid.xyzgrid."
CONTRIB_GRID, OUR_GRID = f"{_CONTRIB}xyzgrid.XYZGrid", paths.GRID
CONTRIB_ROOM, OUR_ROOM = f"{_CONTRIB}xyzroom.XYZRoom", paths.ROOM
CONTRIB_EXIT, OUR_EXIT = f"{_CONTRIB}xyzroom.XYZExit", paths.EXIT

_MAP_DATA, _MAPS = "map_data", "maps"  # where the contrib and we keep which maps there are
_ScriptAttributes = ScriptDB.db_attributes.through


@dataclass(frozen=True)
class GridScriptRow:
    """A script that holds a grid; `map_data` is text if its value cannot be read."""

    id: int
    path: str
    map_data: Any = field(default_factory=dict)
    records: tuple[Mapping[str, Any], ...] = ()

    @property
    def ours(self) -> bool:
        """Whether it is of this package's class."""
        return self.path == OUR_GRID


# --- what there is


def grid_scripts() -> list[GridScriptRow]:
    """Return all grids, the contrib's and this package's, the oldest first. Two queries."""
    found = ScriptDB.objects.filter(db_typeclass_path__in=(CONTRIB_GRID, OUR_GRID)).order_by("pk")
    paths = dict(found.values_list("pk", "db_typeclass_path"))
    values: dict[int, dict[str, Any]] = defaultdict(dict)
    # by its column, not by the handler: what cannot be unpickled comes as the text that it is
    rows = _ScriptAttributes.objects.filter(
        scriptdb_id__in=paths, attribute__db_key__in=(_MAP_DATA, _MAPS)
    )
    for pk, name, value in rows.values_list(
        "scriptdb_id", "attribute__db_key", "attribute__db_value"
    ):
        values[pk][name] = value
    return [
        GridScriptRow(
            id=pk,
            path=path,
            map_data=values[pk].get(_MAP_DATA) or {},
            records=tuple(values[pk].get(_MAPS) or ()),
        )
        for pk, path in paths.items()
    ]


def rooms_and_exits() -> tuple[dict[int, XYZ], list[FoundExit]]:
    """Return all rooms (by id) and all exits that have coordinates. Three queries."""
    tags = objects.coordinates()
    coordinates = {pk: xyz for pk, own in tags.items() if (xyz := objects.xyz_in(own)) is not None}
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
        FoundExit(
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


def typeclasses() -> dict[str, int]:
    """Return the number of objects of each class in the game. One query."""
    rows = ObjectDB.objects.order_by().values_list("db_typeclass_path")
    return dict(rows.annotate(Count("pk")))


def typeclasses_on_grid() -> dict[str, int]:
    """Return the number of rooms and exits with a coordinate of each class. One query."""
    links = objects.TagLinks.objects.filter(tag__db_category=objects.Z, tag__db_model="objectdb")
    return dict(links.order_by().values_list("objectdb__db_typeclass_path").annotate(Count("pk")))


def typeclasses_of(maps: Collection[str]) -> dict[str, int]:
    """Return the number of rooms and exits of each class on the given maps. One query."""
    links = objects.TagLinks.objects.filter(tag__db_category=objects.Z, tag__db_model="objectdb")
    rows = links.order_by().values_list("tag__db_key", "objectdb__db_typeclass_path")
    found: Counter[str] = Counter()
    for z, path, number in rows.annotate(Count("pk")):
        level = split_level(key := map_key(z))
        if key in maps or (level is not None and level[0] in maps):
            found[path] += number
    return found


def exits_with(attribute: str) -> dict[int, str]:
    """Return exits of the contrib's class that have an Attribute: id -> name. One query."""
    found = ObjectDB.objects.filter(
        db_typeclass_path=CONTRIB_EXIT,
        db_attributes__db_key=attribute,
        db_attributes__db_category=None,
    )
    return dict(found.order_by("pk").values_list("pk", "db_key"))


def exits_without_coordinate() -> dict[int, int]:
    """Return exits made by builders, without coordinates: exit id -> room id. One query."""
    tagged = objects.TagLinks.objects.filter(tag__db_category=objects.Z, tag__db_model="objectdb")
    own = ObjectDB.objects.filter(db_destination__isnull=False, db_location__isnull=False)
    own = own.exclude(pk__in=tagged.values("objectdb_id"))
    return dict(own.values_list("pk", "db_location_id"))


def orphaned_labels() -> int:
    """Return the number of prototype tags without objects, which the contrib leaves. One query."""
    return _orphans().count()


def orphans() -> list[int]:
    """Return the ids of prototype tags without objects. One query."""
    return list(_orphans().order_by("pk").values_list("pk", flat=True))


def remove_orphans(tags: Collection[int]) -> None:
    """Remove tags by their ids, except those that some object still has."""
    for part in objects.chunked(tags):
        _orphans().filter(pk__in=part).delete()


def _orphans() -> Any:
    # a join would visit the links of all objects with these tags, which takes 0.2 s for 600,000
    links = objects.TagLinks.objects.filter(tag_id=OuterRef("pk"))
    return Tag.objects.filter(
        ~Exists(links), db_category=PROTOTYPE_TAG_CATEGORY, db_model="objectdb"
    )


def count(path: str, but: Collection[str] = ()) -> int:
    """Return the number of objects of exactly one class that `retype` would change.

    One or two queries.
    """
    return _of_class(path, but).count()


def _of_class(path: str, but: Collection[str]) -> Any:
    found = ObjectDB.objects.filter(db_typeclass_path=path)
    if not but:
        return found
    zs = Tag.objects.filter(db_category=objects.Z, db_model="objectdb", db_tagtype=None)
    ids = [pk for pk, z in zs.values_list("pk", "db_key") if map_key(z) in but]
    links = objects.TagLinks.objects.filter(tag_id__in=ids)
    return found.exclude(pk__in=links.values("objectdb_id"))


# --- changes


def retype(old: str, new: str, but: Collection[str] = ()) -> int:
    """Change the class of all its objects, except on the given maps; return how many changed."""
    return int(_of_class(old, but).update(db_typeclass_path=new))


def tag_directions(directions: Mapping[int, str]) -> None:
    """Tag exits with their directions; they must not have any yet."""
    same: dict[str, Any] = {
        "db_category": objects.DIRECTION,
        "db_tagtype": None,
        "db_model": "objectdb",
    }
    words = {word.lower() for word in directions.values()}
    known = Tag.objects.filter(**same).values_list("db_key", flat=True)
    Tag.objects.bulk_create(Tag(db_key=word, **same) for word in sorted(words - set(known)))
    ids = dict(Tag.objects.filter(**same).values_list("db_key", "pk"))
    objects.TagLinks.objects.bulk_create(
        objects.TagLinks(objectdb_id=pk, tag_id=ids[word.lower()])
        for pk, word in sorted(directions.items())
    )


def untag_directions() -> None:
    """Remove the direction tags of all exits, except of copies, whose ways no file tells."""
    tags = Tag.objects.filter(db_category=objects.DIRECTION, db_model="objectdb")
    ids = list(tags.values_list("pk", flat=True))
    kept = objects.TagLinks.objects.filter(tag__db_category=objects.INSTANCE)
    links = objects.TagLinks.objects.filter(tag_id__in=ids)
    delete_rows(links.exclude(objectdb_id__in=kept.values("objectdb_id")))
    tags.exclude(pk__in=links.values("tag_id")).delete()


def retype_script(pk: int, path: str) -> None:
    """Change the class of a script."""
    ScriptDB.objects.filter(pk=pk).update(db_typeclass_path=path)
    forget()


def store(pk: int, map_data: Mapping[Any, Any], records: Iterable[Mapping[str, Any]]) -> None:
    """Store the maps of a grid in the contrib's and the package's form; empty ones get no row."""
    script = ScriptDB.objects.get(pk=pk)
    script.attributes.add(_MAP_DATA, dict(map_data))
    if kept := [dict(record) for record in records]:
        script.attributes.add(_MAPS, kept)
    else:
        script.attributes.remove(_MAPS)


def drop_scripts(pks: Collection[int]) -> None:
    """Delete scripts by their rows, since their own `delete` would remove all rooms."""
    Attribute.objects.filter(scriptdb__in=list(pks)).delete()
    ScriptDB.objects.filter(pk__in=list(pks)).delete()


def forget() -> None:
    """Flush the objects in memory, which still have their old classes."""
    for model in (ObjectDB, ScriptDB, Attribute):
        model.flush_instance_cache(force=True)
