"""Which rows of a plan are compared at all: lazy maps, maps that do not load, rows made meanwhile.

    O-O-o . .     O  a room of a lazy map with exits of its own: compared, and each of its exits
    | |           o  a room that only an exit leads to: compared; its exits wait
    o o . . .     .  no object: it waits (`on_demand`), unless the plan is asked for it

A plan makes only those rooms to which an exit of an existing room leads, even of a room on another
map.

    a map does not load      its file still names the exits to it    they are not compared
    a walker has come        rows were made since `wanted` was read  they are not compared
    a walker has gone        rows went since `existing` was read     they are not wanted

The last two concern lazy maps, whose rooms come and go while a plan is made in slices.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place, split_level
from xyzgrid_ext.core.spawn import XYZ, Existing, ExitKey, SpawnPlan, Wanted
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.world.world import Live


def compared_rooms(live: Live, key: str) -> tuple[list[int], list[int]]:
    """Return the indices of the rooms and of the links of a lazy map that a plan compares."""
    grid = live.grids[key]
    links = [link for room in rooms_with_exits(live, key) for link in grid.links_of(room)]
    ends = {target for target in grid.target[links].tolist() if target >= 0}
    return sorted({*live.spawned_numbers(key)[0].tolist(), *ends}), links


def rooms_with_exits(live: Live, key: str) -> list[int]:
    """Return the indices of the rooms of a lazy map whose exits exist as objects."""
    rooms: list[int] = np.unique(live.grids[key].source[live.spawned_numbers(key)[1]]).tolist()
    return rooms


def ends_elsewhere_steps(live: Live, wanted: Wanted, pace: Pace) -> Steps[dict[str, list[int]]]:
    """Return key of a lazy map -> indices of rooms, not made nor wanted, where wanted exits end."""
    numbers: dict[str, set[int]] = defaultdict(set)
    ends = set[XYZ]()

    def look_at(part: Sequence[ExitKey]) -> None:
        targets = {wanted.exits[key].target for key in part}
        ends.update(xyz for xyz in targets if xyz not in wanted.rooms)

    yield from pace.each("exits of the map", wanted.exits if live.on_demand else (), look_at)
    for target in ends:
        room = live.room_at_xyz(*target)
        if room is not None and room[0] in live.on_demand and live.object_id(room) is None:
            numbers[room[0]].add(room[1])
    return {key: sorted(rooms) for key, rooms in numbers.items()}


def count_lazy_steps(
    live: Live, keys: Iterable[str], todo: SpawnPlan, pace: Pace
) -> Steps[SpawnPlan]:
    """Return the plan with the rooms of lazy maps that it makes (`ring`), leaves, or cannot see."""
    if not live.on_demand:
        return todo
    ring: set[XYZ] = set()

    def look_at(part: Sequence[XYZ]) -> None:
        ring.update(xyz for xyz in part if is_on_demand(live, xyz))

    yield from pace.each("compared", todo.new_rooms, look_at)
    new, reasons = sum_by_map(Counter(xyz.z for xyz in ring)), live.on_demand_reasons
    grids = {key: live.grids[key] for key in keys if key in live.on_demand}
    later = {
        grid.name: grid.rooms - live.spawned_count(key) - new[key]
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
            if grid.tiles is not None and live.index and (rooms := live.index.rooms_off_map(key))
        },
        on_demand_reasons={g.name: reasons[key] for key, g in grids.items() if key in reasons},
    )


def map_of_level(z: str) -> str:
    """Return the map to which a level belongs: `cube` for `cube:3`."""
    level = split_level(z)
    return level[0] if level else z


def sum_by_map(levels: Mapping[str, int]) -> Counter[str]:
    """Return map -> sum of the numbers of its levels: `{"cube:0": 2, "cube:1": 3}` -> `cube: 5`."""
    totals = Counter[str]()
    for z, number in levels.items():
        totals[map_of_level(z)] += number
    return totals


def is_on_demand(live: Live, xyz: XYZ) -> bool:
    """Whether a place is on a lazy map, drawn or not."""
    if live.on_demand.isdisjoint((xyz.z, map_of_level(xyz.z))):  # a name may look like a level
        return False
    if live.is_undrawn(Place(xyz.z, Coord(xyz.x, xyz.y))):
        return True
    room = live.room_at_xyz(*xyz)
    return room is not None and room[0] in live.on_demand


def may_have_link(live: Live, xyz: XYZ, direction: str) -> bool:
    """Whether a lazy map has such a link from a place, or may have one where it is not drawn."""
    room = live.room_at_xyz(*xyz)
    if room is None or room[0] not in live.on_demand:
        return False
    tiles = live.grids[room[0]].tiles
    if tiles is not None and tiles.is_at_edge(xyz.x, xyz.y):
        return True
    return live.grids[room[0]].link_by_name(room[1], direction) is not None


def adjust_steps(
    live: Live, wanted: Wanted, existing: Existing, last: Wanted, pace: Pace, *, is_whole: bool
) -> Steps[None]:
    """Take out of the rows of a plan what it must not compare: see the head of the module.

    These are exits to maps that do not load, and rooms of lazy maps that came or went meanwhile.
    `last` is the record of the last spawn, and `is_whole` is for plans of whole maps.
    """
    if live.unloaded_maps:
        yield from _leave_ways_to_failed_steps(live, existing, last, pace)
    if live.on_demand:
        yield from _drop_new_steps(live, wanted, existing, last, pace)
        if is_whole:
            yield from _drop_gone_steps(live, wanted, existing, pace)


def _leave_ways_to_failed_steps(
    live: Live, existing: Existing, last: Wanted, pace: Pace
) -> Steps[None]:
    """Take out the exits to maps that do not load: as long as their file names them, they stay."""
    lost = list[ExitKey]()

    def look_at(part: Sequence[ExitKey]) -> None:
        for key in part:
            target = existing.exits[key].target
            if target is None or live.level(target.z) is not None:
                continue
            room = live.room_at_xyz(*key.room)
            if room and live.grids[room[0]].link_by_name(room[1], key.direction) is not None:
                lost.append(key)

    yield from pace.each("compared", existing.exits, look_at)
    _take_out(existing.exits, lost)
    _take_out(last.exits, lost)


def _drop_new_steps(
    live: Live, wanted: Wanted, existing: Existing, last: Wanted, pace: Pace
) -> Steps[None]:
    """Take out the existing rows made for walkers since `wanted` was read."""
    new, exits = set[XYZ](), list[ExitKey]()

    def rooms(part: Sequence[XYZ]) -> None:
        new.update(xyz for xyz in part if xyz not in wanted.rooms and is_on_demand(live, xyz))

    def look_at(part: Sequence[ExitKey]) -> None:
        exits.extend(
            key
            for key in part
            if key.room in new
            or (key not in wanted.exits and may_have_link(live, key.room, key.direction))
        )

    yield from pace.each("compared", existing.rooms, rooms)
    yield from pace.each("compared", existing.exits, look_at)
    for rows in (existing, last):
        _take_out(rows.rooms, new)
        _take_out(rows.exits, exits)


def _drop_gone_steps(live: Live, wanted: Wanted, existing: Existing, pace: Pace) -> Steps[None]:
    """Take out the wanted rows of lazy maps' rooms removed since `existing` was read.

    These are the exits of rooms that have none, and rooms that do not exist and to which no exit
    leads.
    """
    entered, ends = set[XYZ](), set[XYZ]()
    exits, rooms = list[ExitKey](), list[XYZ]()

    def enter(part: Sequence[ExitKey]) -> None:
        entered.update(key.room for key in part)

    def look_at(part: Sequence[ExitKey]) -> None:
        for key in part:
            if key.room in entered or not is_on_demand(live, key.room):
                ends.add(wanted.exits[key].target)
            else:
                exits.append(key)

    def look_at_rooms(part: Sequence[XYZ]) -> None:
        rooms.extend(
            xyz
            for xyz in part
            if not (xyz in existing.rooms or xyz in ends) and is_on_demand(live, xyz)
        )

    yield from pace.each("compared", existing.exits, enter)
    yield from pace.each("compared", wanted.exits, look_at)
    yield from pace.each("compared", wanted.rooms, look_at_rooms)
    _take_out(wanted.exits, exits)
    _take_out(wanted.rooms, rooms)


def _take_out(rows: MutableMapping[Any, Any], keys: Iterable[Any]) -> None:
    for key in keys:
        rows.pop(key, None)


def free_memory_steps(pace: Pace, *parts: Mapping[Any, Any]) -> Steps[None]:
    """Empty these dicts in slices, to free memory: half a million entries at once take 0.2 s."""
    for rows in (part for part in parts if isinstance(part, MutableMapping)):

        def free(numbers: Sequence[int], pop: Callable[[], object] = rows.popitem) -> None:
            for _ in numbers:
                pop()

        yield from pace.each("compared", range(len(rows)), free)


def large_parts(todo: SpawnPlan) -> Iterator[Mapping[Any, Any]]:
    """Yield the large dicts of a finished plan, for `free_memory_steps`."""
    yield from (todo.new_exits, todo.new_rooms)
    if todo.wanted is not None:
        yield from (todo.wanted.exits, todo.wanted.rooms)
