"""Makes rooms of lazy maps when somebody comes: a room, its exits, and the rooms behind them.

    somebody at X    X-o . .      X, O  a room with its exits       o  a room without
                     |            .     no object
                     o . . .

    a step to the    O-X-o .      the rooms around are there before anybody sees them, as Evennia's
    right            | |          exits need a destination
                     o o . .

All of this is one transaction, with the same bulk writes and hooks as a spawn. If the server is
killed meanwhile, the room has no exits, as before, and is made when somebody comes again.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from operator import itemgetter
from weakref import WeakKeyDictionary

import numpy as np
from evennia.utils import logger

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import locate
from xyzgrid_ext.core.spawn import XYZ, RoomSpec, SpawnPlan, Template, Wanted
from xyzgrid_ext.core.spawn.wanted import WantedBuilder, wanted_things
from xyzgrid_ext.game.base.evennia_types import RoomObject
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.game.spawn import apply, record
from xyzgrid_ext.game.spawn.caches import restored_on_failure
from xyzgrid_ext.game.spawn.lookup import rooms_at_steps
from xyzgrid_ext.game.spawn.templates import ParentPrototypes, resolve_prototype
from xyzgrid_ext.game.spawn.things import existing_things
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.lands.game import numbers
from xyzgrid_ext.parts.lands.game.drawing import drawing
from xyzgrid_ext.prototypes import PROTOTYPE_LIST


class RoomTimes(defaultdict[str, dict[int, float]]):
    """A time for each of many rooms: map key -> room number -> time."""

    def __init__(self) -> None:
        super().__init__(dict)

    def moved(self, live: Live, old: Live) -> RoomTimes:
        """Return the times by room numbers of `live`, a new world in place of `old`."""
        room_times = RoomTimes()
        for key in self.keys() & old.grids.keys() & live.grids.keys():
            times, before, now = self[key], old.grids[key], live.grids[key]
            if before.coords is now.coords:
                room_times[key] = times
                continue
            rooms = now.rooms_at(before.coords[np.fromiter(times, np.intp, len(times))])
            pairs = zip(rooms.tolist(), times.values(), strict=True)
            room_times[key] = {number: at for number, at in pairs if number >= 0}
        return room_times


class _WorldCache(apply.SpawnCache):
    """The data of a world cached between rooms: its prototypes, and their rows."""

    def __init__(self) -> None:
        super().__init__()
        self.is_busy = False
        self.visits = RoomTimes()
        self.templates: dict[str, dict[int, Template]] = defaultdict(dict)
        self._refused: set[tuple[str, int]] = set()
        self._parents = ParentPrototypes()

    def take(self, before: _WorldCache, but: Collection[str]) -> None:
        """Take over the prototypes of an earlier world, except those of some maps."""
        self._parents = before._parents
        self.templates |= {k: protos for k, protos in before.templates.items() if k not in but}
        self.rows = before.rows.only(
            one for template in self.templates.values() for one in template.values()
        )
        self._refused = {one for one in before._refused if one[0] not in but}

    def resolve(self, live: Live, key: str, number: int) -> bool:
        """Resolve a prototype of a map; log it and return False if it is refused."""
        if number in self.templates[key]:
            return True
        if (key, number) in self._refused:
            return False
        grid = live.grids[key]
        try:
            self.templates[key][number] = resolve_prototype(
                grid.protos[number], self._parents, grid.name
            )
        except RefusedError as err:
            self._refused.add((key, number))
            logger.log_err(f"xyzgrid: '{grid.name}' has rooms that cannot be made:\n{err}")
            return False
        return True


_MANY = 16  # prototypes of rooms, and of exits, that are read in advance
_kept: WeakKeyDictionary[Live, _WorldCache] = WeakKeyDictionary()


def ensure_room(live: Live, room: Room) -> RoomObject | None:
    """Return a room's object; on a lazy map, make it first, with its exits. None without one.

    A hook of a room that is being made makes no other one by this.

    Raises:
        MapError: if its class cannot make an object.
        UsageError: if another process has the grid.
        UndrawnError: if the land has not been drawn yet.
    """
    if room[0] in live.on_demand:
        live, room = drawing.come(live, room)
        cache_of(live).visits[room[0]][room[1]] = time.monotonic()
    if room[0] in live.on_demand and not live.is_whole(room):
        world_cache = cache_of(live)
        if not world_cache.is_busy:
            world_cache.is_busy = True
            try:
                _make(live, room, world_cache)
            finally:
                world_cache.is_busy = False
    return live.object(room)


def cache_of(live: Live) -> _WorldCache:
    """Return what is cached of a world: prototypes, their rows, when rooms were last visited."""
    if (world_cache := _kept.get(live)) is None:
        world_cache = _kept[live] = _WorldCache()
    return world_cache


@surviving("rooms made on demand")
def prepare_prototypes(live: Live, **kwargs: object) -> None:
    """Read the prototypes that most rooms and exits of lazy maps have, so that nobody waits.

    An object of each usual class is also made and taken back: the first one takes 40 ms.
    """
    world_cache = cache_of(live)
    for key in sorted(live.on_demand):
        grid = live.grids[key]
        for column in (grid.room_proto, grid.link_proto):
            times = np.bincount(column + 1)[1:]
            for number in np.argsort(-times)[:_MANY].tolist():
                if times[number] and world_cache.resolve(live, key, number):
                    world_cache.rows.of(world_cache.templates[key][number])
    for prototype in PROTOTYPE_LIST:
        world_cache.rows.class_rows(str(prototype["typeclass"]))


def wanted_rows(live: Live, rooms: Iterable[Room]) -> Wanted:
    """Return what a spawn would make of rooms of lazy maps and their exits.

    Rooms are left out if their prototype, or one of an exit, is refused.
    """
    rows, cache = Wanted({}, {}), cache_of(live)
    for key, part in groupby(sorted(rooms), key=itemgetter(0)):
        grid = live.grids[key]
        own_rooms, links = list[int](), list[int]()
        for room in part:
            exits = grid.links_of(room[1])
            protos = {_proto(live, room), *grid.link_proto[exits.start : exits.stop].tolist()}
            if all(cache.resolve(live, key, number) for number in protos):
                own_rooms.append(room[1])
                links.extend(exits)
        builder = WantedBuilder(grid, cache.templates[key], live.grids)
        builder.add_rooms(own_rooms)
        builder.add_exits(links)
        new = builder.result
        rows = Wanted({**rows.rooms, **new.rooms}, {**rows.exits, **new.exits})
    return rows


def forget_prototypes(live: Live) -> None:
    """Forget the prototypes that were read, as those in the database may have changed."""
    if live in _kept and not _kept[live].is_busy:
        before, after = _kept[live], _WorldCache()
        after.visits, after.tags = before.visits, before.tags
        after.rows = before.rows.only(())
        _kept[live] = after


def keep_times(live: Live, old: Live) -> None:
    """Take the times of visits into the new world `live`; all else if only a land is redrawn."""
    numbers.store_numbers(live)
    if (before := _kept.get(old)) is None:
        return
    world_cache = cache_of(live)
    world_cache.visits = before.visits.moved(live, old)
    if live.redrawn:
        world_cache.take(before, live.redrawn)


def _make(live: Live, room: Room, cache: _WorldCache) -> None:
    with _sole_writer() as was_ours:
        numbers.store_numbers(live)
        todo = _plan(live, room, cache)
        if not was_ours and drain(
            rooms_at_steps(todo.new_rooms)
        ):  # another process has been here since
            live.forget_objects()
            todo = _plan(live, room, cache)
        note = partial(live.note, is_news=False)
        try:
            with restored_on_failure():
                drain(apply.apply_steps(todo, live, note, TERMINAL, cache=cache))
                rows = Wanted({**todo.new_rooms}, {**todo.new_exits})
                drain(record.store_rows_steps(rows, (*rows.rooms, *rows.exits)))
        except BaseException:
            live.forget_objects()  # it may know of rows that were rolled back
            _kept.pop(live, None)
            raise


@contextmanager
def _sole_writer() -> Iterator[bool]:
    """Hold the write lock within the block; yield whether this process held it before."""
    lock = write_lock()
    was_held = lock.is_held
    if not lock.acquire("rooms"):
        holder = lock.holder() or "another process"
        raise UsageError(f"{holder} has the grid", "go there in the game")
    try:
        yield was_held
    finally:
        if not was_held:
            lock.release()


def _plan(live: Live, room: Room, cache: _WorldCache) -> SpawnPlan:
    """Return the objects to make: the room, its exits, and the rooms that the exits lead to."""
    key, grid = room[0], live.grids[room[0]]
    links, ids = [], dict[XYZ, int]()
    new: dict[str, set[int]] = defaultdict(set)

    def is_there(place: Room) -> bool:
        """Whether a room exists or will be made."""
        if (pk := live.object_id(place)) is not None:
            ids[live.xyz(place)] = pk
        elif place[0] in live.on_demand and cache.resolve(live, place[0], _proto(live, place)):
            new[place[0]].add(place[1])
        else:
            return False
        return True

    for link in grid.links_of(room[1]) if is_there(room) else ():
        inside, proto = grid.target.item(link), grid.link_proto.item(link)
        end = (key, inside) if inside >= 0 else locate(grid.outside[link], live.grids)
        if end is not None and cache.resolve(live, key, proto) and is_there(end):
            links.append(link)
    rooms: dict[XYZ, RoomSpec] = {}
    for other, numbers_ in new.items():
        builder = WantedBuilder(live.grids[other], cache.templates[other], live.grids)
        builder.add_rooms(sorted(numbers_))
        rooms.update(builder.result.rooms)
    builder = WantedBuilder(grid, cache.templates[key], live.grids)
    builder.add_exits(links)
    new_things = wanted_things(rooms)
    existing = existing_things() if new_things else {}  # one may have been carried away since
    new_things = {key: thing for key, thing in new_things.items() if key not in existing}
    return SpawnPlan(rooms, builder.result.exits, {}, {}, {}, {}, ids=ids, new_things=new_things)


def _proto(live: Live, room: Room) -> int:
    """Return the number of the prototype of a room."""
    return live.grids[room[0]].room_proto.item(room[1])
