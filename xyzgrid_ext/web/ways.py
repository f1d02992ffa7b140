"""The way between two rooms for who asks: over rooms and ways that they may see, and no other.

A route is sought as everybody's is, but only within the rooms that may be seen. What depends on who
walks, doors and wormholes, is asked of `visibility`; and so is each step of what was found, before
it is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from xyzgrid_ext.core.graph import Route, Rules, speedwalk
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.room_view import WayView
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

    rules = Rules(room_view.may_take(live, looker), only=only)
    route = yield from live.routes.finding(here, there, rules)
    if route is None:
        return None
    seen = yield from room_view.way_steps(live, looker, route.steps)
    return _told(live, route, start, seen)


@dataclass(frozen=True, eq=False)
class _Shown:
    """The rooms of a map that may be seen, as the rules of a route want them (`Explored`)."""

    numbers: Bools

    def rooms(self, grid: Grid) -> Bools:
        """(n,) bool; none of a map that has changed meanwhile."""
        same = len(self.numbers) == grid.rooms
        return self.numbers if same else np.zeros(grid.rooms, dtype=bool)


def _told(live: Live, route: Route, start: int, seen: WayView) -> Payload | None:
    """The steps of a route; None if one of them may not be told any more."""
    steps: list[Payload] = []
    for step in route.steps:
        there = live.object_id(step.target)
        taken = seen.exits.get((step.source, step.link))
        if there is None or taken is None or not taken.leads_to(there):
            return None
        name = seen.rooms[there].name if there in seen.rooms else ""
        steps.append({"exit": taken.name, "num": there, "name": name, "key": step.target[0]})
    return {
        "rooms": [start, *(step["num"] for step in steps)],
        "steps": steps,
        "cost": route.cost,
        "speedwalk": speedwalk(live.router.way(step).token for step in route.steps),
    }
