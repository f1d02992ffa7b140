"""Finds rooms by their names and tags: those that have objects, and those of lazy maps.

No object is loaded, as thousands of rooms can share a name; many rooms are found in slices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from django.utils.translation import gettext as _

from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.visibility.room_names import EncodedNames, RoomNames
from xyzgrid_ext.game.visibility.unmade import (
    Outline,
    called_of,
    holds,
    is_called,
    rooms_like,
)
from xyzgrid_ext.game.world.world import Live

_LARGE = 30_000  # rooms: in larger worlds a search of all names takes more than milliseconds
_SAMPLE = 20  # rooms among which two will be on maps if several are


def rooms_called_steps(live: Live, text: str) -> Steps[RoomNames]:
    """Return what `rooms_named_steps` finds for a text, or else for it without its article."""
    # `the tavern` is a room with the alias `tavern` rather than The Tavern Loft
    return (yield from rooms_named_steps(live, *filter(None, dict.fromkeys([text, bare(text)]))))


def bare(text: str) -> str:
    """Return the key of a name, without an article."""
    first, blank, rest = (key := name_key(text)).partition(" ")
    return rest.strip() if blank and first in _("the a an").split() else key


def rooms_named_steps(live: Live, *texts: str) -> Steps[RoomNames]:
    """Return rooms whose name contains a text or that have it as an alias, and their names.

    If some have one of the texts as their whole name or as an alias, then only those. The first of
    several texts that finds any room counts. Each text takes two queries if these are not many.
    """
    rows = []
    for text in texts:
        rows.append((text, *(yield from db_rooms.rooms_named_steps(text, _is_large(live)))))
    for text, exact, _partial in rows:
        own = rooms_like(live, partial(is_called, text))
        if found := (yield from _made_steps(live, exact, own)):
            return found
    for text, _exact, holding in rows:

        def is_meant(one: Outline, text: str = text) -> bool:
            return holds(one, text) and not is_called(text, one)

        if found := (yield from _made_steps(live, holding, rooms_like(live, is_meant))):
            return found
    return RoomNames({})


def rooms_tagged_steps(live: Live, key: str) -> Steps[RoomNames]:
    """Return rooms with a tag that `goto nearest` uses, and their names. One query."""
    categories = settings.place_tags()
    meant = {(form, category or None) for form in objects.forms(key) for category in categories}
    rows = yield from db_rooms.rooms_tagged_steps(key, categories, _is_large(live))
    waiting = rooms_like(live, lambda one: not meant.isdisjoint(one.tags))
    return (yield from _made_steps(live, rows, waiting))


def _is_large(live: Live) -> bool:
    return live.router.world.columns.rows > _LARGE


def is_shared(live: Live, name: str) -> bool:
    """Whether several rooms have this name, spelt exactly so. One query."""
    rooms = {live.room_of(pk) for pk in db_rooms.rooms_of_key(name, _SAMPLE)} - {None}
    waiting = rooms_like(live, lambda one: called_of(one) == name)
    return len(rooms) + sum(len(one.numbers) for one in waiting) > 1


def _made_steps(
    live: Live, named: Mapping[int, str], waiting: tuple[EncodedNames, ...]
) -> Steps[RoomNames]:
    """Return the rooms that have objects (`named`), and those that do not (`waiting`)."""
    if len(named) <= db_rooms.MANY:
        made = ((live.room_of(pk), name) for pk, name in named.items())
        return RoomNames({room: name for room, name in made if room is not None}, waiting)
    codes: dict[str, int] = {}
    found: dict[str, list[Ints]] = {}

    def add(part: Sequence[tuple[int, str]]) -> None:
        rooms = [(room, name) for pk, name in part if (room := live.room_of(pk)) is not None]
        for key in {room[0] for room, _name in rooms}:
            own = [
                (room[1], codes.setdefault(name, len(codes)))
                for room, name in rooms
                if room[0] == key
            ]
            found.setdefault(key, []).append(np.array(own))

    yield from objects.PACE.each("names", list(named.items()), add)
    names = {code: name for name, code in codes.items()}
    encoded = []
    for key, parts in sorted(found.items()):
        numbers, own = np.concatenate(parts).T
        first = np.unique(numbers, return_index=True)[1]
        encoded.append(EncodedNames(key, numbers[first], own[first], names))
        yield Step("names", len(encoded), len(found))
    return RoomNames({}, (*encoded, *waiting))
