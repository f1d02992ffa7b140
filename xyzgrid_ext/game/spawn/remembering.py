"""Records the state in which rows were spawned, so that later changes can be recognised.

It does so for maps in modules, up to the size that the map editor can open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from xyzgrid_ext.core.grid import Grid, is_lazy
from xyzgrid_ext.core.spawn import ExitKey, Marks, SpawnPlan, Wanted, marks_of, xyz_of
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
    if is_order(one.reference) or is_lazy(one.grid):
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
    keys = {key for key in live.grids if is_remembered(live, key)}
    rows: dict[str, dict[str, Marks]] = defaultdict(dict)
    gone: dict[str, list[str]] = defaultdict(list)
    known: dict[int, int] = {}

    def take(part: Sequence[Any]) -> None:
        for place in part:
            if (key := _map_of(place)) in keys:
                rows[key].update(marks_of(wanted, [place], known))

    yield from pace.each("remembered", [*wanted.rooms, *wanted.exits], take)
    for place in (*done.gone_rooms, *done.gone_exits):
        gone[_map_of(place)].append(name_of(place))
    for key in sorted({*rows, *gone}):
        spawned.remember(key, rows[key], gone[key])


def remember_places(key: str, wanted: Wanted, places: Iterable[Any]) -> None:
    """Record that some rows of a map are as its file wants them."""
    kept = {p for p in places if p in (wanted.exits if isinstance(p, ExitKey) else wanted.rooms)}
    gone = [name_of(place) for place in places if place not in kept]
    spawned.remember(key, marks_of(wanted, kept, {}), gone)


def _whole_steps(live: Live, wanted: Wanted, pace: Pace) -> Steps[None]:
    for key, grid in live.grids.items():
        if not is_remembered(live, key) or xyz_of(grid, 0) not in wanted.rooms:
            continue
        rows: dict[str, Marks] = {}
        known: dict[int, int] = {}

        def take(
            part: Sequence[int],
            grid: Grid = grid,
            rows: dict[str, Marks] = rows,
            known: dict[int, int] = known,
        ) -> None:
            rows.update(marks_of(wanted, _places(grid, part, wanted), known))

        yield from pace.each("remembered", range(grid.rooms), take)
        spawned.remember(key, rows, whole=True)


def _places(grid: Grid, rooms: Iterable[int], wanted: Wanted) -> Iterable[Any]:
    for room in rooms:
        xyz = xyz_of(grid, room)
        yield xyz
        for link in grid.links_of(room):
            key = ExitKey(xyz, grid.way_of(link).direction)
            if key in wanted.exits:
                yield key


def _map_of(place: Any) -> str:
    return stem((place.room if isinstance(place, ExitKey) else place).z)
