"""The keys of map data as rows: what each accepts, what it means, and its default.

The check, the table in the docs and the JSON schema are all made from these rows.

    NAME, KINDS, BESIDES   zcoord; map, levels, matrix, rooms, dungeon or land; and the rest
    LAND, PLACE            of a land from noise: the part of it that is the map, places and roads
    ATTRIBUTES             of the classes of a legend: `legend.B.weights: a dict of numbers, not 5`;
                           read without calling code of the class, computed ones are not checked
    OPTIONS                of a map, and of one that is a dungeon
    DUNGEON, PARAMETERS    of one that is generated
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getattr_static
from math import isfinite
from typing import Any

from xyzgrid_ext.core.coords import FARTHEST
from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS
from xyzgrid_ext.core.grid.options import OF_ALL, OF_MATRICES
from xyzgrid_ext.core.mapdata.faults import NONE, Faults, ValueFault, shown, wrong
from xyzgrid_ext.core.mapdata.kinds import (
    ABSENT,
    OWN,
    REQUIRED,
    WORD,
    Either,
    Flag,
    Keyed,
    KeyRow,
    KeyTable,
    ListOf,
    Nothing,
    Number,
    OfType,
    OneOf,
    Predicate,
    Schema,
    Text,
    TupleOf,
    Whole,
)
from xyzgrid_ext.core.mapdata.prototypes import (
    FLAT_KEY,
    INSIDE,
    MAP_NAME,
    OF_PLACE,
    OUT_OF_DUNGEON,
    OUTSIDE,
    PROTOTYPE,
    ROOM,
    WAY_OUT,
    PrototypeTable,
    prototypes_of,
    rooms_of,
)
from xyzgrid_ext.core.matrix import MAX_EDGE
from xyzgrid_ext.parts.dungeons.core.parameters import BOUNDS, Parameters
from xyzgrid_ext.parts.matrix_game.core.generate import RECIPES

_MOST = 10**100
SEED = Either((Whole(-_MOST, _MOST), Text(MOST_ACROSS)), "a whole number or a text")


_CELL = Whole(-FARTHEST, FARTHEST)
_ACROSS = Whole(1, MOST_ACROSS)
_MOST_PLACES = 100
_AREA = TupleOf(
    f"(x, y, width, height), width and height from 1 to {MOST_ACROSS}",
    ((_CELL, _CELL, _ACROSS, _ACROSS),),
)
SPOT = TupleOf("(x, y) of the land", ((_CELL, _CELL),))
_EXITS = Keyed(
    "a dict of exits", WORD, OUTSIDE, 'write {"gate": (X, Y, "map")}', ("malformed-exit",) * 2
)
PLACE = PrototypeTable(
    "a dict",
    (
        KeyRow("at", SPOT, "its position, in coordinates of the land", REQUIRED),
        KeyRow("exits", _EXITS, "its exits to other maps", {}),
        *OF_PLACE,
    ),
    code="malformed-place",
    cure='write {"at": (x, y), "desc": "..."}',
)
LAND = KeyTable(
    "a dict of area, seed, places and roads",
    (
        KeyRow("area", _AREA, "the part of the land to map; without it, the whole land", None),
        KeyRow("at", SPOT, "without an area: the part that is drawn at the start", None),
        KeyRow("seed", SEED, "which land", 1),
        KeyRow(
            "places",
            Keyed(
                "a dict of places",
                WORD,
                Either((SPOT, PLACE), "(x, y), or a dict with `at`", 'write {"Alden": (x, y)}'),
                'write {"Alden": (x, y)}',
                most=_MOST_PLACES,
            ),
            "names -> positions",
            {},
        ),
        KeyRow(
            "roads",
            ListOf(
                "a list of pairs of places",
                TupleOf("(name, name)", ((WORD, WORD),)),
                'write [("Alden", "Brook")]',
                _MOST_PLACES,
            ),
            "the pairs of places that roads join; without it, each with the nearest",
            None,
        ),
    ),
    own=None,
    code="bad-land",
    cure='write {"seed": 7, "area": (0, 0, 100, 60)}',
)


_MOST_NUMBER = 1e15  # larger ones add up to nothing exact


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return -_MOST_NUMBER <= value <= _MOST_NUMBER and isfinite(value)


class _Aliases(OfType):
    """A name and its aliases; a single text, which Python reads as letters, is only reported."""

    types = (str, list, tuple)

    words = "a tuple of words"
    _inner = ListOf(words, WORD)

    def faults(self, value: object) -> Faults:
        """Return the faults: not words, or empty."""
        cure = 'write ("door", "oak door")'
        if isinstance(value, str) and value:
            return [
                ValueFault(
                    f"must be {self.words}, not {shown(value)}", cure, severity=Severity.WARNING
                )
            ]
        if isinstance(value, str | list | tuple) and not value:
            return wrong(self.words, value, cure)
        return self._inner.faults(value)

    def schema(self) -> Schema:
        """Return the schema of an array of strings."""
        return self._inner.schema()


_NUMBER = Predicate("a number", _is_number, {"type": "number"})
_NAMES = Keyed("a dict of names", WORD, _Aliases(), 'write {"n": ("door", "oak door")}')
_PROTOTYPE = Either((WORD, PROTOTYPE), "the name of a prototype, or a dict")
_COORDINATE = Predicate("a coordinate", lambda value: isinstance(value, int | str), {})
_NO_PLACE = (Nothing(), Nothing(), Nothing())  # as the contrib's own class has it
ATTRIBUTES = KeyTable(
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
            Keyed("a dict of directions", WORD, WORD, 'write {"n": "s", "s": "n"}'),
            "of a link: the direction out for each direction in",
            ABSENT,
        ),
        KeyRow("default_weight", _NUMBER, "of a link: its length", 1),
        KeyRow(
            "weights",
            Keyed("a dict of numbers", WORD, _NUMBER, 'write {"n": 2}'),
            "of a link: its length, by direction",
            ABSENT,
        ),
        KeyRow(
            "average_long_link_weights", Flag(), "of a link: whether its parts count as one", True
        ),
        KeyRow(
            "direction_aliases",
            Keyed("a dict of words", WORD, WORD, 'write {"n": "up"}'),
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


LEGEND_KEYS = tuple(row.key for row in ATTRIBUTES.rows)


class LegendClass:
    """A class that looks like one of the contrib's nodes and links."""

    words = ATTRIBUTES.words

    def takes(self, value: object) -> bool:
        """Whether the value is such a class."""
        return isinstance(value, type) and all(
            getattr_static(value, name, ABSENT) is not ABSENT for name in ("symbol", "prototype")
        )

    def faults(self, value: object) -> Faults:
        """Return the faults: not such a class, or an attribute of a wrong kind."""
        if not self.takes(value):
            return wrong(self.words, value)
        return ATTRIBUTES.faults(_stored(value))

    def schema(self) -> Schema:
        """Return a schema that allows anything, since JSON has no classes."""
        return {}


