"""Rooms with their names, efficient even if a text matches hundreds of thousands of them.

    made       {room: name}                      rooms that have objects
    waiting    map, numbers, {prototype: name}   rooms of a lazy map that have none: in columns

This mapping of rooms to names creates an entry only when it is asked for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from xyzgrid_ext.core.graph import Room
from xyzgrid_ext.core.graph.world import World
from xyzgrid_ext.core.grid.model import Bools, Ints

_PART = 1000


@dataclass(frozen=True, eq=False)
class Waiting:
    """Rooms of one map that have no objects.

    Attributes:
        key: the map.
        numbers: (n,) the rooms, ascending.
        protos: (n,) the numbers of their prototypes.
        names: the name of the rooms of each of these prototypes.

    """

    key: str
    numbers: Ints
    protos: Ints
    names: Mapping[int, str]

    def name(self, number: int) -> str | None:
        """Return the name of a room; None if it is not one of these."""
        at = int(np.searchsorted(self.numbers, number))
        is_here = at < len(self.numbers) and self.numbers[at] == number
        return self.names[int(self.protos[at])] if is_here else None

    def rooms(self, proto: int | None = None) -> Iterator[Room]:
        """Yield the rooms in order: all, or those of one prototype."""
        numbers = self.numbers if proto is None else self.numbers[self.protos == proto]
        for begin in range(0, len(numbers), _PART):
            for number in numbers[begin : begin + _PART].tolist():
                yield self.key, number


class RoomNames(Mapping[Room, str]):
    """Rooms and their names: first those that have objects, then the others, map by map."""

    def __init__(self, made: Mapping[Room, str], waiting: tuple[Waiting, ...] = ()) -> None:
        self._made = made
        self._waiting = tuple(one for one in waiting if len(one.numbers))

    def __len__(self) -> int:
        return len(self._made) + sum(len(one.numbers) for one in self._waiting)

    def __iter__(self) -> Iterator[Room]:
        yield from self._made
        for one in self._waiting:
            yield from one.rooms()

    def __getitem__(self, room: Room) -> str:
        if room in self._made:
            return self._made[room]
        for one in self._waiting:
            if one.key == room[0] and (name := one.name(room[1])) is not None:
                return name
        raise KeyError(room)

    def marked(self, world: World) -> Bools:
        """Return (rows,) bool: which rooms of the world these are."""
        found = np.zeros(world.columns.rows, dtype=bool)
        found[[world.number(room) for room in self._made]] = True
        for one in self._waiting:
            begin, end = world.span(one.key)
            found[begin:end][one.numbers] = True
        return found

    def firsts(self, is_meant: Callable[[Room], bool]) -> dict[str, Room]:
        """Return the first room of each name that is meant, by the name in lower case."""
        found: dict[str, Room] = {}
        for room, name in self._made.items():
            if name.casefold() not in found and is_meant(room):
                found[name.casefold()] = room
        for one in self._waiting:
            first = np.empty(int(one.protos.max()) + 2, dtype=np.int64)  # the last is that of -1
            first[one.protos[::-1]] = one.numbers[::-1]
            for proto in np.flatnonzero(np.bincount(one.protos + 1)).tolist():
                name = one.names[proto - 1].casefold()
                if name in found:
                    continue
                room = one.key, first.item(proto - 1)
                meant = (
                    room if is_meant(room) else next(filter(is_meant, one.rooms(proto - 1)), None)
                )
                if meant is not None:
                    found[name] = meant
        return found

    def of_name(self, text: str) -> Iterator[Room]:
        """Yield the rooms whose whole name is this text."""
        whole = text.casefold()
        yield from (room for room, name in self._made.items() if name.casefold() == whole)
        for one in self._waiting:
            for proto, name in one.names.items():
                if name.casefold() == whole:
                    yield from one.rooms(proto)
