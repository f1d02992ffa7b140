"""The rows of map data as a table for the docs, and as a JSON schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from xyzgrid_ext.core.mapdata import prototypes, rows
from xyzgrid_ext.core.mapdata.faults import shown
from xyzgrid_ext.core.mapdata.kinds import ABSENT, REQUIRED, KeyRow, KeyTable
from xyzgrid_ext.core.parts import core_parts_by_name

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DESCRIPTION = (
    "XYMAP_DATA of a map module, as JSON: keys that are coordinates are written as text, "
    '"(0, 0, 0)"; classes of a legend cannot be written.'
)
_OF_THING = {row.key: row.kind for row in prototypes.THING.rows}
_OF_EXIT = {row.key: row.kind for row in prototypes.EXIT.rows}
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
    "outside": prototypes.OUTSIDE,
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


def _tables() -> list[tuple[str, tuple[KeyRow, ...]]]:
    """Return all keys with the words for where they stand, in the order of the docs."""
    own = prototypes.tables_with(core_parts_by_name())
    return [
        ("a map", _keys_of_map()),
        ("options", rows.OPTIONS_OF_MATRIX.all_rows),
        *((where, table.rows) for part in core_parts_by_name() for where, table in part.tables),
        ("a room of rooms", own.room.rows),
        ("an exit of rooms", own.exit.rows),
        ("a prototype", own.prototype.rows),
        ("a thing", prototypes.THING.all_rows),
        ("a class of the legend", rows.ATTRIBUTES.rows),
    ]


def _keys_of_map() -> tuple[KeyRow, ...]:
    return (rows.NAME, *rows.kind_rows(), *rows.BESIDES)


def table() -> list[Described]:
    """All keys of map data, in the order of the docs."""
    return [
        Described(where, row.key, row.kind.words, _default(row), row.meaning)
        for where, part in _tables()
        for row in part
    ]


def _default(row: KeyRow) -> str:
    if row.default is REQUIRED:
        return "required"
    return "" if row.default is ABSENT or row.default is None else shown(row.default)


def schema() -> dict[str, Any]:
    """Return the JSON schema of map data, draft 2020-12."""
    whole = KeyTable("a dict", _keys_of_map(), own=None).schema()
    one_of = [{"required": [kind.key]} for kind in rows.kind_rows()]
    all_shared = dict(pair for part in core_parts_by_name() for pair in part.shared) | _SHARED
    shared = {name: kind.schema() for name, kind in all_shared.items()}
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
