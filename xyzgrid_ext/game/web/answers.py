"""Answers to browsers: functions for the game's thread, called by `base.task.call_in_game_thread`.

`map_page` and `whole_map` are for the website's threads: the game's thread reads their rooms in
parts. All data come from the user's view (`visibility.room_view`). Missing and unknown things get
the same answer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.view import MapHead, MapView
from xyzgrid_ext.core.view.payload import Payload
from xyzgrid_ext.game.base.evennia_types import Account
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.viewer import PublicViewer, Sights, Viewer, account_viewer
from xyzgrid_ext.game.web.visitors import Asker, account_of
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live

PAGE_ROOMS = 2000
"""The number of rooms on a page of `map_page`."""


class UnknownError(Exception):
    """Raised if what is asked for does not exist or is unknown to the asker, not saying which."""


class Visit(NamedTuple):
    """The world and who looks at it: an account, or None and a PublicViewer for the public."""

    live: Live
    account: Account | None
    looker: Viewer


def asker_id(asker: Asker) -> int:
    """Return the id of the asker's account; 0 for the public."""
    account = account_of(asker)
    return 0 if account is None else int(account.pk)


# --- maps


def visible_heads(asker: Asker) -> tuple[list[MapHead], Payload]:
    """Return the heads of the maps that the asker may see, and JSON: `{"name", "characters"}`."""
    visit = open_visit(asker)
    return room_view.map_heads(visit.live, visit.looker), _asker_data(*visit)


def map_page(asker: Asker, key: str, levels: range | None, number: int) -> tuple[MapView, int]:
    """Return page `number` (from 0) of a map's rooms, PAGE_ROOMS each, and the number of pages.

    Raises:
        UnknownError: if there is no such map or page, or if it is unknown to the asker.
    """
    visit, grid, rooms = call_in_game_thread(_rooms, asker, map_key(key), levels)
    pages = max(1, -(-len(rooms) // PAGE_ROOMS))
    if not 0 <= number < pages:
        raise UnknownError
    part = rooms[number * PAGE_ROOMS : (number + 1) * PAGE_ROOMS]
    return _view(visit, grid, map_key(key), part), pages


def whole_map(asker: Asker, key: str, levels: range | None = None) -> MapView:
    """Return all rooms of a map, or of some levels of it; raises UnknownError like `map_page`."""
    visit, grid, rooms = call_in_game_thread(_rooms, asker, map_key(key), levels)
    return _view(visit, grid, map_key(key), rooms)


def _rooms(asker: Asker, key: str, levels: range | None) -> tuple[Visit, Grid, Ints]:
    """Return who asks, the map, and (n,): the indices of its rooms that they know."""
    visit = open_visit(asker)
    if (rooms := room_view.known_rooms(visit.live, visit.looker, key, levels)) is None:
        raise UnknownError
    return visit, *rooms


def _view(visit: Visit, grid: Grid, key: str, rooms: Ints) -> MapView:
    if (view := room_view.rooms_in_parts(visit.live, visit.looker, grid, key, rooms)) is None:
        raise UnknownError
    return view


def open_visit(asker: Asker) -> Visit:
    """Return the visit of an asker to the world as it is now; raises what `account_of` raises."""
    live, account = current(), account_of(asker)
    looker = PublicViewer() if account is None else account_viewer(live, account)
    return Visit(live, account, looker)


def _asker_data(live: Live, account: Account | None, looker: Viewer) -> Payload:
    """Return the account that asks, and the rooms of its characters that are online."""
    if account is None:
        return {"name": None, "characters": []}
    sights, characters = Sights(live, looker), []
    for character in online_characters(account):
        here = live.where(character.location)
        if here is not None and sights.sees(here):
            number = live.number(here)
            characters.append({"name": character.key, "num": number, "map": here[0]})
    return {"name": account.key, "characters": characters}


def online_characters(account: Account | None) -> list[Any]:
    """Return the characters of an account that are online."""
    sessions = () if account is None else account.sessions.all()
    puppets = {puppet.pk: puppet for session in sessions if (puppet := session.puppet)}
    return [puppet for _pk, puppet in sorted(puppets.items())]
