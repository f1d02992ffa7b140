"""The answer when `goto` and `path` know no route: the door in the way, or what to do instead."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.graph import Portal, RouteStep
from xyzgrid_ext.core.land.ways import LandWay, NoWay
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.db.journeys import Journey
from xyzgrid_ext.game.text import doors
from xyzgrid_ext.game.travel.traversal import exit_in_words
from xyzgrid_ext.game.visibility import routes, unmade
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
