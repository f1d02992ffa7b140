"""The way between two rooms for who asks: over rooms and ways that they may see, and no other.

A route is sought as everybody's is, but only within the rooms that may be seen. What depends on who
walks, doors and wormholes, is read from the asker's own view of the room that it leaves; and so is
each step of what was found, before it is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from xyzgrid_ext.core.graph import Portal, Route, Rules, speedwalk
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.view import Door, ExitView, RoomView
from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.web.answers import Answer, UnknownError, begin, sees
from xyzgrid_ext.web.asker import Asker


def path(asker: Asker, start: int, goal: int) -> Answer[Payload | None]:
    """The shortest way between two rooms, by their numbers; None if no way is known to the asker.

    Raises:
        UnknownError: if one of the rooms is not there, or not known.

    """
    live, _account, looker = begin(asker)
    here, there = live.room_of(start), live.room_of(goal)
    if (
        here is None
        or there is None
        or not (sees(live, looker, here) and sees(live, looker, there))
    ):
        raise UnknownError
    only: dict[str, Any] = {}
    for head in room_view.heads(live, looker):
        if room_view.sees_map(live, looker, head.key):  # a copy may have gone since the last slice
            only[head.key] = _Shown(room_view.sight(live, looker, head.key).rooms())
        yield

    def may_use(portal: Portal) -> bool:
        view = room_view.room_view(live, looker, portal.source)
        exit_obj = live.exit_at(portal.source, portal.link)
        target = live.object_id(portal.target)
        return (
            view is not None
            and exit_obj is not None
            and any(one.name == exit_obj.key for one in _leading(view, target))
        )

    route = yield from live.routes.finding(here, there, Rules(may_use, only=only))
    if route is None:
        return None
    views = {}
    for key, numbers in _by_map(route).items():
        seen = yield from room_view.rooms_steps(live, looker, key, numbers)
        views.update({room.number: room for room in seen.rooms} if seen is not None else {})
    return _told(live, route, start, views)


@dataclass(frozen=True, eq=False)
class _Shown:
    """The rooms of a map that may be seen, as the rules of a route want them (`Explored`)."""

    numbers: Bools

    def rooms(self, grid: Grid) -> Bools:
        """(n,) bool; none of a map that has changed meanwhile."""
        same = len(self.numbers) == grid.rooms
        return self.numbers if same else np.zeros(grid.rooms, dtype=bool)


def _by_map(route: Route) -> Mapping[str, list[int]]:
    found: dict[str, set[int]] = {}
    for step in route.steps:
        for key, number in (step.source, step.target):
            found.setdefault(key, set()).add(number)
    return {key: sorted(numbers) for key, numbers in sorted(found.items())}


def _leading(view: RoomView, target: int | None) -> Iterator[ExitView]:
    """The exits of a room that are known to lead somewhere, and that let one through."""
    for one in view.exits:
        if one.target is not None and one.target == target and one.door is not Door.LOCKED:
            yield one


def _told(live: Live, route: Route, start: int, views: Mapping[int, RoomView]) -> Payload | None:
    steps: list[Payload] = []
    here, tokens = start, list[str]()
    for step in route.steps:
        there = live.object_id(step.target)
        way = live.router.world.way(step.source, step.link)
        exits = list(_leading(views[here], there)) if here in views else []
        if there is None or not exits:
            return None
        taken = next((one for one in exits if one.name == way.key), exits[0])
        tokens.append(way.token)
        name = views[there].name if there in views else ""
        steps.append({"exit": taken.name, "num": there, "name": name, "key": step.target[0]})
        here = there
    return {
        "rooms": [start, *(step["num"] for step in steps)],
        "steps": steps,
        "cost": route.cost,
        "speedwalk": speedwalk(tokens),
    }
