"""Kinds of values as JSON schemas, draft 2020-12: for the docs, and for forms.

    KeyTable   an object whose properties have the `meaning` of their rows as description
    Either     anyOf
    TupleOf    prefixItems

Keys that are coordinates are written as text. `value_from_json` reads JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from xyzgrid_ext.core.mapdata import kinds, prototypes, rows
from xyzgrid_ext.core.mapdata.kinds import ABSENT, REQUIRED, KeyRow, ValueKind

Schema = dict[str, Any]
"""A JSON schema, draft 2020-12."""
_AS_TEXT = {"type": "string", "pattern": r"^\(.*\)$"}


@singledispatch
def json_schema(kind: ValueKind) -> Schema:
    """Return a ValueKind as a JSON schema; one that a part adds has it as its `schema`."""
    return dict(getattr(kind, "schema", {}))


@json_schema.register
def _(kind: kinds.Text) -> Schema:
    text: Schema = {"type": "string", "maxLength": kind.most}
    return text if kind.blank else {**text, "pattern": r"\S"}


@json_schema.register
def _(kind: prototypes.Selector) -> Schema:
    return {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}


@json_schema.register
def _(kind: kinds.OneOf) -> Schema:
    return {"enum": list(kind.options)}


@json_schema.register
def _(kind: kinds.Flag) -> Schema:
    return {"type": "boolean"}


@json_schema.register
def _(kind: kinds.WholeNumber) -> Schema:
    return {"type": "integer", "minimum": kind.least, "maximum": kind.most}


@json_schema.register
def _(kind: kinds.Number) -> Schema:
    return {"type": "number", "exclusiveMinimum": 0, "maximum": kind.most}


@json_schema.register
def _(kind: kinds.KeyTable) -> Schema:
    properties = {row.key: _property(row) for row in kind.all_rows}
    needed = [row.key for row in kind.rows if row.default is REQUIRED]
    return {
        "type": "object",
        "properties": properties,
        **({"required": needed} if needed else {}),
        **({"additionalProperties": False} if kind.own is None else {}),
    }


def _property(row: KeyRow) -> Schema:
    """Return the schema of a row's value."""
    value = json_schema(row.kind)
    if row.default is None:
        value = {"anyOf": [value, {"type": "null"}]}
    value = {**value, "description": row.meaning}
    if row.default not in (REQUIRED, ABSENT, None):
        value["default"] = list(row.default) if isinstance(row.default, tuple) else row.default
    return value


@json_schema.register
def _(kind: kinds.DictOf) -> Schema:
    names = json_schema(kind.key)
    return {
        "type": "object",
        **({} if kind.most is None else {"maxProperties": kind.most}),
        "propertyNames": names if names.get("type") == "string" else _AS_TEXT,
        "additionalProperties": json_schema(kind.value),
    }


@json_schema.register
def _(kind: kinds.ListOf) -> Schema:
    return {"type": "array", "items": json_schema(kind.item), "maxItems": kind.most}


@json_schema.register
def _(kind: kinds.Either) -> Schema:
    return {"anyOf": [json_schema(choice) for choice in kind.kinds]}


@json_schema.register
def _(kind: kinds.TupleOf) -> Schema:
    forms = [
        {"prefixItems": [json_schema(part) for part in form], "items": False, "minItems": len(form)}
        for form in kind.forms
    ]
    return {"anyOf": [{"type": "array", **form} for form in forms]}


@json_schema.register
def _(kind: kinds.KnownWords) -> Schema:
    word = {"type": "string", "maxLength": 255}
    return {"anyOf": [{"type": "array", "items": word}, word]}


@json_schema.register
def _(kind: prototypes.Parent) -> Schema:
    prototype: Schema = {"type": ["string", "object"]}
    return {"anyOf": [prototype, {"type": "array", "items": prototype}]}


@json_schema.register
def _(kind: rows.NameAndAliases) -> Schema:
    return json_schema(rows.ALIASES)


def value_from_json(kind: ValueKind, value: Any) -> Any:
    """Return a value from JSON as authors write it: [1, 2, 0] of a coordinate becomes a tuple."""
    if isinstance(kind, kinds.Either):
        choices = ((choice, value_from_json(choice, value)) for choice in kind.kinds)
        return next((made for choice, made in choices if choice.has_right_type(made)), value)
    if isinstance(kind, kinds.TupleOf) and isinstance(value, list):
        return tuple(value)
    if isinstance(kind, kinds.ListOf) and isinstance(value, list):
        return [value_from_json(kind.item, part) for part in value]
    if isinstance(kind, kinds.DictOf) and isinstance(value, Mapping):
        return {key: value_from_json(kind.value, part) for key, part in value.items()}
    if isinstance(kind, kinds.KeyTable) and isinstance(value, Mapping):
        known = {row.key: row.kind for row in kind.all_rows}
        return {
            key: value_from_json(known.get(key, kinds.STORABLE), part)
            for key, part in value.items()
        }
    return value
