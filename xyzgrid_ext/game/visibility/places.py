"""From what people type to a room: a name, an alias, part of a name, or coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Place, map_key
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.visibility import matrix_state, room_view, routes
from xyzgrid_ext.game.visibility.coordinates import is_coordinates, parse_place, room_of, written
from xyzgrid_ext.game.visibility.journeys import Journey
from xyzgrid_ext.game.world.world import Live, Room


class SeveralError(Exception):
    """A text means several places with different names.

    Attributes:
        text: what was typed.
        rooms: the nearest room of each name, and the name, the nearest first.

    """

    def __init__(self, text: str, rooms: Mapping[Room, str]) -> None:
        super().__init__(text)
        self.text, self.rooms = text, rooms


def find_room(text: str, live: Live, character: Any, here: Room, word: str) -> Room:
    """The room that a text means; of several with the same name the nearest by route.

    Args:
        text: what was typed.
        live: the world.
        character: who asks.
        here: where it stands.
        word: the command that was typed, for the hints.

    Raises:
        GridError: if there is none, or if it must not be told.
        SeveralError: if several with different names are meant.

    """
    if is_coordinates(text):
        place = parse_place(text, live, character)
        if not _may_name(live, character, place):
            raise _unknown(text, live, here, word)
        # before it is told whether there is a room: that would be a map of the game
        if _is_secret(live, character, map_key(place.map), live.locate(place)):
            raise _secret(live, map_key(place.map))
        return room_of(place, live)
    if text.casefold() == _("here"):  # as in Evennia's own searches
        return here
    may_name = room_view.knowing(live, character)
    rooms = {room: name for room, name in _named(text, live).items() if may_name(room)}
    told = [room for room in rooms if not _is_secret(live, character, room[0], room)]
    if not told:
        for room, name in rooms.items():
            if name.casefold() == text.casefold():  # who knows the whole name is told why not
                raise _secret(live, room[0])
        raise _unknown(text, live, here, word)
    if len(told) == 1:
        return told[0]
    ordered = _by_distance(live, character, here, told)
    first_of_name: dict[str, Room] = {}
    for room in ordered:
        first_of_name.setdefault(rooms[room].casefold(), room)
    if len(first_of_name) == 1:
        return ordered[0]
    raise SeveralError(text, {room: rooms[room] for room in first_of_name.values()})


def find_nearest(
    text: str, live: Live, character: Any, here: Room, journey: Journey | None = None
) -> Room:
    """The nearest room with a tag, or of a name: `shop`.

    Args:
        text: the tag.
        live: the world.
        character: who asks.
        here: where it stands.
        journey: how it wants to go; as it can, by default.

    Raises:
        GridError: if there is none, or no way to any.

    """
    may_name = room_view.knowing(live, character)
    rooms = [
        room
        for room in live.rooms_tagged(text) or _named(text, live)
        if may_name(room) and not _is_secret(live, character, room[0], room)
    ]
    if not rooms:
        raise GridError(
            _("You know of no place of the kind '{text}'.").format(text=text),
            _("Rooms are of a kind by their tags, and by their names."),
        )
    if near := routes.nearest(live, character, here, rooms, journey):
        return near[0]
    raise GridError(_("There is no way from here to any '{text}'.").format(text=text))


def name_of(live: Live, room: Room) -> str:
    """What a room is called; its coordinates where it is not spawned."""
    obj = live.object(room)
    return str(obj.key) if obj is not None else written(live, live.router.place(room))


def _may_name(live: Live, character: Any, place: Place) -> bool:
    """Whether a place may be spoken of; where not all is known, none that has no room either."""
    if (room := live.locate(place)) is not None:
        return room_view.knowing(live, character)(room)
    key = map_key(place.map)
    if not live.spawned(key) or not matrix_state.knows(live, character, key):
        return True
    return room_view.sight(live, character, key).seen is None


def _is_secret(live: Live, character: Any, key: str, room: Room | None) -> bool:
    """Whether a character must not be told the way to a room of a map: to find it is the game.

    `room` is None for a coordinate without a room: not even that must be told.
    """
    if room is not None and room == matrix_state.entrance(live, room):
        return False
    return not matrix_state.knows(live, character, key)


def _unknown(text: str, live: Live, here: Room, word: str) -> GridError:
    return GridError(
        _("You know of no place called '{text}'.").format(text=text),
        _("|w{word}|n takes a name, a part of it, or coordinates such as {example}.").format(
            word=word, example=written(live, live.router.place(here))
        ),
    )


def _named(text: str, live: Live) -> dict[Room, str]:
    names = [text]
    first, blank, rest = text.partition(" ")
    if blank and first.casefold() in _("the a an").split():
        names.append(rest.strip())
    # `the tavern` is a room with the alias `tavern` rather than The Tavern Loft
    return live.rooms_named(*filter(None, names))


def _by_distance(live: Live, character: Any, here: Room, rooms: list[Room]) -> list[Room]:
    """The nearest first; those out of reach come last."""
    near = routes.nearest(live, character, here, rooms)
    return [*near, *_without(rooms, near)]


def _without(rooms: Iterable[Room], others: Iterable[Room]) -> list[Room]:
    left_out = set(others)
    return [room for room in rooms if room not in left_out]


def _secret(live: Live, key: str) -> GridError:
    name = live.grids[key].name
    return GridError(
        _("That lies in '{name}', a matrix to be played: no way is told there.").format(name=name),
        _("Walk in by its entrance, and find it yourself."),
    )
