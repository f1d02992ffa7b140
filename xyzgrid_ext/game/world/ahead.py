"""Loads rooms of the running server in advance, those nearest to players first.

    a second after the start, then every 20:
        rooms ordered by steps from players ─► those that fit into XYZGRID_AHEAD_MB ─► `warming`

It works in slices of a few milliseconds, with pauses for other work. Loaded rooms stay in memory
like visited ones, until Evennia empties its caches (IDMAPPER_CACHE_MAXSIZE) or the server restarts;
then they are loaded again. Newly spawned rooms are loaded in the next round.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import evennia
from evennia.utils import logger
from twisted.internet import reactor
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from xyzgrid_ext.core.graph import breadth_first
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import Step, Steps, begin_later
from xyzgrid_ext.game.world import prefetch
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

OBJECT_KB = 15  # measured: what a room or exit takes in Evennia's memory, with all that is its own
PACE = Pace(0.008, first=2, least=1)
_PAUSE = 0.015  # seconds between two slices, for everybody else
_FIRST, _EVERY = 1.0, 20.0  # seconds until the first round, and between two
_AT_ONCE = 500  # rooms put into order in one slice


def order_steps(live: Live, starts: list[Room], megabytes: float) -> Steps[list[int]]:
    """Return the ids of the rooms that fit into memory, the nearest to players first."""
    found: list[int] = []
    left = megabytes * 1000 / OBJECT_KB
    rooms = _outwards(live, starts)
    while left > 0 and (part := list(islice(rooms, _AT_ONCE))):
        for room in part:
            number = live.object_id(room)
            left -= 1 + _ways(live, room)
            if number is not None and left >= 0:
                found.append(number)
        yield Step("rooms found", len(found), len(found))
    return found


def round_steps(live: Live, starts: list[Room], megabytes: float, pace: Pace) -> Steps[int]:
    """Load the rooms that fit into memory; return how many were loaded."""
    numbers = yield from order_steps(live, starts, megabytes)
    yield from prefetch.warm_steps(numbers, pace)
    return len(numbers)


def _outwards(live: Live, starts: list[Room]) -> Iterator[Room]:
    """Yield all rooms: first those that can be reached, then the rest."""
    world = live.router.world
    seen = set()
    for room in breadth_first(world, starts):
        seen.add(room)
        yield room
    for key, grid in list(world.grids.items()):  # others come and go between two slices
        yield from (room for n in range(grid.rooms) if (room := (key, n)) not in seen)


def _ways(live: Live, room: Room) -> int:
    """Return how many exits a room has; 0 if the room or its map was removed meanwhile."""
    grid = live.router.world.grids.get(room[0])
    return 0 if grid is None or room[1] >= grid.rooms else len(grid.links_of(room[1]))


def starts(live: Live) -> list[Room]:
    """Return the rooms of players, and the start room for new players."""
    puppets = (session.puppet for session in evennia.SESSION_HANDLER.values())
    found = [live.where(puppet.location) for puppet in puppets if puppet is not None]
    with suppress(TypeError, ValueError):  # `newcomers` tells of it
        place = settings.start_place()
        found.append(None if place is None else live.locate(place))
    return [room for room in found if room is not None and room[0] in live.grids]


class ReadAhead:
    """The advance loading in this process, of which there is one; tests pass their own `clock`."""

    def __init__(self, clock: Any = reactor) -> None:
        self.rooms = 0
        """The number of rooms that the last round found in memory or loaded."""
        self._busy = False
        self._loop = LoopingCall(self._round)
        self._loop.clock = clock

    def start(self) -> None:
        """Start loading if this process is a server; otherwise, or again, do nothing."""
        service = evennia.EVENNIA_SERVER_SERVICE
        if service is not None and service.running and settings.ahead_mb() > 0:
            self.run()

    def run(self) -> None:
        """Start the rounds; each looks up the world again."""
        if not self._loop.running:
            self._loop.clock.callLater(_FIRST, self._round)
            self._loop.start(_EVERY, now=False).addErrback(_log)

    def _round(self) -> None:
        if not self._busy:
            self._busy = True
            begin_later(self._steps(), self._done, failed=self._failed, pause=_PAUSE)

    def _steps(self) -> Steps[int]:
        live = current()
        return (yield from round_steps(live, starts(live), settings.ahead_mb(), PACE))

    def _done(self, rooms: int) -> None:
        self._busy = False
        self.rooms = rooms

    def _failed(self, failure: Failure) -> None:
        self._busy = False
        with surviving("rooms read ahead"):  # the next round is another try
            failure.raiseException()


def _log(failure: Failure) -> None:
    logger.log_err(f"xyzgrid: rooms are not read ahead\n{failure.getTraceback()}")


ahead = ReadAhead()
