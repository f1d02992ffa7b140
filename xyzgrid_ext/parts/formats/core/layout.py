"""Lays out rooms without coordinates by the directions of their exits.

1 ──east── 3      from room 1, breadth first: 3 is one step east of it, 2 one step north, and so on.
│                 A place that is taken makes the exit longer; if that does not help, the room gets
north             the nearest free place on its level. Rooms to which no direction leads begin a new
│                 part, to the right of the others.
2
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, product

from xyzgrid_ext.core.view.snapshot import COMPASS, RoomView
from xyzgrid_ext.parts.formats.core.reading import Report

_Point = tuple[int, int, int]
_STEPS: Mapping[str, _Point] = {
    "n": (0, 1, 0),
    "ne": (1, 1, 0),
    "e": (1, 0, 0),
    "se": (1, -1, 0),
    "s": (0, -1, 0),
    "sw": (-1, -1, 0),
    "w": (-1, 0, 0),
    "nw": (-1, 1, 0),
    "u": (0, 0, 1),
    "d": (0, 0, -1),
}
_LONGEST = 4  # steps of an exit that gives way to other rooms
_GAP = 2  # columns between two parts


def layout_rooms(
    rooms: Sequence[RoomView], without: Collection[int], report: Report
) -> dict[int, _Point]:
    """Return number of each room of an area -> its coordinate (x, y, z).

    Args:
        rooms: the rooms of the area.
        without: the numbers of those without coordinates, which are laid out around the others.
        report: gets a warning if there are such rooms.
    """
    ordered = sorted(rooms, key=lambda room: room.number)
    placed = {room.number: (room.x, room.y, room.z) for room in ordered}
    lost = [room.number for room in ordered if room.number in without]
    if not lost:
        return placed
    for number in lost:
        del placed[number]
    steps = _steps(ordered)
    taken = set(placed.values())
    for start in (*list(placed), *lost):
        if start not in placed:
            placed[start] = (max((x for x, _, _ in taken), default=-_GAP) + _GAP, 0, 0)
            taken.add(placed[start])
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for step, there in steps[here]:
                if there not in placed:
                    placed[there] = _free(placed[here], step, taken)
                    taken.add(placed[there])
                    queue.append(there)
    message = f"{len(lost)} of {len(rooms)} rooms have no coordinates, such as room {lost[0]}"
    report.warn("no-coordinates", message, "they are laid out by the directions of their exits")
    return placed


def _steps(rooms: Iterable[RoomView]) -> Mapping[int, list[tuple[_Point, int]]]:
    """Return the rooms beside each room and the steps there, in the order of directions."""
    numbers = {room.number for room in rooms}
    steps: defaultdict[int, list[tuple[int, _Point, int]]] = defaultdict(list)
    for room in rooms:
        for exit_ in room.exits:
            if exit_.direction in _STEPS and exit_.target in numbers:
                x, y, z = step = _STEPS[exit_.direction]
                rank = COMPASS.index(exit_.direction)
                steps[room.number].append((rank, step, exit_.target))
                steps[exit_.target].append((len(COMPASS) + rank, (-x, -y, -z), room.number))
    return defaultdict(
        list, {number: [row[1:] for row in sorted(rows)] for number, rows in steps.items()}
    )


def _free(here: _Point, step: _Point, taken: Collection[_Point]) -> _Point:
    (x, y, z), (dx, dy, dz) = here, step
    if not dz:  # another level is always one step away
        for far in range(1, _LONGEST + 1):
            if (place := (x + far * dx, y + far * dy, z)) not in taken:
                return place
    near = _around((x + dx, y + dy, z + dz))
    return next(place for place in near if place not in taken)


def _around(place: _Point) -> Iterator[_Point]:
    """Yield a place and all others of its level, the nearest first."""
    x, y, z = place
    for far in count():
        ring = product(range(-far, far + 1), repeat=2)
        yield from ((x + dx, y + dy, z) for dx, dy in ring if max(abs(dx), abs(dy)) == far)
