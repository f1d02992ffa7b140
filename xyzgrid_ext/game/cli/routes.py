"""`xyzgrid path` and `xyzgrid reach`: the route between two rooms, and the rooms around one.

    path (4,4,town) "the mill"    the shortest way, and its speed-walk
    reach (4,4,town) 2            all rooms within two steps, the nearest first
    reach (4,4,town)              all that no walk from there comes to; from where none leads back

All doors count as open and all wormholes as known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.routes import (
    Rules,
    everybody,
    speedwalk,
    traps,
    unreachable,
    way_word,
    within,
)
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.naming import room_named
from xyzgrid_ext.game.cli.report import counted
from xyzgrid_ext.game.text.directions import exits_in_words
from xyzgrid_ext.game.visibility.names import written
from xyzgrid_ext.game.world import unmade
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

_SHOWN = 20  # rooms of a map
_DIGITS = 9  # of a number of steps
_RULES = Rules(everybody)


def path_lines(request: Request) -> tuple[list[str], bool]:
    """Find the route in words, and whether there is one."""
    if len(request.names) != 2:
        cure = 'such as: xyzgrid path "(0,0,town)" "the square"'
        raise UsageError("path needs where from and where to", cure)
    live = current()
    start = room_named(live, request.names[0], request.standing)
    goal = room_named(live, request.names[1], request.standing)
    route = live.routes.find(start, goal, _RULES)
    ways = [live.router.way(step) for step in route.steps] if route else []
    if "--json" in request.options:
        exits = [way.key for way in ways] if route else None
        found = {"exits": exits, "cost": _plain(route.cost) if route else None}
        return [json.dumps(found)], route is not None
    if route is None:
        return ["There is no way."], False
    names = exits_in_words([way_word(way) for way in ways]) or "none, it is the same"
    return [f"{counted(len(ways), 'step')}: {names}", speedwalk(way.token for way in ways)], True


def path(request: Request) -> int:
    """Print the route; if there is none, the exit code is that of a failure."""
    lines, is_found = path_lines(request)
    print("\n".join(lines))
    return int(not is_found)


def reach(request: Request) -> list[str]:
    """Return the lines about a room, given its name and perhaps a number of steps."""
    *names, last = request.names or [""]
    has_start = names or request.standing is not None
    if re.fullmatch(r"-\d+", last):
        raise UsageError(f"{last[:20]} is no number of steps", "write 0 or more")
    is_number = last.isdecimal() and len(last) <= _DIGITS
    steps = int(last) if has_start and is_number else None
    text = " ".join(names if steps is not None else request.names)
    live = current()
    if not text and request.standing is None:
        raise UsageError("reach needs a room", 'reach "(4,4,town)" 3')
    if not text and request.standing is not None:
        start = request.standing()
    else:
        start = room_named(live, text, request.standing)
    return reach_lines(live, start, steps)


def reach_lines(live: Live, start: Room, steps: int | None) -> list[str]:
    """Return lines: the rooms within so many steps, or the unreachable rooms."""
    where = _called(live, [start])[start]
    if steps is not None:
        return _around(live, start, steps, where)
    graph = live.routes.world
    beyond = unreachable(graph, start, _RULES)
    oneway = traps(graph, start, _RULES)
    return [
        *_told(live, f"out of reach from {where}", _beside(live, start, beyond)),
        *_told(live, f"no way back to {where}", _beside(live, start, oneway)),
    ]


def _plain(cost: float) -> float | int:
    """Return a number as text, without a decimal point if it is whole."""
    return int(cost) if cost == int(cost) else cost


def _around(live: Live, start: Room, steps: int, where: str) -> list[str]:
    found = within(live.routes.world, start, steps, _RULES, steps=True)
    ordered = sorted(found, key=lambda room: (found[room], room))
    shown = ordered[: _SHOWN * 10]
    names = _called(live, shown)
    rooms, far = _counted(len(found), "room"), _counted(steps, "step")
    lines = [f"{rooms} within {far} of {where}:"]
    lines += [f"  {int(found[room]):>4}  {names[room]}" for room in shown]
    return lines + _more(len(found) - len(shown))


def _beside(live: Live, start: Room, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rooms that count: for a copy of a map its own, otherwise none of copies.

    Of an endless land none do: what is drawn of it ends somewhere.
    """
    if start[0] in live.copies:
        return {key: numbers for key, numbers in found.items() if key == start[0]}
    lands = {key for key, grid in live.grids.items() if grid.tiles is not None}
    return {key: found[key] for key in found.keys() - live.copies.keys() - lands}


def _told(live: Live, what: str, found: Mapping[str, Any]) -> list[str]:
    """Yield rooms map by map, up to a readable number of them."""
    if not found:
        return [f"{what}: nothing"]
    lines = [f"{what}:"]
    for key, numbers in sorted(found.items()):
        grid = live.grids[key]
        lines.append(f"  {grid.name}: {len(numbers):,} of {grid.rooms:,} rooms")
        if len(numbers) < grid.rooms:
            rooms = [(key, int(number)) for number in np.sort(numbers)[:_SHOWN]]
            lines += [f"    {name}" for name in _called(live, rooms).values()]
            lines += _more(len(numbers) - len(rooms))
    return lines


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _more(number: int) -> list[str]:
    return [f"    and {number} more"] if number > 0 else []


def _called(live: Live, rooms: Iterable[Room]) -> dict[Room, str]:
    """Return the coordinates and names of rooms, with one query per some hundred rooms."""
    rooms = list(rooms)
    names = unmade.names_of(live, rooms)
    return {
        room: f"{written(live, live.router.place(room))} {names.get(room, '(not spawned)')}"
        for room in rooms
    }
