"""The rows for prototypes, and for maps that are written room by room, with the kinds of places.

A row accepts whatever the game can use. Evennia tolerates more in its own keys, so a name that is a
number is only reported, and the map is not refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.grid.areas import AREA, TAG, parse_range
from xyzgrid_ext.core.grid.from_rooms import BOUNDS_TEXT, MAX_WEIGHT, MOST_ACROSS
from xyzgrid_ext.core.grid.overrides import WILDCARD, parse_whole_number
from xyzgrid_ext.core.mapdata.faults import (
    NO_FAULTS,
    Faults,
    ValueFault,
    likely_key,
    short_text,
    wrong_value,
)
from xyzgrid_ext.core.mapdata.kinds import (
    REQUIRED,
    STORABLE,
    WORD,
    DictOf,
    Either,
    Flag,
    KeyRow,
    KeyTable,
    KnownWords,
    ListOf,
    Number,
    OfType,
    OneOf,
    Predicate,
    Text,
    TupleOf,
    ValueKind,
)
from xyzgrid_ext.core.parts import CLOCK_WORDS, CorePart, core_parts, core_parts_by_name

START_AND_END = ("start", "end")
"""Stand for the coordinates of a matrix's start and end in keys of its `prototypes`."""
_MOST_FAR = 1 << 20  # a coordinate: what fits into a Grid


def _is_coordinate(value: object, least: int = -_MOST_FAR, most: int = _MOST_FAR) -> bool:
    if type(value) is int:  # as nearly all are
        return least <= value <= most
    number = None if isinstance(value, bool) else parse_whole_number(value)
    return number is not None and least <= number <= most


def _is_place_in_key(value: object) -> bool:
    return (isinstance(value, str) and value.strip() == WILDCARD) or _is_coordinate(value)


WHOLE_NUMBER = Predicate("a whole number", _is_coordinate, {"type": "integer"})
"""Accepts x, y or z of any map, as a number or as text."""
_OWN = Predicate(
    f"a whole number from 0 to {MOST_ACROSS - 1}",
    lambda value: _is_coordinate(value, 0, MOST_ACROSS - 1),
    {"type": "integer", "minimum": 0, "maximum": MOST_ACROSS - 1},
)
_ACROSS = Predicate(
    f"a whole number from {1 - MOST_ACROSS} to {MOST_ACROSS - 1}",
    lambda value: _is_coordinate(value, 1 - MOST_ACROSS, MOST_ACROSS - 1),
    {"type": "integer", "minimum": 1 - MOST_ACROSS, "maximum": MOST_ACROSS - 1},
)
_OWN_FORMS = ((_ACROSS, _ACROSS, _OWN), (_ACROSS, _ACROSS))
_AXIS = Predicate("a whole number or '*'", _is_place_in_key, {"type": ["integer", "string"]})
MAP_NAME = Predicate(
    "the name of a map",
    lambda value: (
        not isinstance(value, bool) and not WORD.faults(str(value))
        if isinstance(value, str | int) and (isinstance(value, str) or abs(value) < 1 << 63)
        else False
    ),
    {"type": ["string", "integer"]},
)
"""Accepts the name of a map: a text or, as in Evennia's contrib, a number."""
# not a number, which would be the sheet of this map
_OTHER_MAP = Predicate(
    "the name of a map",
    lambda value: (
        isinstance(value, str) and not WORD.faults(value) and parse_whole_number(value) is None
    ),
    {"type": "string"},
)
COORDINATE = TupleOf(f"(x, y, z), {BOUNDS_TEXT}", _OWN_FORMS)  # routes may have lists
"""Accepts the coordinate of a room on this map, (x, y, z) or (x, y)."""
TARGET = TupleOf(
    '(x, y, z), or (X, Y, "map") for another map',
    (_OWN_FORMS[0], (WHOLE_NUMBER, WHOLE_NUMBER, _OTHER_MAP), _OWN_FORMS[1]),
)
"""Accepts where an exit leads: (x, y, z) or (x, y) on this map, (X, Y, "map") on another."""
OTHER_MAP_PLACE = TupleOf('(X, Y, "map")', ((WHOLE_NUMBER, WHOLE_NUMBER, MAP_NAME),))
"""Accepts a place on another map: (X, Y, "map")."""
_EXIT_WORD = Predicate(
    "a word", lambda value: not WORD.faults(str(value)) if _is_short(value) else False, {}
)
FLAT_KEY = TupleOf(
    "(x, y) or (x, y, direction), where '*' stands for any",
    ((_AXIS, _AXIS), (_AXIS, _AXIS, _EXIT_WORD)),
    tuples_only=True,
)
"""Accepts a key of a flat map's `prototypes`: (x, y) or (x, y, direction), "*" for any."""
DEEP_KEY = TupleOf(
    "(x, y, z) or (x, y, z, direction), where '*' stands for any",
    (
        (_AXIS, _AXIS, _AXIS),
        (_AXIS, _AXIS, _AXIS, _EXIT_WORD),
    ),
    tuples_only=True,
)
"""Accepts a key of a 3D map's `prototypes`: (x, y, z) or (x, y, z, direction), "*" for any."""
_END = Predicate(
    "'start' or 'end'",
    lambda value: isinstance(value, str) and value in START_AND_END,
    {"enum": list(START_AND_END)},
)
MATRIX_KEY = Either(
    (_END, TupleOf(DEEP_KEY.words, (*DEEP_KEY.forms, (_END, _EXIT_WORD)), tuples_only=True)),
    f"{DEEP_KEY.words}; 'start' and 'end' for the coordinates of a matrix",
)
"""Accepts a key of a matrix's `prototypes`: DEEP_KEY, "start", "end", ("end", direction) …"""
MATRIX_EXIT = TupleOf(
    '(x, y, z, "exit name") or ("start", "exit name")',
    ((WHOLE_NUMBER, WHOLE_NUMBER, WHOLE_NUMBER, WORD), (_END, WORD)),
    tuples_only=True,
)
"""Accepts a key of `transitions`: an exit of a matrix that leads to another map."""


