"""Automatic walks: begun, shown, and taken up again after a start of the server.

A walk is a timer and its steps, and exists only in this process; the journey (`journeys`) survives
it. `turns` takes the steps, through the real exits, with the exits' own commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evennia.server import signals

from xyzgrid_ext.core.routes import RouteStep
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.signals import started, way_laid
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.db.memory import CATEGORY, RESTING, WALKING, Journey, journey_of
from xyzgrid_ext.game.travel import ends, turns
from xyzgrid_ext.game.travel.legs import Walk, clear, halt, is_walking, rest
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live

__all__ = ["ahead", "clear", "connect", "is_walking", "rest", "resume_all", "set_out", "show"]

_RECONNECT = 30  # seconds after a reload within which a client has to be there again


# --- what others ask


def ahead(live: Live, character: Any) -> Sequence[RouteStep]:
    """Return the steps ahead of a character; none if it has left its route."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    if walk is None or walk.live is not live or (here := live.where(character.location)) is None:
        return ()
    return walk.left(here) or ()


# --- what others do


def show(live: Live, character: Any, journey: Journey, steps: Sequence[RouteStep]) -> None:
    """Mark a route on a character's map without walking it."""
    halt(character)
    memory.keep_journey(character, journey, RESTING)
    character.ndb.xyzgrid_walk = _walk(live, steps)
    way_laid.send(character, character=character)


def set_out(character: Any, journey: Journey, steps: Sequence[RouteStep]) -> None:
    """Start to walk, taking the first step immediately; this replaces a walk under way."""
    halt(character)
    memory.keep_journey(character, journey, WALKING)
    walk = character.ndb.xyzgrid_walk = _walk(current(), steps)
    way_laid.send(character, character=character)
    turns.tick(character, walk)


def resume_all() -> None:
    """Continue interrupted walks after a start of the server, once their clients are back."""
    for number, character in enumerate(objects.holders(memory.JOURNEY, CATEGORY)):
        journey = journey_of(character)
        if journey is not None and journey.state == WALKING and not is_walking(character):
            walk = Walk(live=current(), steps=(), index={}, grace=_RECONNECT, told=True)
            character.ndb.xyzgrid_walk = walk
            # spread over a step, so that they do not all step at the same moment
            turns.schedule(character, walk, 1.0 + number % 16 / 16 * settings.walk_delay())


def connect() -> None:
    """Connect the signal handlers; calling it again has no effect."""
    started.connect(_started, dispatch_uid="xyzgrid.walking.started")
    signals.SIGNAL_OBJECT_POST_UNPUPPET.connect(ends.parted, dispatch_uid="xyzgrid.walking.parted")
    signals.SIGNAL_OBJECT_POST_PUPPET.connect(
        ends.returned, dispatch_uid="xyzgrid.walking.returned"
    )
    signals.SIGNAL_EXIT_TRAVERSED.connect(ends.by_oneself, dispatch_uid="xyzgrid.walking.taken")


@surviving("walks")
def _started(sender: Any, **kwargs: Any) -> None:
    resume_all()


def _walk(live: Live, steps: Sequence[RouteStep]) -> Walk:
    walk = Walk(live, (), {})
    walk.lay(live, steps)
    return walk
