"""A room and its surroundings for screen readers: words in place of a map.

Glassgate Street.
The street climbs between houses whose windows are all of different ages.
Exits: north to The Works Gate (locked, you have the bronze key) and south to Lantern Square.
You see: a lamp.

A route is one sentence for each map, and a speedwalk for clients:

In town: 2 north. Then in glasswork: forward, 3 up, 2 right, wormhole.
Speed-walk: 2n fo 3u 2ri wh.

The text of `map` is about what is near: places of a kind (`goto nearest shop`) and rooms with
unique names; then ways to other maps and levels, wormholes, and doors that need something. The time
that this takes depends on the surroundings, not on the size of the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from xyzgrid_ext.core.grid import LinkFlag
from xyzgrid_ext.core.routes import RouteStep, rooms_within, speedwalk, way_word
from xyzgrid_ext.game.base.evennia_types import ExitObject, Looker, RoomObject
from xyzgrid_ext.game.parts import map_rules_of
from xyzgrid_ext.game.text.directions import exits_in_words, floor_in_words, steps_in_words
from xyzgrid_ext.game.text.screenreader.text import as_sentence, paragraphs, prose_list
from xyzgrid_ext.game.text.shut_exits import lock_aloud
from xyzgrid_ext.game.visibility import room_view, viewer_routes
from xyzgrid_ext.game.visibility.names import name_of
from xyzgrid_ext.game.visibility.viewer import CharacterViewer, map_refusal
from xyzgrid_ext.game.world import hooks, lookups
from xyzgrid_ext.game.world.world import Live, Room


def level_text(live: Live, looker: Looker, here: Room | None) -> str:
    """Return `floor 2` on maps with levels; empty elsewhere, and in a matrix game."""
    if (
        here is None
        or (grid := live.grids[here[0]]).levels is None
        or map_refusal(live, looker, here[0])
    ):
        return ""
    return floor_in_words(grid, grid.coord(here[1]).z)


def coordinate_text(place: str, number: str) -> str:
    """Return `at 4, 4, town, number 508` for `(4,4,town)` and `(#508)`, which builders see."""
    parts = [_("at {place}").format(place=place.strip("()").replace(",", ", "))] if place else []
    if number:
        parts.append(_("number {number}").format(number=number.strip("(#)")))
    return ", ".join(parts)


def exits_text(live: Live, looker: Looker, room: RoomObject) -> str:
    """Return the exits of a room with their targets and doors; empty if there are none."""
    # known ends first: `west and east to the Hall` would seem to say where west leads
    ordered = sorted(exits_with_rooms(live, looker, room), key=lambda exit_: not exit_[1])
    names = [exit_in_words(looker, exit_obj, target) for exit_obj, target in ordered]
    # with commas within, those between would not be heard
    has_commas = len(names) > 1 and any("," in name for name in names)
    text = "; ".join(names) if has_commas else prose_list(names)
    return _("Exits: {exits}.").format(exits=text) if names else ""


def exit_in_words(looker: Looker, exit_obj: ExitObject, target: str) -> str:
    """Return an exit in words: `north to the Hall (locked)`; `target`, the room, may be ""."""
    name = hooks.display_name(exit_obj, looker)
    if target:
        name = _("{exit} to {room}").format(exit=name, room=target)
    closed = lock_aloud(exit_obj, looker)
    return f"{name} ({closed})" if closed else name


def exits_with_rooms(live: Live, looker: Looker, room: RoomObject) -> Iterator[tuple[Any, str]]:
    """Yield each exit object with the name of the room behind it, "" if that is unknown."""
    here = live.where(room)
    view = room_view.room_view(live, looker, here) if here is not None else None
    targets = {} if view is None else {exit_.name: exit_.target for exit_ in view.exits}
    for exit_obj in hooks.exits_of(room, looker):
        target = live.room_by_number(targets.get(exit_obj.key))
        obj = None if target is None else live.object(target)
        yield exit_obj, "" if obj is None else hooks.display_name(obj, looker)


def route_aloud(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits of a route as sentences, map by map, and its speedwalk."""
    lines: list[str] = []
    for key, of_map in groupby(steps, key=lambda step: step.source[0]):
        text = _("then in {map}: {exits}") if lines else _("in {map}: {exits}")
        lines.append(text.format(map=live.grids[key].title, exits=route_exits(live, list(of_map))))
    return f"{paragraphs(lines)}\n" + _("Speed-walk: {keys}.").format(keys=route_keys(live, steps))


