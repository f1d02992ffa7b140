"""Rooms with their names, efficient even if a text matches hundreds of thousands of them.

    few        {room: name}
    columns    map, numbers, {kind: name}   many rooms, or rooms of a lazy map without objects

This mapping of rooms to names creates an entry only when it is asked for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from xyzgrid_ext.core.graph import Room
from xyzgrid_ext.core.graph.world import World
from xyzgrid_ext.core.grid.model import Bools, Ints
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps

_PART = 1000


@dataclass(frozen=True, eq=False)
class NamedColumns:
    """Rooms of one map with their names.

    Attributes:
        key: the map.
        numbers: (n,) the rooms, ascending.
        kinds: (n,) the numbers of their names, from -1 on.
        names: the name of each kind.

    """

    key: str
    numbers: Ints
    kinds: Ints
    names: Mapping[int, str]

    def name(self, number: int) -> str | None:
        """Return the name of a room; None if it is not one of these."""
        at = int(np.searchsorted(self.numbers, number))
        is_here = at < len(self.numbers) and self.numbers[at] == number
        return self.names[int(self.kinds[at])] if is_here else None

    def rooms(self, kind: int | None = None) -> Iterator[Room]:
        """Yield the rooms in order: all, or those of one kind."""
        numbers = self.numbers if kind is None else self.numbers[self.kinds == kind]
        for begin in range(0, len(numbers), _PART):
            for number in numbers[begin : begin + _PART].tolist():
                yield self.key, number


class RoomNames(Mapping[Room, str]):
    """Rooms and their names: first those of a dict, then those of columns, map by map."""

    def __init__(self, few: Mapping[Room, str], columns: tuple[NamedColumns, ...] = ()) -> None:
        self._few = few
        self._columns = tuple(one for one in columns if len(one.numbers))

    def __len__(self) -> int:
        return len(self._few) + sum(len(one.numbers) for one in self._columns)

    def __iter__(self) -> Iterator[Room]:
        yield from self._few
        for one in self._columns:
            yield from one.rooms()

    def __getitem__(self, room: Room) -> str:
        if room in self._few:
            return self._few[room]
        for one in self._columns:
            if one.key == room[0] and (name := one.name(room[1])) is not None:
                return name
        raise KeyError(room)

    def marked(self, world: World) -> Bools:
        """Return (rows,) bool: which rooms of the world these are."""
        found = np.zeros(world.columns.rows, dtype=bool)
        found[[world.number(room) for room in self._few]] = True
        for one in self._columns:
            begin, end = world.span(one.key)
            found[begin:end][one.numbers] = True
        return found

    def firsts_steps(
        self, is_meant: Callable[[Room], bool], pace: Pace, most: int
    ) -> Steps[dict[str, Room]]:
        """Return the first room of each name that is meant, by the name in lower case.

        Names beyond `most` are left out.
        """
        found: dict[str, Room] = {}
        for room, name in self._few.items():
            if name.casefold() not in found and is_meant(room):
                found[name.casefold()] = room
        for one in self._columns:
            lower = {kind: name.casefold() for kind, name in one.names.items()}

            def look(
                part: Sequence[int], one: NamedColumns = one, lower: dict[int, str] = lower
            ) -> None:
                cut = slice(part[0], part[-1] + 1)
                for number, kind in zip(
                    one.numbers[cut].tolist(), one.kinds[cut].tolist(), strict=True
                ):
                    name, room = lower[kind], (one.key, number)
                    if name not in found and len(found) < most and is_meant(room):
                        found[name] = room

            rooms = range(len(one.numbers))
            if len(rooms) > _PART:
                yield from pace.each("names", rooms, look)
            elif rooms:
                look(rooms)
        return found

    def of_name(self, text: str) -> Iterator[Room]:
        """Yield the rooms whose whole name is this text."""
        whole = text.casefold()
        yield from (room for room, name in self._few.items() if name.casefold() == whole)
        for one in self._columns:
            for kind, name in one.names.items():
                if name.casefold() == whole:
                    yield from one.rooms(kind)
