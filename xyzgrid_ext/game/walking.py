"""Automatic walks: one step after the other, through the real exits, by their real commands.

A walk is a timer and the steps it goes by, and lives in this process; what outlives the process is
the journey (`journeys`). Each tick looks at the world anew, so that whatever else moves the
character, locks a door or spawns the map, the walk goes on from what is, or ends with a word:

    tick ─ here is the goal ───────────────────────► arrived
      │  ├ off the maps, goal gone, playing ───────► ended
      │  ├ off the way ─ another way? ── no ───────► rests
      │  ├ exit gone, locked, stopped before it ───► rests       `goto` takes it up again
      │  └ through the exit ─ a room to stop at ───► rests
      └───────── after conf.walk_delay() ◄──┘
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from evennia.server import signals
from twisted.internet import reactor

from xyzgrid_ext.core.graph import Step
from xyzgrid_ext.core.grid import LinkFlag, RoomFlag
from xyzgrid_ext.game import conf, journeys, plays, query
from xyzgrid_ext.game.journeys import PARTED, RESTING, WALKING, Journey, journey_of
from xyzgrid_ext.game.live import Live, Room
from xyzgrid_ext.game.memory import CATEGORY
from xyzgrid_ext.game.places import name_of
from xyzgrid_ext.game.traversal import command_of, exit_in_words, is_bound, run

World = Callable[[], Live]

INTERRUPT_MESSAGE = "xyz_path_interrupt_msg"  # the contrib's attribute, of rooms and exits
_SLOW_EXIT = 10.0  # seconds that an exit may take to let somebody through
_OFTEN = 5  # times that a walk takes the same exit
_RECONNECT = 30  # seconds after a reload within which a client has to be there again


@dataclass
class Walk:
    """The way of one character, found in one state of the world."""

    live: Live
    steps: tuple[Step, ...]
    index: dict[Room, int]
    timer: Any = None
    taken: Counter[Step] = field(default_factory=Counter)
    """How often each exit was taken: one who is thrown back again and again gives up."""
    told: bool = False
    """Whether it was said already that the way has changed."""
    tried: Room | None = None
    """Where an exit was taken that has not let the character through yet."""
    waited: float = 0.0
    grace: float = 0.0
    """How long it waits for a client, after a reload."""


def call_later(seconds: float, function: Callable[..., None], *args: Any) -> Any:
    """Twisted's own, with a `cancel`; tests put a clock in its place."""
    return reactor.callLater(seconds, function, *args)


# --- what others ask


