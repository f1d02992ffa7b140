"""Things that rooms' prototypes list, in the database: found by a tag, made by Evennia's spawner.

tag "4,2,town|a tin cabinet" of category `xyzgrid_thing`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from evennia.prototypes.spawner import spawn
from evennia.utils import logger

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.names import typed_aliases
from xyzgrid_ext.core.spawn import XYZ, ThingKey
from xyzgrid_ext.core.spawn.things import Prototype
from xyzgrid_ext.foreign.code import cause_of, only_exceptions
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import caches
from xyzgrid_ext.game.spawn.delete import remove

CATEGORY = "xyzgrid_thing"
_TAG = re.compile(r"(-?\d+),(-?\d+),(.*?)\|(.*)", re.DOTALL)


def existing() -> dict[ThingKey, int]:
    """Return all existing things that spawns have made. One query."""
    found: dict[ThingKey, int] = {}
    for pk, tag in objects.tagged(CATEGORY):
        if (parts := _TAG.fullmatch(tag)) is not None:
            x, y, z, name = parts.groups()
            found.setdefault(ThingKey(XYZ(int(x), int(y), z), name), pk)
    return found


def make_steps(
    new: Mapping[ThingKey, Prototype], room_ids: Mapping[XYZ, int], pace: Pace
) -> Steps[None]:
    """Make things in their rooms, each with Evennia's own spawner, since they are few."""

    def make(part: Any) -> None:
        for key, prototype in part:
            _make(key, prototype, objects.object_of(room_ids[key.room]))

    # Evennia takes ten milliseconds for one that has a board
    yield from replace(pace, first=1).each("things", list(new.items()), make)


def remove_steps(gone: Mapping[ThingKey, int], pace: Pace) -> Steps[None]:
    """Delete things, wherever they are now."""
    yield from replace(pace, first=1).each("things removed", list(gone.values()), remove)


def _make(key: ThingKey, prototype: Prototype, room: Any) -> None:
    """Make a thing.

    Raises:
        MapError: if its prototype, or the hooks of its class, cannot make it.

    """
    try:
        with transaction.atomic(), only_exceptions():
            _spawn(key, prototype, room)
    except Exception as err:
        caches.forget_rolled_back()
        logger.log_trace(f"xyzgrid: {key.room}: '{key.name}' cannot be made")
        cause = cause_of(err)
        raise MapError(
            f"{key.room}: the thing '{key.name}' cannot be made: {type(cause).__name__}: {cause}",
            "correct its prototype or its class, and spawn again; the log has the traceback",
        ) from err


def _spawn(key: ThingKey, prototype: Prototype, room: Any) -> None:
    x, y, z = key.room
    tag = (f"{x},{y},{z}|{key.name}", CATEGORY)
    for thing in spawn(
        {
            # without a key of its own Evennia would invent one, and leave its tag behind
            "prototype_key": f"xyzgrid {z} {key.name}",
            **prototype,
            "location": room,
            "home": room,
            "tags": [*prototype.get("tags", ()), tag],
        }
    ):
        thing.aliases.batch_add(*typed_aliases(thing.key))
