"""Answers to browsers: work in slices, done in the thread of the game (`base.task`).

Everything is made of what the asker may see (`visibility.room_view`). Missing things and things
unknown to the asker get the same answer.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view import MapHead, MapView
from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.db import rooms as room_rows
from xyzgrid_ext.game.visibility import room_view, unmade
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.web.asker import Asker, account_of

T = TypeVar("T")
Answer = Generator[Any, None, T]

PAGE = 2000  # rooms
FOUND = 50  # rooms of a search
_NAMES = 500  # names that a slice of a search looks at


class UnknownError(Exception):
    """Raised if something is missing or unknown to the asker, without saying which."""


class Visit(NamedTuple):
    """The world, the account that asks, and the viewer that it is; no account is the public."""

    live: Live
    account: Any | None
    looker: Any


def name_of(asker: Asker) -> Answer[int]:
    """The identity of the asker: the number of the account; 0 for the public."""
    account = account_of(asker)
    yield
    return 0 if account is None else int(account.pk)


# --- maps


def heads(asker: Asker) -> Answer[tuple[list[MapHead], Payload]]:
    """The visible maps, and the asker who sees them."""
    visit = begin(asker)
    yield
    return room_view.heads(visit.live, visit.looker), _you(*visit)


def page(asker: Asker, key: str, levels: range | None, number: int) -> Answer[tuple[MapView, int]]:
    """Page `number` of the rooms of a map, from 0 on, and how many pages there are.

    Raises:
        UnknownError: if there is no such map or page, or it is not known.

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
    """A map, or some levels of it; UnknownError as for `page`."""
    live, _account, looker = begin(asker)
    key = map_key(key)
    rooms = _numbers(live, looker, key, levels)
    yield
    view = yield from room_view.rooms_steps(live, looker, key, rooms)
    if view is None:
        raise UnknownError
    return view


def begin(asker: Asker) -> Visit:
    """The world, and who asks as a viewer of it; raises as `account_of`."""
    live, account = current(), account_of(asker)
    looker = room_view.Public() if account is None else room_view.of_account(live, account)
    return Visit(live, account, looker)


def _numbers(live: Live, looker: Any, key: str, levels: range | None) -> list[int]:
    """The rooms of a map, or of some of its levels, that may be seen."""
    if not room_view.sees_map(live, looker, key):
        raise UnknownError
    sight = room_view.sight(live, looker, key)
    shown = sight.rooms()
    if levels is not None:
        z = sight.grid.coords[:, 2]
        shown = shown & (z >= levels.start) & (z < levels.stop)
    return [int(number) for number in np.flatnonzero(shown)]


def _you(live: Live, account: Any | None, looker: Any) -> Payload:
    """Return who asks, and where those of its characters are that are played now."""
    if account is None:
        return {"name": None, "characters": []}
    played = {one.pk: one for session in account.sessions.all() if (one := session.puppet)}
    found = []
    for _pk, character in sorted(played.items()):
        here = live.where(character.location)
        if here is not None and sees(live, looker, here):
            number = live.number(here)
            found.append({"name": character.key, "num": number, "map": here[0]})
    return {"name": account.key, "characters": found}


def sees(live: Live, looker: Any, room: Room) -> bool:
    """Return whether the asker may know a room."""
    return room_view.sight(live, looker, room[0]).room(room[1])


# --- rooms by their names


def search(asker: Asker, text: str) -> Answer[list[Payload]]:
    """The visible rooms whose name contains a text; FOUND at most."""
    live, _account, looker = begin(asker)
    names = {head.key: head.name for head in room_view.heads(live, looker)}
    found: list[Payload] = []
    last = 0
    while text and len(found) < FOUND:
        named = room_rows.rooms_called(text, last, _NAMES)
        for number, name in named:
            room = live.room_of(number)
            if room is not None and room[0] in names and sees(live, looker, room):
                found.append(_found(live, room, name, names))
        if len(named) < _NAMES:
            break
        last = named[-1][0]
        yield
    waiting = unmade.rooms_like(live, lambda one: unmade.holds(one, text)) if text else {}
    for room, name in waiting.items():
        if len(found) >= FOUND:
            break
        if room[0] in names and sees(live, looker, room):
            found.append(_found(live, room, name, names))
    return found[:FOUND]


def _found(live: Live, room: Room, name: str, maps: Mapping[str, str]) -> Payload:
    return {"num": live.number(room), "name": name, "key": room[0], "map": maps[room[0]]}