def ahead(live: Live, character: Any) -> Sequence[Step]:
    """The steps that a character still has before it; none when it is off its way."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    if walk is None or walk.live is not live or (here := live.where(character.location)) is None:
        return ()
    number = walk.index.get(here)
    return walk.steps[number:] if number is not None else ()


def is_walking(character: Any) -> bool:
    """Whether a character walks by itself."""
    walk: Walk | None = character.ndb.xyzgrid_walk
    return walk is not None and walk.timer is not None


# --- what others do


def show(live: Live, character: Any, journey: Journey, steps: Sequence[Step]) -> None:
    """Put a way before a character without walking it."""
    _halt(character)
    journeys.keep(character, journey, RESTING)
    character.ndb.xyzgrid_walk = _walk(live, steps)


def set_out(world: World, character: Any, journey: Journey, steps: Sequence[Step]) -> None:
    """Walk: the first step at once. A walk that is under way gives way to this one."""
    _halt(character)
    journeys.keep(character, journey, WALKING)
    walk = character.ndb.xyzgrid_walk = _walk(world(), steps)
    _tick(world, character, walk)


def rest(character: Any) -> None:
    """Stop, without a word, and remember where to."""
    _halt(character)
    if (journey := journey_of(character)) is not None:
        journeys.keep(character, journey, RESTING)


def clear(character: Any) -> None:
    """Stop, without a word, and forget."""
    _halt(character)
    character.ndb.xyzgrid_walk = None
    journeys.forget(character)


def resume_all(world: World) -> None:
    """The server has started: those who walked before walk on as soon as their client is back."""
    for character in query.holders(journeys.ATTRIBUTE, CATEGORY):
        journey = journey_of(character)
        if journey is not None and journey.state == WALKING and not is_walking(character):
            walk = Walk(live=world(), steps=(), index={}, grace=_RECONNECT, told=True)
            character.ndb.xyzgrid_walk = walk
            _schedule(world, character, walk, 1.0)


def connect() -> None:
    """Hear of characters that lose and find their players. Doing it again changes nothing."""
    signals.SIGNAL_OBJECT_POST_UNPUPPET.connect(_parted, dispatch_uid="xyzgrid.walking.parted")
    signals.SIGNAL_OBJECT_POST_PUPPET.connect(_returned, dispatch_uid="xyzgrid.walking.returned")


# --- the clock


def _walk(live: Live, steps: Sequence[Step]) -> Walk:
    return Walk(live, tuple(steps), {step.source: number for number, step in enumerate(steps)})


def _schedule(world: World, character: Any, walk: Walk, seconds: float) -> None:
    walk.timer = call_later(seconds, _tick, world, character, walk)


def _halt(character: Any) -> None:
    walk: Walk | None = character.ndb.xyzgrid_walk
    if walk is not None and walk.timer is not None:
        walk.timer.cancel()
        walk.timer = None


def _tick(world: World, character: Any, walk: Walk) -> None:
    walk.timer = None
    if character.pk is None or character.ndb.xyzgrid_walk is not walk:
        return  # deleted; or another walk has begun
    if walk.grace > 0 and not character.sessions.count():
        walk.grace -= 1
        if walk.grace > 0:
            _schedule(world, character, walk, 1.0)
        else:
            _parted(character)
        return
    walk.grace = 0
    journey = journey_of(character)
    if journey is None:
        character.ndb.xyzgrid_walk = None
        return
    _go_on(world, character, walk, journey)


def _go_on(world: World, character: Any, walk: Walk, journey: Journey) -> None:
    """One step, or the end."""
    live = world()
    here, goal = live.where(character.location), live.locate(journey.place)
    if goal is None or live.object(goal) is None:
        _end(character, _("{name} is no more, so your walk ends.").format(name=journey.name))
    elif here is None:
        text = _("You have left the maps, so your walk to {name} ends.")
        _end(character, text.format(name=journey.name))
    elif here == goal:
        _arrive(character, live, goal)
    elif plays.is_on(character, character.location):
        text = _("Here you play, so your walk to {name} ends.")
        _end(character, text.format(name=journey.name))
    elif (step := _next_step(live, character, walk, journey, here, goal)) is not None:
        _through(world, character, walk, journey, step)


def _next_step(
    live: Live, character: Any, walk: Walk, journey: Journey, here: Room, goal: Room
) -> Step | None:
    """The step from here; None if the walk has come to rest for want of one."""
    if walk.live is live and here in walk.index:
        return walk.steps[walk.index[here]]
    route = live.route(character, here, goal)
    if route is None:
        text = _("From here there is no way to {name} that you know of.")
        _rest_with(character, journey, text.format(name=journey.name))
        return None
    if not walk.told and walk.live is live:  # and not because the maps were loaded anew
        walk.told = True
        character.msg(_("You take another way to {name}.").format(name=journey.name))
    found = _walk(live, route.steps)
    walk.live, walk.steps, walk.index = found.live, found.steps, found.index
    return walk.steps[0]


def _through(world: World, character: Any, walk: Walk, journey: Journey, step: Step) -> None:
    """Take one exit and see what came of it."""
    live, delay = walk.live, conf.walk_delay()
    if walk.tried == step.source:  # an exit that takes its time
        walk.waited += delay
        if walk.waited >= _SLOW_EXIT:
            text = _("You do not get through: {exit}.")
            _rest_with(character, journey, text.format(exit=exit_in_words(live, step)))
        else:
            _schedule(world, character, walk, delay)
        return
    walk.taken[step] += 1
    if walk.taken[step] > _OFTEN:
        text = _("You do not come any nearer to {name}.")
        _rest_with(character, journey, text.format(name=journey.name))
        return
    exit_obj = live.exit(step.source, live.router.way(step).direction)
    command = command_of(exit_obj, character)
    if exit_obj is None or command is None:
        text = _("There is no exit any more: {exit}.")
        _rest_with(character, journey, text.format(exit=exit_in_words(live, step)))
        return
    if live.grids[step.source[0]].link_flags[step.link] & LinkFlag.INTERRUPT:
        default = _("You stop here; |w{exit}|n is for you to take.").format(exit=exit_obj.key)
        _rest_with(character, journey, exit_obj.attributes.get(INTERRUPT_MESSAGE) or default)
        return
    if is_bound(character):
        _rest_with(character, journey, _("You cannot walk now."))
        return
    before = character.location
    run(character, command)
    if character.pk is None or character.ndb.xyzgrid_walk is not walk:
        return  # behind the exit it was deleted, or sent somewhere else by another walk
    if character.location is not before:
        _after_step(world, character, walk, journey)
    elif not exit_obj.access(character, "traverse"):
        text = _("The way is locked for you: {exit}.")
        _rest_with(character, journey, text.format(exit=exit_in_words(live, step)))
    else:
        walk.tried, walk.waited = step.source, 0.0
        _schedule(world, character, walk, delay)


def _after_step(world: World, character: Any, walk: Walk, journey: Journey) -> None:
    """Somewhere else now: there, at a room to stop at, or on the way."""
    walk.tried = None
    live = world()
    here = live.where(character.location)
    if here is not None and here == live.locate(journey.place):
        _arrive(character, live, here)
    elif here is not None and live.grids[here[0]].room_flags[here[1]] & RoomFlag.INTERRUPT:
        default = _("You stop here.")
        _rest_with(
            character, journey, character.location.attributes.get(INTERRUPT_MESSAGE) or default
        )
    else:
        _schedule(world, character, walk, conf.walk_delay())


# --- the end


def _arrive(character: Any, live: Live, goal: Room) -> None:
    _end(character, _("You have arrived at {name}.").format(name=name_of(live, goal)))


def _end(character: Any, text: str) -> None:
    clear(character)
    character.msg(text)


def _rest_with(character: Any, journey: Journey, text: str) -> None:
    rest(character)
    more = _("|wgoto|n walks on to {name}.").format(name=journey.name)
    character.msg(f"{text}\n{more}")


def _parted(sender: Any, **kwargs: Any) -> None:
    """A character has no player any more: its walk rests until there is one."""
    if sender.pk is None or sender.sessions.count():
        return
    journey = journey_of(sender) if sender.ndb.xyzgrid_walk is not None else None
    _halt(sender)
    if journey is not None and journey.state == WALKING:
        journeys.keep(sender, journey, PARTED)


def _returned(sender: Any, **kwargs: Any) -> None:
    """A character has a player again: say that it was walking."""
    journey = journey_of(sender)
    if journey is None or is_walking(sender) or journey.state not in (PARTED, WALKING):
        return
    journeys.keep(sender, journey, RESTING)
    sender.msg(_("You were walking to {name}; |wgoto|n walks on.").format(name=journey.name))
