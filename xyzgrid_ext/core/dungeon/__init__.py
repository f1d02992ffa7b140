"""Dungeons of locks and keys: generated from a seed, and proved independently.

parameters ─ mission ─ shape ─ layout ─ extras ─ furnish ─► Dungeon ─┬─ to_grid ─► Grid
                                                                     └─ prove ─► Certificate

`mission` decides which thing is behind which lock, `shape` turns that into a tree that can be
built, and `layout` puts each room on a sheet. `extras` adds loops, drops and wormholes, `plan` and
`furnish` fill the rooms from a catalogue, and `generate` runs all these steps. `prove` does not use
any of them.
"""

from xyzgrid_ext.core.dungeon.draw import draw_sheets, lock_letter
from xyzgrid_ext.core.dungeon.generate import generate, generate_furnished
from xyzgrid_ext.core.dungeon.model import Dungeon, Furnished, Passage, Puzzle
from xyzgrid_ext.core.dungeon.to_grid import to_grid
from xyzgrid_ext.core.dungeon_parameters import Parameters

__all__ = [
    "Dungeon",
    "Furnished",
    "Parameters",
    "Passage",
    "Puzzle",
    "draw_sheets",
    "generate",
    "generate_furnished",
    "lock_letter",
    "to_grid",
]
