"""The way of one character as it walks: what is laid out before it, and where it leads next.

A journey with places to pass is walked leg by leg, and one to a person leads where they are, or
were when that could be known last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from xyzgrid_ext.core.graph import RouteStep
from xyzgrid_ext.game.base.signals import way_laid
from xyzgrid_ext.game.base.task import Task
from xyzgrid_ext.game.db import journeys
from xyzgrid_ext.game.db.journeys import RESTING, WALKING, Journey, journey_of
from xyzgrid_ext.game.visibility import people
from xyzgrid_ext.game.world.world import Live, Room


@dataclass
class Walk:
    """The way of one character, found in one state of the world: to the next place it leads to."""

    live: Live
    steps: tuple[RouteStep, ...]
    index: dict[Room, int]
    version: int = -1
    goal: Room | None = None
    timer: Any = None
    search: Task[Any] | None = None
    """The search for another way, while it takes its time."""
    taken: Counter[RouteStep] = field(default_factory=Counter)
    """The times that each exit was taken: a walker who is thrown back too often gives up."""
    told: bool = False
    """Whether it was said already that the way has changed."""
    tried: Room | None = None
    """Where an exit was taken that has not let the character through yet."""
    waited: float = 0.0
    grace: float = 0.0
    """The time that it waits for a client, after a reload."""
    seen: Room | None = None
    """The last known place of the person to whom the walk leads."""

    def lay(self, live: Live, steps: Sequence[RouteStep]) -> None:
        """Another way."""
        self.live, self.steps = live, tuple(steps)
        self.index = {step.source: number for number, step in enumerate(self.steps)}
        self.version = live.router.world.version
        self.goal = self.steps[-1].target if self.steps else None

    def left(self, here: Room) -> tuple[RouteStep, ...] | None:
        """The rest of the way; None from a room that it does not pass."""
        number = self.index.get(here)
        return None if number is None else self.steps[number:]


def goal_of(live: Live, character: Any, walk: Walk, journey: Journey) -> Room | None:
    """Where the walk leads to: the place, or where somebody was last known to be."""
    if journey.person is None:
        return live.locate(journey.place)
    person = people.known(journey.person)
    if person is None:
        return None
    now = people.place_of(live, character, person)
    if now is not None:
        walk.seen = now
    return walk.seen or live.locate(journey.place)


def passed(live: Live, character: Any, here: Room, journey: Journey) -> Journey:
    """The journey without the places to pass where it has come to, or that are no more."""
    via = journey.via
    while via and live.locate(via[0]) in (here, None):
        via = via[1:]
    if via != journey.via:
        journey = replace(journey, via=via)
        journeys.keep(character, journey, WALKING)
    return journey


def is_walking(character: Any) -> bool:
    """Whether a character walks by itself."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    return walk is not None and (walk.timer is not None or walk.search is not None)


def halt(character: Any) -> None:
    """Take no further step."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    if walk is None:
        return
    if walk.timer is not None:
        walk.timer.cancel()
        walk.timer = None
    if walk.search is not None:
        walk.search.cancel()
        walk.search = None


def rest(character: Any) -> None:
    """Stop, without a word, and remember where to."""
    halt(character)
    if (journey := journey_of(character)) is not None:
        journeys.keep(character, journey, RESTING)


def clear(character: Any) -> None:
    """Stop, without a word, and forget."""
    halt(character)
    character.ndb.xyzgrid_walk = None
    journeys.forget(character)
    way_laid.send(character, character=character)
