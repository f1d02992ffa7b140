"""The exits of a room as map clients need them: one for each direction or command.

name         direction      command      target
north        n              north        12       a direction that clients know
iron door    e              east         14       the same, by another name
wormhole     -              wormhole     40       anything else is a special exit
wormhole     -              wormhole-2   41       what to type if two have the same name
south        s              south        -        a stub, or a way out of what is written
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view.snapshot import (
    COMPASS,
    COMPASS_WORDS,
    ExitView,
    MapHead,
    MapView,
    RoomView,
    compass_direction,
)

LONG_DIRECTIONS: Mapping[str, str] = dict(zip(COMPASS, COMPASS_WORDS, strict=True))
"""Short word of a direction -> the long word, which files use: "n" -> "north"."""


@dataclass(frozen=True, slots=True)
class FileExit:
    """An exit as map files write it.

    Attributes:
        view: the exit as a viewer sees it.
        direction: one of COMPASS; "" for an exit without a compass direction.
        command: the direction in full, or what one types; unique within the room.
        target: the number of the room where it leads; None if that is unknown or outside the file.
    """

    view: ExitView
    direction: str
    command: str
    target: int | None


class FileMaps:
    """The maps that one file contains, with unique names.

    Mudlet skips an area, with all its rooms, if its name is empty or not unique. An exit to a room
    outside the file would look to a client like damage, so it has no target.
    """

    def __init__(self, heads: Sequence[MapHead]) -> None:
        taken: set[str] = set()
        self._names = {
            head.key: unique_name(head.name if head.name.strip() else f"area {head.number}", taken)
            for head in heads
        }
        self._keys = frozenset(self._names)

    def area_name(self, head: MapHead) -> str:
        """Return the unique name that a map has in the file, which calls maps areas."""
        return self._names[head.key]

    def rooms_with_exits(self, view: MapView) -> Iterator[tuple[RoomView, list[FileExit]]]:
        """Yield the rooms of a map, each with its exits."""
        numbers = {room.number for room in view.rooms}
        for room in view.rooms:
            yield room, _of_room(room, numbers, self._keys - {view.head.key})


def unique_name(name: str, taken: set[str]) -> str:
    """Return `name`, with a number behind it if its key is in `taken`; add its key to `taken`."""
    unique, number = name, 2
    while map_key(unique) in taken:
        unique, number = f"{name} {number}", number + 1
    taken.add(map_key(unique))
    return unique


def _of_room(room: RoomView, numbers: Collection[int], others: Collection[str]) -> list[FileExit]:
    taken: set[str] = set()
    exits = []
    for exit_ in room.exits:
        direction = exit_.direction or compass_direction((exit_.name.strip(),))
        command = LONG_DIRECTIONS.get(direction) or exit_.name
        if command in taken:
            direction, command = "", _free(exit_.name, taken)
        taken.add(command)
        inside = exit_.target in numbers or exit_.area in others
        exits.append(FileExit(exit_, direction, command, exit_.target if inside else None))
    return exits


def _free(name: str, taken: Collection[str]) -> str:
    """Return the name with the number that Evennia asks for if several exits have that name."""
    if name not in taken and not compass_direction((name.strip(),)):
        return name
    number = 2
    while f"{name}-{number}" in taken:
        number += 1
    return f"{name}-{number}"
