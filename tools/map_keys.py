"""The keys of map data for docs/reference: as rows of a table, and as a JSON schema.

core.mapdata rows ─┬─ table()  ─► map-keys.md        where, key, value, default, meaning
rows of parts     ─┘  schema() ─► schemas/map.json   draft 2020-12
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from xyzgrid_ext.core.mapdata import prototypes, rows
from xyzgrid_ext.core.mapdata.faults import short_text
from xyzgrid_ext.core.mapdata.kinds import ABSENT, REQUIRED, KeyRow, KeyTable, ValueKind
from xyzgrid_ext.core.parts import core_parts_by_name
from xyzgrid_ext.parts.contents import keys as contents
from xyzgrid_ext.parts.dungeons import core_part as dungeons
from xyzgrid_ext.parts.dungeons.core.masks.rows import ROW
from xyzgrid_ext.parts.editor.core.schema import Schema, json_schema
from xyzgrid_ext.parts.lands import core_part as lands
from xyzgrid_ext.parts.matrix_game import core_part as matrix_game

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DESCRIPTION = (
    "XYMAP_DATA of a map module, as JSON: keys that are coordinates are written as text, "
    '"(0, 0, 0)"; classes of a legend cannot be written.'
)
_OF_PARTS = (
    ("options.dungeon", dungeons.DUNGEON_OPTION),
    ("dungeon", dungeons.DUNGEON),
    ("dungeon.parameters", dungeons.PARAMETERS),
    ("contents", contents.MAP_KEYS),
    ("contents.wanders", contents.WANDERS),
    ("land", lands.LAND),
    ("a place of a land", lands.PLACE),
    ("matrix", matrix_game.GENERATED_MATRIX),
)
_OF_THING = {row.key: row.kind for row in prototypes.THING.rows}
_OF_EXIT = {row.key: row.kind for row in prototypes.EXIT.rows}
_SHARED: Mapping[str, ValueKind] = {
    "room": dungeons.ROOM_COORD,
    "parameters": dungeons.PARAMETERS,
    "spot": lands.CELL,
    "thing": prototypes.THING,
    "description": _OF_THING["desc"],
    "parent": _OF_THING["prototype_parent"],
    "attributes": _OF_THING["attrs"],
    "tags": _OF_THING["tags"],
    "names": _OF_THING["aliases"],
    "name": _OF_THING["key"],
    "needs": _OF_EXIT["needs"],
    "target": _OF_EXIT["to"],
    "outside": prototypes.OTHER_MAP_PLACE,
    "seed": rows.SEED,
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
    """Return all keys of map data, in the order of the docs."""
    own = prototypes.tables_for(core_parts_by_name())
    tables: list[tuple[str, tuple[KeyRow, ...]]] = [
        ("a map", _keys_of_map()),
        ("options", rows.OPTIONS_OF_MATRIX.all_rows),
        ("an area", rows.AREA.rows),
        *((where, part.rows) for where, part in _OF_PARTS),
        ("a room of rooms", own.room.rows),
        ("an exit of rooms", own.exit.rows),
        ("a prototype", own.prototype.rows),
        ("a thing", prototypes.THING.all_rows),
        ("a class of the legend", rows.LEGEND_ATTRIBUTES.rows),
    ]
    keys: dict[tuple[str, str], Described] = {}
    for where, of_table in tables:
        for row in of_table:
            key = Described(where, row.key, row.kind.words, _default(row), row.meaning)
            if (other := keys.get((where, row.key))) is not None:  # of another part
                takes, meaning = f"{other.takes}, or {key.takes}", f"{other.meaning}; {key.meaning}"
                key = other._replace(takes=takes, meaning=meaning)
            keys[where, row.key] = key
    return [*keys.values()]


def _keys_of_map() -> tuple[KeyRow, ...]:
    return (rows.ZCOORD_ROW, *rows.room_source_rows(), *rows.other_map_rows())


def _default(row: KeyRow) -> str:
    if row.default is REQUIRED:
        return "required"
    return "" if row.default is ABSENT or row.default is None else short_text(row.default)


def schema() -> Schema:
    """Return the JSON schema of map data."""
    whole = json_schema(KeyTable("a dict", _keys_of_map(), own=None))
    one_of = [{"required": [kind.key]} for kind in rows.room_source_rows()]
    shared = {name: json_schema(kind) for name, kind in _SHARED.items()}
    body = _by_reference(whole, shared)
    every = {name: _parts_by_reference(part, shared) for name, part in shared.items()}
    written = json.dumps([body, every])  # a kind that only parts have may occur nowhere
    return {
        "$schema": _DIALECT,
        "title": "XYMAP_DATA",
        "description": _DESCRIPTION,
        **body,
        "anyOf": one_of,
        "$defs": {name: part for name, part in every.items() if f'/{name}"' in written},
    }


def catalogue_schema() -> Schema:
    """Return the JSON schema of a catalogue of dungeons; it cannot check names."""
    return {"$schema": _DIALECT, "title": "CATALOGUE", "type": "array", "items": json_schema(ROW)}


def _by_reference(part: Any, shared: Mapping[str, Schema]) -> Any:
    """Replace the shared parts of a schema by references."""
    if isinstance(part, dict):
        bare = {key: value for key, value in part.items() if key not in _BESIDE_REF}
        for name, kind in shared.items():
            if bare == kind:
                beside = {key: part[key] for key in _BESIDE_REF if key in part}
                return {"$ref": f"#/$defs/{name}", **beside}
    return _parts_by_reference(part, shared)


def _parts_by_reference(part: Any, shared: Mapping[str, Schema]) -> Any:
    if isinstance(part, dict):
        return {key: _by_reference(value, shared) for key, value in part.items()}
    return [_by_reference(item, shared) for item in part] if isinstance(part, list) else part
