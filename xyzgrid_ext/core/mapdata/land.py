"""The rows for a land from noise: the part of it that is the map, its places and its roads."""

from __future__ import annotations

from xyzgrid_ext.core.coords import FARTHEST
from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS
from xyzgrid_ext.core.mapdata.kinds import WORD, Whole
from xyzgrid_ext.core.mapdata.places import OUTSIDE
from xyzgrid_ext.core.mapdata.prototypes import OF_PLACE, PrototypeTable
from xyzgrid_ext.core.mapdata.seeds import SEED
from xyzgrid_ext.core.mapdata.shapes import (
    REQUIRED,
    Either,
    Keyed,
    KeyRow,
    KeyTable,
    ListOf,
    TupleOf,
)

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
