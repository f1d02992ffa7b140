"""Kinds of places in map data: coordinates, keys with wildcards, targets of exits."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS
from xyzgrid_ext.core.grid.overrides import WILDCARD, whole_number
from xyzgrid_ext.core.mapdata.kinds import WORD, Predicate
from xyzgrid_ext.core.mapdata.shapes import Either, TupleOf

ENDS = ("start", "end")
_MOST_FAR = 1 << 20  # a coordinate: what fits into a Grid


def _is_coordinate(value: Any, least: int = -_MOST_FAR, most: int = _MOST_FAR) -> bool:
    if type(value) is int:  # as nearly all are
        return least <= value <= most
    number = None if isinstance(value, bool) else whole_number(value)
    return number is not None and least <= number <= most


def _is_place_in_key(value: Any) -> bool:
    return (isinstance(value, str) and value.strip() == WILDCARD) or _is_coordinate(value)


_ANY = Predicate("a whole number", _is_coordinate, {"type": "integer"})
_OWN = Predicate(
    f"a whole number from 0 to {MOST_ACROSS - 1}",
    lambda value: _is_coordinate(value, 0, MOST_ACROSS - 1),
    {"type": "integer", "minimum": 0, "maximum": MOST_ACROSS - 1},
)
_PART = Predicate("a whole number or '*'", _is_place_in_key, {"type": ["integer", "string"]})
MAP_NAME = Predicate(
    "the name of a map",
    lambda value: (
        not isinstance(value, bool) and not WORD.faults(str(value))
        if isinstance(value, str | int) and (isinstance(value, str) or abs(value) < 1 << 63)
        else False
    ),
    {"type": ["string", "integer"]},
)
# not a number, which would be the sheet of this map
_OTHER_MAP = Predicate(
    "the name of a map",
    lambda value: isinstance(value, str) and not WORD.faults(value) and whole_number(value) is None,
    {"type": "string"},
)
COORDINATE = TupleOf(
    f"(x, y, z), whole numbers from 0 to {MOST_ACROSS - 1}",
    ((_OWN, _OWN, _OWN), (_OWN, _OWN)),
    tuples_only=True,
)
INSIDE = TupleOf("(x, y), or (x, y, z) of a 3D map", ((_ANY, _ANY), (_ANY, _ANY, _ANY)))
TARGET = TupleOf(
    '(x, y, z), or (X, Y, "map") for another map',
    ((_OWN, _OWN, _OWN), (_ANY, _ANY, _OTHER_MAP), (_OWN, _OWN)),
)
OUTSIDE = TupleOf('(X, Y, "map")', ((_ANY, _ANY, MAP_NAME),))
OUT_OF_DUNGEON = TupleOf(
    '(X, Y, "map") or (X, Y, Z, "map")',
    ((_ANY, _ANY, MAP_NAME), (_ANY, _ANY, _ANY, MAP_NAME)),
)
_EXIT_WORD = Predicate(
    "a word", lambda value: not WORD.faults(str(value)) if _is_short(value) else False, {}
)
FLAT_KEY = TupleOf(
    "(x, y) or (x, y, direction), where '*' stands for any",
    ((_PART, _PART), (_PART, _PART, _EXIT_WORD)),
    tuples_only=True,
)
DEEP_KEY = TupleOf(
    "(x, y, z) or (x, y, z, direction), where '*' stands for any",
    ((_PART, _PART, _PART), (_PART, _PART, _PART, _EXIT_WORD)),
    tuples_only=True,
)
_END = Predicate(
    "'start' or 'end'", lambda value: isinstance(value, str) and value in ENDS, {"enum": list(ENDS)}
)
MATRIX_KEY = Either(
    (_END, TupleOf(DEEP_KEY.words, (*DEEP_KEY.forms, (_END, _EXIT_WORD)), tuples_only=True)),
    f"{DEEP_KEY.words}; 'start' and 'end' for the coordinates of a matrix",
)
WAY_OUT = TupleOf(
    '(x, y, z, "exit name") or ("start", "exit name")',
    ((_ANY, _ANY, _ANY, WORD), (_END, WORD)),
    tuples_only=True,
)


def _is_short(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and abs(value) < _MOST_FAR)
