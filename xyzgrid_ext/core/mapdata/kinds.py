"""Kinds of single values: texts, words, numbers, and an author's own values.

A kind describes valid values in words (`words`), reports faults (`faults`), and gives a JSON
schema. It never calls code of the value, and it limits the length of texts, the size of numbers and
the depth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, Protocol

from xyzgrid_ext.core.findings import Severity, Untaken
from xyzgrid_ext.core.mapdata.faults import NONE, Faults, ValueFault, meant, shown, wrong

Schema = dict[str, Any]
MOST_TEXT = 1_000_000  # characters of a description or the like
MOST_WORD = 255  # characters of a name: what a column of the database holds
_MOST_WHOLE = 1 << 63
_DEPTH = 20  # containers within each other
_SIZE = 200_000  # values in one value, each as often as it stands there


class ValueKind(Protocol):
    """A kind of value."""

    @property
    def words(self) -> str:
        """The kind in words: `a list of words`."""

    def takes(self, value: object) -> bool:
        """Whether a value has the right type, even if it is otherwise wrong."""

    def faults(self, value: object) -> Faults:
        """Return the faults of a value."""

    def schema(self) -> Schema:
        """Return the kind as a JSON schema."""


@dataclass(frozen=True)
class Text:
    """A text with a minimum and maximum length; `blank` says whether it may be empty."""

    most: int = MOST_TEXT
    blank: bool = True
    words: str = "a text"

    def takes(self, value: object) -> bool:
        """Whether it is a text."""
        return isinstance(value, str)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a text, too long, or empty."""
        if not isinstance(value, str):
            return wrong(self.words, value)
        if len(value) > self.most:
            return wrong(f"{self.words} of {self.most:,} characters at most", value)
        if not self.blank and not value.strip():
            return wrong(f"{self.words} that is not empty", value)
        return NONE

    def schema(self) -> Schema:
        """Return the schema of a string."""
        of: Schema = {"type": "string", "maxLength": self.most}
        return of if self.blank else {**of, "pattern": r"\S"}


WORD = Text(MOST_WORD, blank=False, words="a word")


@dataclass(frozen=True)
class OneOf:
    """One of a few words; with `lenient`, any other word is reported but accepted."""

    options: tuple[str, ...]
    lenient: bool = False

    @property
    def words(self) -> str:
        """The words as text: `'open' or 'explored'`."""
        return " or ".join(map(repr, self.options))

    def takes(self, value: object) -> bool:
        """Whether it is a text."""
        return isinstance(value, str)

    def faults(self, value: object) -> Faults:
        """Return the fault: not one of the words."""
        if isinstance(value, str) and value in self.options:
            return NONE
        near = meant(value, self.options)
        cure = f"did you mean {near!r}?" if near else f"it takes {self.words}"
        is_bad = not (self.lenient and isinstance(value, str))
        severity = Severity.ERROR if is_bad else Severity.WARNING
        return [ValueFault(f"must be {self.words}, not {shown(value)}", cure, severity=severity)]

    def schema(self) -> Schema:
        """Return the schema of an enumeration."""
        return {"enum": list(self.options)}


@dataclass(frozen=True)
class Flag:
    """True or False; other truthy or falsy values are reported but accepted."""

    words: str = "True or False"

    def takes(self, value: object) -> bool:
        """Whether it is True or False."""
        return isinstance(value, bool)

    def faults(self, value: object) -> Faults:
        """Return the fault: not a boolean."""
        if isinstance(value, bool):
            return NONE
        severity = Severity.WARNING if _is_plain(value) else Severity.ERROR
        return [ValueFault(f"must be {self.words}, not {shown(value)}", severity=severity)]

    def schema(self) -> Schema:
        """Return the schema of a boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    @property
    def words(self) -> str:
        """The kind in words: `a whole number from 0 to 9`."""
        return f"a whole number from {self.least} to {self.most}"

    def takes(self, value: object) -> bool:
        """Whether it is a number."""
        return isinstance(value, int) and not isinstance(value, bool)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a whole number, or out of bounds."""
        if self.takes(value) and self.least <= value <= self.most:  # type: ignore[operator]
            return NONE
        return wrong(self.words, value, f"write {self.words}")

    def schema(self) -> Schema:
        """Return the schema of an integer."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Number:
    """A number above 0, up to a limit."""

    most: float

    @property
    def words(self) -> str:
        """The kind in words: `a number above 0, at most 9`."""
        return f"a number above 0, at most {self.most:,.0f}"

    def takes(self, value: object) -> bool:
        """Whether it is a number."""
        return isinstance(value, int | float) and not isinstance(value, bool)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a number, out of bounds, or not finite."""
        if self.takes(value) and 0 < value <= self.most:  # type: ignore[operator]
            return NONE
        return wrong(self.words, value, f"write {self.words}")

    def schema(self) -> Schema:
        """Return the schema of a number."""
        return {"type": "number", "exclusiveMinimum": 0, "maximum": self.most}


