"""Stored values: a guard against damaged ones, the rows of objects, and what refers to objects."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar

from django.db import DatabaseError
from django.db.models import Max, Q, TextField
from django.db.models.functions import Cast
from evennia.objects.models import ObjectDB
from evennia.server.models import ServerConfig
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils import logger

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import COORDS, AttributeLinks, TagKey, TagLinks

T = TypeVar("T")


class Rows:
    """Reads stored values, and logs each damaged one once per process.

    A disk fault or a manual change may have damaged a row. An unreadable row counts as missing, and
    does not affect the others.
    """

    def __init__(self) -> None:
        self._told: set[str] = set()

    def read(self, what: str, read: Callable[[], T], otherwise: T) -> T:
        """Return the result of `read` for the stored row `what`; `otherwise` if it is damaged."""
        try:
            return read()
        except DatabaseError:
            raise  # the row may be sound: it is the database that does not answer
        except Exception:  # noqa: BLE001 - foreign content, whatever it is
            if what not in self._told:
                self._told.add(what)
                logger.log_trace(f"xyzgrid: {what} in the database is damaged; it is passed over")
            return otherwise


_rows = Rows()
read_stored = _rows.read

# --- the rows of objects, which are not loaded
#
# A new object is inserted from the rows of another; an object that has the rows of a new one has
# not been changed since it was made.


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


def stored_rows(ids: Collection[int]) -> dict[int, StoredRows]:
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
        for pk, locks, cmdsets, home_id in objects.rows_by(ObjectDB, _OBJECT, "id", ids)
    }


def _linked(
    links: Any, to: str, model: Any, columns: tuple[str, ...], ids: Iterable[int]
) -> dict[int, list[tuple[Any, ...]]]:
    """Return the columns, except the id, of what each object is linked to, in the order of ids."""
    pairs = sorted(objects.rows_by(links, ("objectdb_id", to), "objectdb_id", ids))
    ends = dict.fromkeys(end for _pk, end in pairs)
    known = {end: tuple(own) for end, *own in objects.rows_by(model, columns, "id", ends)}
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for pk, end in pairs:
        if end in known:  # else another process has deleted it since
            found[pk].append(known[end])
    return found


# --- references to objects
#
# Evennia stores an object within a value as ("__packed_dbobj__", model, date, number), pickled, and
# the pickle as text. That word can be found in the text, so only the few values that contain an
# object are read. It begins at one of three positions in the groups of four letters:
#
#     word       __packed_dbobj__
#     as text    X19wYWNrZWRfZGJvYmpf   9fcGFja2VkX2Rib2JqX1   fX3BhY2tlZF9kYm9ial9f


_WORD = b"__packed_dbobj__"
_OBJECTS = ("objects", "objectdb")
_AT_ONCE = 5000  # values that a step looks through


def _as_text(before: int) -> str:
    """Return the word in Base64 after a number of bytes, without letters shared with these."""
    text = b64encode(b"\0" * before + _WORD).decode().rstrip("=")
    begin = -(-before * 8 // 6)
    return text[begin : (before + len(_WORD)) * 8 // 6]


_TEXTS = tuple(_as_text(before) for before in range(3))


def referred_by_rows(ids: Collection[int], but: Collection[str] = ()) -> set[int]:
    """Return those of some objects that rows refer to: objects, scripts, messages, channels.

    One query for each relation, and for each 900 objects.

    Args:
        ids: the objects.
        but: fields of objects that do not count.

    """
    found = set[int]()
    for relation in ObjectDB._meta.related_objects:
        model, field = relation.related_model, relation.field
        if model is ObjectDB and field.name in but:
            continue
        column = field.column
        if field.many_to_many:
            model, column = relation.through, field.m2m_reverse_name()
        found.update(pk for (pk,) in objects.rows_by(model, (column,), column, ids))
    return found


def referred_parts(after: Mapping[Any, int] | None = None) -> Iterator[set[int]]:
    """Yield the ids of the objects that stored values refer to, in batches: one query per batch.

    `after` are the last values, of each model, that need not be looked at.
    """
    for model in (Attribute, ServerConfig):
        begin = (after or {}).get(model, 0)
        for first in range(begin, last_of(model) + 1, _AT_ONCE):
            yield _referred(model, first, first + _AT_ONCE)


def last_values() -> dict[Any, int]:
    """Return the id of the last value of each model."""
    return {model: last_of(model) for model in (Attribute, ServerConfig)}


def last_of(model: Any) -> int:
    """Return the highest id of a model; 0 if there is none."""
    found = model.objects.aggregate(last=Max("pk"))["last"]
    return int(found or 0)


def _referred(model: Any, first: int, after: int) -> set[int]:
    held = Q()
    for text in _TEXTS:
        held |= Q(text__contains=text)
    values = model.objects.filter(pk__gte=first, pk__lt=after)
    values = values.annotate(text=Cast("db_value", TextField())).filter(held)
    field, found = model._meta.get_field("db_value"), set[int]()
    for pk, text in values.values_list("pk", "text"):
        what = f"the value #{pk} of {model.__name__}"
        found |= read_stored(what, partial(_numbers, field, text), set())
    return found


def _numbers(field: Any, text: str) -> set[int]:
    return set(_in(field.from_db_value(text)))


def _in(value: Any) -> Iterator[int]:
    """Yield the ids of the objects in a value as it is stored."""
    if isinstance(value, tuple) and len(value) == 4 and value[0] == _WORD.decode():
        if tuple(value[1]) == _OBJECTS:
            yield int(value[3])
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _in(key)
            yield from _in(one)
    elif isinstance(value, str | bytes):
        return
    elif hasattr(value, "__iter__"):
        for one in value:
            yield from _in(one)
