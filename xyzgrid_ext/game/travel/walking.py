"""Automatic walks: their routes, their steps, their ends, and how they survive a restart.

A walk is a timer and its steps, and exists only in this process; the journey (`db.memory`) survives
it. A journey with places to pass is walked leg by leg, and a way over an endless land from stop to
stop, while the land ahead is drawn. A journey to a person leads to where they are, or to where they
were last known to be.

A turn looks at the world again, so a walk survives whatever others do to its character, its doors
and its map. It takes the exit's own command:

    turn ─ here is the goal ───────────────────────► arrived
      │  ├ off the maps, goal gone, playing ───────► ended
      │  ├ off the way, way changed, whom it leads to has moved ──► another way
      │  ├ exit gone, locked ──────────────────────► another way
      │  │                      none? ─────────────► rests       `goto` takes it up again
      │  └ through the exit ─ stopped before or behind it ──► rests
      └──── after the delay ◄──┘                    the player takes another exit ──► rests
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from evennia.server import signals
from twisted.python.failure import Failure

from xyzgrid_ext.core.coords import Place, map_key
from xyzgrid_ext.core.grid.descriptions import has_own_prototype
from xyzgrid_ext.core.grid.model import RoomFlag
from xyzgrid_ext.core.routes import Portal, RouteStep
from xyzgrid_ext.game.base import settings, task
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.signals import route_changed, started
from xyzgrid_ext.game.base.surviving import surviving, worker_faults
from xyzgrid_ext.game.base.task import Task
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.db.memory import CATEGORY, PARTED, RESTING, WALKING, Journey, journey_of
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import leading_refusal
from xyzgrid_ext.game.text import screenreader, shut_exits
from xyzgrid_ext.game.travel import planning
from xyzgrid_ext.game.travel.planning import JourneyPlan, NoGotoArea
from xyzgrid_ext.game.travel.traversal import INTERRUPT_MESSAGE, StepOutcome, glancing, take_exit
from xyzgrid_ext.game.visibility.names import name_of
from xyzgrid_ext.game.visibility.resolve import place_of_person
from xyzgrid_ext.game.visibility.viewer import CharacterViewer
from xyzgrid_ext.game.visibility.viewer_routes import is_first_sight
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.lookups import tagged_place
from xyzgrid_ext.game.world.world import Live, Room

# --- the route of a walk


_DRAWN = 4  # stops ahead that are drawn in advance: a walk of two minutes


@dataclass
class Walk:
    """A character's automatic walk (`goto`): its route to the next stop, and its progress."""

    live: Live
    steps: tuple[RouteStep, ...]
    index: dict[Room, int]
    version: int = -1
    goal: Room | None = None
    timer: Any = None
    search: Task[Any] | None = None
    """The search for another route, while it is running."""
    taken: Counter[RouteStep] = field(default_factory=Counter)
    """How often each exit was taken: a walker who is thrown back too often gives up."""
    was_told: bool = False
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

    def is_of(self, character: Character) -> bool:
        """Whether a character still exists and has not begun another walk."""
        return character.pk is not None and character.ndb.xyzgrid_walk is self

    def set_route(self, live: Live, steps: Sequence[RouteStep]) -> None:
        """Replace the steps of the route."""
        self.live, self.steps, self.near = live, tuple(steps), ()
        self.index = {step.source: number for number, step in enumerate(self.steps)}
        self.version = live.router.world.version
        self.goal = self.steps[-1].target if self.steps else None

    def remaining_steps(self, here: Room) -> tuple[RouteStep, ...] | None:
        """Return the rest of the route; None if the room is not on it."""
        number = self.index.get(here)
        return None if number is None else self.steps[number:]

    def was_moved(self, here: Place) -> bool:
        """Whether something other than its last step has brought the walker here."""
        return bool(self.near) and here not in self.near


def goal_of(live: Live, character: Character, walk: Walk, journey: Journey) -> Room | None:
    """Return the goal of a walk: the place, or the last known room of a person; None if gone."""
    if journey.person is None:
        return live.locate(journey.place)
    person = objects.object_by_id(journey.person)
    if person is None:
        return None
    now = place_of_person(live, character, person)
    if now is not None:
        walk.seen = now
    return walk.seen or live.locate(journey.place)


def without_passed_stops(live: Live, character: Character, here: Room, journey: Journey) -> Journey:
    """Return the journey without the stops that were reached or no longer exist."""
    via, way = (_remaining_stops(live, here, stops) for stops in (journey.via, journey.way))
    if (via, way) != (journey.via, journey.way):
        journey = replace(journey, via=via, way=way)
        memory.store_journey(character, journey, WALKING)
    return journey


