"""What somebody may see of the world, as values: the one place that decides it for all clients.

    looker ─ eyes ─┐
    map, copy ─────┼─ sight ─┬─ sheet       drawings        map, above a room
    state of play ─┘         ├─ room_view   one room        GMCP, MSDP, speech
                             └─ map_view    a map, levels   page, API, files

A looker is a character, `Public()`, or `of_account(live, account)`. Of a way they are told what
they would read in the room's list of exits, and where it leads if the room behind it may be seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Sheet
from xyzgrid_ext.core.view import (
    ExitView,
    MapHead,
    MapView,
    RoomView,
    Sight,
    area_number,
    as_seen,
)
from xyzgrid_ext.game import conf, eyes, view_rows
from xyzgrid_ext.game.dungeons.chart import chart, title
from xyzgrid_ext.game.dungeons.state import state_of
from xyzgrid_ext.game.eyes import OfAccount, Public, Sights, eyes_of, grid_of
from xyzgrid_ext.game.live import Live, Room
from xyzgrid_ext.game.overlay import Opened
from xyzgrid_ext.game.view_parts import ENVIRONMENT, Parts

__all__ = ["Public", "heads", "map_view", "of_account", "room_view", "sees_map", "sheet", "sight"]


def of_account(live: Live, account: Any) -> OfAccount:
    """The eyes of an account: what all its characters have explored. Three queries."""
    return OfAccount(live, account)


def sees_map(live: Live, looker: Any, key: str) -> bool:
    """Whether a map may be told of to somebody at all."""
    return eyes.sees_map(live, eyes_of(live, looker), key)


def sight(live: Live, looker: Any, key: str) -> Sight:
    """What somebody knows of a map."""
    return Sights(live, eyes_of(live, looker)).of(key)


def sheet(live: Live, looker: Any, key: str, z: int) -> Sheet:
    """The drawing of a level as somebody may see it."""
    own = eyes_of(live, looker)
    drawn, known = live.sheet(key, z), Sights(live, own).of(key)
    if (state := state_of(live, key)) is not None and eyes.sees_map(live, own, key):
        return chart(state, known, z, drawn)
    return as_seen(drawn, z, known)


def heads(live: Live, looker: Any) -> list[MapHead]:
    """The maps that may be told of, by name."""
    own = eyes_of(live, looker)
    sights = Sights(live, own)
    keys = [key for key in (*live.grids, *live.copies) if eyes.sees_map(live, own, key)]
    found = [_head(key, sights.of(key)) for key in keys]
    return sorted(found, key=lambda head: (head.name.casefold(), head.key))


def room_view(live: Live, looker: Any, room: Room) -> RoomView | None:
    """One room; None if it may not be seen. No query, where its objects are in memory."""
    key, number = room
    if grid_of(live, key) is None:
        return None
    own = eyes_of(live, looker)
    parts = Parts(live, own, key, Sights(live, own))
    if not parts.sight.room(number) or (obj := live.object(room)) is None:
        return None
    exits = []
    for one in sorted(filter(own.may_view, obj.contents_get(content_type="exit")), key=obj.listed):
        link, target = live.link_of(one), live.room_of(one.db_destination_id)
        if link is None or link[0] != room:
            exits.append(parts.by_hand(str(one.key), one.aliases.all(), target, one))
        elif (found := parts.exit(link[1], str(one.key), target, one)) is not None:
            exits.append(found)
    tags = obj.tags.all(return_key_and_category=True)
    return parts.room(number, obj.pk, str(obj.key), exits, tags)


def map_view(live: Live, looker: Any, key: str, levels: range | None = None) -> MapView | None:
    """A map, or some of its levels; None if it may not be told of.

    Three queries; two more, once in a process, read what builders have opened by hand.
    """
    own = eyes_of(live, looker)
    if not eyes.sees_map(live, own, key):
        return None
    parts = Parts(live, own, key, Sights(live, own))
    grid = parts.grid
    sheets = [z for z in levels or range(grid.levels or 1) if 0 <= z < (grid.levels or 1)]
    found = _Whole(parts, sheets)
    rooms = [
        view
        for z in sheets
        for number in range(*grid.rooms_of_level(z))
        if (view := found.room(number)) is not None
    ]
    here = own.here if own.here is not None and own.here[0] == key else None
    return MapView(
        _head(key, parts.sight), tuple(rooms), None if here is None else live.object_id(here)
    )


class _Whole:
    """What the database says of a map, read at once."""

    def __init__(self, parts: Parts, sheets: list[int]) -> None:
        live, grid = parts.live, parts.grid
        self._parts = parts
        znames = [map_key(grid.zname(z)) for z in sheets]
        live.routes  # noqa: B018 the overlay knows what was opened by hand when routes do
        self._by_hand: Mapping[Room, list[tuple[int, Opened]]] = defaultdict(list)
        for room, pk, opened in live.overlay.by_hand(parts.key):
            self._by_hand[room].append((pk, opened))
        asked = [pk for own in self._by_hand.values() for pk, opened in own if not opened.free]
        self._names = view_rows.names_on(znames)
        self._tags = view_rows.tags_on(znames, (*conf.place_tags(), ENVIRONMENT))
        self._asked = view_rows.locked_on(znames, asked)

    def room(self, number: int) -> RoomView | None:
        parts = self._parts
        key, live = parts.key, parts.live
        if not parts.sight.room(number):
            return None
        pk = live.object_id((key, number))
        if pk is None or pk not in self._names:
            return None
        exits = [
            *(self._exit(number, link) for link in parts.grid.links_of(number)),
            *(self._opened(*one) for one in self._by_hand.get((key, number), ())),
        ]
        return parts.room(
            number, pk, self._names[pk], [one for one in exits if one], self._tags.get(pk, ())
        )

    def _exit(self, number: int, link: int) -> ExitView | None:
        parts = self._parts
        pk = parts.live.exit_id((parts.key, number), link)
        if pk is None or pk not in self._names:
            return None
        asked = self._asked.get(pk)
        if asked is not None and not parts.eyes.may_view(asked):
            return None
        inside = int(parts.grid.target[link])
        target: Room | None = (parts.key, inside)
        if inside < 0:
            target = parts.live.locate(parts.grid.outside[link])
        return parts.exit(link, self._names[pk], target, asked)

    def _opened(self, pk: int, opened: Opened) -> ExitView | None:
        parts = self._parts
        asked = self._asked.get(pk)
        if asked is not None and not parts.eyes.may_view(asked):
            return None
        target = parts.live.room_of(opened.destination)
        return parts.by_hand(opened.way.key, opened.way.aliases, target, asked)


def _head(key: str, known: Sight) -> MapHead:
    grid = known.grid
    told = "dungeon" not in grid.options or known.seen is None
    return MapHead(
        key=key,
        number=area_number(key),
        name=title(grid),
        levels=grid.levels,
        known=int(known.rooms().sum()),
        rooms=grid.rooms if told else None,
    )
