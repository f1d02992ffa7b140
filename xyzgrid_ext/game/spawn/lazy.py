"""Lazy maps in a plan: which of their rooms are compared, and which wait until somebody comes.

    O-O-o . .     O  a room with exits of its own: compared, and each of its exits
    | |           o  a room that only an exit leads to: compared; its exits wait
    o o . . .     .  no object: it waits (`making`), unless the plan is asked for it by coordinate

A plan makes only those rooms to which an exit of an existing room leads, even of a room on another
map.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place, split_level
from xyzgrid_ext.core.land.tiles import is_at_edge
from xyzgrid_ext.core.spawn import XYZ, Existing, SpawnPlan, Wanted
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live


def meant(live: Live, key: str) -> tuple[list[int], list[int]]:
    """Return the rooms and the links of a lazy map that are compared."""
    grid = live.grids[key]
    rooms, _links = live.made(key)
    wanted = [link for room in sorted(entered(live, key)) for link in grid.links_of(room)]
    ends = {target for target in grid.target[wanted].tolist() if target >= 0}
    return sorted({*rooms.tolist(), *ends}), wanted


def entered(live: Live, key: str) -> set[int]:
    """Return the rooms of a lazy map that have exits."""
    _rooms, links = live.made(key)
    return set(np.unique(live.grids[key].source[links]).tolist())


def ends_elsewhere(live: Live, wanted: Wanted) -> dict[str, list[int]]:
    """Return the rooms of lazy maps that exits lead to but that are neither made nor wanted."""
    found: dict[str, set[int]] = defaultdict(set)
    for target in {spec.target for spec in wanted.exits.values()} if live.lazy else ():
        room = None if target in wanted.rooms else live.room_at_xyz(*target)
        if room is not None and room[0] in live.lazy and live.object_id(room) is None:
            found[room[0]].add(room[1])
    return {key: sorted(rooms) for key, rooms in found.items()}


def without_new(live: Live, wanted: Wanted, existing: Existing) -> Existing:
    """Return the existing rows except those made for walkers since `wanted` was read."""
    if not live.lazy:
        return existing
    new = {xyz for xyz in existing.rooms if xyz not in wanted.rooms and _is_lazy(live, xyz)}
    rooms = {xyz: row for xyz, row in existing.rooms.items() if xyz not in new}
    exits = {
        key: row
        for key, row in existing.exits.items()
        if key.room not in new
        and (key in wanted.exits or not _is_link(live, key.room, key.direction))
    }
    return replace(existing, rooms=rooms, exits=exits)


def without_gone(live: Live, wanted: Wanted, existing: Existing) -> Wanted:
    """Return the wanted rows without lazy maps' rooms removed since `existing` was read.

    This leaves out the exits of rooms that have none, and rooms that do not exist and to which no
    exit leads.
    """
    if not live.lazy:
        return wanted
    entered = {key.room for key in existing.exits}
    exits = {
        key: spec
        for key, spec in wanted.exits.items()
        if key.room in entered or not _is_lazy(live, key.room)
    }
    ends = {spec.target for spec in exits.values()}
    rooms = {
        xyz: spec
        for xyz, spec in wanted.rooms.items()
        if xyz in existing.rooms or xyz in ends or not _is_lazy(live, xyz)
    }
    return replace(wanted, rooms=rooms, exits=exits)


def told(live: Live, keys: Iterable[str], todo: SpawnPlan) -> SpawnPlan:
    """Return a plan that counts the lazy rooms that it makes now and those that it leaves out."""
    if not live.lazy:
        return todo
    ring = frozenset(xyz for xyz in todo.new_rooms if _is_lazy(live, xyz))
    new = Counter(stem(xyz.z) for xyz in ring)
    grids = {key: live.grids[key] for key in keys if key in live.lazy}
    later = {
        grid.name: grid.rooms - live.spawned(key) - new[key]
        for key, grid in grids.items()
        if grid.tiles is None  # an endless land has no such number
    }
    return replace(
        todo,
        ring=ring,
        unmade={name: rooms for name, rooms in later.items() if rooms},
        lazy_by_size=frozenset(grids[key].name for key in grids.keys() & live.lazy_by_size),
    )


def stem(z: str) -> str:
    """Return the map's part of a Z: `cube` for `cube:3`."""
    level = split_level(z)
    return level[0] if level else z


def waits(live: Live, xyz: XYZ) -> bool:
    """Whether the room at a coordinate is made when somebody comes to it."""
    room = live.room_at_xyz(*xyz)
    return room is not None and room[0] in live.lazy and live.object_id(room) is None


def _is_lazy(live: Live, xyz: XYZ) -> bool:
    if drawing.is_undrawn(live, Place(xyz.z, Coord(xyz.x, xyz.y))):
        return True
    room = live.room_at_xyz(*xyz)
    return room is not None and room[0] in live.lazy


def _is_link(live: Live, xyz: XYZ, direction: str) -> bool:
    """Whether a lazy map has a room there, or might have one where it is not drawn."""
    room = live.room_at_xyz(*xyz)
    if room is None or room[0] not in live.lazy:
        return False
    tiles = live.grids[room[0]].tiles
    if tiles is not None and is_at_edge(xyz.x, xyz.y, tiles.tiles):
        return True
    return live.grids[room[0]].link_named(room[1], direction) is not None
