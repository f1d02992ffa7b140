"""The answer when `goto` and `path` know no route: the door in the way, or what to do instead."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.graph import Portal, RouteStep
from xyzgrid_ext.core.land.ways import LandWay, NoWay
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.db.journeys import Journey
from xyzgrid_ext.game.maps.lands import gates_of, places_of
from xyzgrid_ext.game.text import doors
from xyzgrid_ext.game.travel.traversal import exit_in_words
from xyzgrid_ext.game.visibility import routes, unmade
from xyzgrid_ext.game.visibility.dungeon_map import title
from xyzgrid_ext.game.visibility.routes import rules_for
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world.world import Live, Room


def no_way(
    live: Live,
    caller: Any,
    here: Room,
    room: Room | None,
    journey: Journey,
    over: LandWay | NoWay | None,
) -> PlayerError:
    """Return the error with advice when no route is known; `over` is why none leads over land."""
    viewer = OfCharacter(live, caller)
    portal = None if room is None else routes.barrier(viewer, here, room, journey)
    if portal is not None:
        return _barred(live, caller, portal, journey)
    if (first := _by_way_of(viewer, here, room, journey)) is not None:
        return first
    grid: Any = live.grids[here[0]]
    if over is NoWay.TOO_FAR or (over is None and _are_apart(live, here, room)):
        text = _("{name} is too far away to say how to get there.")
        return PlayerError(text.format(name=journey.name), _("Name a place on the way first."))
    if not grid.links_of(here[1]):
        text = _("There is no way out of here.")
    elif journey.explored:
        text = _("There is no way to {name} that goes only through rooms you have visited.")
    elif not journey.wormholes:
        text = _("There is no way from here to {name} without a wormhole.")
    else:
        text = _("You know of no way from here to {name}.")
    # only maps with an entrance have a way back to it
    cure = _("|wgive up|n takes you back to the entrance.") if grid.start is not None else ""
    return PlayerError(text.format(name=journey.name), cure)


def _by_way_of(
    viewer: OfCharacter, here: Room, room: Room | None, journey: Journey
) -> PlayerError | None:
    """Return what to do if a route leads from another map far into a land, or out of it.

    Routes from map to map need drawn land. Only the named places of an endless land are always
    drawn, so the way goes by one of them: into the land by one that can be reached from here, out
    of it by the nearest one with an exit.
    """
    live = viewer.live
    key = map_key(journey.place.map) if room is None else room[0]
    if key not in live.grids or journey.explored:
        return None
    into = live.grids[key].tiles is not None
    land = key if into else here[0]
    if here[0] == key or live.grids[land].tiles is None:
        return None
    if land in live.in_fog and not viewer.sees_all:
        return None
    places = (places_of if into else gates_of)(live.loaded[land])
    name = live.grids[land].name
    rooms = {live.locate(Place(name, Coord(*at))): one for one, at in places.items()}
    gates = {gate: one for gate, one in rooms.items() if gate is not None}
    if into:
        text = _("{name} is too far inside {land} to say the way from another map.")
        near = journey.place.coord if room is None else live.grids[key].coord(room[1])
        there = routes.nearest(viewer, here, list(gates), journey)
    else:
        text = _("{name} is on another map, and you are too far inside {land} to say the way.")
        near = live.grids[land].coord(here[1])
        rules = rules_for(viewer, journey)
        there = [
            gate
            for gate in gates
            if _are_apart(live, here, gate)
            and (room is None or live.routes.find(gate, room, rules) is not None)
        ]
    if not there:
        return None
    x, y, _z = near
    place = min(
        (gates[gate] for gate in there),
        key=lambda one: max(abs(places[one][0] - x), abs(places[one][1] - y)),
    )
    told = text.format(name=journey.name, land=title(live.grids[land]))
    return PlayerError(told, _("Go to {place} first: |wgoto {place}|n.").format(place=place))


def _are_apart(live: Live, room: Room, other: Room | None) -> bool:
    """Whether two rooms of an endless land, or the land between them, are not wholly drawn."""
    grid = live.grids[room[0]]
    if other is None:
        return True
    if grid.tiles is None or other[0] != room[0]:
        return False
    (x, y, _z), (to_x, to_y, _to_z) = grid.coord(room[1]), grid.coord(other[1])
    return bool(grid.tiles.around((x, y)) != grid.tiles.around((to_x, to_y)))


def _barred(live: Live, caller: Any, portal: Portal, journey: Journey) -> PlayerError:
    """Return the error for a shut exit and its needs, as far as the caller is allowed to know."""
    step = RouteStep(portal.source, portal.link, portal.target)
    text = _("Every way to {name} is blocked: {exit}.").format(
        name=journey.name, exit=exit_in_words(live, step, caller)
    )
    exit_obj = unmade.exit_at(live, portal.source, portal.link)
    if isinstance(exit_obj, unmade.UnmadeExit):
        return PlayerError(text, doors.missing_in_words(exit_obj, caller))
    in_the_way = getattr(exit_obj, "in_the_way", None)  # only exits of the grid tell
    return PlayerError(text, "" if in_the_way is None else in_the_way(caller))
