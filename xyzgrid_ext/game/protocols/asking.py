"""Answers to clients that ask for a sheet of a map.

    Xyzgrid.Map {"map": "tower", "level": 2}   ──►   Xyzgrid.Map {…}, see `core.view.payload`
    Xyzgrid.Map                                      the sheet on which the character stands

Answers are made in slices, and a session gets one a second (bound `client_maps`). `been` lists the
rooms that the character has visited. If a sheet has more rooms than `MOST`, those near the
character are sent, and `left_out` counts the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from twisted.python.failure import Failure

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view import Payload, RoomView, map_payload, room_payload
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.limits import most
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.explored import been
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

MOST = 2500
"""The largest number of rooms in one answer: some 400 kB."""
_NO_MAP: Payload = {"error": "there is no such map"}


def ask_map(session: Any, key: object = None, level: object = None) -> None:
    """Send a level of a map; if requests come in quick succession, only the last is answered."""
    session.ndb.xyzgrid_question = (key, level)
    if not session.ndb.xyzgrid_answering:
        _answer(session)


def _answer(session: Any) -> None:
    session.ndb.xyzgrid_answering = False
    question, session.ndb.xyzgrid_question = session.ndb.xyzgrid_question, None
    if question is not None and session.puppet is not None:
        work = _sheet_steps(current(), session.puppet, *question)
        task.begin(work, partial(_send, session), failed=partial(_failed, session))
        session.ndb.xyzgrid_answering = True


def _send(session: Any, sheet: Payload) -> None:
    session.msg(xyzgrid_map=((), sheet))
    # at least one a minute, so that no client waits for ever
    task.call_later(1 / max(most("client_maps"), 1 / 60), _answer, session)


def _failed(session: Any, failure: Failure) -> None:
    session.ndb.xyzgrid_answering = False  # the next question is answered
    task.log_failure(failure)


def _sheet_steps(live: Live, character: Any, key: object, level: object) -> Steps[Payload]:
    """Return the payload of a sheet; secret parts look as if they did not exist."""
    here = live.where(character.location)
    key = map_key(key) if isinstance(key, str) else here[0] if here is not None else ""
    if not room_view.sees_map(live, character, key):
        return _NO_MAP
    at = here if here is not None and here[0] == key else None
    if level is None:
        level = live.grids[key].coord(at[1])[2] if at is not None else 0
    if not isinstance(level, int) or not 0 <= level < (live.grids[key].levels or 1):
        return _NO_MAP
    known = room_view.sight(live, character, key)
    numbers: Sequence[int] = range(*live.grids[key].rooms_of_level(level))
    if known.seen is not None:
        numbers = [number for number in numbers if known.room(number)]
    near = _nearest(live, key, numbers, at)
    view = yield from room_view.rooms_steps(live, character, key, near)
    if view is None:
        return _NO_MAP
    left_out = {"left_out": len(numbers) - len(near)} if len(near) < len(numbers) else {}
    seen = been(live, character, key)
    told = [live.number((key, number)) for number in near if seen[number]]
    rooms: list[Payload] = []

    def add(part: Sequence[RoomView]) -> None:
        rooms.extend(room_payload(room, view.head) for room in part)

    yield from SERVER.each("rooms", view.rooms, add)
    return map_payload(replace(view, rooms=())) | {"rooms": rooms, "been": told} | left_out


def _nearest(live: Live, key: str, numbers: Sequence[int], at: Room | None) -> Sequence[int]:
    """Return the rooms of a sheet nearest to one room or to its middle; all if they are few."""
    if len(numbers) <= MOST:
        return numbers
    coords = live.grids[key].coords
    where = coords[numbers, :2]
    middle = coords[at[1], :2] if at is not None else (where.min(axis=0) + where.max(axis=0)) // 2
    far = np.abs(where - middle).max(axis=1)
    chosen = np.sort(np.argsort(far, kind="stable")[:MOST])
    return [numbers[int(number)] for number in chosen]
