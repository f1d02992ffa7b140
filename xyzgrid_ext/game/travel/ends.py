"""The ends and pauses of walks: their texts, and the state to remember."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.routes import Portal, RouteStep
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.db.memory import PARTED, RESTING, WALKING, Journey, journey_of
from xyzgrid_ext.game.text import doors
from xyzgrid_ext.game.travel.legs import Walk, clear, halt, is_walking, rest
from xyzgrid_ext.game.travel.planning import JourneyPlan
from xyzgrid_ext.game.travel.traversal import exit_in_words
from xyzgrid_ext.game.visibility import unmade
from xyzgrid_ext.game.visibility.names import name_of
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room


def arrive(character: Any, live: Live, goal: Room, journey: Journey) -> None:
    """Tell a character that it has arrived, and forget the goal."""
    person = None if journey.person is None else objects.object_of(journey.person)
    if person is None:
        text = _("You have arrived at {name}.").format(name=name_of(live, goal))
    elif person.location is character.location:
        text = _("You have reached {name}.").format(name=journey.name)
    else:
        text = _("{name} was here last, but you do not know where to look now.").format(
            name=journey.name
        )
    end(character, text)


def end(character: Any, text: str) -> None:
    """End a walk with a message, and forget its goal."""
    clear(character)
    character.msg(text)


def rest_with(character: Any, journey: Journey, text: str) -> None:
    """Pause a walk with a message; `goto` continues it."""
    rest(character)
    more = _("Type |wgoto|n to walk on to {name}.").format(name=journey.name)
    character.msg(f"{text}\n{more}")


def misses_map(live: Live, character: Any, journey: Journey) -> bool:
    """Whether the map where a walk ends, or on which it is now, does not load."""
    place = objects.map_of(character.location)
    return live.fails(journey.place.map) or (place is not None and live.fails(place))


def rest_before(character: Any, walk: Walk, journey: Journey, step: RouteStep, text: str) -> None:
    """Pause a walk at an exit that automatic walks never take."""
    rest(character)
    more = _("Take |w{exit}|n yourself, then type |wgoto|n to walk on to {name}.")
    if step.target == walk.goal and not journey.has_stops:
        more = _("Take |w{exit}|n yourself to get to {name}.")
    exit_obj = walk.live.exit_at(step.source, step.link)
    assert exit_obj is not None  # it has just stopped the walk
    character.msg(f"{text}\n{more.format(exit=exit_obj.key, name=journey.name)}")


@surviving("walks")
def by_oneself(sender: Any, traverser: Any, **kwargs: Any) -> None:
    """Pause the walk of a character whose player has taken another exit than the walk's next one.

    During a step of the walk itself nothing waits for the next one, so the character does not
    count as walking.
    """
    journey = journey_of(traverser) if is_walking(traverser) else None
    if journey is None:
        return
    live, walk = current(), traverser.ndb.xyzgrid_walk
    here, source = live.where(traverser.location), live.where(sender.location)
    left = None if source is None or walk.live is not live else walk.left(source)
    is_next = left is not None and live.exit_at(left[0].source, left[0].link) is sender
    if is_next or (here is not None and here == walk.goal):
        return
    pause(traverser)


def pause(character: Any) -> None:
    """Pause the walk of a character, if it walks, and tell it so."""
    if not is_walking(character) or (journey := journey_of(character)) is None:
        return
    rest(character)
    with speaking_to(character):
        text = _("You stop walking to {name}. Type |wgoto|n to walk on.")
        character.msg(text.format(name=journey.name))


def no_way(plan: JourneyPlan, character: Any) -> str:
    """Return why a walk cannot go on."""
    if isinstance(plan.why, Portal):
        return str(barred(plan.live, character, plan.why, plan.journey))
    return _("You know of no way from here to {name}.").format(name=plan.journey.name)


def barred(live: Live, caller: Any, portal: Portal, journey: Journey) -> PlayerError:
    """Return the error for a shut exit and its needs, as far as the caller is allowed to know."""
    step = RouteStep(portal.source, portal.link, portal.target)
    text = _("Every way to {name} is blocked: {exit}.").format(
        name=journey.name, exit=exit_in_words(live, step, caller)
    )
    exit_obj = unmade.exit_at(live, portal.source, portal.link)
    return PlayerError(text, "" if exit_obj is None else doors.why_shut(exit_obj, caller))


def is_played(character: Any) -> bool:
    """Whether a player acts as a character.

    After a crash, the characters of players who are still connected have sessions without acting
    as them, until the players type `ic`.
    """
    return any(session.puppet is character for session in character.sessions.all())


@surviving("walks")
def parted(sender: Any, **kwargs: Any) -> None:
    """Pause the walk of a character that has lost its player."""
    if sender.pk is None or is_played(sender):
        return
    journey = journey_of(sender) if sender.ndb.xyzgrid_walk is not None else None
    halt(sender)
    if journey is not None and journey.state == WALKING:
        memory.keep_journey(sender, journey, PARTED)


@surviving("walks")
def returned(sender: Any, **kwargs: Any) -> None:
    """Tell a returning player that the character was walking, or still is."""
    journey = journey_of(sender)
    if journey is None or journey.state not in (PARTED, WALKING):
        return
    with speaking_to(sender):
        if is_walking(sender):  # since the server started again
            text = _("You walk on to {name}. Type |wgoto|n to stop.")
        else:
            memory.keep_journey(sender, journey, RESTING)
            text = _("You were walking to {name}. Type |wgoto|n to walk on.")
        sender.msg(text.format(name=journey.name))
