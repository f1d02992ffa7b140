"""Lazy maps in a plan: which of their rooms are compared, and which wait until somebody comes.

    O-O-o . .     O  a room with exits of its own: compared, and each of its exits
    | |           o  a room that only an exit leads to: compared; its exits wait
    o o . . .     .  no object: it waits (`making`), unless the plan is asked for it by coordinate

A plan makes only those rooms to which an exit of an existing room leads, even of a room on another
map.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place, map_key, split_level
from xyzgrid_ext.core.land.tiles import is_at_edge
from xyzgrid_ext.core.spawn import XYZ, ExitKey, SpawnPlan, Wanted
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live


def meant(live: Live, key: str) -> tuple[list[int], list[int]]:
    """Return the rooms and the links of a lazy map that are compared."""
    grid = live.grids[key]
    rooms, links = live.made(key)
    with_exits = np.unique(grid.source[links]).tolist()
    wanted = [link for room in with_exits for link in grid.links_of(room)]
    ends = {target for target in grid.target[wanted].tolist() if target >= 0}
    return sorted({*rooms.tolist(), *ends}), wanted


def entered(live: Live, key: str) -> set[int]:
    """Return the rooms of a lazy map that have exits."""
    _rooms, links = live.made(key)
    return set(np.unique(live.grids[key].source[links]).tolist())


def ends_elsewhere_steps(live: Live, wanted: Wanted, pace: Pace) -> Steps[dict[str, list[int]]]:
    """Return the rooms of lazy maps that exits lead to but that are neither made nor wanted."""
    found: dict[str, set[int]] = defaultdict(set)
    ends = set[XYZ]()

    def look_at(part: Sequence[ExitKey]) -> None:
        targets = {wanted.exits[key].target for key in part}
        ends.update(xyz for xyz in targets if xyz not in wanted.rooms)

    yield from pace.each("exits of the map", wanted.exits if live.lazy else (), look_at)
    for target in ends:
        room = live.room_at_xyz(*target)
        if room is not None and room[0] in live.lazy and live.object_id(room) is None:
            found[room[0]].add(room[1])
    return {key: sorted(rooms) for key, rooms in found.items()}


def counted_steps(live: Live, keys: Iterable[str], todo: SpawnPlan, pace: Pace) -> Steps[SpawnPlan]:
    """Return a plan that counts the lazy rooms that it makes now and those that it leaves out."""
    if not live.lazy:
        return todo
    ring: set[XYZ] = set()

    def look_at(part: Sequence[XYZ]) -> None:
        ring.update(xyz for xyz in part if is_lazy(live, xyz))

    yield from pace.each("compared", todo.new_rooms, look_at)
    new = by_map(Counter(xyz.z for xyz in ring))
    grids = {key: live.grids[key] for key in keys if key in live.lazy}
    later = {
        grid.name: grid.rooms - live.spawned(key) - new[key]
        for key, grid in grids.items()
        if grid.tiles is None  # an endless land has no such number
    }
    return replace(
        todo,
        ring=frozenset(ring),
        unmade={name: rooms for name, rooms in later.items() if rooms},
        undrawn={
            grid.name: rooms
            for key, grid in grids.items()
            if grid.tiles is not None and live.index and (rooms := live.index.off_map(key))
        },
        lazy_by_size=frozenset(grids[key].name for key in grids.keys() & live.lazy_by_size),
    )


def stem(z: str) -> str:
    """Return the map's part of a Z: `cube` for `cube:3`."""
    level = split_level(z)
    return level[0] if level else z


def by_map(levels: Mapping[str, int]) -> Counter[str]:
    """Return the sum of the numbers of a map's levels, for each map."""
    found = Counter[str]()
    for z, number in levels.items():
        found[stem(z)] += number
    return found


def waits(live: Live, xyz: XYZ) -> bool:
    """Whether the room at a coordinate is made when somebody comes to it."""
    room = live.room_at_xyz(*xyz)
    return room is not None and room[0] in live.lazy and live.object_id(room) is None


@lru_cache(maxsize=1024)
def _map_keys(z: str) -> tuple[str, str]:
    """Return the keys of the maps that a Z may be of: a name may look like a level."""
    return map_key(z), map_key(stem(z))


def is_lazy(live: Live, xyz: XYZ) -> bool:
    """Whether a place is on a lazy map, drawn or not."""
    if live.lazy.isdisjoint(_map_keys(xyz.z)):  # quick, as it is asked of each exit
        return False
    if drawing.is_undrawn(live, Place(xyz.z, Coord(xyz.x, xyz.y))):
        return True
    room = live.room_at_xyz(*xyz)
    return room is not None and room[0] in live.lazy


def is_link(live: Live, xyz: XYZ, direction: str) -> bool:
    """Whether a lazy map has a room there, or might have one where it is not drawn."""
    room = live.room_at_xyz(*xyz)
    if room is None or room[0] not in live.lazy:
        return False
    tiles = live.grids[room[0]].tiles
    if tiles is not None and is_at_edge(xyz.x, xyz.y, tiles.tiles):
        return True
    return live.grids[room[0]].link_named(room[1], direction) is not None
