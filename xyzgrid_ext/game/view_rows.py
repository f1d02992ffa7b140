"""What the database says of all rooms and exits of some levels at once: a part of `query`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Q
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.query import AttributeLinks, TagLinks, Z, rows


def names_on(znames: Collection[str]) -> dict[int, str]:
    """Numbers and names of all rooms and exits of some levels. One query."""
    links = _on(znames)
    return dict(rows(links.values_list("objectdb_id", "objectdb__db_key")))


def tags_on(
    znames: Collection[str], categories: Collection[str | None]
) -> dict[int, list[tuple[str, str | None]]]:
    """Tags of rooms of some levels, in some categories: number -> (tag, category). One query."""
    meant = Q(tag__db_category__in=[category for category in categories if category])
    if None in categories:
        meant |= Q(tag__db_category=None)
    links = TagLinks.objects.filter(
        meant,
        tag__db_tagtype=None,
        objectdb__db_location=None,
        objectdb_id__in=_on(znames).values("objectdb_id"),
    )
    found: dict[int, list[tuple[str, str | None]]] = defaultdict(list)
    for pk, key, category in links.order_by("tag_id").values_list(
        "objectdb_id", "tag__db_key", "tag__db_category"
    ):
        found[pk].append((key, category))
    return found


def locked_on(znames: Collection[str], also: Collection[int] = ()) -> dict[int, Any]:
    """The exits of some levels whose locks are not for everybody, and some more. One query."""
    own = Q(pk__in=_on(znames).values("objectdb_id"), db_destination__isnull=False)
    free = Q(db_lock_storage__contains="view:all()")
    free &= Q(db_lock_storage__contains="traverse:all()")
    free &= ~Q(db_lock_storage__contains="search:")
    return {one.pk: one for one in ObjectDB.objects.filter((own & ~free) | Q(pk__in=also))}


def _on(znames: Collection[str]) -> Any:
    return TagLinks.objects.filter(tag__db_category=Z, tag__db_tagtype=None, tag__db_key__in=znames)


# --- characters


def characters_of(account: int) -> list[int]:
    """Numbers of the characters that an account may play. One query."""
    links = AccountDB.db_attributes.through.objects.filter(
        accountdb_id=account,
        attribute__db_key="_playable_characters",
        attribute__db_category=None,
    )
    values = links.values_list("attribute__db_value", flat=True)
    # an object is stored as a tuple that ends with its id; unpacked each would be loaded
    return sorted({one[-1] for value in values for one in value or () if isinstance(one, tuple)})


def locations_of(pks: Collection[int]) -> list[int]:
    """Numbers of the rooms in which some objects are. One query."""
    there = ObjectDB.objects.filter(pk__in=pks, db_location__isnull=False)
    return list(there.order_by("pk").values_list("db_location_id", flat=True))


def attributes_in(pks: Collection[int], categories: Collection[str]) -> list[tuple[Any, ...]]:
    """Number, category, name and value of attributes of some objects. One query."""
    links = AttributeLinks.objects.filter(
        objectdb_id__in=pks, attribute__db_category__in=categories, attribute__db_attrtype=None
    )
    return list(
        links.order_by("objectdb_id", "attribute_id").values_list(
            "objectdb_id",
            "attribute__db_category",
            "attribute__db_key",
            "attribute__db_value",
        )
    )
