"""The keys of map data as rows: what each accepts, what it means, and its default.

The check is made from these rows; so are the table in the docs and the JSON schema, by
`tools.map_keys`.

    ZCOORD_ROW, and the rest   zcoord; map, levels, matrix, rooms or what a part reads; the rest
    LEGEND_ATTRIBUTES          of classes of a legend: `legend.B.weights: a dict of numbers, not 5`;
                               read without calling code of the class, none that is computed
    OPTIONS                    of a map
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import getattr_static
from math import isfinite
from typing import Any

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS
from xyzgrid_ext.core.grid.model import MadeMap
from xyzgrid_ext.core.mapdata.faults import NO_FAULTS, Faults, ValueFault, short_text, wrong_value
from xyzgrid_ext.core.mapdata.kinds import (
    ABSENT,
    ONLY_NONE,
    REQUIRED,
    STORABLE,
    WORD,
    DictOf,
    Either,
    Flag,
    KeyRow,
    KeyTable,
    ListOf,
    OfType,
    OneOf,
    Predicate,
    Text,
    TupleOf,
    WholeNumber,
)
from xyzgrid_ext.core.mapdata.prototypes import (
    EXIT_NEEDS,
    FLAT_KEY,
    MAP_NAME,
    MATRIX_EXIT,
    OTHER_MAP_PLACE,
    PROTOTYPE,
    ROOM,
    ROOM_PROTOTYPE,
    area_table,
    prototypes_table,
    rooms_table,
)
from xyzgrid_ext.core.parts import CorePart, core_parts, core_parts_by_name

MapData = Mapping[Any, Any]
"""The XYMAP_DATA of a module, not yet checked: keys and values may be anything."""
_MOST = 10**100
SEED = Either((WholeNumber(-_MOST, _MOST), Text(MOST_ACROSS)), "a whole number or a text")
"""Accepts the seed of a random generator."""


_MOST_NUMBER = 1e15  # larger ones add up to nothing exact


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return -_MOST_NUMBER <= value <= _MOST_NUMBER and isfinite(value)


ALIASES = ListOf("a tuple of words", WORD)
"""Accepts a list or tuple of names, none of them empty."""


class NameAndAliases(OfType):
    """Accepts a name and its aliases in one tuple: `("door", "oak door")`.

    A single text is accepted with a warning: `("door")` lacks its comma, and is read letter by
    letter.
    """

    types = (str, list, tuple)

    words = "a tuple of words"

    def faults(self, value: object) -> Faults:
        """Return the faults: not texts, or empty; a warning about a single text."""
        cure = 'write ("door", "oak door")'
        if isinstance(value, str) and value:
            return [
                ValueFault(
                    f"must be {self.words}, not {short_text(value)}",
                    cure,
                    severity=Severity.WARNING,
                )
            ]
        if isinstance(value, str | list | tuple) and not value:
            return wrong_value(self.words, value, cure)
        return ALIASES.faults(value)


_NUMBER = Predicate("a number", _is_number, {"type": "number"})
_NAMES = DictOf("a dict of names", WORD, NameAndAliases(), 'write {"n": ("door", "oak door")}')
_PROTOTYPE = Either((WORD, PROTOTYPE), "the name of a prototype, or a dict")
_COORDINATE = Predicate("a coordinate", lambda value: isinstance(value, int | str), {})
_NO_PLACE = (ONLY_NONE, ONLY_NONE, ONLY_NONE)  # as the contrib's own class has it
LEGEND_ATTRIBUTES = KeyTable(
    "a class of the contrib's legend",
    (
        KeyRow("symbol", Text(), "its symbol in a drawing", None, lenient=True),
        KeyRow(
            "display_symbol",
            Text(),
            "the symbol that players see; None: as in the drawing",
            None,
            lenient=True,
        ),
        KeyRow(
            "prototype", _PROTOTYPE, "the prototype of its room or exit; None: none is made", None
        ),
        KeyRow("interrupt_path", Flag(), "whether `goto` stops here", False),
        KeyRow("multilink", Flag(), "of a link: whether it has more than two ends", False),
        KeyRow(
            "target_map_xyz",
            TupleOf('(X, Y, "map")', ((_COORDINATE,) * 3, _NO_PLACE)),
            "of a transition: where it leads",
            ABSENT,
            "bad-transition",
        ),
        KeyRow(
            "directions",
            DictOf("a dict of directions", WORD, WORD, 'write {"n": "s", "s": "n"}'),
            "of a link: the direction out for each direction in",
            ABSENT,
        ),
        KeyRow("default_weight", _NUMBER, "of a link: its length", 1),
        KeyRow(
            "weights",
            DictOf("a dict of numbers", WORD, _NUMBER, 'write {"n": 2}'),
            "of a link: its length, by direction",
            ABSENT,
        ),
        KeyRow(
            "average_long_link_weights", Flag(), "of a link: whether its parts count as one", True
        ),
        KeyRow(
            "direction_aliases",
            DictOf("a dict of words", WORD, WORD, 'write {"n": "up"}'),
            "of a link: the names of its directions in `path`",
            ABSENT,
        ),
        KeyRow("spawn_aliases", _NAMES, "names and aliases of its exits, by direction", ABSENT),
        KeyRow(
            "direction_spawn_defaults", _NAMES, "of a node: the same for its other exits", ABSENT
        ),
        KeyRow("direction_name", WORD, "of a teleporter: its name in `path`", ABSENT),
    ),
)
"""Accepts those attributes of a class in a legend that the contrib reads, as a dict."""


LEGEND_ATTRIBUTE_NAMES = tuple(row.key for row in LEGEND_ATTRIBUTES.rows)
"""The names of the attributes that the contrib reads of a class in a legend."""


class LegendClass:
    """Accepts a class that has the attributes of the contrib's classes of nodes and links."""

    words = LEGEND_ATTRIBUTES.words

    def has_right_type(self, value: object) -> bool:
        """Whether the value is a class with the attributes `symbol` and `prototype`."""
        return isinstance(value, type) and all(
            getattr_static(value, name, ABSENT) is not ABSENT for name in ("symbol", "prototype")
        )

    def faults(self, value: object) -> Faults:
        """Return the faults: no class with `symbol` and `prototype`, or a wrong attribute."""
        if not self.has_right_type(value):
            return wrong_value(self.words, value)
        return LEGEND_ATTRIBUTES.faults(_stored(value))


