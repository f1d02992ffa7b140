"""The coordinates of all rooms and exits of the grid, read into columns.

tags of the database  ─► what each tag says, by its id      ─┐
(object, tag) by their objects, some thousands at a time ────┴─► x, y, z, direction
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
from django.db import connection
from django.db.models import F
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.core.coords import FARTHEST, map_key
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.spawn import XYZ, ExitKey
from xyzgrid_ext.game.db import objects as query

_FLOW = 50_000  # rows at a time
_FEW = 500  # names in a statement
_KINDS = (query.X, query.Y, query.Z, query.DIRECTION, query.Z_TO)
_X, _Y, _Z, _DIRECTION, _Z_TO = range(len(_KINDS))
_NONE = -FARTHEST


class ObjectColumns(NamedTuple):
    """n rooms and exits, in ascending order of their object ids.

    Attributes:
        pks: (n,) int64.
        x, y: (n,) int32.
        z: (n,) int32, an index into `znames`.
        direction: (n,) int32, an index into `directions`; negative for a room.
        znames: the keys of maps and levels.
        directions: those of exits, in lower case.

    """

    pks: Ints
    x: Ints
    y: Ints
    z: Ints
    direction: Ints
    znames: list[str]
    directions: list[str]

    def known(self, row: int) -> XYZ | ExitKey:
        """Return the coordinate of a room, or the key of an exit."""
        xyz = XYZ(self.x.item(row), self.y.item(row), self.znames[self.z.item(row)])
        way = self.direction.item(row)
        return xyz if way < 0 else ExitKey(xyz, self.directions[way])


def coordinate_columns() -> ObjectColumns:
    """Return the rooms and exits with complete coordinates. Two queries.

    Exits without a direction tag are left out, since nothing distinguishes them.
    """
    kind, value, znames, directions = _meanings()
    pks, found = [np.zeros(0, np.int64)], [np.zeros((0, len(_KINDS)), np.int32)]
    for part in _by_object(np.flatnonzero(kind >= 0).tolist()):
        tag = part[:, 1]
        part = part[(tag < len(kind)) & (kind[np.minimum(tag, len(kind) - 1)] >= 0)]
        if not len(part):
            continue
        is_new = np.concatenate(([True], part[1:, 0] != part[:-1, 0]))
        own = np.full((int(is_new.sum()), len(_KINDS)), _NONE, np.int32)
        own[is_new.cumsum() - 1, kind[part[:, 1]]] = value[part[:, 1]]
        is_exit, has_way = own[:, _Z_TO] != _NONE, own[:, _DIRECTION] != _NONE
        own[~is_exit, _DIRECTION] = -1
        keep = (own[:, : _Z + 1] != _NONE).all(axis=1) & (has_way | ~is_exit)
        pks.append(part[is_new, 0][keep])
        found.append(own[keep])
    whole = np.concatenate(found)
    x, y, z, direction = (whole[:, part].copy() for part in (_X, _Y, _Z, _DIRECTION))
    return ObjectColumns(np.concatenate(pks), x, y, z, direction, znames, directions)


def _meanings() -> tuple[Ints, Ints, list[str], list[str]]:
    """Return the meanings of tags by id: the part of a coordinate (-1 for none) and its value."""
    tags = Tag.objects.filter(db_category__in=_KINDS, db_model="objectdb", db_tagtype=None)
    rows = list(tags.order_by("pk").values_list("pk", "db_category", "db_key"))
    kind = np.full(rows[-1][0] + 1 if rows else 1, -1, np.int8)
    value = np.full(len(kind), _NONE, np.int32)
    znames: dict[str, int] = {}
    directions: dict[str, int] = {}
    for pk, category, key in rows:
        kind[pk] = part = _KINDS.index(category)
        if part == _Z:
            value[pk] = znames.setdefault(map_key(key), len(znames))
        elif part == _DIRECTION:
            value[pk] = directions.setdefault(key.lower(), len(directions))
        elif part == _Z_TO:
            value[pk] = 0
        elif (number := _number(key)) is not None:
            value[pk] = number
    return kind, value, list(znames), list(directions)


def _number(key: str) -> int | None:
    try:
        number = int(key)
    except ValueError:
        return None
    return number if abs(number) < FARTHEST else None


def _by_object(tags: list[int]) -> Iterator[Ints]:
    """Return (k, 2) object and tag ids in ascending order, each object's together.

    The result includes at least the given tags, and possibly others.
    """
    # the links as their index has them: to join and sort those of these tags takes three times as
    # long, as nearly all are; for the same reason an expression, and not the column
    if not tags:
        return
    links = query.TagLinks.objects.order_by("objectdb_id", "tag_id")
    if len(tags) < _FEW:
        links = links.alias(own=F("tag_id") + 0).filter(own__in=tags)
    sql, parameters = links.values_list("objectdb_id", "tag_id").query.sql_with_params()
    rest = np.zeros((0, 2), np.int64)
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        while rows := cursor.fetchmany(_FLOW):
            flat = np.fromiter(chain.from_iterable(rows), np.int64, 2 * len(rows))
            part = np.concatenate((rest, flat.reshape(-1, 2)))
            cut = np.searchsorted(part[:, 0], part[-1, 0])
            rest = part[cut:]
            yield part[:cut]
    yield rest
