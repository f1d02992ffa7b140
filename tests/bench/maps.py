"""What is measured: square maps in which every room has an exit to each of its neighbours.

    + 0 1 2

    2 #-#-#      side 3: nine rooms, 24 exits; the way across has four steps
      | | |
    1 #-#-#
      | | |
    0 #-#-#

    + 0 1 2

Nothing of Evennia here, so that each side can be measured in a process without the other.
"""

import random
from pathlib import Path
from typing import Any, NamedTuple

NAME = "square"
ALL, LAZY = "all", "lazy"
MODULE, KEY = "grown_map", "block"
_WAYS = {"right": (1, 0, 0), "up": (0, 1, 0), "forward": (0, 0, 1)}


def map_data(side: int, name: str = NAME) -> dict[str, Any]:
    """XYMAP_DATA of a square map, with prototypes of its own."""
    return {"zcoord": name, "map": drawing(side), "prototypes": _prototypes(side)}


def drawing(side: int) -> str:
    rooms = "  " + "-".join("#" * side)
    links = "  " + " ".join("|" * side)
    lines = [rooms, links] * side
    return "\n".join(["", "+", "", *lines[:-1], "", "+", "", ""])


def exits(side: int) -> int:
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


class World(NamedTuple):
    """The map `block` of `bench_scale`: a cube of which all rooms are made, or a lazy one."""

    kind: str
    edge: int

    @property
    def name(self) -> str:
        return f"{self.kind}{self.edge}"

    @property
    def rooms(self) -> int:
        return self.edge**3

    @property
    def start(self) -> tuple[int, int, str]:
        """The room whose description changes; the walk begins there."""
        return 1, 1, f"{KEY}:1"

    @property
    def goal(self) -> tuple[int, int, str]:
        last = self.edge - 1
        return last, last, f"{KEY}:{last}"

    def write(self, folder: Path, desc: str = "Bare walls.", module: str = MODULE) -> None:
        """Write the module, with a description of the room that changes, and what it reads."""
        cell = {"prototype_parent": "xyz_room", "key": "A cell", "desc": "Bare walls."}
        data = {
            "zcoord": KEY,
            "matrix": "block.matrix",
            "prototypes": {
                ("*",) * 3: cell | {"desc": "Bare walls."},
                (1, 1, 1): cell | {"desc": desc},
            },
            "options": {"rooms": self.kind},
        }
        (folder / f"{module}.py").write_text(f"XYMAP_DATA = {data!r}\n")
        if not (file := folder / "block.matrix").exists():
            file.write_text(matrix(self.edge))
