"""What the fields of a room, an exit and the options are, as JSON schemas for the page's forms.

    rows of map data ──schema_of──► schemas ──forms_of──► those of what a browser may write

The page draws a field for each property, and knows none by name. What JSON cannot hold, such as
functions, is left out of a choice; a key that the editor refuses has no field.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from xyzgrid_ext.core.mapdata import rows
from xyzgrid_ext.core.mapdata.kinds import KeyRow, KeyTable
from xyzgrid_ext.core.mapdata.prototypes import tables_for
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.editor.core.policy import REFUSED_KEYS
from xyzgrid_ext.parts.editor.core.schema import Schema, json_schema
from xyzgrid_ext.parts.editor.core.values import EXIT_KEYS, RESERVED

_NULL = {"type": "null"}
_WRITTEN = ("rooms", "map", "levels", "matrix")
RENAMING = ("directions",)
"""Options of a matrix that the editor cannot change, because they rename all exits."""
_NO_FORMS = ("legend", "prototypes", "transitions", "options", "module_path")
_PROTOTYPES = ("prototype_parent", "prototype", "gives")
_OWN = {key: key for key in EXIT_KEYS} | {"key": "name"}


def form_schemas(data: Record) -> dict[str, Schema]:
    """Return the JSON schemas of the editor's forms for a map with this XYMAP_DATA.

    {"room": of a room's prototype, "exit": of an exit's own keys and its prototype's, "options": of
    the map's options, "map": of the keys of `map_rows`}
    """
    tables = tables_for(rows.parts_for_map(data))
    room, exit_ = tables.room.rows, tables.exit.rows
    common = {row.key for row in room} & {row.key for row in exit_}  # Evennia's own come last
    is_matrix = rows.is_given(data.get("matrix"))
    known = rows.OPTIONS_OF_MATRIX if is_matrix else rows.OPTIONS
    of_matrix = () if is_matrix else {*rows.MATRIX_OPTIONS} - {*rows.COMMON_OPTIONS}
    options = (row for row in known.all_rows if row.key not in of_matrix)
    ways = _form(sorted(exit_, key=lambda row: row.key in common - {"key"}), ("to",))
    ways["properties"] = {_OWN.get(key, key): schema for key, schema in ways["properties"].items()}
    return {
        "room": _form(sorted(room, key=lambda row: row.key in common), RESERVED),
        "exit": ways,
        "options": _form(options, RENAMING),
        "map": _form(map_rows(data), ()),
    }


def map_rows(data: Record) -> list[KeyRow]:
    """Return the rows of the keys of an XYMAP_DATA that one form edits, such as "areas".

    Rooms, drawings, prototypes and options are not among them.
    """
    kinds = (row for row in rows.room_source_rows() if rows.is_given(data.get(row.key)))
    rest = (row for row in rows.other_map_rows() if row.key not in _NO_FORMS)
    return [*(row for row in kinds if row.key not in _WRITTEN), *rest]


def _form(of_table: Iterable[KeyRow], without: Collection[str]) -> Schema:
    rows = tuple(row for row in of_table if row.key not in without)
    form: Schema = _plain(json_schema(KeyTable("a dict", rows)))
    return form


def _plain(schema: Any) -> Any:
    """Return a schema without what no field can show, and with choices of one form resolved."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "properties" in schema:
        known = schema["properties"]
        plain = {key: _plain(part) for key, part in known.items() if key not in REFUSED_KEYS}
        named = {key: _named(plain[key]) for key in _PROTOTYPES if key in plain}
        return schema | {"properties": plain | named}
    if isinstance(schema.get("type"), list):
        schema = {"anyOf": [{"type": name} for name in schema["type"]]}
    if "anyOf" in schema:
        beside = {key: part for key, part in schema.items() if key != "anyOf"}
        forms = _forms(schema["anyOf"])
        return (forms[0] if len(forms) == 1 else {"anyOf": forms}) | beside
    return {key: _plain(part) for key, part in schema.items()}


def _named(form: Schema) -> Schema:
    """Return a form of a prototype, whose name is offered of the page's list of them."""
    if "anyOf" in form:
        return form | {"anyOf": [_named(choice) for choice in form["anyOf"]]}
    return form | {"list": "prototypes"} if form.get("type") == "string" else form


def _forms(choices: Iterable[Schema]) -> list[Schema]:
    """Return the forms of a choice, each once: those of choices within it are among them.

    A word in place of a list of words is written as such a list.
    """
    forms: list[Schema] = []
    for choice in choices:
        plain = _plain(choice)
        for form in plain.get("anyOf", [plain]):
            if form and form != _NULL and form not in forms:
                forms.append(form)
    has_words = any((form.get("items") or {}).get("type") == "string" for form in forms)
    return [form for form in forms if not (has_words and form.get("type") == "string")]
