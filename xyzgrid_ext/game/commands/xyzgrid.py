"""`xyzgrid`: the words of the launcher that a builder needs, from within the game."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from evennia.utils.ansi import raw

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.lock import baton
from xyzgrid_ext.game.base.task import begin
from xyzgrid_ext.game.cli.naming import level_named, room_named
from xyzgrid_ext.game.cli.reach import reach_lines
from xyzgrid_ext.game.cli.telling import list_lines
from xyzgrid_ext.game.commands.refusal import standing_on
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.text import paging
from xyzgrid_ext.game.world.current import current

_NAME = re.compile(r'"([^"]*)"|(\([^)]*\))|(\S+)')
_WORK = ("plan", "spawn", "check")


class CmdXYZGrid(settings.command_class()):  # type: ignore[misc]
    """
    see what the maps would change, and make their rooms

    Usage:
      xyzgrid list                 the maps, and how many of their rooms exist
      xyzgrid plan [<what> ...]    what spawn would do: + made, ~ changed, - removed
      xyzgrid spawn [<what> ...]   make rooms and exits as the maps say
      xyzgrid check [<map> ...]    what is odd about maps
      xyzgrid reach [<room>] <n>   the rooms within n steps, from here or there
      xyzgrid reach [<room>]       what cannot be reached, and leads no way back
      xyzgrid jobs                 what is being done, and was done lately

    Examples:
      xyzgrid plan
      xyzgrid spawn town cube:3
      xyzgrid spawn "the large tree"
      xyzgrid spawn (2,0,town)
      xyzgrid plan (*,0,cube:3)

    Without a name it is about all maps. Map modules and files that you have
    changed are read anew; if one of them does not load, you are told why, and
    the world stays as it is. The server does the work while everybody plays,
    one piece at a time, and tells you how far it is and when it is done.
    Characters in rooms that go are moved to safety.

    `evennia xyzgrid` in a terminal can do more: add and delete maps, for example.
    """

    key = "xyzgrid"
    locks = "cmd:perm(Builder)"
    help_category = "Building"

    def func(self) -> None:
        """Answer, or ask the server for it."""
        word, _blank, rest = self.args.strip().partition(" ")
        word = word.lower() or "list"
        try:
            if word in _WORK:
                self._ask_for(word, _names(rest.strip()))
            elif word == "list":
                lines = list(list_lines(current()))
                self._show(lines or [_("There are no maps yet: `evennia xyzgrid add` adds some.")])
            elif word == "reach":
                self._reach(rest.strip())
            elif word == "jobs":
                lines = [str(job) for job in jobs.all_jobs()]
                self._show(lines or [_("Nobody has asked for anything lately.")])
            else:
                raise GridError(
                    _("There is no word '{word}'.").format(word=word), _("See |whelp xyzgrid|n.")
                )
        except GridError as err:
            self.caller.msg(str(err))

    def _ask_for(self, word: str, names: tuple[str, ...]) -> None:
        before = [job for job in jobs.all_jobs() if not job.ended]
        for job in before:
            if (job.word, job.names) == (word, names):
                raise GridError(
                    _("{title} is under way already.").format(title=job.title),
                    _("|wxyzgrid jobs|n tells how far it is."),
                )
        jobs.submit(word, names, asker=self.caller.id)
        if not baton().held:
            holder = baton().holder() or _("somebody else")
            self.msg(_("It waits for {who}.").format(who=holder))
        elif before:
            self.msg(_("It waits for {title}.").format(title=before[-1].title))
        elif word == "spawn":
            self.msg(_("The rooms are being made as the maps say."))

    def _reach(self, text: str) -> None:
        live = current()
        name, _blank, number = text.rpartition(" ")
        if not number.isdecimal():
            name, number = text, ""
        start = room_named(live, name) if name else standing_on(live, self.caller)
        begin(reach_lines(live, start, int(number) if number else None), self._show)

    def _show(self, lines: list[str]) -> None:
        paging.show(self.caller, raw("\n".join(lines)), self.session)


def _names(text: str) -> tuple[str, ...]:
    """What is named: words, words in quotes, coordinates; or one map with blanks in its name."""
    if text and " " in text:
        try:
            level_named(current(), text)
        except GridError:
            pass  # so it is more than one name
        else:
            return (text,)
    return tuple("".join(found).strip() for found in _NAME.findall(text))
