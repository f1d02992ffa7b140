"""Events of single objects in the database: moved, renamed, made, deleted.

Rooms and characters have hooks for moves in Evennia, but classes of a game may override them
without calling ours. Bulk inserts, such as by a spawn, are not reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models.signals import post_delete, post_save
from evennia.objects.models import ObjectDB

Moved = Callable[[int, int | None], None]
"""A function that gets the id of an object and the id of its new place."""
_TOLD = frozenset(("db_location", "db_key"))


def connect(moved: Moved) -> None:
    """Connect the listeners for objects; calling it again has no effect."""

    def saved(sender: Any, instance: Any, update_fields: Any = None, **kwargs: Any) -> None:
        is_told = update_fields is None or not _TOLD.isdisjoint(update_fields)
        if is_told and isinstance(instance, ObjectDB):
            moved(instance.pk, instance.db_location_id)

    def deleted(sender: Any, instance: Any, **kwargs: Any) -> None:
        if isinstance(instance, ObjectDB):
            moved(instance.pk, instance.db_location_id)

    post_save.connect(saved, weak=False, dispatch_uid="xyzgrid.moves.saved")
    post_delete.connect(deleted, weak=False, dispatch_uid="xyzgrid.moves.deleted")
