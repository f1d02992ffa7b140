"""Records the state in which rows were spawned, so that later changes can be recognised.

It does so for maps in modules, up to the size that the map editor can open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.spawn import ExitKey, Marks, SpawnPlan, Wanted, marks_of, spec_marks, xyz_of
from xyzgrid_ext.core.spawn.marks import name_of
from xyzgrid_ext.game.base.limits import most
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import spawned
from xyzgrid_ext.game.maps.dungeon_order import is_order
from xyzgrid_ext.game.maps.matrix_files import SUFFIX
from xyzgrid_ext.game.spawn.lazy import stem
from xyzgrid_ext.game.world.world import Live


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
        levels = [map_key(grid.zname(z)) for z in range(grid.levels or 1)]
        blocks = _Blocks(wanted, grid, spawned.texts_of(levels))
        yield from pace.each("remembered", range(grid.rooms), blocks.take_rooms)
        yield from blocks.write_steps(pace)
        spawned.forget(blocks.before.keys() - blocks.rows.keys())


class _Blocks:
    """The marks of rows, block by block, until they are written.

    Of a whole map, `before` has the stored texts of all its blocks; of single rows it is None.
    """

    def __init__(
        self, wanted: Wanted, grid: Grid | None = None, before: Mapping[str, str] | None = None
    ) -> None:
        self._wanted, self._grid, self.before = wanted, grid, before or {}
        self._is_whole = before is not None
        self._known: dict[Any, int] = {}
        self.rows: dict[str, dict[str, Marks]] = defaultdict(dict)
        self._gone: dict[str, list[str]] = defaultdict(list)

    def take(self, places: Iterable[Any]) -> None:
        """Take the rows at the given places."""
        for place in places:
            name = name_of(place)
            block = spawned.block_of(name)
            is_exit = isinstance(place, ExitKey)
            if place in (self._wanted.exits if is_exit else self._wanted.rooms):
                self.rows[block].update(marks_of(self._wanted, [place], self._known))
            else:
                self._gone[block].append(name)

    def take_rooms(self, rooms: Iterable[int]) -> None:
        """Take the rooms with these numbers on a map, with their exits."""
        grid = self._grid
        assert grid is not None
        wanted, known = self._wanted, self._known
        for room in rooms:
            xyz = xyz_of(grid, room)
            if (spec := wanted.rooms.get(xyz)) is None:
                continue
            name = name_of(xyz)
            marks = self.rows[spawned.block_of(name)]
            marks[name] = spec_marks(spec, known)
            for link in grid.links_of(room):
                direction = grid.way_of(link).direction
                if (way := wanted.exits.get(ExitKey(xyz, direction))) is not None:
                    marks[f"{name} {direction}"] = spec_marks(way, known)

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
