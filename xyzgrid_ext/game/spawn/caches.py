"""Brings Evennia's caches up to date after rows were changed without it.

Every object and Attribute that was ever used stays in this process's memory, and so do the
contents of rooms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import Model
from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.base.evennia_internals import forget_contents
from xyzgrid_ext.game.db import objects


@contextmanager
def restored_on_failure() -> Iterator[set[int]]:
    """Return a transaction that, if it fails, also restores objects in memory from their rows.

    It yields an empty set, to which the caller adds the ids of objects before it changes them or
    their contents in memory.
    """
    touched: set[int] = set()
    try:
        with transaction.atomic():
            yield touched
    except BaseException:
        forget_rolled_back()
        _read_again(touched)
        forget_contents(touched)
        raise


def mark_deleted(ids: Iterable[int]) -> None:
    """Drop deleted objects from memory, and take their ids from them, as Django does."""
    for pk in ids:
        if (obj := ObjectDB.get_cached_instance(pk)) is None:
            continue
        forget_contents([obj.db_location_id])
        obj.flush_from_cache(force=True)
        obj.pk = None


def forget_rows(model: type[Model], ids: Iterable[int]) -> None:
    """Drop the objects or Attributes with these ids from memory, to be read again on use."""
    for pk in ids:
        if (cached := model.get_cached_instance(pk)) is not None:
            cached.flush_from_cache(force=True)


def _read_again(ids: Iterable[int]) -> None:
    """Reload objects in memory from their rows, after a transaction was rolled back.

    They stay in memory, so that characters stay in such rooms.
    """
    for pk in ids:
        if (obj := ObjectDB.get_cached_instance(pk)) is None:
            continue
        for attribute in obj.db_attributes.all():
            _read_columns(attribute)
        _read_columns(obj)
        obj.set_class_from_typeclass()
        obj.locks.reset()
        for handler in (obj.attributes, obj.tags, obj.aliases, obj.permissions):
            handler.reset_cache()


def _read_columns(cached: Any) -> None:
    # not by `refresh_from_db`: Evennia would hand the one in memory out again
    columns = type(cached)._base_manager.filter(pk=cached.pk).values().get()
    for name, value in columns.items():
        setattr(cached, name, None)  # forgets which object a number stood for, also the same number
        setattr(cached, name, value)


def forget_rolled_back() -> None:
    """Drop objects, Attributes and scripts without a row from memory, after a rollback."""
    for model in (ObjectDB, Attribute, ScriptDB):
        cached = {instance.pk: instance for instance in model.get_all_cached_instances()}
        present: set[int] = set()
        for part in objects.chunked(cached):
            present.update(model.objects.filter(pk__in=part).values_list("pk", flat=True))
        for pk in cached.keys() - present:
            cached[pk].flush_from_cache(force=True)
