"""`xyzgrid path` and `xyzgrid reach`: the route between two rooms, and the rooms around one.

    path (4,4,town) "the mill"    the shortest route, and its speed-walk
    reach (4,4,town) 2            all rooms within two steps, the nearest first
    reach (4,4,town)              all that no walk from there comes to; from where none leads back

All doors count as open and all wormholes as known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

import numpy as np

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.routes import (
    Rules,
    allow_all,
    rooms_within,
    speedwalk,
    trap_rooms,
    unreachable_rooms,
    way_word,
)
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.naming import find_room
from xyzgrid_ext.game.cli.report import count_text
from xyzgrid_ext.game.text.directions import exits_in_words
from xyzgrid_ext.game.visibility.names import place_text
from xyzgrid_ext.game.world import lookups
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

_SHOWN = 20  # rooms of a map
_DIGITS = 9  # of a number of steps
_RULES = Rules(allow_all)


def path_lines(request: Request) -> tuple[list[str], bool]:
    """Return the lines about the route between the two named rooms, and whether there is one."""
    if len(request.names) != 2:
        cure = 'such as: xyzgrid path "(0,0,town)" "the square"'
        raise UsageError("path needs where from and where to", cure)
    live = current()
    start = find_room(live, request.names[0], request.find_caller_room)
    goal = find_room(live, request.names[1], request.find_caller_room)
    route = live.routes.find(start, goal, _RULES)
    ways = [live.router.way(step) for step in route.steps] if route else []
    if "--json" in request.options:
        cost = route and (int(route.cost) if route.cost == int(route.cost) else route.cost)
        exits = [way.key for way in ways] if route else None
        return [json.dumps({"exits": exits, "cost": cost})], route is not None
    if route is None:
        return ["There is no way."], False
    names = exits_in_words([way_word(way) for way in ways]) or "none, it is the same"
    return [f"{count_text(len(ways), 'step')}: {names}", speedwalk(way.token for way in ways)], True


def path(request: Request) -> int:
    """Print the lines of `path_lines`; return 1 if there is no route, otherwise 0."""
    lines, has_route = path_lines(request)
    print("\n".join(lines))
    return int(not has_route)


def reach(request: Request) -> list[str]:
    """Return the rooms within a number of steps of a room; without one, those out of reach."""
    *names, last = request.names or [""]
    has_start = names or request.find_caller_room is not None
    if re.fullmatch(r"-\d+", last):
        raise UsageError(f"{last[:20]} is no number of steps", "write 0 or more")
    is_number = last.isdecimal() and len(last) <= _DIGITS
    steps = int(last) if has_start and is_number else None
    text = " ".join(names if steps is not None else request.names)
    live = current()
    if text:
        start = find_room(live, text, request.find_caller_room)
    elif request.find_caller_room is not None:
        start = request.find_caller_room()
    else:
        raise UsageError("reach needs a room", 'reach "(4,4,town)" 3')
    name = _names_of(live, [start])[start]
    if steps is not None:
        return _rooms_around(live, start, steps, name)
    graph = live.routes.world
    beyond = _relevant(live, start, unreachable_rooms(graph, start, _RULES))
    oneway = _relevant(live, start, trap_rooms(graph, start, _RULES))
    return [
        *_lines_by_map(live, f"out of reach from {name}", beyond),
        *_lines_by_map(live, f"no way back to {name}", oneway),
    ]


def _rooms_around(live: Live, start: Room, steps: int, title: str) -> list[str]:
    distances = rooms_within(live.routes.world, start, steps, _RULES, steps=True)
    rooms = sorted(distances, key=lambda room: (distances[room], room))[: _SHOWN * 10]
    names = _names_of(live, rooms)
    lines = [f"{count_text(len(distances), 'room')} within {count_text(steps, 'step')} of {title}:"]
    lines += [f"  {int(distances[room]):>4}  {names[room]}" for room in rooms]
    return lines + _more_line(len(distances) - len(rooms))


def _relevant(live: Live, start: Room, by_map: Mapping[str, Ints]) -> dict[str, Ints]:
    """Return map -> rooms without those of copies; if `start` is in a copy, only its own rooms.

    Endless lands are left out: what is drawn of one ends somewhere.
    """
    if start[0] in live.copies:
        return {key: numbers for key, numbers in by_map.items() if key == start[0]}
    lands = {key for key, grid in live.grids.items() if grid.tiles is not None}
    return {key: by_map[key] for key in by_map.keys() - live.copies.keys() - lands}


def _lines_by_map(live: Live, title: str, by_map: Mapping[str, Ints]) -> list[str]:
    """Return lines for rooms map by map, up to a readable number of them."""
    lines = [f"{title}:" if by_map else f"{title}: nothing"]
    for key, numbers in sorted(by_map.items()):
        grid = live.grids[key]
        lines.append(f"  {grid.name}: {len(numbers):,} of {grid.rooms:,} rooms")
        if len(numbers) < grid.rooms:
            rooms = [(key, int(number)) for number in np.sort(numbers)[:_SHOWN]]
            lines += [f"    {name}" for name in _names_of(live, rooms).values()]
            lines += _more_line(len(numbers) - len(rooms))
    return lines


def _more_line(number: int) -> list[str]:
    return [f"    and {number} more"] if number > 0 else []


def _names_of(live: Live, rooms: Sequence[Room]) -> dict[Room, str]:
    """Return the coordinates and names of rooms, with one query per some hundred rooms."""
    names = lookups.names_of(live, rooms)
    return {
        room: f"{place_text(live, live.router.place(room))} {names.get(room, '(not spawned)')}"
        for room in rooms
    }
