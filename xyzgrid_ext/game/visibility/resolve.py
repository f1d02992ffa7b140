"""Finds the room that a typed place means to a viewer.

    Coordinates   the room there
    Name          the room of that name or alias, whole or in part; of equal names the nearest by
    route; of different names the whole name of a room of the same map; the name of a dungeon where
    one has been means the room outside its entrance
    Nearest       the nearest room with a tag, or of a name: `shop`
    Person        where somebody is

An unknown room gets the same answer as one that does not exist. The answer about a matrix game is
that its rooms are secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.coords import Place, map_key
from xyzgrid_ext.core.target import Coordinates, Nearest, Person, Target
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.db import dungeon_visits
from xyzgrid_ext.game.db.journeys import Journey
from xyzgrid_ext.game.maps.dungeon_site import OPTION
from xyzgrid_ext.game.visibility import matrix_state, people, room_view, routes, unmade
from xyzgrid_ext.game.visibility.coordinates import place_of, room_of, written
from xyzgrid_ext.game.visibility.dungeon_map import title
from xyzgrid_ext.game.visibility.dungeon_state import outside_of
from xyzgrid_ext.game.visibility.room_names import RoomNames
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live, Room


class SeveralError(Exception):
    """Raised when a name can mean several places with different names.

    Attributes:
        text: what was typed.
        rooms: for each name the nearest room and the name, the nearest first.

    """

    def __init__(self, text: str, rooms: Mapping[Room, str]) -> None:
        super().__init__(text)
        self.text, self.rooms = text, rooms


_MANY = 1000  # rooms of one name: of more only the nearest are looked at
CHOICES = 9  # rooms of one name that are told apart; of more, the nearest alone counts


def resolve(
    target: Target, viewer: OfCharacter, word: str, how: Journey | None = None
) -> tuple[Room, Sequence[Room]]:
    """Return the room that a target means to a viewer on a map, and others of the same name.

    The others are rooms with the same name, the nearest first.

    Args:
        target: what was typed.
        viewer: the one who asks.
        word: the command that was typed, for the hints.
        how: the options of the journey; by default any route they can take.

    Raises:
        PlayerError: if there is no such room, no route to it, or if it is secret.
        SeveralError: if several rooms with different names are meant.

    """
    if isinstance(target, Coordinates):
        return _at(target, viewer, word), ()
    if isinstance(target, Person):
        return _of_person(target, viewer), ()
    if isinstance(target, Nearest) and not is_room(target.text, viewer):
        return _nearest(target.kind, viewer, how), ()
    return _called(target.text, viewer, word)


def goal_now(journey: Journey, viewer: OfCharacter) -> Room | None:
    """Return the room to which a journey leads now; None where an endless land is not drawn.

    Raises:
        PlayerError: if it no longer exists, or is no longer known.

    """
    if journey.person is not None:
        return _of_person(Person(journey.name, journey.person), viewer)
    room = viewer.live.locate(journey.place)
    if room is None and drawing.is_undrawn(viewer.live, journey.place):
        return None
    if room is None or not viewer.live.exists(room):
        raise PlayerError(_("{name} no longer exists.").format(name=journey.name))
    return room


def somebody(target: Target, viewer: OfCharacter) -> Any | None:
    """Return the character that a target means.

    Return None for coordinates, and if a room has that name.
    """
    if isinstance(target, Coordinates):
        return None
    person = people.person_called(target.text, viewer.live, viewer.character)
    return None if person is None or is_room(target.text, viewer) else person


def is_room(text: str, viewer: OfCharacter) -> bool:
    """Whether a text is the whole name of a room that the viewer may know."""
    return any(rooms_of_name(text, viewer))


def rooms_called(text: str, viewer: OfCharacter) -> Iterator[Room]:
    """Return the rooms that a text may mean, among those that the viewer may know."""
    named = unmade.rooms_named(viewer.live, text)
    return filter(room_view.knowing(viewer.live, viewer), named)


def rooms_of_name(text: str, viewer: OfCharacter) -> Iterator[Room]:
    """Return the rooms whose whole name is this text, among those that the viewer may know."""
    named = unmade.rooms_named(viewer.live, text)
    return filter(room_view.knowing(viewer.live, viewer), named.of_name(text))


def _at(target: Coordinates, viewer: OfCharacter, word: str) -> Room:
    live = viewer.live
    place = place_of(target, live, viewer)
    if not _may_name(viewer, place):
        raise _unknown(target.text, viewer, word)
    # before it is told whether there is a room: that would be a map of the game
    if _is_secret(viewer, map_key(place.map), live.locate(place)):
        raise _secret(live, map_key(place.map))
    return room_of(place, live)


def _of_person(target: Person, viewer: OfCharacter) -> Room:
    person = people.known(target.number)
    if person is not None:
        place = people.place_of(viewer.live, viewer.character, person)
        if place is not None:
            return place
    raise PlayerError(_("You do not know where {name} is now.").format(name=target.text))


def _nearest(kind: str, viewer: OfCharacter, how: Journey | None) -> Room:
    """Return the nearest room with this tag or name."""
    live = viewer.live
    may_name = room_view.knowing(live, viewer)
    rooms = unmade.rooms_tagged(live, kind) or _named(kind, live)

    def is_told(room: Room) -> bool:
        return may_name(room) and not _is_secret(viewer, room[0], room)

    if near := routes.nearest(viewer, _here(viewer), rooms, how, most=1, is_meant=is_told):
        return near[0]
    if not any(map(is_told, rooms)):
        raise PlayerError(
            _("You know of no place of the kind '{text}'.").format(text=kind),
            _("A room's kind comes from its tags and its name."),
        )
    raise PlayerError(_("There is no way from here to any '{text}'.").format(text=kind))


def _called(text: str, viewer: OfCharacter, word: str) -> tuple[Room, Sequence[Room]]:
    """Return the room of this name that is nearest by route, and the others of that name."""
    live = viewer.live
    if text.casefold() == _("here"):  # as in Evennia's own searches
        return _here(viewer), ()
    may_name = room_view.knowing(live, viewer)
    rooms = {room: name for room, name in _few(_named(text, live), viewer) if may_name(room)}
    told = [room for room in rooms if not _is_secret(viewer, room[0], room)]
    if not rooms:
        told = [room for room in _ways_into(text, viewer) if may_name(room)][:1]
    if not told:
        for room, name in rooms.items():
            if name.casefold() == text.casefold():  # who knows the whole name is told why not
                raise _secret(live, room[0])
        raise _unknown(text, viewer, word)
    if len(told) == 1:
        return told[0], ()
    ordered = _by_distance(told, viewer)
    first_of_name: dict[str, Room] = {}
    for room in ordered:
        first_of_name.setdefault(rooms[room].casefold(), room)
    if len(first_of_name) == 1:
        return ordered[0], ordered[1:] if len(ordered) <= CHOICES else ()
    for room in first_of_name.values():
        # a room here rather than one of another map that has its name as an alias
        if room[0] == _here(viewer)[0] and _bare(rooms[room]) == _bare(text):
            return room, ()
    raise SeveralError(text, {room: rooms[room] for room in first_of_name.values()})


def _few(named: RoomNames, viewer: OfCharacter) -> Iterable[tuple[Room, str]]:
    """Return rooms with their names; if there are too many, the nearest, and one of each name."""
    if len(named) <= _MANY:
        return named.items()
    may_name = room_view.knowing(viewer.live, viewer)

    def is_told(room: Room) -> bool:
        return may_name(room) and not _is_secret(viewer, room[0], room)

    found = {
        room: named[room] for room in routes.nearest(viewer, _here(viewer), named, is_meant=is_told)
    }
    near = {name.casefold() for name in found.values()}
    others = named.firsts(is_told) or named.firsts(may_name)
    found |= {room: named[room] for name, room in others.items() if name not in near}
    return found.items()


def _ways_into(text: str, viewer: OfCharacter) -> Iterator[Room]:
    """Yield the rooms outside dungeons of this name, if the viewer has been in those dungeons."""
    wanted, live = _bare(text), viewer.live
    here = _here(viewer)[0]
    for key, grid in live.grids.items():
        is_meant = OPTION in grid.options and wanted in (_bare(title(grid)), key.casefold())
        is_known = is_meant and (
            key in (here, here.rpartition(" #")[0])
            or bool(dungeon_visits.visits_to(viewer.character, key))
        )
        if is_known and (outside := live.where(outside_of(live, key))) is not None:
            yield outside


def _here(viewer: OfCharacter) -> Room:
    assert viewer.here is not None
    return viewer.here


def _may_name(viewer: OfCharacter, place: Place) -> bool:
    """Whether a place may be mentioned; in partly hidden maps never a place without a room."""
    live, key = viewer.live, map_key(place.map)
    if (room := live.locate(place)) is not None:
        return room_view.knowing(live, viewer)(room)
    if not live.has_rooms(key) or viewer.plays(live, key):
        return True
    return room_view.sight(live, viewer, key).seen is None


def _is_secret(viewer: OfCharacter, key: str, room: Room | None) -> bool:
    """Whether the route to a room is secret, because finding it is the game.

    `room` is None for a coordinate without a room, which is secret too.
    """
    if room is not None and room == matrix_state.entrance(viewer.live, room):
        return False
    return viewer.plays(viewer.live, key)


def _unknown(text: str, viewer: OfCharacter, word: str) -> PlayerError:
    example = written(viewer.live, viewer.live.router.place(_here(viewer)))
    return PlayerError(
        _("You know of no place called '{text}'.").format(text=text),
        _("|w{word}|n takes a name, part of a name, or coordinates such as {example}.").format(
            word=word, example=example
        ),
    )


def _named(text: str, live: Live) -> RoomNames:
    names = [text, _bare(text)]
    # `the tavern` is a room with the alias `tavern` rather than The Tavern Loft
    return unmade.rooms_named(live, *filter(None, dict.fromkeys(names)))


def _bare(text: str) -> str:
    """Return a text in lower case, without an article."""
    first, blank, rest = text.casefold().partition(" ")
    return rest.strip() if blank and first in _("the a an").split() else text.casefold()


def _by_distance(rooms: Sequence[Room], viewer: OfCharacter) -> list[Room]:
    """Return the rooms by distance, the nearest first; unreachable ones come last."""
    near = routes.nearest(viewer, _here(viewer), rooms)
    return [*near, *(room for room in rooms if room not in set(near))]


def _secret(live: Live, key: str) -> PlayerError:
    name = title(live.grids[key])
    return PlayerError(
        _("That is in '{name}', a matrix game: there are no directions to it.").format(name=name),
        _("Go in through its entrance, and find the way yourself."),
    )
