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

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.coords import Place, map_key
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.target import Coordinates, Nearest, Person, Target
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.db import dungeons
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.db.objects import PACE, chunked
from xyzgrid_ext.game.db.rooms import MANY
from xyzgrid_ext.game.maps.dungeon_site import OPTION
from xyzgrid_ext.game.maps.lands import is_land
from xyzgrid_ext.game.visibility import matrix_state, people, room_view, routes
from xyzgrid_ext.game.visibility.alike import names_alike_steps
from xyzgrid_ext.game.visibility.coordinates import place_of, room_of, written
from xyzgrid_ext.game.visibility.dungeon_map import title
from xyzgrid_ext.game.visibility.dungeon_state import outside_of
from xyzgrid_ext.game.visibility.named_rooms import (
    bare,
    rooms_called_steps,
    rooms_named_steps,
    rooms_tagged_steps,
)
from xyzgrid_ext.game.visibility.room_names import RoomNames
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live, Room

T = TypeVar("T")
Finding: TypeAlias = Generator[Any, None, T]
"""Work in slices, since a name can be that of a hundred thousand rooms."""


class SeveralError(Exception):
    """Raised when a name can mean several places with different names.

    Attributes:
        text: what was typed.
        rooms: for each name the nearest room and the name, the nearest first.

    """

    def __init__(self, text: str, rooms: Mapping[Room, str]) -> None:
        super().__init__(text)
        self.text, self.rooms = text, rooms


_NAMES = 1000  # of rooms, if there are too many: others are not listed
CHOICES = 9  # rooms of one name to choose from; of more, the nearest is taken


