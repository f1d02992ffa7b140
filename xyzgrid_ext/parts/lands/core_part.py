"""What lands add to core: their keys in map modules, and how a land is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.core.coords import FARTHEST
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import Grid, is_apart
from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS
from xyzgrid_ext.core.grid.model import MadeMap
from xyzgrid_ext.core.mapdata.faults import Faults, ValueFault
from xyzgrid_ext.core.mapdata.kinds import (
    REQUIRED,
    WORD,
    DictOf,
    Either,
    KeyRow,
    KeyTable,
    ListOf,
    OneOf,
    TupleOf,
    WholeNumber,
)
from xyzgrid_ext.core.mapdata.prototypes import OTHER_MAP_PLACE, PLACE_ROWS, PrototypeTable
from xyzgrid_ext.core.mapdata.rows import SEED, MapKind
from xyzgrid_ext.core.parts import CorePart

_CELL = WholeNumber(-FARTHEST, FARTHEST)
_ACROSS = WholeNumber(1, MOST_ACROSS)
_MOST_PLACES = 100
_AREA = TupleOf(
    f"(x, y, width, height), width and height from 1 to {MOST_ACROSS}",
    ((_CELL, _CELL, _ACROSS, _ACROSS),),
)
CELL = TupleOf("(x, y) of the land", ((_CELL, _CELL),))
_EXITS = DictOf(
    "a dict of exits",
    WORD,
    OTHER_MAP_PLACE,
    'write {"gate": (X, Y, "map")}',
    ("malformed-exit",) * 2,
)
PLACE = PrototypeTable(
    "a dict",
    (
        KeyRow("at", CELL, "its position, in coordinates of the land", REQUIRED),
        KeyRow("exits", _EXITS, "its exits to other maps", {}),
        *PLACE_ROWS,
    ),
    code="malformed-place",
    cure='write {"at": (x, y), "desc": "..."}',
)
LAND = KeyTable(
    "a dict of area, seed, places and roads",
    (
        KeyRow("area", _AREA, "the part of the land to map; without it, the whole land", None),
        KeyRow("at", CELL, "without an area: the part that is drawn at the start", None),
        KeyRow("seed", SEED, "which land", 1),
        KeyRow(
            "places",
            DictOf(
                "a dict of places",
                WORD,
                Either((CELL, PLACE), "(x, y), or a dict with `at`", 'write {"Alden": (x, y)}'),
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


def _faults(data: Mapping[object, object]) -> Faults:
    cure = 'write the exits of a place: {"at": (x, y), "exits": {"gate": (X, Y, "map")}}'
    faults = [
        ValueFault("a land does not have this key", cure, (key,), "unknown-key")
        for key in ("legend", "transitions")
        if key in data
    ]
    options, land = data.get("options"), data["land"]
    is_endless = isinstance(land, Mapping) and "area" not in land
    if is_endless and data.get("areas"):
        message, cure = "an endless land has no areas", "tag its places, or map a part of the land"
        faults.append(ValueFault(message, cure, ("areas",), "malformed-area"))
    if is_endless and isinstance(options, Mapping) and options.get("rooms") == "all":
        message = "a land without an area is endless, so its rooms cannot all be made"
        path = ("options", "rooms")
        faults.append(ValueFault(message, "leave `rooms` out", path, "bad-option"))
    return faults


def _made(data: Mapping[Any, Any], name: str) -> MadeMap:
    # what lands need takes as long to import as the check of a small drawn map
    from xyzgrid_ext.parts.lands.content import LAND as CONTENT
    from xyzgrid_ext.parts.lands.core.pieces import land_map

    land = land_map(data, CONTENT, name)
    return MadeMap(land.grid, land.findings)


def _lazy_faults(grid: Grid) -> list[Finding]:
    if grid.options.get("rooms") != "lazy" or not is_apart(grid):
        return []
    message, cure = "option 'rooms': a map that is a game cannot be lazy", "leave `rooms` out"
    return [Finding.error("bad-option", message, cure, file=grid.name)]


CORE = CorePart(
    "lands",
    map_options=(
        KeyRow(
            "rooms",
            OneOf(("all", "lazy")),
            "all are made by `spawn`; or each when somebody comes to it, as of a map that is new "
            "and large",
            None,
        ),
    ),
    faults=(_lazy_faults,),
    map_kinds=(
        MapKind(KeyRow("land", LAND, "part of a land from noise"), "a dict", _faults, True, _made),
    ),
)