def _is_short(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and abs(value) < _MOST_FAR)


TIMES: Mapping[str, tuple[int, int]] = {
    **{"night": (20, 6), "day": (6, 20), "dawn": (5, 7), "dusk": (19, 21)},
    **{"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 22)},
}
"""Times of the day: name -> (hour it begins, hour it ends), of 24."""
SEASONS = ("winter", "spring", "summer", "autumn")
"""The quarters of a year, which begins in winter; its last twelfth (December) is winter, too."""
_HOURS = [str(hour) for hour in range(100)]  # of a game's own day
_SPANS = frozenset((*_HOURS, *(f"{first}-{end}" for first in _HOURS for end in _HOURS)))
CLOCK_NAMES: Mapping[str, Collection[str]] = dict(
    zip(CLOCK_WORDS, (TIMES, SEASONS, _SPANS), strict=True)
)
"""Maps `time`, `season` and `hour` to what may follow the colon: `time:night`."""
_NEEDS = ("item", "puzzle", "somebody", "lock", *CLOCK_NAMES)


def needs_words() -> tuple[str, ...]:
    """Return what may begin a word of `needs`, such as `puzzle` of `puzzle:lamp`."""
    return (*_NEEDS, *(word for part in core_parts_by_name() for word in part.needs_words))


def allowed_names(word: str) -> Collection[str]:
    """Return what may follow the colon in a word of `needs` after `word`; () for anything."""
    of_parts = (part.needs_names.get(word) for part in core_parts())
    return CLOCK_NAMES.get(word) or next(filter(None, of_parts), ())


def condition_words() -> tuple[str, ...]:
    """Return `needs_words`, and `open` and `part`, which only texts may use."""
    return (*needs_words(), "open", "part")


_ELSEWHERE = {"name": "key", "description": "desc"}  # what other engines call these
_OF_EVENNIA = ("prototype_desc", "prototype_tags", "prototype_locks")
_CURE = '{"prototype_parent": "xyz_room", "key": "Hall"}'


_FUNCTION = Predicate("a function", callable, {})
_LOCK = re.compile(r"\s*([^:]*[^:\s][^:]*:.*\(.*\).*)?", re.DOTALL)


class _Locks(Text):
    """Locks in Evennia's form `type: function()`, separated by `;`."""

    def faults(self, value: object) -> Faults:
        """Return the faults: not a text, or a part that is not a lock."""
        faults = super().faults(value)
        if faults or not isinstance(value, str) or "$" in value:  # a function makes the text
            return faults
        if all(_LOCK.fullmatch(part) for part in value.split(";")):
            return NO_FAULTS
        warnings = wrong_value(
            "locks in Evennia's form", value, 'write "locks": "view: all(); get: false()"'
        )
        return [
            replace(warning, severity=Severity.WARNING) for warning in warnings
        ]  # the game has loaded it


_LOCKS: ValueKind = Either((_Locks(), _FUNCTION), "a text")
WORD_OR_FUNCTION: ValueKind = Either((WORD, _FUNCTION), "a word")
"""Accepts a text, not empty, or a function without arguments that returns one, for Evennia."""
_WORDS = Either((WORD, _FUNCTION, ListOf("words", WORD_OR_FUNCTION)), "a word or a list of words")
_TAG = Either(
    (WORD, _FUNCTION, ListOf("(tag, category)", STORABLE, most=4)), "a word, or (tag, category)"
)
_ATTRIBUTE = ListOf("(name, value, category, lock)", STORABLE, most=4)


_UNRUN = ValueFault(
    "Evennia runs no code of prototypes, so this becomes an Attribute of that name",
    "write the code into a hook of the class, such as at_object_creation",
    code="exec-not-run",
    severity=Severity.WARNING,
)


class PrototypeTable(KeyTable):
    """Accepts a prototype; each key without a row is an Attribute of that name, as in Evennia.

    Code in `exec` is warned of, and so is an Attribute whose name looks like a misspelt key.
    """

    def likely_key(self, key: object) -> str:
        """Return the key that an Attribute's name probably misspells; "" if there is none."""
        keys = tuple(row.key for row in self.all_rows)
        if key in (*keys, *_OF_EVENNIA):
            return ""
        return _ELSEWHERE.get(str(key).casefold()) or likely_key(key, keys)

    def _other(self, key: object, value: object) -> Faults:
        """Return the faults of an Attribute, and of its name if it is a misspelt key."""
        if key == "exec":
            return [*STORABLE.faults(value), _UNRUN]
        if not (near := self.likely_key(key)):
            return STORABLE.faults(value)
        message = "there is no such key, so this becomes an Attribute of that name"
        cure = f'did you mean {near!r}? If not, write "attrs": [({key!r}, …)]'
        slip = ValueFault(message, cure, code="misspelt-key", severity=Severity.WARNING)
        return [*STORABLE.faults(value), slip]


class Parent(OfType):
    """Accepts the value of `prototype_parent`: a name, a prototype, or a list of these."""

    types = (str, dict, list, tuple)

    words = "the name of a prototype, or a dict"

    def faults(self, value: object) -> Faults:
        """Return the faults: neither a name nor a prototype nor a list of these."""
        several = value if isinstance(value, list | tuple) else [value]
        all_faults: list[ValueFault] = []
        for number, part in enumerate(several):
            if isinstance(part, dict):
                faults = STORABLE.faults(part)
            elif isinstance(part, str):
                faults = WORD.faults(part)
            else:
                faults = wrong_value(self.words, part, 'write "prototype_parent": "xyz_room"')
            all_faults += [f.below(number) for f in faults] if several is value else faults
        return all_faults


_PARENT = Parent()
EXIT_NEEDS = KnownWords(
    "a list of words",
    needs_words,
    "nobody can have",
    'write "needs": ["smallkey"]',
    allowed_names,
)
"""Accepts `needs` of an exit: words that must all be true to go through it."""
TEXT_CONDITIONS = KnownWords(
    "a list of words",
    condition_words,
    "nobody can have",
    'write "needs": ["puzzle:the lamp"]',
    allowed_names,
)
"""Accepts `needs` and `unless` of a text in a description: words that show or hide it."""
_PART = Either(
    (
        Text(),
        KeyTable(
            "a dict",
            (
                KeyRow("text", Text(), "its text", REQUIRED),
                KeyRow("needs", TEXT_CONDITIONS, "it is shown if all of these words are true", ()),
                KeyRow(
                    "unless", TEXT_CONDITIONS, "it is not shown if any of these words is true", ()
                ),
                KeyRow("brief", Text(), "shown in its place to whoever has read the text", ""),
            ),
            own=None,
            cure='write {"text": "A bat hangs here.", "unless": ["kill:bat"]}',
        ),
    ),
    "a text, or a dict with text, needs, unless and brief",
    'write {"text": "A bat hangs here.", "unless": ["kill:bat"]}',
)
DESCRIPTION: ValueKind = Either(
    (Text(), _FUNCTION, ListOf("a list of its parts", _PART)), "a text, or a list of its parts"
)
"""Accepts a description: a text, a list of texts and dicts with `needs`, or a function."""
_PROTOTYPE = (
    KeyRow("prototype_parent", _PARENT, "the prototype that this one extends", None),
    KeyRow("prototype_key", WORD_OR_FUNCTION, "a name for this prototype", None, lenient=True),
    KeyRow("typeclass", WORD_OR_FUNCTION, "the Python path of its class", None),
    KeyRow("key", WORD_OR_FUNCTION, "its name", None, lenient=True),
    KeyRow("aliases", _WORDS, "other names", None, lenient=True),
    KeyRow("desc", DESCRIPTION, "its description, or a list of its parts", None, lenient=True),
    KeyRow("locks", _LOCKS, "its locks, in Evennia's form", None),
    KeyRow("permissions", _WORDS, "its permissions", None, lenient=True),
    KeyRow(
        "tags",
        Either(
            (
                WORD,
                ListOf("a list of tags", _TAG),
                Predicate("a set", lambda value: isinstance(value, set | frozenset), {}),
            ),
            "a list of tags",
        ),
        "its tags",
        None,
    ),
    KeyRow("attrs", ListOf("a list of (name, value)", _ATTRIBUTE), "more Attributes", None),
)


def _of_things() -> tuple[KeyRow, ...]:
    return tuple(row for part in core_parts_by_name() for row in part.thing_keys)


THING = PrototypeTable(
    "a prototype",
    _PROTOTYPE,
    cure='write {"typeclass": …, "key": "a span of sand"}',
    more=_of_things,
)
"""Accepts the prototype of a thing that is made in a room."""
_THINGS = KeyRow(
    "things",
    ListOf("a list of prototypes", THING, 'write "things": [{"typeclass": …, "key": …}]'),
    "things that are made in the room, once each",
    (),
)
_NEEDED = KeyRow(
    "needs", EXIT_NEEDS, "the words that must be true to go through", None, "malformed-needs"
)
_DETAILS = KeyRow(
    "details",
    DictOf("a dict of texts", WORD, DESCRIPTION, 'write {"bell, rope": "As big as a bee."}'),
    "what `look` says about things in the text: names -> a text",
    {},
    "malformed-details",
)
_SOLVES = KeyRow("solves", WORD, "a puzzle that everybody who comes there solves", None)
_TOLD = KeyRow(
    "told",
    TEXT_CONDITIONS,
    "with `routes: seen`, the words under which a character has been told of it; () always",
    None,
)
_ROOM_ROWS = (*_PROTOTYPE, _THINGS, _DETAILS, _SOLVES, _TOLD)
_EXIT_ROWS = (*_PROTOTYPE, _NEEDED)
PROTOTYPE = PrototypeTable(
    "a dict",
    (*_ROOM_ROWS, _NEEDED),
    code="malformed-prototype",
    cure=f"write it as a dict, such as {_CURE}",
)
"""Accepts the prototype of a room or an exit."""

# --- a map of rooms

_EXIT_ONLY = (
    KeyRow("to", TARGET, "where it leads", REQUIRED),
    KeyRow("weight", Number(MAX_WEIGHT), "the cost of a step, for routes", 1),
    KeyRow(
        "wormhole", Flag(), "whether its target stays secret until a character has jumped", False
    ),
)
_EXIT_CURE = 'write "name": (x, y, z), or "name": (X, Y, "map") for another map'
EXIT = PrototypeTable("a dict", (*_EXIT_ONLY, *_EXIT_ROWS), code="malformed-exit", cure=_EXIT_CURE)
"""Accepts an exit of a map that is written room by room: a dict with `to`."""
_SYMBOL = Predicate(
    "one character",
    lambda value: (
        len(value) <= 1
        if isinstance(value, str)
        else value in range(10)
        if type(value) is int
        else False
    ),
    {"type": "string", "maxLength": 1},
)


def _room(exit_: KeyTable, *more: KeyRow) -> PrototypeTable:
    exits = DictOf(
        "a dict of exits",
        WORD,
        Either((exit_, TARGET), f"{TARGET.words}, or a dict with `to`", _EXIT_CURE),
        _EXIT_CURE,
        ("malformed-exit", "malformed-exit"),
    )
    of_rooms = (
        KeyRow("exits", exits, "its exits: name -> target, or a dict with `to`", {}),
        KeyRow("symbol", _SYMBOL, "its symbol on maps", "", "malformed-room"),
    )
    return PrototypeTable(
        "a dict",
        (*of_rooms, *_ROOM_ROWS, *more),
        code="malformed-room",
        cure='write {"key": "Hall", "exits": {"north": (0, 1, 0)}}',
    )


ROOM = _room(EXIT)
"""Accepts a room of a map that is written room by room, with its exits."""


class MapTables(NamedTuple):
    """Validators of prototypes, and of rooms and exits of maps that are written room by room."""

    prototype: PrototypeTable
    room: PrototypeTable
    exit: PrototypeTable


def tables_for(parts: Sequence[CorePart]) -> MapTables:
    """Return validators that also accept the keys of these parts (add-ons) for rooms and exits."""
    if not parts:
        return MapTables(PROTOTYPE, ROOM, EXIT)
    of_rooms = tuple(row for part in parts for row in part.room_keys)
    of_exits = tuple(row for part in parts for row in part.exit_keys)
    exit_ = replace(EXIT, rows=(*EXIT.rows, *of_exits))
    prototype = replace(PROTOTYPE, rows=(*PROTOTYPE.rows, *of_rooms, *of_exits))
    return MapTables(prototype, _room(exit_, *of_rooms), exit_)


PLACE_ROWS = (KeyRow("symbol", _SYMBOL, "its symbol on maps", "o", "malformed-room"), *_ROOM_ROWS)
"""The rows for the keys of one named room of a land: all keys of a room but position and exits."""


# --- areas


@dataclass(frozen=True)
class Selector(OfType):
    """Accepts what selects rooms: a coordinate, a range, a symbol of the drawing, or a name.

    `prefixes` are those of the allowed names: `tag:` and `area:`.
    """

    types = (str, tuple, list)

    prefixes: tuple[str, ...] = (TAG,)

    @property
    def words(self) -> str:
        """The kind in words for messages."""
        named = " or ".join(f'"{prefix}NAME"' for prefix in self.prefixes)
        return f'(x, y), "(x,y)-(x,y)", a symbol of the drawing, or {named}'

    def faults(self, value: object) -> Faults:
        """Return the faults: no coordinate, range, symbol or name; a range not from low to high."""
        if (span := parse_range(value)) is not None:
            if all(low <= high for low, high in zip(span.low, span.high, strict=True)):
                return NO_FAULTS
            ends = [(low, high) for low, high in zip(span.low, span.high, strict=True)]
            low, high = (str(tuple(map(end, ends))).replace(" ", "") for end in (min, max))
            message = f"the range {short_text(value)} does not begin at its lowest corner"
            return [ValueFault(message, f'write "{low}-{high}"')]
        text = value if isinstance(value, str) else ""
        is_named = any(text.startswith(prefix) and text != prefix for prefix in self.prefixes)
        if is_named or (isinstance(value, str) and len(value) == 1 and value.strip()):
            return NO_FAULTS
        return wrong_value(self.words, value, f"write {self.words}")


_COLOUR = Predicate(
    "a colour, '#rrggbb'",
    lambda value: isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value) is not None,
    {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
)


SELECTORS = ListOf("a list", Selector((TAG, AREA)), 'write "rooms": ["area:market"]')
"""Accepts a list of selectors; `area:NAME` is allowed."""


def area_table(prototype: KeyTable) -> KeyTable:
    """Return the validator of an area; `prototype` validates the prototype for its rooms."""
    return KeyTable(
        "a dict",
        (
            KeyRow("rooms", ListOf("a list", Selector()), "its rooms", REQUIRED),
            KeyRow("title", WORD, "its name for players; by default, its key", None),
            KeyRow("text", Text(), "what players read when they enter it", ""),
            KeyRow("prototype", prototype, "what its rooms have unless they say otherwise", {}),
            KeyRow("goto", OneOf(("yes", "no")), "whether `goto` walks there", "yes"),
            KeyRow(
                "fog",
                OneOf(("open", "explored")),
                "as the map's: everybody sees it, or only the rooms they have visited",
                None,
            ),
            KeyRow("music", WORD, "the name of its music, which clients are told", None),
            KeyRow("colour", _COLOUR, "the colour of its rooms on maps", None),
        ),
        own=None,
        code="malformed-area",
        cure='write {"rooms": ["(0,0)-(4,4)"], "title": "The Market"}',
    )


ROOM_PROTOTYPE = replace(PROTOTYPE, rows=_ROOM_ROWS)
"""Accepts the prototype of a room: PROTOTYPE without `needs`, which only exits have."""


def rooms_table(room: KeyTable) -> DictOf:
    """Return the validator of the key `rooms`; `room` is that of one room."""
    return DictOf(
        "a dict of rooms",
        COORDINATE,
        room,
        "write {(x, y, z): {...}}",
        ("malformed-coordinate", "malformed-room"),
    )


def prototypes_table(key: ValueKind, prototype: KeyTable) -> DictOf:
    """Return the validator of `prototypes`, given the validators of its keys and of its values."""
    cure = f"write (x, y): {_CURE}"
    codes = ("malformed-prototype-key", "malformed-prototype")
    return DictOf("a dict", key, prototype, cure, codes)
