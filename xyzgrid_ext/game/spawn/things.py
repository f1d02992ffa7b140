"""Things in rooms that spawns and parts make, each once.

    prototype ─► Template ─► rows, as those of rooms     most
              └────────────► Evennia's spawner           each has names or tags of its own

A thing is found again by a tag, "4,2,town|a tin cabinet" of the category `xyzgrid_thing`. If a part
has made it, the data of the tag begins with the name of that part.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import transaction
from evennia.objects.models import ObjectDB
from evennia.prototypes.spawner import spawn
from evennia.utils import logger

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.names import typed_aliases
from xyzgrid_ext.core.spawn import XYZ, Template
from xyzgrid_ext.core.spawn.model import ThingKey
from xyzgrid_ext.foreign.code import cause_of, only_exceptions
from xyzgrid_ext.game.base.evennia_types import GameObject
from xyzgrid_ext.game.base.pace import TERMINAL, Pace
from xyzgrid_ext.game.base.task import Steps, drain
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import has_part
from xyzgrid_ext.game.spawn import caches
from xyzgrid_ext.game.spawn.creation import RowTemplates
from xyzgrid_ext.game.spawn.tags import TagIds
from xyzgrid_ext.game.spawn.templates import ParentPrototypes, resolve_prototype
from xyzgrid_ext.game.spawn.write import Inserter, NewObject, remove_objects

THING = "xyzgrid_thing"
"""The category of the tag that names a thing: see `thing_tag`."""
_TAG = re.compile(r"(-?\d+),(-?\d+),(.*?)\|(.*)", re.DOTALL)


class MadeThing(NamedTuple):
    """The id of an existing thing, and whether a part that the game does not have has made it."""

    pk: int
    is_of_absent: bool


def existing_things() -> dict[ThingKey, MadeThing]:
    """Return key -> thing, for all that spawns and parts have made. One query."""
    things: dict[ThingKey, MadeThing] = {}
    for pk, tag, mark, *_ in objects.tagged_in_places(THING):
        if (key := parse_thing_tag(tag)) is not None:
            is_of_absent = bool(mark) and not has_part(str(mark).split()[0])
            things.setdefault(key, MadeThing(pk, is_of_absent))
    return things


def parse_thing_tag(tag: str) -> ThingKey | None:
    """Return the key in a tag of the category THING; None if it is malformed."""
    if (parts := _TAG.fullmatch(tag)) is None:
        return None
    x, y, z, name = parts.groups()
    return ThingKey(XYZ(int(x), int(y), z), name)


def thing_tag(key: ThingKey) -> str:
    """Return the tag that names a thing: `2,0,town|a lamp`."""
    x, y, z = key.room
    return f"{x},{y},{z}|{key.name}"


class ThingMaker:
    """Makes things; each prototype is resolved once, and the rows of each class are read once."""

    def __init__(self) -> None:
        self._parents = ParentPrototypes()
        self._templates: dict[str, tuple[Prototype, Template]] = {}
        self._rows, self._tags = RowTemplates(), TagIds()

    def template(self, prototype: Prototype) -> Template:
        """Return the template of a thing.

        Raises:
            RefusedError: if the prototype cannot be resolved.
        """
        name = repr(prototype)  # equal ones of many rooms are one; functions in it stay alive
        if name not in self._templates:
            template = resolve_prototype(prototype, self._parents, "thing")
            self._templates[name] = prototype, replace(template, home=None, things=())
        return self._templates[name][1]

    def make_steps(
        self, new: Mapping[ThingKey, Prototype], room_ids: Mapping[XYZ, int], pace: Pace
    ) -> Steps[None]:
        """Make things, key -> prototype, in their rooms, coordinate -> id."""

        def make(part: Any) -> None:
            for key, prototype in part:
                self.make(key, prototype, objects.object_by_id(room_ids[key.room]))

        # the hooks of a class may take long, and so does Evennia's spawner
        yield from replace(pace, first=1).each("things", list(new.items()), make)

    def make(
        self,
        key: ThingKey,
        prototype: Prototype,
        room: GameObject | None,
        place: GameObject | None = None,
        mark: str | None = None,
    ) -> GameObject:
        """Make a thing, and return it.

        Args:
            key: its name, and the place of its room.
            prototype: what it is made from.
            room: its home.
            place: the room or thing that it is put into; by default its home.
            mark: the data of its tag: the name of the part that makes it, a blank, and what that
                part stores there. None if a spawn makes it.

        Raises:
            MapError: if its prototype, or the hooks of its class, cannot make it.
        """
        try:
            with transaction.atomic(), only_exceptions():
                template = self.template(prototype)
                make = _spawn if template.is_varied else self._insert
                return make(key, prototype, room, place or room, mark)
        except Exception as err:
            caches.forget_rolled_back()
            logger.log_trace(f"xyzgrid: {key.room}: '{key.name}' cannot be made")
            cause = cause_of(err)
            fault = f"{type(cause).__name__}: {cause}"
            if isinstance(cause, MapError | UsageError):
                fault = cause.message
            raise MapError(
                f"{key.room}: the thing '{key.name}' cannot be made: {fault}",
                "correct its prototype or its class, and spawn again; the log has the traceback",
            ) from err

    def _insert(
        self,
        key: ThingKey,
        prototype: Prototype,
        room: GameObject | None,
        place: GameObject | None,
        mark: str | None,
    ) -> GameObject:
        template = self.template(prototype)
        rows = self._rows.of(template)
        drain(self._tags.look_up(rows.stored.tags, TERMINAL))
        tag = ObjectDB.objects.create_tag(thing_tag(key), THING, mark)
        home, location = (None if obj is None else int(obj.pk) for obj in (room, place))
        new = NewObject(rows, template.key or key.name, location, None, (tag.pk,), home)
        (pk,) = Inserter(self._tags).insert([new])
        return ObjectDB.objects.get(pk=pk)


def _spawn(
    key: ThingKey,
    prototype: Prototype,
    room: GameObject | None,
    place: GameObject | None,
    mark: str | None,
) -> GameObject:
    (obj,) = spawn(
        {
            # without a key of its own Evennia would invent one, and leave its tag behind
            "prototype_key": f"xyzgrid {key.room.z} {key.name}",
            **prototype,
            "location": place,
            "home": room,
            "tags": [*prototype.get("tags", ()), (thing_tag(key), THING, mark)],
        }
    )
    obj.aliases.batch_add(*typed_aliases(obj.key))
    return obj


def remove_things_steps(gone: Mapping[ThingKey, int], pace: Pace) -> Steps[None]:
    """Delete things, key -> id, wherever they are now."""
    yield from replace(pace, first=1).each("things removed", list(gone.values()), remove_objects)
