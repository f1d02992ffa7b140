"""The visible part of the world as values, decided here once for all clients.

    looker ─ Viewer ─┐
    map, copy ───────┼─ sight ─┬─ sheet       drawings        map, above a room
    state of play ───┘         ├─ room_view   one room        GMCP, MSDP, speech
                               ├─ seen_ways   ways            API
                               └─ map_view    a map, levels   page, API, files

A looker is a character, `Public()`, or `of_account(live, account)`. An exit is shown as in the
room's list of exits, with its target if that room may be seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from xyzgrid_ext.core.grid import Grid, LinkFlag, Sheet
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.view import (
    Known,
    MapHead,
    MapView,
    RoomView,
    Sight,
    area_number,
    as_seen,
)
from xyzgrid_ext.game.base import lru_cache
from xyzgrid_ext.game.base.lru_cache import LRUCache
from xyzgrid_ext.game.base.task import in_game
from xyzgrid_ext.game.maps.lands import is_land, land_ground
from xyzgrid_ext.game.visibility import needs, unmade
from xyzgrid_ext.game.visibility.dungeon_map import chart, title
from xyzgrid_ext.game.visibility.dungeon_state import state_of
from xyzgrid_ext.game.visibility.map_view import RoomRows
from xyzgrid_ext.game.visibility.view_maker import ViewMaker
from xyzgrid_ext.game.visibility.viewer import (
    OfAccount,
    Public,
    Sights,
    Viewer,
    grid_of,
    is_alike,
    is_drawn_alike,
    is_known_to_all,
    sees_land,
    sees_map,
    viewer_of,
)
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live, Room

__all__ = [
    "Public",
    "head",
    "heads",
    "is_drawn_alike",
    "is_secret",
    "known_rooms",
    "map_view",
    "of_account",
    "room_view",
    "rooms_in_parts",
    "seen_of",
    "sees_land",
    "sees_map",
    "sheet",
    "sight",
]

_VIEWS = 10_000  # rooms, of some 2 kB
_SECRETS = int(LinkFlag.WORMHOLE)
_PART = 200  # rooms that are read while players wait

views = PerWorld(lambda: LRUCache[RoomView | None](_VIEWS, lru_cache.one))
"""A cache of room views that are equal for everybody."""


def of_account(live: Live, account: Any) -> OfAccount:
    """Return the viewer for an account: everything that its characters have explored.

    Three queries.
    """
    return OfAccount(live, account)


def sight(live: Live, looker: Any, key: str) -> Sight:
    """Return what a viewer knows of a map."""
    return Sights(live, viewer_of(live, looker)).of(key)


def sheet(live: Live, looker: Any, key: str, z: int) -> Sheet:
    """Return the drawing of a level for a viewer; `live.sheet` itself if all see the same."""
    return seen_of(live, looker, key, z, live.sheet(key, z))


def seen_of(
    live: Live, looker: Any, key: str, z: int, drawn: Sheet, rooms: Iterable[int] | None = None
) -> Sheet:
    """Return what a viewer sees of the drawing of a level; the drawing itself if all see the same.

    `rooms` limits it to some rooms of the level.
    """
    if is_drawn_alike(live, key):
        return drawn
    viewer = viewer_of(live, looker)
    known = Sights(live, viewer).of(key)
    if (state := state_of(live, key)) is not None and sees_map(live, viewer, key):
        return chart(state, known, z, drawn, rooms)
    return as_seen(drawn, z, known, rooms)


def is_secret(live: Live, looker: Any, exit_obj: Any) -> bool:
    """Whether an exit's target is secret to the looker: a wormhole, a game, or unexplored."""
    if (link := live.link_of(exit_obj)) is not None:
        if is_known_to_all(live, *link):
            return False
        return sight(live, looker, link[0][0]).link(link[1]) is not Known.YES
    there = live.room_of(exit_obj.db_destination_id)
    return there is not None and not sight(live, looker, there[0]).room(there[1])


def heads(live: Live, looker: Any) -> list[MapHead]:
    """Return the heads of the maps that the viewer may know, by name."""
    viewer = viewer_of(live, looker)
    sights = Sights(live, viewer)
    keys = [key for key in (*live.grids, *live.copies) if sees_map(live, viewer, key)]
    found = [_head(key, sights.of(key), sees_land(live, viewer, key)) for key in keys]
    return sorted(found, key=lambda head: (name_key(head.name), head.key))


def head(live: Live, looker: Any, key: str) -> MapHead:
    """Return the head of a map: its data without rooms."""
    return _head(key, sight(live, looker, key))


def room_view(live: Live, looker: Any, room: Room) -> RoomView | None:
    """Return one room; None if it may not be seen. No query if its objects are in memory."""
    if grid_of(live, room[0]) is None or not live.exists(room):
        return None
    viewer, obj = viewer_of(live, looker), live.object(room)
    shared = None if viewer.character is None or obj is None else _shared_key(live, room, obj)
    if shared is not None:
        return views.of(live).get(shared, lambda: _room_view(live, viewer, room, obj))
    return _room_view(live, viewer, room, obj)


