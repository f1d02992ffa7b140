"""Movements where no exit has their name: `up` where nothing leads up, and `out` from anywhere."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.grid.from_rooms import LONG_WORDS
from xyzgrid_ext.core.matrix.movements import WORDS
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.command_sets import names_of
from xyzgrid_ext.game.commands.refusal import HelpedCommand, named
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.protocols import telling
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.typeclasses.exit import jump
from xyzgrid_ext.game.visibility.viewer import hides
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current, rules_at
from xyzgrid_ext.game.world.world import Live, Room

_SHORT = {long: short for short, long in LONG_WORDS.items()}  # as mappers write them


def leave(live: Live, caller: Any, here: Room) -> bool:
    """Move the caller out of a map that has a way out from everywhere; else return False."""
    outside = rules_at(caller.location).way_out(live, here[0])
    if outside is not None:
        take_out(caller, outside)
    return outside is not None


def take_out(caller: Any, outside: Any) -> None:
    """Move the caller to a place outside its map, and tell those here and there."""
    walking.rest(caller)
    name = hooks.display_name(outside, caller)
    caller.msg(_("You go all the way back and out, to {place}.").format(place=name))
    before = caller.location
    if caller.move_to(outside, quiet=True, move_type="teleport"):
        leaves, comes = lazy("{object} goes back out."), lazy("{object} comes in.")
        tell_room(before, leaves, but=caller, by=caller, object=caller)
        tell_room(outside, comes, but=caller, by=caller, object=caller)


class CmdNoWay(HelpedCommand):
    """
    A movement in a direction without an exit.

    There is one for each movement. Exits have a higher priority, but Evennia 6.1 compares commands
    only by their keys, so an exit with the word as an alias must be looked for.
    """

    locks = "cmd:all()"
    auto_help = False
    arg_regex = r"\s*$"

    def access(self, srcobj: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the command answers: not if an exit does."""
        location = getattr(srcobj, "location", None)
        exits = location.contents_get(content_type="exit") if location is not None else ()
        names = {name_key(name) for exi in exits for name in (exi.key, *exi.aliases.all())}
        return names.isdisjoint(names_of(self)) and super().access(srcobj, *args, **kwargs)

    def func(self) -> None:
        """Say that there is no such exit; `out` leads out of some maps from anywhere."""
        live, caller = current(), self.caller
        here = live.where(caller.location)
        if self.key == "out" and here is not None and leave(live, caller, here):
            return
        if self.key == "wormhole":
            jump(caller, self.raw_string, self.session)
            return
        is_hidden = self.key != "out" and hides(live, caller, caller.location)
        text = (
            _("You cannot go {direction}.")
            if is_hidden
            else _("There is no exit {direction} here.")
        )
        told = text.format(direction=self.key)
        if self.key == "out" and here is not None:
            helps = (part.no_way(live, caller, here) for part in game_parts())
            told = " ".join(filter(None, (told, *helps)))
        self.msg(told)
        telling.wrong_way(caller, _SHORT.get(str(self.key), str(self.key)))


def no_ways() -> list[type[CmdNoWay]]:
    """Return a command for each movement in a matrix or a town, and one for wormholes."""
    names = [[way.value, *(w for w, meant in WORDS.items() if meant is way)] for way in Direction]
    names += [[key, short] for key, short in _SHORT.items() if key not in ("up", "down")]
    found = [named(CmdNoWay, *dict.fromkeys(own)) for own in (*names, ["out"])]
    return [*found, named(CmdNoWay, "wormhole", "wh", arg_regex=r"\s*\d*\s*$")]
