"""The contrib's own spawn of a small map, twice; large ones take it minutes to hours."""

from __future__ import annotations

import rows
from evennia.contrib.grid.xyzgrid.xyzroom import XYZExit, XYZRoom
from maps import map_data
from measure import once, queries, report
from side_contrib import SIDE


def run(side: int) -> None:
    """Spawn a map, then again without a change."""
    rows.make_home()
    xymap = SIDE.load(map_data(side, overrides=True))

    def spawn() -> None:
        nodes = xymap.spawn_nodes()
        xymap.spawn_links(nodes=nodes)

    report("spawn", once(spawn)[0] / 1000)
    with queries() as asked:
        again, _ = once(spawn)
    report("spawn again", again / 1000)
    report("spawn again queries", asked[0])
    rows.check(side, XYZRoom, XYZExit)
