"""Walks of people and beasts near players: within some rooms, along a route, and home."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from evennia.objects.objects import DefaultObject

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.grid.areas import rooms_selected
from xyzgrid_ext.core.routes import Room, RouteStep, Rules, allow_all
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.hooks import call_hook
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import part_doors
from xyzgrid_ext.game.visibility.needs import may_pass, meets_need
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.contents.core_part import rooms_of_route
from xyzgrid_ext.parts.contents.people import Talking
from xyzgrid_ext.parts.contents.rows import Slot, Wandering
from xyzgrid_ext.parts.contents.stock import stock_of


class _Walks:
    """What is remembered of walks in this process: after a start all begin anew."""

    def __init__(self) -> None:
        self.due: dict[int, float] = {}
        self.station: dict[int, int] = {}


_walks: WeakKeyDictionary[Live, _Walks] = WeakKeyDictionary()


def walk_steps(live: Live, near: Collection[Room], now: float) -> Steps[None]:
    """Let wanderers in the rooms `near` people take a step, if it is time for one."""
    stock, walks = stock_of(live), _walks.setdefault(live, _Walks())
    for slot in list(stock.wanderers):
        if slot.pk is None or (wanders := slot.row.wanders) is None:
            stock.wanderers.discard(slot)
            continue
        if now < walks.due.setdefault(slot.pk, now + wanders.every / 2):
            continue
        walks.due[slot.pk] = now + wanders.every
        here = live.room_of(slot.at)
        if here is not None and here in near:
            with surviving("walks of contents"):
                _walk(live, slot, wanders, here, walks)
            yield Step("walks", 1, 1)


def _walk(live: Live, slot: Slot, wanders: Wandering, here: Room, walks: _Walks) -> None:
    assert slot.pk is not None
    if (who := objects.object_by_id(slot.pk)) is None:
        return
    home = live.room_of(slot.home)
    if wanders.home and all(meets_need(word, None, None) for word in wanders.home):
        goal = home
    elif wanders.route:
        goal = _next_station(live, slot.pk, wanders, here, walks)
    else:
        inside, _unused = rooms_selected(live.grids[here[0]], wanders.rooms)
        chance = Chance("walks", slot.row.seed, slot.name, slot.pk, int(walks.due[slot.pk]))
        if _step_beside(live, who, here, inside, chance) or inside[here[1]]:
            return
        goal = home  # it has come out of them
    if goal is None or goal == here:
        return
    route = live.routes.find(here, goal, Rules(may_use=allow_all))
    if route is not None and route.steps:
        _take(live, who, route.steps[0])


def _next_station(
    live: Live, pk: int, wanders: Wandering, here: Room, walks: _Walks
) -> Room | None:
    rooms = rooms_of_route(live.grids[here[0]], wanders.route)
    number = walks.station.get(pk, 0) % len(rooms)
    if rooms[number] == here[1]:
        number = walks.station[pk] = (number + 1) % len(rooms)
    room = rooms[number]
    return None if room is None else (here[0], room)


def _step_beside(
    live: Live, who: Character, here: Room, inside: np.ndarray, chance: Chance
) -> bool:
    """Take one of the exits that lead to these rooms; return whether there is one."""
    grid = live.grids[here[0]]
    steps = [
        RouteStep(here, link, (here[0], room))
        for link in grid.links_of(here[1])
        if (room := grid.target.item(link)) >= 0 and inside[room]
    ]
    steps = [step for step in steps if step.target[1] != here[1]]
    return bool(steps) and _take(live, who, chance.choice(steps))


def _take(live: Live, who: Character, step: RouteStep) -> bool:
    """Go through an exit as somebody on foot does, if it lets them; return whether it did."""
    exit_obj = live.exit_at(step.source, step.link)
    if exit_obj is None or not may_pass(exit_obj, who):
        return False
    if (door := part_doors().get(exit_obj.id)) is not None:
        door.open_for(exit_obj, who)
    with _without_looking(who):
        call_hook(exit_obj, "at_traverse", who, exit_obj.destination)
    return True


@contextmanager
def _without_looking(who: Character) -> Iterator[None]:
    """Yield a context in which somebody that nobody plays does not look at the rooms it enters.

    Evennia describes them to it: a third of the time of a step. A class that hears it still does.
    """
    cls: Any = type(who)
    hears = cls.msg is not DefaultObject.msg or cls.at_msg_receive not in _DEAF
    if hears or who.sessions.count():
        yield
        return
    who.at_look = lambda *args, **kwargs: ""
    try:
        yield
    finally:
        del who.at_look


_DEAF = (DefaultObject.at_msg_receive, Talking.at_msg_receive)