def _remaining_stops(live: Live, here: Room, stops: tuple[Place, ...]) -> tuple[Place, ...]:
    while stops and live.locate(stops[0]) in (here, None):
        if live.is_undrawn(stops[0]):
            break
        stops = stops[1:]
    return stops


def next_stop(live: Live, journey: Journey, goal: Room | None) -> Room | None:
    """Return the room to which a journey leads next; None where the land is not drawn."""
    stops = journey.way or journey.via
    return live.locate(stops[0]) if stops else goal


def draw_ahead(character: Character, journey: Journey) -> bool:
    """Have the land drawn to which a journey leads next.

    Return False while that around the character or the goal is missing, as after a kill.
    """
    live = current()
    here = tagged_place(character.location) if live.where(character.location) is None else None
    goal = None if journey.way else journey.place
    missing = [place for place in (here, goal) if place is not None and live.is_undrawn(place)]
    ahead = (*missing, *journey.way[:_DRAWN])
    for key in dict.fromkeys(map_key(stop.map) for stop in ahead):
        if (grid := current().grids.get(key)) is not None and grid.tiles is not None:
            cells = [stop.coord[:2] for stop in ahead if map_key(stop.map) == key]
            on_demand().draw_ahead(current(), key, cells)
    return not missing


def is_walking(character: Character) -> bool:
    """Whether a character walks by itself."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    return walk is not None and (walk.timer is not None or walk.search is not None)


def stop_timer(character: Character) -> None:
    """Stop the walk timer."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    if walk is None:
        return
    if walk.timer is not None:
        walk.timer.cancel()
        walk.timer = None
    if walk.search is not None:
        walk.search.cancel()
        walk.search = None


def pause_silently(character: Character) -> None:
    """Pause the walk silently, and remember the goal."""
    stop_timer(character)
    if (journey := journey_of(character)) is not None:
        memory.store_journey(character, journey, RESTING)


def forget_walk(character: Character) -> None:
    """Stop the walk silently, and forget the goal."""
    stop_timer(character)
    character.ndb.xyzgrid_walk = None
    memory.forget_journey(character)
    route_changed.send(character, character=character)


# --- ends and pauses


def arrive(character: Character, live: Live, goal: Room, journey: Journey) -> None:
    """Tell a character that it has arrived, and forget the goal."""
    person = None if journey.person is None else objects.object_by_id(journey.person)
    if person is None:
        text = _("You have arrived at {name}.").format(name=name_of(live, goal))
    elif person.location is character.location:
        text = _("You have reached {name}.").format(name=journey.name)
    else:
        text = _("{name} was here last, but you do not know where to look now.").format(
            name=journey.name
        )
    end_walk(character, text)


def end_walk(character: Character, text: str) -> None:
    """End a walk with a message, and forget its goal."""
    forget_walk(character)
    character.msg(text)


def pause_with_text(character: Character, journey: Journey, text: str) -> None:
    """Pause a walk with a message; `goto` continues it."""
    pause_silently(character)
    more = _("Type |wgoto|n to walk on to {name}.").format(name=journey.name)
    character.msg(f"{text}\n{more}")


def misses_map(live: Live, character: Character, journey: Journey) -> bool:
    """Whether the map where a walk ends, or on which it is now, does not load."""
    place = objects.map_name_of(character.location)
    return live.fails_to_load(journey.place.map) or (
        place is not None and live.fails_to_load(place)
    )


def pause_before_exit(
    character: Character, walk: Walk, journey: Journey, step: RouteStep, text: str
) -> None:
    """Pause a walk at an exit that automatic walks never take."""
    pause_silently(character)
    more = _("Take |w{exit}|n yourself, then type |wgoto|n to walk on to {name}.")
    if step.target == walk.goal and not journey.has_stops:
        more = _("Take |w{exit}|n yourself to get to {name}.")
    exit_obj = walk.live.exit_at(step.source, step.link)
    assert exit_obj is not None  # it has just stopped the walk
    character.msg(f"{text}\n{more.format(exit=exit_obj.key, name=journey.name)}")


