"""From what was typed after `goto` or `path` to a journey.

goto/walk the mill via the bridge      a place, how to go there, what to pass
goto nearest shop                      the nearest room of a kind
goto Bob                               somebody
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import islice

from django.utils.translation import gettext as _

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.target import Person, Target, Way, parse_way
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.screenreader.text import sentence
from xyzgrid_ext.game.visibility.coordinates import name_of, written
from xyzgrid_ext.game.visibility.journeys import Journey
from xyzgrid_ext.game.visibility.resolve import (
    Question,
    SeveralError,
    resolve,
    rooms_called,
    somebody,
)
from xyzgrid_ext.game.world.world import Room

SWITCHES = ("walk", "explored", "brief")
_SHOWN = 10  # of several places with different names


def journey_in(text: str, switches: Collection[str], question: Question) -> tuple[Journey, Room]:
    """What is meant, and the room that it is now.

    Raises:
        GridError: if there is no such place, or it must not be told.

    """
    live = question.live
    how = Journey(
        live.router.place(question.here), "", wormholes="walk" not in switches,
        explored="explored" in switches, brief="brief" in switches,
    )  # fmt: skip
    question = replace(question, how=how)
    goal, *passed = _stops(parse_way(text, _("nearest"), _("via")), question)
    via = tuple(live.router.place(_room(one, question)) for one in passed)
    if (person := somebody(goal, question)) is not None:
        name = str(person.get_display_name(question.viewer.character))
        room = _room(Person(name, person.pk), question)
        journey = replace(how, place=live.router.place(room), name=name, person=person.pk)
        return replace(journey, via=via), room
    room = _room(goal, question)
    return replace(how, place=live.router.place(room), name=name_of(live, room), via=via), room


def _stops(way: Way, question: Question) -> list[Target]:
    """The goal and the places to pass; the goal alone where a room is called as the whole way."""
    if not way.has_via or rooms_called(way.whole.text, question):
        return [way.whole]
    stops = [one for one in way.stops if one is not None]
    if len(stops) < len(way.stops):
        raise GridError(
            _("Before and after '{word}' there is a place.").format(word=_("via")),
            _("Such as |wgoto the mill via the bridge|n."),
        )
    return stops


def _room(target: Target, question: Question) -> Room:
    try:
        return resolve(target, question)
    except SeveralError as several:
        raise _several(several, question) from several


def _several(several: SeveralError, question: Question) -> GridError:
    """What to type for each of some places; in sentences for a screen reader."""
    live, word = question.live, question.word
    listens = screenreader.is_on(question.viewer.character)
    line = "{name}: {command}." if listens else "  |w{command}|n  {name}"
    lines = [
        line.format(command=f"{word} {written(live, live.router.place(room))}", name=name)
        for room, name in islice(several.rooms.items(), _SHOWN)
    ]
    if len(several.rooms) > _SHOWN:
        more = _("and {number} more").format(number=len(several.rooms) - _SHOWN)
        lines.append(sentence(more) if listens else f"  {more}")
    return GridError(
        _("'{text}' can be several places, the nearest first:").format(text=several.text),
        "\n".join(lines),
    )
