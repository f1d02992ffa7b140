"""Loading and the first route of ONE side, in a process that has only that side in it.

A map of four rooms goes first, so that no figure contains the imports and caches that a process
pays for once.
"""

import sys
import types
from typing import Any

from evennia.contrib.grid.xyzgrid.xymap import XYMap
from maps import NAME, map_data
from measure import median, once, queries, report

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.game.maps.loader import LoadedMap, load_all
from xyzgrid_ext.game.world.world import Live

RUNS = 5
MODULE = "bench_map"


def loaded_map(data: dict[str, Any]) -> list[LoadedMap]:
    """Load XYMAP_DATA the way the grid's script does: by the name of a module that has it."""
    module = types.ModuleType(MODULE)
    module.XYMAP_DATA = data  # type: ignore[attr-defined]
    sys.modules[MODULE] = module
    maps = load_all([MODULE])
    if faults := [str(finding) for map_ in maps for finding in map_.findings]:
        raise SystemExit("\n".join(faults))
    return maps


def our_path(maps: list[LoadedMap], side: int) -> int:
    """The steps from corner to corner, in a graph of all maps with nothing found yet."""
    live = Live(maps)
    ((key, grid),) = live.grids.items()
    ends = [(key, grid.room_at(Coord(at, at))) for at in (0, side - 1)]
    route = live.router.find(*ends)
    return len(route.steps) if route else 0


def parsed_map(data: dict[str, Any]) -> XYMap:
    """Parse, as the contrib's `XYZGrid.reload` does."""
    xymap = XYMap(dict(data), Z=data["zcoord"])
    xymap.parse()
    return xymap


def contrib_path(xymap: XYMap, side: int) -> int:
    """The same by the contrib: all paths of the map in one matrix, written to its cache."""
    xymap.dist_matrix = xymap.pathfinding_routes = None
    xymap.calculate_path_matrix(force=True)
    return len(xymap.get_shortest_path((0, 0), (side - 1, side - 1))[0])


SIDES: dict[str, tuple[Any, Any]] = {
    "ours": (loaded_map, our_path),
    "contrib": (parsed_map, contrib_path),
}


def run(whose: str, side: int) -> None:
    """Measure one side on a map with so many rooms along an edge, and prototypes of its own."""
    load, path = SIDES[whose]
    path(load(map_data(2, name="warm")), 2)
    data = map_data(side, name=NAME)
    with queries() as asked:
        first, loaded = once(lambda: load(data))
    report("load queries", asked[0])
    report("load", median(first, lambda: load(data), RUNS))
    took, steps = once(lambda: path(loaded, side))
    report("first path", median(took, lambda: path(loaded, side), RUNS))
    if steps != 2 * (side - 1):
        report("wrong", f"the path across has {steps} steps")
