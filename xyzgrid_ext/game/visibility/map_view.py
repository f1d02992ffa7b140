"""Views of many rooms of a map for one viewer, read from the database in one go.

of_levels    a map, or whole levels of it      by the tags of the levels, three queries
of_rooms     some rooms of a map               by the ids of their objects
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view import ExitView, RoomView
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.visibility import unmade
from xyzgrid_ext.game.visibility.view_maker import ENVIRONMENT, Tags, ViewMaker, plain
from xyzgrid_ext.game.world.overlay import Opened
from xyzgrid_ext.game.world.world import Live, Room

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
            return unmade.called(live, room), unmade.tags_of(live, room)
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
            one = unmade.exit_of(maker.live, (maker.key, number), link)
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
