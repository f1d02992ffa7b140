"""Plans journeys: routes over what is drawn, and ways over endless lands between them.

    in the land ──way──► G                   the land is the same: over the ground, along roads
    town ──route──► gate ──way──► G          into the land, out of it, and from land to land:
    in the land ──way──► gate ──route──► G   by the gates that cost least

A way over land is computed from the seed in another thread, in a second or two, so it is asked for
only where it may be the best: the gates are chosen by lower bounds of the costs, then again by the
costs of the computed ways, until the choice no longer changes.

The stops of a journey over land are kept with it: the walker goes from one to the next, and the
land is drawn ahead of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.routes import LandWay, NoWay, Portal, Route, RouteStep, least_cost
from xyzgrid_ext.game.base.elsewhere import FEW, beside
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.visibility import routes
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

_MOST = 10  # ways over land that are computed for a leg

Ends = tuple[Place, Place]
Ways = dict[Ends, LandWay | NoWay]
"""The ways over land that were computed for one journey, by their ends."""


class Over(NamedTuple):
    """A way over an endless land, and the key of that land."""

    land: str
    way: LandWay


Part = Route | Over


class Leg(NamedTuple):
    """The parts of a leg, and where they end."""

    parts: tuple[Part, ...]
    stops: tuple[Place, ...]


class WaysWanted(NamedTuple):
    """The ends of ways over land without which no leg can be chosen."""

    ways: tuple[Ends, ...]


Why = Portal | NoWay | None
"""The shut exit in the way, or the reason why no way leads over land, if it is known."""


class JourneyPlan(NamedTuple):
    """The way of a journey.

    `live` is the world in which its routes were found, `journey` has its stops if it leads over an
    endless land, `parts` are in order, none if no way is known, and `why` says why not.
    """

    live: Live
    journey: Journey
    parts: tuple[Part, ...]
    why: Why = None

    @property
    def first(self) -> tuple[RouteStep, ...]:
        """The steps to the first stop that is not here; none if the way there is over land."""
        for part in self.parts:
            if isinstance(part, Over):
                break
            if part.steps:
                return part.steps
        return ()

    @property
    def steps(self) -> int:
        """The number of steps."""
        return sum(
            part.way.steps if isinstance(part, Over) else len(part.steps) for part in self.parts
        )


def plan_steps(
    viewer: OfCharacter, here: Room, goal: Room | None, journey: Journey
) -> Steps[JourneyPlan]:
    """Plan a journey; it takes a moment only if ways over land have to be computed.

    `goal` is for a journey to a person their present room, and None where land is not drawn.
    """
    place = viewer.live.router.place
    ends = (place(here), *journey.via, journey.place if goal is None else place(goal))
    ways: Ways = {}
    while True:
        live = current()
        plan = plan_journey(OfCharacter(live, viewer.character), ends, journey, ways)
        if isinstance(plan, JourneyPlan):
            return plan
        for start, end in plan.ways:
            land = live.loaded[map_key(end.map)]
            work = partial(on_demand().way, land, start.coord[:2], end.coord[:2])
            ways[start, end] = yield from beside("way over land", FEW, work)


def plan_journey(
    viewer: OfCharacter, ends: tuple[Place, ...], journey: Journey, ways: Ways
) -> JourneyPlan | WaysWanted:
    """Plan a journey from the first of some places through the others.

    `ways` has the ways over land that are known. The result names others that are needed.
    """
    live, parts, stops = viewer.live, list[Part](), list[Place]()
    journey, (start, *goals) = replace(journey, way=()), ends
    for there in goals:
        if live.locate(there) is None and not live.is_undrawn(there):
            continue  # a place on the way that no longer exists
        leg = _leg(viewer, (start, there), journey, ways)
        if isinstance(leg, WaysWanted):
            return leg
        if not isinstance(leg, Leg):
            return JourneyPlan(live, journey, (), leg)
        parts += leg.parts
        stops += leg.stops
        start = there
    if any(isinstance(part, Over) for part in parts):
        journey = replace(journey, way=tuple(stops))
    return JourneyPlan(live, journey, tuple(parts))


def onward(viewer: OfCharacter, here: Room, stop: Room, journey: Journey) -> JourneyPlan | None:
    """Return the way to the next stop of a journey over land; None if no way leads there."""
    route = viewer.live.routes.find(here, stop, routes.rules_of(viewer, journey))
    return None if route is None else JourneyPlan(viewer.live, journey, (route,))


def _leg(viewer: OfCharacter, ends: Ends, journey: Journey, ways: Ways) -> Leg | WaysWanted | Why:
    live, shut = viewer.live, None
    here, goal = map(live.locate, ends)
    if here is not None and goal is not None:
        route = live.routes.find(here, goal, routes.rules_of(viewer, journey))
        if route is not None:
            return Leg((route,), ends[1:])
        shut = routes.shut(viewer, here, goal, journey)
    lands = [_land_at(viewer, end) for end in ends]
    # ways over land ignore locks, so a shut exit within the land decides
    is_shut = shut is not None and shut.source[0] == shut.target[0] in lands
    if is_shut or lands == [None, None] or journey.person is not None or journey.explored:
        return shut
    leg = _leg_over_land(viewer, ends, lands, journey, ways)
    return leg if isinstance(leg, Leg | WaysWanted) else shut or leg


# --- over land


def _leg_over_land(
    viewer: OfCharacter, ends: Ends, lands: list[str | None], journey: Journey, ways: Ways
) -> Leg | WaysWanted | Why:
    """Find a leg over one endless land, or from one to another."""
    live, (start, end) = viewer.live, ends
    if lands[0] is not None and lands[0] == lands[1]:
        if ends not in ways:
            return WaysWanted((ends,))
        if (over := _over(ends, ways)) is not None:
            return Leg((over,), _stops(over, end))
    starts = _costs(live, _gates(live, lands[0], attrgetter("source")), start, ways, is_start=True)
    goals = _costs(live, _gates(live, lands[1], attrgetter("target")), end, ways, is_start=False)
    around = [key for key in lands if key is not None]
    pair = routes.ends(viewer, starts, goals, journey, around)
    why = NoWay.TOO_FAR if NoWay.TOO_FAR in ways.values() else NoWay.NONE
    if pair is None or isinstance(pair, Portal):
        return pair or why
    gates = live.router.place(pair[0]), live.router.place(pair[1])
    out = None if pair[0] == live.locate(start) else (start, gates[0])
    into = None if pair[1] == live.locate(end) else (gates[1], end)
    if wanted := tuple(one for one in (out, into) if one is not None and one not in ways):
        computed = sum(1 for one in ways if start in one or end in one)
        return WaysWanted(wanted) if computed < _MOST else why
    route = live.routes.find(*pair, routes.rules_of(viewer, journey))
    return why if route is None else _joined(_over(out, ways), route, _over(into, ways), gates, end)


def _joined(first: Over | None, route: Route, last: Over | None, gates: Ends, end: Place) -> Leg:
    """Return the leg: a way out of a land, a route, a way into a land."""
    parts: list[Part] = [route]
    stops: tuple[Place, ...] = gates[1:]
    if first is not None:
        parts, stops = [first, *parts], _stops(first, gates[0]) + stops
    if last is not None:
        parts, stops = [*parts, last], stops + _stops(last, end)
    return Leg(tuple(parts), stops)


def _over(ends: Ends | None, ways: Ways) -> Over | None:
    way = None if ends is None else ways[ends]
    return Over(map_key(ends[1].map), way) if ends and isinstance(way, LandWay) else None


def _costs(
    live: Live, gates: Iterable[Room], place: Place, ways: Ways, *, is_start: bool
) -> dict[Room, float]:
    """Return what it costs at least from a place to each gate, or from each gate to it."""
    costs: dict[Room, float] = {}
    for gate in gates:
        other = live.router.place(gate)
        way = ways.get((place, other) if is_start else (other, place))
        if isinstance(way, LandWay):
            costs[gate] = way.cost
        elif way is None:
            costs[gate] = least_cost(other.coord[:2], place.coord[:2])
    room = live.locate(place)
    return costs if room is None else {**costs, room: 0.0}


def _stops(over: Over, end: Place) -> tuple[Place, ...]:
    return tuple(Place(end.map, Coord(*cell)) for cell in over.way.stops)


def _land_at(viewer: OfCharacter, place: Place) -> str | None:
    """Return the key of the endless land of a place; None elsewhere, and if the land is hidden."""
    live, key = viewer.live, map_key(place.map)
    if key not in live.grids or live.grids[key].tiles is None:
        return None
    return key if viewer.sees_all or key not in live.in_fog else None


def _gates(live: Live, key: str | None, end: Callable[[Portal], Room]) -> list[Room]:
    """Return the rooms of a land at one end of its exits, except of those to the next cell."""
    portals = () if key is None else live.routes.world.portals(key)
    return sorted({end(one) for one in portals if end(one)[0] == key and not _is_step(live, one)})


def _is_step(live: Live, portal: Portal) -> bool:
    """Whether a portal leads to the next cell of the same land."""
    (key, source), (other, target) = portal.source, portal.target
    if key != other:
        return False
    grid = live.grids[key]
    return least_cost(grid.coord(source)[:2], grid.coord(target)[:2]) <= 1
