"""The rows of map data as a table for the docs, and as a JSON schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from xyzgrid_ext.core.mapdata import prototypes, rows
from xyzgrid_ext.core.mapdata.faults import shown
from xyzgrid_ext.core.mapdata.kinds import ABSENT, REQUIRED, KeyRow, KeyTable

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
    ("land", rows.LAND.rows),
    ("a place of a land", rows.PLACE.rows),
    ("a room of rooms", prototypes.ROOM_OF_DUNGEON.rows),
    ("an exit of rooms", prototypes.EXIT_OF_DUNGEON.rows),
    ("a prototype", prototypes.PROTOTYPE_OF_DUNGEON.rows),
    ("a thing", prototypes.THING.rows),
    ("a class of the legend", rows.ATTRIBUTES.rows),
)
_OF_THING = {row.key: row.kind for row in prototypes.THING.rows}
_OF_EXIT = {row.key: row.kind for row in prototypes.EXIT_OF_DUNGEON.rows}
_SHARED = {
    "thing": prototypes.THING,
    "description": _OF_THING["desc"],
    "parent": _OF_THING["prototype_parent"],
    "attributes": _OF_THING["attrs"],
    "tags": _OF_THING["tags"],
    "names": _OF_THING["aliases"],
    "name": _OF_THING["key"],
    "needs": _OF_EXIT["needs"],
    "target": _OF_EXIT["to"],
    "spot": rows.SPOT,
    "outside": prototypes.OUTSIDE,
    "seed": next(row.kind for row in rows.OF_SEED.rows if row.key == "seed"),
    "parameters": rows.PARAMETERS,
    "room": next(row.kind for row in rows.DUNGEON_OPTION.rows if row.key == "start"),
}
"""Kinds of values that occur several times; the schema has each once, under $defs."""
_BESIDE_REF = ("description", "default")


class Described(NamedTuple):
    """A key as the docs show it: where it belongs, what it accepts, and its default."""

    where: str
    key: str
    takes: str
    default: str
    meaning: str


def table() -> list[Described]:
    """All keys of map data, in the order of the docs."""
    return [
        Described(where, row.key, row.kind.words, _default(row), row.meaning)
        for where, part in _PARTS
        for row in part
    ]


def _default(row: KeyRow) -> str:
    if row.default is REQUIRED:
        return "required"
    return "" if row.default is ABSENT or row.default is None else shown(row.default)


def schema() -> dict[str, Any]:
    """Return the JSON schema of map data, draft 2020-12."""
    whole = KeyTable("a dict", _MAP, own=None).schema()
    one_of = [{"required": [kind]} for kind in rows.KINDS]
    shared = {name: kind.schema() for name, kind in _SHARED.items()}
    return {
        "$schema": _DIALECT,
        "title": "XYMAP_DATA",
        "description": _DESCRIPTION,
        **_by_reference(whole, shared),
        "anyOf": one_of,
        "$defs": {name: _parts_by_reference(part, shared) for name, part in shared.items()},
    }


def _by_reference(part: Any, shared: Mapping[str, Any]) -> Any:
    """Replace the shared parts of a schema by references."""
    if isinstance(part, dict):
        bare = {key: value for key, value in part.items() if key not in _BESIDE_REF}
        for name, one in shared.items():
            if bare == one:
                beside = {key: part[key] for key in _BESIDE_REF if key in part}
                return {"$ref": f"#/$defs/{name}", **beside}
    return _parts_by_reference(part, shared)


def _parts_by_reference(part: Any, shared: Mapping[str, Any]) -> Any:
    if isinstance(part, dict):
        return {key: _by_reference(value, shared) for key, value in part.items()}
    return [_by_reference(one, shared) for one in part] if isinstance(part, list) else part
