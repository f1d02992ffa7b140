"""The map in words for users of screen readers: the player's position and surroundings.

    You are in Lantern Square. The map town has 24 rooms.
    Exits: north to Glassgate Street and east to The Drowned Lantern.
    Near here:
    The Smithy, shop: 3 steps, 3 east. Speed-walk: 3e.
    Ways to other places:
    The Causeway, west to The Lighthouse Door: 5 steps, 3 south, 2 west. Speed-walk: 3s 2w.
    To walk to a place, type goto and its name.

Near are places of a kind (`goto nearest shop`) and rooms with unique names; then ways to other maps
and levels, wormholes, and doors that need something. The time that this takes depends on the
surroundings, not on the size of the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.core.routes import within
from xyzgrid_ext.game.parts import map_rules_of
from xyzgrid_ext.game.text.directions import steps_in_words
from xyzgrid_ext.game.text.screenreader import room as spoken
from xyzgrid_ext.game.text.screenreader.text import sentence
from xyzgrid_ext.game.visibility import room_view, routes
from xyzgrid_ext.game.visibility.names import name_of
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks, unmade
from xyzgrid_ext.game.world.world import Live, Room

_ROOMS = 20_000  # of a level, among which the nearest is looked for


def here_in_words(live: Live, looker: Any, here: Room) -> str:
    """Describe where the looker is and what is near."""
    room = looker.location
    name = hooks.display_name(room, looker)
    where = ", ".join(filter(None, (name, spoken.level(live, looker, here))))
    found = around(live, looker, here)
    told = [
        _("You are in {place}.").format(place=where) + " " + size_in_words(live, looker, here[0])
    ]
    told.append(map_rules_of(live.grids[here[0]]).nearby(live, here))
    exits = spoken.exits(live, looker, room)
    near = _near(live, looker, here, found)
    return "\n".join(filter(None, [*told, exits, *near]))


def map_in_words(live: Live, looker: Any, here: Room | None, key: str, z: int) -> str:
    """Describe a level where the looker is not: the route there, and what is near its end."""
    grid = live.grids[key]
    told = [size_in_words(live, looker, key)]
    known = room_view.sight(live, looker, key)
    goals = [room for room in _entrances(live, here, key, z) if known.room(room[1])]
    viewer = OfCharacter(live, looker)
    gates = routes.nearest(viewer, here, goals) if here is not None and goals else []
    if not gates or here is None:
        told.append(_("You know of no way there."))
        return "\n".join(told)
    gate = gates[0]
    first = _told(live, looker, here, gate, name_of(live, gate)) or ""
    is_own = grid.levels is not None and here[0] == key
    text = _("The nearest room on level {level} is {room}")
    told.append(
        (text if is_own else _("The nearest room on that map is {room}")).format(
            level=z, room=first
        )
    )
    found = around(live, looker, gate, z if is_own else None)
    near = _near(live, looker, gate, found, start=_("From there:"))
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


def _near(live: Live, looker: Any, here: Room, found: Nearby, start: str = "") -> list[str]:
    """Return places and exits, one per line, below their headings."""
    places = _lines(live, looker, here, found.places)
    ways = _lines(live, looker, here, found.ways)
    if not places and not ways:
        return []
    told = [start or _("Near here:"), *places] if places else []
    if ways:
        told += [_("Ways to other places:"), *ways]
    return [*told, _("To walk to a place, type |wgoto|n and its name.")]


def _lines(live: Live, looker: Any, here: Room, spots: Iterable[NamedRoom]) -> list[str]:
    lines = []
    for spot in spots:
        if line := _told(live, looker, here, spot.room, spot.name):
            lines.append(sentence(line))
    return lines


def _told(live: Live, looker: Any, here: Room, goal: Room, name: str) -> str:
    """Return the route to a room, or an empty text.

    For example `The Mill: 3 steps, 2 north, east. Speed-walk: 2n e.`
    """
    if here == goal:
        return _("{name}: here.").format(name=name)
    rules = routes.rules_of(OfCharacter(live, looker))
    route = live.routes.find(here, goal, rules)
    if route is None:
        return ""
    return _("{name}: {steps}, {exits}. Speed-walk: {keys}.").format(
        name=name,
        steps=steps_in_words(len(route.steps)),
        exits=spoken.exits_of(live, route.steps),
        keys=spoken.keys_of(live, route.steps),
    )


def _entrances(live: Live, here: Room | None, key: str, z: int) -> list[Room]:
    """Return the entrances of a level from other maps; on the looker's own map, any room of it."""
    if here is None or here[0] != key:
        portals = live.routes.world.portals(key)
        return [one.target for one in portals if one.target[0] == key != one.source[0]]
    begin, end = live.grids[key].rooms_of_level(z)
    return [(key, number) for number in range(begin, min(end, begin + _ROOMS))]


