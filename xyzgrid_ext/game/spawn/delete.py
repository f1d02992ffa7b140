"""Deletes objects: most of them in bulk, the others one by one with Evennia's own methods.

    something refers to it, or its class ─► obj.delete(), with all hooks; with a room go the exits
    overrides deletion                      that lead to it
    all others ───────────────────────────► their rows, a few hundred at a time; then they are
                                            dropped from memory

Exits are deleted before rooms, so that a room to which only exits of the grid lead is deleted in
bulk.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultExit, DefaultRoom
from evennia.typeclasses.attributes import Attribute
from evennia.utils.utils import class_from_module

from xyzgrid_ext.game.base.evennia_internals import delete_rows
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.references import referred_by_rows
from xyzgrid_ext.game.spawn import caches

_HOOKS = ("delete", "at_object_delete")
_OURS = ("evennia.", "xyzgrid_ext.")


def remove(ids: Sequence[int]) -> list[int]:
    """Remove objects in one transaction; return those removed, since a class may refuse.

    Rooms must have been emptied before.
    """
    exits = ObjectDB.objects.filter(pk__in=ids, db_location__isnull=False)
    with caches.restored_on_failure() as touched:
        known = referred_by_rows(ids) | _with_hooks(ids)
        # Evennia takes them apart, and out of their places
        touched |= known.union(exits.values_list("db_location_id", flat=True))
        plain = [pk for pk in ids if pk not in known]
        _remove_rows(plain)
        for pk in sorted(known):
            obj = objects.object_of(pk)
            if obj is not None:  # it may have been deleted together with a room
                obj.delete()
    caches.take_out(plain)
    left = set(ObjectDB.objects.filter(pk__in=known).values_list("pk", flat=True))
    return [pk for pk in ids if pk not in left]


def _with_hooks(ids: Sequence[int]) -> set[int]:
    """Return the objects whose class, or a game's class above it, overrides deletion."""
    paths = ObjectDB.objects.filter(pk__in=ids).values_list("pk", "db_typeclass_path")
    hooked: dict[str, bool] = {}
    for _, path in paths:
        if path not in hooked:
            hooked[path] = _has_hooks(class_from_module(path))
    return {pk for pk, path in paths if hooked[path]}


def _has_hooks(cls: Any) -> bool:
    methods = (getattr(cls, name) for name in _HOOKS)
    plain = issubclass(cls, DefaultRoom | DefaultExit)
    return not plain or any(not method.__module__.startswith(_OURS) for method in methods)


def _remove_rows(ids: Collection[int]) -> None:
    """Delete the rows of objects, and the rows that belong only to them.

    The queryset's `delete` would load every object and its Attributes one by one, to tell listeners
    about objects that are not in memory.
    """
    links = objects.AttributeLinks.objects.filter(objectdb_id__in=ids)
    attributes = list(links.values_list("attribute_id", flat=True))
    tags = objects.TagLinks.objects.filter(objectdb_id__in=ids)
    gone = [links, tags, ObjectDB.objects.filter(pk__in=ids)]
    gone += [Attribute.objects.filter(pk__in=part) for part in objects.chunked(attributes)]
    for rows in gone:
        delete_rows(rows)
