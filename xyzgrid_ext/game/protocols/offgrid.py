"""A room that is on no map, as clients are told of it: a number, a name and its ways."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.view import ExitView, RoomView, compass_of
from xyzgrid_ext.game.visibility import room_view as seeing
from xyzgrid_ext.game.world.world import Live


def room_view(live: Live, looker: Any, room: Any) -> RoomView | None:
    """What a looker sees of a room off the grid; None if there is no room."""
    if room is None:
        return None
    ways = room.filter_visible(room.contents_get(content_type="exit"), looker)
    exits = tuple(_exit(live, looker, way) for way in sorted(ways, key=lambda way: int(way.pk)))
    return RoomView(room.pk, str(room.get_display_name(looker)), 0, 0, 0, exits=exits)


def _exit(live: Live, looker: Any, way: Any) -> ExitView:
    direction = compass_of((way.key, *way.aliases.all()))
    there = live.where(way.destination)
    if there is not None and seeing.room_view(live, looker, there) is None:
        return ExitView(way.key, direction, None)
    area = "" if there is None else there[0]
    return ExitView(way.key, direction, way.db_destination_id, area)
