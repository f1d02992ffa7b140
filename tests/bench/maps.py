"""What is measured: square maps in which every room has an exit to each of its neighbours.

    + 0 1 2

    2 #-#-#      side 3: nine rooms, 24 exits
      | | |
    1 #-#-#      No way is shorter than the distance in x and y together, and there is always one
      | | |      as short: so a path can be checked without either of the two engines.
    0 #-#-#

    + 0 1 2

Nothing of Evennia here, so that each side can be measured in a process without the other.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

XY = tuple[int, int]
NAME = "square"
_WAYS = {"right": (1, 0, 0), "up": (0, 1, 0), "forward": (0, 0, 1)}
_STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def map_data(side: int, *, overrides: bool, name: str = NAME) -> dict[str, Any]:
    """XYMAP_DATA of a square map, with or without prototypes of its own."""
    data: dict[str, Any] = {"zcoord": name, "map": drawing(side)}
    if overrides:
        data["prototypes"] = _prototypes(side)
    return data


def drawing(side: int) -> str:
    """The map string."""
    rooms = "  " + "-".join("#" * side)
    links = "  " + " ".join("|" * side)
    lines = [rooms, links] * side
    return "\n".join(["", "+", "", *lines[:-1], "", "+", "", ""])


def exits(side: int) -> int:
    """How many exits the map has."""
    return 4 * side * (side - 1)


def _prototypes(side: int) -> dict[tuple[Any, ...], dict[str, Any]]:
    """What real maps have: a wildcard for rooms, one for exits, a few rooms by name, a lock."""
    room, way = {"prototype_parent": "xyz_room"}, {"prototype_parent": "xyz_exit"}
    found: dict[tuple[Any, ...], dict[str, Any]] = {
        ("*", "*"): {**room, "key": "A field", "desc": "Grass, as far as you can see."},
        ("*", "*", "*"): {**way, "desc": "A trodden path."},
        (0, 0, "e"): {**way, "desc": "A gate.", "locks": "traverse:all()"},
    }
    for number in range(0, side, max(1, side // 8)):
        found[number, number] = {
            **room,
            "key": f"Milestone {number}",
            "desc": "A stone with a number.",
            "tags": [("milestone", "landmark")],
        }
    return found


def corners(side: int) -> list[tuple[XY, XY]]:
    """From each corner to the one across."""
    far = side - 1
    return [((0, 0), (far, far)), ((far, 0), (0, far)), ((far, far), (0, 0)), ((0, far), (far, 0))]


def pairs(side: int, count: int) -> list[tuple[XY, XY]]:
    """Random pairs of different rooms, no target twice; the same ones at every run."""
    chance = random.Random(7)
    goals = chance.sample([(x, y) for x in range(side) for y in range(side)], count)
    return [(_other(chance, side, goal), goal) for goal in goals]


def starts(side: int, goal: XY, count: int) -> list[tuple[XY, XY]]:
    """Random starts to one target."""
    chance = random.Random(11)
    return [(_other(chance, side, goal), goal) for _ in range(count)]


def _other(chance: random.Random, side: int, than: XY) -> XY:
    while (found := (chance.randrange(side), chance.randrange(side))) == than:
        pass
    return found


def fault(start: XY, goal: XY, directions: Iterable[str]) -> str:
    """What is wrong with a path: it must arrive, and be as short as can be. Empty if nothing is."""
    x, y = start
    length = 0
    for direction in directions:
        dx, dy = _STEPS[direction]
        x, y, length = x + dx, y + dy, length + 1
    least = abs(goal[0] - start[0]) + abs(goal[1] - start[1])
    if (x, y) != goal:
        return f"the path from {start} to {goal} ends at {(x, y)}"
    if length != least:
        return f"the path from {start} to {goal} has {length} steps instead of {least}"
    return ""


def matrix(edge: int) -> str:
    """A cube, with one in ten of its links left out; always the same one."""
    chance, last = random.Random(edge), edge - 1
    lines = [f"matrixedge {edge}", "startnode 0 0 0", f"endnode {last} {last} {last}"]
    for x in range(edge):
        for y in range(edge):
            for z in range(edge):
                for word, step in _WAYS.items():
                    inside = all(n + s < edge for n, s in zip((x, y, z), step, strict=True))
                    if inside and chance.random() > 0.1:
                        lines.append(f"node {x} {y} {z} {word} twoway")
    return "\n".join([*lines, "currentnode 0 0 0", ""])
