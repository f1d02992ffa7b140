"""What Evennia keeps in memory, told of rows that were changed without it.

Every object, Attribute and Tag that was ever asked for stays in memory, in this process; a room
knows its contents by heart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game import query


@dataclass(frozen=True)
class _NotLoaded:
    """An object that a room's contents name: it is read when somebody looks."""

    pk: int
    _content_types: tuple[str, ...]


def show_contents(new: Iterable[tuple[int, int | None, Any]]) -> None:
    """Let rooms that are in memory know what was made in them: (id, id of the room, class)."""
    for pk, location, cls in new:
        room = ObjectDB.get_cached_instance(location) if location is not None else None
        if room is not None and (contents := vars(room).get("contents_cache")) is not None:
            contents.add(_NotLoaded(pk, cls._content_types))


def forget_rolled_back() -> None:
    """Forget what was made in a transaction that is gone; another may get the same numbers."""
    for model in (ObjectDB, Attribute, Tag, ScriptDB):
        cached = {one.pk: one for one in model.get_all_cached_instances()}
        there: set[int] = set()
        for part in query.chunked(cached):
            there.update(model.objects.filter(pk__in=part).values_list("pk", flat=True))
        for pk in cached.keys() - there:
            cached[pk].flush_from_cache(force=True)
