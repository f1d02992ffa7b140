"""`path`: the shortest route through one map, including wormholes."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from xyzgrid_ext.core.coords import Coord, map_key
from xyzgrid_ext.core.grid import Grid, Way
from xyzgrid_ext.core.routes import Router, build_world, speedwalk, way_word
from xyzgrid_ext.terminal.files import complain, coordinate
from xyzgrid_ext.terminal.maps import add_map_option, one_map

ALL_KNOWN = {"wormholes": "known"}
"""Map options with which routes use all wormholes: outside the game none is secret."""


def way_finder(grid: Grid) -> Callable[[Coord, Coord], tuple[Way, ...] | None]:
    """Return a function (start, goal) -> exits of the shortest route, or None if there is none."""
    key = map_key(grid.name)
    router = Router(build_world({key: grid}))

    def find(start: Coord, goal: Coord) -> tuple[Way, ...] | None:
        if start == goal:
            return ()
        first, last = grid.room_at(start), grid.room_at(goal)
        if first is None or last is None:
            return None
        route = router.find((key, first), (key, last))
        return None if route is None else tuple(router.way(step) for step in route.steps)

    return find


_PATH_EPILOG = """\
--json prints {"exits": [name of each exit to take], "cost": number of steps};
without a route both are null, and the exit code is 1."""

_FAR = "of an endless land, only the squares with places are read here; the game knows all of it"


def declare_path(parser: ArgumentParser) -> None:
    """Add the arguments of `path` to its parser."""
    parser.epilog = _PATH_EPILOG
    parser.add_argument("file", metavar="FILE", help="a matrix file or a map module")
    parser.add_argument("start", metavar="FROM", type=coordinate, help="x,y,z or x,y")
    parser.add_argument("goal", metavar="TO", type=coordinate, help="x,y,z or x,y")
    add_map_option(parser)
    parser.add_argument("--json", action="store_true", help="print the route as JSON")


def run_path(options: Namespace) -> int:
    """Print the exits of the route, and its speedwalk; return 1 if there is none."""
    grid = one_map(options.file, options.map, ALL_KNOWN)
    if grid is None:
        return 1
    for room in (options.start, options.goal):
        limit = (grid.levels or 0) - 1
        if grid.start is not None and limit >= 0 and not 0 <= min(room) <= max(room) <= limit:
            complain(f"{room} is outside the cube: coordinates go from 0 to {limit}")
            return 1
        if grid.start is None and grid.room_at(room) is None:
            complain(
                f"there is no room at {_coordinate_text(grid, room)}",
                *(_FAR for sheet in grid.drawn[:1] if sheet.is_endless),
            )
            return 1
    ways = way_finder(grid)(options.start, options.goal)
    if options.json:
        exits = None if ways is None else [way.key for way in ways]
        print(json.dumps({"exits": exits, "cost": None if exits is None else len(exits)}))
    elif ways is None:
        start, goal = _coordinate_text(grid, options.start), _coordinate_text(grid, options.goal)
        print(f"There is no way from {start} to {goal}.")
    elif not ways:
        print("You are there already.")
    else:
        print(
            f"{len(ways)} step{'s'[: len(ways) != 1]}: {', '.join(way_word(way) for way in ways)}"
        )
        print(speedwalk(way.token for way in ways))
    return int(ways is None)


def _coordinate_text(grid: Grid, room: Coord) -> str:
    return f"({room.x},{room.y})" if grid.levels is None and not room.z else str(room)
