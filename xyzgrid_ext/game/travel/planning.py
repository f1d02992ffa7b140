"""Plans journeys: routes over what is drawn, and ways over endless lands between them.

The stops of a journey over land are kept with it: the walker goes from one to the next, and the
land is drawn ahead of them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.land.ways import NoWay
from xyzgrid_ext.core.routes import Portal, RouteStep
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.travel.overland import Leg, Over, OverLand, Part, Ways, land_at
from xyzgrid_ext.game.visibility import routes
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live, Room

_PASSES = 5  # attempts at a plan, if lands are redrawn meanwhile


class JourneyPlan(NamedTuple):
    """What was found for a journey.

    Attributes:
        live: the world in which its routes were found.
        journey: the journey, with its stops if it leads over an endless land.
        parts: its parts in order; none if no way is known.
        why: the shut exit in the way, or the reason why none leads over land; None otherwise.

    """

    live: Live
    journey: Journey
    parts: tuple[Part, ...]
    why: Portal | NoWay | None = None

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


def finding(
    viewer: OfCharacter, here: Room, goal: Room | None, journey: Journey
) -> Generator[Any, None, JourneyPlan]:
    """Find the parts of a journey.

    Args:
        viewer: the character.
        here: the start.
        goal: the goal; for a journey to a person their present room. None if the land there is not
            drawn.
        journey: the options.

    """
    live, ways = viewer.live, Ways()
    start = live.router.place(here)
    ends = (*journey.via, journey.place if goal is None else live.router.place(goal))
    for _pass in range(_PASSES):
        viewer = OfCharacter(current(), viewer.character)
        plan = yield from _once(viewer, start, ends, replace(journey, way=()), ways)
        if plan.live is current():
            break
    return plan


def _once(
    viewer: OfCharacter, start: Place, ends: Iterable[Place], journey: Journey, ways: Ways
) -> Generator[Any, None, JourneyPlan]:
    """Find the parts of a journey in one world; stop early if another world replaces it."""
    live, parts, stops = viewer.live, list[Part](), list[Place]()
    for there in ends:
        if live.locate(there) is None and not drawing.is_undrawn(live, there):
            continue  # a place on the way that no longer exists
        leg = yield from _leg(viewer, (start, there), journey, ways)
        if not isinstance(leg, Leg):
            return JourneyPlan(live, journey, (), leg)
        if live is not current():
            break
        parts += leg.parts
        stops += leg.stops
        start = there
    if any(isinstance(part, Over) for part in parts):
        journey = replace(journey, way=tuple(stops))
    return JourneyPlan(live, journey, tuple(parts))


def onward(
    viewer: OfCharacter,
    here: Room,
    stop: Room | None,
    goal: Room | None,
    journey: Journey,
    is_new: bool,
) -> Generator[Any, None, JourneyPlan]:
    """Find the way to the next stop of a journey; if none leads there, another way to its goal.

    `stop` is None if only another way will do; `is_new` is whether it may be looked for.
    """
    if journey.way and stop is not None:
        rules = routes.rules_for(viewer, journey)
        route = yield from viewer.live.routes.finding(here, stop, rules)
        if route is not None:
            return JourneyPlan(viewer.live, journey, (route,))
        if not is_new:
            return JourneyPlan(viewer.live, journey, ())
    return (yield from finding(viewer, here, goal, journey))


def _leg(
    viewer: OfCharacter, ends: tuple[Place, Place], journey: Journey, ways: Ways
) -> Generator[Any, None, Leg | Portal | NoWay | None]:
    live, shut = viewer.live, None
    here, goal = map(live.locate, ends)
    if here is not None and goal is not None:
        rules = routes.rules_for(viewer, journey)
        route = yield from live.routes.finding(here, goal, rules)
        if route is not None:
            return Leg((route,), ends[1:])
        shut = yield from routes.shut(viewer, here, goal, journey)
    lands = {land_at(viewer, end) for end in ends} - {None}
    # ways over land ignore locks, so a shut exit within the land decides
    is_shut = shut is not None and shut.source[0] == shut.target[0] in lands
    if is_shut or not lands or journey.person is not None or journey.explored:
        return shut
    found = yield from OverLand(viewer, ends, journey, ways).finding()
    return found if isinstance(found, Leg) else shut or found
