"""The conditions under which a level is won or lost, in its builder's words.

none m            no m is visible
some @ +          at least one @ or + is visible (characters may be written together: some @+)
at least 3 O      three or more; at most 0 O is none O
all O on .        every O stands where the level had a . at its start
none m and some @ both
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from xyzgrid_ext.core.findings import MapError

_AND = re.compile(r"(?:^|\s+)and(?:\s+|$)")
_USAGE = "expected none X, some X, at least N X, at most N X or all X on Y, joined by and"


class LevelCells(NamedTuple):
    """The symbols of a level, row by row without newlines: now, and at its start."""

    now: bytes
    start: bytes


_Test = Callable[[LevelCells, bytes, int, bytes], bool]


class _Form(NamedTuple):
    """A form of a condition: its characters `what`, then a number and a place."""

    pattern: re.Pattern[str]
    test: _Test


def _count(view: LevelCells, what: bytes) -> int:
    return sum(map(view.now.count, (bytes([code]) for code in what)))


def _all_on(view: LevelCells, what: bytes, number: int, place: bytes) -> bool:
    pairs = zip(view.now, view.start, strict=True)
    return all(before in place for code, before in pairs if code in what)


_FORMS = (
    _Form(re.compile(r"none (?P<what>.+)"), lambda v, what, n, p: _count(v, what) == 0),
    _Form(re.compile(r"some (?P<what>.+)"), lambda v, what, n, p: _count(v, what) > 0),
    _Form(
        re.compile(r"at least (?P<number>[0-9]{1,6}) (?P<what>.+)"),
        lambda v, what, n, p: _count(v, what) >= n,
    ),
    _Form(
        re.compile(r"at most (?P<number>[0-9]{1,6}) (?P<what>.+)"),
        lambda v, what, n, p: _count(v, what) <= n,
    ),
    _Form(re.compile(r"all (?P<what>.+) on (?P<place>.+)"), _all_on),
)


class _Part(NamedTuple):
    test: _Test
    what: bytes
    number: int
    place: bytes


@dataclass(frozen=True)
class Condition:
    """A condition for winning or losing: its text, and clauses that must all be true (`parts`)."""

    text: str
    parts: tuple[_Part, ...]

    @property
    def characters(self) -> str:
        """All symbols that the condition mentions, in one string, sorted."""
        return "".join(
            sorted({c for part in self.parts for c in (part.what + part.place).decode()})
        )

    def holds(self, level: LevelCells) -> bool:
        """Whether the condition is true of the cells of a level."""
        return all(part.test(level, part.what, part.number, part.place) for part in self.parts)


def parse_condition(text: str) -> Condition:
    """Return the condition of a text such as `none x and at least 2 o`.

    Raises:
        MapError: if it is malformed; the error names the possible forms.
    """
    return Condition(text, tuple(_part(words) for words in _AND.split(text.strip())))


def _part(words: str) -> _Part:
    words = " ".join(words.split())
    for form in _FORMS:
        match = form.pattern.fullmatch(words)
        if match and words.isascii():
            groups = match.groupdict("")
            what, place = (groups.get(name, "").replace(" ", "") for name in ("what", "place"))
            return _Part(form.test, what.encode(), int(groups.get("number", 0)), place.encode())
    raise MapError(f"{words[:40]!r} is not a condition", _USAGE)
