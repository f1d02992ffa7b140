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

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.mapdata.faults import short_text
from xyzgrid_ext.core.mapdata.kinds import (
    ABSENT,
    REQUIRED,
    WORD,
    Either,
    KeyRow,
    KeyTable,
    ListOf,
    Predicate,
    Storable,
    Text,
    WholeNumber,
)
from xyzgrid_ext.core.names import list_items
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.dungeons.core.fight import TEXT_KEYS as FIGHT_KEYS
from xyzgrid_ext.parts.dungeons.core.masks.component import Component
from xyzgrid_ext.parts.dungeons.core.masks.mask import WHOLE, RoomMask
from xyzgrid_ext.parts.dungeons.core.masks.names import Kind

DEFAULT_WEIGHT = 10
"""The weight of an entry that states none: how often it is chosen."""
MAX_WEIGHT = 1000
"""The largest weight of an entry."""


def _line(words: str, least: int) -> Predicate:
    def is_line(value: object) -> bool:
        return isinstance(value, str) and "\n" not in value and len(value.strip()) >= least

    schema = {"type": "string", "pattern": "^[^\\n]*$"}
    return Predicate(words, is_line, schema, cure='write a text, as in "a rusty anchor"')


_LINE, _TITLE = _line("a line of text", 0), _line("a line of text that is not empty", 1)
_TEXTS = Either((Text(blank=False), ListOf("a list", Text(blank=False))), "a text, or several")
_WEIGHT = Predicate(
    f"a whole number from 1 to {MAX_WEIGHT}",
    lambda value: not WholeNumber(1, MAX_WEIGHT).faults(value),
    {"type": "integer", "minimum": 1, "maximum": MAX_WEIGHT},
    cure=f"{DEFAULT_WEIGHT} is usual, 20 is twice as often",
)


