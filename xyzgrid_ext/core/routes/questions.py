"""The surroundings of a room: the nearest of many rooms, all rooms within reach, dead ends.

# # B #        from @: first the rooms one step away, then two, ...
A @ # #        A and B are found before the rest of the world is searched
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import numpy as np

from xyzgrid_ext.core.grid.model import Bools, Floats, Ints
from xyzgrid_ext.core.routes.front import Front
from xyzgrid_ext.core.routes.model import Gate, Room, Rules
from xyzgrid_ext.core.routes.router import usable_rooms
from xyzgrid_ext.core.routes.world import World

_TINY = 1e-9


def nearest_rooms(
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

    Equally near rooms are ordered by map and number. `goals` are the rooms to find, or (rows,)
    bool: for each room of the world whether it is one. The search ends when `most` are found, or
    after `look_at` rooms. `is_meant` is called for each goal that is reached; False leaves it out.
    """
    wanted = goals if isinstance(goals, np.ndarray) else _marked(world, goals)
    unseen, looked, near = int(wanted.sum()), 0, list[Room]()
    for rooms, cost in _rings(_front(world, start, rules)):
        if looked + len(rooms) > look_at:
            first = np.lexsort((rooms, cost))[: look_at - looked]
            rooms, cost = rooms[first], cost[first]
        looked += len(rooms)
        hit = wanted[rooms]
        pairs = zip(cost[hit].tolist(), map(world.room, rooms[hit].tolist()), strict=True)
        new = [room for _, room in sorted(pairs)]
        unseen -= len(new)
        near += [room for room in new if is_meant is None or is_meant(room)]
        if not unseen or len(near) >= most or looked >= look_at:
            break
    return near[:most]


def _marked(world: World, rooms: Iterable[Room]) -> Bools:
    """Return (rows,) bool: which rooms of the world these are."""
    marked = np.zeros(world.columns.rows, dtype=bool)
    marked[[world.number(room) for room in rooms]] = True
    return marked


def cheapest_pair(
    world: World,
    starts: Mapping[Room, float],
    goals: Mapping[Room, float],
    rules: Rules,
    *,
    around: Collection[str] = (),
) -> tuple[Room, Room] | None:
    """Find the start and the goal with the cheapest route between them; None if there is none.

        3 -> A . . . B -> 9       A and B, rather than another pair that costs more than
                                  3 + the route + 9

    `starts`: room to start from -> cost to get there; none of them is a goal. `goals`: room to find
    -> cost to go on from there. `around` has keys of maps whose rooms a route enters only at goals.
    """
    first = {world.number(room): cost for room, cost in starts.items() if world.has(room)}
    last = {world.number(room): cost for room, cost in goals.items() if world.has(room)}
    best, end = np.inf, -1
    wanted = _marked(world, [room for room in goals if world.has(room)])
    wanted[list(first)] = False
    least = min(last.values(), default=np.inf)
    inside = usable_rooms(world, rules, *first)
    if inside is None:
        inside = np.ones(world.columns.rows, dtype=bool)
    for begin, end_of_map in (world.room_range(key) for key in around if key in world.grids):
        inside[begin:end_of_map] &= wanted[begin:end_of_map]
    inside[list(first)] = True
    front = Front(world, Gate(rules), inside=inside)
    front.start(first, first.values())
    while front.floor + least < best:
        front.settle_ring()
        rooms = front.settled[-1]
        for number in rooms.compress(wanted.take(rooms)).tolist():
            if (cost := float(front.cost[number]) + last[number]) < best:
                best, end = cost, number
    return None if end < 0 else (world.room(front.path_to(end)[-1]), world.room(end))


def rooms_within(
    world: World, start: Room, most: float, rules: Rules, *, steps: bool = False
) -> dict[Room, float]:
    """Return room -> cost of its route, for rooms at a cost of `most` or less, `start` included.

    With `steps`, each exit costs 1.
    """
    near: dict[Room, float] = {}
    for rooms, cost in _rings(_front(world, start, rules, steps=steps)):
        is_near = cost <= most + _TINY
        if len(rooms) and not is_near.any():
            break
        numbers = rooms[is_near].tolist()
        near.update(zip(map(world.room, numbers), cost[is_near].tolist(), strict=True))
    return near


def unreachable_rooms(world: World, start: Room, rules: Rules) -> dict[str, Ints]:
    """Return key of a map -> numbers of its rooms to which no route leads from `start`."""
    return _by_map(world, ~_reached(world, start, rules))


def trap_rooms(world: World, start: Room, rules: Rules) -> dict[str, Ints]:
    """Return key of a map -> numbers of its rooms that `start` leads to, but that lead not back."""
    reached, back = (_reached(world, start, rules, back=back) for back in (False, True))
    return _by_map(world, reached & ~back)


def _reached(world: World, start: Room, rules: Rules, *, back: bool = False) -> Bools:
    """Return (rows,) bool: the rooms that can be reached from a room, or that can reach it."""
    front = _front(world, start, rules, back=back)
    deque(_rings(front), maxlen=0)
    return front.cost < np.inf


def _by_map(world: World, is_meant: Bools) -> dict[str, Ints]:
    by_map = {key: np.flatnonzero(is_meant[slice(*world.room_range(key))]) for key in world.grids}
    return {key: numbers for key, numbers in by_map.items() if len(numbers)}


def _front(
    world: World, start: Room, rules: Rules, *, back: bool = False, steps: bool = False
) -> Front:
    number = world.number(start)
    front = Front(world, Gate(rules), back, usable_rooms(world, rules, number), steps)
    front.start([number])
    return front


def _rings(front: Front) -> Iterator[tuple[Ints, Floats]]:
    """Yield the rooms of each ring of a search, and their costs."""
    while front.floor < np.inf:
        front.settle_ring()
        rooms = front.settled[-1]
        yield rooms, front.cost[rooms]
