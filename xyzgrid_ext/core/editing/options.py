"""The options of a map as fields of a form, made from the rows of map data."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.grid.options import OF_ALL, OF_MATRICES
from xyzgrid_ext.core.mapdata import rows
from xyzgrid_ext.core.mapdata.kinds import (
    ABSENT,
    Either,
    Flag,
    KeyRow,
    OneOf,
    Text,
    ValueKind,
    Whole,
)


def fields() -> list[dict[str, Any]]:
    """Return the options of `rooms` maps: `key`, `meaning`, `kind`, `choices`, `default` of each.

    A kind is choice, flag, number or text. Other options can be changed only in the file.
    """
    return [
        {
            "key": row.key,
            "meaning": row.meaning,
            "kind": kind,
            "choices": list(row.kind.options) if isinstance(row.kind, OneOf) else [],
            "default": None if row.default is ABSENT else row.default,
        }
        for row in rows.OPTIONS.rows
        if _is_of_rooms(row) and (kind := _kind_of(row.kind))
    ]


def _is_of_rooms(row: KeyRow) -> bool:
    return row.key in OF_ALL or row.key not in OF_MATRICES


def _kind_of(kind: ValueKind) -> str:
    """Return which kind of form field such a value has; empty if no field fits."""
    if isinstance(kind, Either):
        return _kind_of(kind.kinds[0])
    for known, word in ((OneOf, "choice"), (Flag, "flag"), (Whole, "number"), (Text, "text")):
        if isinstance(kind, known):
            return word
    return ""
