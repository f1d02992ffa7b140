"""What dungeons add to core: their keys in map modules, and what refuses a faulty dungeon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from xyzgrid_ext.core.findings import Finding, MapError, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.mapdata.faults import NO_FAULTS, Faults, ValueFault, wrong_value
from xyzgrid_ext.core.mapdata.kinds import (
    ABSENT,
    REQUIRED,
    STORABLE,
    WORD,
    Either,
    KeyRow,
    KeyTable,
    ListOf,
    Number,
    OneOf,
    Predicate,
    Text,
    TupleOf,
    WholeNumber,
)
from xyzgrid_ext.core.mapdata.prototypes import MAP_NAME, WHOLE_NUMBER
from xyzgrid_ext.core.mapdata.rows import SEED, MapKind, transitions_faults
from xyzgrid_ext.core.parts import CorePart
from xyzgrid_ext.parts.dungeons.core import fight
from xyzgrid_ext.parts.dungeons.core.order import parse_order
from xyzgrid_ext.parts.dungeons.core.parameters import BOUNDS, Parameters

ROOM_COORD = TupleOf("(x, y), or (x, y, z) of a 3D map", ((WHOLE_NUMBER,) * 2, (WHOLE_NUMBER,) * 3))
_OUTSIDE = TupleOf(
    '(X, Y, "map") or (X, Y, Z, "map")',
    ((*(WHOLE_NUMBER,) * 2, MAP_NAME), (*(WHOLE_NUMBER,) * 3, MAP_NAME)),
)
_LINE = Text(2000, blank=False, words="a text")
_FIGHT = KeyTable(
    "a dict",
    (
        *(
            KeyRow(sign, Either((_LINE, ListOf("a list of texts", _LINE))), meaning, ())
            for sign, meaning in zip(
                fight.SIGNS,
                (
                    "what is read when it is off its guard",
                    "what is read before it strikes",
                    "what is read before it comes with its whole weight",
                ),
                strict=True,
            )
        ),
        *(
            KeyRow(event, _LINE, meaning, "")
            for event, meaning in zip(
                fight.EVENTS,
                (
                    "what is read when `attack` wounds it",
                    "what is read when `guard` wounds it",
                    "what is read when `dodge` wounds it; {thing} stands in the room",
                    "what is read when it hits a player",
                    "what is read when it is beaten",
                ),
                strict=True,
            )
        ),
        KeyRow("wounds", WholeNumber(1, 99), "how many wounds beat it", fight.WOUNDS),
    ),
    own=None,
)
_GIVE = Either(
    (
        WORD,
        KeyTable(
            "a dict",
            (
                KeyRow("what", WORD, "the thing that is found", REQUIRED),
                KeyRow(
                    "needs", ListOf("a list of words", WORD), "words that must be true before", ()
                ),
                KeyRow("title", WORD, "the name of the enemy or the chest, for players", ""),
                KeyRow("fight", _FIGHT, "what is read in the fight with the enemy", {}),
            ),
            cure='write {"what": "map", "needs": ["kill:rat"]}',
        ),
    ),
    "a word, or a dict with what, needs and title",
    'write "gives": ["smallkey", {"what": "map", "needs": ["kill:rat"]}]',
)
_GIVES = KeyRow(
    "gives",
    Either((WORD, ListOf("a list", _GIVE)), "a list of words, or of dicts"),
    "things that are found there, in a dungeon",
    (),
    "malformed-gives",
)
_DOOR = KeyRow(
    "door",
    Either((WORD, WholeNumber(-(1 << 31), 1 << 31))),
    "in a dungeon, a name shared by both sides of a door",
    None,
)

_MOST_MINUTES = 10 * 366 * 24 * 60  # ten years

_COPIES = OneOf(("shared", "party", "character"))
_MINUTES = Number(_MOST_MINUTES)
_RESET = Predicate(
    "'never' or a number of minutes",
    lambda value: value == "never" if isinstance(value, str) else not _MINUTES.faults(value),
    {
        "anyOf": [
            {"const": "never"},
            {"type": "number", "exclusiveMinimum": 0, "maximum": _MOST_MINUTES},
        ]
    },
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
    KeyRow(
        "descents",
        WholeNumber(0, 99),
        "tiers of other dungeons that players may choose at the entrance",
        0,
        "bad-rule",
    ),
)
PARAMETERS = KeyTable(
    "a dict",
    (
        KeyRow("seed", SEED, "which dungeon", 1),
        *(
            KeyRow(name, WholeNumber(least, most), meaning, getattr(Parameters, name))
            for name, (least, most, meaning) in BOUNDS.items()
        ),
        KeyRow(
            "items", ListOf("a list of words", WORD), "the order in which quests hide items", ()
        ),
    ),
    own=None,
    code="bad-parameter",
    beside=("catalogue", "outside", "copies", "lease", "reset", "descents"),
)


class CatalogueRows:
    """The check of the key `catalogue` of a map module: a path, or the rows themselves."""

    words = "the Python path of a module with a CATALOGUE, or rows"
    schema = MappingProxyType(
        {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}]}
    )
    # masks are imported only here, since a check of maps without dungeons does not need them

    def has_right_type(self, value: object) -> bool:
        """Whether a value is a list of rows, a path or a Catalogue."""
        from xyzgrid_ext.parts.dungeons.core.masks import Catalogue

        return isinstance(value, str | list | tuple | Catalogue)

    def faults(self, value: object) -> Faults:
        """Return the faults of a value: that it is no list of rows, or those of its rows."""
        from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
        from xyzgrid_ext.parts.dungeons.core.masks.rows import read_rows

        if isinstance(value, Catalogue):
            return NO_FAULTS
        if isinstance(value, str):
            return WORD.faults(value)
        if not isinstance(value, list | tuple):
            return wrong_value(self.words, value, 'write catalogue="world.catalogue"')
        value_faults: list[ValueFault] = []
        for number, row in enumerate(value):
            if too_large := STORABLE.faults(row):
                value_faults += [fault.below(number) for fault in too_large]
                continue
            _entries, findings = read_rows([row])
            value_faults += [
                ValueFault(f.message, f.cure, (number,), f.code, f.severity) for f in findings
            ]
        return value_faults


DUNGEON = KeyTable(
    "a dict, as dungeon(...) makes it",
    (
        KeyRow("parameters", PARAMETERS, "the parameters of the generator", {}),
        KeyRow("catalogue", CatalogueRows(), "the components of its rooms", "world.catalogue"),
        KeyRow("outside", _OUTSIDE, "the place to which its exits lead", None),
        *_RULES,
    ),
    own=None,
    cure="take dungeon(...) of xyzgrid_ext.parts.dungeons.game",
)
DUNGEON_OPTION = KeyTable(
    "a dict",
    (
        KeyRow("start", ROOM_COORD, "the first room", None),
        KeyRow("goal", ROOM_COORD, "the last room", None),
        *_RULES,
    ),
    code="bad-option",
    cure='write {"start": (x, y), …}',
)


def _kills(grid: Grid) -> Iterator[str]:
    """Yield the enemies of a dungeon that can be beaten, and all that its rooms give."""
    if "dungeon" in grid.options:
        yield from (f"kill:{room}" for room in range(grid.rooms))
    for prototype in grid.protos:
        gives = prototype.get("gives")
        for give in gives if isinstance(gives, list | tuple) else ():
            yield str(give.get("what") if isinstance(give, Mapping) else give)


def _site_faults(grid: Grid) -> list[Finding]:
    """Return what is wrong with what the rooms of a dungeon give and its exits need."""
    if "dungeon" not in grid.options:
        return []
    from xyzgrid_ext.parts.dungeons.core.site import site_of  # other maps do not need it

    try:
        site_of(grid)
    except RefusedError as refused:
        return list(refused.findings)
    except MapError as error:
        return [Finding.error("no-dungeon", error.message, error.cure, grid.name)]
    return []


CORE = CorePart(
    "dungeons",
    map_kinds=(
        MapKind(
            KeyRow("dungeon", DUNGEON, "a dungeon that is generated"),
            "of dungeon(...)",
            transitions_faults,
        ),
    ),
    references={"dungeon": parse_order},
    map_options=(KeyRow("dungeon", DUNGEON_OPTION, "the map is a dungeon", ABSENT),),
    room_keys=(_GIVES,),
    exit_keys=(_DOOR,),
    apart=lambda options: "dungeon" in options,
    given={"kill": _kills},
    needs_words=("smallkey", "bigkey", "kill", "map", "compass"),
    faults=(_site_faults,),
)
