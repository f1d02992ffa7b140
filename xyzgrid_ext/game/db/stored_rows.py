"""The rows of objects, without loading the objects: locks, command sets, home, Attributes, tags.

A new object is inserted from the rows of another; an object that has the rows of a new one has not
been changed since it was made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.db import by_value
from xyzgrid_ext.game.db.objects import COORDS, AttributeLinks, TagKey, TagLinks

OWN_ID = "id(<own>)"
_OBJECT = ("id", "db_lock_storage", "db_cmdset_storage", "db_home_id")
_ATTRIBUTE = ("id", "db_key", "db_category", "db_attrtype", "db_value", "db_strvalue",
              "db_lock_storage")  # fmt: skip
_TAG = ("id", "db_key", "db_category", "db_tagtype", "db_data")


class AttributeKey(NamedTuple):
    """The identity of an Attribute of an object: name, category and type."""

    name: str
    category: str | None
    kind: str | None = None


class AttributeRow(NamedTuple):
    """The stored form of an Attribute: `value` is pickled text."""

    value: str | None
    strvalue: str | None = None
    locks: str = ""


@dataclass(frozen=True)
class StoredRows:
    """The rows of one object, except name, typeclass, coordinates, location and destination.

    In `locks` OWN_ID stands for the object's own id; `tags` include their data.
    """

    locks: str
    cmdsets: str | None
    home_id: int | None
    attributes: Mapping[AttributeKey, AttributeRow]
    tags: Mapping[TagKey, str | None]


def stored(ids: Collection[int]) -> dict[int, StoredRows]:
    """Return all rows of objects, by id, in the order of their ids. Five queries."""
    attributes = _linked(AttributeLinks, "attribute_id", Attribute, _ATTRIBUTE, ids)
    tags = _linked(TagLinks, "tag_id", Tag, _TAG, ids)
    return {
        pk: StoredRows(
            locks=locks.replace(f"id({pk})", OWN_ID),
            cmdsets=cmdsets,
            home_id=home_id,
            attributes={
                AttributeKey(*key): AttributeRow(value, strvalue, own or "")
                for *key, value, strvalue, own in attributes[pk]
            },
            tags={
                (key, category, kind): data
                for key, category, kind, data in tags[pk]
                if category not in COORDS
            },
        )
        for pk, locks, cmdsets, home_id in by_value.rows(ObjectDB, _OBJECT, "id", ids)
    }


def _linked(
    links: Any, to: str, model: Any, columns: tuple[str, ...], ids: Iterable[int]
) -> dict[int, list[tuple[Any, ...]]]:
    """Return the columns, except the id, of what each object is linked to, in the order of ids."""
    pairs = sorted(by_value.rows(links, ("objectdb_id", to), "objectdb_id", ids))
    ends = dict.fromkeys(end for _pk, end in pairs)
    known = {end: tuple(own) for end, *own in by_value.rows(model, columns, "id", ends)}
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for pk, end in pairs:
        if end in known:  # else another process has deleted it since
            found[pk].append(known[end])
    return found
