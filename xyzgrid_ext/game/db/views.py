"""Queries for many rooms and exits in one go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from sys import intern
from typing import Any

from django.db.models import Q
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.db import by_value
from xyzgrid_ext.game.db.exits import FREE, barred_among, by_locks, unseen_among
from xyzgrid_ext.game.db.objects import AttributeLinks, TagLinks, Z, chunked, flowing

Categories = Collection[str | None]
TagsOf = dict[int, list[tuple[str, str | None]]]
_COLUMNS = "objectdb_id", "tag__db_key", "tag__db_category"


def names_on(znames: Collection[str]) -> dict[int, str]:
    """Return the ids and names of all rooms and exits of the given levels. One query."""
    links = _on(znames)
    named = flowing(links.values_list("objectdb_id", "objectdb__db_key"))
    return {pk: intern(name) for pk, name in named}  # thousands of exits have one name


def tags_on(znames: Collection[str], categories: Categories) -> TagsOf:
    """Return the tags of rooms of given levels in some categories: id -> (tag, category).

    One query.
    """
    links = _tags(categories).filter(objectdb_id__in=_on(znames).values("objectdb_id"))
    return _by_object(links.values_list(*_COLUMNS))


def tags_of(ids: Collection[int], categories: Categories) -> TagsOf:
    """Return the tags of given rooms in some categories, by id. One query per some hundred."""
    return _by_object(by_value.tags(sorted(ids), categories))


def locked_on(znames: Collection[str], also: Collection[int] = ()) -> dict[int, Any]:
    """Return the exits of the given levels whose locks are not open to all, and those in `also`.

    One query.
    """
    own = Q(pk__in=_on(znames).values("objectdb_id"), db_destination__isnull=False)
    return {one.pk: one for one in by_locks().filter((own & ~FREE) | Q(pk__in=also))}


def locked_among(exits: Collection[int], also: Collection[int] = ()) -> dict[int, Any]:
    """Return those of `exits` whose locks are not open to all, and those in `also`."""
    return _by_id({*barred_among(exits), *also})


def _tags(categories: Categories) -> Any:
    meant = Q(tag__db_category__in=[category for category in categories if category])
    if None in categories:
        meant |= Q(tag__db_category=None)
    links = TagLinks.objects.filter(meant, tag__db_tagtype=None, objectdb__db_location=None)
    return links.order_by("tag_id")


def _by_object(links: Iterable[tuple[int, str, str | None]]) -> TagsOf:
    found: TagsOf = defaultdict(list)
    for pk, key, category in links:
        found[pk].append((key, category))
    return found


def exits_among(pks: Collection[int]) -> tuple[dict[int, str], dict[int, Any]]:
    """Return the names of the given exits in order, and the exits that some players cannot see.

    Two queries per 900 exits, and those for loading.
    """
    names = names_of(pks)
    return {pk: names[pk] for pk in pks if pk in names}, _by_id(unseen_among(pks))


def names_of(ids: Collection[int]) -> dict[int, str]:
    """Return the names of the objects with these ids. One query per 900 objects."""
    return dict(by_value.rows(ObjectDB, ("id", "db_key"), "id", sorted(ids)))


def descs_of(ids: Collection[int]) -> dict[int, Any]:
    """Return the descriptions of objects that have one. One query per some hundred."""
    found: dict[int, Any] = {}
    for part in chunked(sorted(ids)):
        links = AttributeLinks.objects.filter(
            objectdb_id__in=part, attribute__db_key="desc", attribute__db_category=None
        )
        found.update(links.values_list("objectdb_id", "attribute__db_value"))
    return found


def _by_id(pks: Collection[int]) -> dict[int, Any]:
    return {one.pk: one for one in by_value.loaded(ObjectDB, "id", sorted(pks))}


def _on(znames: Collection[str]) -> Any:
    return TagLinks.objects.filter(tag__db_category=Z, tag__db_tagtype=None, tag__db_key__in=znames)


# --- characters


def characters_of(account: int) -> list[int]:
    """Return the ids of the characters that an account may play. One query."""
    values = _of_accounts([_PLAYABLE], accountdb_id=account)
    return sorted(_ids_in(value for _key, value in values))


def account_characters() -> tuple[set[int], set[int]]:
    """Return the ids of all characters that accounts may play, and that they last played.

    One query.
    """
    values = _of_accounts([_PLAYABLE, _LAST])
    may_play = _ids_in(value for key, value in values if key == _PLAYABLE)
    return may_play, _ids_in([value] for key, value in values if key == _LAST)


_PLAYABLE, _LAST = "_playable_characters", "_last_puppet"


def _of_accounts(keys: Collection[str], **account: int) -> list[tuple[str, Any]]:
    links = AccountDB.db_attributes.through.objects.filter(
        attribute__db_key__in=keys, attribute__db_category=None, **account
    )
    return list(links.values_list("attribute__db_key", "attribute__db_value"))


def _ids_in(values: Iterable[Iterable[Any] | None]) -> set[int]:
    # an object is stored as a tuple that ends with its id; unpacked each would be loaded
    return {one[-1] for value in values for one in value or () if isinstance(one, tuple)}


def locations_of(pks: Collection[int]) -> list[int]:
    """Return the ids of the rooms that the given objects are in. One query."""
    there = ObjectDB.objects.filter(pk__in=pks, db_location__isnull=False)
    return list(there.order_by("pk").values_list("db_location_id", flat=True))


def attributes_in(pks: Collection[int], categories: Collection[str]) -> list[tuple[Any, ...]]:
    """Return the id, category, name and value of Attributes of the given objects. One query."""
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
