"""Records the state in which rows were spawned, so that later changes can be recognised.

It does so for maps in modules, up to the size that the map editor can open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.spawn import (
    XYZ,
    Existing,
    ExitKey,
    ExitSpec,
    Marker,
    Marks,
    RoomSpec,
    SpawnPlan,
    Wanted,
    xyz_of,
)
from xyzgrid_ext.core.spawn.marks import NEEDS, name_of, without_needs
from xyzgrid_ext.game.base.limits import most
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import spawned
from xyzgrid_ext.game.maps.dungeon_order import is_order
from xyzgrid_ext.game.maps.matrix_files import SUFFIX
from xyzgrid_ext.game.spawn.lazy import stem
from xyzgrid_ext.game.world.world import Live

_NOTHING = (None, "")


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
        rooms = [one for one in wanted.rooms.items() if one[0].z in levels]
        yield from pace.each("remembered", rooms, blocks.take_rooms)
        exits = [one for one in wanted.exits.items() if one[0].room.z in levels]
        yield from pace.each("remembered", exits, blocks.take_exits)
        yield from blocks.write_steps(pace)
        spawned.forget(blocks.before.keys() - blocks.rows.keys())


def end_needs_steps(wanted: Wanted, existing: Existing, pace: Pace) -> Steps[None]:
    """Have those exits need nothing whose file no longer names the needs it gave them."""
    exits, rows, left = wanted.exits, existing.exits, list[ExitKey]()
    assert isinstance(exits, dict)

    def look_at(part: Sequence[ExitKey]) -> None:
        for key in part:
            value, _lock = rows[key].traits.attrs.get(NEEDS, _NOTHING)
            if value and key in exits and NEEDS not in exits[key].template.attrs:
                left.append(key)

    yield from pace.each("compared", list(rows), look_at)
    names = {key: name_of(key) for key in left}
    marks = spawned.marks({spawned.block_of(name) for name in names.values()}) if left else {}
    for key, name in names.items():
        exits[key] = without_needs(exits[key], rows[key], marks.get(name))


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
                self.take_exits([(place, exits[place])])
            elif not isinstance(place, ExitKey) and place in rooms:
                self.take_rooms([(place, rooms[place])])
            else:
                name = name_of(place)
                self._gone[spawned.block_of(name)].append(name)

    def take_rooms(self, part: Iterable[tuple[XYZ, RoomSpec]]) -> None:
        """Take wanted rooms."""
        for xyz, spec in part:
            block, name = _block_and_name(xyz)
            self.rows[block][name] = self._marker.room(spec)

    def take_exits(self, part: Iterable[tuple[ExitKey, ExitSpec]]) -> None:
        """Take wanted exits."""
        for (xyz, direction), spec in part:
            block, name = _block_and_name(xyz)
            self.rows[block][f"{name} {direction}"] = self._marker.exit(spec)

    def write_steps(self, pace: Pace) -> Steps[None]:
        """Write all recorded states."""

        def write(blocks: Sequence[str]) -> None:
            for block in blocks:
                if self._is_whole:
                    spawned.write_whole(block, self.rows[block], self.before.get(block))
                else:
                    spawned.write(block, self.rows[block], self._gone[block])

        yield from pace.each("remembered", sorted({*self.rows, *self._gone}), write)


@lru_cache(4_096)  # a room's exits come one after the other
def _block_and_name(xyz: XYZ) -> tuple[str, str]:
    return spawned.block_at(*xyz), name_of(xyz)


def _map_of(place: Any) -> str:
    return stem((place.room if isinstance(place, ExitKey) else place).z)
