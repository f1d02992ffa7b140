"""Removes rooms of lazy maps when nobody has been there for a while and nothing would be lost.

    O-O-O     O  a room with its exits     first its exits go, and it is as before somebody came;
      |       o  a room without            then, when no exit leads to it any more, the room
      o

A room stays if it or its exits differ from the file: in a name, an Attribute, a tag, a lock or an
alias, or because a thing or somebody is in it. It stays if anything refers to it: a home, a script,
a value of an Attribute, a listener. It stays if its prototype lists things or gives each object a
value of its own, or if its class has creation hooks, because nobody can tell what they did. It also
stays if it existed before its map became lazy. The id of a removed object is never used again.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any

import evennia
from evennia.objects.models import ObjectDB
from evennia.scripts.monitorhandler import MONITOR_HANDLER
from evennia.scripts.tickerhandler import TICKER_HANDLER

from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.db import objects, references
from xyzgrid_ext.game.db.objects import TagKey
from xyzgrid_ext.game.spawn import delete, making
from xyzgrid_ext.game.spawn.tagging import name_tags
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live, Room

LOOKING = Pace(0.008, first=256, least=64, most=4096)
_LEFT = 120.0  # seconds that rooms stay on squares of a land that nobody is near
_ENDS = ("db_location", "db_destination")  # `_evict` checks contents and ways in


class Idle:
    """The times at which this process last saw somebody in the rooms of one world."""

    def __init__(self) -> None:
        self._since: dict[Room, float] = {}

    def rooms_steps(self, live: Live, now: float, seconds: float, pace: Pace) -> Steps[list[Room]]:
        """Return the rooms of lazy maps that nobody has been in for a while and that may go."""
        visits, before, since = making.visits(live), self._since, dict[Room, float]()

        def look(key: str, part: Collection[int]) -> None:
            for number in part:
                room = key, number
                pk = live.object_id(room)
                if pk is not None and not live.lazy_numbers.is_of_before(key, pk):
                    since[room] = before.get(room, now)

        for key in sorted(live.lazy):
            numbers = live.made(key)[0].tolist()
            yield from pace.each("rooms looked at", numbers, partial(look, key))
        self._since = since
        for room in visits.keys() - since.keys():
            del visits[room]
        return [
            room
            for room, first in since.items()
            if now - max(first, visits.get(room, first))
            >= (min(seconds, _LEFT) if drawing.is_left(live, room) else seconds)
        ]

    def moved(self, live: Live, old: Live) -> Idle:
        """Return these idle times for `live`, which replaces `old`."""
        found = Idle()
        for room, first in self._since.items():
            here = old.grids[room[0]].place(room[1]) if room[0] in old.grids else None
            if here is not None and (now := live.locate(here)) is not None:
                found._since[now] = first
        return found


def evict_steps(live: Live, idle: Idle, seconds: float, pace: Pace) -> Steps[int]:
    """Remove rooms that have been idle long enough; return how many changed or were removed."""
    rooms = yield from idle.rooms_steps(live, time.monotonic(), seconds, LOOKING)
    if not rooms:
        return 0
    last = references.last_values()
    referred: set[int] = set()
    for part in references.referred_parts():
        referred |= part
        yield Step("values read", 0, 0)
    for part in references.referred_parts(last):  # values stored meanwhile
        referred |= part
    referred |= _listened_to()
    done = 0

    def evict(part: Collection[Room]) -> None:
        nonlocal done
        if write_lock().busy:  # a job may have planned changes to them
            return
        near = _near_people(live)
        done += sum(_evict(live, room, referred) for room in part if room not in near)

    yield from pace.each("rooms", rooms, evict)
    return done


def _near_people(live: Live) -> set[Room]:
    """Return the rooms where somebody is playing, and the rooms next to them."""
    puppets = (session.puppet for session in evennia.SESSION_HANDLER.values())
    here = (live.where(one.location) for one in puppets if one is not None)
    world = live.router.world
    rooms = {room for room in here if room is not None}
    return rooms.union(*(map(world.room, world.beside(room)) for room in rooms))


def _listened_to() -> set[int]:
    """Return the objects that a ticker calls or a monitor watches."""
    tickers = (one[0] for one in TICKER_HANDLER.all_display())
    monitored = (one[0] for one in MONITOR_HANDLER.all())
    return {one.pk for one in (*tickers, *monitored) if isinstance(one, ObjectDB)}


def _evict(live: Live, room: Room, referred: AbstractSet[int]) -> bool:
    """Remove the exits of a room, or a room without exits, if nothing is lost."""
    pk = live.object_id(room)
    links = live.grids[room[0]].links_of(room[1])
    exits = [found for link in links if (found := live.exit_id(room, link)) is not None]
    if pk is None or not referred.isdisjoint((pk, *exits)) or _is_used((pk, *exits)):
        return False
    inside = ObjectDB.objects.filter(db_location=pk).values_list("pk", flat=True)
    led_to = ObjectDB.objects.filter(db_destination=pk).exists()
    if set(inside) != set(exits) or (led_to and not exits):
        return False
    if not _is_as_made(live, room, pk, exits):
        return False
    gone = delete.remove(exits or [pk])
    live.note(gone=gone, is_news=False)
    return bool(gone)


def _is_used(pks: Collection[int]) -> bool:
    """Whether a row refers to any of these, or code in this process has given one of them data."""
    if references.referred_by_rows(pks, _ENDS):
        return True
    return any(_is_held(ObjectDB.get_cached_instance(pk)) for pk in pks)


def _is_held(obj: Any | None) -> bool:
    return obj is not None and bool(obj.nattributes.all() or obj.sessions.count())


def _is_as_made(live: Live, room: Room, pk: int, exits: Collection[int]) -> bool:
    """Whether a room and its exits are exactly as they would be if they were made now."""
    found = making.specs(live, room)
    if found is None or len(exits) not in (0, len(found[1])):
        return False
    spec, ways = found
    if not _is_alike(live, pk, spec.key, spec.template, (), (None, None)):
        return False
    for key, way in ways.items() if exits else ():
        link = live.grids[room[0]].link_named(room[1], key.direction)
        number = None if link is None else live.exit_id(room, link)
        there = live.room_at_xyz(*way.target)
        ends = pk, None if there is None else live.object_id(there)
        tags = name_tags(key.direction, way.aliases)
        if number is None or not _is_alike(live, number, way.key, way.template, tags, ends):
            return False
    return True


def _is_alike(
    live: Live,
    pk: int,
    name: str,
    template: Template,
    tags: Collection[TagKey],
    ends: tuple[int | None, int | None],
) -> bool:
    """Whether an object is exactly as made from a prototype, with these tags and ends."""
    made = making.rows_of(live, template)
    if made.hooked or template.varying or template.things:
        return False
    row = ObjectDB.objects.filter(pk=pk).values_list(
        "db_key", "db_typeclass_path", "db_location_id", "db_destination_id"
    )
    if list(row) != [(name, template.typeclass, *ends)]:
        return False
    wanted, own = made.stored, objects.stored(pk)
    wanted_tags = dict(wanted.tags) | {tag: None for tag in tags if tag[1] != objects.DIRECTION}
    return (own.locks, own.cmdsets, own.home_id, own.attributes, own.tags) == (
        wanted.locks, wanted.cmdsets, wanted.home_id, wanted.attributes, wanted_tags
    )  # fmt: skip
