"""The visible part of the world as values, decided here once for all clients.

    looker ─ Viewer ─┐
    map, copy ───────┼─ sight ─┬─ sheet       drawings        map, above a room
    state of play ───┘         ├─ room_view   one room        GMCP, MSDP, speech
                               └─ map_view    a map, levels   page, API, files

A looker is a character, `Public()`, or `of_account(live, account)`. An exit is shown as in the
room's list of exits, with its target if that room may be seen.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid, LinkFlag, Sheet
from xyzgrid_ext.core.grid.draw import symbol_of
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.view import Door, ExitView, MapHead, MapView, Sight
from xyzgrid_ext.core.view.sight import Known, as_seen
from xyzgrid_ext.core.view.snapshot import ExitKind, RoomView, area_number, compass_of, kind_of
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.lru_cache import LRUCache
from xyzgrid_ext.game.base.open_locks import all_go
from xyzgrid_ext.game.base.task import in_game
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import map_rules_of
from xyzgrid_ext.game.visibility import needs
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
from xyzgrid_ext.game.world import hooks, unmade
from xyzgrid_ext.game.world.overlay import Opened
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live, Room

# --- one room or exit


ENVIRONMENT = "environment"
"""The category of the tag for a room's surroundings: `forest`, `cave`."""
_SYMBOL = "#"
# the same names recur
plain = functools.lru_cache(maxsize=4096)(strip_ansi)
_direction = functools.lru_cache(maxsize=4096)(compass_of)

Tags = Iterable[tuple[str, str | None]]
Standing = tuple[tuple[str, ...], Door]


@dataclass(frozen=True, eq=False)
class ViewMaker:
    """Makes views; `sights` says what the viewer knows about this map and the maps it leads to."""

    live: Live
    viewer: Viewer
    key: str
    sights: Sights

    @cached_property
    def sight(self) -> Sight:
        """The viewer's knowledge of the map."""
        return self.sights.of(self.key)

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.sight.grid

    # --- rooms

    def room(self, number: int, name: str, exits: Sequence[ExitView], tags: Tags) -> RoomView:
        """Return an existing room of the map."""
        told = self.live.number((self.key, number))
        assert told is not None
        x, y, z = self.grid.coord(number)
        symbol = symbol_of(self.grid, number)
        places = settings.place_tags()
        tags = tuple(tags)
        return RoomView(
            number=told,
            name=plain(name),
            x=x,
            y=y,
            z=z,
            symbol=plain(symbol) or _SYMBOL,
            exits=tuple(exits),
            environment=next((tag for tag, category in tags if category == ENVIRONMENT), ""),
            details=tuple(sorted(tag for tag, category in tags if category in places)),
        )

    # --- exits

    def exit(self, link: int, name: str, target: Room | None, asked: Any | None) -> ExitView | None:
        """Return the view of an exit; None if the exit is not known.

        Args:
            link: its number on the map.
            name: its name.
            target: the room that it leads to.
            asked: its object, if that decides who may go through.

        """
        known = self.sight.link(link)
        if known is Known.NO:
            return None
        grid = self.grid
        way = grid.way_of(link)
        needed, door = self._door(link, asked)
        number, area = self._told(target) if known is Known.YES else (None, "")
        return ExitView(
            name=plain(name),
            direction=_direction((name, way.key, *way.aliases)),
            target=number,
            area=area,
            kind=kind_of(grid, link),
            door=door,
            needs=needed,
            weight=grid.weight.item(link),
        )

    def waiting(self, link: int, found: Any) -> ExitView | None:
        """Return an exit of the map that is not made yet; None if it is not known."""
        return self.exit(link, found.key, self.target_of(link), found)

    def target_of(self, link: int) -> Room | None:
        """Return the room to which a link of the map leads; None if there is none."""
        inside = self.grid.target.item(link)
        return self.live.locate(self.grid.outside[link]) if inside < 0 else (self.key, inside)

    def exit_of(self, room: Room, exit_obj: Any) -> ExitView | None:
        """Return the view of an exit object of a room; None if the exit is not known."""
        live, name = self.live, str(exit_obj.key)
        link, target = live.link_of(exit_obj), live.room_of(exit_obj.db_destination_id)
        if link is None or link[0] != room:
            return self.opened(name, exit_obj.aliases.all(), target, exit_obj)
        return self.exit(link[1], name, target, exit_obj)

    def opened(
        self, name: str, aliases: Iterable[str], target: Room | None, asked: Any | None
    ) -> ExitView:
        """Return the view of an exit that a builder has opened."""
        number, area = self._told(target)
        needed, door = ((), Door.NONE) if asked is None else self._of_object(asked)
        return ExitView(
            name=plain(name),
            direction=_direction((name, *aliases)),
            target=number,
            area=area,
            kind=ExitKind.PORTAL if area not in ("", self.key) else ExitKind.WAY,
            door=door,
            needs=needed,
        )

    def _told(self, room: Room | None) -> tuple[int | None, str]:
        """Return the number of a room and the key of its map, if the viewer may know the room."""
        if room is None or not self.sights.sees(room):
            return None, ""
        number = self.live.number(room)
        return number, room[0] if number is not None else ""

    # --- doors

    def _door(self, link: int, asked: Any | None) -> Standing:
        """Return what an exit of the map still needs, and the state of its door."""
        door = map_rules_of(self.grid).door(self.live, self.key, link)
        if door is not None:
            return door.standing(self.viewer.character, self.viewer.sees_all)
        if asked is not None:
            return self._of_object(asked)
        return self._needing(self.grid.needs.get(link, ()), None)

    def _of_object(self, asked: Any) -> Standing:
        if needed := needs.needs_of(asked):
            return self._needing(needed, asked)
        character = self.viewer.character
        if self.viewer.sees_all or character is None:
            free = self.viewer.sees_all or all_go(asked)
        else:
            free = needs.may_pass(asked, character)
        return (), Door.NONE if free else Door.LOCKED

    def _needing(self, needed: tuple[str, ...], asked: Any | None) -> Standing:
        """Return the state of a door which opens to those who meet its needs."""
        character = self.viewer.character
        if not needed:
            return (), Door.NONE
        if character is None:
            return needed, Door.OPEN if self.viewer.sees_all else Door.LOCKED
        has_all = all(needs.has(word, character, asked) for word in needed)
        return needed, Door.OPEN if has_all or self.viewer.sees_all else Door.LOCKED


