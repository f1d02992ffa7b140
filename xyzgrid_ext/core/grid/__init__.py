"""One Grid for all kinds of maps: drawings, matrix files and generated maps.

`model` defines the Grid; `from_matrix` makes one from a matrix, `join_sheets` from sheets, and
`from_rooms` from a list of rooms, the latter two by `rows`. `overrides` finds the prototype of a
room or an exit, and `areas` makes the areas of a map. `draw` draws the sheet of a level,
`check` reports faults in a grid or a world of grids, `descriptions` reports faults in their texts,
and `places` finds rooms by their places.
"""

from xyzgrid_ext.core.grid.check import check_grid, check_world
from xyzgrid_ext.core.grid.from_matrix import from_matrix
from xyzgrid_ext.core.grid.from_rooms import from_rooms
from xyzgrid_ext.core.grid.model import (
    Grid,
    LinkFlag,
    MadeMap,
    Way,
    assemble_grid,
    has_fog,
    is_apart,
)
from xyzgrid_ext.core.grid.places import locate, place_text
from xyzgrid_ext.core.raster import Sheet

__all__ = [
    "Grid",
    "LinkFlag",
    "MadeMap",
    "Sheet",
    "Way",
    "assemble_grid",
    "check_grid",
    "check_world",
    "from_matrix",
    "from_rooms",
    "has_fog",
    "is_apart",
    "locate",
    "place_text",
]
