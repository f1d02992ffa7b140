"""Rooms and exits of lazy maps that are not made yet, as their prototypes describe them.

    room ── room_proto ──┐
                         ├─► Outline: name, aliases, tags, locks, needs    each prototype once
    link ── link_proto ──┘

`exit_at` gives the exit's object, or an UnmadeExit that answers in its place: who may see it and go
through, and what it needs. It is never handed to anybody except as words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
from evennia.locks.lockhandler import LockHandler

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes import Router
from xyzgrid_ext.core.spawn import exit_names
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.open_locks import all_see
from xyzgrid_ext.game.db import rooms as db_rooms
from xyzgrid_ext.game.spawn import creation
from xyzgrid_ext.game.spawn.templates import Parents, resolved
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live, Room

Tag = tuple[str, str | None]


@dataclass(frozen=True, eq=False)
class EncodedNames:
    """Rooms of one map with their names, which are dictionary-encoded.

    Attributes:
        key: the map.
        numbers: (n,) int, the rooms, ascending.
        codes: (n,) int, -1 or more: the code of each room's name.
        names: the name of each code.

    """

    key: str
    numbers: Ints
    codes: Ints
    names: Mapping[int, str]


_NAME = "A room"  # as spawn calls one whose prototype has no name
_LOCKS = "view:all();traverse:all();call:true()"  # as Evennia gives them to an exit
_TOLD = (
    "prototype_parent",
    "prototype_key",
    "typeclass",
    "key",
    "aliases",
    "tags",
    "locks",
    "attrs",
)
_ATTRIBUTES = (needs.ATTRIBUTE, "err_traverse")


@dataclass(frozen=True)
class Outline:
    """The values of a prototype that players may see."""

    key: str | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    locks: tuple[str, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=dict)


class UnmadeExit:
    """An exit that is made when somebody comes to its room."""

    id = location = None

    def __init__(self, key: str, aliases: tuple[str, ...], outline: Outline) -> None:
        self.key, self.aliases = key, aliases
        self.is_free = not outline.locks
        """Whether its prototype gives it no lock."""
        self.lock_storage = creation.locked(_LOCKS, outline.locks)
        self.locks = LockHandler(self)
        # as `needs` reads them of an object
        kept = {name: (SimpleNamespace(value=v),) for name, v in outline.attributes.items()}
        self.attributes = SimpleNamespace(backend=kept)
        self.db = SimpleNamespace(err_traverse=outline.attributes.get("err_traverse"))

    def get_display_name(self, looker: Any = None) -> str:
        """Its name."""
        return self.key

    def access(self, accessing_obj: Any, access_type: str, default: bool = False) -> bool:
        """Whether its locks will allow this; the answer is the same as from an exit of the grid."""
        allowed = bool(self.locks.check(accessing_obj, access_type, default=default))
        if allowed and access_type == "search":
            return self.access(accessing_obj, "view")
        if not allowed or access_type != "traverse":
            return allowed
        return not needs.missing(self, accessing_obj)


class _Outlines:
    """The unmade rooms and exits of one world."""

    def __init__(self) -> None:
        self._parents = Parents()
        self._alike: dict[str, Outline] = {}
        self._of: dict[tuple[str, int], Outline] = {}
        self._exits: dict[tuple[str, int, int], UnmadeExit] = {}
        self._hidden: dict[str, frozenset[int]] = {}
        self._of_rooms: dict[str, list[int]] = {}
        self.asked: Router | None = None
        """The routes that ask the exits which are not for everybody."""

    def of(self, key: str, grid: Grid, number: int) -> Outline:
        """Return the outline of a prototype of a map."""
        if number < 0:
            return Outline()
        if (found := self._of.get((key, number))) is None:
            found = self._of[key, number] = self._outline(grid.protos[number], grid.name)
        return found

    def exit(self, key: str, grid: Grid, link: int) -> UnmadeExit:
        """Return the exit of a link; links with the same way and prototype share one."""
        name = key, grid.way.item(link), grid.link_proto.item(link)
        if (found := self._exits.get(name)) is None:
            way, outline = grid.way_of(link), self.of(key, grid, name[2])
            called, aliases = exit_names(way, outline.key, outline.aliases)
            found = self._exits[name] = UnmadeExit(called, aliases, outline)
        return found

    def hidden(self, key: str, grid: Grid) -> frozenset[int]:
        """Return the links of a map whose prototypes hide their exits from some people."""
        if (found := self._hidden.get(key)) is None:
            found = self._hidden[key] = self._links(key, grid, lambda one: not all_see(one))
        return found

    def not_for_all(self, key: str, grid: Grid) -> frozenset[int]:
        """Return the links whose prototypes hide their exits, or give them needs."""
        needing = self._links(key, grid, lambda one: bool(needs.needs_of(one)))
        return self.hidden(key, grid) | needing

    def of_rooms(self, key: str, grid: Grid) -> list[int]:
        """Return the prototypes of the rooms of a map."""
        if (found := self._of_rooms.get(key)) is None:
            used = np.bincount(grid.room_proto + 1)
            found = self._of_rooms[key] = (np.flatnonzero(used) - 1).tolist()
        return found

    def _links(
        self, key: str, grid: Grid, is_meant: Callable[[UnmadeExit], bool]
    ) -> frozenset[int]:
        """Return the links whose exits are of a certain kind according to their prototypes."""
        first = [0][: grid.links]
        if grid.links and grid.link_proto.min() != grid.link_proto.max():
            first = np.unique(grid.link_proto, return_index=True)[1].tolist()
        protos = [grid.link_proto.item(n) for n in first if is_meant(self.exit(key, grid, n))]
        if not protos:  # as on most maps
            return frozenset()
        return frozenset(np.flatnonzero(np.isin(grid.link_proto, protos)).tolist())

    def _outline(self, prototype: Mapping[str, Any], map_name: str) -> Outline:
        own = {name: prototype[name] for name in (*_TOLD, *_ATTRIBUTES) if name in prototype}
        key = own.get("key")
        is_plain = isinstance(key, str) and "$" not in key
        if is_plain:  # thousands of rooms differ in nothing else
            del own["key"]
        alike = repr(own)
        if alike not in self._alike:
            self._alike[alike] = self._resolved(own, map_name)
        found = self._alike[alike]
        if not is_plain:
            return found
        return Outline(key, found.aliases, found.tags, found.locks, found.attributes)

    def _resolved(self, prototype: Mapping[str, Any], map_name: str) -> Outline:
        try:
            template = resolved(prototype, self._parents, map_name)
        except RefusedError:  # `check` reports it, and the room cannot be made
            return Outline()
        given = {name: template.attrs.get((name, None)) for name in _ATTRIBUTES}
        return Outline(
            template.key,
            template.aliases,
            tuple((tag, category) for tag, category, _data in template.tags),
            template.locks,
            {name: value[0] for name, value in given.items() if value is not None},
        )


_outlines = PerWorld(_Outlines)


# --- exits


def exit_at(live: Live, room: Room, link: int) -> Any | None:
    """Return the exit of a link: its object, or one not made yet; None if there is none."""
    found = live.exit_at(room, link)
    if found is None and link >= 0 and live.waits(room):
        return exit_of(live, room, link)
    return found


def exit_of(live: Live, room: Room, link: int) -> UnmadeExit:
    """Return the exit of a link of a map as it will be made."""
    return _outlines.of(live).exit(room[0], live.grids[room[0]], link)


def exits_of(live: Live, room: Room) -> Iterator[tuple[int, UnmadeExit]]:
    """Yield the links of a room whose exits are not made yet, with stand-ins for these exits."""
    if live.waits(room):
        for link in live.grids[room[0]].links_of(room[1]):
            yield link, exit_of(live, room, link)


def be_asked(live: Live) -> None:
    """Make routes check exits that are not made yet, if not everybody may use them."""
    if not live.lazy or (outlines := _outlines.of(live)).asked is live.router:
        return
    outlines.asked = live.router
    for key in live.lazy:
        grid = live.grids[key]
        for link in sorted(outlines.not_for_all(key, grid)):
            room = key, grid.source.item(link)
            if live.exit_id(room, link) is None:
                live.overlay.ask_waiting(room, link)


def veiled(live: Live, key: str) -> Iterable[int]:
    """Return the links of a map whose exits not everybody sees, whether or not they are made."""
    own = live.veiled(key)
    if key not in live.lazy:
        return own
    return {*own, *_outlines.of(live).hidden(key, live.grids[key])}


# --- rooms


def name_of(live: Live, room: Room) -> str | None:
    """Return the name of a room, whether or not it is made; None if there is none."""
    obj = live.object(room)
    if obj is not None:
        return str(obj.key)
    return called(live, room) if live.exists(room) else None


def names_of(live: Live, rooms: Iterable[Room]) -> dict[Room, str]:
    """Return the names of those rooms that exist. One query, or one for every few hundred rooms."""
    ids = {room: live.object_id(room) for room in rooms}
    names = db_rooms.names_of([pk for pk in ids.values() if pk is not None])
    found = {}
    for room, pk in ids.items():
        if pk in names:
            found[room] = names[pk]
        elif room[0] in live.lazy:
            found[room] = called(live, room)
    return found


def kinds_of(live: Live, rooms: Iterable[Room]) -> dict[Room, tuple[str, ...]]:
    """Return the tags for kinds of places, for the rooms that have such tags. One query."""
    ids, found = {room: live.object_id(room) for room in rooms}, {}
    made = db_rooms.tags_of([pk for pk in ids.values() if pk is not None], settings.place_tags())
    for room, pk in ids.items():
        own = _kinds(made.get(pk, ()) if pk is not None else tags_of(live, room))
        if own:
            found[room] = own
    return found


def _kinds(tags: Iterable[Tag]) -> tuple[str, ...]:
    return tuple(sorted(tag for tag, category in tags if category in settings.place_tags()))


def tags_of(live: Live, room: Room) -> tuple[Tag, ...]:
    """Return the tags of a room that is not made yet."""
    return _outline(live, room).tags


def rooms_like(live: Live, is_meant: Callable[[Outline], bool]) -> list[EncodedNames]:
    """Return rooms not made yet whose outlines somebody is looking for, and their names."""
    return rooms_by(live, lambda one: 0 if is_meant(one) else 1, 1)[0]


def rooms_by(live: Live, rank: Callable[[Outline], int], ranks: int) -> list[list[EncodedNames]]:
    """Return rooms not made yet with their names, by the ranks of their outlines, from 0 on."""
    outlines = _outlines.of(live)
    rooms: list[list[EncodedNames]] = [[] for _ in range(ranks)]
    for key in sorted(live.lazy):
        grid, names = live.grids[key], defaultdict[int, dict[int, str]](dict)
        for proto in outlines.of_rooms(key, grid):
            outline = outlines.of(key, grid, proto)
            names[rank(outline)][proto] = called_of(outline)
        for number in names.keys() & range(ranks):
            which = np.zeros(len(grid.protos) + 1, dtype=bool)  # the last is that of none, -1
            which[list(names[number])] = True
            waiting = which.take(grid.room_proto)
            waiting[live.made(key)[0]] = False
            numbers = np.flatnonzero(waiting)
            codes = grid.room_proto.take(numbers)
            rooms[number].append(EncodedNames(key, numbers, codes, names[number]))
    return rooms


def is_called(text: str, one: Outline) -> bool:
    """Whether a text is the whole name of a room, or an alias."""
    return name_key(text) in map(name_key, (called_of(one), *one.aliases))


def called_of(outline: Outline) -> str:
    """Return the name of the rooms of an outline."""
    return outline.key or _NAME


def called(live: Live, room: Room) -> str:
    """Return the name of a room that is not made yet."""
    return called_of(_outline(live, room))


def _outline(live: Live, room: Room) -> Outline:
    grid = live.grids[room[0]]
    return _outlines.of(live).of(room[0], grid, grid.room_proto.item(room[1]))
