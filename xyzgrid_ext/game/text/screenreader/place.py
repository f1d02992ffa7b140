"""The map in words for users of screen readers: the player's position and surroundings.

    You are in Lantern Square. The map town has 24 rooms.
    Exits: north to Glassgate Street and east to The Drowned Lantern.
    Near here:
    The Smithy, shop: 3 steps, 3 east. Speed-walk: 3e.
    Ways to other places:
    The Causeway, west to The Lighthouse Door: 5 steps, 3 south, 2 west. Speed-walk: 3s 2w.
    To walk to a place, type goto and its name.

The time that this takes depends on the surroundings, not on the size of the map. The work is done
in slices.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from xyzgrid_ext.core.routes import Work
from xyzgrid_ext.game.text.directions import steps_in_words
from xyzgrid_ext.game.text.screenreader import room as spoken
from xyzgrid_ext.game.text.screenreader import way
from xyzgrid_ext.game.text.screenreader.near import NamedRoom, Nearby, around
from xyzgrid_ext.game.text.screenreader.text import sentence
from xyzgrid_ext.game.visibility import room_view, routes
from xyzgrid_ext.game.visibility.coordinates import name_of
from xyzgrid_ext.game.visibility.dungeon_map import treasures
from xyzgrid_ext.game.visibility.dungeon_state import state_of
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Live, Room

_TREASURES = 4  # that a compass tells
_ROOMS = 20_000  # of a level, among which the nearest is looked for


def here_in_words(live: Live, looker: Any, here: Room) -> Work[str]:
    """Describe where the looker is and what is near."""
    room = looker.location
    name = hooks.display_name(room, looker)
    where = ", ".join(filter(None, (name, spoken.level(live, looker, here))))
    yield
    found = yield from around(live, looker, here)
    yield
    told = [
        _("You are in {place}.").format(place=where) + " " + size_in_words(live, looker, here[0])
    ]
    told.append(_treasure(live, here))
    yield
    exits = spoken.exits(live, looker, room)
    yield
    near = yield from _near(live, looker, here, found)
    return "\n".join(filter(None, [*told, exits, *near]))


def map_in_words(live: Live, looker: Any, here: Room | None, key: str, z: int) -> Work[str]:
    """Describe a level where the looker is not: the route there, and what is near its end."""
    grid = live.grids[key]
    told = [size_in_words(live, looker, key)]
    known = room_view.sight(live, looker, key)
    goals = [room for room in _entrances(live, here, key, z) if known.room(room[1])]
    viewer = OfCharacter(live, looker)
    gates = (yield from routes.nearest(viewer, here, goals)) if here is not None and goals else []
    if not gates or here is None:
        told.append(_("You know of no way there."))
        return "\n".join(told)
    gate = gates[0]
    first = (yield from _told(live, looker, here, gate, name_of(live, gate))) or ""
    is_own = grid.levels is not None and here[0] == key
    text = _("The nearest room on level {level} is {room}")
    told.append(
        (text if is_own else _("The nearest room on that map is {room}")).format(
            level=z, room=first
        )
    )
    found = yield from around(live, looker, gate, z if is_own else None)
    near = yield from _near(live, looker, gate, found, start=_("From there:"))
    return "\n".join([*told, *near])


def size_in_words(live: Live, looker: Any, key: str) -> str:
    """Return the size of a map, and the share of it that the looker knows."""
    head = room_view.head(live, looker, key)
    if live.grids[key].tiles is not None and head.rooms is not None:
        return sentence(_("{name} has no end.").format(name=head.name))
    if live.grids[key].tiles is not None:
        text = ngettext(
            "You know {number} place of {name}, which has no end.",
            "You know {number} places of {name}, which has no end.",
            head.known,
        )
        return text.format(name=head.name, number=head.known)
    number = head.known if head.rooms is None else head.rooms
    text = ngettext("The map {name} has {number} room", "The map {name} has {number} rooms", number)
    if head.rooms is None:
        text = ngettext(
            "You know {number} room of the map {name}",
            "You know {number} rooms of the map {name}",
            number,
        )
    told = text.format(name=head.name, number=number)
    if head.levels is not None:
        told += " " + _("on levels {first} to {last}").format(first=0, last=head.levels - 1)
    if head.rooms is not None and head.known < head.rooms:
        told += ", " + _("of which you know {number}").format(number=head.known)
    return f"{told}."


def _treasure(live: Live, here: Room) -> str:
    """Return the directions to a dungeon's pickups, for a player with a compass: `2 east`."""
    grid, state = live.grids[here[0]], state_of(live, here[0])
    if state is None:
        return ""
    x, y, z = grid.coord(here[1])
    found = treasures(state, range(*grid.rooms_of_level(z)))
    places = [grid.coord(number) for number in found if number != here[1]]
    places.sort(key=lambda one: (abs(one.x - x) + abs(one.y - y), one))
    told = [_apart(one.x - x, one.y - y) for one in places[:_TREASURES]]
    if not told:
        return ""
    return _("The compass shows where there is something to take: {places}.").format(
        places="; ".join(told)
    )


def _apart(x: int, y: int) -> str:
    """Return the distance between two places along the axes of a dungeon."""
    parts = []
    if y:
        parts.append(f"{abs(y)} " + (_("north") if y > 0 else _("south")))
    if x:
        parts.append(f"{abs(x)} " + (_("east") if x > 0 else _("west")))
    return ", ".join(parts)


def _near(live: Live, looker: Any, here: Room, found: Nearby, start: str = "") -> Work[list[str]]:
    """Return places and exits, one per line, below their headings."""
    places = yield from _lines(live, looker, here, found.places)
    ways = yield from _lines(live, looker, here, found.ways)
    if not places and not ways:
        return []
    told = [start or _("Near here:"), *places] if places else []
    if ways:
        told += [_("Ways to other places:"), *ways]
    return [*told, _("To walk to a place, type |wgoto|n and its name.")]


def _lines(live: Live, looker: Any, here: Room, spots: Iterable[NamedRoom]) -> Work[list[str]]:
    lines = []
    for spot in spots:
        yield
        if line := (yield from _told(live, looker, here, spot.room, spot.name)):
            lines.append(sentence(line))
    return lines


def _told(live: Live, looker: Any, here: Room, goal: Room, name: str) -> Work[str]:
    """Return the route to a room, or an empty text.

    For example `The Mill: 3 steps, 2 north, east. Speed-walk: 2n e.`
    """
    if here == goal:
        return _("{name}: here.").format(name=name)
    rules = routes.rules_of(OfCharacter(live, looker))
    route = yield from live.routes.finding(here, goal, rules)
    if route is None:
        return ""
    return _("{name}: {steps}, {exits}. Speed-walk: {keys}.").format(
        name=name,
        steps=steps_in_words(len(route.steps)),
        exits=way.exits_of(live, route.steps),
        keys=way.keys_of(live, route.steps),
    )


def _entrances(live: Live, here: Room | None, key: str, z: int) -> list[Room]:
    """Return the entrances of a level from other maps; on the looker's own map, any room of it."""
    if here is None or here[0] != key:
        portals = live.routes.world.portals(key)
        return [one.target for one in portals if one.target[0] == key != one.source[0]]
    begin, end = live.grids[key].rooms_of_level(z)
    return [(key, number) for number in range(begin, min(end, begin + _ROOMS))]
