"""Answers to browsers: work in slices, run in the game's thread (`base.task`).

All data come from the user's view (`visibility.room_view`). Missing and unknown things get the same
answer.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.view import MapHead, MapView
from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db import rooms as room_rows
from xyzgrid_ext.game.visibility import room_view, unmade
from xyzgrid_ext.game.visibility.room_names import RoomNames
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.web.asker import Asker, account_of

T = TypeVar("T")
Answer = Generator[Any, None, T]

PAGE = 2000  # rooms
FOUND = 50  # rooms of a search
_NAMES, _LOOKED = 500, 20_000  # names and ids that a slice of a search looks at


class UnknownError(Exception):
    """Raised if something is missing or unknown to the asker, without saying which."""


class Visit(NamedTuple):
    """The world, the asking account, and its viewer; without an account it is the public."""

    live: Live
    account: Any | None
    looker: Any


def name_of(asker: Asker) -> Answer[int]:
    """Return the identity of the asker: the id of the account; 0 for the public."""
    account = account_of(asker)
    yield
    return 0 if account is None else int(account.pk)


# --- maps


def heads(asker: Asker) -> Answer[tuple[list[MapHead], Payload]]:
    """Return the maps that the asker may see, and the asker."""
    visit = begin(asker)
    yield
    return room_view.heads(visit.live, visit.looker), _you(*visit)


def page(asker: Asker, key: str, levels: range | None, number: int) -> Answer[tuple[MapView, int]]:
    """Return one page of a map's rooms, by its number from 0, and how many pages there are.

    Raises:
        UnknownError: if there is no such map or page, or if it is unknown to the asker.

    """
    live, _account, looker = begin(asker)
    key = map_key(key)
    rooms = _numbers(live, looker, key, levels)
    yield
    pages = max(1, -(-len(rooms) // PAGE))
    if not 0 <= number < pages:
        raise UnknownError
    part = rooms[number * PAGE : (number + 1) * PAGE]
    view = yield from room_view.rooms_steps(live, looker, key, part)
    if view is None:
        raise UnknownError
    return view, pages


def whole(asker: Asker, key: str, levels: range | None = None) -> Answer[MapView]:
    """Return a map, or some levels of it; raises UnknownError like `page`."""
    live, _account, looker = begin(asker)
    key = map_key(key)
    rooms = _numbers(live, looker, key, levels)
    yield
    view = yield from room_view.rooms_steps(live, looker, key, rooms)
    if view is None:
        raise UnknownError
    return view


def begin(asker: Asker) -> Visit:
    """Return the world, and the asker as its viewer; raises the errors of `account_of`."""
    live, account = current(), account_of(asker)
    looker = room_view.Public() if account is None else room_view.of_account(live, account)
    return Visit(live, account, looker)


def _numbers(live: Live, looker: Any, key: str, levels: range | None) -> Ints:
    """Return (n,): the numbers of the visible rooms of a map, or of some of its levels."""
    if not room_view.sees_map(live, looker, key):
        raise UnknownError
    sight = room_view.sight(live, looker, key)
    shown = sight.rooms()
    if levels is not None:
        z = sight.grid.coords[:, 2]
        shown = shown & (z >= levels.start) & (z < levels.stop)
    found: Ints = np.flatnonzero(shown)
    return found


def _you(live: Live, account: Any | None, looker: Any) -> Payload:
    """Return the account that asks, and the rooms of its characters that are online."""
    if account is None:
        return {"name": None, "characters": []}
    found = []
    for character in played_by(account):
        here = live.where(character.location)
        if here is not None and sees(live, looker, here):
            number = live.number(here)
            found.append({"name": character.key, "num": number, "map": here[0]})
    return {"name": account.key, "characters": found}


def played_by(account: Any | None) -> list[Any]:
    """Return the characters of an account that are online."""
    sessions = () if account is None else account.sessions.all()
    played = {one.pk: one for session in sessions if (one := session.puppet)}
    return [one for _pk, one in sorted(played.items())]


def sees(live: Live, looker: Any, room: Room) -> bool:
    """Whether the asker is allowed to know of a room."""
    return room_view.sight(live, looker, room[0]).room(room[1])


# --- rooms by their names


def search(asker: Asker, text: str) -> Answer[list[Payload]]:
    """Return the visible rooms whose name contains a text, at most FOUND."""
    live, _account, looker = begin(asker)
    names = {head.key: head.name for head in room_view.heads(live, looker)}
    yield
    found: list[Payload] = []
    looked, end = 0, objects.all_ids().stop - 1 if text else 0
    while looked < end and len(found) < FOUND:
        last = min(end, looked + _LOOKED)
        named = room_rows.rooms_called(text, looked, last, _NAMES)
        for number, name in named:
            room = live.room_of(number)
            if room is not None and room[0] in names and sees(live, looker, room):
                found.append(_found(live, room, name, names))
        looked = last if len(named) < _NAMES else named[-1][0]
        yield
    waiting = unmade.rooms_like(live, lambda one: unmade.holds(one, text)) if text else ()
    for number, (room, name) in enumerate(RoomNames({}, waiting).items(), 1):
        if len(found) >= FOUND:
            break
        if room[0] in names and sees(live, looker, room):
            found.append(_found(live, room, name, names))
        if number % _NAMES == 0:
            yield
    return found[:FOUND]


def _found(live: Live, room: Room, name: str, maps: Mapping[str, str]) -> Payload:
    x, y, z = live.router.place(room).coord
    where = {"key": room[0], "map": maps[room[0]], "x": x, "y": y, "z": z}
    return {"num": live.number(room), "name": name, **where}
