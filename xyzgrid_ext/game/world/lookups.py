"""Rooms and exits, whether or not they have objects: their names, kinds, and who sees them.

    room ── object? ── yes ─► its name, its tags, its exit objects
                       no ──► `on_demand`: outlines of its prototype, stand-ins for exits

Stand-ins are never handed to anybody except as words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import ExitObject, RoomObject
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.world.world import Live, Room

Tag = tuple[str, str | None]
"""The key and the category of a tag."""
_NAME = "A room"  # as spawn calls one whose prototype has no name


class UndrawnError(UsageError):
    """Raised if a room cannot be made before the land around it is drawn; the drawing has begun."""


@dataclass(frozen=True)
class Outline:
    """What players may see of a room that has no object yet, from its prototype."""

    key: str | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    locks: tuple[str, ...] = ()
    attributes: Record = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the room."""
        return self.key or _NAME

    def is_called(self, text: str) -> bool:
        """Whether a text is the whole name of the room, or an alias."""
        return name_key(text) in map(name_key, (self.name, *self.aliases))


@dataclass(frozen=True, eq=False)
class EncodedNames:
    """Names of rooms of the map `key`: that of room `numbers[i]` is `names[codes[i]]`."""

    key: str
    numbers: Ints
    codes: Ints
    names: Mapping[int, str]


# --- exits


def exit_at(live: Live, room: Room, link: int) -> ExitObject | None:
    """Return the exit of a link: its object, or a stand-in if it is not made yet; None if none."""
    obj = live.exit_at(room, link)
    if obj is None and link >= 0 and live.lacks_exits(room):
        return on_demand().exit(live, room, link)
    return obj


def unmade_exits(live: Live, room: Room) -> Iterator[tuple[int, Any]]:
    """Yield (link, stand-in) for each exit of a room that is not made yet."""
    if live.lacks_exits(room):
        for link in live.grids[room[0]].links_of(room[1]):
            yield link, on_demand().exit(live, room, link)


def restricted_links(live: Live, key: str) -> Iterable[int]:
    """Return the numbers of a map's links whose exits, made or not, are not seen by everybody."""
    links = live.restricted_links(key)
    return links if key not in live.on_demand else {*links, *on_demand().hidden_links(live, key)}


# --- rooms


def name_of(live: Live, room: Room) -> str | None:
    """Return the name of a room, whether or not it is made; None if there is none."""
    obj = live.object(room)
    if obj is not None:
        return str(obj.key)
    return on_demand().outline(live, room).name if room[0] in live.on_demand else None


def names_of(live: Live, rooms: Iterable[Room]) -> dict[Room, str]:
    """Return the names of those rooms that exist. One query, or one for every few hundred rooms."""
    ids = {room: live.object_id(room) for room in rooms}
    names, all_names = db_rooms.names_of([pk for pk in ids.values() if pk is not None]), {}
    for room, pk in ids.items():
        if pk in names:
            all_names[room] = names[pk]
        elif room[0] in live.on_demand:
            all_names[room] = on_demand().outline(live, room).name
    return all_names


def kinds_of(live: Live, rooms: Iterable[Room]) -> dict[Room, tuple[str, ...]]:
    """Return room -> its kinds of place by its tags, `shop`, if it has such tags. One query."""
    ids, categories = (
        {room: live.object_id(room) for room in rooms},
        settings.setting_value("XYZGRID_PLACE_TAGS"),
    )
    made = db_rooms.tags_of([pk for pk in ids.values() if pk is not None], categories)
    kinds = {}
    for room, pk in ids.items():
        tags = made.get(pk, ()) if pk is not None else on_demand().outline(live, room).tags
        if of_places := sorted(tag for tag, category in tags if category in categories):
            kinds[room] = tuple(of_places)
    return kinds


def rooms_with_outline(live: Live, is_meant: Callable[[Outline], bool]) -> list[EncodedNames]:
    """Return rooms not made yet whose outlines `is_meant` accepts, with their names."""
    return on_demand().rooms_by(live, lambda outline: 0 if is_meant(outline) else 1, 1)[0]


def tagged_place(room: RoomObject) -> Place | None:
    """Return the place in a room's tags, drawn or not; None if it has no coordinate."""
    if room is None:
        return None
    x, y, z = (room.tags.get(category=part) for part in (objects.X, objects.Y, objects.Z))
    column, row = parse_whole_number(x), parse_whole_number(y)
    return None if column is None or row is None else Place(str(z), Coord(column, row))
