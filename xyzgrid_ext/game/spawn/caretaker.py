"""Removes rooms of lazy maps some time after everybody has left them: see `eviction`.

This happens every minute, in slices between other work, only in a Server and only while no other
process writes the grid. `XYZGRID_LAZY_KEEP` says how long a room stays; if that is less than a
minute, rooms are checked that often.
"""

from __future__ import annotations

from typing import Any

import evennia
from evennia.utils import logger
from twisted.internet import reactor
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import begin_later
from xyzgrid_ext.game.spawn.eviction import Idle, evict_steps
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live

PACE = Pace(0.008, first=1, least=1, most=8)
_PAUSE = 0.02  # seconds between two slices, for everybody else
_EVERY = 60.0
_WORKER = "caretaker of lazy maps"


class RoomCaretaker:
    """The removal of rooms in this process. There is one; `clock` is Twisted's, or a test's."""

    def __init__(self, clock: Any = reactor) -> None:
        self.gone = 0
        """How often a room has lost its exits, or has gone, since the start."""
        self._busy = False
        self._live: Live | None = None
        self._idle = Idle()
        self._loop = LoopingCall(self._round)
        self._loop.clock = clock

    def start(self) -> None:
        """Begin if this process is a server; otherwise, or when called again, do nothing."""
        service = evennia.EVENNIA_SERVER_SERVICE
        if service is not None and service.running and not self._loop.running:
            every = min(_EVERY, max(1.0, settings.lazy_seconds()))
            self._loop.start(every, now=False).addErrback(_log)

    def _round(self) -> None:
        live, seconds = current(), settings.lazy_seconds()
        if self._busy or not live.lazy or seconds <= 0 or not write_lock().held:
            return
        if live is not self._live:
            idle = self._idle if self._live is None else self._idle.moved(live, self._live)
            self._live, self._idle = live, idle
        self._busy = True
        work = evict_steps(live, self._idle, seconds, PACE)
        begin_later(work, self._done, failed=self._failed, pause=_PAUSE)

    def _done(self, gone: int) -> None:
        self._busy = False
        self.gone += gone

    def _failed(self, failure: Failure) -> None:
        self._busy = False
        with surviving(_WORKER):  # the next round is another try
            failure.raiseException()


def _log(failure: Failure) -> None:
    logger.log_err(f"xyzgrid: nobody looks after lazy maps any more\n{failure.getTraceback()}")


room_caretaker = RoomCaretaker()