@dataclass(frozen=True)
class Nothing:
    """The kind of None."""

    words: str = "None"

    def takes(self, value: object) -> bool:
        """Whether it is None."""
        return value is None

    def faults(self, value: object) -> Faults:
        """Return the fault: not None."""
        return NONE if value is None else wrong(self.words, value)

    def schema(self) -> Schema:
        """Return the schema of null."""
        return {"type": "null"}


@dataclass(frozen=True)
class Predicate:
    """A value that a function accepts; the function is pure and takes any value."""

    words: str
    test: Callable[[Any], bool]
    of: Mapping[str, Any]
    severity: Severity = Severity.ERROR

    def takes(self, value: object) -> bool:
        """Whether the function accepts the value."""
        return self.test(value)

    def faults(self, value: object) -> Faults:
        """Return the fault: the function does not accept the value."""
        if self.test(value):
            return NONE
        return [ValueFault(f"must be {self.words}, not {shown(value)}", severity=self.severity)]

    def schema(self) -> Schema:
        """Return the schema that was given."""
        return dict(self.of)


@dataclass(frozen=True)
class Own:
    """An author's own value, of any kind that the database can store, and of limited size."""

    words: str = "a value of your own"

    def takes(self, value: object) -> bool:
        """Return True for every value."""
        return True

    def faults(self, value: object) -> Faults:
        """Return the faults: too large, too deep, or a number that cannot be stored."""
        if isinstance(value, str) and len(value) <= MOST_TEXT:
            return NONE
        walk = _Walk()
        walk.size(value, ())
        return walk.found

    def schema(self) -> Schema:
        """Return the schema that allows anything."""
        return {}


OWN = Own()


class _Walk:
    """One pass through everything in a value; each container is visited once."""

    def __init__(self) -> None:
        self.found: list[ValueFault] = []
        self._known: dict[int, int] = {}

    def size(self, value: object, path: tuple[object, ...]) -> int:
        """Return the number of values in a value, including itself; faults go to `found`."""
        if value is None or isinstance(value, bool):
            return 1
        if not isinstance(value, list | tuple | set | frozenset | Mapping):
            self._single(value, path)
            return 1
        if len(path) >= _DEPTH or self._known.get(id(value)) == 0:
            self._tell(f"it is nested more than {_DEPTH} deep", path)
            return 1
        if id(value) in self._known:
            return self._known[id(value)]
        self._known[id(value)] = 0  # as long as we are in it: one that is in itself is deep
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        total = 1 + sum(self.size(part, (*path, key)) for key, part in pairs)
        if total > _SIZE and not self.found:
            self._tell(f"it contains more than {_SIZE:,} values", path)
        self._known[id(value)] = total
        return total

    def _single(self, value: object, path: tuple[object, ...]) -> None:
        if isinstance(value, int):
            if not -_MOST_WHOLE <= value < _MOST_WHOLE:
                self._tell(f"must be a whole number of 64 bits, not {shown(value)}", path)
        elif isinstance(value, str | bytes):
            if len(value) > MOST_TEXT:
                words = f"a text of {MOST_TEXT:,} characters at most"
                self._tell(f"must be {words}, not {shown(value)}", path)
        elif isinstance(value, float):
            if not isfinite(value):
                self._tell(f"must be a finite number, not {value!r}", path, Severity.WARNING)
        elif isinstance(value, Untaken):
            (fault,) = wrong("a text, a number, a list or a dict", value)
            self.found.append(replace(fault, path=path))

    def _tell(
        self, message: str, path: tuple[object, ...], severity: Severity = Severity.ERROR
    ) -> None:
        self.found.append(ValueFault(message, path=path, severity=severity))


def _is_plain(value: object) -> bool:
    """Whether a value is of a kind that prototypes may have; Evennia calls callables."""
    return value is None or isinstance(value, str | bytes | int | float) or callable(value)
