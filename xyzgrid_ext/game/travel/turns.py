"""One turn of an automatic walk: where the character is, the next step, and the wait for it.

A turn looks at the world again, so a walk survives whatever others do to its character, its doors
and its map:

    turn ─ here is the goal ───────────────────────► arrived
      │  ├ off the maps, goal gone, playing ───────► ended
      │  ├ off the way, way changed, whom it leads to has moved ──► another way
      │  ├ exit gone, locked ──────────────────────► another way
      │  │                      none? ─────────────► rests       `goto` takes it up again
      │  └ through the exit ─ stopped before or behind it ──► rests
      └──── after the delay ◄──┘                    the player takes another exit ──► rests
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from twisted.python.failure import Failure

from xyzgrid_ext.core.grid import RoomFlag
from xyzgrid_ext.core.routes import RouteStep
from xyzgrid_ext.game.base import settings, task
from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.signals import way_laid
from xyzgrid_ext.game.base.surviving import surviving, worker_faults
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.db.memory import WALKING, Journey, journey_of
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.travel import ends, planning
from xyzgrid_ext.game.travel.ends import arrive, end, rest_before, rest_with
from xyzgrid_ext.game.travel.legs import (
    Walk,
    draw_ahead,
    goal_of,
    next_stop,
    passed,
)
from xyzgrid_ext.game.travel.planning import JourneyPlan
from xyzgrid_ext.game.travel.traversal import (
    INTERRUPT_MESSAGE,
    StepOutcome,
    exit_in_words,
    passing,
    take,
)
from xyzgrid_ext.game.visibility import matrix_state
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import prefetch
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

_SLOW_EXIT = 10.0  # seconds that an exit may take to let somebody through
_SLOW_LAND = 60.0  # seconds until a land is drawn, which waits for jobs
_OFTEN = 5  # times that a walk takes the same exit


def schedule(character: Any, walk: Walk, seconds: float) -> None:
    """Take the next turn of a walk after some seconds."""
    walk.timer = task.call_later(seconds, tick, character, walk)


def tick(character: Any, walk: Walk) -> None:
    """Take a turn of a walk; if it fails, the walk pauses."""
    with surviving("walks"), speaking_to(character):
        _turn(character, walk)
        return
    _break_off(character, walk)


@surviving("walks")
def _break_off(character: Any, walk: Walk) -> None:
    """Pause a walk after a failed hook."""
    journey = journey_of(character)
    if walk.is_of(character) and journey is not None:
        with speaking_to(character):
            rest_with(character, journey, _("You stop here."))


def _turn(character: Any, walk: Walk) -> None:
    walk.timer = None
    if not walk.is_of(character):
        return
    if walk.grace > 0 and not ends.is_played(character):
        walk.grace -= 1
        if walk.grace > 0:
            schedule(character, walk, 1.0)
        else:
            ends.parted(character)
        return
    walk.grace = 0
    journey = journey_of(character)
    if journey is None:
        character.ndb.xyzgrid_walk = None
        return
    _go_on(character, walk, journey)


def _go_on(character: Any, walk: Walk, journey: Journey) -> None:
    """Take one step, or end the walk."""
    if not draw_ahead(character, journey):
        _await_land(character, walk, journey)
        return
    live = current()
    here, goal = live.where(character.location), goal_of(live, character, walk, journey)
    is_gone = not journey.way and (goal is None or not live.exists(goal))
    if (here is None or goal is None or is_gone) and ends.misses_map(live, character, journey):
        rest_with(character, journey, _("A map on your way is missing now, so you stop here."))
        return
    if is_gone:
        end(character, _("{name} no longer exists, so your walk ends.").format(name=journey.name))
        return
    if here is None:
        text = _("You have left the maps, so your walk to {name} ends.")
        end(character, text.format(name=journey.name))
        return
    journey = passed(live, character, here, journey)
    if here == goal and not journey.via:
        arrive(character, live, goal, journey)
    elif matrix_state.is_on(character, character.location):
        text = _("You are in a game here, so your walk to {name} ends.")
        end(character, text.format(name=journey.name))
    else:
        if (there := next_stop(live, journey, goal)) is None:
            _await_land(character, walk, journey)
            return
        walk.undrawn = 0.0
        left = walk.left(here)
        version = live.router.world.version
        if walk.live is live and walk.version == version and walk.goal == there and left:
            _through(character, walk, journey, left[0])
        else:
            _find_way(character, walk, journey, "")


def _await_land(character: Any, walk: Walk, journey: Journey) -> None:
    """Wait until the next part of an endless land is drawn."""
    walk.undrawn += 1.0
    if walk.undrawn < _SLOW_LAND:
        schedule(character, walk, 1.0)
    else:
        rest_with(character, journey, _("You cannot see the land ahead yet."))


def _find_way(character: Any, walk: Walk, journey: Journey, why: str) -> None:
    """Search for another route from here; `why` is the obstacle, if there was one."""
    live = current()
    here, goal = live.where(character.location), goal_of(live, character, walk, journey)
    assert here is not None
    if (there := next_stop(live, journey, goal)) is None:
        _await_land(character, walk, journey)
        return
    # whether it is the same way to the same place that was left or has changed
    strayed = walk.live is live and walk.goal == there
    left = walk.left(here)

    def found(plan: JourneyPlan) -> None:
        walk.search = None
        if walk.is_of(character):
            with speaking_to(character):
                go_on(plan)

    def go_on(plan: JourneyPlan) -> None:
        if not plan.parts:
            rest_with(character, journey, why or ends.no_way(plan, character))
            return
        steps = plan.first
        told = [why] if why else []
        if strayed and steps != left and (why or not walk.told):
            walk.told = True
            told.append(_("You take another way to {name}.").format(name=journey.name))
        if told:
            character.msg("\n".join(told))
        walk.lay(plan.live, steps)
        if plan.journey.way != journey.way:
            walk.planned = here
            memory.keep_journey(character, plan.journey, WALKING)
        way_laid.send(character, character=character)
        if why or not steps or plan.live.where(character.location) != steps[0].source:
            schedule(character, walk, settings.walk_delay())
        else:
            _through(character, walk, plan.journey, steps[0])

    def failed(failure: Failure) -> None:
        walk.search = None
        worker_faults.note("walks", failure.value)
        _break_off(character, walk)

    viewer = OfCharacter(live, character)
    if journey.way and not walk.is_carried(live.router.place(here)):
        plan = planning.onward(viewer, here, there, journey)
        if plan is not None or walk.planned == here:
            go_on(plan or JourneyPlan(live, journey, ()))
            return
    search = task.begin(planning.plan_steps(viewer, here, goal, journey), found, failed=failed)
    if not search.is_done:
        walk.search = search


def _through(character: Any, walk: Walk, journey: Journey, step: RouteStep) -> None:
    """Take one exit and handle the result."""
    live, delay = walk.live, settings.walk_delay()
    if walk.tried == step.source:  # an exit that takes its time
        walk.waited += delay
        if walk.waited >= _SLOW_EXIT:
            text = _("You cannot get through: {exit}.")
            rest_with(character, journey, text.format(exit=exit_in_words(live, step, character)))
        else:
            schedule(character, walk, delay)
        return
    walk.taken[step] += 1
    if walk.taken[step] > _OFTEN:
        text = _("You are not getting any closer to {name}.")
        rest_with(character, journey, text.format(name=journey.name))
        return
    walk.near = live.router.place(step.source), live.router.place(step.target)
    with passing(character, _is_brief(live, character, walk, journey, step)):
        stride = take(live, character, step)
    if not walk.is_of(character):
        return  # behind the exit it was deleted, or sent somewhere else by another walk
    if stride.outcome is StepOutcome.WENT:
        _after_step(character, walk, journey)
    elif stride.outcome is StepOutcome.STOPPED:
        rest_with(character, journey, stride.text)
    elif stride.outcome is StepOutcome.BY_HAND:
        rest_before(character, walk, journey, step, stride.text)
    elif stride.outcome is StepOutcome.SHUT:
        _find_way(character, walk, journey, stride.text)
    else:
        walk.tried, walk.waited = step.source, 0.0
        schedule(character, walk, delay)


def _is_brief(live: Live, character: Any, walk: Walk, journey: Journey, step: RouteStep) -> bool:
    """Whether only the name of the next room is shown, which is not so where the walk stops."""
    if journey.full and not screenreader.is_on(character):
        return False
    key, number = step.target
    stops = live.grids[key].room_flags[number] & RoomFlag.INTERRUPT
    return not stops and (step.target != walk.goal or journey.has_stops)


def _after_step(character: Any, walk: Walk, journey: Journey) -> None:
    """Handle the new position after a step: arrived, at a stop, or under way."""
    walk.tried = None
    live = current()
    here = live.where(character.location)
    if here is not None:
        journey = passed(live, character, here, journey)
    if here is not None and here == goal_of(live, character, walk, journey) and not journey.via:
        arrive(character, live, here, journey)
    elif here is not None and live.grids[here[0]].room_flags[here[1]] & RoomFlag.INTERRUPT:
        own = character.location.attributes.get(INTERRUPT_MESSAGE)
        rest_with(character, journey, own or _("You stop here."))
    else:
        _await_step(character, walk, here)


def _await_step(character: Any, walk: Walk, here: Room | None) -> None:
    """Wait for the next step; meanwhile load the rooms ahead, unless the next ones are loaded."""
    delay = settings.walk_delay()
    schedule(character, walk, delay)
    if here is not None and walk.goal is not None and walk.is_soon_there(here):
        walk.live.draw_soon(walk.goal)
    if walk.reading is None and (rooms := walk.not_loaded(here)):
        walk.reading = task.call_later(delay / 2, _read_ahead, walk, rooms)


def _read_ahead(walk: Walk, rooms: Sequence[int]) -> None:
    def ended(failure: Failure | None) -> None:
        walk.reading = None
        if failure is not None:
            worker_faults.note("rooms read ahead", failure.value)

    walk.reading = task.begin_later(prefetch.warm_steps(rooms, SERVER), ended, failed=ended)
