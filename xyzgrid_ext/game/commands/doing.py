"""Commands for moving and acting, for games that have no such commands.

go north, enter wormhole, climb the ladder    the exit that is meant, by its own command
go to the mill, walk to Bob                   goto
unlock door, open door                        an exit, and what it needs
kill, hit                                     attack, where there is somebody to be attacked
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.grid.descriptions import words_in
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.building import CmdOpen
from xyzgrid_ext.game.commands.dungeons import is_inside
from xyzgrid_ext.game.commands.looking import in_the_text
from xyzgrid_ext.game.commands.movements import SHORT
from xyzgrid_ext.game.commands.refusal import TellingCommand, refuse_long
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.text import descriptions, doors
from xyzgrid_ext.game.text.messages import plain
from xyzgrid_ext.game.visibility import matrix_state, needs, room_view
from xyzgrid_ext.game.visibility.names import written
from xyzgrid_ext.game.visibility.viewer import knows_room
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current

_LONG = {short: word for word, short in SHORT.items()}


def exit_meant(caller: Any, text: str) -> Any | None:
    """Return the exit that a text means by its name, by its target, or by a word in its text."""
    room, wanted = caller.location, descriptions.bare(text)
    if room is None or not wanted:
        return None
    exits = hooks.exits_of(room, caller)
    words = {wanted, _LONG.get(wanted, wanted)}
    for exit_obj in exits:
        names = map(name_key, (exit_obj.key, *exit_obj.aliases.all()))
        if words & {*names, objects.direction_of(exit_obj)}:
            return exit_obj
    if matrix_state.is_on(caller, room):
        return None  # in a game what an exit looks like is no help
    for names_of in (_target, _text):
        found = [one for one in exits if set(wanted.split()) <= set(names_of(caller, one))]
        if len(found) == 1:
            return found[0]
    return None


def _target(caller: Any, exit_obj: Any) -> list[str]:
    """Return the words in the name of the room behind an exit, if somebody may know that room."""
    live, target = current(), exit_obj.destination
    there = live.where(target)
    if target is None or (there is not None and not knows_room(live, caller, there)):
        return []
    if room_view.is_secret(live, caller, exit_obj):
        return []
    return name_key(target.key).split()


def _text(caller: Any, exit_obj: Any) -> list[str]:
    names = [exit_obj.key, *exit_obj.aliases.all(), hooks.description(exit_obj, caller)]
    return words_in(" ".join(names))


class CmdGo(TellingCommand):
    """
    go somewhere

    Usage:
      go <exit>          take an exit; typing only its name works, too
      go to <place>      walk to a place, like goto
      enter <exit>, climb <exit>

    walk does the same as go.
    """

    key = "go"
    aliases = ("walk", "enter", "climb")
    help_category = "General"

    def do(self) -> None:
        """Go through the exit, or walk to the place."""
        caller, text, word = self.caller, self.args.strip(), self.cmdstring.lower()
        for before in (_("to"), _("into"), _("in"), _("up to"), _("through")):
            if text.lower().startswith(f"{before} "):
                text = text[len(before) :].strip()
                break
        if not text:
            raise PlayerError(
                _("Where to? |w{word}|n needs the name of an exit.").format(word=word)
            )
        if (exit_obj := exit_meant(caller, text)) is not None:
            caller.execute_cmd(exit_obj.key, session=self.session)
        elif word in ("go", "walk"):
            caller.execute_cmd(f"goto {text}", session=self.session)
        elif in_the_text(caller, text):
            told = _("You cannot {word} the {thing}.")
            raise PlayerError(told.format(word=word, thing=plain(descriptions.bare(text))))
        else:
            told = _("There is no '{thing}' here to {word}.")
            raise PlayerError(told.format(thing=plain(text), word=word))


class CmdFight(TellingCommand):
    """
    attack somebody

    Usage:
      kill [<target>]

    hit and fight do the same. In a dungeon, kill works like attack. Elsewhere
    there is nobody to fight.
    """

    key = "kill"
    aliases = ("hit", "fight")
    help_category = "General"

    def do(self) -> None:
        """Strike, if there is anybody to fight."""
        if not is_inside(self.caller):
            raise PlayerError(_("There is nobody here to attack."))
        self.caller.execute_cmd(f"attack {self.args.strip()}".strip(), session=self.session)


class CmdOpenForAll(CmdOpen):
    """Evennia's `open` and the grid's in one: players who may not build open doors with it."""

    __doc__ = CmdOpen.__doc__
    help_category = "General"

    def access(self, srcobj: Any, *args: Any, **kwargs: Any) -> bool:
        """Return True: everybody may try."""
        return True

    def parse(self) -> None:
        """Find the door, for players who cannot build."""
        builds = self.caller.locks.check_lockstring(self.caller, "perm(open) or perm(Builder)")
        if not builds and not is_inside(self.caller):
            self.says = True
            return
        self.says = False
        super().parse()

    def func(self) -> None:
        """Open the door, or say what prevents it."""
        if self.says:
            _tell_of_door(self)
        else:
            super().func()


class CmdUnlock(TellingCommand):
    """
    unlock a door

    Usage:
      unlock <exit>

    It works like open: see |whelp open|n.
    """

    key = "unlock"
    help_category = "General"

    def do(self) -> None:
        """Unlock the door."""
        if is_inside(self.caller):
            self.caller.execute_cmd(f"open {self.args.strip()}".strip(), session=self.session)
        else:
            _tell_of_door(self)


def _tell_of_door(command: Any) -> None:
    """Say whether a named door is open, and what it needs."""
    caller, text = command.caller, command.args.strip()
    try:
        refuse_long(text)
        if not text:
            raise PlayerError(_("Open what? A door opens when you walk through it."))
        exit_obj = exit_meant(caller, text)
        if exit_obj is None:
            told = _("There is no '{thing}' here.")
            if in_the_text(caller, text):
                told = _("The {thing} does not open.")
            raise PlayerError(told.format(thing=plain(descriptions.bare(text))))
        if shut := doors.why_shut(exit_obj, caller):
            raise PlayerError(shut)
        if not needs.may_pass(exit_obj, caller):
            raise PlayerError(doors.locked(exit_obj.key))
        raise PlayerError(_("The way {exit} is open.").format(exit=exit_obj.key))
    except PlayerError as err:
        caller.msg(str(err))


class CmdRecall(TellingCommand):
    """
    walk back to the place where everybody starts

    Usage:
      recall
    """

    key = "recall"
    help_category = "General"

    def do(self) -> None:
        """Walk to the start."""
        live, place = current(), settings.start_place()
        if place is None or live.locate(place) is None:
            raise PlayerError(_("There is nowhere to go back to."))
        self.caller.execute_cmd(f"goto {written(live, place)}", session=self.session)


class CmdCommands(TellingCommand):
    """
    list all commands

    Usage:
      commands

    It shows the same list as help.
    """

    key = "commands"
    help_category = "General"

    def do(self) -> None:
        """Show all commands."""
        self.caller.execute_cmd("help", session=self.session)
