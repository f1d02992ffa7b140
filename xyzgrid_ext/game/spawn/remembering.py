"""Records the state in which rows were spawned, so that later changes can be recognised.

It does so for maps in modules, up to the size that the map editor can open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import (
    XYZ,
    ExitKey,
    Marker,
    Marks,
    SpawnPlan,
    Wanted,
    xyz_of,
)
from xyzgrid_ext.core.spawn.marks import name_of
from xyzgrid_ext.game.base.limits import most
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import spawned
from xyzgrid_ext.game.maps.dungeon_order import is_order
from xyzgrid_ext.game.maps.matrix_files import SUFFIX
from xyzgrid_ext.game.spawn.lazy import stem
from xyzgrid_ext.game.world.world import Live

_room_of = attrgetter("room")


def is_remembered(live: Live, key: str) -> bool:
    """Whether the spawned state of a map's rows is recorded."""
    one = live.loaded.get(key)
    if one is None or one.grid is None or one.reference.endswith(SUFFIX):
        return False
    if is_order(one.reference) or key in live.lazy:
        return False
    return one.grid.rooms <= most("edit_rooms")


def remember_steps(live: Live, done: SpawnPlan, pace: Pace) -> Steps[None]:
    """Record the spawned state of the rows of a finished plan."""
    if done.wanted is not None:
        yield from _whole_steps(live, done.wanted, pace)
        return
    rooms = {xyz: spec for xyz, (_row, spec, _) in done.changed_rooms.items()}
    exits = {key: spec for key, (_row, spec, _) in done.changed_exits.items()}
    wanted = Wanted({**done.new_rooms, **rooms}, {**done.new_exits, **exits})
    places = [*wanted.rooms, *wanted.exits, *done.gone_rooms, *done.gone_exits]
    keys = {key for key in live.grids if is_remembered(live, key)}
    yield from places_steps([one for one in places if _map_of(one) in keys], wanted, pace)


def places_steps(places: Sequence[Any], wanted: Wanted, pace: Pace) -> Steps[None]:
    """Record that the given rows are as wanted, and forget rows that are not wanted."""
    blocks = _Blocks(wanted)
    yield from pace.each("remembered", places, blocks.take)
    yield from blocks.write_steps(pace)


def _whole_steps(live: Live, wanted: Wanted, pace: Pace) -> Steps[None]:
    for key, grid in live.grids.items():
        if not grid.rooms or not is_remembered(live, key) or xyz_of(grid, 0) not in wanted.rooms:
            continue
        levels = {map_key(grid.zname(z)) for z in range(grid.levels or 1)}
        blocks = _Blocks(wanted, spawned.texts_of(levels))
        rooms = [xyz for xyz in wanted.rooms if xyz.z in levels]
        yield from pace.each("remembered", rooms, blocks.take_rooms)
        exits = [key for key in wanted.exits if key.room.z in levels]
        yield from pace.each("remembered", exits, blocks.take_exits)
        yield from blocks.write_steps(pace)
        spawned.forget(blocks.before.keys() - blocks.rows.keys())


class _Blocks:
    """The marks of rows, block by block, until they are written.

    For a whole map, `before` has the stored texts of all its blocks; for single rows it is None.
    """

    def __init__(self, wanted: Wanted, before: Mapping[str, str] | None = None) -> None:
        self._wanted, self.before = wanted, before or {}
        self._is_whole = before is not None
        self._marker = Marker()
        self.rows: dict[str, dict[str, Marks]] = defaultdict(dict)
        self._gone: dict[str, list[str]] = defaultdict(list)

    def take(self, places: Iterable[Any]) -> None:
        """Take the rows at the given places."""
        rooms, exits = self._wanted.rooms, self._wanted.exits
        for place in places:
            if isinstance(place, ExitKey) and place in exits:
                self.take_exits([place])
            elif not isinstance(place, ExitKey) and place in rooms:
                self.take_rooms([place])
            else:
                name = name_of(place)
                self._gone[spawned.block_of(name)].append(name)

    def take_rooms(self, places: Iterable[XYZ]) -> None:
        """Take the wanted rooms at the given places."""
        wanted, marks = self._wanted.rooms, self._marker.room
        for xyz in places:
            self.rows[spawned.block_at(*xyz)][name_of(xyz)] = marks(wanted[xyz])

    def take_exits(self, keys: Iterable[ExitKey]) -> None:
        """Take the given wanted exits."""
        wanted, marks = self._wanted.exits, self._marker.exit
        for xyz, exits in groupby(keys, _room_of):
            rows, name = self.rows[spawned.block_at(*xyz)], name_of(xyz)
            for key in exits:
                rows[f"{name} {key.direction}"] = marks(wanted[key])

    def write_steps(self, pace: Pace) -> Steps[None]:
        """Write all recorded states."""

        def write(blocks: Sequence[str]) -> None:
            for block in blocks:
                if self._is_whole:
                    spawned.write_whole(block, self.rows[block], self.before.get(block))
                else:
                    spawned.write(block, self.rows[block], self._gone[block])

        yield from pace.each("remembered", sorted({*self.rows, *self._gone}), write)


def _map_of(place: Any) -> str:
    return stem((place.room if isinstance(place, ExitKey) else place).z)
