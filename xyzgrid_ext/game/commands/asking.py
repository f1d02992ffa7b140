"""Turns the text after `goto` or `path` into a journey.

goto/walk the mill via the bridge      a place, how to go there, what to pass
goto nearest shop                      the nearest room of a kind
goto Bob                               somebody
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.target import Itinerary, Person, Target, parse_way
from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.db.memory import Journey, walks_in_full
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.directions import told_apart
from xyzgrid_ext.game.text.screenreader.text import sentence
from xyzgrid_ext.game.visibility.coordinates import FarError, name_of, written
from xyzgrid_ext.game.visibility.named_rooms import is_shared
from xyzgrid_ext.game.visibility.resolve import (
    Finding,
    SeveralError,
    is_called,
    resolving,
    somebody,
)
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Room

SWITCHES = ("walk", "explored", "brief", "full")
_SHOWN = 10  # of several places with different names


def journey_in(
    text: str, switches: Collection[str], viewer: OfCharacter, word: str
) -> Finding[tuple[Journey, Room | None, Sequence[Room]]]:
    """Find the journey that a typed text means, its goal now, and other rooms of that name.

    Raises:
        PlayerError: if there is no such place, or if it is secret.

    """
    live, here = viewer.live, viewer.here
    assert here is not None
    how = Journey(
        live.router.place(here), "", wormholes="walk" not in switches,
        explored="explored" in switches, brief="brief" in switches,
        full="full" in switches or walks_in_full(viewer.character),
    )  # fmt: skip
    first, _blank, rest = text.partition(" ")
    if name_key(first) == _("to") and rest.strip() and not (yield from is_called(text, viewer)):
        text = rest.strip()
    if name_key(text) == _("nearest") and not (yield from is_called(text, viewer)):
        raise PlayerError(
            _("'{word}' needs the kind of room that you seek.").format(word=_("nearest")),
            _("For example: |wgoto nearest shop|n."),
        )
    way = parse_way(text, _("nearest"), _("via"))
    goal, *passed = yield from _stops(way, viewer)
    if len(passed) > (number := limits.most("via")):
        told = ngettext(
            "A route can go via {number} place at most.",
            "A route can go via {number} places at most.",
            number,
        )
        raise PlayerError(told.format(number=number))
    via: tuple[Place, ...] = ()
    for one in passed:
        via += ((yield from _place(one, viewer, word, how))[0],)
    if (person := (yield from somebody(goal, viewer))) is not None:
        name = hooks.display_name(person, viewer.character)
        there, _others = yield from _room(Person(name, person.pk), viewer, word, how)
        journey = replace(how, place=live.router.place(there), name=name, person=person.pk)
        return replace(journey, via=via), there, ()
    place, room, others = yield from _place(goal, viewer, word, how)
    name = written(live, place) if room is None else _told(room, viewer)
    return replace(how, place=place, name=name, via=via), room, others


def _told(room: Room, viewer: OfCharacter) -> str:
    """Return the name of a goal; for builders add its coordinate if other rooms share the name."""
    live = viewer.live
    name = name_of(live, room)
    if not viewer.sees_all:
        return name
    return f"{name} {written(live, live.router.place(room))}" if is_shared(live, name) else name


def _stops(way: Itinerary, viewer: OfCharacter) -> Finding[list[Target]]:
    """Find the goal and the places to pass.

    Find only the goal if a room has the whole text as its name.
    """
    if not way.has_via or (yield from is_called(way.whole.text, viewer)):
        return [way.whole]
    stops = [one for one in way.stops if one is not None]
    if len(stops) < len(way.stops):
        raise PlayerError(
            _("'{word}' needs a place before and after it.").format(word=_("via")),
            _("For example: |wgoto the mill via the bridge|n."),
        )
    return stops


def others_told(room: Room, others: Sequence[Room], viewer: OfCharacter, word: str) -> str:
    """Tell the player which other rooms have this name, and remember the listed numbers."""
    live, character = viewer.live, viewer.character
    character.ndb.xyzgrid_choices = [
        written(live, live.router.place(one)) for one in (room, *others)
    ]
    listens = screenreader.is_on(character)
    line = "{name}: {command}." if listens else "  |w{command}|n  {name}"
    lines = [
        line.format(command=f"{word} {number}", name=told_apart(viewer, one))
        for number, one in enumerate(others, start=2)
    ]
    head = ngettext(
        "{number} other place has this name:", "{number} other places have this name:", len(others)
    )
    return "\n".join([head.format(number=len(others)), *lines])


def _chosen(target: Target, viewer: OfCharacter) -> Finding[Target]:
    """Find the place listed by `others_told` under this number, or the target itself."""
    places = viewer.character.ndb.xyzgrid_choices or ()
    text = target.text
    if not (text.isascii() and text.isdigit() and len(text) == 1 and 0 < int(text) <= len(places)):
        return target
    if (yield from is_called(text, viewer)):
        return target
    return parse_way(places[int(text) - 1], "", "").whole


def _place(
    target: Target, viewer: OfCharacter, word: str, how: Journey
) -> Finding[tuple[Place, Room | None, Sequence[Room]]]:
    """Find a place and its room, None where the land is not drawn; see `resolving`."""
    try:
        room, others = yield from _room(target, viewer, word, how)
    except FarError as far:
        return far.place, None, ()
    return viewer.live.router.place(room), room, others


def _room(
    target: Target, viewer: OfCharacter, word: str, how: Journey
) -> Finding[tuple[Room, Sequence[Room]]]:
    try:
        chosen = yield from _chosen(target, viewer)
        return (yield from resolving(chosen, viewer, word, how))
    except SeveralError as several:
        raise _several(several, viewer, word) from several


def _several(several: SeveralError, viewer: OfCharacter, word: str) -> PlayerError:
    """Return what to type for each of several places; as sentences for a screen reader."""
    live = viewer.live
    listens = screenreader.is_on(viewer.character)
    line = "{name}: {command}." if listens else "  |w{command}|n  {name}"
    lines = [
        line.format(command=f"{word} {written(live, live.router.place(room))}", name=name)
        for room, name in islice(several.rooms.items(), _SHOWN)
    ]
    if len(several.rooms) > _SHOWN:
        more = _("and {number} more").format(number=len(several.rooms) - _SHOWN)
        lines.append(sentence(more) if listens else f"  {more}")
    return PlayerError(
        _("Several places match '{text}', nearest first:").format(text=several.text),
        "\n".join(lines),
    )
