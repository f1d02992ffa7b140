"""`get all` and `drop all`, for games whose `get` and `drop` take one thing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import TellingCommand
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.world import hooks


class _Way(NamedTuple):
    """How things are moved: where they are, may they go, and what comes after."""

    kind: str
    things: Callable[[Any, Any], Iterable[Any]]
    may: Callable[[Any, Any], bool]
    after: Callable[[Any, Any], object]


_GET = _Way(
    "get",
    lambda caller, room: room.contents_get(content_type="object"),
    lambda thing, caller: thing.access(caller, "get") and thing.at_pre_get(caller),
    lambda thing, caller: thing.at_get(caller),
)
_DROP = _Way(
    "drop",
    lambda caller, room: caller.contents,
    lambda thing, caller: thing.at_pre_drop(caller),
    lambda thing, caller: thing.at_drop(caller),
)
_NONE = {
    "get": lazy("There is nothing here that you can take."),
    "drop": lazy("You carry nothing that you can drop."),
}
_OWN = {"get": lazy("You pick up {things}."), "drop": lazy("You drop {things}.")}
_OTHERS = {"get": lazy("{player} picks up {things}."), "drop": lazy("{player} drops {things}.")}


class AllCommand(TellingCommand):
    """Base class of the commands that move everything."""

    arg_regex = r"\s*$"
    help_category = "General"
    way = _GET

    def do(self) -> None:
        """Move the things, each as the command for one thing does."""
        caller, way = self.caller, self.way
        if (room := caller.location) is None:
            raise PlayerError(_("You are nowhere."))
        moved = islice(self._moved(room), limits.most("things"))
        names = [one.get_numbered_name(1, caller, return_string=True) for one in moved]
        if not names:
            raise PlayerError(str(_NONE[way.kind]))
        things = iter_to_str(names, endsep=_("and"))
        caller.msg(_OWN[way.kind].format(things=things))
        tell_room(room, _OTHERS[way.kind], but=caller, by=caller, player=caller, things=things)

    def _moved(self, room: Any) -> Iterable[Any]:
        caller, way = self.caller, self.way
        target = caller if way is _GET else room
        # a list, since what is moved is no longer there
        for thing in list(hooks.visible(caller, caller, way.things(caller, room))):
            if way.may(thing, caller) and thing.move_to(target, quiet=True, move_type=way.kind):
                way.after(thing, caller)
                yield thing


class CmdGetAll(AllCommand):
    """
    take everything that can be taken here

    Usage:
      get all
      take all

    Of many things it takes only some at once: type it again for the rest.
    """

    key = "get all"
    aliases = ("take all", "grab all")


class CmdDropAll(AllCommand):
    """
    drop everything that you carry

    Usage:
      drop all

    Of many things it drops only some at once: type it again for the rest.
    """

    key = "drop all"
    way = _DROP
