"""What breaks under a game: the process is killed, the disk is full, the database locked …

Each trial has a copy of the database, and two processes. The first plays until it breaks, and notes
what players were told; the second starts anew, and compares.

    play ── kill -9 at statement 17 ──► start ── what was told is so; nothing is doubled; the grid
                                                 has no faults; everybody can go on
"""

import json
import os
import resource
import signal
import sqlite3
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import crash_maps
import stand
from limits import Failure, Tally

THINGS = 12


def types(who: str, *lines: str) -> None:
    for line in lines:
        stand.game().player(who).types(line)
        stand.game().passes(2.0)


def walks() -> None:
    types("Ann", "goto (3,3,town)", "goto (4,4,town)")
    stand.game().passes(10.0)


def plays() -> None:
    types("Bob", "restart", "l", "l", "undo", "l", "stop")


def takes_key() -> None:
    character = stand.game().player("Ann").character
    character.move_to(stand.game().room("Porch"), quiet=True)
    types("Ann", "hatch")
    stand.game().passes(5.0, 0.01)
    types("Ann", "west", "open chest", "east", "east")


def prunes() -> None:
    """A builder takes the porch and the vault off the list, and removes their rooms."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.launchcmd import xyzcommand

    get_xyzgrid().remove("porch")
    xyzcommand("prune", "--yes")


def settles() -> None:
    """Things lie in rooms of the field, some of which will go."""
    from evennia import create_object
    from evennia.objects.models import ObjectDB

    rooms = ObjectDB.objects.filter(db_tags__db_key=crash_maps.FIELD, db_location=None).distinct()
    for number, room in enumerate(Random(3).sample(list(rooms.order_by("pk")), THINGS)):
        create_object("typeclasses.objects.Object", f"thing {number}", location=room, home=room)


def spawns() -> None:
    """A builder spawns the field as it has become."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.launchcmd import xyzcommand

    module = sys.modules["races"]
    others = [data for data in module.XYMAP_DATA_LIST if data["zcoord"] not in crash_maps.DRAWN]
    module.XYMAP_DATA_LIST = [*others, *crash_maps.world(1)]
    get_xyzgrid().reload()
    xyzcommand("spawn", *crash_maps.DRAWN, "--yes")


def explores_moor() -> None:
    """Rooms of a lazy map are made around somebody who walks, and go again, twice."""
    from xyzgrid_ext.game.base.pace import TERMINAL
    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.base.write_lock import SERVER_ROLE, write_lock
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.parts.lands.game import lazy_rooms
    from xyzgrid_ext.parts.lands.game.eviction import Idle, evict_steps

    assert write_lock().acquire(SERVER_ROLE)
    live, idle, chance = get_xyzgrid().live, Idle(), Random(3)
    grid = live.grids[crash_maps.MOOR]
    here = chance.randrange(grid.rooms)
    for _ in range(2):
        for _ in range(5):
            lazy_rooms.ensure_room(live, (crash_maps.MOOR, here))
            here = chance.choice(grid.target[grid.links_of(here)].tolist())
        drain(evict_steps(live, idle, 0, TERMINAL))


def gives_back() -> None:
    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.launchcmd import xyzcommand
    from xyzgrid_ext.parts.dungeons.game import copies
    from xyzgrid_ext.parts.dungeons.game import stored as dungeons

    grid = get_xyzgrid()
    for copy in dungeons.all_copies(grid).values():
        drain(copies.removing_steps(grid.live, copy))
    xyzcommand("unadopt", "--yes")


def adopts() -> None:
    from xyzgrid_ext.launchcmd import xyzcommand

    xyzcommand("adopt", "--yes")


def adopts_again() -> None:
    """Adopt what is the contrib's or ours, and nothing between the two."""
    from evennia.objects.models import ObjectDB

    paths = ObjectDB.objects.filter(db_typeclass_path__regex=r"XYZ(Room|Exit)$")
    found = set(paths.values_list("db_typeclass_path", flat=True).distinct())
    assert len(found) == 2, f"adopted by half: {found}"
    adopts()


def all_of_it() -> None:
    walks()
    plays()


