"""Deletes objects: most of them in bulk, the others one by one with Evennia's own methods.

    something refers to it, or its class ─► obj.delete(), with all hooks; with a room go the exits
    overrides `delete`                      that lead to it
    its class overrides the hook          ─► obj.at_object_delete(), and if that agrees:
    all others ───────────────────────────► their rows, a few hundred at a time; then they are
                                            dropped from memory

Exits are deleted before rooms, so that a room to which only exits of the grid lead is deleted in
bulk.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultExit, DefaultObject, DefaultRoom
from evennia.typeclasses.attributes import Attribute
from evennia.utils.utils import class_from_module

from xyzgrid_ext.game.db import by_value, objects
from xyzgrid_ext.game.db.references import referred_by_rows
from xyzgrid_ext.game.spawn import caches, creation

_OURS = ("evennia.", "xyzgrid_ext.")


def remove(ids: Sequence[int]) -> list[int]:
    """Remove objects in one transaction; return those removed, since a class may refuse.

    Rooms must have been emptied before.
    """
    with caches.restored_on_failure() as touched:
        columns = "id", "db_location_id", "db_typeclass_path", "db_account_id"
        rows = by_value.rows(ObjectDB, columns, "id", ids)
        paths = {path for _, _, path, _ in rows}
        own, asked = ({path for path in paths if is_so(path)} for is_so in (_deletes, _is_asked))
        known = referred_by_rows(ids).union(
            pk for pk, _, path, account in rows if path in own or account is not None
        )
        hooked = {pk for pk, _, path, _ in rows if path in asked}
        # Evennia takes them apart, and out of their places
        touched |= (known | hooked).union(place for _, place, _, _ in rows if place is not None)
        kept = set()
        for pk in sorted(hooked - known):
            obj = objects.object_of(pk)
            if obj is None or not creation.call_hook(obj, "at_object_delete"):
                kept.add(pk)
        plain = [pk for pk in ids if pk not in known and pk not in kept]
        _remove_rows(plain)
        for pk in sorted(known):
            obj = objects.object_of(pk)
            if obj is not None:  # it may have been deleted together with a room
                creation.call_hook(obj, "delete")
    caches.take_out(plain)
    left = kept.union(pk for (pk,) in by_value.rows(ObjectDB, ("id",), "id", known))
    return [pk for pk in ids if pk not in left]


def _deletes(path: str) -> bool:
    """Whether objects of a class are more than rows, or a game's class deletes them itself."""
    cls: Any = class_from_module(path)
    return issubclass(cls, DefaultCharacter) or not _is_ours(cls.delete)


def _is_asked(path: str) -> bool:
    """Whether the hook of a class has to be called; of a room or an exit, only a game's own."""
    cls: Any = class_from_module(path)
    hook = cls.at_object_delete
    if issubclass(cls, DefaultRoom | DefaultExit):
        return not _is_ours(hook)
    return hook is not DefaultObject.at_object_delete


def _is_ours(method: Any) -> bool:
    return str(method.__module__).startswith(_OURS)


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
