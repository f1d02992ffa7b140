"""A matrix as it grows, one stage a process, all on the same database: see `bench_scale`.

spawn    the map and its rows are made
start    a fresh process reads maps and rows, as a server does before anybody can log in
change   the description of one room is another one: the file read again, planned, applied; all
         compared, and then only what differs from the last spawn
part     the plan of one room
explore  of a lazy map: rooms made far from each other, and on a walk
seen     the map of a look, and ways between rooms

Times are the processor's, memory is what the process holds.
"""

from __future__ import annotations

import gc
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import rows
from grown import KEY, LAND, MODULE, World
from measure import each, peak, queries, report, resident

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid.draw import sheet_of
from xyzgrid_ext.core.view.picture import paint
from xyzgrid_ext.core.view.visible import in_reach
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.base.task import drain, silent
from xyzgrid_ext.game.maps import loader
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.spawning import RoomFilter
from xyzgrid_ext.game.world import rereading
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.lands.game import lazy_rooms

_FAR, _NEAR = 200, 300  # rooms that are made far from each other, and one after the other
_PLANS = 10
_REACH = 10  # steps that a look shows


def run(stage: str, kind: str, edge: int) -> None:
    """Measure one stage."""
    os.chdir(os.environ["XYZGRID_BENCH_FOLDER"])
    STAGES[stage](World(kind, edge))


def loaded() -> Live:
    """Return the maps as they are read at the start of a server."""
    found = loader.load_all([MODULE])
    if faults := [str(f) for one in found if one.grid is None for f in one.findings]:
        raise SystemExit("\n".join(faults))
    return Live(found)


def _timed(key: str, action: Callable[[], Any]) -> Any:
    gc.collect()
    with queries() as count:
        began = process_time()
        result = action()
        report(key, process_time() - began)
    report(f"{key}: queries", count[0])
    return result


def _spawn(world: World) -> None:
    """Make the map, and its rows unless they are made as somebody comes."""
    rows.make_home()
    world.write(Path())
    live = loaded()
    _timed("spawn", lambda: spawning.spawn(live, [KEY]))
    report("spawn: MB at the worst", peak())


def _start(world: World) -> None:
    before = resident() or 0.0
    live = _timed("maps read", loaded)
    _timed("routes built", lambda: live.router)
    _timed("objects known", live.know_objects)
    assert live.lazy or live.spawned(KEY) == world.rooms, "not all rooms are known"
    report("rooms made", live.spawned(KEY))
    gc.freeze()
    report("MB", (resident() or 0.0) - before)


def _change(world: World) -> None:
    live = loaded()
    live.know_objects()
    records = [{"reference": MODULE, "maps": [KEY]}]

    def change() -> Live:
        renewed = drain(rereading.renewed_steps(records, {}, live), silent)
        new = renewed.live
        new.succeed(live)
        todo = drain(spawning.plan_steps(new, [KEY]), silent)
        assert (len(todo.changed_rooms), len(todo.changed_exits)) == (1, 0), str(todo)[:500]
        drain(spawning.apply_steps(new, todo), silent)
        return new

    # another at each run
    world.write(Path(), f"Bare walls, and {os.getpid()} scratched into one.")
    live = _timed("one room changed", change)


def _part(world: World) -> None:
    live = loaded()
    live.know_objects()
    part = RoomFilter.of(live, world.changed)
    refused: list[Finding] = []
    _timed(
        "plan of one room",
        lambda: drain(spawning.plan_steps(live, [KEY], part, refused=refused), silent),
    )


def later(live: Live, chance: random.Random) -> Iterator[tuple[int]]:
    """Rooms that are not there, with a plan before each."""
    for room in chance.sample(live.rooms_without(KEY).tolist(), _PLANS):
        drain(spawning.plan_steps(live, [KEY]), silent)
        yield (room,)


def _explore(world: World) -> None:
    """Make rooms of a lazy map; a land is drawn only around its places, so none far away."""
    rows.make_home()
    live = loaded()
    live.know_objects()
    write_lock().acquire("bench")
    lazy_rooms.prepare(live)
    grid, chance = live.grids[KEY], random.Random(1)
    far, near = min(_FAR, grid.rooms // 30), min(_NEAR, grid.rooms // 15)
    start = live.room_at_xyz(*world.changed)
    assert start is not None

    def come(room: int) -> None:
        lazy_rooms.ensure(live, (KEY, room))

    if world.kind != LAND:
        each("made far away, ms", come, zip(chance.sample(range(grid.rooms), far)), process_time)
    here = start[1]
    come(here)
    walk = dict[int, None]()
    while len(walk) < near:
        here = chance.choice(grid.target[grid.links_of(here)].tolist())
        if not live.is_whole((KEY, here)):
            walk[here] = None
    each("made on a walk, ms", come, zip(walk), process_time)
    if world.kind != LAND:
        each("made after a plan, ms", come, later(live, chance), process_time)
    write_lock().release()


def _seen(_world: World) -> None:
    """Look around on one level, which is drawn before, and find ways over the whole map."""
    live, chance = loaded(), random.Random(1)
    grid = live.grids[KEY]
    level = grid.coords[0, 2]
    sheet = sheet_of(grid, int(level) if grid.levels else 0)
    near = np.flatnonzero(grid.coords[:, 2] == level).tolist()
    many = min(_FAR, len(near))

    def look(room: int) -> None:
        x, y, _z = grid.coords[room].tolist()
        paint(sheet, in_reach(grid, sheet, room, _REACH), sheet.room_cell(x, y), symbol="@")

    look(0)
    each("map of a look, ms", look, zip(chance.sample(near, many)), process_time)
    pairs = zip(*(chance.sample(range(grid.rooms), many) for _ in "ab"), strict=True)
    ways = [((KEY, start), (KEY, goal)) for start, goal in pairs]
    live.router.find(*ways[0])
    each("way between any two rooms, ms", live.router.find, ways[1:], process_time)


STAGES = {
    "explore": _explore, "spawn": _spawn, "start": _start, "seen": _seen, "change": _change,
    "part": _part,
}  # fmt: skip
