"""Kinds of values: texts, words, numbers, an author's own; and lists, dicts and choices of these.

A kind describes valid values in words (`words`), and reports faults (`faults`). It never calls code
of the value, and it limits the length of texts, the size of numbers and the depth. `tools.map_keys`
makes a JSON schema of kinds.

KeyTable((KeyRow("key", WORD, "..."), ...))    a dict with these keys; `own` ones are the author's
Keyed(PLACE, ROOM)                       a dict of any number of such keys
ListOf(WORD)                             a list or a tuple
Either(PLACE, EXIT)                      the one whose type it is
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from typing import Any, ClassVar, Protocol

from xyzgrid_ext.core.findings import BadValue, Severity
from xyzgrid_ext.core.mapdata.faults import (
    FOREIGN,
    NO_FAULTS,
    Faults,
    ValueFault,
    likely_word,
    short_text,
    wrong_value,
)

MAX_TEXT = 1_000_000
"""The most characters of a description or the like."""
MAX_WORD = 255
"""The most characters of a name, as a column of the database holds them."""
_MOST_WHOLE = 1 << 63
_DEPTH = 20  # containers within each other
_SIZE = 200_000  # values in one value, each as often as it stands there


class ValueKind(Protocol):
    """A kind of values: a validator for the values of one key, such as `Text` or `WholeNumber`."""

    @property
    def words(self) -> str:
        """The kind in words for messages: `a list of words`."""

    def has_right_type(self, value: object) -> bool:
        """Whether a value has the kind's Python type, even if it is wrong in another way."""

    def faults(self, value: object) -> Faults:
        """Return what is wrong with a value; nothing if it is of this kind."""


class OfType:
    """Base of validators that accept values of some Python types."""

    types: ClassVar[tuple[type, ...]]

    def has_right_type(self, value: object) -> bool:
        """Whether a value is of one of the types."""
        return isinstance(value, self.types)


@dataclass(frozen=True)
class Text(OfType):
    """Accepts a text of limited length; `blank` says whether it may be empty."""

    types = (str,)

    most: int = MAX_TEXT
    blank: bool = True
    words: str = "a text"

    def faults(self, value: object) -> Faults:
        """Return the faults: not a text, too long, or empty."""
        if not isinstance(value, str):
            return wrong_value(self.words, value)
        if len(value) > self.most:
            return wrong_value(f"{self.words} of {self.most:,} characters at most", value)
        if not self.blank and not value.strip():
            return wrong_value(f"{self.words} that is not empty", value)
        return NO_FAULTS


WORD = Text(MAX_WORD, blank=False, words="a word")
"""Accepts any text that is not empty, up to the length of a name."""


@dataclass(frozen=True)
class OneOf(OfType):
    """Accepts one of a few words; with `lenient`, another word is a warning, not an error."""

    types = (str,)

    options: tuple[str, ...]
    lenient: bool = False

    @property
    def words(self) -> str:
        """The words as text: `'open' or 'explored'`."""
        return " or ".join(map(repr, self.options))

    def faults(self, value: object) -> Faults:
        """Return the fault: not one of the words."""
        if isinstance(value, str) and value in self.options:
            return NO_FAULTS
        near = likely_word(value, self.options)
        cure = f"did you mean {near!r}?" if near else f"it takes {self.words}"
        is_bad = not (self.lenient and isinstance(value, str))
        severity = Severity.ERROR if is_bad else Severity.WARNING
        return [
            ValueFault(f"must be {self.words}, not {short_text(value)}", cure, severity=severity)
        ]


@dataclass(frozen=True)
class Flag(OfType):
    """Accepts True and False; another value that is true or false in Python is only warned of."""

    types = (bool,)

    words: str = "True or False"

    def faults(self, value: object) -> Faults:
        """Return the fault: not a boolean."""
        if isinstance(value, bool):
            return NO_FAULTS
        severity = Severity.WARNING if _is_plain(value) else Severity.ERROR
        return [ValueFault(f"must be {self.words}, not {short_text(value)}", severity=severity)]


