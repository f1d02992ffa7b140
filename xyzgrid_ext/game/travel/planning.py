"""Plans journeys: routes over what is drawn, and what a part knows of ways over the rest.

A part may need time for that. Then its steps are taken, and the journey is planned again with what
they have found.

The stops of a journey over what is not drawn are kept with it: the walker goes from one to the
next, and it is drawn ahead of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from enum import Enum
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.routes import Portal, Route, RouteStep
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.visibility import viewer_routes
from xyzgrid_ext.game.visibility.viewer import CharacterViewer
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

Ends = tuple[Place, Place]
"""Where a part of a journey begins and ends."""


class LandRoute(NamedTuple):
    """A part of a journey over an endless land: the land's key, and the number of steps.

    `words(grid, aloud)` tells the way: below the title of the `grid` if it is not None, and for
    screen readers if `aloud`.
    """

    land: str
    steps: int
    words: Callable[[Grid | None, bool], str]


RoutePart = Route | LandRoute
"""A part of a journey: over rooms that exist, or over an endless land."""


class NoGotoArea(NamedTuple):
    """An area into which `goto` leads nobody, and whether the journey begins within it."""

    area: str
    is_inside: bool

    def message(self) -> str:
        """Return the text for a walker who comes to its border."""
        text = _("{area} begins here, where goto does not lead you: find your own way.")
        if self.is_inside:
            text = _("You are in {area}, where goto does not lead you: find your own way.")
        return text.format(area=self.area)


BlockReason = Portal | NoGotoArea | Enum | None
"""Why a journey ends early: a shut exit, an area without `goto`, a part's reason; None: unknown."""


class Leg(NamedTuple):
    """The routes from one stop of a journey to the next, the places where they end, and `why`.

    `why` is the reason why they end before the stop; None if they lead there.
    """

    parts: tuple[RoutePart, ...]
    stops: tuple[Place, ...]
    why: BlockReason = None


class JourneyPlan(NamedTuple):
    """A planned journey: its `parts` in order; none, and `why`, if no way is known.

    `live` is the world in which they were found. `journey` has stops if it leads over endless land.
    """

    live: Live
    journey: Journey
    parts: tuple[RoutePart, ...]
    why: BlockReason = None

    @property
    def first_steps(self) -> tuple[RouteStep, ...]:
        """The steps to the first stop that is not here; none if the way there is over land."""
        for part in self.parts:
            if isinstance(part, LandRoute):
                break
            if part.steps:
                return part.steps
        return ()

    @property
    def steps(self) -> int:
        """The number of steps."""
        return sum(
            part.steps if isinstance(part, LandRoute) else len(part.steps) for part in self.parts
        )


def plan_steps(
    viewer: CharacterViewer, here: Room, goal: Room | None, journey: Journey
) -> Steps[JourneyPlan]:
    """Plan a journey; only where a part (add-on) has to compute ways it takes steps.

    `goal` is the room where the journey ends now; None where land is not drawn.
    """
    place = viewer.live.router.place
    ends = (place(here), *journey.via, journey.place if goal is None else place(goal))
    ways: dict[object, object] = {}
    while True:
        plan = plan_journey(CharacterViewer(current(), viewer.character), ends, journey, ways)
        if isinstance(plan, JourneyPlan):
            return plan
        yield from plan


def plan_journey(
    viewer: CharacterViewer, ends: tuple[Place, ...], journey: Journey, ways: dict[object, object]
) -> JourneyPlan | Steps[None]:
    """Plan a journey from the first of the places `ends` through the others.

    A part that has to compute ways returns Steps: when these are done, their results are in `ways`,
    and the journey is planned again.
    """
    live, parts, stops = viewer.live, list[RoutePart](), list[Place]()
    why: BlockReason = None
    journey, (start, *goals) = replace(journey, way=()), ends
    for goal in goals:
        if live.locate(goal) is None and not live.is_undrawn(goal):
            continue  # a place on the way that no longer exists
        leg = _leg(viewer, (start, goal), journey, ways)
        if isinstance(leg, Generator):
            return leg
        if not isinstance(leg, Leg):
            return JourneyPlan(live, journey, (), leg)
        parts += leg.parts
        stops += leg.stops
        start, why = goal, leg.why
        if why is not None:
            break
    if any(isinstance(part, LandRoute) for part in parts):
        journey = replace(journey, way=tuple(stops))
    return JourneyPlan(live, journey, tuple(parts), why)


def plan_over_land(
    viewer: CharacterViewer, here: Room, stop: Room, journey: Journey
) -> JourneyPlan | None:
    """Return the plan for the way to the next stop of a journey over land; None without a way."""
    route = viewer.live.routes.find(here, stop, viewer_routes.route_rules(viewer, journey))
    return None if route is None else JourneyPlan(viewer.live, journey, (route,))


def _to_the_border(viewer: CharacterViewer, route: Route, ends: Ends) -> Leg | BlockReason:
    """Return the leg of a route, as far as the first room into which `goto` leads nobody."""
    closed, grids = viewer_routes.closed_rooms(viewer), viewer.live.grids
    for number, (source, _link, (key, room)) in enumerate(route.steps):
        if key in closed and closed[key][room]:
            area = grids[key].area_of(room)
            assert area is not None  # whose option it is
            is_inside = source[0] == key and bool(closed[key][source[1]])
            border = NoGotoArea(area.title, is_inside)
            steps = route.steps[:number]
            return Leg((route._replace(steps=steps),), ends[1:], border) if steps else border
    return Leg((route,), ends[1:])


def _leg(
    viewer: CharacterViewer, ends: Ends, journey: Journey, ways: dict[Any, Any]
) -> Leg | Steps[None] | BlockReason:
    live, shut = viewer.live, None
    here, goal = map(live.locate, ends)
    if here is not None and goal is not None:
        if (route := viewer_routes.find_route(viewer, here, goal, journey)) is not None:
            return _to_the_border(viewer, route, ends)
        shut = viewer_routes.shut_exit(viewer, here, goal, journey)
    if journey.person is not None or journey.explored:
        return shut
    return on_demand().plan_leg(viewer, ends, journey, shut, ways)
