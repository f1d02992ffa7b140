"""Rows: a catalogue as an author writes it, read into entries; all faults are reported.

A row is a mapping of plain values, so that a map module can hold its own:

    {"name": "filler_000400_anchor",               what it is and takes: see `names`
     "title": "a rusty anchor",                    what a designer calls it
     "text": ["An anchor leans in {where}."],      pieces for descriptions; {where} is its place
     "after": "The anchor is gone from {where}.",  what is told when it was opened, beaten, solved
     "again": ["In {where} is another anchor."],   other texts where `text` has been told already
     "weight": 5,                                  how often, against 10 for others like it
     "depth": (3, 8),                              rooms from the entrance; (3, None): and beyond
     "second": "on a ledge beyond the gap",        obstacle: where it can keep one plain chest
     "board": "boxes:3",                           puzzle: the board that solves it,
     "answer": ["echo"],                           or the words that do; or see below
     "fight": {"end": "It is gone."},              enemy: what is read in its fight: see `fight`
     "theme": "harbour",                           floor: what its zone is; others: where at home
     "places": ["quay", "slipway"]}                floor: what rooms of its zone may be called

Only name, title and text have to be there. A puzzle with `{riddle}` in all its texts asks a riddle
of the catalogue's deck, of which each has a row of its own; the first answer is its name:

    {"riddle": "I fall all day, and am never hurt.", "answer": ["rain"]}
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.parts.dungeons.core.fight import KEYS as FIGHT_KEYS
from xyzgrid_ext.parts.dungeons.core.masks.component import Component
from xyzgrid_ext.parts.dungeons.core.masks.mask import WHOLE, Mask, shown
from xyzgrid_ext.parts.dungeons.core.masks.names import Kind, either

USUAL_WEIGHT = 10
MAX_WEIGHT = 1000

_LINE = {"type": "string", "pattern": "^[^\\n]*$"}
_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_DEPTH = [{"type": "integer", "minimum": 0}, {"type": ["integer", "null"], "minimum": 0}]
FIELDS: dict[str, dict[str, Any]] = {
    "name": {"type": "string", "description": "the component"},
    "title": _LINE | {"description": "what a designer calls it"},
    "text": _TEXTS | {"description": "sentences for the room; {where} is the place in it"},
    "after": _LINE | {"description": "the text once it was opened, beaten, solved or passed"},
    "again": _TEXTS | {"description": "other texts, for where `text` has been told already"},
    "weight": {
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_WEIGHT,
        "default": USUAL_WEIGHT,
        "description": "how often",
    },
    "depth": {
        "type": "array",
        "prefixItems": _DEPTH,
        "minItems": 2,
        "maxItems": 2,
        "description": "rooms from the entrance, least and most; null: no end",
    },
    "second": _LINE | {"description": "of an obstacle: where it keeps a plain chest"},
    "board": _LINE | {"description": "of a puzzle: the board that solves it"},
    "answer": _TEXTS | {"description": "of a puzzle: the words that solve it"},
    "fight": {"type": "object", "description": "of an enemy: what is read in its fight"},
    "theme": _TEXTS
    | {"description": "of a floor: what its zone is; of others: in which zones they are at home"},
    "places": _TEXTS | {"description": "of a floor: what rooms of its zone may be called"},
}
"""The keys of a row, each with its JSON schema."""
KEYS = tuple(FIELDS)
_NEEDED = ("name", "title", "text")
_RIDDLE = "riddle"
ASKS = "{riddle}"
"""Stands in the texts of a puzzle for a riddle of the deck."""
_PLACE = re.compile(r"\{[^}]*\}?|\}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A row after reading.

    `texts`, `after` and `again` have their place filled in. It may be in rooms at a distance from
    `least` to `most` from the entrance, both included; None means no limit.
    """

    component: Component
    title: str
    texts: tuple[str, ...]
    weight: int = USUAL_WEIGHT
    least: int = 0
    most: int | None = None
    second: str = ""
    board: str = ""
    answers: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    after: str = ""
    again: tuple[str, ...] = ()
    fight: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """The unique name of the component."""
        return self.component.name

    def is_for(self, depth: int) -> bool:
        """Whether it may be in a room that is `depth` rooms from the entrance."""
        return self.least <= depth and (self.most is None or depth <= self.most)


class DeckRiddle(NamedTuple):
    """A riddle of the deck; the first of its answers is its name."""

    text: str
    answers: tuple[str, ...]


def riddles_in(rows: Iterable[object]) -> tuple[DeckRiddle, ...]:
    """Return the deck: the riddles among sound rows."""
    deck = (row for row in rows if isinstance(row, Mapping) and _RIDDLE in row)
    return tuple(DeckRiddle(row[_RIDDLE], tuple(row["answer"])) for row in deck)