def _is_whole(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_depth(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    least, most = value
    return _is_whole(least) and (most is None or (_is_whole(most) and most >= least))


_DEPTH = Predicate(
    "a pair of whole numbers, least and most",
    _is_depth,
    {
        "type": "array",
        "prefixItems": [
            {"type": "integer", "minimum": 0},
            {"type": ["integer", "null"], "minimum": 0},
        ],
        "minItems": 2,
        "maxItems": 2,
    },
    cure="write (0, 5), or (3, None) for 3 and beyond",
)
_FIGHT = KeyTable(
    "a dict of texts",
    (
        *(KeyRow(key, _TEXTS, f"what is read at its `{key}`", ABSENT) for key in FIGHT_KEYS),
        KeyRow("wounds", Storable(), "how many beat it", ABSENT),
    ),
    own=None,
)
_ONLY = {
    "second": Kind.OBSTACLE,
    "board": Kind.PUZZLE,
    "answer": Kind.PUZZLE,
    "fight": Kind.ENEMY,
    "places": Kind.FLOOR,
}
"""The keys of rows of one kind."""
ROW = KeyTable(
    "a dict",
    (
        KeyRow("name", WORD, "the component", REQUIRED),
        KeyRow("title", _TITLE, "what a designer calls it", REQUIRED),
        KeyRow(
            "text", _TEXTS, "sentences for the room; {where} is the place in it", REQUIRED,
        ),
        KeyRow(
            "after", _LINE, "the text once it was opened, beaten, solved or passed", "",
        ),
        KeyRow(
            "again", _TEXTS, "other texts, for where `text` has been told already", ABSENT,
        ),
        KeyRow("weight", _WEIGHT, "how often", DEFAULT_WEIGHT),
        KeyRow(
            "depth", _DEPTH, "rooms from the entrance, least and most; null: no end", ABSENT,
        ),
        KeyRow("second", _LINE, "of an obstacle: where it keeps a plain chest", ""),
        KeyRow("board", _LINE, "of a puzzle: the board that solves it", ""),
        KeyRow("answer", _TEXTS, "of a puzzle: the words that solve it", ABSENT),
        KeyRow("fight", _FIGHT, "of an enemy: what is read in its fight", ABSENT),
        KeyRow(
            "theme", _TEXTS,
            "of a floor: what its zone is; of others: in which zones they are at home",
            ABSENT,
        ),
        KeyRow(
            "places", _TEXTS, "of a floor: what rooms of its zone may be called", ABSENT,
        ),
    ),
    own=None,
    code="malformed-row",
    cure='write {"name": "filler_000400_anchor", "title": "a rusty anchor", "text": "…"}',
)  # fmt: skip
"""The keys of a catalogue row, which is a dict."""
_RIDDLE = "riddle"
RIDDLE_FIELD = "{riddle}"
"""The field that a riddle of the catalogue replaces in the texts of a puzzle."""
_PLACE = re.compile(r"\{[^}]*\}?|\}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A catalogue row after reading.

    Attributes:
        least, most: the range of distances from the entrance, in rooms; `most` None for no limit.
        answers, themes: the row's `answer` and `theme`. The other fields are named as in ROW; in
            `texts`, `after` and `again`, `{where}` is filled in.
    """

    component: Component
    title: str
    texts: tuple[str, ...]
    weight: int = DEFAULT_WEIGHT
    least: int = 0
    most: int | None = None
    second: str = ""
    board: str = ""
    answers: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    after: str = ""
    again: tuple[str, ...] = ()
    fight: Record = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """The unique name of the component."""
        return self.component.name

    def is_for(self, depth: int) -> bool:
        """Whether it may be in a room that is `depth` rooms away from the entrance."""
        return self.least <= depth and (self.most is None or depth <= self.most)


class DeckRiddle(NamedTuple):
    """A riddle of the catalogue; the first of its answers is its name."""

    text: str
    answers: tuple[str, ...]


def riddles_in(rows: Iterable[object]) -> tuple[DeckRiddle, ...]:
    """Return the riddles among catalogue rows without faults."""
    deck = (row for row in rows if isinstance(row, Mapping) and _RIDDLE in row)
    return tuple(DeckRiddle(row[_RIDDLE], tuple(row["answer"])) for row in deck)


def read_rows(rows: Iterable[object], file: str = "") -> tuple[tuple[Entry, ...], list[Finding]]:
    """Return (entries of the catalogue rows without faults, findings about the other rows).

    A row is a dict with the keys of ROW. Findings name `file` and the number of the row, from 1.
    """
    entries: list[Entry] = []
    findings: list[Finding] = []
    first: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        if isinstance(row, Mapping) and _RIDDLE in row:
            findings += _riddle_faults(row, f"{file} row {number}".lstrip())
            continue
        result, place = _read(row, f"{file} row {number}".lstrip())
        if not isinstance(result, Entry):
            findings += result
            continue
        entry = result
        if entry.name in first:
            message = f"row {first[entry.name]} has the name {entry.name} as well"
            cure = f"add a variant, as in {entry.name}_2"
            findings.append(Finding.error("name-twice", message, cure, place))
            continue
        first[entry.name] = number
        entries.append(entry)
    return tuple(entries), findings


def _riddle_faults(row: Record, file: str) -> Iterator[Finding]:
    text, answers = row[_RIDDLE], row.get("answer")
    is_sound = isinstance(text, str) and isinstance(answers, list | tuple) and answers
    if not is_sound or row.keys() != {_RIDDLE, "answer"}:
        message, cure = "a riddle is not sound", 'write {"riddle": "…", "answer": ["echo"]}'
        yield Finding.error("puzzle-solution", message, cure, file=file)


def _read(row: object, file: str) -> tuple[Entry | list[Finding], str]:
    """Return the entry of a row, or what is wrong with it; and its place in messages."""
    component, findings = None, list[Finding]()
    if isinstance(row, Mapping) and isinstance(name := row.get("name"), str):
        try:
            component = Component.parse(name, file)
            file = f"{file} {name}"
        except RefusedError as refused:
            findings += refused.findings
    findings += [fault.finding(file) for fault in ROW.faults(row)]
    if not isinstance(row, Mapping):
        return findings, file
    findings += _contradictions(row, component.kind if component else None, file)
    if component is None or findings:
        return findings, file
    place = _place_of(component)
    words = {
        key: tuple(" ".join(text.split()).replace("{where}", place) for text in _several(row, key))
        for key in ("text", "again", "answer", "theme", "places")
    }
    least, most = row.get("depth", (0, None))
    return Entry(
        component,
        row["title"].strip(),
        words["text"],
        row.get("weight", DEFAULT_WEIGHT),
        least,
        most,
        row.get("second", "").strip(),
        row.get("board", "").strip(),
        words["answer"],
        words["theme"],
        words["places"],
        row.get("after", "").strip().replace("{where}", place),
        words["again"],
        row.get("fight", {}),
    ), file


def _several(row: Record, key: str) -> Iterator[str]:
    """Yield the texts under a key, whether it has one or several."""
    value = row.get(key, ())
    for text in [value] if isinstance(value, str) else list_items(value):
        if isinstance(text, str):
            yield text


def _contradictions(row: Record, kind: Kind | None, file: str) -> Iterator[Finding]:
    """Yield what is wrong with a row of a kind although each of its values is sound."""
    for key, only in _ONLY.items():
        if row.get(key) and kind not in (None, only):
            message = f"{key} is for {only}s only"
            yield Finding.error("key-of-another-kind", message, f"take {key} away", file)
    if row.get("text") in ([], ()):
        cure = 'add "text": ["An anchor lies here."]'
        yield Finding.error("no-text", "the row has no text", cure, file)
    texts = "\n".join(text for key in ("text", "after", "again") for text in _several(row, key))
    for part in _PLACE.findall(texts):
        if part != "{where}" and not (part == RIDDLE_FIELD and kind is Kind.PUZZLE):
            cure = "only {where} is filled in, with the place that the mask takes"
            message = f"{short_text(part)} means nothing in a text"
            yield Finding.error("unknown-place", message, cure, file)
    if kind is Kind.PUZZLE and RIDDLE_FIELD not in str(row.get("text")):
        board, answers = row.get("board"), row.get("answer")
        if bool(board) == bool(answers):
            fault = "both a board and an answer" if board else "neither a board nor an answer"
            cure = 'write "board": "boxes:1", or "answer": ["echo"]'
            yield Finding.error("puzzle-solution", f"the puzzle has {fault}", cure, file)


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
_TOP = RoomMask(0o700)


def _place_of(component: Component) -> str:
    """Return the mask for a thing's place: the wall of a door, or the slots of other things."""
    if component.kind is Kind.DOOR:
        return mask_in_words(RoomMask.of_sides(component.sides))
    return mask_in_words(component.mask)


def mask_in_words(mask: RoomMask) -> str:
    """Return where a mask is in a room: `the north-west corner`; for a door, `the east wall`."""
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
