"""Finds the room that a typed place means to a viewer.

    Coordinates   the room there:
        (x,y)          on the sheet of the viewer
        (x,y,NAME)     on a drawn map, or on a level: (2,2,cube:0); the name may be a number
        (x,y,z)        on another sheet of the viewer's 3D map, if no known map has that name
        (x,y,z,NAME)   in a 3D map
    Name          the room of that name or alias, whole or in part; of equal names the nearest by
    route; of different names the whole name of a room of the same map; the name of a copy where
    one has been means the room outside its entrance; somebody of that name
    Nearest       the nearest room with a tag, or of a name: `shop`

An unknown room gets the same answer as one that does not exist. The answer about a map that has
to be found out is that its rooms are secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import evennia
from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.coords import Coord, Place, map_key, split_level
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.target import (
    Coordinates,
    Name,
    Nearest,
    Target,
    without_article,
)
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import Journey, are_together, party_of
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import game_parts, map_rules_of
from xyzgrid_ext.game.visibility import viewer_routes
from xyzgrid_ext.game.visibility.names import (
    RoomNames,
    areas_by_name,
    articles,
    names_like,
    place_text,
    rooms_by_name,
    rooms_tagged,
)
from xyzgrid_ext.game.visibility.viewer import (
    CharacterViewer,
    Observer,
    Sights,
    Viewer,
    hides_room,
    is_alike,
    knows_room,
    map_refusal,
    sees_map,
    viewer_of,
)
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Live, Room

CHOICES = 9
"""The most rooms of one name to choose from; of more, the nearest is taken."""


Spot = tuple[str, Place]
"""The key of a map, and a place on it."""


class Goal(NamedTuple):
    """The room or person that a player means by the name of a place.

    Attributes:
        place: the place.
        room: the room there; None where an endless land is not drawn.
        others: other rooms of the same name, the nearest first.
        person: who is there, if the name is theirs.
    """

    place: Place
    room: Room | None
    others: Sequence[Room] = ()
    person: Character | None = None


class AmbiguousNameError(Exception):
    """Raised when a name can mean several places with different names.

    Attributes:
        text: what was typed.
        rooms: for each name the nearest room and the name, the nearest first.
    """

    def __init__(self, text: str, rooms: Mapping[Room, str]) -> None:
        super().__init__(text)
        self.text, self.rooms = text, rooms


def resolve_target(
    target: Target,
    viewer: CharacterViewer,
    word: str,
    how: Journey | None = None,
    *,
    listed: Sequence[Spot] = (),
    people: bool = False,
) -> Goal:
    """Find the place that a target means to a viewer on a map.

    Args:
        target: what was typed.
        viewer: the one who asks.
        word: the command that was typed, for the hints.
        how: the options of the journey; by default any route they can take.
        listed: the places that were listed for a name; `1` means the first of them.
        people: whether the name may be that of a person.

    Raises:
        PlayerError: if there is no such room, no route to it, or if it is secret.
        AmbiguousNameError: if several rooms with different names are meant.
    """
    if isinstance(target, Coordinates):
        return _goal_at(place_at(target, viewer.live, viewer), viewer, target.text, word)
    live, sights = viewer.live, Sights(viewer.live, viewer)
    rooms, secret = _find(target, viewer, sights)
    is_name = target.key in rooms.first_rooms
    if people and not is_name and (person := person_by_name(target, live, viewer.character)):
        room = place_of_person(live, viewer.character, person)
        assert room is not None
        return _goal(viewer, room, person=person)
    if isinstance(target, Nearest) and not is_name and (target.kind or not rooms):
        return _goal(viewer, _nearest_room(Name(target.kind), viewer, sights, how))
    numbered = {str(number): spot for number, spot in enumerate(listed, start=1)}
    if not rooms and target.text in numbered:
        return _goal_at(numbered[target.text], viewer, target.text, word)
    if target.key == _("here"):  # as in Evennia's own searches
        return _goal(viewer, _here(viewer))
    if secret is not None:
        raise PlayerError(map_refusal(live, viewer, secret, "way"))
    if not is_name and (
        areas := areas_by_name(live, target, whole=bool(rooms)).among(sights.known)
    ):
        return _goal(viewer, _pick(target, areas, viewer)[0])
    if not rooms and (outside := next(_rooms_outside(target, viewer, sights), None)) is not None:
        return _goal(viewer, outside)
    if not rooms:
        if (way := _exit_named(target, viewer)) is not None:
            text = _("There is an exit {name} here: type |w{name}|n to take it.")
            raise PlayerError(text.format(name=way.key))
        near = names_like(live, target.bare(articles()), sights.known)
        raise _unknown_error(target.text, word, near)
    return _goal(viewer, *_pick(target, _without_roads(live, rooms), viewer))


def knows_name(name: Name, viewer: CharacterViewer) -> bool:
    """Whether the viewer knows a room that a name may mean."""
    sights = Sights(viewer.live, viewer)
    areas = areas_by_name(viewer.live, name, whole=True)
    return bool(_find(name, viewer, sights)[0] or areas.among(sights.known))


def goal_now(journey: Journey, viewer: CharacterViewer) -> Room | None:
    """Return the room to which a journey leads now; None where an endless land is not drawn.

    Raises:
        PlayerError: if it no longer exists, or is no longer known.
    """
    live = viewer.live
    if journey.person is not None:
        person = objects.object_by_id(journey.person)
        room = person and place_of_person(live, viewer.character, person)
        if room is None:
            text = _("You do not know where {name} is now.")
            raise PlayerError(text.format(name=journey.name))
        return room
    room = live.locate(journey.place)
    if room is None and live.is_undrawn(journey.place):
        return None
    if room is None and live.fails_to_load(journey.place.map):
        raise PlayerError(_("The map of {name} is missing now.").format(name=journey.name))
    if room is None or not live.exists(room):
        raise PlayerError(_("{name} no longer exists.").format(name=journey.name))
    return room


def _goal(
    viewer: CharacterViewer,
    room: Room,
    others: Sequence[Room] = (),
    person: Character | None = None,
) -> Goal:
    return Goal(viewer.live.router.place(room), room, others, person)


def _here(viewer: CharacterViewer) -> Room:
    assert viewer.here is not None
    return viewer.here


# --- rooms by name


def _find(name: Name, viewer: CharacterViewer, sights: Sights) -> tuple[RoomNames, str | None]:
    """Return the known rooms that fit a name best.

    If it is the whole name of a room in a matrix game, return the key of that map instead: whoever
    knows the whole name may learn why not.
    """
    live = viewer.live
    for rooms in rooms_by_name(live, name):
        if matches := rooms.among(sights.known):
            return matches, None
        for key in rooms.maps:
            if map_refusal(live, viewer, key) and rooms.has(key, name.key):
                return matches, key
    return RoomNames(), None


def _pick(target: Name, rooms: RoomNames, viewer: CharacterViewer) -> tuple[Room, Sequence[Room]]:
    """Return the room of a name that is nearest by route, and the others of that name.

    Raises:
        AmbiguousNameError: if the rooms have different names.
    """
    here = _here(viewer)
    near = viewer_routes.nearest_for(viewer, here, rooms.rows_mask(viewer.live.routes.world))
    by_name: dict[str, tuple[Room, str]] = {}
    for room in near:
        name = rooms.name(room)
        by_name.setdefault(name_key(name), (room, name))
    for key, first in rooms.first_rooms.items():
        by_name.setdefault(key, first)
    if len(by_name) == 1 and len(rooms) > CHOICES:
        ((room, _name),) = by_name.values()
        return room, ()
    if len(by_name) == 1:
        ordered = [*near, *(room for room, _name in rooms if room not in near)]
        return ordered[0], ordered[1:]
    words = articles()
    for key, (room, _name) in by_name.items():
        # a room here rather than one of another map that has its name as an alias
        if room[0] == here[0] and without_article(key, words) == target.bare(words):
            return room, ()
    raise AmbiguousNameError(target.text, dict(by_name.values()))


def _nearest_room(kind: Name, viewer: CharacterViewer, sights: Sights, how: Journey | None) -> Room:
    """Return the nearest room with this tag or name."""
    if not kind.key:
        raise PlayerError(
            _("'{word}' needs the kind of room that you seek.").format(word=_("nearest")),
            _("For example: |wgoto nearest shop|n."),
        )
    live = viewer.live
    rooms = rooms_tagged(live, kind.text).among(sights.known)
    rooms = rooms or areas_by_name(live, kind, whole=True).among(sights.known)
    rooms = rooms or _find(kind, viewer, sights)[0]
    if near := viewer_routes.nearest_for(
        viewer, _here(viewer), rooms.rows_mask(live.routes.world), how, most=1
    ):
        return near[0]
    if not rooms:
        raise PlayerError(
            _("You know of no place of the kind '{text}'.").format(text=kind.text),
            _("A room's kind comes from its tags and its name."),
        )
    raise PlayerError(_("There is no way from here to any '{text}'.").format(text=kind.text))


def _without_roads(live: Live, rooms: RoomNames) -> RoomNames:
    """Return the rooms without the roads of lands that are named after another of them."""
    lands = {key for key in rooms.maps if live.ground(key) is not None}
    if not lands:
        return rooms
    names = rooms.first_rooms.keys()

    def is_meant(key: str, name: str) -> bool:
        name = name_key(name)
        return key not in lands or all(part not in name for part in names if part != name)

    return rooms.where(is_meant)


def _rooms_outside(target: Name, viewer: CharacterViewer, sights: Sights) -> Iterator[Room]:
    """Yield the rooms outside maps of this name that one goes out to, if the viewer was there."""
    wanted, live, words = target.bare(articles()), viewer.live, articles()
    here = map_key(live.grids[_here(viewer)[0]].original)
    for key, grid in live.grids.items():
        rules = map_rules_of(grid)
        is_meant = wanted in (Name(grid.title).bare(words), key)
        is_known = is_meant and (
            key == here or any(part.has_visited(viewer.character, key) for part in game_parts())
        )
        outside = live.where(rules.way_out(live, key)) if is_known else None
        if outside is not None and sights.knows(outside):
            yield outside


def _unknown_error(typed: str, word: str, near: Sequence[str] = ()) -> PlayerError:
    text = _("You know of no place called '{text}'.").format(text=typed)
    if near:
        names = iter_to_str([f"|w{name}|n" for name in near], endsep=_("or"))
        return PlayerError(text, _("Did you mean {names}?").format(names=names))
    cure = _("Type |w{word}|n with the name of a place, or with a part of it.")
    return PlayerError(text, cure.format(word=word))


def _exit_named(target: Name, viewer: CharacterViewer) -> Any | None:
    """Return the exit that a text names, if the viewer's room has one that they see."""
    room, name = viewer.character.location, target.bare(articles())
    exits = [] if hides_room(viewer.live, viewer, room) else hooks.exits_of(room, viewer.character)
    return next((exit_ for exit_ in exits if name in objects.name_keys(exit_)), None)


