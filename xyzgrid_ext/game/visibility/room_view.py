"""The visible part of the world as values, decided here once for all clients.

    looker ─ Viewer ─┐
    map, copy ───────┼─ sight ─┬─ sheet       drawings        map, above a room
    state of play ───┘         ├─ room_view   one room        GMCP, MSDP, speech
                               └─ map_view    a map, levels   page, API, files

A looker is a character, or a `viewer.Viewer`. An exit is shown as in the room's list of exits, with
its target if that room may be seen.
"""

from __future__ import annotations

import functools
from collections import ChainMap, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.grid import Grid, LinkFlag, Sheet
from xyzgrid_ext.core.grid.draw import ROOM_SYMBOL, room_symbol
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.view import Door, ExitView, MapHead, MapView, Sight
from xyzgrid_ext.core.view.sight import LinkKnowledge, known_sheet
from xyzgrid_ext.core.view.snapshot import (
    ExitKind,
    RoomView,
    area_number,
    compass_direction,
    exit_kind,
)
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import ExitObject, GameObject
from xyzgrid_ext.game.base.lru_cache import LRUCache
from xyzgrid_ext.game.base.open_locks import everybody_passes
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import map_rules_of, part_doors, parts_with_row
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.viewer import (
    Observer,
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
from xyzgrid_ext.game.world import hooks, lookups
from xyzgrid_ext.game.world.overlay import OpenedExit
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live, Room

# --- one room or exit


ENVIRONMENT = "environment"
"""The category of the tag for a room's surroundings: `forest`, `cave`."""
plain = functools.lru_cache(maxsize=4096)(strip_ansi)
"""Function that strips colours from a name; the same names recur."""
_direction = functools.lru_cache(maxsize=4096)(compass_direction)

Tags = Collection[tuple[str, str | None]]
"""Tags as (name, category)."""
_Standing = tuple[tuple[str, ...], Door]


@dataclass(frozen=True, eq=False)
class ViewMaker:
    """Makes RoomViews and ExitViews of the map `key` for a viewer, who has these `sights` of it."""

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

    def room(self, number: int, name: str, exits: Iterable[ExitView], tags: Tags) -> RoomView:
        """Return the view of an existing room, by its number on the map and its exits' views."""
        room_id = self.live.number((self.key, number))
        assert room_id is not None
        x, y, z = self.grid.coord(number)
        kinds, area = settings.setting_value("XYZGRID_PLACE_TAGS"), self.grid.area_of(number)
        return RoomView(
            number=room_id,
            name=plain(name),
            x=x,
            y=y,
            z=z,
            symbol=plain(room_symbol(self.grid, number)) or ROOM_SYMBOL,
            exits=tuple(exits),
            environment=next((tag for tag, category in tags if category == ENVIRONMENT), ""),
            details=tuple(sorted(tag for tag, category in tags if category in kinds)),
            area="" if area is None else area.title,
        )

    def exit(
        self, link: int, name: str, target: Room | None, exit_obj: ExitObject | None
    ) -> ExitView | None:
        """Return the view of an exit; None if the exit is not known.

        Args:
            link: its number on the map.
            name: its name.
            target: the room that it leads to.
            exit_obj: its object, if that decides who may go through.
        """
        knowledge = self.sight.link(link)
        if knowledge is LinkKnowledge.NO:
            return None
        grid = self.grid
        way = grid.way_of(link)
        words, door = self._state_of_link(link, exit_obj)
        number, area = self._known_number(target) if knowledge is LinkKnowledge.YES else (None, "")
        return ExitView(
            name=plain(name),
            direction=_direction((name, way.key, *way.aliases)),
            target=number,
            area=area,
            kind=exit_kind(grid, link),
            door=door,
            needs=words,
            weight=grid.weight.item(link),
        )

    def unmade_exit(self, link: int, exit_: ExitObject) -> ExitView | None:
        """Return the view of an exit that is not made, by its stand-in; None if it is not known."""
        return self.exit(link, exit_.key, self.target_of(link), exit_)

    def target_of(self, link: int) -> Room | None:
        """Return the room to which a link of the map leads; None if there is none."""
        inside = self.grid.target.item(link)
        return self.live.locate(self.grid.outside[link]) if inside < 0 else (self.key, inside)

    def exit_of(self, room: Room, exit_obj: ExitObject) -> ExitView | None:
        """Return the view of an exit object of a room; None if the exit is not known."""
        live, name = self.live, str(exit_obj.key)
        link, target = live.link_of(exit_obj), live.room_of(exit_obj.db_destination_id)
        if link is None or link[0] != room:
            return self.exit_by_hand(name, exit_obj.aliases.all(), target, exit_obj)
        return self.exit(link[1], name, target, exit_obj)

    def exit_by_hand(
        self, name: str, aliases: Iterable[str], target: Room | None, exit_obj: ExitObject | None
    ) -> ExitView:
        """Return the view of an exit that a builder has opened."""
        number, area = self._known_number(target)
        words, door = ((), Door.NONE) if exit_obj is None else self._state_by_object(exit_obj)
        return ExitView(
            name=plain(name),
            direction=_direction((name, *aliases)),
            target=number,
            area=area,
            kind=ExitKind.PORTAL if area not in ("", self.key) else ExitKind.WAY,
            door=door,
            needs=words,
        )

    def _known_number(self, room: Room | None) -> tuple[int | None, str]:
        """Return the number of a room and the key of its map, if the viewer may know the room."""
        number = self.live.number(room) if room is not None and self.sights.sees(room) else None
        return (None, "") if room is None or number is None else (number, room[0])

    # --- doors: what an exit needs, and the state of its door

    def _state_of_link(self, link: int, exit_obj: ExitObject | None) -> _Standing:
        if door := map_rules_of(self.grid).door(self.live, self.key, link):
            return door.needs_and_state(self.viewer.character, self.viewer.sees_all)
        if exit_obj is not None:
            return self._state_by_object(exit_obj)
        return self._state_by_needs(self.grid.needs.get(link, ()), None)

    def _state_by_object(self, exit_obj: ExitObject) -> _Standing:
        viewer = self.viewer
        if (door := part_doors().get(exit_obj.id)) is not None:
            return door.needs_and_state(viewer.character, viewer.sees_all)
        if words := needs.needs_of(exit_obj):
            return self._state_by_needs(words, exit_obj)
        if viewer.sees_all or viewer.character is None:
            is_open = bool(viewer.sees_all) or everybody_passes(exit_obj)
        else:
            is_open = needs.may_pass(exit_obj, viewer.character)
        return (), Door.NONE if is_open else Door.LOCKED

    def _state_by_needs(self, words: tuple[str, ...], exit_obj: ExitObject | None) -> _Standing:
        if not words:
            return (), Door.NONE
        viewer = self.viewer
        is_open = viewer.sees_all or (
            viewer.character is not None
            and all(needs.meets_need(word, viewer.character, exit_obj) for word in words)
        )
        return words, Door.OPEN if is_open else Door.LOCKED


# --- many rooms, read from the database in one go


class RoomRows:
    """Makes the views of many rooms of a map; it reads names, tags and exits in few queries."""

    def __init__(self, maker: ViewMaker, numbers: Iterable[int]) -> None:
        live, key, grid = maker.live, maker.key, maker.grid
        rooms = [(key, number) for number in numbers]
        ids = [pk for room in rooms if (pk := live.object_id(room)) is not None]
        exits = [
            pk
            for room in rooms
            for link in grid.links_of(room[1])
            if (pk := live.exit_id(room, link)) is not None
        ]
        live.routes  # noqa: B018 the overlay knows what was opened by hand when routes do
        self._opened_in: dict[Room, list[tuple[int, OpenedExit]]] = {room: [] for room in rooms}
        for room, pk, opened in live.overlay.by_hand(key):
            if room in self._opened_in:
                self._opened_in[room].append((pk, opened))
        opened_exits = [way for ways in self._opened_in.values() for way in ways]
        with_locks = {pk for pk, opened in opened_exits if not opened.free}
        with_locks |= part_doors().keys() & {*exits, *(pk for pk, _opened_exit in opened_exits)}
        self._maker = maker
        self._names = db_rooms.names_of([*ids, *exits])
        self._tags = db_rooms.tags_of(
            ids, (*settings.setting_value("XYZGRID_PLACE_TAGS"), ENVIRONMENT)
        )
        self._lockable = db_rooms.locked_exits(exits, with_locks)

    def rooms(self, numbers: Iterable[int]) -> list[RoomView]:
        """Return the views of rooms by their numbers on the map, without those that are hidden."""
        return [view for number in numbers if (view := self._room(number)) is not None]

    def exit(self, number: int, link: int) -> ExitView | None:
        """Return an exit of a room by its link number, negative for one that a builder opened.

        None if hidden.
        """
        live, room = self._maker.live, (self._maker.key, number)
        if not self._maker.sight.knows(number):
            return None
        if link >= 0:
            return self._exit(number, link, live.lacks_exits(room))
        opened = dict(self._opened_in[room])
        pk = live.overlay.exit_by_hand(room, link)
        return self._opened_exit(pk, opened[pk]) if pk in opened else None

    def name(self, number: int) -> str:
        """Return the name of the room with this number on the map; empty if there is none."""
        row = self._name_and_tags(number)
        return plain(row[0]) if row is not None else ""

    def _name_and_tags(self, number: int) -> tuple[str, Tags] | None:
        """Return the name and the tags of a room; None if it does not exist."""
        live, room = self._maker.live, (self._maker.key, number)
        if (pk := live.object_id(room)) is not None and pk in self._names:
            return self._names[pk], self._tags.get(pk, ())
        if room[0] in live.on_demand:
            outline = on_demand().outline(live, room)
            return outline.name, outline.tags
        return None

    def _room(self, number: int) -> RoomView | None:
        maker = self._maker
        if not maker.sight.knows(number) or (row := self._name_and_tags(number)) is None:
            return None
        (name, tags), room = row, (maker.key, number)
        waits = maker.live.lacks_exits(room)
        exits = [
            *(self._exit(number, link, waits) for link in maker.grid.links_of(number)),
            *(self._opened_exit(pk, opened) for pk, opened in self._opened_in[room]),
        ]
        return maker.room(number, name, filter(None, exits), tags)

    def _exit(self, number: int, link: int, waits: bool) -> ExitView | None:
        maker, room = self._maker, (self._maker.key, number)
        if waits:
            exit_ = on_demand().exit(maker.live, room, link)
            if exit_.is_free:
                return maker.exit(link, exit_.key, maker.target_of(link), None)
            return maker.unmade_exit(link, exit_) if maker.viewer.may_view(exit_) else None
        pk = maker.live.exit_id(room, link)
        if pk is None or pk not in self._names or not self._may_view(pk):
            return None
        return maker.exit(link, self._names[pk], maker.target_of(link), self._lockable.get(pk))

    def _opened_exit(self, pk: int, opened: OpenedExit) -> ExitView | None:
        if not self._may_view(pk):
            return None
        maker, way = self._maker, opened.way
        target = maker.live.room_of(opened.destination)
        return maker.exit_by_hand(way.key, way.aliases, target, self._lockable.get(pk))

    def _may_view(self, pk: int) -> bool:
        return pk not in self._lockable or self._maker.viewer.may_view(self._lockable[pk])


# --- what a viewer sees


_VIEWS = 10_000  # rooms, of some 2 kB
_PART = 200  # rooms that are read while players wait

views = PerWorld(lambda: LRUCache[RoomView | None](_VIEWS))
"""A cache of room views that are equal for everybody."""


def sight_of(live: Live, looker: Observer, key: str) -> Sight:
    """Return what a viewer knows of a map."""
    return Sights(live, viewer_of(live, looker)).of(key)


def visible_sheet(live: Live, looker: Observer, key: str, z: int) -> Sheet:
    """Return level `z` of a map as a viewer sees it; `live.sheet` itself if all see the same."""
    return seen_sheet(live, looker, key, z, live.sheet(key, z))


def seen_sheet(
    live: Live,
    looker: Observer,
    key: str,
    z: int,
    drawing: Sheet,
    rooms: Iterable[int] | None = None,
) -> Sheet:
    """Return what a viewer sees of the drawing of a level; the drawing itself if all see the same.

    `rooms` limits it to some rooms of the level.
    """
    if not is_drawn_alike(live, key):
        viewer = viewer_of(live, looker)
        sight_of_map = Sights(live, viewer).of(key)
        if not sees_map(live, viewer, key):
            return known_sheet(drawing, z, sight_of_map, rooms)
        rules = map_rules_of(sight_of_map.grid)
        drawing = rules.chart(live, key, sight_of_map, z, drawing, rooms)
    signs = {
        cell: symbol for cell, (symbol, _meaning) in level_marks(live, key, z, drawing).items()
    }
    return replace(drawing, cells=ChainMap(signs, drawing.cells)) if signs else drawing  # type: ignore[arg-type]


_places: PerWorld[dict[tuple[str, int], dict[str, list[Cell]]]] = PerWorld(dict)
"""The cells of each symbol of a level, for maps with the option `symbols`."""


def _symbols_now(
    live: Live, key: str, z: int, rows: Mapping[str, Record]
) -> Iterator[tuple[Cell, tuple[str, str]]]:
    """Yield the cells whose symbols are others now, each with its row."""
    places = _places.of(live)
    if (key, z) not in places:
        by_symbol = places[key, z] = defaultdict(list)
        for cell, symbol in live.sheet(key, z).cells.items():
            by_symbol[strip_ansi(symbol)].append(cell)
    for symbol, row in rows.items():
        now = next(
            (
                to
                for word, to in (row.get("at") or {}).items()
                if needs.meets_need(word, None, None)
            ),
            "",
        )
        if now:
            sign = now, str(row.get("means", ""))
            yield from ((cell, sign) for cell in places[key, z].get(symbol, ()))


def level_marks(live: Live, key: str, z: int, drawing: Sheet) -> dict[Cell, tuple[str, str]]:
    """Return cell -> (symbol, meaning) of what is drawn over a level now, such as open doors."""
    grid, cells = live.grids[key], dict[Cell, tuple[str, str]]()
    if (rows := grid.options.get("symbols")) and not drawing.is_endless:
        now = _symbols_now(live, key, z, rows)
        cells = {cell: sign for cell, sign in now if cell in drawing.cells}
    for part in parts_with_row("door_symbols"):
        for link, symbol in part.door_symbols(live, key, z).items():
            x, y, _z = grid.coord(int(grid.source[link]))
            trail = drawing.trails.get((x, y, grid.way_of(link).direction), ())
            if trail and (cell := trail[len(trail) // 2]) in drawing.cells:
                cells[cell] = symbol
    for part in parts_with_row("room_symbols"):
        for room, symbol in part.room_symbols(live, key, z).items():
            if (cell := drawing.room_cell(*grid.coord(room)[:2])) in drawing.cells:
                cells[cell] = symbol
    return cells


def is_secret(live: Live, looker: Observer, exit_obj: ExitObject) -> bool:
    """Whether an exit's target is secret to the looker: a wormhole, a game, or unexplored."""
    if (link := live.link_of(exit_obj)) is not None:
        if is_known_to_all(live, *link):
            return False
        return sight_of(live, looker, link[0][0]).link(link[1]) is not LinkKnowledge.YES
    target = live.room_of(exit_obj.db_destination_id)
    return target is not None and not sight_of(live, looker, target[0]).knows(target[1])


def map_heads(live: Live, looker: Observer) -> list[MapHead]:
    """Return the data, without rooms, of all maps that the viewer may know, sorted by name."""
    viewer = viewer_of(live, looker)
    sights = Sights(live, viewer)
    keys = [key for key in (*live.grids, *live.copies) if sees_map(live, viewer, key)]
    heads_of_maps = [_head(key, sights.of(key), sees_land(live, viewer, key)) for key in keys]
    return sorted(heads_of_maps, key=lambda head: (name_key(head.name), head.key))


def map_head(live: Live, looker: Observer, key: str) -> MapHead:
    """Return the data of a map without its rooms: name, size, what the viewer knows of it."""
    return _head(key, sight_of(live, looker, key))


def room_view(live: Live, looker: Observer, room: Room) -> RoomView | None:
    """Return a viewer's view of one room; None if hidden. No query if its objects are in memory."""
    if grid_of(live, room[0]) is None or not live.exists(room):
        return None
    viewer, obj = viewer_of(live, looker), live.object(room)
    shared = None if viewer.character is None or obj is None else _shared_key(live, room, obj)
    if shared is None:
        return _room_view(live, viewer, room, obj)
    return views.of(live).get(shared, lambda: _room_view(live, viewer, room, obj))


def _room_view(live: Live, viewer: Viewer, room: Room, obj: GameObject | None) -> RoomView | None:
    key, number = room
    maker = ViewMaker(live, viewer, key, Sights(live, viewer))
    if not maker.sight.knows(number):
        return None
    waiting = lookups.unmade_exits(live, room)
    exits = [maker.unmade_exit(link, exit_) for link, exit_ in waiting if viewer.may_view(exit_)]
    if obj is None:
        outline = on_demand().outline(live, room)
        return maker.room(number, outline.name, filter(None, exits), outline.tags)
    visible = filter(viewer.may_view, obj.contents_get(content_type="exit"))
    exits += [maker.exit_of(room, exit_) for exit_ in sorted(visible, key=hooks.exit_order)]
    tags = obj.tags.all(return_key_and_category=True)
    return maker.room(number, str(obj.key), filter(None, exits), tags)


def _shared_key(live: Live, room: Room, obj: GameObject) -> Hashable | None:
    """Return the cache key of a room's view; None if the view depends on the viewer.

    Most rooms look alike to everybody: on a map without fog and rules, with unlocked and known
    exits to other rooms of such maps. Making the key takes a fifth of the time of making
    the view.
    """
    key = room[0]
    if not is_alike(live, key) or live.lacks_exits(room):
        return None
    flags = live.grids[key].link_flags
    exits = []
    for exit_obj in obj.contents_get(content_type="exit"):
        link = live.link_of(exit_obj)
        if link is None or link[0] != room or int(flags[link[1]]) & LinkFlag.WORMHOLE:
            return None
        target = live.room_of(exit_obj.db_destination_id)
        if target is None or not (target[0] == key or is_alike(live, target[0])):
            return None
        if not hooks.is_open_to_all(exit_obj) or needs.needs_of(exit_obj):
            return None
        if exit_obj.id in part_doors():
            return None
        exits.append((link[1], exit_obj.db_key, exit_obj.db_destination_id, target))
    tags = obj.tags.all(return_key_and_category=True)
    return room, obj.id, obj.db_key, tuple(tags), tuple(exits)


def map_view(live: Live, looker: Observer, key: str, levels: range | None = None) -> MapView | None:
    """Return the view of a map, or of some of its levels; None if the map is hidden."""
    viewer = viewer_of(live, looker)
    if (rooms := known_rooms(live, viewer, key, levels)) is None:
        return None
    maker, numbers = ViewMaker(live, viewer, key, Sights(live, viewer)), rooms[1].tolist()
    return _view(maker, RoomRows(maker, numbers).rooms(numbers))


def known_rooms(
    live: Live, looker: Observer, key: str, levels: range | None = None
) -> tuple[Grid, Ints] | None:
    """Return a map, and (n,): the numbers of its rooms that the viewer knows; None if hidden."""
    if not sees_map(live, looker, key):
        return None
    sight_of_map = sight_of(live, looker, key)
    is_known = sight_of_map.rooms()
    if levels is not None:
        z = sight_of_map.grid.coords[:, 2]
        is_known = is_known & (z >= levels.start) & (z < levels.stop)
    return sight_of_map.grid, np.flatnonzero(is_known)


def rooms_in_parts(
    live: Live, looker: Observer, grid: Grid, key: str, numbers: Ints
) -> MapView | None:
    """Return the view of rooms of a map; None if it is hidden, or if it is no longer `grid`.

    Call it in another thread than the game's, which reads 200 rooms at a time: three queries, and
    20 ms of processor time.
    """
    viewer = viewer_of(live, looker)

    def read(part: Sequence[int]) -> Sequence[RoomView] | None:
        maker = _maker_of(live, viewer, grid, key)
        return None if maker is None else RoomRows(maker, part).rooms(part)

    def frame() -> MapView | None:
        maker = _maker_of(live, viewer, grid, key)
        return None if maker is None else _view(maker, rooms)

    rooms: list[RoomView] = []
    for begin in range(0, len(numbers), _PART):
        if (part := call_in_game_thread(read, numbers[begin : begin + _PART].tolist())) is None:
            return None
        rooms += part
    return call_in_game_thread(frame)


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
    areas = {room.area for room in rooms}
    colours = {
        area.title: area.options["colour"]
        for area in maker.grid.areas
        if area.title in areas and "colour" in area.options
    }
    return MapView(_head(key, maker.sight), tuple(rooms), number, kinds, colours)


def _head(key: str, sight: Sight, land: bool = False) -> MapHead:
    grid = sight.grid
    return MapHead(
        key=key,
        number=area_number(key),
        name=grid.title,
        levels=grid.levels,
        known=int(sight.rooms().sum()),
        rooms=grid.rooms if map_rules_of(grid).shows_room_count or sight.seen is None else None,
        land=land,
    )