def tends_pens() -> None:
    """Ann takes eggs, bells and the lives of goats, which come back."""
    import time

    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.world.current import current
    from xyzgrid_ext.parts.contents.respawning import fill_rooms_steps

    ann, chance = stand.game().player("Ann").character, Random(9)
    for minute in range(6):
        rooms = [("pens", number) for number in range(3)]
        drain(fill_rooms_steps(current(), rooms, time.time() + minute * 60))
        inside = ObjectDB.objects.filter(db_tags__db_category="xyzgrid_thing")
        inside = inside.filter(db_tags__db_key__contains=",pens|").order_by("pk")
        for obj in chance.sample(list(inside), min(4, len(inside))):
            if obj.key == "a goat":
                obj.delete()
            else:
                obj.move_to(ann, quiet=True)


KILLED = -signal.SIGKILL
LOST = "lost"  # a file of seconds, one for each trial that measures them


@dataclass(frozen=True)
class Break:
    """A way to break, what is done meanwhile, and what is looked at after it.

    `prepare` is done before it breaks, `mend` before the next start. `goes_on` says that the first
    process lives on, and that its players are answered then.
    """

    name: str
    does: Callable[[], None]
    breaks: Callable[[Random, Path], None]
    holds: Callable[[list[list[str]]], Iterator[str]]
    goes_on: bool = False
    prepare: Callable[[], None] = lambda: None
    mend: Callable[[], None] = lambda: None


# --- what breaks


def kill(chance: Random, _database: Path) -> None:
    _kill_at(int(chance.expovariate(1 / 60)), chance)


def _kill_at(statement: int, chance: Random) -> None:
    from django.db import connection

    left, before = statement, chance.random() < 0.5

    def wrapper(execute: Callable[..., object], *args: object) -> object:
        nonlocal left
        left -= 1
        if left < 0 and before:
            os.kill(os.getpid(), signal.SIGKILL)
        result = execute(*args)
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    connection.execute_wrappers.append(wrapper)


def kill_within(statements: int) -> Callable[[Random, Path], None]:
    """Kill this process at one of the first so many statements."""
    return lambda chance, _database: _kill_at(chance.randrange(statements), chance)


def fill_disk(chance: Random, database: Path) -> None:
    """Let files grow by some pages more, and no further."""
    size = database.stat().st_size + 4096 * chance.choice((0, 1, 8))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def forbid_writing(_chance: Random, _database: Path) -> None:
    from django.db import connection

    connection.cursor().execute("PRAGMA query_only = ON")


def lock(_chance: Random, database: Path) -> None:
    from django.db import connection

    connection.cursor().execute("PRAGMA busy_timeout = 50")
    _others.append(sqlite3.connect(database, isolation_level=None))
    _others[-1].execute("BEGIN EXCLUSIVE")


_others: list[sqlite3.Connection] = []


def lose_module(_chance: Random, _database: Path) -> None:
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    character = stand.game().player("Ann").character
    character.move_to(stand.game().room("Porch"), quiet=True)
    del sys.modules["races"]
    get_xyzgrid().reload()


def jump_clock(chance: Random, _database: Path) -> None:
    jump = chance.choice((-1, 1)) * chance.choice((86_400, 31_536_000))
    real = time.time
    time.time = lambda: real() + jump


# --- what must hold


def is_whole(_told: list[list[str]]) -> Iterator[str]:
    """The grid has no faults, and everybody can look around."""
    from grid_faults import faults

    # Evennia makes an Attribute in two statements: between them it is nobody's, and harmless
    yield from (fault for fault in faults() if not fault.endswith("attributes of nothing"))
    for name in stand.PEOPLE:
        shown = stand.game().player(name).types("look")
        if not shown.strip() or "Traceback" in shown:
            yield f"{name} sees {shown!r}"


def stands_where_told(told: list[list[str]]) -> Iterator[str]:
    """Ann stands where she was told that she has arrived."""
    yield from is_whole(told)
    arrived = [text for who, text in told if who == "Ann" and "You have arrived at" in text]
    place = stand.game().player("Ann").character.location
    if arrived and place.key not in ("The Old Well", "Lantern Square"):
        yield f"Ann is in {place}, after {arrived[-1][:80]}"


