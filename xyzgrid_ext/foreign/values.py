"""Turns the values of map modules into plain ones, once, where a module is read.

    np.int64(5), Colour.RED, Path("a"), _("Hall")    5, "red", "a", "Hall"
    UserDict, deque, np.array, a dict of one's own   dict, list, list, dict
    a coroutine, a file, an object of one's own      BadValue, which the check of map data reports

Plain values are None, texts, bytes, numbers, dates, functions, classes, and lists, tuples, sets and
dicts of these; and objects of Evennia's database, which Attributes can hold.
"""

from __future__ import annotations

import os
import sys
from collections import UserString
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set, ValuesView
from enum import Enum
from inspect import getattr_static
from typing import Any, TypeVar

from xyzgrid_ext.core.findings import BadValue

T = TypeVar("T")
_SINGLE = frozenset((type(None), str, bytes, bool, int, float, complex))
# not imported, as below: a small terminal command would take twice as long
_ALSO_SINGLE = {
    "datetime": ("date", "datetime", "time", "timedelta"),
    "decimal": ("Decimal",),
    "fractions": ("Fraction",),
    "uuid": ("UUID",),
}
_HOLDING = frozenset((list, tuple, set, frozenset))
_DEPTH = 60  # containers within each other; the check of map data allows fewer
_MOST = 250_000  # values that an author's own container gives
_LONG = 100  # characters of what an exception says


def is_plain(value: object, *, has_functions: bool = True) -> bool:
    """Whether a value and all in it are of Python's basic types, functions if `has_functions`."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:  # no function that calls itself: that takes four times as long
        part: Any = waiting.pop()
        kind = type(part)
        if kind is str:
            if not part.isascii() and not is_text(part):
                return False
        elif kind in _HOLDING or kind is dict:
            if id(part) not in seen:
                seen.add(id(part))
                waiting.extend(part)
                if kind is dict:
                    waiting.extend(part.values())
        elif kind in _SINGLE or _is_also_single(kind):
            continue
        elif not has_functions or not _is_function(part, kind):
            return False
    return True


def is_data(value: object) -> bool:
    """Whether a value is plain and has no functions or classes in it, so that it can be stored."""
    return is_plain(value, has_functions=False)


def plain(value: object) -> Any:
    """Return a copy of a value in basic types; whatever in it has none becomes a `BadValue`.

    A plain value is returned as it is. This may run code of an author; what that raises is caught.
    """
    return value if is_plain(value) else _Conversion().of(value)


def plain_class(cls: Any, names: Iterable[str]) -> Any:
    """Return a class whose attributes `names` have plain values: `cls` itself, or a subclass."""
    stored = {name: getattr_static(cls, name, None) for name in names}
    odd = {
        name: plain(value)
        for name, value in stored.items()
        if not hasattr(type(value), "__get__") and not is_plain(value)
    }
    return type(cls)(cls.__name__, (cls,), {"__module__": cls.__module__, **odd}) if odd else cls


class _EndlessError(Exception):
    """Raised for a container that gives more values than anybody writes."""


class _Conversion:
    """One conversion; it converts each container once, and never follows one into itself."""

    def __init__(self) -> None:
        self._known: dict[
            int, tuple[object, object]
        ] = {}  # with the value, which keeps its id in use
        self._open: set[int] = set()
        self._left = _MOST

    def of(self, value: object) -> Any:
        """Return a value as a plain one."""
        kind = type(value)
        if issubclass(kind, str):
            text = str.__str__(value)
            return text if is_text(text) else BadValue("a text with half a character, a surrogate")
        if kind in _SINGLE or kind is BadValue or _is_also_single(kind):
            return value
        if id(value) in self._known:
            return self._known[id(value)][1]
        if id(value) in self._open:
            return BadValue(f"{_describe(kind)}, which is in itself")
        if len(self._open) > _DEPTH:
            return BadValue(f"{_describe(kind)}, nested more than {_DEPTH} deep")
        self._open.add(id(value))
        try:
            result = self._convert(value, kind)
        except _EndlessError:
            result = BadValue(f"{_describe(kind)}, which has no end after {_MOST:,} values")
        except Exception as error:  # noqa: BLE001 - the code of an author can raise anything
            result = BadValue(f"{_describe(kind)}, which raises {_exception_text(error)}")
        self._open.discard(id(value))
        self._known[id(value)] = value, result
        return result

    def _convert(self, value: Any, kind: type) -> Any:
        if issubclass(kind, Enum):
            return self.of(value._value_)
        if issubclass(kind, int):
            return int.__pos__(value)  # whatever the class makes of it
        if issubclass(kind, float):
            return float.__pos__(value)
        if issubclass(kind, bytes | bytearray | memoryview):
            return bytes(value)
        if issubclass(kind, dict):
            return self._convert_dict(dict.items(value))
        if issubclass(kind, list | tuple | set | frozenset):
            base: Any = next(base for base in _HOLDING if issubclass(kind, base))
            return base(self.of(part) for part in base.__iter__(value))
        if _is_of_numpy(kind):
            return self._convert_array(value)
        if hasattr(kind, "__fspath__"):
            return self.of(os.fspath(value))
        if issubclass(kind, UserString) or _is_lazy_text(kind):
            return self.of(str(value))
        if _is_stored(value, kind) or _is_function(value, kind):
            return value
        if issubclass(kind, Mapping):
            return self._convert_dict((key, value[key]) for key in self._limit(value))
        if issubclass(kind, Set):
            return {self.of(part) for part in self._limit(value)}
        if issubclass(kind, Sequence | ValuesView):
            return [self.of(part) for part in self._limit(value)]
        return BadValue(_describe(kind))

    def _convert_dict(self, pairs: Iterable[tuple[object, object]]) -> dict[object, object]:
        plain_dict: dict[object, object] = {}
        for key, part in pairs:
            plain_key = self.of(key)
            if type(plain_key) is BadValue:
                plain_dict[plain_key] = BadValue(f"a value whose key is {plain_key.words}")
            elif plain_key in plain_dict:
                plain_dict[plain_key] = BadValue(f"a second value for the key {plain_key!r:.40}")
            else:
                plain_dict[plain_key] = self.of(part)
        return plain_dict

    def _convert_array(self, value: Any) -> Any:
        if value.size > _MOST:
            return BadValue(f"an array of {value.size:,} values")
        values = value.tolist()
        return BadValue(_describe(type(value))) if _is_of_numpy(type(values)) else self.of(values)

    def _limit(self, values: Iterable[T]) -> Iterator[T]:
        for part in values:
            self._left -= 1
            if self._left < 0:
                raise _EndlessError
            yield part


def is_text(text: str) -> bool:
    """Whether a text can be stored and sent: it has no half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_function(value: object, kind: type) -> bool:
    """Whether a value is a function or a class, which Evennia calls, and nothing else besides."""
    return callable(value) and not issubclass(kind, _NEVER_CALLED)


