"""The classes of rows by their paths, the contrib's and ours, and what is left of both."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet
from evennia.objects.models import ObjectDB
from evennia.prototypes.prototypes import PROTOTYPE_TAG_CATEGORY
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import map_key, split_level
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game import paths
from xyzgrid_ext.game.db import objects

_CONTRIB = "evennia.contrib.grid.xyzgrid."
CONTRIB_GRID, OUR_GRID = f"{_CONTRIB}xyzgrid.XYZGrid", paths.GRID
CONTRIB_ROOM, OUR_ROOM = f"{_CONTRIB}xyzroom.XYZRoom", paths.ROOM
CONTRIB_EXIT, OUR_EXIT = f"{_CONTRIB}xyzroom.XYZExit", paths.EXIT

MAP_DATA, MAPS = "map_data", "maps"  # where the contrib and we keep which maps there are
_ScriptAttributes = ScriptDB.db_attributes.through


@dataclass(frozen=True)
class GridScriptRow:
    """A grid's script, with its maps as the contrib (`map_data`) or we (`records`) store them."""

    id: int
    path: str
    map_data: object = field(default_factory=dict)
    records: tuple[Record, ...] = ()

    @property
    def is_ours(self) -> bool:
        """Whether its typeclass is this package's, and not the contrib's."""
        return self.path == OUR_GRID


# --- what there is


def grid_scripts() -> list[GridScriptRow]:
    """Return all grid scripts, of the contrib and this package, the oldest first. Two queries."""
    grids = ScriptDB.objects.filter(db_typeclass_path__in=(CONTRIB_GRID, OUR_GRID)).order_by("pk")
    paths = dict(grids.values_list("pk", "db_typeclass_path"))
    values: dict[int, dict[str, Any]] = defaultdict(dict)
    # by its column, not by the handler: what cannot be unpickled comes as the text that it is
    rows = _ScriptAttributes.objects.filter(
        scriptdb_id__in=paths, attribute__db_key__in=(MAP_DATA, MAPS)
    )
    columns = "scriptdb_id", "attribute__db_key", "attribute__db_value"
    for pk, name, value in rows.values_list(*columns):
        values[pk][name] = value
    return [
        GridScriptRow(pk, path, values[pk].get(MAP_DATA) or {}, tuple(values[pk].get(MAPS) or ()))
        for pk, path in paths.items()
    ]


def typeclass_counts() -> dict[str, int]:
    """Return typeclass path -> number of its objects in the game. One query."""
    rows = ObjectDB.objects.order_by().values_list("db_typeclass_path")
    return dict(rows.annotate(Count("pk")))


def grid_class_counts() -> dict[str, int]:
    """Return typeclass path -> number of its rooms and exits on the grid. One query."""
    links = objects.TagLinks.objects.filter(tag__db_category=objects.Z, tag__db_model="objectdb")
    return dict(links.order_by().values_list("objectdb__db_typeclass_path").annotate(Count("pk")))


def map_class_counts(maps: Collection[str]) -> dict[str, int]:
    """Return typeclass path -> number of its rooms and exits on maps with these keys. One query."""
    links = objects.TagLinks.objects.filter(tag__db_category=objects.Z, tag__db_model="objectdb")
    rows = links.order_by().values_list("tag__db_key", "objectdb__db_typeclass_path")
    numbers: Counter[str] = Counter()
    for z, path, number in rows.annotate(Count("pk")):
        level = split_level(key := map_key(z))
        if key in maps or (level is not None and level[0] in maps):
            numbers[path] += number
    return numbers


def count_orphan_labels() -> int:
    """Return how many prototype tags are on no object, as the contrib leaves them. One query."""
    return _orphans().count()


def orphan_labels() -> list[int]:
    """Return the ids of prototype tags that are on no object. One query."""
    return list(_orphans().order_by("pk").values_list("pk", flat=True))


def remove_orphan_labels(tags: Collection[int]) -> None:
    """Remove the prototype tags with these ids, except those that are on an object."""
    for pks in objects.chunked(tags):
        _orphans().filter(pk__in=pks).delete()


def _orphans() -> QuerySet[Tag]:
    # a join would visit the links of all objects with these tags, which takes 0.2 s for 600,000
    links = objects.TagLinks.objects.filter(tag_id=OuterRef("pk"))
    return Tag.objects.filter(
        ~Exists(links), db_category=PROTOTYPE_TAG_CATEGORY, db_model="objectdb"
    )


# --- changes


def drop_scripts(pks: Collection[int]) -> None:
    """Delete the rows of scripts, since the method `delete` of a grid would remove all rooms."""
    Attribute.objects.filter(scriptdb__in=list(pks)).delete()
    ScriptDB.objects.filter(pk__in=list(pks)).delete()


def flush_objects() -> None:
    """Drop all objects from memory, so that they are read again with their new typeclasses."""
    for model in (ObjectDB, ScriptDB, Attribute):
        model.flush_instance_cache(force=True)