def resolving(
    target: Target, viewer: OfCharacter, word: str, how: Journey | None = None
) -> Finding[tuple[Room, Sequence[Room]]]:
    """Find the room that a target means to a viewer on a map, and others of the same name.

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
    if isinstance(target, Nearest) and not (yield from is_room(target.text, viewer)):
        return (yield from _nearest(target.kind, viewer, how)), ()
    return (yield from _called(target.text, viewer, word))


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
    if room is None and viewer.live.fails(journey.place.map):
        raise PlayerError(_("The map of {name} is missing now.").format(name=journey.name))
    if room is None or not viewer.live.exists(room):
        raise PlayerError(_("{name} no longer exists.").format(name=journey.name))
    return room


def somebody(target: Target, viewer: OfCharacter) -> Finding[Any | None]:
    """Find the character that a target means.

    Return None for coordinates, and if a room has that name.
    """
    if isinstance(target, Coordinates):
        return None
    person = people.person_called(target.text, viewer.live, viewer.character)
    return None if person is None or (yield from is_room(target.text, viewer)) else person


def is_room(text: str, viewer: OfCharacter) -> Finding[bool]:
    """Find out whether a text is the whole name of a room that the viewer may know."""
    return bool((yield from rooms_of_name(text, viewer, 1)))


def is_called(text: str, viewer: OfCharacter) -> Finding[bool]:
    """Find out whether a text may mean a room that the viewer may know."""
    named = yield from rooms_named_steps(viewer.live, text)
    return bool((yield from _known(named, viewer, 1)))


def rooms_of_name(text: str, viewer: OfCharacter, most: int) -> Finding[list[Room]]:
    """Find rooms whose whole name is this text, among those that the viewer may know."""
    named = yield from rooms_named_steps(viewer.live, text)
    return (yield from _known(named.of_name(text), viewer, most))


def _known(rooms: Iterable[Room], viewer: OfCharacter, most: int) -> Finding[list[Room]]:
    """Find the first of some rooms that the viewer may know."""
    may_name, found = room_view.knowing(viewer.live, viewer), list[Room]()
    for number, part in enumerate(chunked(rooms)):
        if number:
            yield
        found += filter(may_name, part)
        if len(found) >= most:
            break
    return found[:most]


def _at(target: Coordinates, viewer: OfCharacter, word: str) -> Room:
    live = viewer.live
    place = place_of(target, live, viewer)
    if not _may_name(viewer, place):
        raise _unknown(target.text, viewer, word)
    # checked first: answers about rooms would reveal the map
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


def _nearest(kind: str, viewer: OfCharacter, how: Journey | None) -> Finding[Room]:
    """Find the nearest room with this tag or name."""
    live = viewer.live
    may_name = room_view.knowing(live, viewer)
    rooms = (yield from rooms_tagged_steps(live, kind)) or (
        yield from rooms_called_steps(live, kind)
    )

    def is_told(room: Room) -> bool:
        return may_name(room) and not _is_secret(viewer, room[0], room)

    here = _here(viewer)
    if near := (yield from routes.nearest(viewer, here, rooms, how, most=1, is_meant=is_told)):
        return near[0]
    if not (yield from rooms.firsts_steps(is_told, PACE, 1)):
        raise PlayerError(
            _("You know of no place of the kind '{text}'.").format(text=kind),
            _("A room's kind comes from its tags and its name."),
        )
    raise PlayerError(_("There is no way from here to any '{text}'.").format(text=kind))


def _called(text: str, viewer: OfCharacter, word: str) -> Finding[tuple[Room, Sequence[Room]]]:
    """Find the room of this name that is nearest by route, and the others of that name."""
    live = viewer.live
    if name_key(text) == _("here"):  # as in Evennia's own searches
        return _here(viewer), ()
    may_name = room_view.knowing(live, viewer)
    few = yield from _few((yield from rooms_called_steps(live, text)), viewer)
    rooms = {room: name for room, name in few if may_name(room)}
    told = _but_roads(live, {r: n for r, n in rooms.items() if not _is_secret(viewer, r[0], r)})
    if not rooms:
        told = [room for room in _ways_into(text, viewer) if may_name(room)][:1]
    if not told:
        for room, name in rooms.items():
            if name_key(name) == name_key(text):  # whoever knows the whole name may learn why not
                raise _secret(live, room[0])

        def is_heard_of(room: Room) -> bool:
            is_secret = _is_secret(viewer, room[0], room)
            return not is_secret and room_view.may_hear_of(live, viewer, room)

        near = yield from names_alike_steps(live, bare(text), is_heard_of)
        raise _unknown(text, viewer, word, near)
    if len(told) == 1:
        return told[0], ()
    ordered = yield from _by_distance(told, viewer)
    first_of_name: dict[str, Room] = {}
    for room in ordered:
        first_of_name.setdefault(name_key(rooms[room]), room)
    if len(first_of_name) == 1:
        return ordered[0], ordered[1:] if len(ordered) <= CHOICES else ()
    for room in first_of_name.values():
        # a room here rather than one of another map that has its name as an alias
        if room[0] == _here(viewer)[0] and bare(rooms[room]) == bare(text):
            return room, ()
    raise SeveralError(text, {room: rooms[room] for room in first_of_name.values()})


def _but_roads(live: Live, rooms: Mapping[Room, str]) -> list[Room]:
    """Return the rooms without the roads of lands that are named after another of them."""
    names = {name_key(name) for name in rooms.values()}
    of_lands = {r: name_key(name) for r, name in rooms.items() if is_land(live.loaded, r[0])}
    after = {own for own in set(of_lands.values()) if any(one in own for one in names - {own})}
    return [room for room in rooms if of_lands.get(room) not in after]


def _few(named: RoomNames, viewer: OfCharacter) -> Finding[Iterable[tuple[Room, str]]]:
    """Find rooms with their names; if there are too many, the nearest, and one of each name."""
    if len(named) <= MANY:
        return named.items()
    may_name = room_view.knowing(viewer.live, viewer)

    def is_told(room: Room) -> bool:
        return may_name(room) and not _is_secret(viewer, room[0], room)

    nearest = yield from routes.nearest(viewer, _here(viewer), named, is_meant=is_told)
    found = {room: named[room] for room in nearest}
    near = {name_key(name) for name in found.values()}
    others = yield from named.firsts_steps(is_told, PACE, _NAMES)
    others = others or (yield from named.firsts_steps(may_name, PACE, _NAMES))
    found |= {room: named[room] for name, room in others.items() if name not in near}
    return found.items()


def _ways_into(text: str, viewer: OfCharacter) -> Iterator[Room]:
    """Yield the rooms outside dungeons of this name, if the viewer has been in those dungeons."""
    wanted, live = bare(text), viewer.live
    here = _here(viewer)[0]
    for key, grid in live.grids.items():
        is_meant = OPTION in grid.options and wanted in (bare(title(grid)), key)
        is_known = is_meant and (
            key in (here, here.rpartition(" #")[0])
            or bool(dungeons.visits_to(viewer.character, key))
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


def _unknown(text: str, viewer: OfCharacter, word: str, near: Sequence[str] = ()) -> PlayerError:
    if (way := _exit_named(text, viewer)) is not None:
        return PlayerError(
            _("There is an exit {name} here: type |w{name}|n to take it.").format(name=way.key)
        )
    if near:
        names = iter_to_str([f"|w{name}|n" for name in near], endsep=_("or"))
        return PlayerError(
            _("You know of no place called '{text}'.").format(text=text),
            _("Did you mean {names}?").format(names=names),
        )
    example = written(viewer.live, viewer.live.router.place(_here(viewer)))
    return PlayerError(
        _("You know of no place called '{text}'.").format(text=text),
        _("|w{word}|n takes a name, part of a name, or coordinates such as {example}.").format(
            word=word, example=example
        ),
    )


def _exit_named(text: str, viewer: OfCharacter) -> Any | None:
    """Return the exit that a text names, if the viewer's room has one that they see."""
    room, wanted = viewer.character.location, bare(text)
    if matrix_state.hides(viewer.character, room):
        return None
    for way in hooks.exits_of(room, viewer.character):
        if wanted in map(name_key, (way.key, *way.aliases.all())):
            return way
    return None


def _by_distance(rooms: Sequence[Room], viewer: OfCharacter) -> Finding[list[Room]]:
    """Find the rooms by distance, the nearest first; unreachable ones come last."""
    near = yield from routes.nearest(viewer, _here(viewer), rooms)
    return [*near, *(room for room in rooms if room not in near)]


def _secret(live: Live, key: str) -> PlayerError:
    name = title(live.grids[key])
    return PlayerError(
        _("That is in '{name}', a matrix game: there are no directions to it.").format(name=name),
        _("Go in through its entrance, and find the way yourself."),
    )
