"""Loads rooms before somebody comes: a first visit is as quick as a second.

Evennia reads a room when it is visited, some twenty queries with its exits, each on its own. Here
many rooms are read at once, and put where Evennia itself keeps them once it has read them:

    rooms ─► contents ─► destinations      objects, which stay in memory
                 ├─► attributes            also those that are asked for and are not there
                 ├─► tags, aliases, permissions
                 └─► locks, command sets   nothing is read: they are made of what is there

Seven queries for a slice of rooms, as many for ten as for a hundred. Nothing is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

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
"""Attributes that a visit asks for, whether or not a room or exit has them."""
_HANDLERS = {None: "tags", "alias": "aliases", "permission": "permissions"}  # by type of tag


def is_warm(pk: int) -> bool:
    """Whether an object was read ahead, and is still in memory."""
    found = ObjectDB.get_cached_instance(pk)
    return found is not None and hasattr(found, _MARK)


def warm_steps(rooms: Sequence[int], pace: Pace) -> Steps[None]:
    """Read rooms ahead, by their ids, with all that is in them."""
    cold = [pk for pk in rooms if not is_warm(pk)]
    tags: dict[int, Any] = {}
    yield from pace.each("rooms read", cold, lambda part: warm(part, tags))


def warm(rooms: Collection[int], tags: dict[int, Any]) -> None:
    """The same at once, for a few hundred at most. Seven queries.

    Rooms share tags, and Evennia keeps none: those that are read are kept in `tags`, by id.
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
    """Return the contents of rooms, and let the rooms remember them."""
    fill_contents(rooms)
    return [one for room in rooms for one in room.contents]


def _fill_attributes(objects: Mapping[int, Any]) -> None:
    """Put attributes where their handlers look first."""
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
    """Put tags where their handlers look first, for each type of tags."""
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
    """Which object has which attributes or tags: pairs of ids."""
    found: list[tuple[int, int]] = []
    for part in query.chunked(objects):
        rows = model.objects.filter(objectdb_id__in=part)
        found += rows.order_by("pk").values_list("objectdb_id", what)
    return found


def _read(model: Any, numbers: Collection[int]) -> dict[int, Any]:
    """Rows of a model by their ids."""
    found: dict[int, Any] = {}
    for part in query.chunked(sorted(numbers)):
        found |= {one.pk: one for one in model.objects.filter(pk__in=part)}
    return found


def _make(obj: Any) -> None:
    """Let an object make what it makes at its first use."""
    obj.locks  # noqa: B018 - read from their text
    obj.cmdset  # noqa: B018
    if isinstance(obj, DefaultExit):
        obj.at_cmdset_get()  # it makes its command