def _stored(cls: Any) -> Mapping[str, object]:
    """Return the attributes of a class that are stored, not computed."""
    found = {row.key: getattr_static(cls, row.key, ABSENT) for row in ATTRIBUTES.rows}
    if isinstance(found["prototype"], str | list | tuple) and not found["prototype"]:
        found["prototype"] = None  # as the contrib takes it
    return {
        name: value
        for name, value in found.items()
        if value is not ABSENT and not hasattr(type(value), "__get__")
    }


_MOST_DRAWING = 10_000_000  # characters
_MOST_MINUTES = 10 * 366 * 24 * 60  # ten years

# --- a dungeon

_COPIES = OneOf(("shared", "party", "character"))
_MINUTES = Number(_MOST_MINUTES)
_RESET = Predicate(
    "'never' or a number of minutes",
    lambda value: value == "never" if isinstance(value, str) else not _MINUTES.faults(value),
    {"anyOf": [{"const": "never"}, _MINUTES.schema()]},
)
_RULES = (
    KeyRow(
        "copies",
        _COPIES,
        "one dungeon for all, or a copy for each party or character",
        "shared",
        "bad-rule",
    ),
    KeyRow("lease", _MINUTES, "minutes that an empty copy waits for its players", 30, "bad-rule"),
    KeyRow(
        "reset",
        _RESET,
        "minutes after the last player has left until it starts again",
        "never",
        "bad-rule",
    ),
)
PARAMETERS = KeyTable(
    "a dict",
    (
        KeyRow(
            "seed",
            SEED,
            "which dungeon",
            1,
        ),
        *(
            KeyRow(name, Whole(least, most), meaning, getattr(Parameters, name))
            for name, (least, most, meaning) in BOUNDS.items()
        ),
        KeyRow(
            "items", ListOf("a list of words", WORD), "the order in which quests hide items", ()
        ),
    ),
    own=None,
    code="bad-parameter",
    beside=("catalogue", "outside", "copies", "lease", "reset"),
)


class _Rows:
    """The rows of a catalogue, which `core.masks` reads."""

    words = "the Python path of a module with a CATALOGUE, or rows"
    # `core.masks` is imported only here, since a check of maps without dungeons does not need it

    def takes(self, value: object) -> bool:
        """Whether it is a list, a path or a catalogue."""
        from xyzgrid_ext.parts.dungeons.core.masks import Catalogue

        return isinstance(value, str | list | tuple | Catalogue)

    def faults(self, value: object) -> Faults:
        """Return the faults: not rows, or rows with faults."""
        from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
        from xyzgrid_ext.parts.dungeons.core.masks.rows import read_rows

        if isinstance(value, Catalogue):
            return NONE
        if isinstance(value, str):
            return WORD.faults(value)
        if not isinstance(value, list | tuple):
            return wrong(self.words, value, 'write catalogue="world.catalogue"')
        found: list[ValueFault] = []
        for number, row in enumerate(value):
            if too_large := OWN.faults(row):
                found += [fault.below(number) for fault in too_large]
                continue
            _entries, findings = read_rows([row])
            found += [
                ValueFault(f.message, f.cure, (number,), f.code, f.severity) for f in findings
            ]
        return found

    def schema(self) -> Schema:
        """Return the schema of a string or an array of objects."""
        return {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}]}


