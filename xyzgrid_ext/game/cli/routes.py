"""`evennia xyzgrid path`: the shortest way between two rooms, for builders."""

from __future__ import annotations

import json

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.graph import speedwalk
from xyzgrid_ext.game.cli.naming import room_named
from xyzgrid_ext.game.cli.terminal import Request
from xyzgrid_ext.game.world.current import current


def show_path(request: Request) -> int:
    """Print the way; that there is none is an answer as well."""
    if len(request.names) != 2:
        raise GridError("path needs where from and where to", 'path "(0,0,town)" "the square"')
    live = current()
    start, goal = (room_named(live, name) for name in request.names)
    route = live.routes.route(start, goal, lambda portal: True)
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
