"""The maps of `bench_scale`: a cube of which all rooms are made, a lazy one, and an endless land.

Each is the map `block` of the module `grown_map` in a folder that is made for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from maps import matrix

ALL, LAZY, LAND = "all", "lazy", "land"
MODULE, KEY = "grown_map", "block"
BARE = "Bare walls."
_CUBE = '''"""A map of a benchmark."""

XYMAP_DATA = {{
    "zcoord": "block",
    "matrix": "block.matrix",
    "prototypes": {{
        ("*", "*", "*"): {{"prototype_parent": "xyz_room", "key": "A cell", "desc": "Bare walls."}},
        (1, 1, 1): {{"prototype_parent": "xyz_room", "key": "A cell", "desc": "{desc}"}},
    }},
    "options": {{"rooms": {kind!r}}},
}}
'''
_LAND = '''"""A map of a benchmark."""

XYMAP_DATA = {{
    "zcoord": "block",
    "land": {{"seed": 5, "places": {{"Ashwick": (302, 530), "Southmoor": (250, 200)}}}},
    "prototypes": {{(302, 530): {{"desc": "{desc}"}}}},
}}
'''


class World(NamedTuple):
    """A map of the benchmark: its kind, and the rooms along an edge of a cube."""

    kind: str
    edge: int = 0

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"{self.kind}{self.edge or ''}"

    @property
    def rooms(self) -> int:
        """How many rooms it has; a land has a cell for each coordinate."""
        return self.edge**3 or (1 << 21) ** 2

    @property
    def changed(self) -> tuple[int, int, str]:
        """The room whose description changes."""
        return (302, 530, KEY) if self.kind == LAND else (1, 1, f"{KEY}:1")

    @property
    def goal(self) -> tuple[int, int, str]:
        """The room across a cube, seen from that one; in the land one some 820 steps away."""
        last = self.edge - 1
        return (-150, 200, KEY) if self.kind == LAND else (last, last, f"{KEY}:{last}")

    @property
    def goal_typed(self) -> str:
        """What a player types as that goal."""
        x, y, level = self.goal
        return f"({x},{y},{level if self.kind == LAND else f'{x},{KEY}'})"

    def write(self, folder: Path, desc: str = BARE, module: str = MODULE) -> None:
        """Write the module, with a description of the room that changes, and what it reads."""
        text = _LAND if self.kind == LAND else _CUBE
        (folder / f"{module}.py").write_text(text.format(desc=desc, kind=self.kind))
        if self.kind != LAND and not (file := folder / "block.matrix").exists():
            file.write_text(matrix(self.edge))