# --- many rooms, read from the database in one go


ByHand = Mapping[Room, Sequence[tuple[int, Opened]]]


@dataclass(frozen=True, eq=False)
class RoomRows:
    """The names, tags and lockable exits of rooms, by the ids of objects."""

    maker: ViewMaker
    by_hand: ByHand
    names: Mapping[int, str]
    tags: Mapping[int, Tags]
    asked: Mapping[int, Any]

    @classmethod
    def of_levels(cls, maker: ViewMaker, sheets: Iterable[int]) -> RoomRows:
        """Read the rooms of the given levels."""
        znames = [map_key(maker.grid.zname(z)) for z in sheets]
        by_hand = _by_hand(maker.live, maker.key)
        return cls(
            maker,
            by_hand,
            db_rooms.names_on(znames),
            db_rooms.tags_on(znames, _categories()),
            db_rooms.locked_on(znames, _asked(by_hand)),
        )

    @classmethod
    def of_rooms(cls, maker: ViewMaker, numbers: Iterable[int]) -> RoomRows:
        """Read the rooms with these numbers."""
        live, grid = maker.live, maker.grid
        own = [(maker.key, number) for number in numbers]
        rooms = [pk for room in own if (pk := live.object_id(room)) is not None]
        exits = [
            pk
            for room in own
            for link in grid.links_of(room[1])
            if (pk := live.exit_id(room, link)) is not None
        ]
        everywhere = _by_hand(live, maker.key)
        by_hand = {room: everywhere[room] for room in own if room in everywhere}
        return cls(
            maker,
            by_hand,
            db_rooms.names_of([*rooms, *exits]),
            db_rooms.tags_of(rooms, _categories()),
            db_rooms.locked_among(exits, _asked(by_hand)),
        )

    def rooms(self, numbers: Iterable[int]) -> list[RoomView]:
        """Return the views of rooms by their numbers on the map, without those that are hidden."""
        return [view for number in numbers if (view := self._room(number)) is not None]

    def exit(self, number: int, link: int) -> ExitView | None:
        """Return an exit of a room by its link number, negative for one that a builder opened.

        None if hidden.
        """
        if not self.maker.sight.room(number):
            return None
        room = self.maker.key, number
        if link >= 0:
            return self._exit(number, link, self.maker.live.waits(room))
        opened = dict(self.by_hand.get(room, ()))
        pk = self.maker.live.overlay.opened(room, link)
        return self._opened(pk, opened[pk]) if pk in opened else None

    def name(self, number: int) -> str:
        """Return the name of a room; empty if there is no such room."""
        known = self._known(number)
        return plain(known[0]) if known is not None else ""

    def _known(self, number: int) -> tuple[str, Tags] | None:
        """Return the name and the tags of a room; None if it does not exist."""
        live, room = self.maker.live, (self.maker.key, number)
        if (pk := live.object_id(room)) is not None and pk in self.names:
            return self.names[pk], tuple(self.tags.get(pk, ()))
        if room[0] in live.lazy:
            outline = on_demand().outline(live, room)
            return outline.name, outline.tags
        return None

    def _room(self, number: int) -> RoomView | None:
        maker = self.maker
        if not maker.sight.room(number) or (known := self._known(number)) is None:
            return None
        (name, tags), room = known, (maker.key, number)
        waits = maker.live.waits(room)
        exits = [
            *(self._exit(number, link, waits) for link in maker.grid.links_of(number)),
            *(self._opened(*one) for one in self.by_hand.get(room, ())),
        ]
        return maker.room(number, name, [one for one in exits if one], tags)

    def _exit(self, number: int, link: int, waits: bool) -> ExitView | None:
        maker = self.maker
        if waits:
            one = on_demand().exit(maker.live, (maker.key, number), link)
            if one.is_free:
                return maker.exit(link, one.key, maker.target_of(link), None)
            return maker.waiting(link, one) if maker.viewer.may_view(one) else None
        pk = maker.live.exit_id((maker.key, number), link)
        if pk is None or pk not in self.names:
            return None
        asked = self.asked.get(pk)
        if asked is not None and not maker.viewer.may_view(asked):
            return None
        return maker.exit(link, self.names[pk], maker.target_of(link), asked)

    def _opened(self, pk: int, opened: Opened) -> ExitView | None:
        maker = self.maker
        asked = self.asked.get(pk)
        if asked is not None and not maker.viewer.may_view(asked):
            return None
        target = maker.live.room_of(opened.destination)
        return maker.opened(opened.way.key, opened.way.aliases, target, asked)


