"""The contrib, as installed: parse a map, then all shortest paths of it in one matrix."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from evennia.contrib.grid.xyzgrid.xymap import XYMap
from maps import XY
from measure import MB, once, report


class Contrib:
    """See `task_load.Side`."""

    def load(self, data: dict[str, Any]) -> XYMap:
        """Parse, as `XYZGrid.reload` does."""
        xymap = XYMap(dict(data), Z=data["zcoord"])
        xymap.parse()
        return xymap

    def build(self, loaded: XYMap) -> XYMap:
        """Find all paths anew, and write them to its cache, as for a map that has changed."""
        loaded.dist_matrix = loaded.pathfinding_routes = None
        loaded.calculate_path_matrix(force=True)
        return loaded

    def path(self, built: XYMap, start: XY, goal: XY) -> list[str]:
        """Look the path up; the directions only, as ours."""
        return list(built.get_shortest_path(start, goal)[0])

    def refusal(self, rooms: int) -> str:
        """Whether memory (32 bytes a pair of rooms at its peak) or disk (12) are too small."""
        need, free = 32 * rooms**2 / MB, _free_memory()
        if free is not None and need > free:
            return f"the path matrix needs {need:,.0f} MB of memory, {free:,.0f} are free"
        need, free = 12 * rooms**2 / MB, shutil.disk_usage(settings.CACHE_DIR).free / MB
        if need > free:
            return f"the path cache needs {need:,.0f} MB of disk, {free:,.0f} are free"
        return ""

    def finish(self, built: XYMap) -> None:
        """Report the cache file, and how long a start takes that finds it."""
        report("cache file", Path(built.pathfinder_baked_filename).stat().st_size / MB)
        built.dist_matrix = built.pathfinding_routes = None
        report("build cached", once(built.calculate_path_matrix)[0])


def _free_memory() -> float | None:
    """MB of memory that can be had without swapping; None where nobody tells."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if "MemAvailable" in line)
    except (OSError, StopIteration):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / MB
    except (OSError, ValueError):
        return None


SIDE = Contrib()
