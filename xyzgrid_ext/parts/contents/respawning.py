"""Makes what is missing near people, and brings up to date what has changed: one worker for all.

    every second   people ─ within some steps ─► rooms ─► their slots ─► one object a slice

Where nobody is near, nothing happens, and nothing is asked.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from operator import itemgetter
from typing import Any

import numpy as np
from evennia.objects.objects import DefaultCharacter
from evennia.utils.utils import all_from_module

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.grid.areas import rooms_selected
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.routes import Room, Rules, allow_all, rooms_within
from xyzgrid_ext.core.spawn import XYZ, Template
from xyzgrid_ext.core.spawn.model import MadeFromMap, ThingKey
from xyzgrid_ext.core.spawn.record import template_text
from xyzgrid_ext.game.base import settings, task
from xyzgrid_ext.game.base.evennia_types import GameObject, RoomObject
from xyzgrid_ext.game.base.hooks import call_hook
from xyzgrid_ext.game.base.surviving import surviving, worker_faults
from xyzgrid_ext.game.base.task import Step, Steps, drain
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.exploration import puppets
from xyzgrid_ext.game.spawn import creation
from xyzgrid_ext.game.spawn.things import THING, ThingMaker
from xyzgrid_ext.game.visibility.needs import meets_need
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.contents import wandering
from xyzgrid_ext.parts.contents.rows import Slot, prototype_dict
from xyzgrid_ext.parts.contents.stock import ContentsStock, stock_of, tag_data

ROUND_SECONDS = 1.0
"""The seconds from the end of one round of the worker to the next."""
_PAUSE = 0.02  # seconds between two objects, in which players are answered
_NEAR = 6  # steps from somebody who plays
_READ = 100  # slots in a slice
_MOST_KNOWN = 4096  # rooms whose surroundings are remembered


class _Known:
    """What the worker remembers of a world: surroundings of rooms, and the marks of prototypes."""

    def __init__(self) -> None:
        self.near: dict[Room, Mapping[Room, float]] = {}
        self.marks: dict[int, tuple[Template, Template, str]] = {}
        self.maker = ThingMaker()


_known = PerWorld(_Known).of


def rooms_of_people(live: Live) -> set[Room]:
    """Return the rooms of the grid in which somebody plays."""
    rooms = (live.where(who.location) for who in puppets())
    return {room for room in rooms if room is not None}


def rooms_near_people(live: Live) -> dict[Room, float]:
    """Return room -> steps from the nearest player, of the rooms near players, nearest first."""
    near: dict[Room, float] = {}
    for room in rooms_of_people(live):
        for beside, steps in _around(live, room).items():
            near[beside] = min(steps, near.get(beside, steps))
    return dict(sorted(near.items(), key=itemgetter(1)))


def _around(live: Live, room: Room) -> Mapping[Room, float]:
    known = _known(live).near
    if room not in known:
        if len(known) > _MOST_KNOWN:
            known.clear()
        rules = Rules(may_use=allow_all)
        known[room] = rooms_within(live.router.world, room, _NEAR, rules, steps=True)
    return known[room]


def fill_rooms_steps(live: Live, near: Iterable[Room], now: float) -> Steps[None]:
    """Make the contents of rooms that are due `now` (epoch seconds), and update the others."""
    stock = stock_of(live)
    yield from stock.read_steps(live)
    for room in near:
        if room[0] in live.on_demand and (pk := live.object_id(room)) is not None:
            stock.add_room_on_demand(live, room, pk)
        for top in stock.in_rooms.get(room, ()):
            for slot in (top, *top.inside):
                if not slot.is_settled and _tend(live, stock, slot, now):
                    yield Step("contents", 1, 1)


def _tend(live: Live, stock: ContentsStock, slot: Slot, now: float) -> bool:
    """Do what is to be done in one slot; return whether it has taken time."""
    if slot.pk is None:
        return _may_come(slot, now) and _make_due(live, stock, slot, now)
    if not _all_true(slot.row.needs):
        return _take_away(stock, slot, now)
    if not slot.is_checked:
        return _bring_up_to_date(live, slot)
    return False


def _all_true(words: Iterable[str]) -> bool:
    return all(meets_need(word, None, None) for word in words)


def _may_come(slot: Slot, now: float) -> bool:
    is_held = slot.holder is None or slot.holder.pk is not None
    words = (*slot.row.words, *slot.row.needs) if slot.times else slot.row.needs
    return is_held and slot.may_come(now) and _all_true(words)


def _make_due(live: Live, stock: ContentsStock, slot: Slot, now: float) -> bool:
    """Make the object of a slot, if chance allows it."""
    row = slot.row
    chance = _chance(live, slot, slot.times)
    if (home := _choose_home(live, slot, chance.stream("room"))) is None:
        return False
    if row.unseen and _is_seen(home):
        return False
    if not chance.stream("share").percent(row.share):
        slot.home, slot.times = home.id, slot.times + 1
        slot.due = now + (row.seconds or ROUND_SECONDS * 60)
        stock.store([slot])
        return True
    prototype = row.prototypes[_choice(slot, chance)]
    room = live.where(home)
    assert room is not None
    key = ThingKey(live.xyz(room), slot.name)
    place = None if slot.holder is None else objects.object_by_id(slot.holder.pk)
    mark = prototype_mark(live, prototype)
    with surviving("contents"):
        data = tag_data(slot.times + 1, mark)
        obj = _known(live).maker.make(key, prototype_dict(prototype), home, place, data)
        slot.times += 1
        slot.mark = mark
        stock.put(slot, obj, home)
        if not isinstance(obj, DefaultCharacter):
            # Evennia stores the names for several when somebody first sees it: a player's step
            call_hook(obj, "get_numbered_name", 1, obj)
        return True
    slot.due = float("inf")  # until the maps are read again: the log says why
    return True


def _chance(live: Live, slot: Slot, times: int) -> Chance:
    """Return the chances of what comes to a slot after it has come so many times before."""
    room = live.room_of(slot.owner) if isinstance(slot.owner, int) else None
    return slot.row.chance(f"{slot.owner if room is None else live.xyz(room)} {slot.name}", times)


def _choice(slot: Slot, chance: Chance) -> int:
    """Return the number of the prototype that chance takes."""
    return chance.stream("prototype").below(len(slot.row.prototypes))


def _choose_home(live: Live, slot: Slot, chance: Chance) -> RoomObject | None:
    """Return the room in which the object of a slot is at home, if it exists."""
    if slot.holder is not None:
        return objects.object_by_id(slot.holder.home)
    if isinstance(slot.owner, int):
        return objects.object_by_id(slot.owner)
    inside, _unused = rooms_selected(live.grids[slot.owner], slot.row.rooms)
    numbers = np.flatnonzero(inside).tolist()
    return live.object((slot.owner, chance.choice(numbers))) if numbers else None


def _is_seen(room: GameObject) -> bool:
    return any(who.location is room for who in puppets())


def _take_away(stock: ContentsStock, slot: Slot, now: float) -> bool:
    """Take away what should not be there now, as soon as nobody sees it; it comes back in time."""
    obj = objects.object_by_id(slot.pk)
    if obj is None or obj.location is None or _is_seen(obj.location):
        return False
    obj.delete()
    slot.due = now
    stock.store([slot])
    return True


def _template(live: Live, prototype: str | Record) -> tuple[Template, str]:
    """Return a prototype, without what is another for each object, and the mark of what it gives.

    Raises:
        RefusedError: if it cannot be resolved.
    """
    known = _known(live)
    template = known.maker.template(prototype_dict(prototype))
    if id(template) not in known.marks:
        same = template
        if template.is_varied:
            same = replace(template, key=None, locks=(), aliases=(), permissions=(), tags=())
        mark = sha256(template_text(same).encode()).hexdigest()[:12]
        known.marks[id(template)] = template, same, mark
    _template, same, mark = known.marks[id(template)]
    return same, mark


def prototype_mark(live: Live, prototype: str | Record) -> str:
    """Return a digest of what a prototype gives, to notice changes; empty if it is unresolved."""
    with surviving("contents"):
        return _template(live, prototype)[1]
    return ""


def is_as_written(live: Live, slot: Slot) -> bool:
    """Whether the object of a slot was made from what the file has now."""
    return slot.mark in {prototype_mark(live, prototype) for prototype in slot.row.prototypes}


def _bring_up_to_date(live: Live, slot: Slot) -> bool:
    """Apply the prototype of a slot to its object, if it is another than it was made from."""
    slot.is_checked = True
    if is_as_written(live, slot) or (obj := objects.object_by_id(slot.pk)) is None:
        return False
    with surviving("contents"):
        template, mark = _template(live, slot.row.prototypes[_prototype_number(live, slot)])
        apply_prototype(obj, template)
        _note_mark(slot, obj, mark)
    return True


def _prototype_number(live: Live, slot: Slot) -> int:
    """Return the number of the prototype from which the object of a slot was made."""
    return _choice(slot, _chance(live, slot, slot.times - 1))


def _note_mark(slot: Slot, obj: GameObject, mark: str) -> None:
    for tag in obj.tags.get(category=THING, return_list=True):
        obj.tags.add(tag, category=THING, data=tag_data(slot.times, mark))
    slot.mark = mark


def apply_prototype(obj: GameObject, template: Template) -> None:
    """Apply a prototype to an object that was made from an earlier version of it."""
    if template.key and template.key != obj.key:
        obj.key = template.key
    creation.finish_object(obj, template, {}, hooks=False)


# --- changes by hand that go into the file


def made_objects_steps(live: Live, key: str) -> Steps[list[MadeFromMap]]:
    """Return the objects in slots of the map `key`, each with the prototype it was made from."""
    stock = stock_of(live)
    yield from stock.read_steps(live)
    made = list[MadeFromMap]()
    for number, (pk, slot) in enumerate(sorted(stock.by_object.items()), 1):
        home = live.room_of(slot.home)
        if home is not None and home[0] == key:
            with surviving("contents"):
                made.append(_made_object(live, pk, slot, live.xyz(home)))
        if not number % _READ:
            yield Step("contents", number, len(stock.by_object))
    return made


def _made_object(live: Live, pk: int, slot: Slot, room: XYZ) -> MadeFromMap:
    row, number = slot.row, _prototype_number(live, slot)
    prototype, path = row.prototypes[number], (*slot.path, "prototype")
    template, mark = _template(live, prototype)
    why = "" if slot.is_alone else "the file says it for several of a kind"
    if isinstance(prototype, str):
        why = f"the prototype '{prototype}' is in {_module_of(prototype)}"
    return MadeFromMap(
        pk,
        slot.name,
        room,
        isinstance(slot.owner, str),
        (*path, number) if row.is_choice else path,
        prototype,
        template,
        slot.mark == mark,
        not row.is_named,
        why,
    )


@cache  # modules stay the same in a process
def _module_of(name: str) -> str:
    """Return the module in which a prototype stands, or that it is in the database."""
    for module in settings.django_settings.PROTOTYPE_MODULES:
        values = all_from_module(module)
        rows = values.get("PROTOTYPE_LIST") or values.values()
        if any(
            name_key(row.get("prototype_key")) == name_key(name)
            for row in rows
            if isinstance(row, Mapping)
        ):
            return str(module)
    return "the database"


def note_pulled(live: Live, ids: Collection[int]) -> None:
    """Note that objects, by id, are as the file has them: builders' changes were put into it."""
    stock = stock_of(live)
    drain(stock.read_steps(live))
    for pk in ids:
        if (slot := stock.by_object.get(pk)) and (obj := objects.object_by_id(pk)) is not None:
            _note_mark(
                slot, obj, prototype_mark(live, slot.row.prototypes[_prototype_number(live, slot)])
            )


# --- the worker


class ContentsWorker:
    """Looks after the rooms near people, once a second; tests make their own."""

    def start(self) -> None:
        """Begin the rounds."""
        task.call_later(ROUND_SECONDS, self._begin)

    def _begin(self) -> None:
        task.begin_later(self._steps(current()), self._end, failed=self._on_failure, pause=_PAUSE)

    def _steps(self, live: Live) -> Steps[None]:
        for room in rooms_of_people(live) - _known(live).near.keys():
            _around(live, room)
            yield Step("surroundings", 1, 1)
        near, now = rooms_near_people(live), time.time()
        for step in fill_rooms_steps(live, near, now) if near else ():
            yield step
            if time.time() > now + ROUND_SECONDS:  # meanwhile people have gone on
                break
        if near:
            yield from wandering.walk_steps(live, near, now)

    def _end(self, _nothing: None) -> None:
        task.call_later(ROUND_SECONDS, self._begin)

    def _on_failure(self, failure: Any) -> None:
        worker_faults.note("contents", failure.value)
        task.call_later(ROUND_SECONDS, self._begin)


worker = ContentsWorker()
"""Makes what is missing in rooms near players, round by round, while the game runs."""
