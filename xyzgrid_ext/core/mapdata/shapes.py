"""Kinds of values that hold others: lists, dicts with fixed keys or of one kind, choices.

KeyTable((KeyRow("key", WORD, "..."), ...))    a dict with these keys; `own` ones are the author's
Keyed(PLACE, ROOM)                       a dict of any number of such keys
ListOf(WORD)                             a list or a tuple
Either(PLACE, EXIT)                      the one whose type it is
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.mapdata.faults import FOREIGN, NONE, Faults, ValueFault, meant, shown, wrong
from xyzgrid_ext.core.mapdata.kinds import Own, Schema, ValueKind

REQUIRED, ABSENT = object(), object()
"""The defaults of keys that have none: required keys, and keys that act by being there."""


@dataclass(frozen=True)
class KeyRow:
    """A key of a table: what it accepts, what it means, and its default.

    None is accepted if the default is None. `code` is the code of findings about it; `lenient` says
    that a game can run with a wrong value, which is then only reported.
    """

    key: str
    kind: ValueKind
    meaning: str
    default: Any = None
    code: str = ""
    lenient: bool = False

    def faults(self, value: object) -> Faults:
        """Return the faults of a value for this key."""
        if value is None and self.default is None:
            return NONE
        found = self.kind.faults(value)
        if self.lenient and found:
            return [
                fault if fault.code == FOREIGN else replace(fault, severity=Severity.WARNING)
                for fault in found
            ]
        return found


@dataclass(frozen=True)
class KeyTable:
    """A dict with fixed keys; `own` is the kind of an author's own keys, None to allow none.

    With `tells_slips` a key that resembles a known one is reported.
    """

    words: str
    rows: tuple[KeyRow, ...]
    own: ValueKind | None = field(default_factory=Own)
    code: str = ""
    cure: str = ""
    tells_slips: bool = False
    beside: tuple[str, ...] = ()
    """Known keys of another table, which an unknown key may be meant for."""

    @cached_property
    def _by_key(self) -> Mapping[object, KeyRow]:
        return {row.key: row for row in self.rows}

    @cached_property
    def _needed(self) -> tuple[str, ...]:
        return tuple(row.key for row in self.rows if row.default is REQUIRED)

    def takes(self, value: object) -> bool:
        """Whether it is a dict."""
        return isinstance(value, Mapping)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a dict, a missing or unknown key, a wrong value."""
        if not isinstance(value, Mapping):
            return [
                replace(f, code=f.code or self.code) for f in wrong(self.words, value, self.cure)
            ]
        found: list[ValueFault] = []
        for key, part in value.items():
            row = self._by_key.get(key)
            if row is not None:
                found += [fault.below(key, row.code or self.code) for fault in row.faults(part)]
            else:
                found += [fault.below(key, self.code) for fault in self._other(key, part)]
        for key in self._needed:
            if key not in value:
                words = self._by_key[key].kind.words
                found.append(ValueFault(f"it is missing: {words}", self.cure, (key,), self.code))
        return found

    def _other(self, key: object, value: object) -> Faults:
        """Return the fault of a key that has no row of its own."""
        if self.own is not None and not self.tells_slips:
            return self.own.faults(value)
        known = [*(row.key for row in self.rows), *self.beside]
        near, holder = meant(key, known), self._holder_of(key)
        cure = f"did you mean {near!r}?" if near else f"known: {', '.join(known)}"
        if holder:
            cure = f"write it into {holder!r}"
        if self.own is None:
            return [ValueFault("there is no such key", cure, code="unknown-key")]
        slip = ValueFault("there is no such key", cure, code="slip", severity=Severity.WARNING)
        return [*self.own.faults(value), *[slip] * bool(near)]

    def _holder_of(self, key: object) -> str:
        """Return the key whose value has a row for another key; empty if none has."""
        kinds = ((row.key, row.kind) for row in self.rows)
        tables = ((own, kind) for own, kind in kinds if isinstance(kind, KeyTable))
        return next((own for own, table in tables if key in table._by_key), "")

    def schema(self) -> Schema:
        """Return the schema of an object with properties."""
        found: Schema = {
            "type": "object",
            "properties": {row.key: _property(row) for row in self.rows},
        }
        if self._needed:
            found["required"] = list(self._needed)
        if self.own is None:
            found["additionalProperties"] = False
        return found


def _property(row: KeyRow) -> Schema:
    """Return the schema of a row's value."""
    of = row.kind.schema()
    if row.default is None:
        of = {"anyOf": [of, {"type": "null"}]}
    found = {**of, "description": row.meaning}
    if row.default not in (REQUIRED, ABSENT, None):
        found["default"] = list(row.default) if isinstance(row.default, tuple) else row.default
    return found


