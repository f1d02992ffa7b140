"""`fly` and `dive`: move straight up or down to the next sheet, without an exit.

tower:1   . # .       fly from (1,0) of tower:0 leads to (1,0) of tower:1;
tower:0   # @ #       so it does from a map that is named 0 to the one that is named 1
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.grid.overrides import whole_number
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import HelpedCommand, refuse_in_play
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

FLY, DIVE = "fly", "dive"


class CmdFlyAndDive(HelpedCommand):
    """
    move straight up or down

    Usage:
      fly
      dive

    Takes you to the room directly above or below you, even without stairs. If
    there is no such room, you stay where you are.
    """

    key = FLY
    aliases = (DIVE,)
    locks = "cmd:all()"
    help_category = "General"

    def func(self) -> None:
        """Fly or dive, or report why that fails."""
        word = DIVE if self.cmdname.lower() == DIVE else FLY
        try:
            target = _target(current(), self.caller, word)
        except PlayerError as err:
            self.caller.msg(str(err))
            return
        _move(self.caller, target, word)


def _target(live: Live, caller: Any, word: str) -> Any:
    """Return the room above or below.

    Raises:
        PlayerError: if there is none, or if flying is impossible here.

    """
    if (here := live.where(caller.location)) is None:
        raise PlayerError(_("You are not on a map here."), _("Walk to one first."))
    refuse_in_play(caller, word)
    place = _beyond(live, here, 1 if word == FLY else -1)
    if place is None:
        raise PlayerError(
            _("You cannot fly here.") if word == FLY else _("You cannot dive here."),
            _("This map has only one level: there is nothing above or below it."),
        )
    room = live.locate(place)
    if room is not None and not _is_stacked(live, here[0], room[0]):
        room = None
    target = on_demand().ensure(live, room) if room is not None else None
    if target is None:
        raise PlayerError(
            _("Can't fly here: there is no room above you.")
            if word == FLY
            else _("Can't dive here: there is no room below you.")
        )
    return target


def _beyond(live: Live, here: Room, step: int) -> Place | None:
    """Return the place one sheet away, on the same 3D map or on the flat map numbered next."""
    grid = live.grids[here[0]]
    x, y, z = grid.coord(here[1])
    if grid.levels is not None:
        return Place(grid.name, Coord(x, y, z + step))
    number = whole_number(grid.name)
    return None if number is None else Place(str(number + step), Coord(x, y))


def _is_stacked(live: Live, key: str, other: str) -> bool:
    """Whether two maps can be above each other, which is impossible for 3D maps."""
    return key == other or live.grids[other].levels is None


def _move(caller: Any, target: Any, word: str) -> None:
    """Move the caller, and tell those who see it."""
    source = caller.location
    if word == FLY:
        leaves, comes = (
            lazy("{object} flies up."),
            lazy("{object} flies in from below."),
        )
        caller.msg(_("You fly up."))
    else:
        leaves, comes = (
            lazy("{object} dives down."),
            lazy("{object} dives in from above."),
        )
        caller.msg(_("You dive down."))
    if not caller.move_to(target, quiet=True, move_type=word):
        caller.msg(_("Something holds you back: you stay where you are."))
        return
    tell_room(source, leaves, but=caller, by=caller, object=caller)
    tell_room(target, comes, but=caller, by=caller, object=caller)
