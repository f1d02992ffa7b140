"""Sends the route ahead of a character to clients that mark it on their map.

Xyzgrid.Way {"rooms": [512, 513, 517]}     the rooms from here to the goal, the next one first
Xyzgrid.Way {"rooms": []}                  there is no way any more
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from xyzgrid_ext.game.base.signals import way_laid
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.protocols import wants
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.world.current import current

MOST = 1000
"""The most rooms of a route that are sent: more than a sheet shows."""


def connect() -> None:
    """Connect the handlers of walks; calling it again has no effect."""
    way_laid.connect(_laid, dispatch_uid="xyzgrid.clients.way_laid")


def begun(session: Any, asked: frozenset[str]) -> None:
    """Send a subscribed session the route of its character, if there is one."""
    if wants.WAY in asked and session.puppet is not None and (rooms := _rooms(session.puppet)):
        session.msg(xyzgrid_way=((), {"rooms": rooms}))


@surviving("map clients")
def _laid(sender: Any, character: Any, **kwargs: Any) -> None:
    asking = [session for session, asked in wants.sessions(character) if wants.WAY in asked]
    if not asking:
        return
    way = {"rooms": _rooms(character)}
    for session in asking:
        session.msg(xyzgrid_way=((), way))


def _rooms(character: Any) -> list[int]:
    """Return the rooms of the route that the character may know of."""
    live = current()
    targets = [step.target for step in islice(walking.ahead(live, character), MOST)]
    # not what they may ask for by name, as the entrance of a matrix that is played
    sights = {key: room_view.sight(live, character, key) for key in {key for key, _room in targets}}
    numbers = (live.number(room) for room in targets if sights[room[0]].room(room[1]))
    return [number for number in numbers if number is not None]
