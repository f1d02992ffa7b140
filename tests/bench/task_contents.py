"""What contents cost: ten walkers on a map of 10,000 rooms, in each of which something stands.

In nine of ten rooms lies a thing, in others stands somebody who walks; people take things, which
come back. Players walk in a corner, where all has been made: it is the steady state. The holds are
of the reactor's thread, the steps those of the players, by the processor's time.

    XYZGRID_BENCH_FOLDER=/tmp/b XYZGRID_BENCH_SIDE=ours python tests/bench/worker.py tables '{}'
    … worker.py contents '{"side": 100, "seconds": 60, "contents": true}'
"""

from __future__ import annotations

import gc
import os
import random
import sys
import types
from time import thread_time

import evennia
from heartbeat import Heartbeat
from maps import map_data
from measure import report
from task_spawn import make_home
from task_step import connect, player_in, sent
from twisted.internet import reactor
from twisted.internet.task import LoopingCall

from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.startup import connect as connect_signals
from xyzgrid_ext.game.world.current import current, get_grid
from xyzgrid_ext.parts.contents.coming import fill_rooms_steps, worker
from xyzgrid_ext.parts.contents.stock import stock_of
from xyzgrid_ext.parts.tuning.server import calm_collector

_WALKERS, _PAUSE = 10, 0.5
_CORNER = 20  # rooms along an edge of the part in which they walk
_WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_STONE = {"typeclass": "typeclasses.objects.Object", "key": "stone"}
_HEN = {"typeclass": "typeclasses.characters.Character", "key": "hen"}


def run(side: int, seconds: float, contents: bool) -> None:
    """Measure with contents or without."""
    connect_signals()
    make_home()
    data = map_data(side, overrides=False, name="square")
    data["prototypes"] = {
        (x, y): {"prototype_parent": "xyz_room", "key": "A field"} | _rows(x + y, contents)
        for x in range(side)
        for y in range(side)
    }
    module = types.ModuleType("bench_contents")
    module.XYMAP_DATA = data
    sys.modules["bench_contents"] = module
    grid = get_grid()
    grid.add("bench_contents")
    grid.spawn()
    write_lock().acquire("bench")
    live = current()
    wire, chance = connect(), random.Random(1)
    places = [(chance.randrange(_CORNER), chance.randrange(_CORNER)) for _ in range(_WALKERS)]
    walkers = []
    for number, (x, y) in enumerate(places):
        room = live.object(live.room_at_xyz(x, y, "square"))
        session = player_in(room, f"walker-{os.getpid()}-{number}")
        evennia.SESSION_HANDLER[session.sessid or number + 1] = session
        walkers.append(session)
    calm_collector()
    gc.collect()
    gc.freeze()
    times: list[float] = []
    turns = iter(range(10**9))

    inside = set(range(_CORNER))

    def step() -> None:
        session = walkers[next(turns) % _WALKERS]
        x, y, _z = session.puppet.location.xyz
        ways = [w for w, (dx, dy) in _WAYS.items() if {x + dx, y + dy} <= inside]
        data, link = sent(session, chance.choice(ways)), evennia.EVENNIA_SERVER_SERVICE.amp_protocol
        began = thread_time()
        link.dataReceived(data)
        times.append((thread_time() - began) * 1000)
        wire.clear()
        if contents and chance.random() < 0.1:
            reactor.callLater(0, take_stone, session.puppet)

    def take_stone(who) -> None:
        """Without the command `get`, which takes 16 ms, most of them in searches of Evennia."""
        for stone in [obj for obj in who.location.contents if obj.key == "stone"][:1]:
            stone.move_to(who, quiet=True)

    heart = Heartbeat(reactor)
    slices = timed(worker, heart)
    if contents:
        corner = [
            (live.room_at_xyz(x, y, "square")) for x in range(_CORNER) for y in range(_CORNER)
        ]
        drain(fill_rooms_steps(live, corner, 0.0))
        heart.take()
        worker.start()
    looping = LoopingCall(step)
    # they come; the first reading of all is not measured with the rest
    reactor.callLater(15, lambda: report("first 15 s: longest hold, ms", heart.take()[0] * 1000))
    reactor.callLater(15, times.clear)
    reactor.callLater(15, slices.clear)
    reactor.callLater(15 + seconds, reactor.stop)
    looping.start(_PAUSE / _WALKERS)
    reactor.run()
    times.sort()
    report("longest slice of contents, ms", max(slices, default=0.0))
    report("longest hold, ms", heart.take()[0] * 1000)
    report("steps", len(times))
    report("step p50, ms", times[len(times) // 2])
    report("step p99, ms", times[int(len(times) * 0.99)])
    report("contents made", len(stock_of(current()).by_object))
    write_lock().release()


def timed(contents_worker, heart) -> list[float]:
    """Return the list that gets the milliseconds of each slice of the worker.

    A turn of the reactor may have several, and steps of players, if the machine has more to do.
    """
    times: list[float] = []
    steps_of = contents_worker._steps

    def steps(live):
        steps = steps_of(live)
        while True:
            began = thread_time() - heart.collected
            step = next(steps, None)
            times.append((thread_time() - heart.collected - began) * 1000)
            if step is None:
                return
            yield step

    contents_worker._steps = steps
    return times


def _rows(number: int, contents: bool) -> dict[str, object]:
    if not contents:
        return {}
    if number % 10:
        return {"contents": [{"prototype": _STONE, "back": 20}]}
    return {"contents": [{"prototype": _HEN, "wanders": {"rooms": ["(0,0)-(99,99)"], "every": 5}}]}
