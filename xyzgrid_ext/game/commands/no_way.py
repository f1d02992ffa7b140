"""The answer when `goto` and `path` know no route: the door in the way, or what to do instead."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.land.ways import NoWay
from xyzgrid_ext.core.routes import Portal
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.text import matrix_words
from xyzgrid_ext.game.travel.ends import barred
from xyzgrid_ext.game.travel.planning import JourneyPlan
from xyzgrid_ext.game.world.world import Live, Room


def no_way(caller: Any, plan: JourneyPlan) -> PlayerError:
    """Return the error with advice when no route is known."""
    live, journey = plan.live, plan.journey
    here, room = live.where(caller.location), live.locate(journey.place)
    if isinstance(plan.why, Portal):
        return barred(live, caller, plan.why, journey)
    if plan.why is NoWay.TOO_FAR or (plan.why is None and _are_apart(live, here, room)):
        text = _("{name} is too far away to say how to get there.")
        return PlayerError(text.format(name=journey.name), _("Name a place on the way first."))
    if here is not None and not live.grids[here[0]].links_of(here[1]):
        text = _("There is no way out of here.")
    elif journey.explored:
        text = _("There is no way to {name} that goes only through rooms you have visited.")
    elif not journey.wormholes:
        text = _("There is no way from here to {name} without a wormhole.")
    else:
        text = _("You know of no way from here to {name}.")
    cure = "" if here is None else matrix_words.way_back(live, caller, here)
    return PlayerError(text.format(name=journey.name), cure)


def _are_apart(live: Live, room: Room | None, other: Room | None) -> bool:
    """Whether two rooms of an endless land, or the land between them, are not wholly drawn."""
    if room is None or other is None:
        return other is None
    grid = live.grids[room[0]]
    if grid.tiles is None or other[0] != room[0]:
        return False
    (x, y, _z), (to_x, to_y, _to_z) = grid.coord(room[1]), grid.coord(other[1])
    return bool(grid.tiles.around((x, y)) != grid.tiles.around((to_x, to_y)))
