"""Dataclasses and named tuples as plain values for storage, and back, by the types of their fields.

    data_of(Score(("Ann",), 31))                {"names": ["Ann"], "seconds": 31}
    value_of(Score, {"names": ["Ann"], …})      the score; an error if a field is missing or wrong

One within another value is a list. What is read has the types that the fields name: a
text `"31"` for a number is taken, other texts are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Record = Mapping[str, Any]
"""A dict of plain values by name: what is stored, an entry of a map module, an object of JSON."""
_T = TypeVar("_T")
_kinds: Callable[[Any], dict[str, Any]] = cache(get_type_hints)


def data_of(value: Any) -> dict[str, Any]:
    """Return a dataclass or named tuple as a dict: field -> plain value, list or dict.

    It can be stored; `value_of` reads it.
    """
    return {name: _plain(getattr(value, name)) for name in _kinds(type(value))}


def value_of(cls: type[_T], data: Record, **given: Any) -> _T:
    """Return the value of type `cls`, a dataclass or named tuple, that `data_of` made into `data`.

    `given` has values for fields that are not in `data`.

    Raises:
        Exception: KeyError, TypeError, ValueError or another one, if `data` does not fit `cls`.
    """
    kinds = _kinds(cls)
    return cls(**{name: _typed(kinds[name], data[name]) for name in kinds.keys() - given}, **given)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return [*data_of(value).values()]
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return value


def _typed(kind: Any, value: Any) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):  # with None
        return None if value is None else _typed(parts[0], value)
    if origin is tuple:
        several = [parts[0]] * len(value) if parts[-1] is ... else parts
        return tuple(_typed(*pair) for pair in zip(several, value, strict=True))
    if origin is Mapping:
        return {_typed(parts[0], key): _typed(parts[1], part) for key, part in value.items()}
    if is_dataclass(kind) or issubclass(kind, tuple):
        pairs = zip(_kinds(kind).values(), value, strict=True)
        return kind(*(_typed(*pair) for pair in pairs))
    return kind(value)
