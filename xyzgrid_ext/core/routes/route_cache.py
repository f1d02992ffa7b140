"""A cache of the most recently used routes, limited by their total number of steps.

A route depends on the world, on its ends, and on the walker's answer for each marked portal that
the search asked about. If all of these are equal, a new search would find the same route.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from xyzgrid_ext.core.routes.model import Gate, Portal, Room, Route

MOST_STEPS = 40_000
"""The most steps of all cached routes together: about six megabytes."""
_MOST_ASKED = 64  # portals: with more answers to compare, a new search is as fast

_Ends = tuple[Room, Room, bool]


class CachedRoute(NamedTuple):
    """A cached route (None if there is none), and the answers on which it depends."""

    route: Route | None
    answers: tuple[tuple[Portal, bool], ...]

    @property
    def size(self) -> int:
        """The number of steps and answers."""
        return 1 + len(self.answers) + (0 if self.route is None else len(self.route.steps))


class RouteCache:
    """The cached routes of one world in one version."""

    def __init__(self, most_steps: int = MOST_STEPS) -> None:
        self._most = most_steps
        self._version = -1
        self._routes: OrderedDict[_Ends, CachedRoute] = OrderedDict()
        self.size = 0

    def find(self, version: int, start: Room, goal: Room, gate: Gate) -> CachedRoute | None:
        """Return the cached route between two rooms for a walker.

        Return None if it has to be searched for.
        """
        if version != self._version:
            self._routes.clear()
            self._version, self.size = version, 0
        ends = (start, goal, gate.wormholes)
        kept = self._routes.get(ends)
        if kept is None or any(gate(portal) != answer for portal, answer in kept.answers):
            return None
        self._routes.move_to_end(ends)
        return kept

    def keep(self, version: int, start: Room, goal: Room, gate: Gate, route: Route | None) -> None:
        """Store a route, and discard the least recently used ones."""
        kept = CachedRoute(route, tuple(gate.answers))
        if version != self._version or len(kept.answers) > _MOST_ASKED or kept.size > self._most:
            return
        ends = (start, goal, gate.wormholes)
        if (old := self._routes.pop(ends, None)) is not None:
            self.size -= old.size
        self._routes[ends] = kept
        self.size += kept.size
        while self.size > self._most:
            self.size -= self._routes.popitem(last=False)[1].size
