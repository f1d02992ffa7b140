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

import rows
from maps import matrix
from measure import each, peak, queries, report, resident

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import sheet_of
from xyzgrid_ext.core.view import in_reach, paint
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.base.task import drain, silent
from xyzgrid_ext.game.maps import loader
from xyzgrid_ext.game.spawn import changed, making, spawning
from xyzgrid_ext.game.spawn.room_filter import RoomFilter
from xyzgrid_ext.game.world import rereading
from xyzgrid_ext.game.world.world import Live

MODULE = "grown_map"
_TEXT = """XYMAP_DATA = {{
    "zcoord": "block",
    "matrix": "block.matrix",
    "prototypes": {{
        ("*", "*", "*"): {{"prototype_parent": "xyz_room", "key": "A cell", "desc": "Bare walls."}},
        (1, 1, 1): {{"prototype_parent": "xyz_room", "key": "A cell", "desc": "{desc}"}},
    }},
    "options": {{"rooms": {rooms!r}}},
}}
"""
_LAZY = "lazy"  # a file in the folder of a lazy map
_FAR, _NEAR = 200, 500  # rooms that are made far from each other, and one after the other
_PLANS = 10
_REACH = 10  # steps that a look shows


def run(stage: str, edge: int, *, lazy: bool = False) -> None:
    """Measure one stage."""
    os.chdir(os.environ["XYZGRID_BENCH_FOLDER"])
    if lazy:
        Path(_LAZY).touch()
    STAGES[stage](edge)


def _write(desc: str) -> None:
    rooms = "lazy" if Path(_LAZY).exists() else "all"
    Path(f"{MODULE}.py").write_text(_TEXT.format(desc=desc, rooms=rooms), encoding="utf-8")


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


def _spawn(edge: int) -> None:
    rows.make_home()
    Path("block.matrix").write_text(matrix(edge), encoding="utf-8")
    _write("Bare walls.")
    live = loaded()
    _timed("spawn", lambda: spawning.spawn(live, ["block"]))
    report("spawn: MB at the worst", peak())


def _start(edge: int) -> None:
    before = resident() or 0.0
    live = _timed("maps read", loaded)
    _timed("routes built", lambda: live.router)
    _timed("objects known", live.know_objects)
    assert live.lazy or live.spawned("block") == edge**3, "not all rooms are known"
    report("rooms made", live.spawned("block"))
    gc.freeze()
    report("MB", (resident() or 0.0) - before)


def _change(edge: int) -> None:
    live = loaded()
    live.know_objects()
    records = [{"reference": MODULE, "maps": ["block"]}]

    def change(only_changed: bool) -> Live:
        renewed = drain(rereading.renewed_steps(records, {}, live, spawning.TERMINAL), silent)
        new = renewed.live
        new.succeed(live)
        now = drain(changed.fingerprints_steps(new, ["block"], spawning.TERMINAL), silent)
        only = changed.changed_rooms(now) if only_changed else None
        todo = drain(spawning.plan_steps(new, ["block"], only=only), silent)
        assert (len(todo.changed_rooms), len(todo.changed_exits)) == (1, 0), todo
        drain(spawning.apply_steps(new, todo), silent)
        changed.remember(now)
        return new

    for number, key in enumerate(("one room changed", "one room changed, --changed")):
        _write(f"Bare walls, and {os.getpid()}-{number} scratched into one.")  # another at each run
        live = _timed(key, lambda number=number: change(number > 0))


def _part(edge: int) -> None:
    live = loaded()
    live.know_objects()
    part = RoomFilter.of(live, (1, 1, "block:1"))
    refused: list[Finding] = []
    _timed(
        "plan of one room",
        lambda: drain(spawning.plan_steps(live, ["block"], part, refused=refused), silent),
    )


def later(live: Live, chance: random.Random) -> Iterator[tuple[int]]:
    """Rooms that are not there, with a plan before each."""
    for room in chance.sample(live.rooms_without("block").tolist(), _PLANS):
        drain(spawning.plan_steps(live, ["block"]), silent)
        yield (room,)


def _explore(edge: int) -> None:
    rows.make_home()
    live = loaded()
    live.know_objects()
    write_lock().acquire("bench")
    making.prepare(live)
    grid, chance = live.grids["block"], random.Random(1)

    def come(room: int) -> None:
        making.ensure(live, ("block", room))

    each("made far away, ms", come, zip(chance.sample(range(grid.rooms), _FAR)), process_time)
    come(grid.room_at(Coord(1, 1, 1)))  # the room that `change` changes
    walk, here = [], 0
    while len(walk) < _NEAR:
        here = chance.choice(grid.target[grid.links_of(here)].tolist())
        if not live.is_whole(("block", here)) and here not in walk:
            walk.append(here)
    each("made on a walk, ms", come, zip(walk), process_time)
    each("made before, ms", come, zip(walk), process_time)
    each("made after a plan, ms", come, later(live, chance), process_time)
    write_lock().release()


def _seen(edge: int) -> None:
    live, chance = loaded(), random.Random(1)
    grid = live.grids["block"]
    sheets = [sheet_of(grid, z) for z in range(grid.levels or 1)]  # as a game keeps them

    def look(room: int) -> None:
        x, y, z = grid.coords[room].tolist()
        sheet = sheets[z]
        paint(sheet, in_reach(grid, sheet, room, _REACH), sheet.room_cell(x, y), symbol="@")

    look(0)
    each("map of a look, ms", look, zip(chance.sample(range(grid.rooms), _FAR)), process_time)
    pairs = zip(*(chance.sample(range(grid.rooms), _FAR) for _ in "ab"), strict=True)
    ways = [(("block", start), ("block", goal)) for start, goal in pairs]
    live.router.route(*ways[0])
    each("way between any two rooms, ms", live.router.route, ways[1:], process_time)


STAGES = {
    "explore": _explore, "spawn": _spawn, "start": _start, "seen": _seen, "change": _change,
    "part": _part,
}  # fmt: skip
