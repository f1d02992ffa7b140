"""Entrances of maps that have a start node: where one is taken back to, and how one gets out.

town  · ──► S ─ . ─ .        an exit leads in to the start S, as into most matrices;
where none leads out of it, `give up` does
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, RoomObject
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.visibility.viewer import entrance_of
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Live, Room

MOVED_BY_RULE = "xyzgrid_put"
"""The move type for a character that a rule moves: neither a step nor leaving."""


def give_up_text(live: Live, character: Character, here: Room) -> str:
    """Return what `give up` does for somebody in a room of a map with an entrance; else ""."""
    start = entrance_of(live, here[0])
    if start is None:
        return ""
    if start != here:
        return _("|wgive up|n takes you back to the entrance.")
    is_shut = outside_room(live, character, here) is not None
    return _("|wgive up|n takes you out of here.") if is_shut else ""


def ways_out(live: Live, here: Room) -> list[ExitObject]:
    """Return the exits of a room that lead to other maps, or off the grid, as objects."""
    room = live.object(here)
    exits = () if room is None else room.contents_get(content_type="exit")
    return [exit_obj for exit_obj in exits if _is_outside(live, exit_obj.destination, here[0])]


def outside_room(live: Live, character: Character, here: Room) -> RoomObject | None:
    """Return where `give up` takes somebody from an entrance; None if an exit leads out of it.

    That is a room from which an exit leads in, or else their home.
    """
    if ways_out(live, here):
        return None
    sources = objects.rooms_leading_to(live.object_id(here))
    places = (place for place in (*sources, character.home) if _is_outside(live, place, here[0]))
    return next(places, None)


def _is_outside(live: Live, place: Any, key: str) -> bool:
    room = live.where(place)
    return place is not None and (room is None or room[0] != key)


def put_back(live: Live, caller: Character, room: Room, *, to_entrance: bool) -> bool:
    """Move somebody to a room, and tell people in both rooms; return False if it fails.

    `to_entrance` only chooses the text: back at the entrance, not just come in.
    """
    origin, target = caller.location, live.object(room)
    walking.pause_silently(caller)
    if origin == target:
        caller.msg(text=(hooks.look(caller, target), {"type": "look"}))
    elif target is None or not caller.move_to(target, quiet=True, move_type=MOVED_BY_RULE):
        caller.msg(_("You cannot get there now. Ask a builder for help."))
        return False
    else:
        arrives = lazy("{object} is back at the entrance.")
        if not to_entrance:
            arrives = lazy("{object} comes in.")
        tell_room(origin, lazy("{object} is gone."), but=caller, by=caller, object=caller)
        tell_room(target, arrives, but=caller, by=caller, object=caller)
    return True