@dataclass(frozen=True)
class Keyed:
    """A dict with any number of keys of one kind and values of one kind.

    `keys` and `values` give the codes of findings about them.
    """

    words: str
    key: ValueKind
    value: ValueKind
    cure: str = ""
    codes: tuple[str, str] = ("", "")
    own_keys: bool = False
    """Whether a key of another kind is only reported, because it has no effect."""
    most: int | None = None

    def takes(self, value: object) -> bool:
        """Whether it is a dict."""
        return isinstance(value, Mapping)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a dict, or a key or value of another kind."""
        if not isinstance(value, Mapping):
            return wrong(self.words, value, self.cure)
        if self.most is not None and len(value) > self.most:
            return wrong(f"{self.words}, {self.most:,} at most", value)
        of_keys, of_values = self.codes
        found: list[ValueFault] = []
        for key, part in value.items():
            for fault in self.key.faults(key):
                severity = Severity.WARNING if self.own_keys else fault.severity
                told = replace(fault, cure=fault.cure or self.cure, severity=severity)
                found.append(told.below(key, of_keys))
            found += [fault.below(key, of_values) for fault in self.value.faults(part)]
        return found

    def schema(self) -> Schema:
        """Return the schema of an object, whose keys are written as text."""
        names = self.key.schema()
        return {
            "type": "object",
            **({} if self.most is None else {"maxProperties": self.most}),
            "propertyNames": names if names.get("type") == "string" else _AS_TEXT,
            "additionalProperties": self.value.schema(),
        }


_AS_TEXT = {"type": "string", "pattern": r"^\(.*\)$"}


@dataclass(frozen=True)
class ListOf:
    """A list or a tuple of values of one kind."""

    words: str
    item: ValueKind
    cure: str = ""
    most: int = 100_000
    code: str = ""

    def takes(self, value: object) -> bool:
        """Whether it is a list or a tuple."""
        return isinstance(value, list | tuple)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a list, too long, or an item of another kind."""
        if not isinstance(value, list | tuple):
            return [
                replace(f, code=f.code or self.code) for f in wrong(self.words, value, self.cure)
            ]
        if len(value) > self.most:
            return wrong(f"{self.words}, {self.most:,} at most", value)
        return [
            fault.below(number, self.code)
            for number, part in enumerate(value)
            for fault in self.item.faults(part)
        ]

    def schema(self) -> Schema:
        """Return the schema of an array."""
        return {"type": "array", "items": self.item.schema(), "maxItems": self.most}


@dataclass(frozen=True)
class Either:
    """A value of one of several kinds: the first that accepts its type reports its faults."""

    kinds: tuple[ValueKind, ...]
    said: str = ""
    cure: str = ""

    @property
    def words(self) -> str:
        """The kind in words."""
        return self.said or " or ".join(kind.words for kind in self.kinds)

    def takes(self, value: object) -> bool:
        """Whether any of the kinds accepts its type."""
        return any(kind.takes(value) for kind in self.kinds)

    def faults(self, value: object) -> Faults:
        """Return the faults that its kind reports."""
        for kind in self.kinds:
            if kind.takes(value):
                return kind.faults(value)
        return wrong(self.words, value, self.cure)

    def schema(self) -> Schema:
        """Return the schema of any of several."""
        return {"anyOf": [kind.schema() for kind in self.kinds]}


@dataclass(frozen=True)
class TupleOf:
    """A tuple or list with a kind for each of its parts, in one of several lengths.

    `forms` holds the kinds for each length: ((X, Y), (X, Y, Z)).
    """

    words: str
    forms: tuple[tuple[ValueKind, ...], ...]
    tuples_only: bool = False

    def takes(self, value: object) -> bool:
        """Whether it is a tuple or a list."""
        return isinstance(value, tuple if self.tuples_only else list | tuple)

    def faults(self, value: object) -> Faults:
        """Return the fault: another form."""
        if self.takes(value) and any(self._fits(form, value) for form in self.forms):
            return NONE
        return wrong(self.words, value, f"write {self.words}")

    def _fits(self, form: tuple[ValueKind, ...], value: Any) -> bool:
        if len(form) != len(value):
            return False
        pairs = zip(form, value, strict=True)
        return all(kind.takes(part) and not kind.faults(part) for kind, part in pairs)

    def schema(self) -> Schema:
        """Return the schema of an array of fixed parts, in any of several lengths."""
        return {
            "anyOf": [
                {
                    "type": "array",
                    "prefixItems": [kind.schema() for kind in form],
                    "items": False,
                    "minItems": len(form),
                }
                for form in self.forms
            ]
        }


@dataclass(frozen=True)
class KnownWords:
    """A word or a list of words; the part before a colon must be a known one.

    An unknown word may be the game's own: it is reported only if it resembles a known one.
    """

    words: str
    known: tuple[str, ...]
    told: str
    cure: str = ""

    def takes(self, value: object) -> bool:
        """Whether it is a word or a list."""
        return isinstance(value, str | list | tuple)

    def faults(self, value: object) -> Faults:
        """Return the faults: not a list, an item that is not a word, or a likely typing error."""
        if isinstance(value, str):
            return self._word(value)
        if not isinstance(value, list | tuple):
            return wrong(self.words, value, self.cure)
        found = [(number, fault) for number, w in enumerate(value) for fault in self._word(w)]
        return [fault.below(number) for number, fault in found]

    def _word(self, word: object) -> Faults:
        if not isinstance(word, str) or len(word) > 255:
            return [ValueFault(f"must be a word, not {shown(word)}", self.cure)]
        kind, colon, rest = word.partition(":")
        kind = kind.strip()
        if kind in self.known or not (near := meant(kind, self.known)):
            return NONE
        return [
            ValueFault(
                f"{self.told} {word!r}",
                f"did you mean {near + colon + rest!r}?",
                (),
                "slip",
                _WARNING,
            )
        ]

    def schema(self) -> Schema:
        """Return the schema of a string or an array of strings."""
        word = {"type": "string", "maxLength": 255}
        return {"anyOf": [{"type": "array", "items": word}, word]}


_WARNING = Severity.WARNING
