"""The components of dungeon rooms, as rows.

`python -m xyzgrid_ext check --catalogue world.catalogue` checks that they can fill every room. A
row that is used in all four rotations is written once, in `turn`.
"""

from xyzgrid_ext.parts.dungeons.catalogue import (
    dwellers,
    fillers,
    obstacles,
    puzzles,
    shell,
    themes,
    treasures,
)

CATALOGUE = themes.with_themes(
    [*shell.ROWS, *obstacles.ROWS, *treasures.ROWS, *puzzles.ROWS, *dwellers.ROWS, *fillers.ROWS]
)
"""The components from which the package's dungeons are made, as rows of `writing.row`."""
