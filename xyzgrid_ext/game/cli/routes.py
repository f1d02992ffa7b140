"""`evennia xyzgrid path`: the shortest way between two rooms, for builders."""

from __future__ import annotations

import json

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.graph import speedwalk
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.naming import room_named
from xyzgrid_ext.game.world.current import current


def path_lines(request: Request) -> list[str]:
    """The way; that there is none is an answer as well."""
    if len(request.names) != 2:
        raise UsageError("path needs where from and where to", 'path "(0,0,town)" "the square"')
    live = current()
    start, goal = (room_named(live, name) for name in request.names)
    route = live.routes.route(start, goal, lambda portal: True)
    ways = [live.router.way(step) for step in route.steps] if route else []
    if "--json" in request.options:
        exits = [way.key for way in ways] if route else None
        return [json.dumps({"exits": exits, "cost": _plain(route.cost) if route else None})]
    if route is None:
        return ["There is no way."]
    names = ", ".join(way.key for way in ways) or "none, it is the same"
    return [f"{len(ways)} steps: {names}", speedwalk(way.token for way in ways)]


def _plain(cost: float) -> float | int:
    """A whole number without its point."""
    return int(cost) if cost == int(cost) else cost
