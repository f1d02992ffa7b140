"""Routes over endless lands, as legs of journeys between what is drawn.

    in the land ──way──► G                   the land is the same: over the ground, along roads
    town ──route──► gate ──way──► G          into the land, out of it, and from land to land:
    in the land ──way──► gate ──route──► G   by the gates that cost least

A way over land is computed from the seed in another thread, in a second or two, so it is asked for
only where it may be the best: the gates are chosen by lower bounds of the costs, then again by the
costs of the computed ways, until the choice no longer changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.routes import Portal, Route
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.text.directions import steps_in_words
from xyzgrid_ext.game.text.screenreader.text import as_sentence
from xyzgrid_ext.game.travel.planning import BlockReason, Ends, LandRoute, Leg, RoutePart
from xyzgrid_ext.game.visibility import viewer_routes
from xyzgrid_ext.game.visibility.viewer import CharacterViewer
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.lands.core.directions import LandLeg
from xyzgrid_ext.parts.lands.core.paths import LandPath, NoPath, least_cost
from xyzgrid_ext.parts.lands.game.maps import find_path_over

_MOST = 10  # routes over land that are computed for a leg

LandPaths = dict[Ends, LandPath | NoPath]
"""The routes over land that were computed for one journey, by their ends (start, goal)."""


class _Over(NamedTuple):
    """A way over a land as a part of a journey, and its stops."""

    part: LandRoute
    stops: tuple[tuple[int, int], ...]


class _Missing(NamedTuple):
    """The ends of routes over land without which no leg can be chosen."""

    ends: tuple[Ends, ...]


def plan_leg(
    viewer: CharacterViewer, ends: Ends, journey: Journey, shut: Portal | None, paths: LandPaths
) -> Leg | Steps[None] | BlockReason:
    """Return the next leg of a journey, if it starts or ends in an endless land.

    Return steps if routes over land must be computed first, which puts them into `paths`; or why
    there is no leg. `shut` is the exit that stops the route through rooms that are drawn.
    """
    lands = [_land_at(viewer, end) for end in ends]
    # routes over land ignore locks, so a shut exit within the land decides
    is_shut = shut is not None and shut.source[0] == shut.target[0] in lands
    if is_shut or lands == [None, None]:
        return shut
    leg = _leg_over_land(viewer, ends, lands, journey, paths)
    if isinstance(leg, _Missing):
        return _computed(viewer.live, leg.ends, paths)
    return leg if isinstance(leg, Leg) else shut or leg


def _computed(live: Live, missing: Iterable[Ends], paths: LandPaths) -> Steps[None]:
    for start, end in missing:
        land = live.loaded[map_key(end.map)]
        work = partial(find_path_over, land, start.coord[:2], end.coord[:2])
        paths[start, end] = yield from run_in_thread("way over land", FEWEST_FOR_THREAD, work)


def no_way_error(
    live: Live, character: Character, journey: Journey, why: BlockReason
) -> PlayerError | None:
    """Return the error for a goal too far away over land; else None. `why` is of `plan_leg`."""
    here, room = live.where(character.location), live.locate(journey.place)
    if why is not NoPath.TOO_FAR and (why is not None or not _are_apart(live, here, room)):
        return None
    text = _("{name} is too far away to say how to get there.")
    return PlayerError(text.format(name=journey.name), _("Name a place on the way first."))


def _are_apart(live: Live, room: Room | None, other: Room | None) -> bool:
    """Whether two rooms of an endless land, or the land between them, are not wholly drawn."""
    if room is None or other is None:
        return other is None
    grid = live.grids[room[0]]
    if grid.tiles is None or other[0] != room[0]:
        return False
    (x, y, _z), (to_x, to_y, _to_z) = grid.coord(room[1]), grid.coord(other[1])
    return bool(grid.tiles.around((x, y)) != grid.tiles.around((to_x, to_y)))


def _leg_over_land(
    viewer: CharacterViewer, ends: Ends, lands: list[str | None], journey: Journey, paths: LandPaths
) -> Leg | _Missing | Portal | NoPath:
    """Find a leg over one endless land, or from one to another."""
    live, (start, end) = viewer.live, ends
    if lands[0] is not None and lands[0] == lands[1]:
        if ends not in paths:
            return _Missing((ends,))
        if (over := _over(ends, paths)) is not None:
            return Leg((over.part,), _stops(over, end))
    starts = _costs(live, _gates(live, lands[0], attrgetter("source")), start, paths, is_start=True)
    goals = _costs(live, _gates(live, lands[1], attrgetter("target")), end, paths, is_start=False)
    around = [key for key in lands if key is not None]
    pair = viewer_routes.cheapest_ends(viewer, starts, goals, journey, around)
    why = NoPath.TOO_FAR if NoPath.TOO_FAR in paths.values() else NoPath.NONE
    if pair is None or isinstance(pair, Portal):
        return pair or why
    gates = live.router.place(pair[0]), live.router.place(pair[1])
    out = None if pair[0] == live.locate(start) else (start, gates[0])
    into = None if pair[1] == live.locate(end) else (gates[1], end)
    if missing := tuple(way for way in (out, into) if way is not None and way not in paths):
        computed = sum(1 for path in paths if start in path or end in path)
        return _Missing(missing) if computed < _MOST else why
    route = live.routes.find(*pair, viewer_routes.route_rules(viewer, journey))
    if route is None:
        return why
    return _joined(_over(out, paths), route, _over(into, paths), gates, end)


def _joined(first: _Over | None, route: Route, last: _Over | None, gates: Ends, end: Place) -> Leg:
    """Return the leg: a way out of a land, a route, a way into a land."""
    parts: list[RoutePart] = [route]
    stops: tuple[Place, ...] = gates[1:]
    if first is not None:
        parts, stops = [first.part, *parts], _stops(first, gates[0]) + stops
    if last is not None:
        parts, stops = [*parts, last.part], stops + _stops(last, end)
    return Leg(tuple(parts), stops)


def _over(ends: Ends | None, paths: LandPaths) -> _Over | None:
    path = None if ends is None else paths[ends]
    if ends is None or not isinstance(path, LandPath):
        return None
    land = map_key(ends[1].map)
    return _Over(LandRoute(land, path.steps, partial(_words, path.legs)), path.stops)


def _costs(
    live: Live, gates: Iterable[Room], place: Place, paths: LandPaths, *, is_start: bool
) -> dict[Room, float]:
    """Return what it costs at least from a place to each gate, or from each gate to it."""
    costs: dict[Room, float] = {}
    for gate in gates:
        other = live.router.place(gate)
        path = paths.get((place, other) if is_start else (other, place))
        if isinstance(path, LandPath):
            costs[gate] = path.cost
        elif path is None:
            costs[gate] = least_cost(other.coord[:2], place.coord[:2])
    room = live.locate(place)
    return costs if room is None else {**costs, room: 0.0}


def _stops(over: _Over, end: Place) -> tuple[Place, ...]:
    return tuple(Place(end.map, Coord(*cell)) for cell in over.stops)


def _land_at(viewer: CharacterViewer, place: Place) -> str | None:
    """Return the key of the endless land of a place; None elsewhere, and if the land is hidden."""
    live, key = viewer.live, map_key(place.map)
    if key not in live.grids or live.grids[key].tiles is None:
        return None
    return key if viewer.sees_all or key not in live.in_fog else None


def _gates(live: Live, key: str | None, end: Callable[[Portal], Room]) -> list[Room]:
    """Return the rooms of a land at one end of its exits, except of those to the next cell."""
    portals = () if key is None else live.routes.world.portals(key)
    return sorted(
        {end(portal) for portal in portals if end(portal)[0] == key and not _is_step(live, portal)}
    )


def _is_step(live: Live, portal: Portal) -> bool:
    """Whether a portal leads to the next cell of the same land."""
    (key, source), (other, target) = portal.source, portal.target
    if key != other:
        return False
    grid = live.grids[key]
    return least_cost(grid.coord(source)[:2], grid.coord(target)[:2]) <= 1


# --- in words

_DIRECTIONS = {
    "north": gettext_noop("to the north"),
    "northeast": gettext_noop("to the northeast"),
    "east": gettext_noop("to the east"),
    "southeast": gettext_noop("to the southeast"),
    "south": gettext_noop("to the south"),
    "southwest": gettext_noop("to the southwest"),
    "west": gettext_noop("to the west"),
    "northwest": gettext_noop("to the northwest"),
}


def _words(legs: Iterable[LandLeg], land: Grid | None, listens: bool) -> str:
    """Return a line for each leg; below or behind the title of the land, if it is given.

    `listens` is whether they are read aloud.
    """
    sentences = [_leg_in_words(leg) for leg in legs]
    if listens and land is not None:
        return as_sentence(_("in {map}: {exits}").format(map=land.title, exits=" ".join(sentences)))
    if listens:
        return "\n".join(sentences)
    lines = [f"  {sentence}" for sentence in sentences]
    return "\n".join(
        lines if land is None else [f"  {land.title}:", *(f"  {line}" for line in lines)]
    )


def _leg_in_words(leg: LandLeg) -> str:
    if leg.is_road and leg.place:
        text = _("{steps} {direction} along the road to {place}.")
    elif leg.is_road:
        text = _("{steps} {direction} along the road.")
    elif leg.place:
        text = _("{steps} {direction} to {place}.")
    else:
        text = _("{steps} {direction}.")
    direction = _(_DIRECTIONS[leg.direction])
    return text.format(steps=steps_in_words(leg.steps), direction=direction, place=leg.place)
