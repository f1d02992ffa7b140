"""Routes between two rooms for web requests, through what the asker may see.

The usual search is limited to visible rooms and exits. `visibility` decides about doors and
wormholes, and checks each step of the result before it is sent.
"""

from __future__ import annotations

from xyzgrid_ext.core.routes import Route, speedwalk
from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.visibility import seen_ways
from xyzgrid_ext.game.visibility.seen_ways import WayView
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.web.answers import Answer, UnknownError, begin, sees
from xyzgrid_ext.web.asker import Asker


def path(asker: Asker, start: int, goal: int) -> Answer[Payload | None]:
    """Return the shortest route between two rooms, by number; None if the asker knows none.

    Raises:
        UnknownError: if one of the rooms does not exist or is unknown to the asker.

    """
    live, _account, looker = begin(asker)
    here, there = live.room_numbered(start), live.room_numbered(goal)
    if (
        here is None
        or there is None
        or not (sees(live, looker, here) and sees(live, looker, there))
    ):
        raise UnknownError
    rules = yield from seen_ways.rules_steps(live, looker)
    route = yield from live.routes.finding(here, there, rules)
    if route is None:
        return None
    seen = yield from seen_ways.way_steps(live, looker, route.steps)
    return _told(live, route, start, seen)


def _told(live: Live, route: Route, start: int, seen: WayView) -> Payload | None:
    """Return the steps of a route; None if one of them is no longer visible to the asker."""
    steps: list[Payload] = []
    for step in route.steps:
        there = live.number(step.target)
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