# --- people


def person_by_name(name: Name, live: Live, character: Character) -> Any | None:
    """Return the character of this name to whom one may walk; None if there is none."""
    puppets = (session.puppet for session in evennia.SESSION_HANDLER.values())
    people = {puppet.pk: puppet for puppet in puppets if puppet not in (None, character)}
    for _pk, person in sorted(people.items()):
        is_meant = name.key in objects.name_keys(person)
        if is_meant and place_of_person(live, character, person) is not None:
            return person
    return None


def place_of_person(live: Live, character: Character, person: Character) -> Room | None:
    """Return the room of a person; None if the character may not know where they are.

    Builders know it of everybody. Others know it of those who are played now and in a room that
    they know, are not hidden, and are of their party, follow or lead them, or are on the same map
    and not hidden by the lock `find` (`follow/alone`).
    """
    room = live.where(person.location)
    if room is None or map_refusal(live, character, room[0]):
        return None
    if sees_all(character):
        return room
    if not knows_room(live, character, room):
        return None
    if not person.sessions.count() or not hooks.allows(person, character, "view"):
        return None
    party = party_of(character)
    if are_together(character, person) or (party and party == party_of(person)):
        return room
    here = live.where(character.location)
    is_near = here is not None and here[0] == room[0]
    return room if is_near and hooks.allows(person, character, "find", default=True) else None


