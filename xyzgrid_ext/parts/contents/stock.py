"""What stands in the rooms of a world, and what is missing there: slots, and how they are stored.

    object in a slot   tag "2,0,town|guard (1)" of spawned things; see `tag_data`
    empty slot         Attribute "guard (1)" of its last room: when it is due, how often it came

An object that somebody takes, or that dies, leaves its slot at once: in one transaction it loses
its tag, and the room remembers the slot. So whoever is killed leaves one or the other, and what is
there comes before what the room remembers.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models.signals import post_save, pre_delete
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter

from xyzgrid_ext.core.grid.areas import rooms_selected
from xyzgrid_ext.core.routes import Room
from xyzgrid_ext.core.spawn import XYZ, RoomSpec
from xyzgrid_ext.core.spawn.model import ThingKey
from xyzgrid_ext.game.base.background import run_in_thread
from xyzgrid_ext.game.base.evennia_types import Character, GameObject
from xyzgrid_ext.game.base.signals import objects_changed
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects, rooms
from xyzgrid_ext.game.spawn.things import THING, parse_thing_tag
from xyzgrid_ext.game.world.current import current, running_world
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.contents.keys import KEY, MAP_KEYS, ROOM_KEYS
from xyzgrid_ext.parts.contents.rows import (
    Slot,
    is_of_map,
    make_slots,
    parse_contents,
    with_insides,
)

EMPTY_SLOTS = "xyzgrid_contents"
"""The category of a room's Attributes about empty slots: name -> (when due, how often filled)."""
_MOVES = frozenset(("db_location", "db_account"))


class ContentsStock:
    """The slots of one world.

    Attributes:
        is_read: whether it is as the database has it.
        in_rooms: the slots that a room may hold, by room; those of a row for several rooms are in
            the lists of all of them.
        by_name: all slots, by owner and name.
        by_object: the slots that are not empty, by the ids of their objects.
        wanderers: slots whose objects walk.
        shown: slots whose objects maps show.
    """

    def __init__(self) -> None:
        self.is_read = False
        self.in_rooms: dict[Room, list[Slot]] = {}
        self.by_name: dict[tuple[int | str, str], Slot] = {}
        self.by_object: dict[int, Slot] = {}
        self.wanderers: set[Slot] = set()
        self.shown: set[Slot] = set()
        self._on_demand: set[int] = set()

    def read_steps(self, live: Live) -> Steps[None]:
        """Read everything, if it has not been read: three queries."""
        if self.is_read:
            return
        values = rooms.attribute_values(KEY)
        slots = yield from run_in_thread("contents", len(values), partial(_all_slots, live, values))
        self.__init__()  # type: ignore[misc]
        for at, owner, slot in slots:
            self._add(at, owner, slot)
        self.is_read = True
        self._read_states(objects.tagged_in_places(THING), rooms.category_values(EMPTY_SLOTS))

    def _add(self, at: Iterable[Room], owner: int | str, slot: Slot) -> None:
        for room in at:
            self.in_rooms.setdefault(room, []).append(slot)
        for each in with_insides([slot]):
            self.by_name[owner, each.name] = each

    def _read_states(
        self,
        tags: Iterable[tuple[int, str, str | None, int | None, int | None]],
        past: Iterable[tuple[int, str, Any]],
    ) -> None:
        """Put into the slots what there is in the database."""
        live, now = current(), time.time()
        for room_id, name, (due, times) in past:
            if (slot := self._slot(live, room_id, name)) is not None:
                slot.home, slot.due, slot.times = room_id, due, times
        astray = []
        for pk, tag, mark, at, account in tags:
            thing = parse_thing_tag(tag)
            room = None if thing is None else live.room_at_xyz(*thing.room)
            home = None if room is None else live.object_id(room)
            if thing is None or home is None:
                continue
            if (slot := self._slot(live, home, thing.name)) is None:
                continue
            times, _blank, written = (mark or "").removeprefix(f"{KEY} ").partition(" ")
            slot.pk, slot.home, slot.at, slot.mark = pk, home, at, written
            slot.times = max(slot.times, int(times) if times.isdigit() else 1)
            self._fill(pk, slot)
            astray.append((slot, at, account))
        for slot, at, account in astray:
            if account is not None or at != slot.place:
                self.check_taken(objects.object_by_id(slot.pk), now)

    def _slot(self, live: Live, home: int, name: str) -> Slot | None:
        room = live.room_of(home) if is_of_map(name) else None
        return self.by_name.get((home if room is None else room[0], name))

    def add_room_on_demand(self, live: Live, room: Room, pk: int) -> None:
        """Add the slots of a room, with the object `pk`, that was made when somebody came."""
        if pk in self._on_demand:
            return
        self._on_demand.add(pk)
        obj = objects.object_by_id(pk)
        if obj is None or not obj.attributes.has(KEY):
            return
        for slot in make_slots(pk, parse_contents(plain_value(obj.attributes.get(KEY)))):
            if (pk, slot.name) not in self.by_name:
                self._add([room], pk, slot)

    # --- what happens to objects

    def check_taken(self, obj: Character | None, now: float) -> None:
        """Empty the slot of an object if it was taken away or is played; `now` is epoch seconds."""
        if obj is None or (slot := self.by_object.get(obj.id)) is None:
            return
        slot.at = obj.db_location_id
        lives = isinstance(obj, DefaultCharacter) or slot.row.wanders is not None
        is_there = slot.at is not None if lives and slot.holder is None else slot.at == slot.place
        if is_there and obj.account is None:
            return
        with transaction.atomic():
            for tag in obj.tags.get(category=THING, return_list=True):
                obj.tags.remove(tag, category=THING)
            self.empty(slot, now)

    def empty(self, slot: Slot, now: float) -> None:
        """Note that the object of a slot is gone, also in its room; `now` is epoch seconds."""
        self.by_object.pop(slot.pk or 0, None)
        before = [(each, each.due) for each in slot.group]
        slot.start_respawn(now)
        self.store([each for each, due in before if each is slot or each.due != due])

    def store(self, slots: Iterable[Slot]) -> None:
        """Store empty slots in their rooms."""
        for slot in slots:
            if (room := objects.object_by_id(slot.home)) is not None:
                room.attributes.add(slot.name, (slot.due, slot.times), category=EMPTY_SLOTS)

    def put(self, slot: Slot, obj: GameObject, home: GameObject) -> None:
        """Note that an object is in a slot, and that no room remembers it empty."""
        if (before := objects.object_by_id(slot.home)) is not None:
            before.attributes.remove(slot.name, category=EMPTY_SLOTS)
        slot.pk, slot.home, slot.at = obj.id, home.id, obj.db_location_id
        slot.is_checked = True
        self._fill(obj.id, slot)

    def _fill(self, pk: int, slot: Slot) -> None:
        self.by_object[pk] = slot
        if slot.row.wanders is not None:
            self.wanderers.add(slot)
        if slot.row.symbol:
            self.shown.add(slot)