@dataclass(frozen=True)
class WholeNumber:
    """Accepts whole numbers from `least` to `most`, but not True and False."""

    least: int
    most: int

    @property
    def words(self) -> str:
        """The kind in words: `a whole number from 0 to 9`."""
        return f"a whole number from {self.least} to {self.most}"

    def has_right_type(self, value: object) -> bool:
        """Whether it is a whole number."""
        return isinstance(value, int) and not isinstance(value, bool)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a whole number, or out of bounds."""
        if self.has_right_type(value) and self.least <= value <= self.most:  # type: ignore[operator]
            return NO_FAULTS
        return wrong_value(self.words, value, f"write {self.words}")


@dataclass(frozen=True)
class Number:
    """Accepts numbers above 0, up to a limit."""

    most: float

    @property
    def words(self) -> str:
        """The kind in words: `a number above 0, at most 9`."""
        return f"a number above 0, at most {self.most:,.0f}"

    def has_right_type(self, value: object) -> bool:
        """Whether it is a number."""
        return isinstance(value, int | float) and not isinstance(value, bool)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a number, out of bounds, or not finite."""
        if self.has_right_type(value) and 0 < value <= self.most:  # type: ignore[operator]
            return NO_FAULTS
        return wrong_value(self.words, value, f"write {self.words}")


@dataclass(frozen=True)
class Predicate:
    """Accepts the values for which a function returns True; it must not raise for any value.

    `schema` is the JSON schema of these values.
    """

    words: str
    test: Callable[[object], bool]
    schema: Mapping[str, object]
    severity: Severity = Severity.ERROR
    cure: str = ""

    def has_right_type(self, value: object) -> bool:
        """Whether the function accepts the value."""
        return self.test(value)

    def faults(self, value: object) -> Faults:
        """Return the fault: the function does not accept the value."""
        if self.test(value):
            return NO_FAULTS
        message = f"must be {self.words}, not {short_text(value)}"
        return [ValueFault(message, self.cure, severity=self.severity)]


ONLY_NONE = Predicate("None", lambda value: value is None, {"type": "null"})
"""Accepts None alone."""


@dataclass(frozen=True)
class Storable(OfType):
    """Accepts whatever the database can store, for values that only the author's code reads.

    These are at most 200,000 values, 20 containers deep, and numbers of at most 64 bits.
    """

    types = (object,)

    words: str = "a value of your own"

    def faults(self, value: object) -> Faults:
        """Return the faults: above a limit of this kind, or not storable."""
        if isinstance(value, str) and len(value) <= MAX_TEXT:
            return NO_FAULTS
        walk = _Walk()
        walk.size(value, ())
        return walk.faults


STORABLE = Storable()
"""The one instance of `Storable`, which takes no arguments."""


class _Walk:
    """One pass through everything in a value; each container is visited once."""

    def __init__(self) -> None:
        self.faults: list[ValueFault] = []
        self._known: dict[int, int] = {}

    def size(self, value: object, path: tuple[object, ...]) -> int:
        """Return the number of values in a value, including itself; faults go to `faults`."""
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
        if total > _SIZE and not self.faults:
            self._tell(f"it contains more than {_SIZE:,} values", path)
        self._known[id(value)] = total
        return total

    def _single(self, value: object, path: tuple[object, ...]) -> None:
        if isinstance(value, int):
            if not -_MOST_WHOLE <= value < _MOST_WHOLE:
                self._tell(f"must be a whole number of 64 bits, not {short_text(value)}", path)
        elif isinstance(value, str | bytes):
            if len(value) > MAX_TEXT:
                words = f"a text of {MAX_TEXT:,} characters at most"
                self._tell(f"must be {words}, not {short_text(value)}", path)
        elif isinstance(value, float):
            if not isfinite(value):
                self._tell(f"must be a finite number, not {value!r}", path, Severity.WARNING)
        elif isinstance(value, BadValue):
            (fault,) = wrong_value("a text, a number, a list or a dict", value)
            self.faults.append(replace(fault, path=path))

    def _tell(
        self, message: str, path: tuple[object, ...], severity: Severity = Severity.ERROR
    ) -> None:
        self.faults.append(ValueFault(message, path=path, severity=severity))


def _is_plain(value: object) -> bool:
    """Whether a value is of a kind that prototypes may have; Evennia calls callables."""
    return value is None or isinstance(value, str | bytes | int | float) or callable(value)


REQUIRED, ABSENT = object(), object()
"""The defaults of keys that have none: required keys, and keys that act by being there."""


@dataclass(frozen=True)
class KeyRow:
    """One key of a `KeyTable`: what it accepts, what it means, and its default.

    Attributes:
        key: its name.
        kind: the validator of its values: `Text`, `WholeNumber`, `OneOf`, a `KeyTable` and others.
        meaning: what it is for, in a line.
        default: what counts if the key is left out: a value, or ABSENT for none; REQUIRED if it may
            not be left out. If it is None, None is accepted, too.
        code: the code of findings about it.
        lenient: whether a wrong value is a warning, since a game can run with it.
    """

    key: str
    kind: ValueKind
    meaning: str
    default: Any = None
    code: str = ""
    lenient: bool = False

    def faults(self, value: object) -> Faults:
        """Return what is wrong with a value of this key; warnings if the row is lenient."""
        if value is None and self.default is None:
            return NO_FAULTS
        faults = self.kind.faults(value)
        if self.lenient and faults:
            return [
                fault if fault.code == FOREIGN else replace(fault, severity=Severity.WARNING)
                for fault in faults
            ]
        return faults