def _stored(cls: object) -> Mapping[str, object]:
    """Return the attributes of a class that are stored, not computed."""
    attributes = {row.key: getattr_static(cls, row.key, ABSENT) for row in LEGEND_ATTRIBUTES.rows}
    if isinstance(attributes["prototype"], str | list | tuple) and not attributes["prototype"]:
        attributes["prototype"] = None  # as the contrib takes it
    return {
        name: value
        for name, value in attributes.items()
        if value is not ABSENT and not hasattr(type(value), "__get__")
    }


_MOST_DRAWING = 10_000_000  # characters

# --- options

COMMON_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "fog": ("open", "explored"),
    "public": ("yes", "no", "seen"),
}
"""The options of every kind of map: name -> allowed values, the default first."""

MATRIX_OPTIONS: Mapping[str, tuple[str, ...]] = {
    **COMMON_OPTIONS,
    "directions": ("plain", "compass"),
    "wormholes": ("hidden", "known"),
}
"""The options of a matrix: name -> allowed values, the default first."""
_RANGE = Either((WholeNumber(0, 1_000_000), ONLY_NONE))
_CHOICES = {
    "fog": "everybody sees the whole map; or only the rooms they have visited",
    "public": "whether visitors of the website see the map; or nobody there does, but players the "
    "rooms where they have been",
    "directions": "of a matrix: `right` is east, `up` north, `forward` up",
    "wormholes": "routes use a wormhole only after the character has jumped; or always",
}


_SYMBOL_KEY = Predicate(
    "one character",
    lambda value: isinstance(value, str) and len(value) == 1,
    {"type": "string", "maxLength": 1},
    Severity.WARNING,
)
_SYMBOL = Text(MOST_ACROSS, blank=False)
_SYMBOLS = DictOf(
    "a dict",
    _SYMBOL_KEY,
    KeyTable(
        "a dict",
        (
            KeyRow("means", Text(), "its meaning in the legend of `map`", ""),
            KeyRow(
                "at",
                DictOf("a dict", EXIT_NEEDS, _SYMBOL, 'write {"time:night": "|xM|n"}'),
                "other symbols in its place, by the first word that is true for everybody",
                None,
            ),
        ),
        own=None,
        cure='write {"means": "market", "at": {"time:night": "|xM|n"}}',
    ),
    'write {"M": {"means": "market"}}',
)