_NEVER_CALLED = (str, bytes, int, float, dict, list, tuple, set, frozenset, Enum)


def _is_also_single(kind: type) -> bool:
    """Whether a class is one of dates or exact numbers, or the engine's, as catalogues have them.

    Their objects never change, and are compared by value.
    """
    module = str(kind.__module__)
    is_ours = module.startswith("xyzgrid_ext.core.") and kind is not BadValue
    return is_ours or kind.__name__ in _ALSO_SINGLE.get(module, ())


def _is_of_numpy(kind: type) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(kind, numpy.generic | numpy.ndarray)


def _is_lazy_text(kind: type) -> bool:
    """Whether a class is that of Django's lazy translations."""
    django = sys.modules.get("django.utils.functional")
    return django is not None and issubclass(kind, django.Promise)


def _is_stored(value: Any, kind: type) -> bool:
    """Whether a value is an object of Evennia's database that Attributes can refer to."""
    return hasattr(kind, "__dbclass__") and value.pk is not None


def _describe(kind: type) -> str:
    """Return a value of a class in words; its own are not asked for."""
    is_usual = kind in _HOLDING or kind is dict
    return f"a {kind.__name__}" if is_usual else f"an object of the class {kind.__name__}"


def _exception_text(error: Exception) -> str:
    try:
        text = str(error)[:_LONG]
    except Exception:  # noqa: BLE001 - the code of an author
        text = ""
    return f"{type(error).__name__}: {text}".removesuffix(": ")
