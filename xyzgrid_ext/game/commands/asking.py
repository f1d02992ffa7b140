"""From what was typed after `goto` or `path` to a journey.

goto/walk the mill via the bridge      a place, how to go there, what to pass
goto nearest shop                      the nearest room of a kind
goto Bob                               somebody
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.screenreader.text import sentence
from xyzgrid_ext.game.visibility import people, room_view
from xyzgrid_ext.game.visibility.coordinates import is_coordinates, written
from xyzgrid_ext.game.visibility.journeys import Journey
from xyzgrid_ext.game.visibility.places import SeveralError, find_nearest, find_room, name_of
from xyzgrid_ext.game.world.world import Live, Room

SWITCHES = ("walk", "explored", "brief")
_SHOWN = 10  # of several places with different names


class Question(NamedTuple):
    """Who asks, standing where, with which word."""

    live: Live
    caller: Any
    here: Room
    word: str


def journey_in(text: str, switches: Collection[str], question: Question) -> tuple[Journey, Room]:
    """What is meant, and the room that it is now.

    Raises:
        GridError: if there is no such place, or it must not be told.

    """
    live, here = question.live, question.here
    how = Journey(
        live.router.place(here), "", wormholes="walk" not in switches,
        explored="explored" in switches, brief="brief" in switches,
    )  # fmt: skip
    names = [text]
    between = f" {_('via')} "
    # a room may be called so
    if between in text.casefold() and not _rooms_named(text, question):
        names = _split(text, between)
    via = tuple(live.router.place(_room(name, how, question)) for name in names[1:])
    goal = names[0]
    person = None if is_coordinates(goal) else people.person_called(goal, live, question.caller)
    if person is not None and not _is_room(goal, question):
        place = people.place_of(live, question.caller, person)
        assert place is not None
        name = str(person.get_display_name(question.caller))
        journey = replace(how, place=live.router.place(place), name=name, person=person.pk)
        return replace(journey, via=via), place
    room = _room(goal, how, question)
    return replace(how, place=live.router.place(room), name=name_of(live, room), via=via), room


def room_now(journey: Journey, live: Live, caller: Any) -> Room | None:
    """The room to which a journey leads; None if it is no more, or not known any more."""
    if journey.person is None:
        return live.locate(journey.place)
    person = people.known(journey.person)
    return None if person is None else people.place_of(live, caller, person)


def _room(text: str, how: Journey, question: Question) -> Room:
    live, caller, here, word = question
    first, _blank, rest = text.partition(" ")
    if first.casefold() == _("nearest") and rest.strip() and not _is_room(text, question):
        return find_nearest(rest.strip(), live, caller, here, how)
    try:
        return find_room(text, live, caller, here, word)
    except SeveralError as several:
        raise _several(several, question) from several


def _several(several: SeveralError, question: Question) -> GridError:
    """What to type for each of some places; in sentences for a screen reader."""
    live, caller, _here, word = question
    listens = screenreader.is_on(caller)
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


def _is_room(text: str, question: Question) -> bool:
    """Whether a room is called so, with its whole name."""
    wanted = text.casefold()
    return any(name.casefold() == wanted for name in _rooms_named(text, question))


def _rooms_named(text: str, question: Question) -> list[str]:
    """The names of the rooms that a text may mean, of those that the caller knows."""
    may_name = room_view.knowing(question.live, question.caller)
    return [name for room, name in question.live.rooms_named(text).items() if may_name(room)]


def _split(text: str, between: str) -> list[str]:
    """The parts of a text between a word, in whatever case."""
    parts, rest = [], text
    while (at := rest.casefold().find(between)) >= 0:
        parts.append(rest[:at].strip())
        rest = rest[at + len(between) :]
    found = [*parts, rest.strip()]
    if not all(found):
        raise GridError(
            _("Before and after '{word}' there is a place.").format(word=between.strip()),
            _("Such as |wgoto the mill via the bridge|n."),
        )
    return found
