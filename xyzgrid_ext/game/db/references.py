"""The objects that rows refer to, and stored values: Attributes of anything, the server's own.

Evennia stores an object within a value as ("__packed_dbobj__", model, date, number), pickled, and
the pickle as text. That word can be found in the text, so only the few values that contain an
object are read. It begins at one of three positions in the groups of four letters:

    word       __packed_dbobj__
    as text    X19wYWNrZWRfZGJvYmpf   9fcGFja2VkX2Rib2JqX1   fX3BhY2tlZF9kYm9ial9f
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from django.db.models import Max, Q, TextField
from django.db.models.functions import Cast
from evennia.objects.models import ObjectDB
from evennia.server.models import ServerConfig
from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.db import by_value
from xyzgrid_ext.game.db.stored import read_stored

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
        found.update(pk for (pk,) in by_value.rows(model, (column,), column, ids))
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