@surviving("walks")
def pause_if_off_route(sender: ExitObject, traverser: Character, **kwargs: object) -> None:
    """Pause the walk of a character whose player has taken another exit than the walk's next one.

    During a step of the walk itself nothing waits for the next one, so the character does not
    count as walking.
    """
    journey = journey_of(traverser) if is_walking(traverser) else None
    if journey is None:
        return
    live, walk = current(), traverser.ndb.xyzgrid_walk
    here, source = live.where(traverser.location), live.where(sender.location)
    steps = None if source is None or walk.live is not live else walk.remaining_steps(source)
    is_next = steps is not None and live.exit_at(steps[0].source, steps[0].link) is sender
    if is_next or (here is not None and here == walk.goal):
        return
    pause(traverser)


def pause(character: Character) -> None:
    """Pause the walk of a character, if it walks, and tell it so."""
    if not is_walking(character) or (journey := journey_of(character)) is None:
        return
    pause_silently(character)
    with translating_for(character):
        text = _("You stop walking to {name}. Type |wgoto|n to walk on.")
        character.msg(text.format(name=journey.name))


def no_way_text(plan: JourneyPlan, character: Character) -> str:
    """Return why a walk cannot go on."""
    if isinstance(plan.why, Portal):
        return str(shut_exits.barred_error(plan.live, character, plan.why, plan.journey.name))
    if isinstance(plan.why, NoGotoArea):
        return plan.why.message()
    return _("You know of no way from here to {name}.").format(name=plan.journey.name)


def is_played(character: Character) -> bool:
    """Whether a player acts as a character.

    After a crash, the characters of players who are still connected have sessions without acting
    as them, until the players type `ic`.
    """
    return any(session.puppet is character for session in character.sessions.all())


@surviving("walks")
def pause_at_logout(sender: Character, **kwargs: object) -> None:
    """Pause the walk of a character that has lost its player."""
    if sender.pk is None or is_played(sender):
        return
    journey = journey_of(sender) if sender.ndb.xyzgrid_walk is not None else None
    stop_timer(sender)
    if journey is not None and journey.state == WALKING:
        memory.store_journey(sender, journey, PARTED)


@surviving("walks")
def tell_at_login(sender: Character, **kwargs: object) -> None:
    """Tell a returning player that the character was walking, or still is."""
    journey = journey_of(sender)
    if journey is None or journey.state not in (PARTED, WALKING):
        return
    with translating_for(sender):
        if is_walking(sender):  # since the server started again
            text = _("You walk on to {name}. Type |wgoto|n to stop.")
        else:
            memory.store_journey(sender, journey, RESTING)
            text = _("You were walking to {name}. Type |wgoto|n to walk on.")
        sender.msg(text.format(name=journey.name))


# --- turns


_SLOW_EXIT = 10.0  # seconds that an exit may take to let somebody through
_SLOW_LAND = 60.0  # seconds until a land is drawn, which waits for jobs
_OFTEN = 5  # times that a walk takes the same exit


def schedule(character: Character, walk: Walk, seconds: float) -> None:
    """Take the next turn of a walk after some seconds."""
    walk.timer = task.call_later(seconds, take_turn, character, walk)


def take_turn(character: Character, walk: Walk) -> None:
    """Take a turn of a walk; if it fails, the walk pauses."""
    with surviving("walks"), translating_for(character):
        _turn(character, walk)
        return
    _break_off(character, walk)


@surviving("walks")
def _break_off(character: Character, walk: Walk) -> None:
    """Pause a walk after a failed hook."""
    journey = journey_of(character)
    if walk.is_of(character) and journey is not None:
        with translating_for(character):
            pause_with_text(character, journey, _("You stop here."))


def _turn(character: Character, walk: Walk) -> None:
    walk.timer = None
    if not walk.is_of(character):
        return
    if walk.grace > 0 and not is_played(character):
        walk.grace -= 1
        if walk.grace > 0:
            schedule(character, walk, 1.0)
        else:
            pause_at_logout(character)
        return
    walk.grace = 0
    journey = journey_of(character)
    if journey is None:
        character.ndb.xyzgrid_walk = None
        return
    _go_on(character, walk, journey)


