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
from collections import defaultdict
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any

import evennia
from evennia.objects.models import ObjectDB
from evennia.scripts.monitorhandler import MONITOR_HANDLER
from evennia.scripts.tickerhandler import TICKER_HANDLER

from xyzgrid_ext.core.spawn import NOTHING, XYZ, ExitKey
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps, drain
from xyzgrid_ext.game.db import by_value, references
from xyzgrid_ext.game.spawn import delete, making, record
from xyzgrid_ext.game.spawn.as_made import MadeRoom, as_made, made_room
from xyzgrid_ext.game.world.drawing import drawing
from xyzgrid_ext.game.world.world import Live, Room

LOOKING = Pace(0.008, first=256, least=64, most=4096)
_LEFT = 120.0  # seconds that rooms stay on squares of a land that nobody is near
_ENDS = ("db_location", "db_destination")  # `_unused` checks contents and ways in


class Idle:
    """The times at which this process last saw somebody in the rooms of one world."""

    def __init__(self) -> None:
        self._since = making.RoomTimes()

    def rooms_steps(self, live: Live, now: float, seconds: float, pace: Pace) -> Steps[list[Room]]:
        """Return the rooms of lazy maps that nobody has been in for a while and that may go.

        Of each map those made first come first. Their rows are near each other in the database,
        which writes some pages for many of them; in any other order, many for each.
        """
        visits, before, since = making.visits(live), self._since, making.RoomTimes()
        idle: list[Room] = []

        def look(key: str, part: Collection[int]) -> None:
            came, seen, sees = visits[key], before[key], since[key]
            for number in part:
                room = key, number
                pk = live.object_id(room)
                if pk is None or live.lazy_numbers.is_of_before(key, pk):
                    continue
                first = sees[number] = seen.get(number, now)
                wait = min(seconds, _LEFT) if drawing.is_left(live, room) else seconds
                if now - max(first, came.get(number, first)) >= wait:
                    idle.append(room)

        for key in sorted(live.lazy):
            numbers = live.made(key, by_age=True)[0].tolist()
            yield from pace.each("rooms looked at", numbers, partial(look, key))
        self._since = since
        for key, came in visits.items():
            for number in came.keys() - since[key].keys():
                del came[number]
        return idle

    def moved(self, live: Live, old: Live) -> Idle:
        """Return these idle times for `live`, which replaces `old`."""
        found = Idle()
        found._since = self._since.moved(live, old)
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
        done += _evict(live, [room for room in part if room not in near], referred)

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


def _evict(live: Live, rooms: Collection[Room], referred: AbstractSet[int]) -> int:
    """Remove the exits of rooms, or rooms without exits, if nothing is lost; return of how many."""
    made = [one for room in rooms if (one := made_room(live, room)) is not None]
    alike = as_made(live, _unused(made, referred))
    if not alike:
        return 0
    gone = delete.remove([pk for one in alike for pk in one.exits.values() or (one.pk,)])
    places: list[XYZ | ExitKey] = [key for one in alike for key in one.exits]
    places += [live.xyz(one.room) for one in alike if not one.exits]
    drain(record.put_steps(NOTHING, places))
    live.note(gone=gone, is_news=False)
    return len(alike)


def _unused(made: Collection[MadeRoom], referred: AbstractSet[int]) -> list[MadeRoom]:
    """Return the rooms that hold only their exits, and that nothing refers to or leads to.

    Exits may lead to a room that has exits, as those are all that goes now.
    """
    places = [one.pk for one in made]
    inside = defaultdict[int, set[int]](set)
    for pk, place in by_value.rows(ObjectDB, ("id", "db_location_id"), "db_location_id", places):
        inside[place].add(pk)
    ends = by_value.rows(ObjectDB, ("db_destination_id",), "db_destination_id", places)
    led_to = {pk for (pk,) in ends}
    alone = [
        one
        for one in made
        if referred.isdisjoint(one.ids)
        and inside[one.pk] == set(one.exits.values())
        and (one.exits or one.pk not in led_to)
    ]
    ids = [pk for one in alone for pk in one.ids]
    used = references.referred_by_rows(ids, _ENDS).union(filter(_is_held, ids))
    return [one for one in alone if used.isdisjoint(one.ids)]


def _is_held(pk: int) -> bool:
    """Whether code in this process has given an object data, or somebody plays it."""
    obj: Any = ObjectDB.get_cached_instance(pk)
    return obj is not None and bool(obj.nattributes.all() or obj.sessions.count())
