"""Rooms and exits of lazy maps that are not made yet, as their prototypes describe them.

    room ── room_proto ──┐
                         ├─► Outline: name, aliases, tags, locks, needs    each prototype once
    link ── link_proto ──┘

An UnmadeExit answers in the place of an exit's object: who may see it and go through, and what it
needs. It is never handed to anybody except as words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from evennia.locks.lockhandler import LockHandler

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.routes import Router
from xyzgrid_ext.core.spawn.wanted import exit_names
from xyzgrid_ext.game.base.evennia_types import Lockable, Looker
from xyzgrid_ext.game.base.open_locks import everybody_sees
from xyzgrid_ext.game.spawn import creation
from xyzgrid_ext.game.spawn.templates import ParentPrototypes, resolve_prototype
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.world.lookups import EncodedNames, Outline
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live, Room

_LOCKS = "view:all();traverse:all();call:true()"  # as Evennia gives them to an exit
_TOLD = (
    *("prototype_parent", "prototype_key", "typeclass", "key"),
    *("aliases", "tags", "locks", "attrs"),
)
_ATTRIBUTES = (needs.ATTRIBUTE, "err_traverse")


class UnmadeExit(Lockable):
    """Stands for an exit of a lazy map that has no object yet: its names, locks and needs."""

    id = location = None

    def __init__(self, key: str, aliases: tuple[str, ...], outline: Outline) -> None:
        self.key, self.aliases = key, aliases
        self.is_free = not outline.locks
        """Whether its prototype gives it no lock."""
        self.lock_storage = creation.add_locks(_LOCKS, outline.locks)
        self.locks = LockHandler(self)
        # as `needs` reads them of an object
        attributes = {name: (SimpleNamespace(value=v),) for name, v in outline.attributes.items()}
        self.attributes = SimpleNamespace(backend=attributes)
        self.db = SimpleNamespace(err_traverse=outline.attributes.get("err_traverse"))

    def get_display_name(self, looker: Looker | None = None) -> str:
        """Return its key."""
        return self.key

    def access(self, accessing_obj: Any, access_type: str, default: bool = False) -> bool:
        """Whether its locks and needs will allow this, as for an exit of the grid."""
        allowed = bool(self.locks.check(accessing_obj, access_type, default=default))
        if allowed and access_type == "search":
            return self.access(accessing_obj, "view")
        if not allowed or access_type != "traverse":
            return allowed
        return not needs.unmet_needs(self, accessing_obj)


class _Outlines:
    """The unmade rooms and exits of one world."""

    def __init__(self) -> None:
        self._parents = ParentPrototypes()
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
        if (outline := self._of.get((key, number))) is None:
            outline = self._of[key, number] = self._outline(grid.protos[number], grid.name)
        return outline

    def exit(self, key: str, grid: Grid, link: int) -> UnmadeExit:
        """Return the exit of a link; links with the same way and prototype share one."""
        name = key, grid.way.item(link), grid.link_proto.item(link)
        if (exit_ := self._exits.get(name)) is None:
            way, outline = grid.way_of(link), self.of(key, grid, name[2])
            called, aliases = exit_names(way, outline.key, outline.aliases)
            exit_ = self._exits[name] = UnmadeExit(called, aliases, outline)
        return exit_

    def hidden(self, key: str, grid: Grid) -> frozenset[int]:
        """Return the links of a map whose prototypes hide their exits from some people."""
        if (links := self._hidden.get(key)) is None:
            links = self._hidden[key] = self._links(key, grid, lambda e: not everybody_sees(e))
        return links

    def not_for_all(self, key: str, grid: Grid) -> frozenset[int]:
        """Return the links whose prototypes hide their exits, or give them needs."""
        needing = self._links(key, grid, lambda exit_: bool(needs.needs_of(exit_)))
        return self.hidden(key, grid) | needing

    def of_rooms(self, key: str, grid: Grid) -> list[int]:
        """Return the prototypes of the rooms of a map."""
        if (of_room := self._of_rooms.get(key)) is None:
            used = np.bincount(grid.room_proto + 1)
            of_room = self._of_rooms[key] = (np.flatnonzero(used) - 1).tolist()
        return of_room

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

    def _outline(self, prototype: Prototype, map_name: str) -> Outline:
        plain = {name: prototype[name] for name in (*_TOLD, *_ATTRIBUTES) if name in prototype}
        key = plain.get("key")
        is_plain = isinstance(key, str) and "$" not in key
        if is_plain:  # thousands of rooms differ in nothing else
            del plain["key"]
        alike = repr(plain)
        if alike not in self._alike:
            self._alike[alike] = self._resolved(plain, map_name)
        outline = self._alike[alike]
        if not is_plain:
            return outline
        return Outline(key, outline.aliases, outline.tags, outline.locks, outline.attributes)

    def _resolved(self, prototype: Prototype, map_name: str) -> Outline:
        try:
            template = resolve_prototype(prototype, self._parents, map_name)
        except RefusedError:  # `check` reports it, and the room cannot be made
            return Outline()
        values = {name: template.attrs.get((name, None)) for name in _ATTRIBUTES}
        return Outline(
            template.key,
            template.aliases,
            tuple((tag, category) for tag, category, _data in template.tags),
            template.locks,
            {name: value[0] for name, value in values.items() if value is not None},
        )


_outlines = PerWorld(_Outlines)


# --- exits


def unmade_exit(live: Live, room: Room, link: int) -> UnmadeExit:
    """Return the exit of a link (its number) of a room's map as it will be made."""
    return _outlines.of(live).exit(room[0], live.grids[room[0]], link)


def check_unmade_exits(live: Live) -> None:
    """Make routes check exits that are not made yet, if not everybody may use them."""
    if not live.on_demand or (outlines := _outlines.of(live)).asked is live.router:
        return
    outlines.asked = live.router
    for key in live.on_demand:
        grid = live.grids[key]
        for link in sorted(outlines.not_for_all(key, grid)):
            room = key, grid.source.item(link)
            if live.exit_id(room, link) is None:
                live.overlay.check_waiting_exit(room, link)


def hidden_links(live: Live, key: str) -> frozenset[int]:
    """Return the numbers of the links of a map whose exits some people will not see."""
    return _outlines.of(live).hidden(key, live.grids[key])


# --- rooms


def rooms_by_rank(
    live: Live, rank: Callable[[Outline], int], ranks: int
) -> list[list[EncodedNames]]:
    """Return the rooms not made yet in a list for each `rank` of their outlines, from 0 on."""
    outlines = _outlines.of(live)
    rooms: list[list[EncodedNames]] = [[] for _ in range(ranks)]
    for key in sorted(live.on_demand):
        grid, names = live.grids[key], defaultdict[int, dict[int, str]](dict)
        for proto in outlines.of_rooms(key, grid):
            outline = outlines.of(key, grid, proto)
            names[rank(outline)][proto] = outline.name
        for number in names.keys() & range(ranks):
            which = np.zeros(len(grid.protos) + 1, dtype=bool)  # the last is that of none, -1
            which[list(names[number])] = True
            waiting = which.take(grid.room_proto)
            waiting[live.spawned_numbers(key)[0]] = False
            numbers = np.flatnonzero(waiting)
            codes = grid.room_proto.take(numbers)
            rooms[number].append(EncodedNames(key, numbers, codes, names[number]))
    return rooms


def room_outline(live: Live, room: Room) -> Outline:
    """Return the names, tags, locks … that a room of a lazy map will have."""
    grid = live.grids[room[0]]
    return _outlines.of(live).of(room[0], grid, grid.room_proto.item(room[1]))
