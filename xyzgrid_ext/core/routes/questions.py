"""The surroundings of a room: the nearest of many rooms, all rooms within reach, dead ends.

    # # B #        from @: first the rooms one step away, then two, ...
    A @ # #        A and B are found before the rest of the world is searched

Questions that may take longer than some milliseconds are work in slices (`Work`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import closing

import numpy as np

from xyzgrid_ext.core.grid.model import Bools, Floats, Ints
from xyzgrid_ext.core.routes.front import Front
from xyzgrid_ext.core.routes.model import Gate, Room, Rules, Work, finished
from xyzgrid_ext.core.routes.router import inside_of
from xyzgrid_ext.core.routes.search import RING, SLICE
from xyzgrid_ext.core.routes.world import World

_TINY = 1e-9
_ASKED = 30  # the cost of a call of `is_meant`, counted in rooms


def nearest_by(
    world: World,
    start: Room,
    goals: Collection[Room] | Bools,
    rules: Rules,
    *,
    most: int = 10,
    look_at: int = 100_000,
    is_meant: Callable[[Room], bool] | None = None,
) -> list[Room]:
    """Find the nearest of the given rooms by route, nearest first; leave out unreachable ones.

    Equally near rooms are ordered by map and number.

    Args:
        world: the graph of all maps.
        start: (key of the map, number of the room).
        goals: the rooms to find, or (rows,) bool, which rooms of the world they are.
        rules: the portals and rooms that may be used.
        most: how many rooms to find.
        look_at: how many rooms to look at before giving up.
        is_meant: called for each goal that is reached; False leaves it out.

    """
    found = finished(finding_nearest(world, start, goals, rules, most, look_at, is_meant))
    assert found is not None  # nothing changes meanwhile
    return found


def finding_nearest(
    world: World,
    start: Room,
    goals: Collection[Room] | Bools,
    rules: Rules,
    most: int = 10,
    look_at: int = 100_000,
    is_meant: Callable[[Room], bool] | None = None,
) -> Work[list[Room] | None]:
    """Find what `nearest_by` finds, in slices; None if the world has changed meanwhile."""
    wanted = goals if isinstance(goals, np.ndarray) else _marked(world, goals)
    left, looked, work, found = int(wanted.sum()), 0, 0, list[Room]()
    version = world.version
    with closing(_rings(world, start, rules, False, False)) as rings:
        for rooms, cost in rings:
            if looked + len(rooms) > look_at:
                near = np.lexsort((rooms, cost))[: look_at - looked]
                rooms, cost = rooms[near], cost[near]
            looked += len(rooms)
            hit = wanted[rooms]
            pairs = zip(cost[hit].tolist(), map(world.room, rooms[hit].tolist()), strict=True)
            new = [room for _, room in sorted(set(pairs))]  # a room may stand in its ring twice
            left -= len(new)
            work += len(rooms) + RING
            for room in new:
                if is_meant is None or is_meant(room):
                    found.append(room)
                work += _ASKED
                if work > SLICE:
                    work = 0
                    yield
                    if version != world.version:
                        return None
            if not left or len(found) >= most or looked >= look_at:
                break
            if work > SLICE:
                work = 0
                yield
                if version != world.version:
                    return None
    return found[:most]


def _marked(world: World, rooms: Collection[Room]) -> Bools:
    """Return (rows,) bool: which rooms of the world these are."""
    found = np.zeros(world.columns.rows, dtype=bool)
    found[[world.number(room) for room in rooms]] = True
    return found


def nearest_ends(
    world: World,
    starts: Mapping[Room, float],
    goals: Mapping[Room, float],
    rules: Rules,
    *,
    around: Collection[str] = (),
) -> Work[tuple[Room, Room] | None]:
    """Find the start and the goal with the cheapest route between them; None if there is none.

        3 -> A . . . B -> 9       A and B, rather than another pair that costs more than
                                  3 + the route + 9

    Args:
        world: the graph of all maps.
        starts: rooms to start from, and the cost to get to each; they are not goals.
        goals: rooms to find, and the cost to go on from each.
        rules: the portals and rooms that may be used.
        around: keys of maps whose rooms a route may enter only if they are goals.

    """
    first = {world.number(room): cost for room, cost in starts.items() if world.has(room)}
    last = {world.number(room): cost for room, cost in goals.items() if world.has(room)}
    version, work, best, found = world.version, 0, np.inf, -1
    wanted = _marked(world, [room for room in goals if world.has(room)])
    wanted[list(first)] = False
    least = min(last.values(), default=np.inf)
    with world.scratch() as costs:
        front = Front(
            world, costs, Gate(rules), inside=_inside(world, rules, first, wanted, around)
        )
        try:
            front.start(first, first.values())
            while front.floor + least < best:
                front.ring()
                rooms = front.settled[-1]
                for number in rooms.compress(wanted.take(rooms)).tolist():
                    if (cost := float(costs[number]) + last[number]) < best:
                        best, found = cost, number
                work += len(rooms) + RING
                if work > SLICE:
                    work = 0
                    yield
                    if version != world.version:
                        break
            if version == world.version:
                return (
                    None if found < 0 else (world.room(front.chain(found)[-1]), world.room(found))
                )
        finally:
            front.reset()
    return (yield from nearest_ends(world, starts, goals, rules, around=around))


def _inside(
    world: World, rules: Rules, starts: Iterable[int], goals: Bools, around: Collection[str]
) -> Bools:
    """Return (rows,) bool: the rooms that a search may enter."""
    if rules.only is None:
        found = np.ones(world.columns.rows, dtype=bool)
    else:
        found = inside_of(world, rules.only, rules.where)
    for begin, end in (world.span(key) for key in around if key in world.grids):
        found[begin:end] &= goals[begin:end]
    found[list(starts)] = True
    return found


def within(
    world: World, start: Room, most: float, rules: Rules, *, steps: bool = False
) -> Work[dict[Room, float]]:
    """Yield the rooms around a room and their costs, as work in slices."""
    found: dict[Room, float] = {}
    for rooms, cost in (yield from _all_rings(world, start, rules, steps=steps, most=most)):
        found.update(zip(map(world.room, rooms.tolist()), cost.tolist(), strict=True))
    return found


def unreachable(world: World, start: Room, rules: Rules) -> Work[dict[str, Ints]]:
    """Find the numbers of all rooms that cannot be reached from a room, by map."""
    there = yield from _reached(world, start, rules, back=False)
    return _by_map(world, ~there)


def traps(world: World, start: Room, rules: Rules) -> Work[dict[str, Ints]]:
    """Find the numbers of the rooms that can be reached but allow no way back, by map."""
    there = yield from _reached(world, start, rules, back=False)
    version = world.version
    back = yield from _reached(world, start, rules, back=True)
    if version != world.version:
        return (yield from traps(world, start, rules))
    return _by_map(world, there & ~back)


def _reached(world: World, start: Room, rules: Rules, *, back: bool) -> Work[Bools]:
    """Return (rows,) bool: the rooms that can be reached from a room, or that can reach it."""
    rings = yield from _all_rings(world, start, rules, back=back)
    found = np.zeros(world.columns.rows, dtype=bool)
    for rooms, _ in rings:
        found[rooms] = True
    return found


def _by_map(world: World, which: Bools) -> dict[str, Ints]:
    found: dict[str, Ints] = {}
    for key in world.grids:
        begin, end = world.span(key)
        numbers = np.flatnonzero(which[begin:end])
        if len(numbers):
            found[key] = numbers
    return found


def _all_rings(
    world: World,
    start: Room,
    rules: Rules,
    *,
    back: bool = False,
    steps: bool = False,
    most: float = np.inf,
) -> Work[list[tuple[Ints, Floats]]]:
    """Collect all rings up to a cost; start again if the world changes meanwhile."""
    found: list[tuple[Ints, Floats]] = []
    version, work = world.version, 0
    with closing(_rings(world, start, rules, back, steps)) as rings:
        for rooms, cost in rings:
            near = cost <= most + _TINY
            if len(rooms) and not near.any():
                break
            found.append((rooms[near], cost[near]))
            work += len(rooms) + RING
            if work > SLICE:
                work = 0
                yield
                if version != world.version:
                    break
    if version == world.version:
        return found
    return (yield from _all_rings(world, start, rules, back=back, steps=steps, most=most))


def _rings(
    world: World, start: Room, rules: Rules, back: bool, steps: bool
) -> Generator[tuple[Ints, Floats], None, None]:
    """Yield the rooms of each ring around a room, and their costs."""
    inside = None
    if rules.only is not None:
        inside = inside_of(world, rules.only, rules.where)
        inside[world.number(start)] = True
    with world.scratch() as costs:
        front = Front(world, costs, Gate(rules), back=back, inside=inside, steps=steps)
        try:
            front.start([world.number(start)])
            while front.floor < np.inf:
                front.ring()
                rooms = front.settled[-1]
                yield rooms, costs[rooms]
        finally:
            front.reset()


def breadth_first(world: World, starts: Iterable[Room]) -> Iterator[Room]:
    """Yield all rooms that can be reached, each once and the starts first: a breadth-first search.

        2 1 2 3     the number of steps from the nearest @; weights and locks of links are ignored
        1 @ 1 2
        2 1 1 @

    Args:
        world: the graph of all maps.
        starts: (key of the map, number of the room) each.

    """
    edge = list(dict.fromkeys(starts))
    seen = set(edge)
    while edge:
        yield from edge
        near: dict[Room, None] = {}
        for room in edge:
            near |= dict.fromkeys(_neighbours(world, room))
        edge = [room for room in near if room not in seen]
        seen.update(edge)


def _neighbours(world: World, room: Room) -> list[Room]:
    grid = world.grids.get(room[0])
    if grid is None or room[1] >= grid.rooms:
        return []  # removed since the search found it
    return [world.room(number) for number in world.beside(room)]
