"""Which of many rooms is nearest: one search outwards, that ends at the first few it finds.

    # # B #        from @: first the rooms one step away, then two, ...
    # A @ #        A and B are found before the rest of the world is looked at

A field towards each of them would cost as much as the map for each; a name can stand on thousands.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator

from xyzgrid_ext.core.graph.model import WorldGraph
from xyzgrid_ext.core.graph.router import MayUse, Room


def nearest(
    world: WorldGraph,
    start: Room,
    goals: Collection[Room],
    may_use: MayUse,
    *,
    most: int = 10,
    look_at: int = 100_000,
) -> list[Room]:
    """The nearest of some rooms by route, the nearest first; those out of reach are left out.

    Args:
        world: the graph of all maps.
        start: (key of the map, number of the room).
        goals: rooms to find.
        may_use: asked for each marked portal, as `Router.route` does.
        most: how many to find.
        look_at: how many rooms to look at before giving up.

    """
    wanted = set(goals)
    found: list[Room] = []
    for room in _outwards(world, start, may_use, look_at):
        if room in wanted:
            found.append(room)
            wanted.discard(room)
        if not wanted or len(found) >= most:
            break
    return found


def _outwards(world: WorldGraph, start: Room, may_use: MayUse, look_at: int) -> Iterator[Room]:
    """Rooms in the order of their distance; equal ones in the order of map and number."""
    best: dict[Room, float] = {start: 0.0}
    queue: list[tuple[float, Room]] = [(0.0, start)]
    done: set[Room] = set()
    while queue and len(done) < look_at:
        cost, room = heapq.heappop(queue)
        if room in done:
            continue
        done.add(room)
        yield room
        graph = world.maps[room[0]]
        begin, end = int(graph.first[room[1]]), int(graph.first[room[1] + 1])
        ways = [
            ((room[0], target), weight)
            for target, weight in zip(
                graph.target[begin:end].tolist(), graph.weight[begin:end].tolist(), strict=True
            )
        ]
        ways += [
            (portal.target, portal.weight)
            for portal in world.portals_from.get(room, ())
            if not portal.marked or may_use(portal)
        ]
        for there, weight in ways:
            if cost + weight < best.get(there, float("inf")):
                best[there] = cost + weight
                heapq.heappush(queue, (cost + weight, there))
