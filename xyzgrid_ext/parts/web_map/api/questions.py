"""Answers about rooms: by their names, and the ways between them; as `game.web.answers`."""

from __future__ import annotations

from xyzgrid_ext.core.routes import speedwalk
from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.names import rooms_containing
from xyzgrid_ext.game.visibility.viewer import Sights
from xyzgrid_ext.game.web.answers import UnknownError, open_visit
from xyzgrid_ext.game.web.visitors import Asker
from xyzgrid_ext.parts.web_map.api.seen_ways import SeenWays

MAX_FOUND = 50  # rooms of a search


def search_rooms(asker: Asker, text: str) -> list[Payload]:
    """Return the visible rooms whose name contains a text, at most FOUND."""
    live, _account, looker = open_visit(asker)
    maps = {head.key: head.name for head in room_view.map_heads(live, looker)}
    sights, rooms = Sights(live, looker), list[Payload]()
    if not text:
        return rooms
    for room, name in rooms_containing(live, text):
        if room[0] in maps and sights.sees(room):
            x, y, z = live.router.place(room).coord
            where = {"key": room[0], "map": maps[room[0]], "x": x, "y": y, "z": z}
            rooms.append({"num": live.number(room), "name": name, **where})
            if len(rooms) == MAX_FOUND:
                break
    return rooms


def find_path(asker: Asker, start: int, goal: int) -> Payload | None:
    """Return the shortest route between two rooms, by number; None if the asker knows none.

    Raises:
        UnknownError: if one of the rooms does not exist or is unknown to the asker.
    """
    live, _account, looker = open_visit(asker)
    ways, here, there = (
        SeenWays(live, looker),
        live.room_by_number(start),
        live.room_by_number(goal),
    )
    if here is None or there is None or not all(map(ways.sights.sees, (here, there))):
        raise UnknownError
    route = ways.find(here, there)
    names = None if route is None else ways.names(route)
    if route is None or names is None:
        return None
    steps = [
        {"exit": exit_, "num": live.number(step.target), "name": room, "key": step.target[0]}
        for step, (exit_, room) in zip(route.steps, names, strict=True)
    ]
    return {
        "rooms": [start, *(step["num"] for step in steps)],
        "steps": steps,
        "cost": route.cost,
        "speedwalk": speedwalk(live.router.way(step).token for step in route.steps),
    }
