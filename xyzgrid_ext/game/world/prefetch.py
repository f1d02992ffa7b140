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
from typing import Any

from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultExit
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.base.evennia_internals import (
    fill_attributes,
    fill_contents,
    fill_destinations,
    fill_tags,
)
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects as db_objects
from xyzgrid_ext.game.db.objects import AttributeLinks, TagLinks

_MARK = "_xyzgrid_warm"
_ASKED = ("desc", "needs", "err_traverse")
"""The Attributes that a visit looks up, even if a room or exit does not have them."""
_OWNED_ATTRIBUTE, _OWNED_TAG = ("objectdb_id", "attribute_id"), ("objectdb_id", "tag_id")
_HANDLERS = {None: "tags", "alias": "aliases", "permission": "permissions"}  # by type of tag


def is_warm(pk: int) -> bool:
    """Whether an object was loaded in advance and is still in memory."""
    return is_ready(ObjectDB.get_cached_instance(pk))


def is_ready(obj: Any) -> bool:
    """Whether an object in memory was loaded in advance."""
    return hasattr(obj, _MARK)


def warm_steps(rooms: Sequence[int], pace: Pace) -> Steps[None]:
    """Load rooms in advance, by id, with everything in them, step by step.

    What is in a room takes steps of its own: a single character with Evennia's commands takes as
    long as a dozen rooms.
    """
    cold = [pk for pk in rooms if not is_warm(pk)]
    found: list[Any] = []
    tags: dict[int, Any] = {}
    for step in pace.each("rooms read", cold, lambda part: found.extend(_read(part, tags))):
        yield step
        began = pace.clock()
        for one in found:
            if one.pk is not None:  # it was not deleted between two steps
                _make(one)
            if pace.clock() - began >= pace.seconds:
                yield step
                began = pace.clock()
        found.clear()


def warm(rooms: Collection[int], tags: dict[int, Any]) -> None:
    """Load up to a few hundred rooms in advance, in one go. Seven queries.

    Rooms share tags, which Evennia does not cache, so `tags` caches them by id.
    """
    for one in _read(rooms, tags):
        _make(one)


def _read(rooms: Collection[int], tags: dict[int, Any]) -> Collection[Any]:
    """Read rooms and their contents; return the objects that are not made ready yet."""
    found = db_objects.load_by(ObjectDB, "id", rooms)
    contents = _contents(found)
    fill_destinations(contents, lambda ids: _known(ObjectDB, ids))
    everything = {one.pk: one for one in (*found, *contents) if not hasattr(one, _MARK)}
    _fill_attributes(everything)
    _fill_tags(everything, tags)
    return everything.values()


def _contents(rooms: Sequence[Any]) -> list[Any]:
    """Return the contents of rooms, which are also put into the rooms' caches."""
    fill_contents(rooms, lambda ids: db_objects.load_by(ObjectDB, "db_location_id", ids))
    return [one for room in rooms for one in room.contents]


def _fill_attributes(objects: Mapping[int, Any]) -> None:
    """Fill the Attribute caches of objects."""
    rows = db_objects.rows_by(AttributeLinks, _OWNED_ATTRIBUTE, "objectdb_id", objects)
    known = _known(Attribute, {attribute for _, attribute in rows})
    found: dict[int, list[Any]] = defaultdict(list)
    for pk, number in rows:
        one = known[number]
        if one.db_attrtype is None:
            found[pk].append(one)
    for pk, obj in objects.items():
        fill_attributes(obj, found[pk], _ASKED)


def _fill_tags(objects: Mapping[int, Any], known: dict[int, Any]) -> None:
    """Fill the tag caches of objects, for each type of tags."""
    rows = db_objects.rows_by(TagLinks, _OWNED_TAG, "objectdb_id", objects)
    new = {tag for _, tag in rows} - known.keys()
    known |= {one.pk: one for one in db_objects.load_by(Tag, "id", new)}
    found: dict[tuple[int, str | None], list[Any]] = defaultdict(list)
    for pk, number in rows:
        one = known[number]
        found[pk, one.db_tagtype].append(one)
    for pk, obj in objects.items():
        for kind, name in _HANDLERS.items():
            fill_tags(getattr(obj, name), found[pk, kind])


def _known(model: Any, ids: Collection[int]) -> dict[int, Any]:
    """Return objects by id, from memory if they are there."""
    found = {pk: one for pk in ids if (one := model.get_cached_instance(pk)) is not None}
    new = db_objects.load_by(model, "id", sorted(set(ids) - found.keys()))
    return found | {one.pk: one for one in new}


def _make(obj: Any) -> None:
    """Make an object compute its lazily computed values now."""
    obj.locks  # noqa: B018 - read from their text
    if not isinstance(obj, DefaultCharacter):  # nobody else uses its commands
        obj.cmdset  # noqa: B018
    if isinstance(obj, DefaultExit):
        obj.at_cmdset_get()  # it makes its command
    setattr(obj, _MARK, True)
