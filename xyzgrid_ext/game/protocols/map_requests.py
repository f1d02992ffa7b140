"""Answers to clients that ask for a sheet of a map.

    Xyzgrid.Map {"map": "tower", "level": 2}   ──►   Xyzgrid.Map {…}, see `core.view.payload`
    Xyzgrid.Map                                      the sheet on which the character stands

Answers are made in parts, and a session gets one a second (bound `client_maps`). `been` lists the
rooms that the character has visited. If a sheet has more rooms than `MAX_ROOMS`, those near the
character are sent, and `left_out` counts the others.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from twisted.python.failure import Failure

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.view.payload import Payload, map_payload
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession
from xyzgrid_ext.game.base.limits import limit_value
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.viewer import sees_map, visited_rooms
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

MAX_ROOMS = 2500
"""The largest number of rooms in one answer: some 400 kB."""
_NO_MAP: Payload = {"error": "there is no such map"}


def answer_map_request(session: ClientSession, key: object = None, level: object = None) -> None:
    """Send level `level` of the map `key`, by default where the character is.

    Of requests in quick succession, only the last is answered.
    """
    session.ndb.xyzgrid_question = (key, level)
    if not session.ndb.xyzgrid_answering:
        _answer(session)


def _answer(session: ClientSession) -> None:
    session.ndb.xyzgrid_answering = False
    question, session.ndb.xyzgrid_question = session.ndb.xyzgrid_question, None
    if question is not None and session.puppet is not None:
        sheet = partial(_sheet_payload, current(), session.puppet, *question)
        # another thread asks the game's for it in parts, between what players do
        work = run_in_thread("sheet drawn", FEWEST_FOR_THREAD, sheet)
        task.begin(work, partial(_send, session), failed=partial(_on_failure, session))
        session.ndb.xyzgrid_answering = True


def _send(session: ClientSession, sheet: Payload) -> None:
    session.msg(xyzgrid_map=((), sheet))
    # at least one a minute, so that no client waits for ever
    task.call_later(1 / max(limit_value("client_maps"), 1 / 60), _answer, session)


def _on_failure(session: ClientSession, failure: Failure) -> None:
    session.ndb.xyzgrid_answering = False  # the next question is answered
    task.log_failure(failure)


def _sheet_payload(live: Live, character: Character, key: object, level: object) -> Payload:
    """Return the payload of a sheet; secret parts look as if they did not exist."""
    wanted = call_in_game_thread(_rooms_to_send, live, character, key, level)
    if wanted is None:
        return _NO_MAP
    key, grid, near, left_out = wanted
    view = room_view.rooms_in_parts(live, character, grid, key, near)
    if view is None:
        return _NO_MAP
    more: Payload = {"left_out": left_out} if left_out else {}
    visited = call_in_game_thread(_visited_numbers, live, character, key, near)
    return map_payload(view) | {"been": visited} | more


def _rooms_to_send(
    live: Live, character: Character, key: object, level: object
) -> tuple[str, Grid, Ints, int] | None:
    """Return the key and Grid of a map, the rooms of a sheet to send, and the number of others."""
    here = live.where(character.location)
    key = map_key(key) if isinstance(key, str) else here[0] if here is not None else ""
    if not sees_map(live, character, key):
        return None
    at = here if here is not None and here[0] == key else None
    if level is None:
        level = live.grids[key].coord(at[1])[2] if at is not None else 0
    if not isinstance(level, int) or not 0 <= level < (live.grids[key].levels or 1):
        return None
    rooms = room_view.known_rooms(live, character, key, range(level, level + 1))
    if rooms is None:
        return None
    grid, numbers = rooms
    near = _nearest_rooms(grid, numbers, at)
    return key, grid, near, len(numbers) - len(near)


def _visited_numbers(live: Live, character: Character, key: str, numbers: Ints) -> list[int | None]:
    seen = visited_rooms(live, character, key)
    return [live.number((key, number)) for number in numbers[seen[numbers]].tolist()]


def _nearest_rooms(grid: Grid, numbers: Ints, at: Room | None) -> Ints:
    """Return the rooms of a sheet nearest to one room or to its middle; all if they are few."""
    if len(numbers) <= MAX_ROOMS:
        return numbers
    where = grid.coords[numbers, :2]
    middle = (
        grid.coords[at[1], :2] if at is not None else (where.min(axis=0) + where.max(axis=0)) // 2
    )
    far = np.abs(where - middle).max(axis=1)
    nearest: Ints = numbers[np.sort(np.argsort(far, kind="stable")[:MAX_ROOMS])]
    return nearest
