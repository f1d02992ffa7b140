"""Dungeons of locks and keys: made from a seed, and proved without knowing how.

parameters ─ mission ─ shape ─ layout ─ extras ─ furnish ─► Dungeon ─┬─ to_grid ─► Grid
                                                                     └─ prove ─► Certificate

`mission` decides what lies behind what, `shape` makes it a tree that can be built, `layout` gives
each room its place, `extras` adds loops, drops and wormholes, `plan` and `furnish` fill the rooms
from a catalogue, `generate` does all of it. `prove` knows nothing of the others.
"""

from xyzgrid_ext.core.dungeon.draw import draw_sheets, lock_letter
from xyzgrid_ext.core.dungeon.generate import generate
from xyzgrid_ext.core.dungeon.model import Dungeon, Furnished, Passage, Puzzle
from xyzgrid_ext.core.dungeon.parameters import Parameters
from xyzgrid_ext.core.dungeon.to_grid import to_grid

__all__ = [
    "Dungeon",
    "Furnished",
    "Parameters",
    "Passage",
    "Puzzle",
    "draw_sheets",
    "generate",
    "lock_letter",
    "to_grid",
]