def has_moves(told: list[list[str]]) -> Iterator[str]:
    """The game has all the moves that Bob was shown."""
    from xyzgrid_ext.parts.boards.game import session

    yield from is_whole(told)
    shown = [text for who, text in told if who == "Bob" and "move" in text and "#" in text]
    machine = session.machine_of(stand.game().player("Bob").character)
    game = session.session_of(machine) if machine is not None else None
    if shown and game is not None:
        moves = game.board.status(game.play.state).score
        if f"{moves} move" not in shown[-1] and f"{moves - 1} move" not in shown[-1]:
            yield f"{moves} moves are stored, the last that was shown: {shown[-1][-200:]}"


def has_key(told: list[list[str]]) -> Iterator[str]:
    """The key that Ann was told of is written down, and a door that she opened is open."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    yield from is_whole(told)
    grid = get_xyzgrid()
    records = [one.value for one in grid.attributes.all() if one.key.startswith("dungeon vault")]
    for words, entry in (("small key now", "taken"), ("is open for good", "opened")):
        is_told = any(who == "Ann" and words in text for who, text in told)
        if is_told and not any(record[entry] for record in records):
            yield f"Ann was told of '{words}', and nothing of it is written down"


def is_finished(_told: list[list[str]]) -> Iterator[str]:
    """The next prune removes what is left."""
    from evennia.objects.models import ObjectDB

    prunes()
    rooms = ObjectDB.objects.filter(
        db_tags__db_category="room_z_coordinate", db_tags__db_key="porch"
    )
    if rooms.exists():
        yield f"{rooms.count()} rooms of a map that was pruned"
    yield from is_whole(_told)


def is_spawned(told: list[list[str]]) -> Iterator[str]:
    """The grid is whole; so it is after the next spawn, which finishes it and loses no thing."""
    from evennia.objects.models import ObjectDB

    yield from is_whole(told)
    spawns()
    yield from is_settled(told)
    things = ObjectDB.objects.filter(db_key__startswith="thing ")
    if things.count() != THINGS:
        yield f"{things.count()} things instead of {THINGS}"
    for thing in things:
        if thing.location is None or not thing.location.return_appearance(thing):
            yield f"{thing} is in {thing.location}"


def has_whole_rooms(told: list[list[str]]) -> Iterator[str]:
    """A room of the lazy map has all exits of the file, or none."""
    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    yield from is_settled(told)
    live = get_xyzgrid().live
    grid = live.grids[crash_maps.MOOR]
    made = ObjectDB.objects.filter(db_tags__db_key=crash_maps.MOOR)
    directions: dict[int, set[str]] = defaultdict(set)
    for exit_ in made.filter(db_tags__db_category="exit_direction").distinct():
        directions[exit_.db_location_id].add(exit_.tags.get(category="exit_direction"))
    for room in made.filter(db_location=None).distinct():
        number = live.room_at_xyz(*room.xyz)[1]
        wanted = {grid.way_of(link).direction.lower() for link in grid.links_of(number)}
        if directions[room.pk] and directions[room.pk] != wanted:
            yield f"{room} has the exits {directions[room.pk]}, and not {wanted}"


def is_settled(_told: list[list[str]]) -> Iterator[str]:
    """Nothing is left to do, and the grid is whole."""
    import contextlib
    import io

    from xyzgrid_ext.launchcmd import xyzcommand

    with contextlib.redirect_stdout(io.StringIO()) as printed:
        xyzcommand("plan")
    if "Nothing to do" not in printed.getvalue():
        yield printed.getvalue()[-600:]
    yield from is_whole(_told)


def has_all_once(_told: list[list[str]]) -> Iterator[str]:
    """Nothing in the pens is there twice; what is missing comes back; what Ann took is hers."""
    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.world.current import current
    from xyzgrid_ext.parts.contents.respawning import fill_rooms_steps

    made = ObjectDB.objects.filter(
        db_tags__db_category="xyzgrid_thing", db_tags__db_key__contains=",pens|"
    )
    carried = ObjectDB.objects.filter(db_location=stand.game().player("Ann").character)
    yours = set(carried.values_list("pk", flat=True))
    for later in (0, 10_000, 20_000):
        rooms = [("pens", number) for number in range(3)]
        drain(fill_rooms_steps(current(), rooms, time.time() + later))
        tags = [
            tag for obj in made for tag in obj.tags.get(category="xyzgrid_thing", return_list=True)
        ]
        if len(tags) != len(set(tags)):
            yield f"twice: {sorted(tags)}"
    counts = {key: made.filter(db_key=key).count() for key in ("a goat", "a bell", "an egg")}
    if counts != {"a goat": 3, "a bell": 3, "an egg": 6}:
        yield f"in the pens are {counts}"
    if not yours <= set(carried.values_list("pk", flat=True)):
        yield "Ann has lost what she took"


BREAKS = (
    Break("kill -9 in a walk", walks, kill, stands_where_told),
    Break("kill -9 at a board", plays, kill, has_moves),
    Break("kill -9 in a dungeon", takes_key, kill, has_key),
    Break("kill -9 in prune", prunes, kill, is_finished),
    Break("kill -9 in spawn", spawns, kill_within(250), is_spawned, prepare=settles),
    Break("kill -9 among contents", tends_pens, kill_within(1200), has_all_once),
    Break("kill -9 in a lazy map", explores_moor, kill_within(300), has_whole_rooms),
    Break(
        "kill -9 in adopt",
        adopts,
        kill_within(45),
        is_settled,
        prepare=gives_back,
        mend=adopts_again,
    ),
    Break("disk full", all_of_it, fill_disk, is_whole, goes_on=True),
    Break("database read-only", all_of_it, forbid_writing, is_whole, goes_on=True),
    Break("database locked", all_of_it, lock, is_whole, goes_on=True),
    Break("map module deleted", all_of_it, lose_module, is_whole, goes_on=True),
    Break("clock jumps", all_of_it, jump_clock, is_whole, goes_on=True),
)


# --- trials


def trial(one: Break, folder: Path, seed: int) -> str:
    """Break once; what is wrong after it, or nothing."""
    database, notes = folder / "broken.db3", folder / "told.jsonl"
    for file in folder.glob("broken.db3*"):
        file.unlink()
    with (
        closing(sqlite3.connect(folder / "trust.db3")) as source,
        closing(sqlite3.connect(database)) as target,
    ):
        source.backup(target)
    notes.write_text("")
    code = _process(folder, database, lambda: _first(one, database, notes, seed))
    if code not in (0, KILLED):
        return f"the process ended with {code}: {(folder / 'trial.log').read_text()[-600:]}"
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    code = _process(folder, database, lambda: _second(one, told))
    return "" if code == 0 else (folder / "trial.log").read_text()[-1000:] or f"ended with {code}"


def _process(folder: Path, database: Path, work: Callable[[], None]) -> int:
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    code = 3
    try:
        log = os.open(folder / "trial.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
        from django.db import connection

        connection.connection = None  # the parent's
        connection.settings_dict["NAME"] = str(database)
        connection.ensure_connection()
        stand.renew_lock()
        work()
        code = 0
    except BaseException:  # noqa: BLE001 a fork must end here, whatever it was
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _first(one: Break, database: Path, notes: Path, seed: int) -> None:
    game = stand.game()
    game.note(notes)
    one.prepare()
    one.breaks(Random(f"{one.name} {seed}"), database)
    one.does()
    if not one.goes_on:
        return
    for other in _others:
        other.execute("ROLLBACK")
    for name in stand.PEOPLE:
        shown = game.player(name).types("look")
        assert shown.strip(), f"{name} is not answered any more"


def _second(one: Break, told: list[list[str]]) -> None:
    import spawned

    from xyzgrid_ext.game.typeclasses import script

    one.mend()
    spawned.forget_objects()
    script.get_xyzgrid().at_server_start()
    stand.game().connect_again()
    found = list(one.holds(told))
    assert not found, found


def broken(one: Break, folder: Path, first: int, count: int, seconds: float) -> Tally:
    """So many trials of a kind, at most so long."""
    began, failures, seed = time.monotonic(), list[Failure](), first
    (folder / LOST).unlink(missing_ok=True)
    while seed < first + count and time.monotonic() - began < seconds:
        if wrong := trial(one, folder, seed):
            failures.append(Failure(seed, wrong.strip().splitlines()[-1][:150], wrong))
        seed += 1
    tally = Tally(seed - first, 0, time.monotonic() - began, failures)
    if (folder / LOST).exists():
        tally.lost = max(map(float, (folder / LOST).read_text().split()))
    return tally
