"""Takes an exit as a player would: with the exit's own command.

take_exit    one step of a walk, and its result: whether a lock or a door stops it
glancing     rooms on a long walk, of which only the name is shown:
every goto, but for goto/full    Glassgate Street, The Works Gate, …
and the goal in full
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from evennia.commands.cmdhandler import cmdhandler
from evennia.commands.command import Command

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.core.routes import RouteStep
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import part_doors
from xyzgrid_ext.game.text import screenreader, shut_exits
from xyzgrid_ext.game.text.screenreader.text import as_sentence
from xyzgrid_ext.game.text.shut_exits import exit_in_words
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.viewer import CharacterViewer
from xyzgrid_ext.game.visibility.viewer_routes import is_first_sight
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.lookups import UndrawnError
from xyzgrid_ext.game.world.world import Live

_ALIKE = 10  # rooms of one name in a row: a walk gives a sign of life every five seconds
INTERRUPT_MESSAGE = "xyz_path_interrupt_msg"
"""The contrib's Attribute of rooms and exits that stop walks: what the walker reads."""


def exit_command(exit_obj: ExitObject | None, character: Character) -> Command | None:
    """Return the command with which a player would take this exit; None if they may not use it."""
    if exit_obj is None:
        return None
    if not hooks.allows(exit_obj, character, "call", no_superuser_bypass=True):
        return None
    return next(map(copy, hooks.commands_of(exit_obj)), None)


def is_bound(character: Character) -> bool:
    """Whether a character cannot use exits now, for example because it is in a menu."""
    current = character.cmdset.current
    return bool(current is not None and current.no_exits)


def run_command(character: Character, command: Command) -> None:
    """Let a character run a command as if its player had typed it."""
    sessions = character.sessions.all()
    cmdhandler(
        character,
        "",
        callertype="object",
        session=sessions[0] if sessions else None,
        cmdobj=command,
        cmdobj_key=command.key,
    )


# --- a step of a walk


class StepOutcome(Enum):
    """The outcomes of a step."""

    WENT = "went"
    WAITS = "waits"  # the exit takes its time
    STOPPED = "stopped"  # the walker is held
    BY_HAND = "by hand"  # the map has walkers take this exit themselves
    SHUT = "shut"  # no way for this walker; from now on the routes know


class StepResult(NamedTuple):
    """The result of a step, and the message about it."""

    outcome: StepOutcome
    text: str = ""


def take_exit(live: Live, character: Character, step: RouteStep) -> StepResult:
    """Take the exit of a step."""
    try:
        on_demand().ensure(live, step.source)
    except UndrawnError:
        return StepResult(StepOutcome.WAITS)
    exit_obj = live.exit_at(step.source, step.link)
    if exit_obj is None:
        live.overlay.lose(step.source, step.link)
        return StepResult(StepOutcome.SHUT, shut_exits.lost_exit_text(live, step, character))
    command = exit_command(exit_obj, character)
    if command is None:
        return _refuse(live, character, step, exit_obj)
    if is_by_hand(live, character, step):
        value = exit_obj.attributes.get(INTERRUPT_MESSAGE)
        return StepResult(StepOutcome.BY_HAND, value or _("You stop here."))
    if is_bound(character):
        return StepResult(StepOutcome.STOPPED, _("You cannot walk now."))
    before = character.location
    if (door := part_doors().get(exit_obj.pk)) is not None:
        door.open_for(exit_obj, character)
    run_command(character, command)
    if character.pk is None or character.location is not before:
        return StepResult(StepOutcome.WENT)
    if needs.may_pass(exit_obj, character):
        return StepResult(StepOutcome.WAITS)
    return _refuse(live, character, step, exit_obj)


def is_by_hand(live: Live, character: Character, step: RouteStep) -> bool:
    """Whether an automatic walk stops before the exit of a step.

    With `routes: seen` it also stops before one that needs something and leads to a new room.
    """
    if step.link < 0:
        return False
    grid = live.grids[step.source[0]]
    if grid.link_flags[step.link] & LinkFlag.INTERRUPT:
        return True
    return step.link in grid.needs and is_first_sight(CharacterViewer(live, character), step.target)


def _refuse(live: Live, character: Character, step: RouteStep, exit_obj: ExitObject) -> StepResult:
    live.ask(exit_obj.pk)
    return StepResult(
        StepOutcome.SHUT, shut_exits.locked_text(exit_in_words(live, step, character))
    )


# --- rooms that are only passed


@contextmanager
def glancing(character: Character, is_brief: bool = True) -> Iterator[None]:
    """Return a context in which a character sees only the names of rooms it enters, if `is_brief`.

    Evennia lets it look at each room that it enters. Meanwhile its `at_look` gives their names,
    whatever the classes of these rooms show.
    """
    if not is_brief:
        yield
        return
    left = character.location
    character.ndb.xyzgrid_passing = "" if left is None else hooks.display_name(left, character)
    character.at_look = partial(_glance, character)
    try:
        yield
    finally:
        del character.at_look
        character.ndb.xyzgrid_passing = None


def is_passing(character: Character) -> bool:
    """Whether a character passes through a room without stopping there."""
    return character.ndb.xyzgrid_passing is not None


def _glance(character: Character, target: Any, **kwargs: object) -> str | None:
    """Return the name of a room that is passed; None, which sends nothing, if it was told before.

    Of many rooms with one name, every tenth is told.
    """
    if target is not character.location or not hooks.allows(target, character, "view"):
        return hooks.look(character, target, **kwargs)
    name = hooks.display_name(target, character)
    is_new = character.ndb.xyzgrid_passing != name
    number = 0 if is_new else (character.ndb.xyzgrid_alike or 0) + 1
    character.ndb.xyzgrid_alike = number
    if number % _ALIKE:
        return None
    return as_sentence(name) if screenreader.is_on(character) else f"|c{name}|n"
