"""Rooms that go are left before: characters and things go to the nearest room that stays.

The nearest is sought on the same sheet first, then on the same map, then anywhere on the grid. Who
has its home in a room that goes gets another one: Evennia lets nobody log in without any place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from typing import Any

from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game import query


def evacuate(gone: Collection[int]) -> int:
    """Empty the rooms with these ids; how many characters and things were moved."""
    people, homed = query.people_in(gone), query.homed_in(gone)
    if not (people or homed):
        return 0
    haven_of = _havens(gone)
    for thing in people:
        if (haven := haven_of(thing.db_location_id)) is not None:
            thing.move_to(haven, quiet=True, move_hooks=False)
    for thing in homed:
        if (haven := haven_of(thing.db_home_id)) is not None:
            thing.home = haven
    return len(people)


def _havens(gone: Collection[int]) -> Callable[[int], Any | None]:
    """From the id of a room that goes to the nearest that stays; each is looked for once."""
    places = {
        pk: xyz
        for pk, tags in query.coordinates().items()
        if not query.is_exit(tags) and (xyz := query.xyz_in(tags)) is not None
    }
    staying = [(xyz, pk) for pk, xyz in sorted(places.items()) if pk not in gone]

    @cache
    def haven_of(pk: int) -> Any | None:
        if not staying or pk not in places:
            return None
        here = places[pk]
        return query.object_of(min(staying, key=lambda room: _distance(room[0], here))[1])

    return haven_of


def _distance(xyz: XYZ, here: XYZ) -> tuple[bool, bool, int, XYZ]:
    """Rooms of the same sheet first, then of the same map, nearest first."""
    stem = here.z.rpartition(":")[0] or here.z
    other = xyz.z.rpartition(":")[0] or xyz.z
    return (other != stem, xyz.z != here.z, abs(xyz.x - here.x) + abs(xyz.y - here.y), xyz)