DUNGEON = KeyTable(
    "a dict, as dungeon(...) makes it",
    (
        KeyRow("parameters", PARAMETERS, "the parameters of the generator", {}),
        KeyRow("catalogue", _Rows(), "the components of its rooms", "world.catalogue"),
        KeyRow("outside", OUT_OF_DUNGEON, "the place to which its exits lead", None),
        *_RULES,
    ),
    own=None,
    cure="take dungeon(...) of xyzgrid_ext.parts.dungeons.game",
)
DUNGEON_OPTION = KeyTable(
    "a dict",
    (
        KeyRow("start", INSIDE, "the first room", None),
        KeyRow("goal", INSIDE, "the last room", None),
        *_RULES,
    ),
    code="bad-option",
    cure='write {"start": (x, y), …}',
)

# --- options

_RANGE = Either((Whole(0, 1_000_000), Nothing()))
_CHOICES = {
    "fog": "everybody sees the whole map; or only the rooms they have visited",
    "public": "whether visitors of the website see the map",
    "rooms": "all are made by `spawn`; or each when somebody comes to it, as of a map that is new "
    "and large",
    "directions": "of a matrix: `right` is east, `up` north, `forward` up",
    "wormholes": "routes use a wormhole only after the character has jumped; or always",
    "play": "of a matrix: an ordinary place; or the matrix game",
}


def _options(*, of_matrix: bool) -> KeyTable:
    choices = [
        KeyRow(
            name,
            OneOf(words),
            _CHOICES[name],
            None if name == "rooms" else words[0],
            lenient=name not in OF_ALL and not of_matrix,
        )
        for name, words in OF_MATRICES.items()
    ]
    return KeyTable(
        "a dict",
        (
            *choices,
            KeyRow("solves", WORD, "a puzzle that everybody who comes to its end solves", None),
            KeyRow("title", WORD, "its name for players; by default, `zcoord`", None),
            KeyRow(
                "routes",
                OneOf(("explored",), lenient=True),
                "routes use only rooms that the character has visited",
                None,
            ),
            KeyRow("dungeon", DUNGEON_OPTION, "the map is a dungeon", ABSENT),
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
                Either((Text(MOST_ACROSS), Nothing())),
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
            KeyRow("map_fill_all", Flag(), "whether the map is as wide as the screen", True),
            KeyRow(
                "map_separator_char", Text(MOST_ACROSS), "the symbol of separator lines", "|x~|n"
            ),
        ),
        code="bad-option",
        tells_slips=True,
    )


OPTIONS = _options(of_matrix=False)
OPTIONS_OF_MATRIX = _options(of_matrix=True)

# --- the map


_SYMBOL_KEY = Predicate(
    "one character",
    lambda value: isinstance(value, str) and len(value) == 1,
    {"type": "string", "maxLength": 1},
    Severity.WARNING,
)
LEGEND = Keyed("a dict", _SYMBOL_KEY, LegendClass(), 'write {"T": ToTown}')
OF_SEED = KeyTable(
    "a dict of edge, difficulty and seed",
    (
        KeyRow("edge", Whole(1, MAX_EDGE), "the edge of the cube", REQUIRED),
        KeyRow("difficulty", Whole(1, len(RECIPES)), "how hard it is", REQUIRED),
        KeyRow("seed", SEED, "which matrix", 1),
    ),
    own=None,
)
_DRAWING = Text(_MOST_DRAWING, blank=False, words="a drawing, as text")
NAME = KeyRow("zcoord", MAP_NAME, "its name, a text or a number", REQUIRED, "no-zcoord")
KINDS = {
    "map": KeyRow("map", _DRAWING, "a drawing of one level"),
    "levels": KeyRow(
        "levels",
        ListOf("a list of drawings", _DRAWING, "write [bottom, ..., top]", MOST_ACROSS),
        "drawings, the lowest first",
        code="malformed-levels",
    ),
    "matrix": KeyRow(
        "matrix",
        Either((Text(4096), OF_SEED), cure='write {"edge": 10, "difficulty": 5, "seed": 7}'),
        "a definition file beside the module, or the parameters to generate one",
    ),
    "rooms": KeyRow("rooms", rooms_of(ROOM), "rooms, each by its coordinate"),
    "dungeon": KeyRow("dungeon", DUNGEON, "a dungeon that is generated"),
    "land": KeyRow("land", LAND, "part of a land from noise"),
}
TRANSITIONS = Keyed(
    "a dict",
    WAY_OUT,
    OUTSIDE,
    'write (x, y, z, "exit name"): (X, Y, "map")',
    ("bad-transition", "bad-transition"),
)


BESIDES = (
    KeyRow("legend", LEGEND, "of a drawing: symbol -> class, in addition to the contrib's"),
    KeyRow(
        "prototypes",
        prototypes_of(FLAT_KEY, PROTOTYPE),
        "of rooms and exits, by coordinate; they come before those of the legend",
    ),
    KeyRow("transitions", TRANSITIONS, "of a matrix: exits to other maps"),
    KeyRow("options", OPTIONS, "how the map is shown and played"),
    KeyRow("module_path", OWN, "the module that contains it"),
)