def _go_on(character: Character, walk: Walk, journey: Journey) -> None:
    """Take one step, or end the walk."""
    if not draw_ahead(character, journey):
        _await_land(character, walk, journey)
        return
    live = current()
    here, goal = live.where(character.location), goal_of(live, character, walk, journey)
    is_gone = not journey.way and (goal is None or not live.exists(goal))
    if (here is None or goal is None or is_gone) and misses_map(live, character, journey):
        pause_with_text(
            character, journey, _("A map on your way is missing now, so you stop here.")
        )
        return
    if is_gone:
        end_walk(
            character, _("{name} no longer exists, so your walk ends.").format(name=journey.name)
        )
        return
    if here is None:
        text = _("You have left the maps, so your walk to {name} ends.")
        end_walk(character, text.format(name=journey.name))
        return
    journey = without_passed_stops(live, character, here, journey)
    if here == goal and not journey.via:
        arrive(character, live, goal, journey)
    elif leading_refusal(character, "goto"):
        text = _("You are in a game here, so your walk to {name} ends.")
        end_walk(character, text.format(name=journey.name))
    else:
        if (there := next_stop(live, journey, goal)) is None:
            _await_land(character, walk, journey)
            return
        walk.undrawn = 0.0
        steps = walk.remaining_steps(here)
        version = live.router.world.version
        if walk.live is live and walk.version == version and walk.goal == there and steps:
            _go_through(character, walk, journey, steps[0])
        else:
            _find_way(character, walk, journey, "")


def _await_land(character: Character, walk: Walk, journey: Journey) -> None:
    """Wait until the next part of an endless land is drawn."""
    walk.undrawn += 1.0
    if walk.undrawn < _SLOW_LAND:
        schedule(character, walk, 1.0)
    else:
        pause_with_text(character, journey, _("You cannot see the land ahead yet."))


def _find_way(character: Character, walk: Walk, journey: Journey, why: str) -> None:
    """Search for another route from here; `why` is the obstacle, if there was one."""
    live = current()
    here, goal = live.where(character.location), goal_of(live, character, walk, journey)
    assert here is not None
    if (there := next_stop(live, journey, goal)) is None:
        _await_land(character, walk, journey)
        return
    # whether it is the same way to the same place that was left or has changed
    strayed = walk.live is live and walk.goal == there
    old_steps = walk.remaining_steps(here)

    def take_plan(plan: JourneyPlan) -> None:
        walk.search = None
        if walk.is_of(character):
            with translating_for(character):
                go_on(plan)

    def go_on(plan: JourneyPlan) -> None:
        if isinstance(plan.why, NoGotoArea) and not plan.parts:
            pause_silently(character)  # what it says now, `goto` would say again
            character.msg(plan.why.message())
            return
        if not plan.parts:
            pause_with_text(character, journey, why or no_way_text(plan, character))
            return
        steps = plan.first_steps
        lines = [why] if why else []
        if strayed and steps != old_steps and (why or not walk.was_told):
            walk.was_told = True
            lines.append(_("You take another way to {name}.").format(name=journey.name))
        if lines:
            character.msg("\n".join(lines))
        walk.set_route(plan.live, steps)
        if plan.journey.way != journey.way:
            walk.planned = here
            memory.store_journey(character, plan.journey, WALKING)
        route_changed.send(character, character=character)
        if why or not steps or plan.live.where(character.location) != steps[0].source:
            schedule(character, walk, settings.setting_value("XYZGRID_WALK_DELAY"))
        else:
            _go_through(character, walk, plan.journey, steps[0])

    def failed(failure: Failure) -> None:
        walk.search = None
        worker_faults.note("walks", failure.value)
        _break_off(character, walk)

    viewer = CharacterViewer(live, character)
    if journey.way and not walk.was_moved(live.router.place(here)):
        plan = planning.plan_over_land(viewer, here, there, journey)
        if plan is not None or walk.planned == here:
            go_on(plan or JourneyPlan(live, journey, ()))
            return
    search = task.begin(planning.plan_steps(viewer, here, goal, journey), take_plan, failed=failed)
    if not search.is_done:
        walk.search = search


def _go_through(character: Character, walk: Walk, journey: Journey, step: RouteStep) -> None:
    """Take one exit and handle the result."""
    live, delay = walk.live, settings.setting_value("XYZGRID_WALK_DELAY")
    if walk.tried == step.source:  # an exit that takes its time
        walk.waited += delay
        if walk.waited >= _SLOW_EXIT:
            pause_with_text(character, journey, shut_exits.stuck_text(live, step, character))
        else:
            schedule(character, walk, delay)
        return
    walk.taken[step] += 1
    if walk.taken[step] > _OFTEN:
        text = _("You are not getting any closer to {name}.")
        pause_with_text(character, journey, text.format(name=journey.name))
        return
    walk.near = live.router.place(step.source), live.router.place(step.target)
    is_new = is_first_sight(CharacterViewer(live, character), step.target)
    is_new = is_new and has_own_prototype(live.grids[step.target[0]], step.target[1])
    is_brief = not is_new and _is_brief(live, character, walk, journey, step)
    with glancing(character, is_brief):
        stride = take_exit(live, character, step)
    if not walk.is_of(character):
        return  # behind the exit it was deleted, or sent somewhere else by another walk
    if stride.outcome is StepOutcome.WENT:
        _after_step(character, walk, journey, is_new)
    elif stride.outcome is StepOutcome.STOPPED:
        pause_with_text(character, journey, stride.text)
    elif stride.outcome is StepOutcome.BY_HAND:
        pause_before_exit(character, walk, journey, step, stride.text)
    elif stride.outcome is StepOutcome.SHUT:
        _find_way(character, walk, journey, stride.text)
    else:
        walk.tried, walk.waited = step.source, 0.0
        schedule(character, walk, delay)


