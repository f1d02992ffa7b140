"""The answer to an unknown command: it suggests what the player may have meant.

Evennia itself suggests anything spelt alike: account commands, or exits for half a sentence.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _
from evennia.commands.cmdhandler import CMD_NOMATCH
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base import limits, settings
from xyzgrid_ext.game.base.command_sets import names_of
from xyzgrid_ext.game.text import instead
from xyzgrid_ext.game.text.messages import plain

_FEW, _ALIKE = 2, 0.75
_LEFT_OUT = ("admin", "building", "system")  # categories of commands that players do not mean


class CmdUnknown(settings.command_class()):  # type: ignore[misc]
    """Say that a word is not known, and which one may have been meant."""

    key = CMD_NOMATCH
    locks = "cmd:all()"
    auto_help = False

    def func(self) -> None:
        """Show the suggestions."""
        text = self.args.strip()[: limits.most("typed")]
        if told := instead.answer(text):
            self.caller.msg(told)
            return
        # in Evennia's own words, and so in its translations
        told = _("Command '{command}' is not available.").format(command=plain(text))
        more = _(' Type "help" for help.')
        if meant := self._meant(text.lower()):
            names = iter_to_str(meant, endsep=_("or"), addquote=True)
            more = _(" Maybe you meant {command}?").format(command=names)
        self.caller.msg(f"{told}{more}")

    def _meant(self, text: str) -> list[str]:
        """Return the names of commands and exits that are spelt like this single word."""
        if not text.isalpha():
            return []
        names: dict[str, str] = {}
        for command in self.cmdset.commands if self.cmdset is not None else ():
            if self._is_for_players(command):
                names |= dict.fromkeys(map(str.lower, names_of(command)), str(command.key))
        found = get_close_matches(text, sorted(names), _FEW, cutoff=_ALIKE)
        return list(dict.fromkeys(names[name] for name in found))

    def _is_for_players(self, command: Any) -> bool:
        return (
            not command.key.startswith("__")
            and not getattr(command, "account_caller", False)
            and (command.is_exit or command.auto_help)
            and command.help_category.lower() not in _LEFT_OUT
            # `access` without a type says whether the exit may be mentioned
            and bool(command.access(self.caller))
        )
