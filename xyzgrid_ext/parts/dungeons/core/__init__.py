"""Dungeons of locks and keys: generated from a seed, and proved independently.

rules ─► mission ─► embed ─► ways ─► Layout, and what rooms give ─► Dungeon ─┬─ to_grid ─► Grid
                                                                             └─ prove

A mission is a graph of zones, sets of rooms with no locks between them, that grows by rules, which
are rows. Each rule adds zones behind locks, or exits between zones, and puts the key of each new
lock where every player who has reached the lock can get it. `embed` puts the rooms on sheets, and
`ways` adds loops, drops and shortcuts. `plan` and `furnish` fill the rooms from a catalogue when
they are asked for, and `generate` runs all these steps. `prove` does not use any of them.
"""

from xyzgrid_ext.parts.dungeons.core.draw import draw_sheets, lock_letter
from xyzgrid_ext.parts.dungeons.core.generate import generate, generate_furnished
from xyzgrid_ext.parts.dungeons.core.model import Dungeon, FurnishedRoom, Passage, PuzzleSolution
from xyzgrid_ext.parts.dungeons.core.parameters import Parameters
from xyzgrid_ext.parts.dungeons.core.to_grid import to_grid

__all__ = [
    "Dungeon", "FurnishedRoom", "Parameters", "Passage", "PuzzleSolution", "draw_sheets",
    "generate", "generate_furnished", "lock_letter", "to_grid",
]  # fmt: skip
