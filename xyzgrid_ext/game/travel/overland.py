"""Legs over endless lands, where the goal, or the land on the way to it, is not drawn.

    in the land ──way──► G                   the land is the same: over the ground, along roads
    town ──route──► gate ──way──► G          into the land, out of it, and from land to land:
    in the land ──way──► gate ──route──► G   by the gates that cost least

A way is computed in a worker from the seed, in a second or two, so it is asked for only where it
may be the best: the gates are chosen by lower bounds of the costs, then again by the costs of the
computed ways, until the choice no longer changes.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.land.ways import LandWay, NoWay, least_cost
from xyzgrid_ext.core.routes import Portal, Route
from xyzgrid_ext.game.base.elsewhere import FEW, beside
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.maps.lands import way_over
from xyzgrid_ext.game.visibility import routes
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

_TRIES = 5  # choices of gates; each may need two more ways


class Over(NamedTuple):
    """A way over an endless land, and the key of that land."""

    land: str
    way: LandWay


Part = Route | Over


class Leg(NamedTuple):
    """The parts of a leg, and where they end."""

    parts: tuple[Part, ...]
    stops: tuple[Place, ...]


Ways = dict[tuple[Place, Place], Over | NoWay]
"""The ways that were computed for one journey, by their ends."""


class OverLand:
    """The search for a leg over one endless land, or from one to another.

    If a land is redrawn meanwhile, the leg cannot be used, but the computed ways can.
    """

    def __init__(
        self, viewer: OfCharacter, ends: tuple[Place, Place], journey: Journey, ways: Ways
    ) -> None:
        self._viewer, self._live, self._journey = viewer, viewer.live, journey
        self._start, self._end = ends
        self._lands = land_at(viewer, self._start), land_at(viewer, self._end)
        self._ways = ways

    def finding(self) -> Generator[Any, None, Leg | Portal | NoWay]:
        """Find the leg, or the reason why there is none."""
        ends = self._start, self._end
        if self._lands[0] is not None and self._lands[0] == self._lands[1]:
            yield from self._computed(ends)
            if isinstance(over := self._ways[ends], Over):
                return Leg((over,), _stops(over, self._end))
        for _try in range(_TRIES):
            if current() is not self._live:
                break
            if (found := (yield from self._by_gates())) is not None:
                return found
        return self._why

    @property
    def _why(self) -> NoWay:
        return NoWay.TOO_FAR if NoWay.TOO_FAR in self._ways.values() else NoWay.NONE

    def _by_gates(self) -> Generator[Any, None, Leg | Portal | NoWay | None]:
        """Find the leg; None if ways had to be computed, after which others may be better."""
        live, around = self._live, [key for key in self._lands if key is not None]
        starts = self._costs(leaving(live, self._lands[0]), self._start, is_start=True)
        goals = self._costs(entering(live, self._lands[1]), self._end, is_start=False)
        found = yield from routes.ends(self._viewer, starts, goals, self._journey, around)
        if found is None or isinstance(found, Portal):
            return found or self._why
        gates = live.router.place(found[0]), live.router.place(found[1])
        out = None if found[0] == live.locate(self._start) else (self._start, gates[0])
        into = None if found[1] == live.locate(self._end) else (gates[1], self._end)
        wanted = [ends for ends in (out, into) if ends is not None and ends not in self._ways]
        for ends in wanted:
            yield from self._computed(ends)
        if wanted:
            return None
        rules = routes.rules_for(self._viewer, self._journey)
        route = yield from live.routes.finding(*found, rules)
        return None if route is None else self._joined(out, route, into, gates)

    def _joined(
        self,
        out: tuple[Place, Place] | None,
        route: Route,
        into: tuple[Place, Place] | None,
        gates: tuple[Place, Place],
    ) -> Leg:
        """Return the leg: a way out of a land, a route, a way into a land."""
        parts: list[Part] = [route]
        stops: tuple[Place, ...] = gates[1:]
        first, last = (None if ends is None else self._ways[ends] for ends in (out, into))
        if isinstance(first, Over):
            parts, stops = [first, *parts], _stops(first, gates[0]) + stops
        if isinstance(last, Over):
            parts, stops = [*parts, last], stops + _stops(last, self._end)
        return Leg(tuple(parts), stops)

    def _computed(self, ends: tuple[Place, Place]) -> Generator[Any, None, None]:
        """Compute the way between two cells of a land, if it is not known yet."""
        if ends in self._ways:
            return
        (start, end), key = ends, map_key(ends[1].map)
        work = partial(way_over, self._live.loaded[key], start.coord[:2], end.coord[:2])
        found = yield from beside("way over land", FEW, work)
        self._ways[ends] = Over(key, found) if isinstance(found, LandWay) else found

    def _costs(self, gates: list[Room], place: Place, *, is_start: bool) -> dict[Room, float]:
        """Return what it costs at least from a place to each gate, or from each gate to it."""
        live, found = self._live, dict[Room, float]()
        for gate in gates:
            other = live.router.place(gate)
            way = self._ways.get((place, other) if is_start else (other, place))
            if isinstance(way, Over):
                found[gate] = way.way.cost
            elif way is None:
                found[gate] = least_cost(other.coord[:2], place.coord[:2])
        room = live.locate(place)
        return found if room is None else {**found, room: 0.0}


def _stops(over: Over, end: Place) -> tuple[Place, ...]:
    return tuple(Place(end.map, Coord(*cell)) for cell in over.way.stops)


def land_at(viewer: OfCharacter, place: Place) -> str | None:
    """Return the key of the endless land of a place; None elsewhere, and if the land is hidden."""
    live, key = viewer.live, map_key(place.map)
    if key not in live.grids or live.grids[key].tiles is None:
        return None
    return key if viewer.sees_all or key not in live.in_fog else None


def leaving(live: Live, key: str | None) -> list[Room]:
    """Return the rooms of a land from which exits lead elsewhere than to the next cell."""
    return sorted({portal.source for portal in _gates(live, key) if portal.source[0] == key})


def entering(live: Live, key: str | None) -> list[Room]:
    """Return the rooms of a land to which exits lead from elsewhere than the next cell."""
    return sorted({portal.target for portal in _gates(live, key) if portal.target[0] == key})


def _gates(live: Live, key: str | None) -> list[Portal]:
    if key is None:
        return []
    return [one for one in live.routes.world.portals(key) if not _is_step(live, one)]


def _is_step(live: Live, portal: Portal) -> bool:
    """Whether a portal leads to the next cell of the same land."""
    (key, source), (other, target) = portal.source, portal.target
    if key != other:
        return False
    grid = live.grids[key]
    return least_cost(grid.coord(source)[:2], grid.coord(target)[:2]) <= 1