# --- rooms by coordinates


def _goal_at(spot: Spot, viewer: CharacterViewer, text: str, word: str) -> Goal:
    key, place = spot
    live, room = viewer.live, viewer.live.locate(place)
    sights = Sights(live, viewer)
    is_known = room is not None and sights.knows(room)
    # checked first: answers about rooms would reveal the map
    if not is_known and (why := map_refusal(live, viewer, key, "way")):
        raise PlayerError(why)
    # in partly hidden maps no place without a room
    if live.has_rooms(key) and not is_known and (room or sights.of(key).seen is not None):
        raise _unknown_error(text, word)
    if room is None and live.is_undrawn(place):
        return Goal(place, None)
    return Goal(place, room_at(place, live))


def place_at(target: Coordinates, live: Live, viewer: Viewer) -> Spot:
    """Return the place that coordinates name, and its map's key, from the position of a viewer.

    The map and the level exist, but there may be no room at the place.

    Raises:
        PlayerError: if they are malformed, or name a map or level that does not exist.
    """
    if target.xy is None:
        raise PlayerError(
            _("'{text}' is not a coordinate.").format(text=target.text),
            _("Write (x,y), (x,y,map) or (x,y,z,map)."),
        )
    if target.name is None:
        key, z = _present_level(live, viewer)
    elif (level := known_level(live, viewer, target.name)) is not None:
        key, z, is_whole = level
        grid = live.grids[key]
        if is_whole and grid.levels is not None and not map_refusal(live, viewer, key):
            text = _("Say which one, 0 to {last}: (x,y,z,{name}).")
            raise PlayerError(
                _("{name} has several levels.").format(name=grid.name),
                text.format(last=grid.levels - 1, name=grid.name),
            )
    else:
        key, z = _level_by_number(live, viewer, target)
    return key, Place(live.grids[key].name, Coord(*target.xy, z))


