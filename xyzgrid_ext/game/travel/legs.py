"""The route of a walking character: the steps ahead, and the next goal.

A journey with places to pass is walked leg by leg, and a way over an endless land from stop to
stop, while the land ahead is drawn. A journey to a person leads to where they are, or to where they
were last known to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from xyzgrid_ext.core.coords import Place, map_key
from xyzgrid_ext.core.routes import RouteStep
from xyzgrid_ext.game.base.signals import way_laid
from xyzgrid_ext.game.base.task import Task
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.db.memory import RESTING, WALKING, Journey, journey_of
from xyzgrid_ext.game.visibility.resolve import place_of_person
from xyzgrid_ext.game.world import prefetch
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.drawing import drawing, place_of
from xyzgrid_ext.game.world.world import Live, Room

_AHEAD, _SOON = 6, 2  # if one of the next 2 rooms of a route is not loaded, the next 6 are
_DRAWN = 4  # stops ahead that are drawn in advance: a walk of two minutes


@dataclass
class Walk:
    """The route of one character to its next stop, found in one state of the world."""

    live: Live
    steps: tuple[RouteStep, ...]
    index: dict[Room, int]
    version: int = -1
    goal: Room | None = None
    timer: Any = None
    reading: Any = None
    """The timer before the rooms ahead are loaded, or the task that loads them."""
    search: Task[Any] | None = None
    """The search for another route, while it is running."""
    taken: Counter[RouteStep] = field(default_factory=Counter)
    """How often each exit was taken: a walker who is thrown back too often gives up."""
    told: bool = False
    """Whether the character was already told that the route has changed."""
    tried: Room | None = None
    """The room where an exit was tried that has not let the character through yet."""
    waited: float = 0.0
    undrawn: float = 0.0
    """How long it has waited for land to be drawn."""
    grace: float = 0.0
    """How long it waits for a client after a reload."""
    seen: Room | None = None
    """The last known place of the person to whom the walk leads."""
    planned: Room | None = None
    """The room where another way over land was last found."""
    near: tuple[Place, ...] = ()
    """The places between which it made its last step."""

    def is_of(self, character: Any) -> bool:
        """Whether a character still exists and has not begun another walk."""
        return character.pk is not None and character.ndb.xyzgrid_walk is self

    def lay(self, live: Live, steps: Sequence[RouteStep]) -> None:
        """Replace the steps of the route."""
        self.live, self.steps, self.near = live, tuple(steps), ()
        self.index = {step.source: number for number, step in enumerate(self.steps)}
        self.version = live.router.world.version
        self.goal = self.steps[-1].target if self.steps else None

    def left(self, here: Room) -> tuple[RouteStep, ...] | None:
        """Return the rest of the route; None if the room is not on it."""
        number = self.index.get(here)
        return None if number is None else self.steps[number:]

    def is_soon_there(self, here: Room) -> bool:
        """Whether the goal, where the map is shown, is among the next rooms."""
        number = self.index.get(here)
        return number is not None and len(self.steps) - number <= _AHEAD

    def is_carried(self, here: Place) -> bool:
        """Whether something else than its last step has brought it here."""
        return bool(self.near) and here not in self.near

    def not_loaded(self, here: Room | None) -> list[int]:
        """Return the ids of rooms ahead to load together; none while the next ones are loaded."""
        left = (None if here is None else self.left(here)) or ()
        ids = [self.live.object_id(step.target) for step in left[:_AHEAD]]
        cold = [pk for pk in ids if pk is not None and not prefetch.is_warm(pk)]
        return cold if any(pk in cold for pk in ids[:_SOON]) else []


def goal_of(live: Live, character: Any, walk: Walk, journey: Journey) -> Room | None:
    """Return the goal of a walk: the place, or the last known room of a person."""
    if journey.person is None:
        return live.locate(journey.place)
    person = objects.object_of(journey.person)
    if person is None:
        return None
    now = place_of_person(live, character, person)
    if now is not None:
        walk.seen = now
    return walk.seen or live.locate(journey.place)


def passed(live: Live, character: Any, here: Room, journey: Journey) -> Journey:
    """Return the journey without the stops that were reached or no longer exist."""
    via, way = (_left(live, here, stops) for stops in (journey.via, journey.way))
    if (via, way) != (journey.via, journey.way):
        journey = replace(journey, via=via, way=way)
        memory.keep_journey(character, journey, WALKING)
    return journey


def _left(live: Live, here: Room, stops: tuple[Place, ...]) -> tuple[Place, ...]:
    while stops and live.locate(stops[0]) in (here, None):
        if drawing.is_undrawn(live, stops[0]):
            break
        stops = stops[1:]
    return stops


def next_stop(live: Live, journey: Journey, goal: Room | None) -> Room | None:
    """Return the room to which a journey leads next; None where the land is not drawn."""
    stops = journey.way or journey.via
    return live.locate(stops[0]) if stops else goal


def draw_ahead(character: Any, journey: Journey) -> bool:
    """Draw the land to which a journey leads next; return whether a step can be taken.

    After a kill of the server, the land around the character or the goal may be missing.
    """
    live = current()
    here = place_of(character.location) if live.where(character.location) is None else None
    goal = None if journey.way else journey.place
    missing = [one for one in (here, goal) if one is not None and drawing.is_undrawn(live, one)]
    ahead = (*missing, *journey.way[:_DRAWN])
    for key in dict.fromkeys(map_key(stop.map) for stop in ahead):
        if (grid := current().grids.get(key)) is not None and grid.tiles is not None:
            cells = [stop.coord[:2] for stop in ahead if map_key(stop.map) == key]
            drawing.draw_ahead(current(), key, cells)
    return not missing


def is_walking(character: Any) -> bool:
    """Whether a character walks by itself."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    return walk is not None and (walk.timer is not None or walk.search is not None)


def halt(character: Any) -> None:
    """Stop the walk timer."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    if walk is None:
        return
    for timer in filter(None, (walk.timer, walk.reading)):
        timer.cancel()
    walk.timer = walk.reading = None
    if walk.search is not None:
        walk.search.cancel()
        walk.search = None


def rest(character: Any) -> None:
    """Pause the walk silently, and remember the goal."""
    halt(character)
    if (journey := journey_of(character)) is not None:
        memory.keep_journey(character, journey, RESTING)


def clear(character: Any) -> None:
    """Stop the walk silently, and forget the goal."""
    halt(character)
    character.ndb.xyzgrid_walk = None
    memory.forget_journey(character)
    way_laid.send(character, character=character)
