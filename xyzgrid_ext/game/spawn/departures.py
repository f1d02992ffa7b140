"""Lists who and what is in rooms that a plan removes, or lives there, and where they go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from xyzgrid_ext.core.spawn import XYZ, Departure, Leaving, SpawnPlan
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db import objects, views
from xyzgrid_ext.game.spawn.refuges import Refuge, Refuges
from xyzgrid_ext.game.spawn.residents import (
    Occupant,
    Players,
    Resident,
    contents_of,
    homed_in,
    residents_of,
)
from xyzgrid_ext.game.world.world import Live


def places_gone(todo: SpawnPlan) -> dict[int, XYZ]:
    """Return the coordinates of all rooms that a plan removes, by their ids."""
    return {pk: xyz for xyz, pk in todo.gone_rooms.items()} | objects.places_of(todo.extra)


def with_departures_steps(live: Live, todo: SpawnPlan, pace: Pace) -> Steps[SpawnPlan]:
    """Return a plan that says who and what leaves the rooms that it removes."""
    places, doomed = places_gone(todo), frozenset(todo.gone_things.values())
    contents: list[Occupant] = []
    homes: list[tuple[int, str, int, bool]] = []
    players = Players()
    ways: dict[int, tuple[int, ...]] = {}

    def look_into(part: Sequence[int]) -> None:
        for one in contents_of(part):
            if one.destination is None:
                contents.append(one)
            elif one.destination not in places:
                ways[one.location] = (*ways.get(one.location, ()), one.destination)
        homes.extend(one for one in homed_in(part, players) if one[0] not in doomed)

    yield from pace.each("people in them", list(places), look_into)
    todo = replace(todo, ways_out=ways)
    if not contents and not homes:
        return todo
    inside = residents_of(contents, players, doomed)
    refuges = Refuges(live, places, partial(_staying, todo, places), ways)
    leaving = [*_leaving(inside, refuges)]
    known = {one.content.id for one in inside}
    for pk, name, home, is_person in homes:
        if pk not in known:
            to = refuges.of(home, None) if is_person else refuges.of_thing(home)
            leaving.append((Departure(Leaving.HOME, pk, name, places[home], ""), to))
    names = _names(live, todo, [to for _, to in leaving])
    departures = (one._replace(to=names[to]) for one, to in leaving)
    return replace(todo, departures=tuple(sorted(departures, key=_order)))


def _staying(todo: SpawnPlan, gone: dict[int, XYZ]) -> Iterable[XYZ]:
    return [*(xyz for xyz, pk in todo.ids.items() if pk not in gone), *todo.new_rooms]


def _leaving(inside: Sequence[Resident], refuges: Refuges) -> Iterable[tuple[Departure, Refuge]]:
    """Yield people, and loose things with the number of what is in each, without their places."""
    holders = {one.content.id: one for one in inside if not one.is_person}
    number = Counter[int]()
    for one in holders.values():
        outer = one
        while not outer.is_loose:
            outer = holders[outer.content.location]
        number[outer.content.id] += outer is not one
    for one in inside:
        place = refuges.place(one.room)
        pk, name = one.content.id, one.content.name
        if one.is_person:
            to = refuges.of(one.room, one.content.home)
            yield Departure(Leaving.PERSON, pk, name, place, ""), to
        elif one.is_loose:
            thing = Departure(Leaving.THING, pk, name, place, "", number[pk])
            yield thing, refuges.of_thing(one.room)


def _names(live: Live, todo: SpawnPlan, refuges: Iterable[Refuge]) -> dict[Refuge, str]:
    """Return the names of places as they will be: `Market Row (4,4,haven)`, `Limbo`."""
    places = set(refuges)
    ids = {to: to if isinstance(to, int) else todo.ids.get(to) for to in places if to is not None}
    known = views.names_of({pk for pk in ids.values() if pk is not None})
    at = objects.places_of({to for to in places if isinstance(to, int)})
    found: dict[Refuge, str] = {None: "nowhere"}
    for to, pk in ids.items():
        xyz = to if isinstance(to, XYZ) else at.get(to)
        name = "" if pk is None else known.get(pk, "")
        if xyz is None:
            found[to] = name
            continue
        if xyz in todo.new_rooms:
            name = todo.new_rooms[xyz].key
        elif xyz in todo.changed_rooms:
            name = todo.changed_rooms[xyz][1].key
        found[to] = f"{name} {live.written(xyz)}"
    return found


def _order(one: Departure) -> tuple[XYZ, str, str, int]:
    return one.room, one.kind.value, one.name, one.id
