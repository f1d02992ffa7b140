"""Stored values: a guard against damaged ones, the rows of objects, and rows that refer to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.db import DatabaseError
from django.db.models import Model, TextField
from django.db.models.functions import Cast
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils import logger

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import COORDS, AttributeLinks, TagKey, TagLinks

T = TypeVar("T")


_damaged: set[str] = set()
"""The rows that the log has named."""


def read_stored(label: str, read: Callable[[], T], otherwise: T) -> T:
    """Return `read()`, which reads a stored row; `otherwise` if it raises as the row is damaged.

    A disk fault or a manual change may have damaged a row. It counts as missing, does not affect
    the others, and is logged once per process, by its label.
    """
    try:
        return read()
    except DatabaseError:
        raise  # the row may be sound: it is the database that does not answer
    except Exception:  # noqa: BLE001 - foreign content, whatever it is
        if label not in _damaged:
            _damaged.add(label)
            logger.log_trace(f"xyzgrid: {label} in the database is damaged; it is passed over")
        return otherwise


# --- the rows of objects, which are not loaded
#
# A new object is inserted from the rows of another; an object that has the rows of a new one has
# not been changed since it was made.


OWN_ID = "id(<own>)"
"""What stands for `id(7)`, an object's own id, in the locks of StoredRows."""
_OBJECT = ("id", "db_lock_storage", "db_cmdset_storage", "db_home_id")
_TEXT = Cast("db_value", TextField())  # as text: to unpickle it takes long
_ATTRIBUTE = ("id", "db_key", "db_category", "db_attrtype", _TEXT, "db_strvalue", "db_lock_storage")
_TAG = ("id", "db_key", "db_category", "db_tagtype", "db_data")


class AttributeKey(NamedTuple):
    """The identity of an Attribute of an object: name, category and type."""

    name: str
    category: str | None
    kind: str | None = None


class AttributeRow(NamedTuple):
    """The columns of an Attribute's row: `value` is pickled text."""

    value: str | None
    strvalue: str | None = None
    locks: str = ""


@dataclass(frozen=True)
class StoredRows:
    """What the database has of one object, but no name, typeclass, coordinate or location.

    In `locks` OWN_ID stands for the object's own id; `tags` maps tags to their data.
    """

    locks: str
    cmdsets: str | None
    home_id: int | None
    attributes: Mapping[AttributeKey, AttributeRow]
    tags: Mapping[TagKey, str | None]


def stored_rows(ids: Collection[int]) -> dict[int, StoredRows]:
    """Return object id -> its stored rows, in ascending order. Five queries for 900 objects."""
    attributes = _linked(AttributeLinks, "attribute_id", Attribute, _ATTRIBUTE, ids)
    tags = _linked(TagLinks, "tag_id", Tag, _TAG, ids)
    return {
        pk: StoredRows(
            locks=locks.replace(f"id({pk})", OWN_ID),
            cmdsets=cmdsets,
            home_id=home_id,
            attributes={
                AttributeKey(*key): AttributeRow(value, strvalue, attribute_locks or "")
                for *key, value, strvalue, attribute_locks in attributes[pk]
            },
            tags={
                (key, category, kind): data
                for key, category, kind, data in tags[pk]
                if category not in COORDS
            },
        )
        for pk, locks, cmdsets, home_id in objects.rows_where(ObjectDB, _OBJECT, "id", ids)
    }


def _linked(
    links: Any, to: str, model: type[Model], columns: Sequence[object], ids: Iterable[int]
) -> dict[int, list[tuple[Any, ...]]]:
    """Return the columns, except the id, of what each object is linked to, in the order of ids."""
    pairs = sorted(objects.rows_where(links, ("objectdb_id", to), "objectdb_id", ids))
    ends = dict.fromkeys(end for _pk, end in pairs)
    rows = {end: tuple(row) for end, *row in objects.rows_where(model, columns, "id", ends)}
    linked: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for pk, end in pairs:
        if end in rows:  # else another process has deleted it since
            linked[pk].append(rows[end])
    return linked


def referred_objects(ids: Collection[int], but: Collection[str] = ()) -> set[int]:
    """Return which of the given objects are referred to by objects, scripts, messages or channels.

    One query for each relation, and for each 900 objects.

    Args:
        ids: the ids of the objects.
        but: names of fields of objects, `db_location`, in which a reference does not count.
    """
    referred = set[int]()
    for relation in ObjectDB._meta.related_objects:
        model, field = relation.related_model, relation.field
        if model is ObjectDB and field.name in but:
            continue
        column = field.column
        if field.many_to_many:
            model, column = relation.through, field.m2m_reverse_name()
        referred.update(pk for (pk,) in objects.rows_where(model, (column,), column, ids))
    return referred
