"""`goto todo`: the nearest exit that somebody has not taken yet."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.text import todo
from xyzgrid_ext.game.visibility import needs, unmade
from xyzgrid_ext.game.visibility.coordinates import written
from xyzgrid_ext.game.visibility.dungeon_state import dungeon_at
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Live, Room


def next_unexplored(
    live: Live, caller: Any, here: Room, walks: bool
) -> Generator[Any, None, tuple[str, Any | None]]:
    """Find the coordinates of the nearest room with open, unexplored exits, and an exit.

    The exit is the first such exit if that room is this room; otherwise it is None.

    Raises:
        PlayerError: if there is no route to any, or if the player must choose one here.

    """
    places = yield from todo.unexplored(live, caller, here[0])
    for found in (yield from todo.nearest(live, caller, here, places)):
        ways = [] if found.steps is None else _exits_of(live, caller, found.room)
        ways = [w for w in ways if w.key in found.exits and needs.lets_through(w, caller)]
        if ways and found.room != here:
            return written(live, live.router.place(found.room)), None
        # exits to other maps, and those to be taken by hand, are left to the player
        inside = [w for w in ways if _is_within(live, w)]
        if inside and walks:
            return "", inside[0]
        if ways:
            exits = iter_to_str([f"|w{way.key}|n" for way in ways], endsep=_("and"))
            raise PlayerError(
                _("You have not taken {exits} from here yet. Type its name to go on.").format(
                    exits=exits
                )
            )
    told = yield from todo.todo(live, caller, here)
    if not places:
        raise PlayerError(told)
    shut = _("None of the exits that you have not taken yet is open to you now.")
    if dungeon_at(caller.location) is not None:
        shut += " " + _("|wnotes|n shows what opens them.")
    raise PlayerError(f"{shut}\n{told}")


def _is_within(live: Live, exit_obj: Any) -> bool:
    """Whether an exit leads to a room of its own map, and walks can take it."""
    link = live.link_of(exit_obj)
    if link is None:
        return False
    grid = live.grids[link[0][0]]
    is_by_hand = bool(int(grid.link_flags[link[1]]) & LinkFlag.INTERRUPT)
    return int(grid.target[link[1]]) >= 0 and not is_by_hand


def _exits_of(live: Live, caller: Any, room: Room) -> list[Any]:
    """Return the exits of a room that somebody sees, whether or not they have been created."""
    waiting = [one for _link, one in unmade.exits_of(live, room)]
    obj = live.object(room)
    return waiting if obj is None else [*waiting, *hooks.exits_of(obj, caller)]
