"""Rooms in the order in which ripples reach them that start at some of them at once.

2 1 2 3      from the two @: each room stands as many steps from the nearest of them;
1 @ 1 2      ways are taken whatever they weigh and whoever may use them
2 1 1 @
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xyzgrid_ext.core.graph.model import Room
from xyzgrid_ext.core.graph.world import World


def ripples(world: World, starts: Iterable[Room]) -> Iterator[Room]:
    """All rooms that can be reached, each once, the starts first.

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
        return []  # gone since this room was found, or another map by now
    return [world.room(number) for number in world.beside(room)]