@dataclass(frozen=True)
class KeyTable(OfType):
    """Accepts a dict with the keys of its rows.

    `own` validates the values of the author's own keys, which no row has; if it is None, there may
    be none. With `warns_of_own`, they are warned of: a slip or an absent part may be the reason.
    """

    types = (Mapping,)

    words: str
    rows: tuple[KeyRow, ...]
    own: ValueKind | None = field(default_factory=Storable)
    code: str = ""
    cure: str = ""
    warns_of_own: bool = False
    beside: tuple[str, ...] = ()
    """Known keys of another table, which an unknown key may be meant for."""
    more: Callable[[], tuple[KeyRow, ...]] | None = None
    """Returns rows that are known only later, such as those of parts."""

    @property
    def all_rows(self) -> tuple[KeyRow, ...]:
        """Its rows: the fixed ones, then those that parts (add-ons) add."""
        return self.rows if self.more is None else (*self.rows, *self.more())

    @cached_property
    def _first_rows(self) -> Mapping[object, KeyRow]:
        return {row.key: row for row in self.rows}

    @property
    def _by_key(self) -> Mapping[Any, KeyRow]:
        if self.more is None:
            return self._first_rows
        return {row.key: row for row in self.all_rows}

    @cached_property
    def _needed(self) -> tuple[str, ...]:
        return tuple(row.key for row in self.rows if row.default is REQUIRED)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a dict, a missing or unknown key, a wrong value."""
        if not isinstance(value, Mapping):
            return wrong_value(self.words, value, self.cure, self.code)
        faults: list[ValueFault] = []
        by_key = self._by_key
        for key, part in value.items():
            row = by_key.get(key)
            if row is not None:
                faults += [fault.below(key, row.code or self.code) for fault in row.faults(part)]
            else:
                faults += [fault.below(key, self.code) for fault in self._other(key, part)]
        for key in self._needed:
            if key not in value:
                words = by_key[key].kind.words
                faults.append(ValueFault(f"it is missing: {words}", self.cure, (key,), self.code))
        return faults

    def _other(self, key: object, value: object) -> Faults:
        """Return the fault of a key that has no row of its own."""
        if self.own is not None and not self.warns_of_own:
            return self.own.faults(value)
        keys = [*self._by_key, *self.beside]
        near, holder = likely_word(key, keys), self._holder_of(key)
        cure = f"did you mean {near!r}?" if near else f"known: {', '.join(keys)}"
        if holder:
            cure = f"write it into {holder!r}"
        if self.own is None:
            return [ValueFault("there is no such key", cure, code="unknown-key")]
        message, code, severity = "there is no such key", "slip", Severity.WARNING
        if not near:
            message, code, severity = "nothing here reads this key", "unread-key", Severity.INFO
            cure = "leave it to code of your own, or install the part that reads it"
        return [*self.own.faults(value), ValueFault(message, cure, (), code, severity)]

    def _holder_of(self, key: object) -> str:
        """Return the key whose value has a row for another key; empty if none has."""
        kinds = ((row.key, row.kind) for row in self.all_rows)
        tables = ((name, kind) for name, kind in kinds if isinstance(kind, KeyTable))
        return next((name for name, table in tables if key in table._by_key), "")


@dataclass(frozen=True)
class DictOf(OfType):
    """Accepts a dict whose keys are all of one kind, and whose values are all of one kind.

    `codes` is (code of findings about its keys, code of findings about its values).
    """

    types = (Mapping,)

    words: str
    key: ValueKind
    value: ValueKind
    cure: str = ""
    codes: tuple[str, str] = ("", "")
    own_keys: bool = False
    """Whether a key of another kind is only reported, because it has no effect."""
    most: int | None = None

    def faults(self, value: object) -> Faults:
        """Return the faults: not a dict, or a key or value of another kind."""
        if not isinstance(value, Mapping):
            return wrong_value(self.words, value, self.cure)
        if self.most is not None and len(value) > self.most:
            return wrong_value(f"{self.words}, {self.most:,} at most", value)
        of_keys, of_values = self.codes
        faults: list[ValueFault] = []
        for key, part in value.items():
            for fault in self.key.faults(key):
                severity = Severity.WARNING if self.own_keys else fault.severity
                described = replace(fault, cure=fault.cure or self.cure, severity=severity)
                faults.append(described.below(key, of_keys))
            faults += [fault.below(key, of_values) for fault in self.value.faults(part)]
        return faults


@dataclass(frozen=True)
class ListOf(OfType):
    """Accepts a list or a tuple of values of one kind."""

    types = (list, tuple)

    words: str
    item: ValueKind
    cure: str = ""
    most: int = 100_000
    code: str = ""

    def faults(self, value: object) -> Faults:
        """Return the faults: not a list, too long, or an item of another kind."""
        if not isinstance(value, list | tuple):
            return wrong_value(self.words, value, self.cure, self.code)
        if len(value) > self.most:
            return wrong_value(f"{self.words}, {self.most:,} at most", value)
        return [
            fault.below(number, self.code)
            for number, part in enumerate(value)
            for fault in self.item.faults(part)
        ]


@dataclass(frozen=True)
class Either:
    """Accepts a value of any of several kinds.

    The first kind that has the value's type reports its faults.
    """

    kinds: tuple[ValueKind, ...]
    name: str = ""
    cure: str = ""

    @property
    def words(self) -> str:
        """The kind in words."""
        return self.name or " or ".join(kind.words for kind in self.kinds)

    def has_right_type(self, value: object) -> bool:
        """Whether any of the kinds accepts its type."""
        return any(kind.has_right_type(value) for kind in self.kinds)

    def faults(self, value: object) -> Faults:
        """Return the faults that the first kind with the value's type reports."""
        for kind in self.kinds:
            if kind.has_right_type(value):
                return kind.faults(value)
        return wrong_value(self.words, value, self.cure)


