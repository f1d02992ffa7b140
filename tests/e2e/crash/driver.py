"""Kills spawns, looks at what they left, and lets the next spawn finish it.

    python driver.py FOLDER KILLS SEED

It prints a summary, and ends with 1 at the first fault.

    state 0 ── spawn of state 1, killed ──► checked ── spawn ──► checked ── spawn of state 0 …

Half of the processes die by their own hand, before or after some statement; the others by a signal
at some moment. Each is a fork of this one, which never writes: so Evennia is imported once.
"""

from __future__ import annotations

import gc
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[3]
THINGS = 12


def stand(folder: str) -> None:
    """Make Evennia ready on an empty database."""
    folders = ("mygame", ".", "tests/game")
    sys.path[1:1] = [str(REPOSITORY / folder) for folder in folders]
    os.environ["XYZGRID_CRASH_FOLDER"] = folder
    os.environ.setdefault("TEST_DB_PATH", os.path.join(folder, "crash.db3"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "crash_settings"
    os.makedirs(os.path.join(folder, "cache"), exist_ok=True)
    import django

    django.setup()
    import migrated_database

    migrated_database.migrate()
    import evennia

    evennia._init()
    # forks of this process have what is imported here
    import crash_maps  # noqa: F401
    import grid_faults  # noqa: F401

    import world.prototypes  # noqa: F401
    from xyzgrid_ext import xyzgrid, xyzroom  # noqa: F401
    from xyzgrid_ext.game.maps import loader  # noqa: F401

    gc.freeze()  # nothing of all that is garbage
    gc.set_threshold(100_000, 50, 100)


def forked(action: Callable[[], None]) -> int:
    """Start a process that does something and ends; its id."""
    from django.db import connections

    connections.close_all()  # a connection must not be shared
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    try:
        action()
        connections.close_all()
        os._exit(0)
    except BaseException:  # noqa: BLE001 a fork must end here, whatever it was
        traceback.print_exc()
        os._exit(3)


def ended(pid: int) -> int:
    """How a process ended: its exit code, or the signal as a negative number."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def spawn(state: int) -> None:
    """Make the database hold one of the states."""
    from crash_maps import world

    from xyzgrid_ext.game.maps.loader import load_data
    from xyzgrid_ext.game.spawn import spawning
    from xyzgrid_ext.game.world.world import Live

    live = Live([load_data("crash", data) for data in world(state)])
    assert not live.failed, live.failed
    spawning.spawn(live, sorted(live.grids))


def settle() -> None:
    """Put things into rooms, some of which will go."""
    from evennia.objects.models import ObjectDB
    from evennia.utils.create import create_object

    rooms = ObjectDB.objects.filter(db_typeclass_path__endswith=".XYZRoom").order_by("pk")
    chance = random.Random(3)
    for number, room in enumerate(chance.sample(list(rooms), THINGS)):
        create_object("typeclasses.objects.Object", f"thing {number}", location=room, home=room)


def verify(state: int) -> None:
    """Nothing is left to do, and each thing is in a room or in Limbo."""
    from crash_maps import world
    from django.conf import settings
    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.maps.loader import load_data
    from xyzgrid_ext.game.spawn import spawning
    from xyzgrid_ext.game.world.world import Live

    live = Live([load_data("crash", data) for data in world(state)])
    todo = drain(spawning.plan_steps(live, sorted(live.grids)))
    assert not todo, todo
    wanted = sum(grid.rooms for grid in live.grids.values())
    rooms = list(ObjectDB.objects.filter(db_typeclass_path__endswith=".XYZRoom"))
    assert len(rooms) == wanted, f"{len(rooms)} rooms instead of {wanted}"
    things = list(ObjectDB.objects.filter(db_key__startswith="thing "))
    assert len(things) == THINGS, things
    limbo = ObjectDB.objects.get_id(settings.DEFAULT_HOME)
    for thing in things:
        assert thing.location in [limbo, *rooms], f"{thing} is in {thing.location}"
        assert thing.home is not None, f"{thing} has no home"
        assert thing.location.get_display_name(thing)
        assert thing.location.return_appearance(thing)


def finish(state: int) -> None:
    """Look at what a killed spawn left, let the next one finish it, and look again."""
    look_at()
    spawn(state)
    look_at()
    verify(state)


def look_at() -> None:
    """What the rows say; also whether everybody can look around."""
    from evennia.objects.models import ObjectDB
    from grid_faults import faults

    if found := faults():
        raise AssertionError("\n".join(found))
    for thing in ObjectDB.objects.filter(db_key__startswith="thing "):
        assert thing.location is not None, f"{thing} is nowhere"
        assert thing.location.return_appearance(thing)


class Suicide:
    """Kills its own process at its n-th statement, before or after that."""

    def __init__(self, statement: int, before: bool) -> None:
        self.left = statement
        self.before = before

    def __call__(self, execute: Callable[..., Any], *args: Any) -> Any:
        self.left -= 1
        if self.left < 0 and self.before:
            os.kill(os.getpid(), signal.SIGKILL)
        result = execute(*args)
        if self.left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result


def count_statements(state: int, told: str) -> None:
    """Spawn, and write how many statements and seconds it took."""
    from django.db import connection

    number = [0]

    def counted(execute: Callable[..., Any], *args: Any) -> Any:
        number[0] += 1
        return execute(*args)

    begin = time.perf_counter()
    with connection.execute_wrapper(counted):
        spawn(state)
    Path(told).write_text(f"{number[0]} {time.perf_counter() - begin}")


def die(state: int, statement: int | None, before: bool) -> None:
    """Spawn until the end, which may come early."""
    from django.db import connection

    if statement is None:
        spawn(state)
        return
    with connection.execute_wrapper(Suicide(statement, before)):
        spawn(state)


def must(action: Callable[..., None], *args: Any) -> None:
    """Do something in a process of its own, which must succeed."""
    if code := ended(forked(lambda: action(*args))):
        raise SystemExit(f"{action.__name__}{args} ended with {code}")


def main() -> None:
    """Kill so many spawns."""
    folder, kills, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    stand(folder)
    must(make_home)
    use_home()
    must(spawn, 0)
    must(settle)
    told = os.path.join(folder, "told")
    span: dict[int, tuple[int, float]] = {}
    for state in (1, 0):
        must(count_statements, state, told)
        number, seconds = Path(told).read_text().split()
        span[state] = int(number), float(seconds)
    chance = random.Random(seed)
    killed = spawns = 0
    while killed < kills:
        spawns += 1
        if spawns > 3 * kills:
            raise SystemExit(f"only {killed} of {spawns} spawns died")
        state = spawns % 2
        statements, seconds = span[state]
        statement = chance.randrange(statements) if spawns % 4 < 2 else None
        before, moment = chance.random() < 0.5, chance.uniform(0, seconds)
        how = f"statement {statement}" if statement is not None else f"{moment:.4f} s"
        child = forked(lambda s=state, n=statement, b=before: die(s, n, b))
        if statement is None:
            time.sleep(moment)
            os.kill(child, signal.SIGKILL)
        code = ended(child)
        if code not in (0, -signal.SIGKILL):
            raise SystemExit(f"spawn {spawns} ({how}): failed by itself with {code}")
        killed += code != 0
        if code == 0:  # the machine has become faster
            span[state] = statements, 0.9 * seconds
        try:
            must(finish, state)
        except SystemExit as fault:
            told = f"spawn {spawns} of state {state}, killed at {how}: {fault}"
            raise SystemExit(told) from None
    print(f"{killed} of {spawns} spawns killed; all whole, all finished by the next")


def make_home() -> None:
    """Make the room that Evennia wants for objects without a home, and the grid, without maps."""
    from django.conf import settings
    from evennia.utils.create import create_object

    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    get_xyzgrid()  # each look at a room would search for it
    create_object(settings.BASE_ROOM_TYPECLASS, key="Limbo", nohome=True)


def use_home() -> None:
    """Let this process, and those forked from it, know that room."""
    from django.conf import settings
    from evennia.objects.models import ObjectDB

    settings.DEFAULT_HOME = f"#{ObjectDB.objects.values_list('pk', flat=True).get()}"


if __name__ == "__main__":
    main()