def room_at(place: Place, live: Live) -> Room:
    """Return the room at this place.

    Raises:
        PlayerError: if there is none.
    """
    if (room := live.locate(place)) is None:
        text = _("There is no room at {place}.").format(place=place_text(live, place))
        raise on_demand().no_room(live, place) or PlayerError(
            text, _("|wmap|n shows where the rooms are.")
        )
    return room


def known_level(live: Live, looker: Observer, name: str) -> tuple[str, int, bool] | None:
    """Return (map key, sheet, whether it is a whole map) for the name of a map or level.

    None if the viewer may not know it. A matrix in play and a map without rooms are known, so that
    a text can say why nothing is shown.
    """
    key, viewer = map_key(name), viewer_of(live, looker)
    level = live.level(key)
    # how many levels a game has is not told, so it has all of them
    on, z = level or split_level(key) or (key, 0)
    is_known = bool(map_refusal(live, viewer, on)) or (
        level is not None
        and (is_alike(live, on) or not live.has_rooms(on) or sees_map(live, viewer, on))
    )
    return (on, z, on == key) if is_known else None


def _present_level(live: Live, viewer: Viewer) -> tuple[str, int]:
    """Return the map and the level where the viewer is."""
    if (here := viewer.here) is None:
        raise PlayerError(
            _("You are not on a map, so a coordinate must name its map."),
            _("Write (x,y,map) or (x,y,z,map)."),
        )
    return here[0], live.grids[here[0]].coord(here[1]).z


def _level_by_number(live: Live, viewer: Viewer, target: Coordinates) -> tuple[str, int]:
    """Return the map and the sheet for `z` on the viewer's map, or for `z,NAME`."""
    z, name = target.level, target.name if target.level is None else target.map
    level = None if z is None or name is None else known_level(live, viewer, name)
    if z is None or (name is not None and (level is None or not level[2])):
        raise PlayerError(
            _("There is no map '{name}'.").format(name=name or ""),
            _("Write (x,y,map) or (x,y,z,map) with the name of a map."),
        )
    key = _present_level(live, viewer)[0] if level is None else level[0]
    grid = live.grids[key]
    if map_refusal(live, viewer, key) or 0 <= z < (grid.levels or 1):
        return key, z
    if grid.levels is None:
        text = _("{name} has only one level, so there is no level {level}.")
        raise PlayerError(
            text.format(name=grid.name, level=z), _("Leave the level out: (x,y,map).")
        )
    raise PlayerError(
        _("{name} has no level {level}.").format(name=grid.name, level=z),
        _("Its levels are 0 to {last}.").format(last=grid.levels - 1),
    )