def plain_value(value: Any) -> Any:
    """Return a value of an Attribute without Evennia's classes for lists and dicts."""
    return value.deserialize() if hasattr(value, "deserialize") else value


stock_of = PerWorld(ContentsStock).of
"""Function that returns the ContentsStock of a world."""


def contents_symbols(live: Live, key: str, z: int) -> dict[int, tuple[str, str]]:
    """Return room number -> (symbol, meaning) that maps show for the contents of a level."""
    if not (shown := [slot for slot in stock_of(live).shown if slot.pk is not None]):
        return {}
    first, last = live.grids[key].rooms_of_level(z)
    places = ((live.room_of(slot.at), slot) for slot in shown)
    return {
        room[1]: (slot.row.symbol, slot.row.name)
        for room, slot in places
        if room is not None and room[0] == key and first <= room[1] < last
    }


def _all_slots(live: Live, values: Mapping[int, Any]) -> list[tuple[list[Room], int | str, Slot]]:
    """Return all slots of a world, with their rooms and their owners."""
    all_slots: list[tuple[list[Room], int | str, Slot]] = []
    for pk, value in values.items():
        if (room := live.room_of(pk)) is not None:
            all_slots += [([room], pk, slot) for slot in make_slots(pk, parse_contents(value))]
    for key, grid in live.everywhere.items():
        for row in parse_contents(grid.options.get(KEY), MAP_KEYS):
            inside, _unused = rooms_selected(grid, row.rooms)
            at = [(key, number) for number in np.flatnonzero(inside).tolist()]
            all_slots += [(at, key, slot) for slot in make_slots(key, [row])]
    return all_slots


# --- what a spawn keeps


def wanted_things(
    live: Live, present: Mapping[ThingKey, int], wanted: Mapping[XYZ, RoomSpec]
) -> set[ThingKey]:
    """Return the things of `present` whose slots the file still has."""
    wanted_keys, names = set[ThingKey](), dict[object, Collection[str]]()
    for key in present:
        room, spec = live.room_at_xyz(*key.room), wanted.get(key.room)
        if is_of_map(key.name):
            owner: object = room and room[0]
            value = room and live.everywhere[room[0]].options.get(KEY)
            table = MAP_KEYS
        else:
            owner = spec and id(spec.template)
            value = spec and spec.template.attrs.get((KEY, None), (None, ""))[0]
            table = ROOM_KEYS
        if owner not in names:
            slots = make_slots("" if table is MAP_KEYS else 0, parse_contents(value, table))
            names[owner] = {slot.name for slot in with_insides(slots)}
        if key.name in names[owner]:
            wanted_keys.add(key)
    return wanted_keys


def tag_data(times: int, mark: str) -> str:
    """Return the data of an object's tag: how often its slot was filled, and its mark."""
    return f"{KEY} {times} {mark}"


# --- listeners


def connect() -> None:
    """Connect the listeners; calling it again has no effect."""
    objects_changed.connect(_on_objects_changed, dispatch_uid="xyzgrid.contents.changed")
    post_save.connect(_on_save, dispatch_uid="xyzgrid.contents.saved")
    pre_delete.connect(_on_delete, dispatch_uid="xyzgrid.contents.deleted")


def _on_objects_changed(sender: object, live: Live, **kwargs: object) -> None:
    stock_of(live).is_read = False


def _slot_of(instance: object) -> tuple[ContentsStock, Slot] | None:
    if not isinstance(instance, ObjectDB) or (live := running_world()) is None:
        return None
    stock = stock_of(live)
    slot = stock.by_object.get(instance.pk)
    return None if slot is None else (stock, slot)


@surviving("contents")
def _on_save(
    sender: type, instance: object, update_fields: Collection[str] | None = None, **kwargs: object
) -> None:
    if update_fields is not None and _MOVES.isdisjoint(update_fields):
        return
    if (place := _slot_of(instance)) is not None:
        place[0].check_taken(instance, time.time())  # type: ignore[arg-type]


@surviving("contents")
def _on_delete(sender: type, instance: object, **kwargs: object) -> None:
    if (place := _slot_of(instance)) is not None:
        stock, slot = place
        stock.empty(slot, time.time())
