"""Rooms and exits in the database: by name, tag and lock, and what views need of many at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Coalesce, Concat
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import Z_TO, AttributeLinks, TagLinks, name_filter, stored_forms

NamedIds = list[tuple[int, str]]
"""(id, name) of objects without location; the caller leaves out those that are no rooms."""


def rooms_containing(text: str) -> NamedIds:
    """Return the rooms whose name contains a text, ignoring case: see `NamedIds`. One query."""
    holding = ObjectDB.objects.filter(name_filter(text), db_location__isnull=True)
    return list(holding.order_by("pk").values_list("pk", "db_key"))


def rooms_with_alias(names: Iterable[str]) -> list[tuple[int, str, str]]:
    """Return (id, name, alias) of the rooms with one of these aliases. One query."""
    aliased = TagLinks.objects.alias(inside=Coalesce("objectdb__db_location_id", 0)).filter(
        tag__db_tagtype="alias",
        tag__db_key__in={form for name in names for form in stored_forms(name)},
        inside=0,
    )
    columns = "objectdb_id", "objectdb__db_key", "tag__db_key"
    return list(aliased.order_by("objectdb_id").values_list(*columns))


def names_containing(text: str, most: int) -> list[str]:
    """Return at most `most` different names of rooms that contain a text. One query."""
    holding = ObjectDB.objects.filter(name_filter(text), db_location__isnull=True)
    return list(holding.order_by().values_list("db_key", flat=True).distinct()[:most])


def rooms_named(name: str, most: int | None) -> list[int]:
    """Return ids of rooms with exactly this name, at most `most` (None: all)."""
    # by the index of names: by that of locations, SQLite would read all rooms of the game
    outside = ObjectDB.objects.alias(
        inside=Coalesce("db_location_id", 0), leads=Coalesce("db_destination_id", 0)
    )
    return list(outside.filter(db_key=name, inside=0, leads=0).values_list("pk", flat=True)[:most])


def rooms_tagged(tags: Collection[str], categories: Collection[str | None]) -> NamedIds:
    """Return the rooms with one of `tags` in one of these categories: see `NamedIds`. One query."""
    links = _tags(categories).filter(tag__db_key__in=tags).order_by("objectdb_id")
    return list(links.values_list("objectdb_id", "objectdb__db_key"))


# --- exits


# whole locks: `view:all() and perm(Builder)` is another one, and so is `preview:all()`
SEEN_BY_ALL = Q(own_locks__contains=";view:all();") & ~Q(own_locks__contains=";search:")
"""A filter for `objects_with_locks`: objects that their locks let everybody see and find."""


def objects_with_locks() -> QuerySet[ObjectDB]:
    """Return a query of all objects that can be filtered by SEEN_BY_ALL: it adds `own_locks`.

    Equal locks can be written in different ways, so an exit that does not match is checked itself.
    """
    locks = Concat(Value(";"), "db_lock_storage", Value(";"), output_field=TextField())
    return ObjectDB.objects.alias(own_locks=locks)


def attribute_holders(**which: int | str | None) -> list[int]:
    """Return the ids of all objects with such an Attribute, by columns. One query."""
    links = AttributeLinks.objects.filter(**which).order_by("objectdb_id")
    return list(links.values_list("objectdb_id", flat=True))


def attribute_values(name: str, category: str | None = None) -> dict[int, Any]:
    """Return object id -> value of all Attributes of this name and category. One query."""
    links = AttributeLinks.objects.filter(
        attribute__db_key=name, attribute__db_category=category, attribute__db_attrtype=None
    )
    return dict(links.order_by("objectdb_id").values_list("objectdb_id", "attribute__db_value"))


def category_values(category: str) -> list[tuple[int, str, Any]]:
    """Return (object id, name, value) of all Attributes of a category. One query."""
    links = AttributeLinks.objects.filter(
        attribute__db_category=category, attribute__db_attrtype=None
    )
    columns = "objectdb_id", "attribute__db_key", "attribute__db_value"
    return list(links.order_by("objectdb_id").values_list(*columns))


def restricted_exits() -> list[int]:
    """Return the ids of the exits that some players cannot see because of locks. One query."""
    exits = objects_with_locks().filter(~SEEN_BY_ALL, db_destination__isnull=False)
    return list(exits.order_by("pk").values_list("pk", flat=True))


def unseen_exits(pks: Iterable[int]) -> list[int]:
    """Return those of the given exits that some players cannot see. One query per 900 exits."""
    return [pk for pk, locks in _locks(pks) if not _is_seen(locks)]


def _locks(pks: Iterable[int]) -> Iterator[tuple[int, str]]:
    for pk, locks in objects.rows_where(ObjectDB, ("id", "db_lock_storage"), "id", sorted(pks)):
        yield pk, f";{locks};"


def _is_seen(locks: str) -> bool:
    return ";view:all();" in locks and ";search:" not in locks


def exits_by_hand() -> list[tuple[int, int, int, str, str]]:
    """Return exits that builders made: id, location id, target id, name, locks. One query."""
    of_grid = TagLinks.objects.filter(tag__db_category=Z_TO).values("objectdb_id")
    exits = ObjectDB.objects.filter(db_destination__isnull=False, db_location__isnull=False)
    columns = "pk", "db_location_id", "db_destination_id", "db_key", "db_lock_storage"
    return list(exits.exclude(pk__in=of_grid).order_by("pk").values_list(*columns))


# --- many at once


TagsOf = dict[int, list[tuple[str, str | None]]]
"""Object id -> its tags, as (key, category)."""


def tags_of(ids: Collection[int], categories: Collection[str | None]) -> TagsOf:
    """Return the tags of rooms that are in some categories. One query per 900 rooms."""
    tags: TagsOf = defaultdict(list)
    for pk, key, category in objects.tags_in(sorted(ids), categories):
        tags[pk].append((key, category))
    return tags


def locked_exits(exits: Collection[int], also: Collection[int] = ()) -> dict[int, ObjectDB]:
    """Return id -> object of those `exits` whose locks exclude somebody, and of all `also`."""
    rows = _locks(exits)
    barred = {pk for pk, text in rows if not _is_seen(text) or ";traverse:all();" not in text}
    return _by_id({*barred, *also})


def _tags(categories: Collection[str | None]) -> QuerySet[Any]:
    in_one = Q(tag__db_category__in=[category for category in categories if category])
    if None in categories:
        in_one |= Q(tag__db_category=None)
    return TagLinks.objects.filter(in_one, tag__db_tagtype=None, objectdb__db_location=None)


def exit_names_and_unseen(pks: Collection[int]) -> tuple[dict[int, str], dict[int, ObjectDB]]:
    """Return id -> name of the given exits, and id -> object of those that some cannot see.

    Two queries per 900 exits, and those for loading.
    """
    names = names_of(pks)
    return {pk: names[pk] for pk in pks if pk in names}, _by_id(unseen_exits(pks))


def names_of(ids: Collection[int]) -> dict[int, str]:
    """Return id -> name of the objects with these ids. One query per 900 objects."""
    return dict(objects.rows_where(ObjectDB, ("id", "db_key"), "id", sorted(ids)))


def _by_id(pks: Collection[int]) -> dict[int, ObjectDB]:
    return {obj.pk: obj for obj in objects.load_objects(pks)}


def locations_of(pks: Collection[int]) -> list[int]:
    """Return the ids of the locations of objects, in the order of the objects' ids. One query."""
    located = ObjectDB.objects.filter(pk__in=pks, db_location__isnull=False)
    return list(located.order_by("pk").values_list("db_location_id", flat=True))
