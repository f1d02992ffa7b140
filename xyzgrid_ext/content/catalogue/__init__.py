"""What the rooms of dungeons are made of: rows, no code.

`python -m xyzgrid_ext check --catalogue world.catalogue` proves that they leave no room empty.
A row of which four can be made by quarter turns is written once, in `turn`.
"""

from xyzgrid_ext.content.catalogue import (
    dwellers,
    fillers,
    obstacles,
    puzzles,
    shell,
    themes,
    treasures,
)

CATALOGUE = themes.themed(
    [
        *shell.ROWS,
        *obstacles.ROWS,
        *treasures.ROWS,
        *puzzles.ROWS,
        *dwellers.ROWS,
        *fillers.ROWS,
    ]
)
