"""`xyzgrid`: the subcommands of `evennia xyzgrid` that builders need, in the game."""

from __future__ import annotations

import re
from dataclasses import replace

from django.utils.translation import gettext as _
from evennia.utils.ansi import raw

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.mapdata.faults import likely_word
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.write_lock import write_lock
from xyzgrid_ext.game.cli.grammar import HELP, PROGRAM, Request, Word
from xyzgrid_ext.game.cli.naming import unknown_map_error
from xyzgrid_ext.game.cli.words import grammar
from xyzgrid_ext.game.commands.refusal import room_of_caller
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.game.world.current import current

_WORD = re.compile(r'"([^"]*)"|(\([^)]*\))|(\S+)')
_BROKEN = re.compile(r"(?<!\n)\n(?=\S)")  # within a paragraph
_AGREED = frozenset({"--yes", "--wait"})  # nobody is asked here, and all jobs wait in line


class CmdXYZGrid(settings.command_class()):  # type: ignore[misc]
    """
    see what the maps would change, and make their rooms

    Usage:
      xyzgrid list                 list the maps, and how many of their rooms
                                   exist
      xyzgrid plan [<what> ...]    show what spawn would do: + make, ~ change,
                                   - remove
      xyzgrid spawn [<what> ...]   make the rooms and exits of the maps
      xyzgrid check [<map> ...]    find faults in maps
      xyzgrid show [<map> ...]     show the drawing, options and findings of maps
      xyzgrid path <from> <to>     show the shortest route between two rooms
      xyzgrid reach [<room>] <n>   list the rooms within n steps of a room, or
                                   of here
      xyzgrid reach [<room>]       list rooms that cannot be reached, and rooms
                                   with no way back
      xyzgrid jobs                 list current and recent jobs
      xyzgrid help [<command>]     list all commands, or explain one

    Examples:
      xyzgrid plan
      xyzgrid spawn town cube:3
      xyzgrid spawn "the large tree"
      xyzgrid spawn (2,0,town)
      xyzgrid plan (*,0,cube:3)

    Without a name, the command applies to all maps. It reads changed map
    modules and files again. If one of them does not load, you see why, and the
    world stays as it is. The server works in small steps while everybody plays,
    shows you its progress, and tells you when it is done. If a room is removed,
    players in it are moved to the nearest one, and things and NPCs to Limbo; with
    --with-contents, things and NPCs are deleted. If a spawn would undo changes
    that somebody made in the game, it lists them, and needs --yes.

    These are commands of `evennia xyzgrid`. In a terminal, there are more,
    for example to add and delete maps.
    """

    key = "xyzgrid"
    locks = "cmd:perm(Builder)"
    help_category = "Building"

    def func(self) -> None:
        """Answer, or submit a job to the server."""
        words = ["".join(word).strip() for word in _WORD.findall(self.args)]
        try:
            self._do(words or ["list"])
        except PlayerError as err:
            self.caller.msg(str(err))
        except (UsageError, MapError) as err:
            self._show([str(err)])  # how a word is used, or what is wrong in a file: no markup

    def _do(self, words: list[str]) -> None:
        name = words[0] = words[0].lower()
        if name not in {HELP, *grammar("xyzgrid").words}:
            near = likely_word(name, grammar("xyzgrid").words)
            cure = _("Did you mean {names}?").format(names=f"|wxyzgrid {near}|n")
            raise PlayerError(
                _("Unknown command: '{word}'.").format(word=name),
                cure if near else _("See |whelp xyzgrid|n."),
            )
        parsed = grammar("xyzgrid").parse(words)
        if isinstance(parsed, str):
            self._show([_BROKEN.sub(" ", parsed)])  # help, for whatever width
            return
        word, request = parsed
        if word.is_job and request.options <= _AGREED | word.job_options:
            names = _names(request.names)
            if word.takes_rooms:
                _check_maps(names)
            if word.refuse is not None:
                word.refuse(self.caller, self.account, replace(request, names=names))
            options = sorted(request.options & word.job_options)
            self._ask_for(word.name, (*names, *options))
        elif word.answer is not None:
            request = replace(
                request, find_caller_room=lambda: room_of_caller(current(), self.caller)
            )
            self._show(word.answer(request) or [_(word.nothing)])
        else:
            raise PlayerError(_elsewhere_text(word, request))

    def _ask_for(self, word: str, names: tuple[str, ...]) -> None:
        before = [job for job in jobs.all_jobs() if not job.ended]
        if same := [job for job in before if (job.word, job.names) == (word, names)]:
            raise PlayerError(
                _("{title} is already running.").format(title=same[0].title),
                _("|wxyzgrid jobs|n shows its progress."),
            )
        jobs.submit(word, names, asker=self.caller.id)
        if not write_lock().is_held:
            holder = write_lock().holder() or _("somebody else")
            self.msg(_("It is waiting for {who}.").format(who=holder))
        elif before:
            self.msg(_("It starts when {title} has ended.").format(title=before[-1].title))
        elif word == "spawn":
            self.msg(_("The rooms are being made from the maps."))

    def _show(self, lines: list[str]) -> None:
        screens.show_paged(self.caller, raw("\n".join(lines)), self.session)


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Join words to names, since a map name may contain blanks."""
    whole = " ".join(names)
    return (whole,) if len(names) > 1 and current().level(whole) is not None else names


def _check_maps(names: tuple[str, ...]) -> None:
    """Refuse unknown maps immediately, rather than letting the server refuse them later.

    Raises:
        UsageError: for the first unknown name; the server checks coordinates.
    """
    live = current()
    for name in names:
        if "(" not in name and map_key(name) not in live.loaded and live.level(name) is None:
            raise unknown_map_error(name, (loaded.name for loaded in live.loaded.values()))


def _elsewhere_text(word: Word, request: Request) -> str:
    """Return a text on where a subcommand or option works that does not work in the game."""
    typed = raw(f"{PROGRAM} {word.usage}")
    if word.is_job:
        options = ", ".join(sorted(request.options - _AGREED - word.job_options))
        return _("{options} works in a terminal only: {typed}").format(options=options, typed=typed)
    if word.needs_stopped_game:
        text = _("{word} works in a terminal, while the server is stopped: {typed}")
    else:
        text = _("{word} works in a terminal only: {typed}")
    return text.format(word=word.name, typed=typed)