def route_exits(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits of a route in words: `2 north, east, up`."""
    return exits_in_words([way_word(live.router.way(step)) for step in steps])


def route_keys(live: Live, steps: Sequence[RouteStep]) -> str:
    """Return the exits of a route as short keys, its speedwalk: `2n e u`."""
    return speedwalk(live.router.way(step).token for step in steps)


_REACH, _ROOMS = 20, 400  # steps; the nearest of the rooms within them
_PLACES, _WAYS = 6, 4  # the most that are listed


class NamedRoom(NamedTuple):
    """A room and the words for it: its name, or more."""

    room: Room
    name: str


def here_in_words(live: Live, looker: Looker, here: Room) -> str:
    """Describe where the looker is and what is near."""
    area = live.grids[here[0]].area_of(here[1])
    name = hooks.display_name(looker.location, looker)
    names = name, "" if area is None else area.title, level_text(live, looker, here)
    place = _("You are in {place}.").format(place=", ".join(filter(None, names)))
    lines = [
        f"{place} {_size_in_words(live, looker, here[0])}",
        map_rules_of(live.grids[here[0]]).nearby_line(live, here),
        exits_text(live, looker, looker.location),
        *_near(live, looker, here, _("Near here:")),
    ]
    return "\n".join(filter(None, lines))


def map_in_words(live: Live, looker: Looker, here: Room | None, key: str, z: int) -> str:
    """Describe a level where the looker is not: the route there, and what is near its end."""
    known, viewer = room_view.sight_of(live, looker, key), CharacterViewer(live, looker)
    goals = [room for room in _entrances(live, here, key, z) if known.knows(room[1])]
    gates = viewer_routes.nearest_for(viewer, here, goals) if here is not None and goals else []
    size = _size_in_words(live, looker, key)
    if not gates or here is None:
        return f"{size}\n" + _("You know of no way there.")
    route = _route_in_words(live, looker, here, NamedRoom(gates[0], name_of(live, gates[0])))
    level = z if live.grids[key].levels is not None and here[0] == key else None
    near = _near(live, looker, gates[0], _("From there:"), level)
    return "\n".join([size, _("The nearest room there is {room}").format(room=route), *near])


def _size_in_words(live: Live, looker: Looker, key: str) -> str:
    """Return the size of a map, and the share of it that the looker knows."""
    head = room_view.map_head(live, looker, key)
    number = head.known if head.rooms is None else head.rooms
    if live.grids[key].tiles is not None and head.rooms is not None:
        return as_sentence(_("{name} has no end.").format(name=head.name))
    if live.grids[key].tiles is not None:
        text = ngettext(
            "You know {number} place of {name}, which has no end.",
            "You know {number} places of {name}, which has no end.",
            number,
        )
        return text.format(name=head.name, number=number)
    if head.rooms is None:
        text = ngettext(
            "You know {number} room of the map {name}",
            "You know {number} rooms of the map {name}",
            number,
        )
    else:
        text = ngettext(
            "The map {name} has {number} room", "The map {name} has {number} rooms", number
        )
    size = text.format(name=head.name, number=number)
    if head.levels is not None:
        text = ngettext("on {number} level", "on {number} levels", head.levels)
        size += " " + text.format(number=head.levels)
    if head.rooms is not None and head.known < head.rooms:
        size += ", " + _("of which you know {number}").format(number=head.known)
    return f"{size}."


def _near(
    live: Live, looker: Looker, here: Room, heading: str, level: int | None = None
) -> list[str]:
    """Return the places and exits that the looker knows and can reach, below their headings.

    With `level`, only places on that level of the map count.
    """
    viewer = CharacterViewer(live, looker)
    graph, rules = live.routes.world, viewer_routes.route_rules(viewer)
    costs = rooms_within(graph, here, _REACH, rules, steps=True)
    sight = room_view.sight_of(live, looker, here[0])
    nearest = sorted(costs, key=lambda room: (costs[room], room))
    rooms = [room for room in nearest if room[0] == here[0] and sight.knows(room[1])][:_ROOMS]
    on_level = [room for room in rooms if level in (None, _level(live, room)[1])]
    lines, places = [], _places(live, on_level, here)
    for title, targets in (
        (heading, places),
        (_("Ways to other places:"), _ways(live, looker, rooms, here)),
    ):
        ways = [_route_in_words(live, looker, here, target) for target in targets]
        lines += [title, *map(as_sentence, filter(None, ways))] if any(ways) else []
    how = _("To walk to a place, type |wgoto|n and its name.")
    if not all(viewer_routes.may_lead_to(viewer, place.room) for place in places):
        how += " " + _("Where you have never been, type a speed-walk.")
    return [*lines, how] if lines else []


def _route_in_words(live: Live, looker: Looker, here: Room, goal: NamedRoom) -> str:
    """Return the route to a room, or an empty text.

    For example `The Mill: 3 steps, 2 north, east. Speed-walk: 2n e.`
    """
    if here == goal.room:
        return _("{name}: here.").format(name=goal.name)
    route = live.routes.find(
        here, goal.room, viewer_routes.route_rules(CharacterViewer(live, looker))
    )
    if route is None:
        return ""
    return _("{name}: {steps}, {exits}. Speed-walk: {keys}.").format(
        name=goal.name,
        steps=steps_in_words(len(route.steps)),
        exits=route_exits(live, route.steps),
        keys=route_keys(live, route.steps),
    )


def _entrances(live: Live, here: Room | None, key: str, z: int) -> list[Room]:
    """Return the entrances of a level from other maps; on the looker's own map, any room of it."""
    if here is None or here[0] != key:
        portals = live.routes.world.portals(key)
        return [way.target for way in portals if way.target[0] == key != way.source[0]]
    begin, end = live.grids[key].rooms_of_level(z)
    return [(key, number) for number in range(begin, min(end, begin + _ROOMS))]


def _places(live: Live, near: Iterable[Room], here: Room) -> list[NamedRoom]:
    """Return the places among the given rooms. Two queries, for a few hundred rooms at most."""
    names, graph = lookups.names_of(live, near), live.router.world
    kinds = lookups.kinds_of(live, names)
    kinds.pop(here, None)
    counts = Counter(names.values())
    # the exits name what is next to this room
    beside = {here, *map(graph.room, graph.neighbours(here))}
    unique = [room for room in names if counts[names[room]] == 1 and room not in beside]
    chosen = {*list(dict.fromkeys((*kinds, *unique)))[:_PLACES]}
    return [
        NamedRoom(room, ", ".join((names[room], *kinds.get(room, ()))))
        for room in names
        if room in chosen
    ]


def _ways(live: Live, looker: Looker, near: Iterable[Room], here: Room) -> list[NamedRoom]:
    """Find the nearest exit to each other level or map.

    Exits of this room are listed elsewhere.
    """
    listed_goals = {_level(live, here)}
    ways: list[NamedRoom] = []
    for room in near:
        leading = dict(_links_elsewhere(live, room))
        if room == here or listed_goals.issuperset(leading.values()):
            continue
        for link, exit_obj, target in _exits_with_names(live, looker, room):
            goal = leading.get(link)
            if goal is None or goal in listed_goals:
                continue
            # of exits within the map only wormholes, and doors that are still shut
            if goal[1] < 0 and not (live.is_wormhole(room, link) or lock_aloud(exit_obj, looker)):
                continue
            listed_goals.add(goal)
            name = exit_in_words(looker, exit_obj, target)
            text = _("{room}, exit {exit}").format(room=name_of(live, room), exit=name)
            ways.append(NamedRoom(room, text))
            if len(ways) == _WAYS:
                return ways
    return ways


def _exits_with_names(live: Live, looker: Looker, room: Room) -> Iterator[tuple[int, Any, str]]:
    """Yield a room's links with their exits, made or not, and the names of the rooms behind."""
    view = room_view.room_view(live, looker, room)
    targets = {} if view is None else {exit_.name: exit_.target for exit_ in view.exits}
    viewer = CharacterViewer(live, looker)
    for link, waiting in lookups.unmade_exits(live, room):
        if viewer.may_view(waiting):
            target = live.room_by_number(targets.get(waiting.key))
            yield link, waiting, "" if target is None else name_of(live, target)
    if (obj := live.object(room)) is not None:
        for exit_obj, name in exits_with_rooms(live, looker, obj):
            if (link_of := live.link_of(exit_obj)) is not None:
                yield link_of[1], exit_obj, name


def _links_elsewhere(live: Live, room: Room) -> Iterator[tuple[int, tuple[str, int]]]:
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
