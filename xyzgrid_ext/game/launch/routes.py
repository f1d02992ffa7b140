"""`evennia xyzgrid path`: the shortest way between two rooms, for builders."""

from __future__ import annotations

import json

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.graph import speedwalk
from xyzgrid_ext.game.coordinates import is_coordinates, parse_place
from xyzgrid_ext.game.launch.terminal import Request
from xyzgrid_ext.game.live import Live, Room
from xyzgrid_ext.game.script import world


def show_path(request: Request) -> int:
    """Print the way; that there is none is an answer as well."""
    if len(request.names) != 2:
        raise GridError("path needs where from and where to", 'path "(0,0,town)" "the square"')
    live = world()
    start, goal = (_room(live, name) for name in request.names)
    route = live.router.route(start, goal, lambda portal: True)
    ways = [live.router.way(step) for step in route.steps] if route else []
    if "--json" in request.options:
        exits = [way.key for way in ways] if route else None
        print(json.dumps({"exits": exits, "cost": _plain(route.cost) if route else None}))
    elif route is None:
        print("There is no way.")
    else:
        print(f"{len(ways)} steps: {', '.join(way.key for way in ways) or 'none, it is the same'}")
        print(speedwalk(way.token for way in ways))
    return 0


def _plain(cost: float) -> float | int:
    """A whole number without its point."""
    return int(cost) if cost == int(cost) else cost


def _room(live: Live, text: str) -> Room:
    if is_coordinates(text):
        place = parse_place(text, live, None)
        if (room := live.locate(place)) is not None:
            return room
        raise GridError(f"there is no room at {text}", "`evennia xyzgrid show MAP` draws the map")
    found = list(live.rooms_named(text))
    if len(found) == 1:
        return found[0]
    if not found:
        raise GridError(f"no room is called '{text}'", "give coordinates: (x,y,map) or (x,y,z,map)")
    places = ", ".join(str(live.xyz(room)) for room in found[:8])
    raise GridError(f"{len(found)} rooms are called '{text}'", f"give coordinates: {places}")
