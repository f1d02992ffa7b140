"""Taking an exit as its player would: by the exit's own command, whatever that is called."""

from __future__ import annotations

from copy import copy
from typing import Any

from django.utils.translation import gettext as _
from evennia.commands.cmdhandler import cmdhandler

from xyzgrid_ext.core.graph import Step
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.visibility.coordinates import written
from xyzgrid_ext.game.visibility.places import name_of
from xyzgrid_ext.game.world.world import Live


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
    sessions = character.sessions.all()
    cmdhandler(
        character,
        "",
        callertype="object",
        session=sessions[0] if sessions else None,
        cmdobj=command,
        cmdobj_key=command.key,
    )


def exit_in_words(live: Live, step: Step, looker: Any = None) -> str:
    """The exit of a step, for people: `east from Hall`, or `bronze door, east from Hall`.

    Builders are told the coordinate of its room instead of the name.
    """
    way = live.router.way(step)
    by_hand = step.link < 0
    if looker is not None and memory.sees_all(looker):
        room = written(live, live.router.place(step.source))
        where = _("{direction} of {room}").format(direction=way.key, room=room)
    else:
        room = name_of(live, step.source)
        where = _("{direction} from {room}").format(direction=way.key, room=room)
    exit_obj = None if by_hand else live.exit_at(step.source, step.link)
    if exit_obj is None or exit_obj.key.casefold() == way.key.casefold():
        return where
    return _("{exit}, {where}").format(exit=exit_obj.key, where=where)