def _options(*, of_matrix: bool) -> KeyTable:
    choices = [
        KeyRow(
            name,
            OneOf(words),
            _CHOICES[name],
            words[0],
            lenient=name not in COMMON_OPTIONS and not of_matrix,
        )
        for name, words in MATRIX_OPTIONS.items()
    ]
    return KeyTable(
        "a dict",
        (
            *choices,
            KeyRow(
                "solves",
                WORD,
                "a puzzle that everybody who comes to its end solves; without an end, who has been "
                "in all of its rooms",
                None,
            ),
            KeyRow("title", WORD, "its name for players; by default, `zcoord`", None),
            KeyRow(
                "routes",
                OneOf(("explored", "seen"), lenient=True),
                "routes use only rooms that the character has visited; or `goto` leads only to "
                "rooms that it has visited or was `told` of, stops at each place that it sees for "
                "the first time, and before an exit that needs something, until it was there",
                None,
            ),
            KeyRow("map_display", Flag(), "whether a map is shown above a room's text", True),
            KeyRow(
                "map_mode",
                OneOf(("nodes", "scan", "node"), lenient=True),
                "by rooms, or by symbols of the drawing",
                "nodes",
            ),
            KeyRow("map_visual_range", _RANGE, "how far players see; None: the whole map", 2),
            KeyRow("map_align", OneOf(("l", "c", "r"), lenient=True), "left, centred, right", "c"),
            KeyRow(
                "map_character_symbol",
                Either((Text(MOST_ACROSS), ONLY_NONE)),
                "the symbol of the player",
                "|g@|n",
            ),
            KeyRow(
                "map_target_path_style",
                Text(MOST_ACROSS),
                "the style of a path",
                "|y{display_symbol}|n",
                lenient=True,
            ),
            KeyRow(
                "symbols",
                _SYMBOLS,
                "what symbols that players see mean, and which others they have at some hours",
                None,
            ),
            KeyRow("map_fill_all", Flag(), "whether the map is as wide as the screen", True),
            KeyRow(
                "map_separator_char", Text(MOST_ACROSS), "the symbol of separator lines", "|x~|n"
            ),
        ),
        code="bad-option",
        warns_of_own=True,
        more=lambda: tuple(
            row
            for part in core_parts_by_name()
            for row in (*part.map_options, *(part.matrix_options if of_matrix else ()))
        ),
    )


OPTIONS = _options(of_matrix=False)
"""Accepts the options of a map that is no matrix."""
OPTIONS_OF_MATRIX = _options(of_matrix=True)
"""Accepts the options of a matrix."""

# --- the map


LEGEND = DictOf("a dict", _SYMBOL_KEY, LegendClass(), 'write {"T": ToTown}')
"""Accepts the legend of a drawing: symbol -> class."""
_DRAWING = Text(_MOST_DRAWING, blank=False, words="a drawing, as text")
ZCOORD_ROW = KeyRow("zcoord", MAP_NAME, "its name, a text or a number", REQUIRED, "no-zcoord")
"""The row of the key that holds the name of a map."""


def faults_beside_rooms(data: MapData) -> Faults:
    """Return a fault for each of `legend`, `prototypes` and `transitions` that the data has.

    Maps that are written room by room, and some of parts, may not have these keys.
    """
    message = "this kind of map does not have this key"
    cure = "leave it out, or write it into the rooms and their exits"
    keys = [key for key in ("legend", "prototypes", "transitions") if key in data]
    return [ValueFault(message, cure, (key,), "unknown-key") for key in keys]


def no_faults(data: MapData) -> Faults:
    """Return no faults; stands for the check of a kind of map that may have all keys."""
    return NO_FAULTS


@dataclass(frozen=True, eq=False)
class MapKind:
    """A way to say what rooms a map has, such as a drawing or a matrix file.

    Attributes:
        row: the key of map data that holds it: `map`. Kinds with values of different types may
            share one.
        form: what an author writes there, for messages: `a drawing`.
        faults: given the data, returns faults for other keys that do not fit. By default, there may
            be neither a legend nor prototypes nor transitions.
        is_flat: whether coordinates in `prototypes` are (x, y), not (x, y, z).
        make: given the data and the map's name, returns the map, without a game; None if only a
            game can make it.
    """

    row: KeyRow
    form: str
    faults: Callable[[MapData], Faults] = faults_beside_rooms
    is_flat: bool = False
    make: Callable[[MapData, str], MadeMap] | None = None


def is_given(value: object) -> bool:
    """Whether a value of map data counts: not None, nor an empty text, list, tuple or dict."""
    if isinstance(value, str | list | tuple | Mapping):
        return len(value) > 0
    return value is not None


