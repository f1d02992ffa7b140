"""Removes rooms of lazy maps some time after everybody has left them: see `eviction`.

This happens every minute, in slices between other work, only in a Server and only while no other
process writes the grid. `XYZGRID_LAZY_KEEP` says how long a room stays; if that is less than a
minute, rooms are checked that often.

It also has SQLite count its rows again when they have doubled: a spawn does so, but rooms of lazy
maps are made one by one.
"""

from __future__ import annotations

from typing import Any

from django.db import connection
from evennia.objects.models import ObjectDB
from twisted.internet import reactor

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.periodic import PeriodicTask
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db.references import last_of
from xyzgrid_ext.game.spawn import bulk
from xyzgrid_ext.game.spawn.eviction import Idle, evict_steps
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live

PACE = Pace(0.008, first=4, least=1, most=16)
_EVERY = 60.0


class RoomCaretaker(PeriodicTask[int]):
    """The periodic task that removes rooms."""

    name, pause = "caretaker of lazy maps", 0.01

    def __init__(self, clock: Any = reactor) -> None:
        super().__init__(clock)
        self.gone = 0
        """How often a room has lost its exits, or has gone, since the start."""
        self._counted = 0
        self._live: Live | None = None
        self._idle = Idle()

    def run(self) -> None:
        """Start the rounds; more often than every minute if rooms are kept for less than one."""
        self.every = min(_EVERY, max(1.0, settings.lazy_seconds()))
        super().run()

    def _work(self) -> Steps[int] | None:
        live, seconds = current(), settings.lazy_seconds()
        if not live.lazy or not write_lock().held:
            return None
        self._have_rows_counted()
        if seconds <= 0:
            return None
        if live is not self._live:
            idle = self._idle if self._live is None else self._idle.moved(live, self._live)
            self._live, self._idle = live, idle
        return evict_steps(live, self._idle, seconds, PACE)

    def _have_rows_counted(self) -> None:
        if connection.vendor != "sqlite":
            return
        if (last := last_of(ObjectDB)) >= max(bulk.MANY, 2 * self._counted):
            bulk.analyze()
            self._counted = last

    def _done(self, gone: int) -> None:
        super()._done(gone)
        self.gone += gone


room_caretaker = RoomCaretaker()
