"""A matrix as it grows, one stage a process, all on the same database: see `bench_scale`.

spawn    the map and its rows are made; of a lazy map, the rows of none
start    a fresh process reads maps and rows, as a server does before anybody can log in
change   the description of one room is another one: the file read again, planned, applied

Times are the processor's, memory is what the process holds.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from maps import KEY, MODULE, World
from measure import peak, report, resident
from task_spawn import make_home

from xyzgrid_ext.game.base.task import drain, ignore_progress
from xyzgrid_ext.game.maps import loader
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.world import rereading
from xyzgrid_ext.game.world.world import Live


def run(stage: str, kind: str, edge: int) -> None:
    os.chdir(os.environ["XYZGRID_BENCH_FOLDER"])
    STAGES[stage](World(kind, edge))


def load_maps() -> Live:
    """Return the maps as they are read at the start of a server."""
    maps = loader.load_all([MODULE])
    if faults := [str(finding) for map_ in maps if map_.grid is None for finding in map_.findings]:
        raise SystemExit("\n".join(faults))
    return Live(maps)


def _timed(key: str, action: Callable[[], Any]) -> Any:
    gc.collect()
    began = process_time()
    result = action()
    report(key, process_time() - began)
    return result


def _spawn(world: World) -> None:
    make_home()
    world.write(Path())
    live = load_maps()
    _timed("spawn", lambda: spawning.spawn(live, [KEY]))
    report("spawn: MB at the worst", peak())


def _start(world: World) -> None:
    before = resident() or 0.0
    live = _timed("maps read", load_maps)
    _timed("routes built", lambda: live.router)
    _timed("objects known", live.read_objects)
    assert live.on_demand or live.spawned_count(KEY) == world.rooms, "not all rooms are known"
    gc.freeze()
    report("MB", (resident() or 0.0) - before)


def _change(world: World) -> None:
    live = load_maps()
    live.read_objects()
    records = [{"reference": MODULE, "maps": [KEY]}]

    def change() -> None:
        new = drain(rereading.renewed_steps(records, {}, live), ignore_progress).live
        new.take_over(live)
        plan = drain(spawning.plan_steps(new, [KEY]), ignore_progress)
        assert (len(plan.changed_rooms), len(plan.changed_exits)) == (1, 0), str(plan)[:500]
        drain(spawning.apply_steps(new, plan), ignore_progress)

    world.write(Path(), f"Bare walls, and {os.getpid()} scratched into one.")
    _timed("one room changed", change)


STAGES = {"spawn": _spawn, "start": _start, "change": _change}