_REACH, _ROOMS = 20, 400  # steps; the nearest of the rooms within them
_PLACES, _WAYS = 6, 4  # the most that are listed


class NamedRoom(NamedTuple):
    """A room and the words about it."""

    room: Room
    name: str


class Nearby(NamedTuple):
    """Named places and exits near a room, the nearest first."""

    places: tuple[NamedRoom, ...]
    ways: tuple[NamedRoom, ...]


def around(live: Live, looker: Any, here: Room, level: int | None = None) -> Nearby:
    """Find the surroundings of a room on its map that the looker knows and can reach.

    With `level`, only places on that level count.
    """
    graph, rules = live.routes.world, routes.rules_of(OfCharacter(live, looker))
    found = within(graph, here, _REACH, rules, steps=True)
    known = room_view.sight(live, looker, here[0])
    ordered = sorted(found, key=lambda room: (found[room], room))
    near = [room for room in ordered if room[0] == here[0] and known.room(room[1])][:_ROOMS]
    on_level = [room for room in near if level in (None, _level(live, room)[1])]
    places = tuple(_places(live, on_level, here))
    return Nearby(places, tuple(_ways(live, looker, near, here)))


def _places(live: Live, near: Iterable[Room], here: Room) -> Iterator[NamedRoom]:
    """Return the places among the given rooms. Two queries, for a few hundred rooms at most."""
    called = unmade.names_of(live, near)
    kinds = {room: own for room, own in unmade.kinds_of(live, called).items() if room != here}
    many, graph = Counter(called.values()), live.router.world
    # the exits name what is next to this room
    left_out = {here, *map(graph.room, graph.beside(here))}
    named = [room for room, name in called.items() if many[name] == 1 and room not in left_out]
    told = {*[*kinds, *(room for room in named if room not in kinds)][:_PLACES]}
    for room, name in called.items():
        if room in told:
            yield NamedRoom(room, ", ".join((name, *kinds.get(room, ()))))


def _ways(live: Live, looker: Any, near: Iterable[Room], here: Room) -> list[NamedRoom]:
    """Find the nearest exit to each other level or map.

    Exits of this room are listed elsewhere.
    """
    told = {_level(live, here)}
    found: list[NamedRoom] = []
    for room in near:
        leading = dict(_leading_on(live, room))
        if room == here or not any(goal not in told for goal in leading.values()):
            continue
        for link, exit_obj, target in _exits_of(live, looker, room):
            goal = leading.get(link)
            if goal is None or goal in told:
                continue
            if goal[1] < 0 and not _is_worth_a_word(live, looker, exit_obj, room, link):
                continue
            told.add(goal)
            name = spoken.exit_in_words(looker, exit_obj, target)
            where = name_of(live, room)
            found.append(NamedRoom(room, _("{room}, exit {exit}").format(room=where, exit=name)))
            if len(told) > _WAYS:
                return found
    return found


def _exits_of(live: Live, looker: Any, room: Room) -> Iterator[tuple[int, Any, str]]:
    """Yield a room's links with their exits, made or not, and the names of the rooms behind."""
    view = room_view.room_view(live, looker, room)
    targets = {} if view is None else {one.name: one.target for one in view.exits}
    viewer = OfCharacter(live, looker)
    for link, waiting in unmade.exits_of(live, room):
        if viewer.may_view(waiting):
            there = live.room_numbered(targets.get(waiting.key))
            yield link, waiting, "" if there is None else name_of(live, there)
    if (obj := live.object(room)) is not None:
        for exit_obj, target in spoken.leading(live, looker, obj):
            if (found := live.link_of(exit_obj)) is not None:
                yield found[1], exit_obj, target


def _is_worth_a_word(live: Live, looker: Any, exit_obj: Any, room: Room, link: int) -> bool:
    """Whether an exit is a wormhole, or a door that is still shut."""
    return live.is_wormhole(room, link) or bool(spoken.shut(looker, exit_obj))


def _leading_on(live: Live, room: Room) -> Iterator[tuple[int, tuple[str, int]]]:
    """Yield links that lead elsewhere, each with a key that is the same for equal targets."""
    grid = live.grids[room[0]]
    for link in grid.links_of(room[1]):
        target = int(grid.target[link])
        if grid.link_flags[link] & LinkFlag.WORMHOLE or link in grid.needs:
            yield link, (room[0], -1 - link)
        elif target < 0:
            yield link, (grid.outside[link].map, 0)
        elif grid.coords[target, 2] != grid.coords[room[1], 2]:
            yield link, _level(live, (room[0], target))


def _level(live: Live, room: Room) -> tuple[str, int]:
    return room[0], live.grids[room[0]].coord(room[1]).z