def _is_brief(
    live: Live, character: Character, walk: Walk, journey: Journey, step: RouteStep
) -> bool:
    """Whether only the name of the next room is shown, which is not so where the walk stops."""
    if journey.full and not screenreader.is_on(character):
        return False
    key, number = step.target
    stops = live.grids[key].room_flags[number] & RoomFlag.INTERRUPT
    return not stops and (step.target != walk.goal or journey.has_stops)


def _after_step(character: Character, walk: Walk, journey: Journey, is_new: bool) -> None:
    """Handle the new position after a step: arrived, at a stop, or under way."""
    walk.tried = None
    live = current()
    here = live.where(character.location)
    if here is not None:
        journey = without_passed_stops(live, character, here, journey)
    if here is not None and here == goal_of(live, character, walk, journey) and not journey.via:
        arrive(character, live, here, journey)
    elif here is not None and live.grids[here[0]].room_flags[here[1]] & RoomFlag.INTERRUPT:
        value = character.location.attributes.get(INTERRUPT_MESSAGE)
        pause_with_text(character, journey, value or _("You stop here."))
    elif is_new:
        pause_with_text(character, journey, _("You stop, for you have not been here before."))
    else:
        schedule(character, walk, settings.setting_value("XYZGRID_WALK_DELAY"))


# --- what others ask and do


_RECONNECT = 30  # seconds after a reload within which a client has to be there again


def steps_ahead(live: Live, character: Character) -> Sequence[RouteStep]:
    """Return the steps ahead of a character; none if it has left its route."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    if walk is None or walk.live is not live or (here := live.where(character.location)) is None:
        return ()
    return walk.remaining_steps(here) or ()


def show_route(
    live: Live, character: Character, journey: Journey, steps: Sequence[RouteStep]
) -> None:
    """Mark a route on a character's map without walking it."""
    stop_timer(character)
    memory.store_journey(character, journey, RESTING)
    character.ndb.xyzgrid_walk = _make_walk(live, steps)
    route_changed.send(character, character=character)


def start_walk(character: Character, journey: Journey, steps: Sequence[RouteStep]) -> None:
    """Start to walk, taking the first step immediately; this replaces a walk under way."""
    stop_timer(character)
    memory.store_journey(character, journey, WALKING)
    walk = character.ndb.xyzgrid_walk = _make_walk(current(), steps)
    route_changed.send(character, character=character)
    take_turn(character, walk)


def resume_all() -> None:
    """Continue interrupted walks after a start of the server, once their clients are back."""
    for number, character in enumerate(objects.objects_with(memory.JOURNEY, CATEGORY)):
        journey = journey_of(character)
        if journey is not None and journey.state == WALKING and not is_walking(character):
            walk = Walk(live=current(), steps=(), index={}, grace=_RECONNECT, was_told=True)
            character.ndb.xyzgrid_walk = walk
            # spread over a step, so that they do not all step at the same moment
            schedule(
                character,
                walk,
                1.0 + number % 16 / 16 * settings.setting_value("XYZGRID_WALK_DELAY"),
            )


def connect() -> None:
    """Connect the signal handlers; calling it again has no effect."""
    started.connect(_on_start, dispatch_uid="xyzgrid.walking.started")
    signals.SIGNAL_OBJECT_POST_UNPUPPET.connect(
        pause_at_logout, dispatch_uid="xyzgrid.walking.parted"
    )
    signals.SIGNAL_OBJECT_POST_PUPPET.connect(
        tell_at_login, dispatch_uid="xyzgrid.walking.returned"
    )
    signals.SIGNAL_EXIT_TRAVERSED.connect(pause_if_off_route, dispatch_uid="xyzgrid.walking.taken")


@surviving("walks")
def _on_start(sender: object, **kwargs: object) -> None:
    resume_all()


def _make_walk(live: Live, steps: Sequence[RouteStep]) -> Walk:
    walk = Walk(live, (), {})
    walk.set_route(live, steps)
    return walk
