"""Ours: the loader makes a Grid of a map module, and routes need the world's graph."""

from __future__ import annotations

import sys
import types
from typing import Any

from maps import NAME, XY

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.game.maps.loader import LoadedMap, load_all
from xyzgrid_ext.game.world.world import Live

MODULE = "bench_map"


def loaded_map(data: dict[str, Any]) -> list[LoadedMap]:
    """Load XYMAP_DATA the way the grid's script does: by the name of a module that has it."""
    module = types.ModuleType(MODULE)
    module.XYMAP_DATA = data  # type: ignore[attr-defined]
    sys.modules[MODULE] = module
    found = load_all([MODULE])
    if faults := [str(finding) for one in found for finding in one.findings]:
        raise SystemExit("\n".join(faults))
    return found


class Ours:
    """See `task_load.Side`."""

    def load(self, data: dict[str, Any]) -> list[LoadedMap]:
        """Make the Grid."""
        return loaded_map(data)

    def build(self, loaded: list[LoadedMap]) -> Live:
        """Make the graph of all maps, with nothing found yet."""
        return Live(loaded)

    def path(self, built: Live, start: XY, goal: XY) -> list[str]:
        """Find the route, and name its directions as the contrib does."""
        router = built.router
        (key,) = built.grids if len(built.grids) == 1 else (NAME,)
        grid = built.grids[key]
        here, there = (grid.room_at(Coord(*xy)) for xy in (start, goal))
        route = router.find((key, here), (key, there)) if None not in (here, there) else None
        return [router.way(step).token for step in route.steps] if route else []

    def refusal(self, rooms: int) -> str:
        """Nothing is refused."""
        return ""

    def finish(self, built: Live) -> None:
        """There is nothing of that kind."""


SIDE = Ours()
