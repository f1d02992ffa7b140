"""The shortest path between two rooms, found by looking at one room after another.

    @ ) ) )      ( ( ( T       two searches meet; the one with fewer rooms in its next ring goes on

Each settles its rooms ring by ring: a ring holds the rooms whose cost lies between two multiples of
the lightest weight, so that no room of it lies behind another (Dial 1969; Denardo and Fox 1979).
The first room of a path that the one search has not settled was reached by it all the same, and the
next room by the other. So a path that neither has seen costs both floors and the exit between.

It suits worlds of few rooms, and corridors. Where rings hold many rooms, `front` settles each of
them as a whole.

Among equally short paths it takes the first that it comes upon, looking at exits in the order in
which they are listed, and last at those about which it has to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from math import inf

from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.routes.model import Portal
from xyzgrid_ext.core.routes.world import Edge, Exit, World

_Links = list[tuple[int, float]]


class Reader:
    """Reads the links of a world's rooms when a search first asks for them, and keeps them.

    Attributes:
        links: two dicts of links that everybody may use: room -> (other room, weight) of those out
            of it, then of those into it.
        edges: two dicts of restricted portals: room -> those out of it, then those into it; rooms
            without any are left out.
    """

    def __init__(self, world: World, *, wormholes: bool = True) -> None:
        self.world, self._wormholes = world, wormholes
        self._shape, self._touched = world.shape, len(world.touched)
        self.links: tuple[dict[int, _Links], dict[int, _Links]] = ({}, {})
        self.edges: tuple[dict[int, list[Edge]], dict[int, list[Edge]]] = ({}, {})
        self._exits: dict[int, list[Exit]] = {}

    def refresh(self) -> bool:
        """Forget rooms that have changed; False if maps came or went: make a new Reader then."""
        if self._shape != self.world.shape:
            return False
        for number in self.world.touched[self._touched :]:
            for rooms in (*self.links, *self.edges, self._exits):
                rooms.pop(number, None)
        self._touched = len(self.world.touched)
        return True

    def exits(self, number: int) -> list[Exit]:
        """Return the exits of a room that routes use, in the order in which its map lists them."""
        if number not in self._exits:
            self._exits[number] = self.world.exits(number)
        return self._exits[number]

    def read(self, number: int, back: int) -> _Links:
        """Read the links of a room into `links` and `edges`; return those that everybody may use.

        `back` is 0 for the links out of the room, 1 for those into it.
        """
        if back:
            rows = zip(*self.world.columns.neighbours(number, back=True), strict=True)
            ways: list[tuple[int, float, Portal | None]] = [(*row, None) for row in rows]
            ways.extend(self.world.edges_to.get(number, ()))
        else:
            ways = [(beyond, weight, portal) for beyond, weight, _, portal in self.exits(number)]
        links: _Links = []
        for beyond, weight, portal in ways:
            if portal is not None and portal.wormhole and not self._wormholes:
                continue
            if portal is None or not portal.restricted:
                links.append((beyond, weight))
            else:
                self.edges[back].setdefault(number, []).append((beyond, weight, portal))
        self.links[back][number] = links
        return links


def find_path(
    reader: Reader,
    ends: tuple[int, int],
    gate: Callable[[Portal], bool],
    inside: Bools | None = None,
) -> list[int] | None:
    """Return the numbers of the rooms on a shortest path, in order; None if there is none.

    Args:
        reader: reads the world.
        ends: the numbers of start and goal in the world.
        gate: whether a portal may be used; called for each restricted one that the search meets.
        inside: (rows,) bool: by number in the world, the rooms that may be entered; None: all.
    """
    may_enter = None if inside is None else inside.data
    width, lightest = reader.world.columns.ring_width, reader.world.columns.lightest
    costs: tuple[dict[int, float], ...] = ({ends[0]: 0}, {ends[1]: 0})
    before: tuple[dict[int, int], ...] = ({}, {})
    rings: tuple[dict[float, list[int]], ...] = ({0: [ends[0]]}, {0: [ends[1]]})
    orders: tuple[list[float], ...] = ([0], [0])
    best, meetings = inf, list[int]()
    while orders[0] and orders[1]:
        first, second = orders[0][0], orders[1][0]
        if (first + second) * width + lightest >= best:
            break
        side = len(rings[0][first]) > len(rings[1][second])
        cost, other, came_from, waiting = costs[side], costs[not side], before[side], rings[side]
        order, floor = orders[side], orders[not side][0] * width
        links_of, edges_of, ring = reader.links[side].get, reader.edges[side], heappop(order)
        for number in waiting.pop(ring):
            cost_here = cost[number]
            if cost_here // width < ring:
                continue  # settled since
            links = links_of(number)
            if links is None:
                links = reader.read(number, side)
            if number in edges_of:
                links = links + [
                    (beyond, weight)
                    for beyond, weight, portal in edges_of[number]
                    if cost_here + weight < cost.get(beyond, inf) and gate(portal)
                ]
            for beyond, weight in links:
                total = cost_here + weight
                if beyond in cost and cost[beyond] <= total:
                    continue
                if may_enter and not may_enter[beyond]:
                    continue
                cost[beyond], came_from[beyond] = total, number
                if beyond in other:
                    onward = other[beyond]
                    if total + onward < best:
                        best, meetings = total + onward, [beyond]
                    elif total + onward == best:
                        meetings.append(beyond)
                    if onward < floor:
                        continue  # the other search has settled it, and what lies behind it
                if total + floor > best:
                    continue
                at = total // width
                if at in waiting:
                    waiting[at].append(beyond)
                else:
                    waiting[at] = [beyond]
                    heappush(order, at)
    if not meetings:
        return None
    meeting_rooms, way = set(meetings), meetings
    if len(meeting_rooms) > 1:
        way = [next(room for room in costs[0] if room in meeting_rooms)]
    while way[-1] in before[0]:
        way.append(before[0].pop(way[-1]))  # so that a circle, which only a fault makes, ends
    if way[-1] != ends[0]:
        raise AssertionError(f"no way leads from room {ends[0]} to room {way[-1]}")
    way.reverse()
    while way[-1] != ends[1]:
        way.append(_next(reader.exits(way[-1]), way[-1], costs[1], before[1], gate))
    return way


def _next(
    exits: Iterable[Exit],
    number: int,
    back: Mapping[int, float],
    before: dict[int, int],
    gate: Callable[[Portal], bool],
) -> int:
    """Return the room behind the first listed exit that leaves exactly the rest of the cost.

    A sum may not hold a weight that is 10^16 times smaller; then, return the room by which the
    search came.
    """
    cost = back[number]
    for beyond, weight, _link, portal in exits:
        is_next = weight + back.get(beyond, inf) == cost > back[beyond]
        if is_next and (portal is None or gate(portal)):
            return beyond
    return before.pop(number)  # as above