def schema() -> dict[str, object]:
    """Return the JSON schema of a catalogue, draft 2020-12. A schema cannot check names."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "CATALOGUE",
        "type": "array",
        "items": {
            "type": "object",
            "properties": FIELDS,
            "required": list(_NEEDED),
            "additionalProperties": False,
        },
    }


def read_rows(rows: Iterable[object], file: str = "") -> tuple[tuple[Entry, ...], list[Finding]]:
    """Read the sound rows, and report the faults of the others.

    `file` is the source of the rows in findings; rows count from 1.
    """
    entries: list[Entry] = []
    findings: list[Finding] = []
    first: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        if isinstance(row, Mapping) and _RIDDLE in row:
            findings += _riddle_faults(row, f"{file} row {number}".lstrip())
            continue
        reader = _Row(row, f"{file} row {number}".lstrip())
        entry = reader.read()
        findings += reader.findings
        if entry is None:
            continue
        if entry.name in first:
            message = f"row {first[entry.name]} has the name {entry.name} as well"
            reader.fault("name-twice", message, f"add a variant, as in {entry.name}_2")
            findings.append(reader.findings[-1])
            continue
        first[entry.name] = number
        entries.append(entry)
    return tuple(entries), findings


def _riddle_faults(row: Mapping[str, Any], file: str) -> Iterator[Finding]:
    text, answers = row[_RIDDLE], row.get("answer")
    is_sound = isinstance(text, str) and isinstance(answers, list | tuple) and answers
    if not is_sound or row.keys() != {_RIDDLE, "answer"}:
        message, cure = "a riddle is not sound", 'write {"riddle": "…", "answer": ["echo"]}'
        yield Finding(Severity.ERROR, "puzzle-solution", message, cure, file=file)


class _Row:
    """One row and the findings about it so far."""

    def __init__(self, row: object, file: str) -> None:
        self.row: Mapping[str, Any] = row if isinstance(row, Mapping) else {}
        self.is_row = isinstance(row, Mapping)
        self.file = file
        self.findings: list[Finding] = []

    def fault(self, code: str, message: str, cure: str) -> None:
        self.findings.append(Finding(Severity.ERROR, code, message, cure, file=self.file))

    def read(self) -> Entry | None:
        """Return the entry; None, and findings, if any part of the row is wrong."""
        if not self.is_row:
            self.fault("not-a-row", "a row is not a mapping", 'write {"name": …, "title": …}')
            return None
        component = self._component()
        self._keys()
        title = self._line("title", needed=True)
        texts = self._texts(component)
        weight = self._weight()
        least, most = self._depth()
        second = self._line("second", only=Kind.OBSTACLE, component=component)
        board = self._line("board", only=Kind.PUZZLE, component=component)
        answers = self._answers(component, board)
        themes = self._words("theme") or ()
        places = self._of_kind("places", Kind.FLOOR, component)
        after = self._with_place([self._line("after")], component)[0]
        again = self._with_place(self._words("again") or (), component)
        fight = self._fight(component)
        if self.findings or component is None:
            return None
        return Entry(
            component,
            title,
            texts,
            weight,
            least,
            most,
            second,
            board,
            answers,
            themes,
            places,
            after,
            again,
            fight,
        )

    def _keys(self) -> None:
        for key in self.row:
            if key in KEYS:
                continue
            near = difflib.get_close_matches(str(key)[:40], KEYS, n=1)
            cure = f"expected {either(KEYS)}" + (f"; did you mean '{near[0]}'?" if near else "")
            self.fault("unknown-key", f"unknown key {shown(str(key))}", cure)

    def _component(self) -> Component | None:
        name = self.row.get("name")
        if not isinstance(name, str):
            self.fault("no-name", "the row has no name", 'add "name": "filler_000400_anchor"')
            return None
        try:
            component = Component.parse(name, self.file)
        except RefusedError as refused:
            self.findings += refused.findings
            return None
        self.file = f"{self.file} {name}"
        return component

    def _line(
        self,
        key: str,
        *,
        needed: bool = False,
        only: Kind | None = None,
        component: Component | None = None,
    ) -> str:
        value = self.row.get(key, "")
        if not isinstance(value, str) or "\n" in value or (needed and not value.strip()):
            self.fault("not-a-line", f"{key} is not a line of text", f'write "{key}": "…"')
            return ""
        if value and only and component and component.kind is not only:
            message = f"{key} is for {only}s only"
            self.fault("key-of-another-kind", message, f"take {key} away")
        return value.strip()

    def _words(self, key: str) -> tuple[str, ...] | None:
        value = self.row.get(key, ())
        if isinstance(value, str):
            value = (value,)
        if not isinstance(value, list | tuple) or not all(
            isinstance(text, str) and text.strip() for text in value
        ):
            self.fault("not-texts", f"{key} is not a list of texts", f'write "{key}": ["…", "…"]')
            return None
        return tuple(" ".join(text.split()) for text in value)

    def _texts(self, component: Component | None) -> tuple[str, ...]:
        texts = self._words("text")
        if texts == ():
            self.fault("no-text", "the row has no text", 'add "text": ["An anchor lies here."]')
        return self._with_place(texts or (), component)

    def _with_place(
        self, texts: Iterable[str], component: Component | None = None
    ) -> tuple[str, ...]:
        """Return texts with the place of a component filled in, if there is one."""
        for found in _PLACE.findall("\n".join(texts := tuple(texts))):
            if found == ASKS and component and component.kind is Kind.PUZZLE:
                continue
            if found != "{where}":
                cure = "only {where} is filled in, with the place that the mask takes"
                self.fault("unknown-place", f"{shown(found)} means nothing in a text", cure)
        place = _place_of(component) if component else "{where}"
        return tuple(text.replace("{where}", place) for text in texts)

    def _weight(self) -> int:
        weight = self.row.get("weight", USUAL_WEIGHT)
        if type(weight) is int and 1 <= weight <= MAX_WEIGHT:
            return weight
        message = f"the weight {shown(str(weight))} is not a whole number from 1 to {MAX_WEIGHT}"
        self.fault("bad-weight", message, f"{USUAL_WEIGHT} is usual, 20 is twice as often")
        return USUAL_WEIGHT

    def _depth(self) -> tuple[int, int | None]:
        depth = self.row.get("depth", (0, None))
        if isinstance(depth, list | tuple) and len(depth) == 2:
            least, most = depth
            whole = type(least) is int and least >= 0
            if whole and (most is None or (type(most) is int and most >= least)):
                return least, most
        message = f"the depth {shown(str(depth))} is not a pair of whole numbers, least and most"
        self.fault("bad-depth", message, "write (0, 5), or (3, None) for 3 and beyond")
        return 0, None

    def _of_kind(self, key: str, kind: Kind, component: Component | None) -> tuple[str, ...]:
        words = self._words(key) or ()
        if words and component and component.kind is not kind:
            message = f"{key} is for {kind}s only"
            self.fault("key-of-another-kind", message, f"take {key} away")
        return words

    def _fight(self, component: Component | None) -> Mapping[str, Any]:
        fight: Mapping[str, Any] = self.row.get("fight", {})
        if fight and component and component.kind is not Kind.ENEMY:
            self.fault("key-of-another-kind", "fight is for enemies only", "take fight away")
        if not isinstance(fight, Mapping) or not {*FIGHT_KEYS, "wounds"}.issuperset(fight):
            cure = f"write a dict with some of {', '.join(FIGHT_KEYS)} and wounds"
            self.fault("not-texts", "fight is not a dict of texts", cure)
            return {}
        for key in FIGHT_KEYS:
            texts = fight.get(key, ())
            if not (
                isinstance(texts, (str, list, tuple))
                and all(isinstance(text, str) for text in texts)
            ):
                self.fault("not-texts", f"{key} of fight is no text", f'write "{key}": "…"')
        return fight

    def _answers(self, component: Component | None, board: str) -> tuple[str, ...]:
        answers = self._words("answer")
        if answers is None or component is None:
            return ()
        if component.kind is Kind.PUZZLE and ASKS in str(self.row.get("text")):
            return ()
        if component.kind is Kind.PUZZLE and bool(board) == bool(answers):
            fault = "both a board and an answer" if board else "neither a board nor an answer"
            cure = 'write "board": "boxes:1", or "answer": ["echo"]'
            self.fault("puzzle-solution", f"the puzzle has {fault}", cure)
        elif answers and component.kind is not Kind.PUZZLE:
            message = "answer is for puzzles only"
            self.fault("key-of-another-kind", message, "take answer away")
        return answers


_WHERE = {
    "400": "the north-west corner",
    "200": "the north end",
    "100": "the north-east corner",
    "040": "the west end",
    "020": "the middle",
    "010": "the east end",
    "004": "the south-west corner",
    "002": "the south end",
    "001": "the south-east corner",
    "700": "the north side",
    "111": "the east side",
    "007": "the south side",
    "444": "the west side",
    "070": "the width of the room",
    "222": "the length of the room",
    "757": "the edge of the room",
    "505": "all four corners",
    "525": "the corners and the middle",
    "252": "all four sides",
    "272": "the cross of the room",
    "777": "the whole room",
}
_TOP = Mask(0o700)


def _place_of(component: Component) -> str:
    """Return the mask for a thing's place: the wall of a door, or the slots of other things."""
    if component.kind is Kind.DOOR:
        return where(Mask.of_sides(component.sides))
    return where(component.mask)


def where(mask: Mask) -> str:
    """Return the place of a mask in words: `the north-west corner`, `the east wall` for a door."""
    slots = mask & WHOLE
    if not slots:
        walls = [side.value for side in mask.doors]
        return f"the {walls[0]} wall" if len(walls) == 1 else "the walls" if walls else "the room"
    if f"{slots.bits:03o}" in _WHERE:
        return _WHERE[f"{slots.bits:03o}"]
    north = (slots & _TOP).size - (slots & _TOP.rotated(2)).size
    east = (slots & _TOP.rotated()).size - (slots & _TOP.rotated(3)).size
    words = ["north"] * (north > 0) + ["south"] * (north < 0)
    words += ["east"] * (east > 0) + ["west"] * (east < 0)
    return f"the {'-'.join(words) or 'middle'} part of the room"