def _room_view(live: Live, viewer: Viewer, room: Room, obj: Any | None) -> RoomView | None:
    key, number = room
    maker = ViewMaker(live, viewer, key, Sights(live, viewer))
    if not maker.sight.room(number):
        return None
    waiting = unmade.exits_of(live, room)
    exits = [maker.waiting(link, one) for link, one in waiting if viewer.may_view(one)]
    if obj is None:
        name, tags = unmade.called(live, room), unmade.tags_of(live, room)
    else:
        name, tags = str(obj.key), obj.tags.all(return_key_and_category=True)
        seen = filter(viewer.may_view, obj.contents_get(content_type="exit"))
        exits += [maker.exit_of(room, one) for one in sorted(seen, key=hooks.exit_order)]
    return maker.room(number, name, [one for one in exits if one], tags)


def _shared_key(live: Live, room: Room, obj: Any) -> Hashable | None:
    """Return the cache key of a room's view; None if the view depends on the viewer.

    Most rooms look alike to everybody: on a map without fog, matrix game and dungeon, with unlocked
    and known exits to other rooms of such maps. Making the key takes a fifth of the time of making
    the view.
    """
    key = room[0]
    if not is_alike(live, key) or live.waits(room):
        return None
    flags = live.grids[key].link_flags
    exits = []
    for way in obj.contents_get(content_type="exit"):
        link = live.link_of(way)
        if link is None or link[0] != room or int(flags[link[1]]) & _SECRETS:
            return None
        target = live.room_of(way.db_destination_id)
        if target is None or not (target[0] == key or is_alike(live, target[0])):
            return None
        if not hooks.is_open_to_all(way) or needs.needs_of(way):
            return None
        exits.append((link[1], way.db_key, way.db_destination_id, target))
    tags = obj.tags.all(return_key_and_category=True)
    return room, obj.id, obj.db_key, tuple(tags), tuple(exits)


def map_view(live: Live, looker: Any, key: str, levels: range | None = None) -> MapView | None:
    """Return the view of a map, or of some of its levels; None if the map is hidden.

    Three queries; three more, once per process, read the exits that builders have opened.
    """
    viewer = viewer_of(live, looker)
    if not sees_map(live, viewer, key):
        return None
    maker = ViewMaker(live, viewer, key, Sights(live, viewer))
    grid = maker.grid
    sheets = [z for z in levels or range(grid.levels or 1) if 0 <= z < (grid.levels or 1)]
    found = RoomRows.of_levels(maker, sheets)
    numbers = [number for z in sheets for number in range(*grid.rooms_of_level(z))]
    return _view(maker, found.rooms(numbers))


def known_rooms(
    live: Live, looker: Any, key: str, levels: range | None = None
) -> tuple[Grid, Ints] | None:
    """Return a map, and (n,): the numbers of its rooms that the viewer knows; None if hidden."""
    if not sees_map(live, looker, key):
        return None
    known = sight(live, looker, key)
    shown = known.rooms()
    if levels is not None:
        z = known.grid.coords[:, 2]
        shown = shown & (z >= levels.start) & (z < levels.stop)
    return known.grid, np.flatnonzero(shown)


def rooms_in_parts(live: Live, looker: Any, grid: Grid, key: str, numbers: Ints) -> MapView | None:
    """Return the view of rooms of a map; None if it is hidden, or is another one by now.

    It is for other threads than the game's, which reads a part at a time: three queries, and 20 ms
    of processor time.
    """
    viewer = viewer_of(live, looker)

    def read(part: Sequence[int]) -> Sequence[RoomView] | None:
        maker = _maker_of(live, viewer, grid, key)
        return None if maker is None else RoomRows.of_rooms(maker, part).rooms(part)

    def frame() -> MapView | None:
        maker = _maker_of(live, viewer, grid, key)
        return None if maker is None else _view(maker, rooms)

    rooms: list[RoomView] = []
    for begin in range(0, len(numbers), _PART):
        if (part := in_game(read, numbers[begin : begin + _PART].tolist())) is None:
            return None
        rooms += part
    return in_game(frame)


def _maker_of(live: Live, viewer: Viewer, grid: Grid, key: str) -> ViewMaker | None:
    """Return what makes views of a map; None if it is hidden, or is another one by now."""
    if grid_of(live, key) is not grid or not sees_map(live, viewer, key):
        return None
    return ViewMaker(live, viewer, key, Sights(live, viewer))


def _view(maker: ViewMaker, rooms: Sequence[RoomView]) -> MapView:
    live, viewer, key = maker.live, maker.viewer, maker.key
    here = viewer.here if viewer.here is not None and viewer.here[0] == key else None
    number = None if here is None else live.number(here)
    ground = land_ground() if is_land(live.loaded, key) else ()
    return MapView(_head(key, maker.sight), tuple(rooms), number, ground)


def _head(key: str, known: Sight, land: bool = False) -> MapHead:
    grid = known.grid
    told = "dungeon" not in grid.options or known.seen is None
    return MapHead(
        key=key,
        number=area_number(key),
        name=title(grid),
        levels=grid.levels,
        known=int(known.rooms().sum()),
        rooms=grid.rooms if told else None,
        land=land,
    )
