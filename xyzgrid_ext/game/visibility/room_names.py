"""Rooms with their names, efficient even if a text matches hundreds of thousands of them.

    a dict             {room: name}                        few rooms
    encoded columns    map, numbers, codes, {code: name}   many rooms, or rooms without objects

This mapping of rooms to names creates an entry only when it is asked for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from xyzgrid_ext.core.grid.model import Bools, Ints
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.routes import Room
from xyzgrid_ext.core.routes.world import World
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps

_CHUNK = 1000


@dataclass(frozen=True, eq=False)
class EncodedNames:
    """Rooms of one map with their names, which are dictionary-encoded.

    Attributes:
        key: the map.
        numbers: (n,) int, the rooms, ascending.
        codes: (n,) int, -1 or more: the code of each room's name.
        names: the name of each code.

    """

    key: str
    numbers: Ints
    codes: Ints
    names: Mapping[int, str]

    def name(self, number: int) -> str | None:
        """Return the name of a room; None if it is not one of these."""
        at = int(np.searchsorted(self.numbers, number))
        is_here = at < len(self.numbers) and self.numbers[at] == number
        return self.names[int(self.codes[at])] if is_here else None

    def rooms(self, code: int | None = None) -> Iterator[Room]:
        """Yield the rooms in order: all, or those whose name has this code."""
        numbers = self.numbers if code is None else self.numbers[self.codes == code]
        for begin in range(0, len(numbers), _CHUNK):
            for number in numbers[begin : begin + _CHUNK].tolist():
                yield self.key, number


class RoomNames(Mapping[Room, str]):
    """Rooms and their names: first those of a dict, then the encoded ones, map by map."""

    def __init__(self, names: Mapping[Room, str], more: tuple[EncodedNames, ...] = ()) -> None:
        self._names = names
        self._encoded = tuple(one for one in more if len(one.numbers))

    def __len__(self) -> int:
        return len(self._names) + sum(len(one.numbers) for one in self._encoded)

    def __iter__(self) -> Iterator[Room]:
        yield from self._names
        for one in self._encoded:
            yield from one.rooms()

    def __getitem__(self, room: Room) -> str:
        if room in self._names:
            return self._names[room]
        for one in self._encoded:
            if one.key == room[0] and (name := one.name(room[1])) is not None:
                return name
        raise KeyError(room)

    def marked(self, world: World) -> Bools:
        """Return (rows,) bool: which rooms of the world these are."""
        found = np.zeros(world.columns.rows, dtype=bool)
        found[[world.number(room) for room in self._names]] = True
        for one in self._encoded:
            begin, end = world.span(one.key)
            found[begin:end][one.numbers] = True
        return found

    def firsts_steps(
        self, is_meant: Callable[[Room], bool], pace: Pace, most: int
    ) -> Steps[dict[str, Room]]:
        """Return the first room of each name for which `is_meant`, by the key of the name.

        Names of encoded columns are left out after `most` names.
        """
        found: dict[str, Room] = {}
        for room, name in self._names.items():
            if (key := name_key(name)) not in found and is_meant(room):
                found[key] = room
        for one in self._encoded:
            lower = {code: name_key(name) for code, name in one.names.items()}

            def look(
                part: Sequence[int], one: EncodedNames = one, lower: dict[int, str] = lower
            ) -> None:
                cut = slice(part[0], part[-1] + 1)
                for number, code in zip(
                    one.numbers[cut].tolist(), one.codes[cut].tolist(), strict=True
                ):
                    name, room = lower[code], (one.key, number)
                    if name not in found and len(found) < most and is_meant(room):
                        found[name] = room

            rooms = range(len(one.numbers))
            if len(rooms) > _CHUNK:
                yield from pace.each("names", rooms, look)
            elif rooms:
                look(rooms)
        return found

    def of_name(self, text: str) -> Iterator[Room]:
        """Yield the rooms whose whole name is this text."""
        whole = name_key(text)
        yield from (room for room, name in self._names.items() if name_key(name) == whole)
        for one in self._encoded:
            for code, name in one.names.items():
                if name_key(name) == whole:
                    yield from one.rooms(code)
