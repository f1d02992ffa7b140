"""Queries for exits, other than by coordinates: a part of `query`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q, TextField, Value
from django.db.models.functions import Concat
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.db import by_value
from xyzgrid_ext.game.db.objects import Z_TO, AttributeLinks, TagLinks

# whole locks: `view:all() and perm(Builder)` is another one, and so is `preview:all()`
SEEN = Q(own_locks__contains=";view:all();") & ~Q(own_locks__contains=";search:")
"""Exits that everybody sees and finds, according to their locks."""
FREE = SEEN & Q(own_locks__contains=";traverse:all();")
"""Exits that everybody can also pass."""
_LOCKS = "db_lock_storage"


def by_locks() -> Any:
    """Return all objects with their locks, for filtering by SEEN and FREE.

    Equal locks can be written in different ways, so an exit that does not match is checked itself.
    """
    locks = Concat(Value(";"), "db_lock_storage", Value(";"), output_field=TextField())
    return ObjectDB.objects.alias(own_locks=locks)


def holders_of(name: str) -> list[int]:
    """Return the ids of all objects with an Attribute of this name and no category. One query."""
    links = AttributeLinks.objects.filter(
        attribute__db_key=name, attribute__db_category=None, attribute__db_attrtype=None
    )
    return list(links.order_by("objectdb_id").values_list("objectdb_id", flat=True))


def holders_of_attribute(pk: int) -> list[int]:
    """Return the ids of the objects that an Attribute belongs to. One query."""
    links = AttributeLinks.objects.filter(attribute_id=pk)
    return list(links.order_by("objectdb_id").values_list("objectdb_id", flat=True))


def unseen() -> list[int]:
    """Return the ids of the exits that some players cannot see because of locks. One query."""
    exits = by_locks().filter(~SEEN, db_destination__isnull=False)
    return list(exits.order_by("pk").values_list("pk", flat=True))


def unseen_among(pks: Iterable[int]) -> list[int]:
    """Return those of the given exits that some players cannot see. One query per 900 exits."""
    return [pk for pk, locks in _locks(pks) if not _is_seen(locks)]


def barred_among(pks: Iterable[int]) -> list[int]:
    """Return those of the given exits that some players cannot see or pass; queries as above."""
    return [
        pk for pk, locks in _locks(pks) if not (_is_seen(locks) and ";traverse:all();" in locks)
    ]


def _locks(pks: Iterable[int]) -> Iterator[tuple[int, str]]:
    for pk, locks in by_value.rows(ObjectDB, ("id", _LOCKS), "id", sorted(pks)):
        yield pk, f";{locks};"


def _is_seen(locks: str) -> bool:
    return ";view:all();" in locks and ";search:" not in locks


def exits_by_hand() -> list[tuple[int, int, int, str, str]]:
    """Return exits not made by the grid: id, location, destination, name, locks.

    One query.
    """
    own = TagLinks.objects.filter(tag__db_category=Z_TO).values("objectdb_id")
    exits = ObjectDB.objects.filter(db_destination__isnull=False, db_location__isnull=False)
    exits = exits.exclude(pk__in=own)
    return list(
        exits.order_by("pk").values_list(
            "pk", "db_location_id", "db_destination_id", "db_key", "db_lock_storage"
        )
    )
