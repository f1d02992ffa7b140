"""The rows of map data as a table for the docs, and as a JSON schema."""

from __future__ import annotations

from typing import Any, NamedTuple

from xyzgrid_ext.core.mapdata import legend, prototypes, rows
from xyzgrid_ext.core.mapdata.faults import shown
from xyzgrid_ext.core.mapdata.shapes import ABSENT, REQUIRED, KeyRow, KeyTable

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DESCRIPTION = (
    "XYMAP_DATA of a map module, as JSON: keys that are coordinates are written as text, "
    '"(0, 0, 0)"; classes of a legend cannot be written.'
)
_MAP = (rows.NAME, *rows.KINDS.values(), *rows.BESIDES)
_PARTS = (
    ("a map", _MAP),
    ("options", rows.OPTIONS_OF_MATRIX.rows),
    ("options.dungeon", rows.DUNGEON_OPTION.rows),
    ("matrix", rows.OF_SEED.rows),
    ("dungeon", rows.DUNGEON.rows),
    ("dungeon.parameters", rows.PARAMETERS.rows),
    ("a room of rooms", prototypes.ROOM_OF_DUNGEON.rows),
    ("an exit of rooms", prototypes.EXIT_OF_DUNGEON.rows),
    ("a prototype", prototypes.PROTOTYPE_OF_DUNGEON.rows),
    ("a thing", prototypes.THING.rows),
    ("a class of the legend", legend.ATTRIBUTES.rows),
)


class Described(NamedTuple):
    """A key as the docs have it: where it stands, what it takes, what holds without it."""

    where: str
    key: str
    takes: str
    default: str
    meaning: str


def table() -> list[Described]:
    """All keys of map data, in the order in which the docs have them."""
    return [
        Described(where, row.key, row.kind.words, _default(row), row.meaning)
        for where, part in _PARTS
        for row in part
    ]


def _default(row: KeyRow) -> str:
    if row.default is REQUIRED:
        return "has to be there"
    return "" if row.default is ABSENT or row.default is None else shown(row.default)


def schema() -> dict[str, Any]:
    """The JSON schema of map data, draft 2020-12."""
    whole = KeyTable("a dict", _MAP, own=None).schema()
    one_of = [{"required": [kind]} for kind in rows.KINDS]
    return {
        "$schema": _DIALECT,
        "title": "XYMAP_DATA",
        "description": _DESCRIPTION,
        **whole,
        "anyOf": one_of,
    }