@dataclass(frozen=True)
class TupleOf:
    """Accepts a tuple or list in one of several lengths, with a kind for each item.

    `forms` holds the kinds of the items for each length: ((X, Y), (X, Y, Z)).
    """

    words: str
    forms: tuple[tuple[ValueKind, ...], ...]
    tuples_only: bool = False

    def has_right_type(self, value: object) -> bool:
        """Whether it is a tuple or a list."""
        return isinstance(value, tuple if self.tuples_only else list | tuple)

    def faults(self, value: object) -> Faults:
        """Return one fault if the value has none of these lengths, or an item of another kind."""
        if self.has_right_type(value) and any(self._fits(form, value) for form in self.forms):
            return NO_FAULTS
        return wrong_value(self.words, value, f"write {self.words}")

    def _fits(self, form: tuple[ValueKind, ...], value: Any) -> bool:
        if len(form) != len(value):
            return False
        pairs = zip(form, value, strict=True)
        return all(kind.has_right_type(part) and not kind.faults(part) for kind, part in pairs)


_SOME_NAMES = 12  # are listed


@dataclass(frozen=True)
class KnownWords(OfType):
    """Accepts words of `needs`, such as `item:lamp`: one text, or a list of texts.

    `known` returns what may stand before the colon. A text that begins otherwise may be the game's
    own: it is warned of only if it resembles a known one. `names`, called with what stands before
    the colon, returns what may follow it; if empty, anything may.
    """

    types = (str, list, tuple)

    words: str
    known: Callable[[], Collection[str]]
    problem: str
    cure: str = ""
    names: Callable[[str], Collection[str]] = lambda word: ()

    def faults(self, value: object) -> Faults:
        """Return the faults: neither a text nor a list of texts, or a likely typing error."""
        if isinstance(value, str):
            return self._word(value)
        if not isinstance(value, list | tuple):
            return wrong_value(self.words, value, self.cure)
        faults = [(number, fault) for number, w in enumerate(value) for fault in self._word(w)]
        return [fault.below(number) for number, fault in faults]

    def _word(self, word: object) -> Faults:
        if not isinstance(word, str) or len(word) > 255:
            return [ValueFault(f"must be a word, not {short_text(word)}", self.cure)]
        kind, colon, tail = word.partition(":")
        kind = kind.strip()
        words = self.known()
        if kind in words:
            names = self.names(kind)
            if not names or tail.strip() in names:
                return NO_FAULTS
            near = likely_word(tail.strip(), names)
            some = ", ".join(sorted(names)[:_SOME_NAMES])
            cure = f"did you mean {f'{kind}:{near}'!r}?" if near else f"known: {some}"
        elif near := likely_word(kind, words):
            cure = f"did you mean {near + colon + tail!r}?"
        else:
            return NO_FAULTS
        return [
            ValueFault(f"{self.problem} {word!r}", cure, code="slip", severity=Severity.WARNING)
        ]
