"""What lands add to the game: rooms that are made when somebody comes, and land without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import DatabaseError
from django.utils.translation import gettext as _

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.game.base.signals import started, stopping
from xyzgrid_ext.game.base.surviving import worker_faults
from xyzgrid_ext.game.on_demand import OnDemand
from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.lookups import UndrawnError, tagged_place
from xyzgrid_ext.parts.lands.game import journeys, lazy_rooms, numbers, unmade
from xyzgrid_ext.parts.lands.game.drawing import drawing
from xyzgrid_ext.parts.lands.game.eviction import room_caretaker
from xyzgrid_ext.parts.lands.game.far_map import far_map, no_room_error
from xyzgrid_ext.parts.lands.game.maps import load_land
from xyzgrid_ext.parts.lands.settings import LIMITS

if TYPE_CHECKING:
    from xyzgrid_ext.game.typeclasses.moves import Move


def _before_arrival(move: Move) -> str:
    """Make the exits of a room on a lazy map, and the land around it; return a refusal."""
    live = current()
    here = live.where(move.target)
    try:
        if here is None and (place := tagged_place(move.target)) is not None:
            drawing.come_back(live, place)
            live = current()  # which draws it, so it may be another
            here = live.where(move.target)
        if here is not None and here[0] in live.on_demand:
            lazy_rooms.ensure_room(live, here)
    except UndrawnError:
        return str(_("The land is still being drawn there. Try again in a moment."))
    except (MapError, UsageError, DatabaseError) as err:
        worker_faults.note("rooms made on demand", err)
        return str(_("You cannot get there now. Ask a builder for help."))
    return ""


def _connect() -> None:
    started.connect(lazy_rooms.prepare_prototypes)
    stopping.connect(drawing.remember)


GAME = GamePart(
    "lands",
    limits=LIMITS,
    connect=_connect,
    before_arrival=_before_arrival,
    started=(lambda: numbers.store_numbers(current()), room_caretaker.start, drawing.start),
    before_maps=drawing.recall,
    maps_read=lambda live, old: lazy_rooms.keep_times(live, old) if old is not None else None,
    map_renamed=numbers.rename_numbers,
    map_kinds={"land": load_land},
    on_demand=OnDemand(
        maps=numbers.lazy_maps,
        reasons=numbers.lazy_reasons,
        keep=numbers.store_numbers,
        forget=lazy_rooms.forget_prototypes,
        outline=unmade.room_outline,
        exit=unmade.unmade_exit,
        rooms_by=unmade.rooms_by_rank,
        hidden_links=unmade.hidden_links,
        check_exits=unmade.check_unmade_exits,
        number=lambda live, room, pk: numbers.numbers_in(live).number(room, pk),
        room_by_number=lambda live, number: numbers.numbers_in(live).room(number),
        ensure=lazy_rooms.ensure_room,
        ready=drawing.ready,
        draw_ahead=drawing.draw_ahead,
        plan_leg=journeys.plan_leg,
        no_way=journeys.no_way_error,
        far_map=far_map,
        no_room=no_room_error,
    ),
)
