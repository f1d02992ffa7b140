"""`get all` and `drop all`, for games whose `get` and `drop` take one thing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import TellingCommand
from xyzgrid_ext.game.text.messages import tell_room

_AT_ONCE = 20  # things that one line takes or drops


class CmdGetAll(TellingCommand):
    """
    take everything that can be taken here

    Usage:
      get all
      take all

    It takes 20 things at once at most.
    """

    key = "get all"
    aliases = ("take all", "grab all")
    arg_regex = r"\s*$"
    help_category = "General"

    def do(self) -> None:
        """Take the things in the room, each as `get` does."""
        caller = self.caller
        if (room := caller.location) is None:
            raise PlayerError(_("You are nowhere."))
        things = room.filter_visible(room.contents_get(content_type="object"), caller)
        taken = _first(self._taken(things), caller)
        if not taken:
            raise PlayerError(_("There is nothing here that you can take."))
        caller.msg(_("You pick up {things}.").format(things=taken))
        text = lazy("{player} picks up {things}.")
        tell_room(room, text, but=caller, by=caller, player=caller, things=taken)

    def _taken(self, things: Iterable[Any]) -> Iterable[Any]:
        caller = self.caller
        for thing in things:
            if (
                thing.access(caller, "get")
                and thing.at_pre_get(caller)
                and thing.move_to(caller, quiet=True, move_type="get")
            ):
                thing.at_get(caller)
                yield thing


class CmdDropAll(TellingCommand):
    """
    drop everything that you carry

    Usage:
      drop all

    It drops 20 things at once at most.
    """

    key = "drop all"
    arg_regex = r"\s*$"
    help_category = "General"

    def do(self) -> None:
        """Drop what the caller carries, each thing as `drop` does."""
        caller = self.caller
        if (room := caller.location) is None:
            raise PlayerError(_("You are nowhere."))
        dropped = _first(self._dropped(room), caller)
        if not dropped:
            raise PlayerError(_("You carry nothing that you can drop."))
        caller.msg(_("You drop {things}.").format(things=dropped))
        text = lazy("{player} drops {things}.")
        tell_room(room, text, but=caller, by=caller, player=caller, things=dropped)

    def _dropped(self, room: Any) -> Iterable[Any]:
        caller = self.caller
        for thing in caller.filter_visible(caller.contents, caller):
            if thing.at_pre_drop(caller) and thing.move_to(room, quiet=True, move_type="drop"):
                thing.at_drop(caller)
                yield thing


def _first(things: Iterable[Any], caller: Any) -> str:
    """Let the first things be moved, and return their names, joined: `a lamp and a coin`."""
    names = [
        thing.get_numbered_name(1, caller, return_string=True) for thing in islice(things, _AT_ONCE)
    ]
    return iter_to_str(names, endsep=_("and"))
