"""Refusals of commands: checks that several share; the base classes of commands."""

from __future__ import annotations

from functools import lru_cache
from inspect import cleandoc
from types import new_class
from typing import Any

from django.utils.translation import gettext as _
from evennia.commands.cmdset import CmdSet

from xyzgrid_ext.game.base import limits, settings
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.parts import game_parts, leading_refusal
from xyzgrid_ext.game.visibility.viewer import map_refusal
from xyzgrid_ext.game.world.world import Live, Room


def room_of_caller(live: Live, caller: Character) -> Room:
    """Return the caller's room; raises a PlayerError if the caller is on no map."""
    if (here := live.where(caller.location)) is not None:
        return here
    place = objects.map_name_of(caller.location)
    if place is not None and live.level(place) is None:
        raise PlayerError(_("The map of this place is missing now."), _("Its exits still work."))
    raise PlayerError(_("You are not on a map here."), _("Walk to one first."))


def refuse_in_play(caller: Character, word: str) -> None:
    """Raise a PlayerError if the command `word` would lead the caller out of a game in play."""
    if text := leading_refusal(caller, word):
        raise PlayerError(text)


def refuse_unknown_map(live: Live, caller: Character, key: str) -> None:
    """Raise a PlayerError if the caller has to find the rooms of a map without its drawing."""
    if text := map_refusal(live, caller, key):
        raise PlayerError(text)


def refuse_long(text: str) -> None:
    """Raise a PlayerError if a text is longer than any name, place or answer: the limit `typed`."""
    if len(text) > (number := limits.limit_value("typed")):
        raise PlayerError(_("That is too long: {number} characters at most.").format(number=number))


def haste_text(caller: Character) -> str:
    """Count a question of a player; return a message if there were too many lately, else ""."""
    if limits.spend(caller, "questions"):
        return ""
    words = _(
        "Not so fast, please: you can ask about routes and maps {number} times a second at most."
    )
    return words.format(number=limits.limit_value("questions"))


def refuse_hasty(caller: Character, text: str) -> None:
    """Raise a PlayerError if a text is too long, or if the caller asks questions too often."""
    refuse_long(text)
    if why := haste_text(caller):
        raise PlayerError(why)


class TranslatedHelp:
    """Mixin for commands: the help, which is the docstring of the class, is translated."""

    def get_help(self, caller: Character, cmdset: CmdSet) -> str:
        """Return the help in the reader's language."""
        text: str = super().get_help(caller, cmdset)  # type: ignore[misc]
        return _(cleandoc(text)) if text else ""


class HelpedCommand(TranslatedHelp, settings.command_class()):  # type: ignore[misc]
    """A command whose help is translated; subclasses define `do`, and not `func`."""

    locks = "cmd:all()"
    help_category = "General"

    def func(self) -> None:
        """Run `do`, unless a part answers; show the text of a PlayerError to the caller."""
        try:
            refuse_long(self.args)
            word, text = self.cmdstring.lower(), self.args.strip()
            if not any(part.before_command(self.caller, word, text) for part in game_parts()):
                self.do()
        except PlayerError as err:
            self.caller.msg(str(err))

    def do(self) -> None:
        """Do the command's work; a PlayerError is shown to the caller."""
        raise NotImplementedError


class WholeWordCommand(HelpedCommand):
    """A command whose name must be a whole word: `exitsfoo` is not `exits`."""

    arg_regex = r"\s|$"


@lru_cache(128)
def named_command(base: type[HelpedCommand], key: str, *aliases: str, arg_regex: str = "") -> Any:
    """Return a subclass of the command `base` with this key, these aliases and this arg_regex."""
    values = {
        "__module__": base.__module__,
        "__doc__": base.__doc__,
        "key": key,
        "aliases": aliases,
    }
    if arg_regex:
        values["arg_regex"] = arg_regex
    return new_class(base.__name__, (base,), exec_body=lambda names: names.update(values))
