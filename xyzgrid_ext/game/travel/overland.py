"""Journeys over an endless land where the goal, or the land on the way to it, is not drawn.

    drawn ─► routes            nothing drawn between ─► `way_over`, in a worker ─► stops

The stops are kept with the journey. The walker goes from one to the next, and the land is drawn
ahead of them.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.land.ways import LandWay, NoWay
from xyzgrid_ext.game.base.elsewhere import begun_again
from xyzgrid_ext.game.db import journeys
from xyzgrid_ext.game.db.journeys import WALKING, Journey
from xyzgrid_ext.game.maps.lands import way_over
from xyzgrid_ext.game.visibility import routes
from xyzgrid_ext.game.visibility.routes import Legs
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live, Room

_AHEAD = 4  # stops that are drawn before somebody comes there: a walk of two minutes


class OverlandFound(NamedTuple):
    """What was found for a journey: its legs if all is drawn, otherwise the way over land."""

    journey: Journey
    legs: Legs | None
    over: LandWay | NoWay | None


def finding(
    viewer: OfCharacter, here: Room, goal: Room | None, journey: Journey
) -> Generator[Any, None, OverlandFound]:
    """Find a way; `goal` is None where the land is not drawn."""
    live, journey, legs = viewer.live, replace(journey, way=()), None
    if goal is not None:
        legs = yield from routes.finding(viewer, here, goal, journey)
    start = live.locate(journey.via[-1]) if journey.via else here
    is_shut = goal is not None and legs is None and routes.barrier(viewer, here, goal, journey)
    if legs or is_shut or start is None or not _leads_over_land(viewer, start, journey):
        return OverlandFound(journey, legs, None)
    begin, end = live.grids[start[0]].coord(start[1])[:2], journey.place.coord[:2]
    work = partial(way_over, live.loaded[start[0]], begin, end)
    over = yield from begun_again("way over land", work)
    if isinstance(over, LandWay):
        journey = replace(journey, way=over.stops)
    return OverlandFound(journey, None, over)


def _leads_over_land(viewer: OfCharacter, start: Room, journey: Journey) -> bool:
    """Whether a journey is to a place of the endless land where it starts, seen or not."""
    live, key = viewer.live, map_key(journey.place.map)
    return (
        start[0] == key
        and live.grids[key].tiles is not None
        and journey.person is None
        and not journey.explored
        and (viewer.sees_all or key not in live.in_fog)
    )


def next_stop(live: Live, journey: Journey, goal: Room | None) -> Room | None:
    """Return the room to which a journey leads next; None where the land is not drawn."""
    if journey.via:
        return live.locate(journey.via[0])
    return live.locate(_stop(journey)) if journey.way else goal


def draw_ahead(live: Live, journey: Journey) -> None:
    """Draw the land to which a journey leads next."""
    if journey.way and (key := map_key(journey.place.map)) in live.grids:
        drawing.draw_ahead(live, key, journey.way[:_AHEAD])


def passed(live: Live, character: Any, here: Room, journey: Journey) -> Journey:
    """Return the journey without the stops over land that were reached or are no rooms."""
    way = journey.way
    while way and not journey.via:
        there = _stop(replace(journey, way=way))
        if live.locate(there) not in (here, None) or drawing.is_undrawn(live, there):
            break
        way = way[1:]
    if way != journey.way:
        journey = replace(journey, way=way)
        journeys.keep(character, journey, WALKING)
    return journey


def _stop(journey: Journey) -> Place:
    return Place(journey.place.map, Coord(*journey.way[0]))