def transitions_faults(data: MapData) -> Faults:
    """Return a fault if the data has `transitions`, which only a matrix may have."""
    if not is_given(data.get("transitions")):
        return NO_FAULTS
    cure = "draw a T and give it a class"
    message = "transitions work only for matrices"
    return [ValueFault(message, cure, ("transitions",), "transitions-of-a-drawing")]


def _of_drawing(data: MapData) -> Faults:
    if not is_given(data.get("transitions")):
        return NO_FAULTS
    message = "transitions work only for matrices, and are ignored"
    cure = "draw a T whose class is a TransitionMapNode with target_map_xyz, in the legend"
    path, code = ("transitions",), "transitions-of-a-drawing"
    return [ValueFault(message, cure, path, code, Severity.WARNING)]  # as games have such maps


_KINDS = (
    MapKind(KeyRow("map", _DRAWING, "a drawing of one level"), "a drawing", _of_drawing, True),
    MapKind(
        KeyRow(
            "levels",
            ListOf("a list of drawings", _DRAWING, "write [bottom, ..., top]", MOST_ACROSS),
            "drawings, the lowest first",
            code="malformed-levels",
        ),
        "a list of drawings",
        transitions_faults,
    ),
    MapKind(
        KeyRow("matrix", Text(4096), "a definition file beside the module"), "a file", no_faults
    ),
    MapKind(KeyRow("rooms", rooms_table(ROOM), "rooms, each by its coordinate"), "a dict"),
)


def all_map_kinds() -> tuple[MapKind, ...]:
    """Return all kinds of map: drawings, matrices, dicts of rooms, and those that parts add."""
    return (*_KINDS, *(kind for part in core_parts_by_name() for kind in part.map_kinds))


def room_source_rows() -> tuple[KeyRow, ...]:
    """Return the rows of the keys that give a map its rooms, such as `map`, `matrix` and `rooms`.

    A key that several kinds of map share has one row, which accepts the values of all of them.
    """
    rows: dict[str, KeyRow] = {}
    for kind in all_map_kinds():
        row, before = kind.row, rows.get(kind.row.key)
        if before is not None:
            cure = getattr(row.kind, "cure", "")
            both, meaning = (before.kind, row.kind), f"{before.meaning}, or {row.meaning}"
            row = replace(before, kind=Either(both, cure=cure), meaning=meaning)
        rows[row.key] = row
    return tuple(rows.values())


def parts_for_map(data: MapData) -> list[CorePart]:
    """Return those parts (add-ons) whose keys for rooms and exits count on a map with this data.

    If two parts have the same key, that of the later one counts.
    """
    options = data.get("options")
    names = options.keys() if isinstance(options, Mapping) else ()
    parts = (
        part
        for part in core_parts()
        if not part.map_options or any(row.key in names for row in part.map_options)
    )
    return sorted(parts, key=lambda part: bool(part.map_options))


TRANSITIONS = DictOf(
    "a dict",
    MATRIX_EXIT,
    OTHER_MAP_PLACE,
    'write (x, y, z, "exit name"): (X, Y, "map")',
    ("bad-transition", "bad-transition"),
)
"""Accepts `transitions` of a matrix: exit -> place on another map."""

AREA = area_table(ROOM_PROTOTYPE)
"""Accepts an area: {"rooms": selectors of its rooms, "prototype": what these share, …}."""
AREAS = DictOf(
    "a dict of areas",
    WORD,
    AREA,
    'write {"market": {"rooms": ["(0,0)-(4,4)"]}}',
    ("malformed-area", "malformed-area"),
)
"""Accepts the areas of a map: key -> area."""

_BESIDES = (
    KeyRow("legend", LEGEND, "of a drawing: symbol -> class, in addition to the contrib's"),
    KeyRow(
        "prototypes",
        prototypes_table(FLAT_KEY, PROTOTYPE),
        "of rooms and exits, by coordinate; they come before those of the legend",
    ),
    KeyRow("areas", AREAS, "named sets of its rooms, with what they share", {}),
    KeyRow("transitions", TRANSITIONS, "of a matrix: exits to other maps"),
    KeyRow("options", OPTIONS_OF_MATRIX, "how the map is shown and played"),
    KeyRow("module_path", STORABLE, "the module that contains it"),
)


def other_map_rows() -> tuple[KeyRow, ...]:
    """Return the rows of all keys of map data but its name and those of `room_source_rows`."""
    return (*_BESIDES, *(row for part in core_parts_by_name() for row in part.map_keys))
