"""Where people go from rooms that are removed. Reads only; `relocate` moves them.

    a room of the map stays   the nearest of them
    the whole map goes        where the nearest of its exits led, else home, else where new players
                              start (XYZGRID_START), else Limbo

Exits and homes in a dungeon, a matrix game or fog do not count: nobody may learn of such a place by
accident. Things and NPCs go to Limbo, as nobody knows where else they belong; but if another room
stays at the same place, to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TypeAlias

from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.spawn import XYZ, SafeRooms
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.world.world import Live

Refuge: TypeAlias = XYZ | int | None
"""A room of the same map, which may still have to be made; or the id of another room."""


class Refuges:
    """The places where people go from some removed rooms."""

    def __init__(
        self,
        live: Live,
        gone: Mapping[int, XYZ],
        staying: Callable[[], Iterable[XYZ]],
        ways_out: Mapping[int, Sequence[int]],
    ) -> None:
        """Prepare the search; nothing is read until somebody needs a place.

        Args:
            live: the world, which knows dungeons and fog.
            gone: all rooms that go, by their ids.
            staying: returns the rooms that stay on the maps of these.
            ways_out: the rooms to which the exits of removed rooms led, by the ids of these rooms.

        """
        self._live, self._gone, self._staying, self._ways = live, gone, staying, ways_out

    def of(self, room: int, home: int | None) -> Refuge:
        """Return where somebody in a removed room goes; None if there is no room at all."""
        here = self._gone[room]
        if (near := self._near.nearest(here)) is not None:
            return near
        if (door := self._doors.nearest(here)) is not None:
            return self._ends[door]
        if home is not None and self._is_open(home):
            return home
        return self._start or self.limbo

    def of_thing(self, room: int) -> Refuge:
        """Return where a thing or an NPC in a removed room goes."""
        here = self._gone[room]
        return here if here in self._rooms else self.limbo

    def place(self, room: int) -> XYZ:
        """Return the coordinate of a removed room."""
        return self._gone[room]

    @cached_property
    def limbo(self) -> int | None:
        """Evennia's default home; None if it is not there, or goes."""
        pk = ObjectDB.objects.get_id(settings.default_home())
        return None if pk is None or pk.pk in self._gone else int(pk.pk)

    @cached_property
    def _rooms(self) -> frozenset[XYZ]:
        return frozenset(self._staying())

    @cached_property
    def _near(self) -> SafeRooms:
        return SafeRooms(self._rooms)

    @cached_property
    def _doors(self) -> SafeRooms:
        return SafeRooms(self._ends)

    @cached_property
    def _ends(self) -> dict[XYZ, int]:
        """The place to which an exit of a removed room leads, by the coordinate of that room."""
        places = objects.places_of({end for ends in self._ways.values() for end in ends})
        found = {}
        for room, ends in self._ways.items():
            ends_open = [end for end in ends if self._is_open(end, places)]
            if ends_open and room in self._gone:
                found[self._gone[room]] = min(ends_open)
        return {**self._unmade_ends(), **found}

    def _unmade_ends(self) -> dict[XYZ, int]:
        """Return the same of the exits of lazy maps, most of which are not made yet."""
        levels, found = {xyz.z for xyz in self._gone.values()}, dict[XYZ, int]()
        for key in self._live.lazy:
            grid = self._live.grids[key]
            for link, place in grid.outside.items() if levels.intersection(grid.zkeys) else ():
                room = self._live.locate(place)
                end = None if room is None else self._live.object_id(room)
                if end is not None and self._is_open(end):
                    found[self._live.xyz((key, int(grid.source[link])))] = end
        return found

    def _is_open(self, room: int, places: Mapping[int, XYZ] | None = None) -> bool:
        """Whether people may be put into a room that stays."""
        if room in self._gone:
            return False
        place = (objects.places_of([room]) if places is None else places).get(room)
        return place is None or self._live.is_common(place.z)

    @cached_property
    def _start(self) -> int | None:
        with suppress(TypeError, ValueError):  # `newcomers` reports it
            place = settings.start_place()
            room = None if place is None else self._live.locate(place)
            pk = None if room is None else self._live.object_id(room)
            return None if pk in self._gone else pk
        return None
