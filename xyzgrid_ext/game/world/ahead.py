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
from twisted.internet import reactor

from xyzgrid_ext.core.routes import breadth_first
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.periodic import PeriodicTask
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.world import prefetch
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

OBJECT_KB = 15  # measured: what a room or exit takes in Evennia's memory, with all that is its own
PACE = Pace(0.008, first=2, least=1)
_FIRST = 1.0  # seconds until the first round
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
    with suppress(TypeError, ValueError):  # `newcomers` reports it
        place = settings.start_place()
        found.append(None if place is None else live.locate(place))
    return [room for room in found if room is not None and room[0] in live.grids]


class ReadAhead(PeriodicTask[int]):
    """The periodic task that loads rooms in advance; each round looks up the world again."""

    name, every, pause = "rooms read ahead", 20.0, 0.015

    def __init__(self, clock: Any = reactor) -> None:
        super().__init__(clock)
        self.rooms = 0
        """The number of rooms that the last round found in memory or loaded."""

    def start(self) -> None:
        """Start loading if this process is a Server and the settings allow it any memory."""
        if settings.ahead_mb() > 0:
            super().start()

    def run(self) -> None:
        """Start the rounds, the first in a second."""
        self._loop.clock.callLater(_FIRST, self._round)
        super().run()

    def _work(self) -> Steps[int]:
        live = current()
        return round_steps(live, starts(live), settings.ahead_mb(), PACE)

    def _done(self, rooms: int) -> None:
        super()._done(rooms)
        self.rooms = rooms


ahead = ReadAhead()
