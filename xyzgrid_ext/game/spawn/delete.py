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

from xyzgrid_ext.game.db import by_value, objects
from xyzgrid_ext.game.db.references import referred_by_rows
from xyzgrid_ext.game.spawn import caches

_HOOKS = ("delete", "at_object_delete")
_OURS = ("evennia.", "xyzgrid_ext.")


def remove(ids: Sequence[int]) -> list[int]:
    """Remove objects in one transaction; return those removed, since a class may refuse.

    Rooms must have been emptied before.
    """
    with caches.restored_on_failure() as touched:
        rows = by_value.rows(ObjectDB, ("id", "db_location_id", "db_typeclass_path"), "id", ids)
        hooked = {path for path in {path for _, _, path in rows} if _has_hooks(path)}
        known = referred_by_rows(ids).union(pk for pk, _, path in rows if path in hooked)
        # Evennia takes them apart, and out of their places
        touched |= known.union(place for _, place, _ in rows if place is not None)
        plain = [pk for pk in ids if pk not in known]
        _remove_rows(plain)
        for pk in sorted(known):
            obj = objects.object_of(pk)
            if obj is not None:  # it may have been deleted together with a room
                obj.delete()
    caches.take_out(plain)
    left = {pk for (pk,) in by_value.rows(ObjectDB, ("id",), "id", known)}
    return [pk for pk in ids if pk not in left]


def _has_hooks(path: str) -> bool:
    """Whether a class, or a game's class above it, overrides deletion."""
    cls: Any = class_from_module(path)
    methods = (getattr(cls, name) for name in _HOOKS)
    plain = issubclass(cls, DefaultRoom | DefaultExit)
    return not plain or any(not method.__module__.startswith(_OURS) for method in methods)


def _remove_rows(ids: Collection[int]) -> None:
    """Delete the rows of objects, and the rows that belong only to them.

    The queryset's `delete` would load every object and its Attributes one by one, to tell listeners
    about objects that are not in memory.
    """
    links = by_value.rows(objects.AttributeLinks, ("attribute_id",), "objectdb_id", ids)
    by_value.delete(objects.AttributeLinks, "objectdb_id", ids)
    by_value.delete(objects.TagLinks, "objectdb_id", ids)
    by_value.delete(ObjectDB, "id", ids)
    by_value.delete(Attribute, "id", [attribute for (attribute,) in links])
