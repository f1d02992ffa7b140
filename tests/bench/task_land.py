"""An endless land: what the game does itself, and what a worker does for it; see `bench_scale`.

Times are the processor's in ms, memory is what the process holds with all groups of people.
"""

from __future__ import annotations

import os
import pickle
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import process_time, thread_time

import rows
from measure import each, once, report, resident

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.land.tiles import around
from xyzgrid_ext.core.land.ways import LandWay
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.maps import lands
from xyzgrid_ext.game.spawn import making
from xyzgrid_ext.game.world.current import get_grid
from xyzgrid_ext.game.world.world import Live, Room

MODULE = "grown_land"
_TEXT = """XYMAP_DATA = {
    "zcoord": "wilds",
    "land": {"seed": 5, "places": {"Ashwick": (302, 530), "Southmoor": (250, 200)}},
}
"""
_START, _GOAL = (302, 530), (-150, 200)  # some 820 steps
_GROUPS = (1, 4, 8)
_STEPS, _FAR = 300, 50


def run() -> None:
    """Measure all of it."""
    os.chdir(os.environ["XYZGRID_BENCH_FOLDER"])
    rows.make_home()
    Path(f"{MODULE}.py").write_text(_TEXT, encoding="utf-8")
    before = resident() or 0.0
    grid = get_grid()
    report("maps read, ms", once(lambda: grid.add(MODULE))[0])
    grid.live.know_objects()
    for groups in _GROUPS:
        _redraw(groups)
    report("MB", (resident() or 0.0) - before)
    write_lock().acquire("bench")
    making.prepare(grid.live)
    _walk(grid.live)
    write_lock().release()
    way = once(lambda: lands.way_over(grid.live.loaded["wilds"], _START, _GOAL))
    report("in a worker: way of 800 steps, ms", way[0])
    assert isinstance(way[1], LandWay)
    took, _ = once(lambda: lands.picture_of(grid.live.loaded["wilds"], _START, (78, 22), 16))
    report("in a worker: map from afar, ms", took)


def _redraw(groups: int) -> None:
    """Measure what the game does when so many groups far apart have other squares drawn."""
    grid = get_grid()
    live, tiles = grid.live, set[tuple[int, int]]()
    for number in range(groups):
        tiles |= around([(4 + number * 40, 8 - number * 17)])
    took, made = once(lambda: lands.redrawn(live.loaded["wilds"], tiles))
    report(f"in a worker: {groups} groups drawn, ms", took)
    drawn, table = pickle.loads(pickle.dumps((made.grid, made.table)))  # as from a worker
    new = Live([replace(made, grid=drawn, table=table)])
    holds, began = [], thread_time()
    for _step in new.take_objects_steps(live, SERVER):
        holds.append(thread_time() - began)
        began = thread_time()
    new.redrawn = frozenset(["wilds"])
    grid.install(new)
    new.know_objects()
    holds.append(thread_time() - began)
    report(f"longest hold, {groups} groups, ms", 1000 * max(holds))


def _walk(live: Live) -> None:
    grid, chance = live.grids["wilds"], random.Random(1)
    start = live.locate(Place("wilds", Coord(*_START)))
    assert start is not None
    walk: list[Room] = [start]
    while len(walk) < _STEPS:
        links = grid.links_of(walk[-1][1])
        walk.append(("wilds", chance.choice(grid.target[links.start : links.stop].tolist())))
    new = [room for room in dict.fromkeys(walk) if not live.is_whole(room)]

    def come(room: Room) -> None:
        making.ensure(live, room)

    each("made on a walk, ms", come, zip(new), process_time)
    each("made before, ms", come, zip(walk), process_time)
    ways = list(pairwise(walk[:: _STEPS // _FAR]))
    each("way of the next stop, ms", live.router.route, ways, process_time)
