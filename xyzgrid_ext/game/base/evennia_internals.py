"""The one module of the game that touches private state of Evennia and Django."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from evennia.objects.models import ObjectDB


def delete_rows(rows: QuerySet[object]) -> None:
    """Delete rows in one statement, without signals; the caller updates objects in memory.

    Evennia listens to all deletions, so `delete` fetches each row first and sends a signal for it.
    A Django without `_raw_delete` does it by `delete`, more slowly.
    """
    delete = getattr(rows, "_raw_delete", None)
    if delete is None:
        rows.delete()
    else:
        delete(rows.db)


def forget_contents(rooms: Iterable[int | None]) -> None:
    """Let rooms in memory read their contents again when somebody looks, after rows were changed.

    Evennia would read them at once, with a query for each room.
    """
    for pk in rooms:
        if pk is not None and (room := ObjectDB.get_cached_instance(pk)) is not None:
            vars(room).pop("contents_cache", None)