def _categories() -> tuple[str | None, ...]:
    return (*settings.place_tags(), ENVIRONMENT)


def _by_hand(live: Live, key: str) -> ByHand:
    live.routes  # noqa: B018 the overlay knows what was opened by hand when routes do
    found: dict[Room, list[tuple[int, Opened]]] = defaultdict(list)
    for room, pk, opened in live.overlay.by_hand(key):
        found[room].append((pk, opened))
    return found


def _asked(by_hand: ByHand) -> list[int]:
    return [pk for own in by_hand.values() for pk, opened in own if not opened.free]


# --- what a viewer sees


__all__ = [
    "Public", "head", "heads", "is_drawn_alike", "is_secret", "known_rooms", "map_view",
    "of_account", "room_view", "rooms_in_parts", "seen_of", "sees_land", "sees_map", "sheet",
    "sight",
]  # fmt: skip

_VIEWS = 10_000  # rooms, of some 2 kB
_SECRETS = int(LinkFlag.WORMHOLE)
_PART = 200  # rooms that are read while players wait

views = PerWorld(lambda: LRUCache[RoomView | None](_VIEWS))
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
    if not sees_map(live, viewer, key):
        return as_seen(drawn, z, known, rooms)
    return map_rules_of(known.grid).chart(live, key, known, z, drawn, rooms)


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
        outline = on_demand().outline(live, room)
        name, tags = outline.name, outline.tags
    else:
        name, tags = str(obj.key), obj.tags.all(return_key_and_category=True)
        seen = filter(viewer.may_view, obj.contents_get(content_type="exit"))
        exits += [maker.exit_of(room, one) for one in sorted(seen, key=hooks.exit_order)]
    return maker.room(number, name, [one for one in exits if one], tags)


def _shared_key(live: Live, room: Room, obj: Any) -> Hashable | None:
    """Return the cache key of a room's view; None if the view depends on the viewer.

    Most rooms look alike to everybody: on a map without fog and rules, with unlocked and known
    exits to other rooms of such maps. Making the key takes a fifth of the time of making
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
    ground = live.ground(key)
    kinds = () if ground is None else ground.kinds
    return MapView(_head(key, maker.sight), tuple(rooms), number, kinds)


def _head(key: str, known: Sight, land: bool = False) -> MapHead:
    grid = known.grid
    return MapHead(
        key=key,
        number=area_number(key),
        name=grid.title,
        levels=grid.levels,
        known=int(known.rooms().sum()),
        rooms=grid.rooms if map_rules_of(grid).tells_size or known.seen is None else None,
        land=land,
    )
