"""Machines in live play in a real reactor: how many boards one server ticks in time.

    100 boards ─► 4 s ─► p99 < 20 ms? ─► 200 ─► 4 s ─► 300 … ─► too late, three times

Each has a player of its own, who presses a key a second and is shown the frames. What goes to the
Portal is packed as Evennia packs it, and dropped. A tick is measured from its deadline to when all
that follows from it is done: the cycle, the frame, what is written down.
"""

from __future__ import annotations

import math
import os
import random
import time
import zlib
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import automata
import evennia
import rows
from django.conf import settings
from evennia import create_object
from evennia.server.portal import amp
from evennia.server.serversession import ServerSession
from measure import report, resident
from twisted.internet import reactor
from twisted.internet.defer import inlineCallbacks
from twisted.internet.task import deferLater

from xyzgrid_ext.game.base import task
from xyzgrid_ext.parts.boards.game import playing
from xyzgrid_ext.parts.boards.machine import Machine
from xyzgrid_ext.parts.tuning.server import calm_collector

LIMIT = 20.0  # ms that the slowest tick of a hundred may take
GRAINS = 20
TRIES = 3  # of a number, before it is too many: others use this machine, too
STARTING = 2.0  # seconds of live play that do not count
_SEATED = 0.05  # seconds from one who sits down to the next
_PRESSED = 1.0  # seconds between two keys of a player
_EXTRAS = 'title = "Grains"\nkeys.k = "lift"\n'


class Hall:
    """A room with machines, a player at each."""

    def __init__(self) -> None:
        self.room = create_object(settings.BASE_ROOM_TYPECLASS, key="Hall")
        self.seats: list[tuple[Machine, Any]] = []
        self.took: list[float] = []
        self.chance = random.Random(3)
        self.waiting = 0

    def grow(self, count: int) -> None:
        """Let there be so many machines and players; all are live."""
        for number in range(len(self.seats) + 1, count + 1):
            body = create_object(
                settings.BASE_CHARACTER_TYPECLASS, key=f"bot{number}", location=self.room
            )
            session = ServerSession()
            session.init_session("telnet", ("127.0.0.1", "bench"), evennia.SESSION_HANDLER)
            session.sessid, session.puppet, session.logged_in = number, body, True
            evennia.SESSION_HANDLER[number] = session
            body.sessions.add(session)
            machine = create_object(Machine, key=f"machine {number}", location=self.room)
            machine.db.board = "grains"
            self.seats.append((machine, body))
            self.waiting += 1
            reactor.callLater(_SEATED * self.waiting, self.begin, machine, body)

    def begin(self, machine: Machine, body: Any) -> None:
        """Let a player sit down."""
        playing.sit_down(machine, body, live=True)
        self.waiting -= 1
        reactor.callLater(_PRESSED * self.chance.random(), self.press, machine)

    def press(self, machine: Machine) -> None:
        """Press a key, and do so again."""
        playing.press(machine, [("k",)])
        reactor.callLater(_PRESSED, self.press, machine)

    def call_later(self, seconds: float, function: Callable[..., None], *args: Any) -> Any:
        """Twisted's, measured."""
        due = time.monotonic() + seconds

        def run() -> None:
            function(*args)
            self.took.append((time.monotonic() - due) * 1000)

        return reactor.callLater(seconds, run)

    def p99(self) -> float:
        """Of the ticks since it was last asked, in ms."""
        took, self.took = sorted(self.took), []
        return took[math.ceil(0.99 * len(took)) - 1]


def run(step: int, most: int, seconds: float) -> None:
    """Find the largest number in time, up to `most`, in steps of so many boards and seconds."""
    rows.make_home()
    folder = Path(os.environ["XYZGRID_BENCH_FOLDER"])
    (folder / "grains.game").write_text(automata.text(GRAINS))
    (folder / "grains.toml").write_text(_EXTRAS)
    settings.XYZGRID_BOARDS = [str(folder)]
    evennia.SESSION_HANDLER.data_out = _packed
    calm_collector()  # as the game's settings let the Server do
    hall = Hall()
    task.call_later = hall.call_later
    faults: list[str] = []
    reactor.callWhenRunning(_measured, hall, step, most, seconds, faults)
    reactor.run(installSignalHandlers=False)
    for fault in faults:
        report("wrong", fault)


def _measured(hall: Hall, step: int, most: int, seconds: float, faults: list[str]) -> None:
    done = _search(hall, step, most, seconds)
    done.addErrback(lambda failure: faults.append(failure.getTraceback()))
    done.addBoth(lambda _: reactor.stop())


@inlineCallbacks
def _search(hall: Hall, step: int, most: int, seconds: float) -> Generator[Any, Any, None]:
    """Add boards until it is too late."""
    yield from _grown(hall, 1)  # the modules that the first player loads are no board's
    before, count = resident(), step
    while count <= most:
        yield from _grown(hall, count)
        for _attempt in range(TRIES):
            hall.took.clear()
            began = time.process_time()
            yield deferLater(reactor, seconds, lambda: None)
            busy = (time.process_time() - began) / seconds
            ticks, p99 = len(hall.took) / seconds / count, hall.p99()
            if p99 < LIMIT:
                break
        else:
            report("too many live boards", count, p99=p99)
            if count == step:
                report("live boards", 0)
            return
        report("live boards", count, p99=p99)
        report("live ticks", ticks)
        report("live board load", 100 * busy / count)
        if before is not None and (now := resident()) is not None:
            report("live board held", (now - before) * 1024 / (count - 1))
        count += step


def _grown(hall: Hall, count: int) -> Generator[Any, Any, None]:
    """Let there be so many machines, and wait until all are live."""
    hall.grow(count)
    while hall.waiting:
        yield deferLater(reactor, 0.1, lambda: None)
    yield deferLater(reactor, STARTING, lambda: None)


def _packed(session: Any, **kwargs: Any) -> None:
    """What Evennia does to send something to the Portal, but for the sending."""
    data = evennia.SESSION_HANDLER.clean_senddata(session, kwargs)
    zlib.compress(amp.dumps((session.sessid, data)))
