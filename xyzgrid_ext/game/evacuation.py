"""Rooms that go are left before: characters and things go to the nearest room that stays.

The nearest is sought on the same sheet first, then on the same map, then anywhere on the grid. Who
has its home in a room that goes, or logged off there, gets another one: Evennia lets nobody log in
without any place. Where nothing of the grid stays, people go home, or to Evennia's default home.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game import conf, query


def evacuate(gone: Collection[int]) -> int:
    """Empty the rooms with these ids; how many characters and things were moved."""
    people = query.people_in(gone)
    resettle(gone)
    haven_of = _havens(gone)
    for thing in people:
        if (haven := haven_of(thing.db_location_id) or thing.home) is not None:
            thing.move_to(haven, quiet=True, move_hooks=False)
    return len(people)


def resettle(gone: Collection[int]) -> None:
    """Find new places for who is not there now, but has its home there or logged off there."""
    homed, away = query.homed_in(gone), query.logged_off_in(gone)
    haven_of = _havens(gone)
    for thing in homed:
        thing.home = haven_of(thing.db_home_id) or _default_home(gone)
    for character, room in away:
        if (haven := haven_of(room) or character.home) is not None:
            character.attributes.add(query.LOGGED_OFF, haven)


def _default_home(gone: Collection[int]) -> Any | None:
    pk = int(conf.default_home().lstrip("#"))
    return None if pk in gone else query.object_of(pk)


def _havens(gone: Collection[int]) -> Callable[[int], Any | None]:
    """From the id of a room that goes to the nearest that stays; each is looked for once."""

    @cache
    def places() -> tuple[Mapping[int, XYZ], list[tuple[XYZ, int]]]:
        known = {
            pk: xyz
            for pk, tags in query.coordinates().items()
            if not query.is_exit(tags) and (xyz := query.xyz_in(tags)) is not None
        }
        return known, [(xyz, pk) for pk, xyz in sorted(known.items()) if pk not in gone]

    @cache
    def haven_of(pk: int) -> Any | None:
        known, staying = places()
        if not staying or pk not in known:
            return None
        here = known[pk]
        return query.object_of(min(staying, key=lambda room: _distance(room[0], here))[1])

    return haven_of


def _distance(xyz: XYZ, here: XYZ) -> tuple[bool, bool, int, XYZ]:
    """Rooms of the same sheet first, then of the same map, nearest first."""
    stem = here.z.rpartition(":")[0] or here.z
    other = xyz.z.rpartition(":")[0] or xyz.z
    return (other != stem, xyz.z != here.z, abs(xyz.x - here.x) + abs(xyz.y - here.y), xyz)
