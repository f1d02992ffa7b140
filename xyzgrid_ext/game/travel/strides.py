"""One step of a walk: through an exit, by its own command, and what came of it."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from xyzgrid_ext.core.graph import Step
from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.game.travel.traversal import command_of, exit_in_words, is_bound, run
from xyzgrid_ext.game.world.world import Live

INTERRUPT_MESSAGE = "xyz_path_interrupt_msg"  # the contrib's attribute, of rooms and exits


class Outcome(Enum):
    """What came of a step."""

    WENT = "went"
    WAITS = "waits"  # the exit takes its time
    STOPPED = "stopped"  # the walker is held, or shall go on by hand
    SHUT = "shut"  # no way for this walker; from now on the routes know


class Stride(NamedTuple):
    """What came of a step, and what to say of it."""

    outcome: Outcome
    text: str = ""


def take(live: Live, character: Any, step: Step) -> Stride:
    """Take the exit of a step."""
    exit_obj = live.exit_at(step.source, step.link)
    if exit_obj is None:
        live.overlay.lose(step.source, step.link)
        text = _("There is no exit any more: {exit}.")
        return Stride(Outcome.SHUT, text.format(exit=exit_in_words(live, step, character)))
    command = command_of(exit_obj, character)
    if command is None:
        return _locked(live, character, step, exit_obj)
    flags = live.grids[step.source[0]].link_flags
    if step.link >= 0 and flags[step.link] & LinkFlag.INTERRUPT:
        default = _("You stop here; |w{exit}|n is for you to take.").format(exit=exit_obj.key)
        return Stride(Outcome.STOPPED, exit_obj.attributes.get(INTERRUPT_MESSAGE) or default)
    if is_bound(character):
        return Stride(Outcome.STOPPED, _("You cannot walk now."))
    before = character.location
    run(character, command)
    if character.pk is None or character.location is not before:
        return Stride(Outcome.WENT)
    if exit_obj.access(character, "traverse"):
        return Stride(Outcome.WAITS)
    return _locked(live, character, step, exit_obj)


def _locked(live: Live, character: Any, step: Step, exit_obj: Any) -> Stride:
    live.ask(exit_obj)
    text = _("The way is locked for you: {exit}.")
    return Stride(Outcome.SHUT, text.format(exit=exit_in_words(live, step, character)))
