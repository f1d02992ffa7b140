"""The maps of `bench_scale`: a cube of which all rooms are made, and a lazy one.

Each is the map `block` of the module `grown_map` in a folder that is made for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from maps import matrix

ALL, LAZY = "all", "lazy"
MODULE, KEY = "grown_map", "block"
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


class World(NamedTuple):
    """A map of the benchmark: its kind, and the rooms along an edge of the cube."""

    kind: str
    edge: int

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"{self.kind}{self.edge}"

    @property
    def rooms(self) -> int:
        """How many rooms it has."""
        return self.edge**3

    @property
    def start(self) -> tuple[int, int, str]:
        """The room whose description changes; the walk begins there."""
        return 1, 1, f"{KEY}:1"

    @property
    def goal(self) -> tuple[int, int, str]:
        """The room across the cube."""
        last = self.edge - 1
        return last, last, f"{KEY}:{last}"

    def write(self, folder: Path, desc: str = "Bare walls.", module: str = MODULE) -> None:
        """Write the module, with a description of the room that changes, and what it reads."""
        (folder / f"{module}.py").write_text(_CUBE.format(desc=desc, kind=self.kind))
        if not (file := folder / "block.matrix").exists():
            file.write_text(matrix(self.edge))
