"""Kills processes that make rooms of a lazy map and let them go; looks at what they left.

    python explorer.py FOLDER KILLS SEED

    a walk of some rooms, all that may goes again, a walk …   killed ──► looked at ──► the next

It prints a summary, and ends with 1 at the first fault. See `driver`, which kills spawns.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import driver

EDGE, STEPS = 12, 5
_STATEMENTS = 300  # a walk takes some more
_WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def moor() -> dict[str, Any]:
    """XYMAP_DATA of a lazy square."""
    return {
        "zcoord": "moor",
        "rooms": {
            (x, y, 0): {"key": "Moor", "desc": "Heather.", "exits": _exits(x, y)}
            for x in range(EDGE)
            for y in range(EDGE)
        },
        "options": {"rooms": "lazy"},
    }


def _exits(x: int, y: int) -> dict[str, Any]:
    ends = {name: (x + dx, y + dy, 0) for name, (dx, dy) in _WAYS.items()}
    return {name: {"to": to} for name, to in ends.items() if min(to) >= 0 and max(to) < EDGE}


def world() -> Any:
    """The world of the square, as a server has it."""
    from xyzgrid_ext.game.base.lock import write_lock
    from xyzgrid_ext.game.maps.loader import load_data
    from xyzgrid_ext.game.world.world import Live

    write_lock().acquire("server")
    return Live([load_data("crash", moor())])


def explore(seed: int) -> None:
    """Walk, and let rooms go, twice."""
    from xyzgrid_ext.game.base.pace import TERMINAL
    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.parts.lands.game import lazy_rooms
    from xyzgrid_ext.parts.lands.game.eviction import Idle, evict_steps

    live, idle, chance = world(), Idle(), random.Random(seed)
    grid = live.grids["moor"]
    here = chance.randrange(grid.rooms)
    for _ in range(2):
        for _ in range(STEPS):
            lazy_rooms.ensure(live, ("moor", here))
            here = chance.choice(grid.target[grid.links_of(here)].tolist())
        drain(evict_steps(live, idle, 0, TERMINAL))


def explore_killed(seed: int, statement: int, before: bool) -> None:
    """Do that, and die at a statement."""
    from django.db import connection

    with connection.execute_wrapper(driver.Suicide(statement, before)):
        explore(seed)


def look() -> None:
    """What the rows say, and the plan: that no more is to be done."""
    import grid_faults

    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.spawn import spawning

    live = world()
    if faults := [*grid_faults.faults(), *torn_rooms(live, "moor")]:
        raise AssertionError("\n".join(faults))
    todo = drain(spawning.plan_steps(live, ["moor"]))
    assert not todo, todo


def torn_rooms(live: Any, key: str) -> Iterator[str]:
    """Rooms that have some of the exits of the file: all or none are allowed."""
    from evennia.objects.models import ObjectDB

    def tagged(category: str) -> dict[int, str]:
        links = ObjectDB.db_tags.through.objects.filter(tag__db_category=category)
        return dict(links.values_list("objectdb", "tag__db_key"))

    x, y, z, to = map(tagged, (*(f"room_{axis}_coordinate" for axis in "xyz"), "exit_direction"))
    ways: dict[int, set[str]] = defaultdict(set)
    for pk, room in ObjectDB.objects.filter(pk__in=list(to)).values_list("pk", "db_location"):
        ways[room].add(to[pk])
    grid = live.grids[key]
    for pk in x.keys() - to.keys():
        if z[pk].partition(":")[0] != key:
            continue
        room = live.room_at_xyz(int(x[pk]), int(y[pk]), z[pk])
        wanted = {grid.way_of(link).direction.lower() for link in grid.links_of(room[1])}
        if ways[pk] and ways[pk] != wanted:
            yield f"#{pk} at {room} has the exits {ways[pk]}, and not {wanted}"


def main() -> None:
    """Kill so many walks."""
    folder, kills, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    driver.stand(folder)
    driver.must(driver.make_home)
    driver.use_home()
    chance, killed, walks = random.Random(seed), 0, 0
    while killed < kills and walks < 3 * kills:
        walks += 1
        statement, before = chance.randrange(_STATEMENTS), chance.random() < 0.5
        child = driver.forked(lambda n=walks, s=statement, b=before: explore_killed(seed + n, s, b))
        code = driver.ended(child)
        told = f"walk {walks}, killed at statement {statement}"
        if code not in (0, -9):
            raise SystemExit(f"{told}: failed by itself with {code}")
        killed += code != 0
        try:
            driver.must(look)
        except SystemExit as fault:
            raise SystemExit(f"{told}: {fault}") from None
    print(f"{killed} of {walks} walks killed; all whole")


if __name__ == "__main__":
    main()
