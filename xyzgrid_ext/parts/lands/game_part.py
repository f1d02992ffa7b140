"""What lands add to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import DatabaseError
from django.utils.translation import gettext as _

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.game.base.surviving import worker_faults
from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.lands.game import lazy_rooms, numbers
from xyzgrid_ext.parts.lands.game.drawing import UndrawnError, drawing, place_of
from xyzgrid_ext.parts.lands.game.maps import load_land

if TYPE_CHECKING:
    from xyzgrid_ext.game.typeclasses.moves import Move


def _before_arrival(move: Move) -> str:
    """Make the exits of a room on a lazy map, and the land around it; return a refusal."""
    live = current()
    here = live.where(move.target)
    try:
        if here is None and (place := place_of(move.target)) is not None:
            drawing.come_back(live, place)
            live = current()  # which draws it, so it may be another
            here = live.where(move.target)
        if here is not None and here[0] in live.lazy:
            lazy_rooms.ensure(live, here)
    except UndrawnError:
        return str(_("The land is still being drawn there. Try again in a moment."))
    except (MapError, UsageError, DatabaseError) as err:
        worker_faults.note("rooms made on demand", err)
        return str(_("You cannot get there now. Ask a builder for help."))
    return ""


GAME = GamePart(
    "lands",
    map_kinds={"land": load_land},
    before_arrival=_before_arrival,
    renamed=numbers.rename,
)
