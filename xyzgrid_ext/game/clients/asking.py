"""What a client asks for by itself: a sheet of a map.

Xyzgrid.Map {"map": "tower", "level": 2}   ──►   Xyzgrid.Map {…}, see `core.view.payload`
Xyzgrid.Map                                      the sheet on which the character stands
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from twisted.internet import reactor

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view import Payload, map_payload
from xyzgrid_ext.game import seeing
from xyzgrid_ext.game.live import Live
from xyzgrid_ext.game.script import world

_GAP = 1.0  # seconds between two maps that a session gets
_NO_MAP: Payload = {"error": "there is no such map"}


def call_later(seconds: float, function: Callable[..., None], *args: Any) -> Any:
    """Twisted's own; tests put a clock in its place."""
    return reactor.callLater(seconds, function, *args)


def now() -> float:
    """Seconds of a clock that only goes forward; tests put their own in its place."""
    return time.monotonic()


def ask_map(session: Any, key: object = None, level: object = None) -> None:
    """Send a sheet of a map, at most one a second: of several questions the last is answered."""
    session.ndb.xyzgrid_question = (key, level)
    if session.ndb.xyzgrid_waits:
        return
    session.ndb.xyzgrid_waits = True
    wait = (session.ndb.xyzgrid_answered or 0.0) + _GAP - now()
    if session.ndb.xyzgrid_answered is None or wait <= 0:
        _answer(session)
    else:
        call_later(wait, _answer, session)


def _answer(session: Any) -> None:
    session.ndb.xyzgrid_waits = False
    session.ndb.xyzgrid_answered = now()
    character = session.puppet
    if character is not None:
        session.msg(xyzgrid_map=((), _sheet(world(), character, *session.ndb.xyzgrid_question)))


def _sheet(live: Live, character: Any, key: object, level: object) -> Payload:
    """A sheet of a map; what may not be told of is as if it were not there."""
    here = live.where(character.location)
    key = map_key(key) if isinstance(key, str) else here[0] if here is not None else ""
    if not seeing.sees_map(live, character, key):
        return _NO_MAP
    grid = live.grids[key]
    z = level if isinstance(level, int) else 0
    if level is None and here is not None and here[0] == key:
        z = grid.coord(here[1])[2]
    view = seeing.map_view(live, character, key, range(z, z + 1))
    return _NO_MAP if view is None else map_payload(view)
