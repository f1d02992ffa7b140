"""Finds what is noteworthy around a room on its map: places, and exits to elsewhere.

places    rooms of a kind (`goto nearest shop`), then rooms with unique names
ways      to other maps and levels, wormholes, doors that need something
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.core.routes import Work, within
from xyzgrid_ext.game.text.screenreader import room as spoken
from xyzgrid_ext.game.visibility import room_view, routes, unmade
from xyzgrid_ext.game.visibility.coordinates import name_of
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import prefetch
from xyzgrid_ext.game.world.world import Live, Room

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


def around(live: Live, looker: Any, here: Room, level: int | None = None) -> Work[Nearby]:
    """Find the surroundings of a room on its map that the looker knows and can reach.

    With `level`, only places on that level count.
    """
    graph, rules = live.routes.world, routes.rules_of(OfCharacter(live, looker))
    found = yield from within(graph, here, _REACH, rules, steps=True)
    yield
    known = room_view.sight(live, looker, here[0])
    ordered = sorted(found, key=lambda room: (found[room], room))
    near = [room for room in ordered if room[0] == here[0] and known.room(room[1])][:_ROOMS]
    on_level = [room for room in near if level in (None, _level(live, room)[1])]
    yield
    places = tuple(_places(live, on_level, here))
    yield
    return Nearby(places, tuple((yield from _ways(live, looker, near, here))))


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


def _ways(live: Live, looker: Any, near: Iterable[Room], here: Room) -> Work[list[NamedRoom]]:
    """Find the nearest exit to each other level or map.

    Exits of this room are listed elsewhere.
    """
    told = {_level(live, here)}
    found: list[NamedRoom] = []
    tags: dict[int, Any] = {}
    for room in near:
        leading = dict(_leading_on(live, room))
        if room == here or not any(goal not in told for goal in leading.values()):
            continue
        yield  # it is loaded with its exits, which takes milliseconds
        if (pk := live.object_id(room)) is not None and not prefetch.is_warm(pk):
            prefetch.warm((pk,), tags)
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
