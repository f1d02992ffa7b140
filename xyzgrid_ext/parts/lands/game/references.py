"""Which objects the values of Attributes and settings refer to, without loading any.

Evennia stores an object within a value as ("__packed_dbobj__", model, date, number), pickled, and
the pickle as text. That word can be found in the text, so only the few values that contain an
object are read. It begins at one of three positions in the groups of four letters:

    word       __packed_dbobj__
    as text    X19wYWNrZWRfZGJvYmpf   9fcGFja2VkX2Rib2JqX1   fX3BhY2tlZF9kYm9ial9f
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import partial, reduce
from operator import or_
from typing import Any

from django.db.models import Max, Model, Q, TextField
from django.db.models.functions import Cast
from evennia.server.models import ServerConfig
from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.db.stored import read_stored

_WORD = b"__packed_dbobj__"
_OBJECTS = ("objects", "objectdb")
_AT_ONCE = 5000  # values that a step looks through
_MODELS: tuple[Any, ...] = (Attribute, ServerConfig)


def _as_text(before: int) -> str:
    """Return the word in Base64 after a number of bytes, without letters shared with these."""
    text = b64encode(b"\0" * before + _WORD).decode().rstrip("=")
    begin = -(-before * 8 // 6)
    return text[begin : (before + len(_WORD)) * 8 // 6]


_HAS_OBJECT = reduce(or_, (Q(text__contains=_as_text(before)) for before in range(3)))


def referred_parts(after: Mapping[type[Model], int] | None = None) -> Iterator[set[int]]:
    """Yield the ids of the objects that stored values refer to, in batches: one query per batch.

    `after` are the last values, of each model, that need not be looked at.
    """
    for model in _MODELS:
        begin = (after or {}).get(model, 0)
        for first in range(begin, last_of(model) + 1, _AT_ONCE):
            yield _referred(model, first, first + _AT_ONCE)


def last_values() -> dict[type[Model], int]:
    """Return the id of the last value of each model."""
    return {model: last_of(model) for model in _MODELS}


def last_of(model: type[Model]) -> int:
    """Return the highest id of a model; 0 if there is none."""
    return model.objects.aggregate(last=Max("pk"))["last"] or 0


def _referred(model: type[Model], first: int, after: int) -> set[int]:
    values = model.objects.filter(pk__gte=first, pk__lt=after)
    values = values.annotate(text=Cast("db_value", TextField())).filter(_HAS_OBJECT)
    field, ids = model._meta.get_field("db_value"), set[int]()
    for pk, text in values.values_list("pk", "text"):
        label = f"the value #{pk} of {model.__name__}"
        ids |= read_stored(label, partial(_ids_in_text, field, text), set())
    return ids


def _ids_in_text(field: Any, text: str) -> set[int]:
    return set(_ids_in(field.from_db_value(text)))


def _ids_in(value: object) -> Iterator[int]:
    """Yield the ids of the objects in a value as it is stored."""
    if isinstance(value, tuple) and len(value) == 4 and value[0] == _WORD.decode():
        if tuple(value[1]) == _OBJECTS:
            yield int(value[3])
    elif isinstance(value, Mapping):
        for item in value.items():
            yield from _ids_in(item)
    elif hasattr(value, "__iter__") and not isinstance(value, str | bytes):
        for item in value:
            yield from _ids_in(item)
