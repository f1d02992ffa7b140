"""An endless land: what the game does itself, and what a worker does for it; see `bench_scale`.

Times are the processor's in ms, memory is what the process holds with all groups of people.
"""

from __future__ import annotations

import os
import pickle
from dataclasses import replace
from time import thread_time

from grown import KEY, LAND, MODULE, World
from measure import once, report, resident

from xyzgrid_ext.game.world.current import get_grid
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.lands.core.tiles import around
from xyzgrid_ext.parts.lands.core.ways import LandWay
from xyzgrid_ext.parts.lands.game import maps as lands

_START, _GOAL = World(LAND).changed[:2], World(LAND).goal[:2]  # some 820 steps
_GROUPS = (1, 4, 8)


def run() -> None:
    """Measure all of it."""
    os.chdir(os.environ["XYZGRID_BENCH_FOLDER"])
    before = resident() or 0.0
    grid = get_grid()
    grid.add(MODULE)
    grid.live.know_objects()
    for groups in _GROUPS:
        _redraw(groups)
    report("8 groups, MB", (resident() or 0.0) - before)
    way = once(lambda: lands.way_over(grid.live.loaded[KEY], _START, _GOAL))
    report("in a worker: way of 800 steps, ms", way[0])
    assert isinstance(way[1], LandWay)
    took, _ = once(lambda: lands.picture_of(grid.live.loaded[KEY], _START, (78, 22), 16))
    report("in a worker: map from afar, ms", took)


def _redraw(groups: int) -> None:
    """Measure what the game does when so many groups far apart have other squares drawn."""
    grid = get_grid()
    live, tiles = grid.live, set[tuple[int, int]]()
    for number in range(groups):
        tiles |= around([(4 + number * 40, 8 - number * 17)])
    took, made = once(lambda: lands.redrawn(live.loaded[KEY], tiles))
    report(f"in a worker: {groups} groups drawn, ms", took)
    drawn, table = pickle.loads(pickle.dumps((made.grid, made.table)))  # as from a worker
    new = Live([replace(made, grid=drawn, table=table)])
    holds, began = [], thread_time()
    for _step in new.take_objects_steps(live):
        holds.append(thread_time() - began)
        began = thread_time()
    new.redrawn = frozenset([KEY])
    grid.install(new)
    new.know_objects()
    holds.append(thread_time() - began)
    report(f"longest hold, {groups} groups, ms", 1000 * max(holds))
