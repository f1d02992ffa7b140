"""Taking an exit as its player would: by the exit's own command, whatever that is called."""

from __future__ import annotations

from copy import copy
from typing import Any

from django.utils.translation import gettext as _
from evennia.commands.cmdhandler import cmdhandler

from xyzgrid_ext.core.graph import Step
from xyzgrid_ext.game.live import Live
from xyzgrid_ext.game.places import name_of


def command_of(exit_obj: Any | None, character: Any) -> Any | None:
    """The command by which a player would take this exit; None if it is not theirs to use."""
    if exit_obj is None or not exit_obj.access(character, "call", no_superuser_bypass=True):
        return None
    exit_obj.at_cmdset_get()  # exits make their command when they are asked for it
    current = exit_obj.cmdset.current
    commands = current.commands if current is not None else ()
    return next((copy(command) for command in commands if command.obj is exit_obj), None)


def is_bound(character: Any) -> bool:
    """Whether exits are out of reach now: in a menu, for example."""
    current = character.cmdset.current
    return bool(current is not None and current.no_exits)


def run(character: Any, command: Any) -> None:
    """Let a character do a command, as if its player had typed it."""
    command.was_typed = False  # so that nobody counts from a line that there was not
    sessions = character.sessions.all()
    cmdhandler(
        character,
        "",
        callertype="object",
        session=sessions[0] if sessions else None,
        cmdobj=command,
        cmdobj_key=command.key,
    )


def exit_in_words(live: Live, step: Step) -> str:
    """The exit of a step, for people: `east from Hall`, or `bronze door, east from Hall`."""
    way = live.router.way(step)
    where = _("{direction} from {room}").format(direction=way.key, room=name_of(live, step.source))
    exit_obj = live.exit(step.source, way.direction)
    if exit_obj is None or exit_obj.key.casefold() == way.key.casefold():
        return where
    return _("{exit}, {where}").format(exit=exit_obj.key, where=where)
