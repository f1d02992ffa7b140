"""Loads rooms in advance, so that a first visit is as quick as a second.

Evennia loads a room when it is visited, with some twenty single queries for it and its exits. Here
many rooms are loaded in one go, and put into the caches that Evennia itself fills:

    rooms ─► contents ─► destinations      objects, which stay in memory
                 ├─► attributes            also those that are asked for and are not there
                 ├─► tags, aliases, permissions
                 └─► locks, command sets   nothing is read: they are made of what is there

A slice of rooms takes seven queries, whether it has ten rooms or a hundred. Nothing is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import prefetch_related_objects
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultExit
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.base.evennia_internals import fill_attributes, fill_contents, fill_tags
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects as query

_MARK = "_xyzgrid_warm"
_ASKED = ("desc", "needs", "err_traverse")
"""The Attributes that a visit looks up, even if a room or exit does not have them."""
_HANDLERS = {None: "tags", "alias": "aliases", "permission": "permissions"}  # by type of tag


def is_warm(pk: int) -> bool:
    """Whether an object was loaded in advance and is still in memory."""
    found = ObjectDB.get_cached_instance(pk)
    return found is not None and hasattr(found, _MARK)


def warm_steps(rooms: Sequence[int], pace: Pace) -> Steps[None]:
    """Load rooms in advance, by id, with everything in them, step by step."""
    cold = [pk for pk in rooms if not is_warm(pk)]
    tags: dict[int, Any] = {}
    yield from pace.each("rooms read", cold, lambda part: warm(part, tags))


def warm(rooms: Collection[int], tags: dict[int, Any]) -> None:
    """Load up to a few hundred rooms in advance, in one go. Seven queries.

    Rooms share tags, which Evennia does not cache, so `tags` caches them by id.
    """
    found = list(ObjectDB.objects.filter(pk__in=rooms))
    contents = _contents(found)
    prefetch_related_objects(contents, "db_destination")
    everything = {one.pk: one for one in (*found, *contents) if not hasattr(one, _MARK)}
    _fill_attributes(everything)
    _fill_tags(everything, tags)
    for one in everything.values():
        _make(one)
        setattr(one, _MARK, True)


def _contents(rooms: Sequence[Any]) -> list[Any]:
    """Return the contents of rooms, which are also put into the rooms' caches."""
    fill_contents(rooms)
    return [one for room in rooms for one in room.contents]


def _fill_attributes(objects: Mapping[int, Any]) -> None:
    """Fill the Attribute caches of objects."""
    rows = _links(query.AttributeLinks, objects, "attribute_id")
    wanted = {attribute for _, attribute in rows}
    known = {n: one for n in wanted if (one := Attribute.get_cached_instance(n)) is not None}
    known |= _read(Attribute, wanted - known.keys())
    found: dict[int, list[Any]] = defaultdict(list)
    for pk, number in rows:
        one = known[number]
        if one.db_attrtype is None:
            found[pk].append(one)
    for pk, obj in objects.items():
        fill_attributes(obj, found[pk], _ASKED)


def _fill_tags(objects: Mapping[int, Any], known: dict[int, Any]) -> None:
    """Fill the tag caches of objects, for each type of tags."""
    rows = _links(query.TagLinks, objects, "tag_id")
    known |= _read(Tag, {tag for _, tag in rows} - known.keys())
    found: dict[tuple[int, str | None], list[Any]] = defaultdict(list)
    for pk, number in rows:
        one = known[number]
        found[pk, one.db_tagtype].append(one)
    for pk, obj in objects.items():
        for kind, name in _HANDLERS.items():
            fill_tags(getattr(obj, name), found[pk, kind])


def _links(model: Any, objects: Collection[int], what: str) -> list[tuple[int, int]]:
    """Return the Attributes or tags of objects as pairs of ids."""
    found: list[tuple[int, int]] = []
    for part in query.chunked(objects):
        with connection.cursor() as cursor:
            cursor.execute(_statement(model, what, len(part)), part)
            found += cursor.fetchall()
    return found


@lru_cache(256)
def _statement(model: Any, what: str, objects: int) -> str:
    """Return the statement for the links of so many objects; Django takes long to make it."""
    rows = model.objects.filter(objectdb_id__in=range(objects)).order_by("pk")
    sql: str = rows.values_list("objectdb_id", what).query.sql_with_params()[0]
    return sql


def _read(model: Any, numbers: Collection[int]) -> dict[int, Any]:
    """Return the rows of a model by id."""
    found: dict[int, Any] = {}
    for part in query.chunked(sorted(numbers)):
        found |= {one.pk: one for one in model.objects.filter(pk__in=part)}
    return found


def _make(obj: Any) -> None:
    """Make an object compute its lazily computed values now."""
    obj.locks  # noqa: B018 - read from their text
    obj.cmdset  # noqa: B018
    if isinstance(obj, DefaultExit):
        obj.at_cmdset_get()  # it makes its command
