"""What a player waits for on a growing map: from a typed line to the bytes that the Portal gets.

    step     into rooms where nobody has been since the start, and back over the same rooms
    map      typed now and then on the way back
    goto     across the map, on the reactor: the typed line, the way, each step until the arrival

Times are the processor's, of the game's thread: what other processes do for it does not count.
"""

import gc
import os
import random
import statistics
from time import thread_time
from typing import Any

import evennia
from django.conf import settings
from maps import KEY, MODULE, World
from measure import report
from task_spawn import make_home
from task_step import connect, player_in, sent
from twisted.internet import reactor
from twisted.internet.defer import maybeDeferred
from twisted.internet.task import LoopingCall

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.game.base import background
from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.game.travel.walking import is_walking
from xyzgrid_ext.game.world.current import current, get_grid
from xyzgrid_ext.parts.lands.game import lazy_rooms, numbers
from xyzgrid_ext.parts.tuning.server import calm_collector

_STEPS = 100  # into unmade rooms, or into rooms that are not in memory
_MOST = 2_000  # of all steps: small maps run out of such rooms
_MAPS = 4  # steps for each time that the map is typed
_LOOK = 0.5  # seconds between two looks whether somebody still walks
UNMADE, COLD, MADE = "unmade", "cold", "made"


def run(kind: str, edge: int) -> None:
    os.chdir(os.environ["XYZGRID_BENCH_FOLDER"])
    settings.XYZGRID_WALK_DELAY = 0.05
    world, grid = World(kind, edge), get_grid()
    make_home()
    grid.add(MODULE)
    grid.live.read_objects()
    numbers.store_numbers(grid.live)
    write_lock().acquire("bench")
    lazy_rooms.prepare_prototypes(grid.live)
    start = grid.live.room_at_xyz(*world.start)
    player = Player(lazy_rooms.ensure_room(grid.live, start), f"walker-{os.getpid()}")
    calm_collector()
    gc.collect()
    gc.freeze()
    player.walk()
    player.go_back()
    player.go(world)
    write_lock().release()


class Player:
    def __init__(self, room: Any, name: str) -> None:
        self.wire = connect()
        self.session = player_in(room, name)
        self.body = self.session.puppet
        self.came = list[str]()
        self._chance = random.Random(1)
        self.type("look")

    def type(self, line: str) -> float:
        """Type a line; the milliseconds until it was dealt with, and mostly answered."""
        data, link = sent(self.session, line), evennia.EVENNIA_SERVER_SERVICE.amp_protocol
        self.wire.clear()
        began = thread_time()
        link.dataReceived(data)
        return (thread_time() - began) * 1000

    def walk(self) -> None:
        """Measure steps into rooms where nobody was, or which are not in memory."""
        found: dict[str, list[float]] = {UNMADE: [], COLD: []}
        been, enough = set[Place](), UNMADE if current().on_demand else COLD
        most = min(_MOST, current().grids[KEY].rooms // 2)
        while len(found[enough]) < _STEPS and len(self.came) < most:
            live = current()
            here, grid = live.where(self.body.location), live.grids[KEY]
            assert here is not None, "off the map"
            ways = [link for link in links_of(grid, here[1]) if grid.target[link] >= 0]
            new = [link for link in ways if grid.place(grid.target.item(link)) not in been]
            link = self._chance.choice(new or ways)
            there = grid.target.item(link)
            back = next(one for one in links_of(grid, there) if grid.target[one] == here[1])
            self.came.append(name_of(grid, back))
            place = grid.place(there)
            made = MADE if place in been else COLD  # what was not visited was not read
            kind = made if live.is_whole((KEY, there)) else UNMADE
            been.add(place)
            took = self.type(name_of(grid, link))
            assert current().where(self.body.location) == current().locate(place), place
            if kind in found and len(found[kind]) < _STEPS:
                found[kind].append(took)
        for kind, times in found.items():
            tell(f"step: {kind}", times)

    def go_back(self) -> None:
        """Measure steps over the same rooms, and the map in some of them."""
        steps, maps, loops = list[float](), list[float](), list[float]()
        for number, way in enumerate(reversed(self.came)):
            steps.append(self.type(way))
            if number % _MAPS == 0:
                maps.append(self.type("map"))
                assert self.wire.value(), "there is no map"
                loops.append(yardstick())
        tell("step: made", steps)
        tell("map", maps)
        report("yardstick, ms", statistics.median(loops))

    def go(self, world: World) -> None:
        """Measure a `goto` on the reactor until the arrival, with a process for long work."""
        heart = Heartbeat(reactor)
        background.start_processes(1)
        background.run_in_process(int)  # its start is not the way's
        moved, began = list[float](), list[float]()
        cls = type(self.body)
        after = cls.at_post_move

        def at_post_move(body: Any, *args: Any, **kwargs: Any) -> None:
            after(body, *args, **kwargs)
            moved.append(thread_time())

        def begin() -> None:
            heart.take()
            began.append(thread_time())
            self.type("goto ({},{},{})".format(*world.goal))
            looks.start(_LOOK, now=False).addErrback(failed)

        def look() -> None:
            if not is_walking(self.body) and self.body.ndb.xyzgrid_search is None:
                began.append(thread_time())
                reactor.stop()

        looks = LoopingCall(look)
        cls.at_post_move = at_post_move

        def failed(failure: Any) -> None:
            failure.printTraceback()
            os._exit(1)

        reactor.callWhenRunning(lambda: maybeDeferred(begin).addErrback(failed))
        reactor.run()
        place = self.body.location.xyz
        if place != world.goal:
            raise SystemExit(f"the walk ended at {place}:\n{self.wire.value()[-500:]!r}")
        begin_at, end = began
        held = heart.take()
        report("goto: steps", len(moved))
        report("goto: first, ms", (moved[0] - begin_at) * 1000)
        report("goto: step, ms", (end - moved[0]) * 1000 / len(moved[1:]))
        report("goto: longest hold, ms", held * 1000)


class Heartbeat:
    """How long the thread of a reactor works from one wait to the next, at most, since `take`.

    Processor time of this thread alone, without that of garbage collection.
    """

    def __init__(self, reactor: Any) -> None:
        self._last, self._collected, self._begun = thread_time(), 0.0, 0.0
        self._held = 0.0
        wait = reactor.doIteration

        def turn(delay: Any) -> None:
            self.beat()
            wait(delay)

        reactor.doIteration = turn
        gc.callbacks.append(self._on_collection)

    def beat(self) -> None:
        """A wait begins."""
        now = thread_time()
        held = now - self._last - self._collected
        self._held = max(self._held, held)
        self._last, self._collected = now, 0.0

    def take(self) -> float:
        """Return it in seconds, and begin anew."""
        held, self._held = self._held, 0.0
        self._last, self._collected = thread_time(), 0.0
        return held

    def _on_collection(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._begun = thread_time()
        else:
            self._collected += thread_time() - self._begun


def yardstick() -> float:
    """Milliseconds of a plain loop, which tell how quick the machine is meanwhile."""
    began, total = thread_time(), 0
    for number in range(100_000):
        total += number
    return (thread_time() - began) * 1000


def links_of(grid: Grid, room: int) -> range:
    return range(grid.first_link.item(room), grid.first_link.item(room + 1))


def name_of(grid: Grid, link: int) -> str:
    return grid.ways[grid.way.item(link)].key


def tell(key: str, times: list[float]) -> None:
    """Report the median and the slowest of these times, if there are any."""
    if times:
        report(f"{key}, ms", statistics.median(times))
        report(f"{key}: slowest, ms", max(times))
