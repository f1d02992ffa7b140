"""One Grid for all kinds of maps: drawings, matrix files and generated maps.

`model` defines the Grid; `from_matrix` makes one from a matrix, `join` from drawn sheets, and
`from_rooms` from a list of rooms. `overrides` finds the prototype of a room or an exit, `needs`
finds what exits need, and `options` checks the options of a map. `draw` draws the sheet of a level,
`check` reports faults in a grid or a world of grids, `descriptions` reports faults in their texts,
and `places` finds rooms by their places.
"""

from xyzgrid_ext.core.grid.check import check_grid, check_world
from xyzgrid_ext.core.grid.draw import letter_of, sheet_of, symbol_of
from xyzgrid_ext.core.grid.from_matrix import dressed, from_matrix
from xyzgrid_ext.core.grid.from_rooms import from_rooms
from xyzgrid_ext.core.grid.join import Stair, join
from xyzgrid_ext.core.grid.model import Grid, LinkFlag, MadeMap, RoomFlag, Way, assemble
from xyzgrid_ext.core.grid.needs import needs_of
from xyzgrid_ext.core.grid.options import OF_ALL, in_fog, is_apart
from xyzgrid_ext.core.grid.places import (
    ANY_MAP,
    as_written,
    is_missing,
    level_of,
    locate,
    place_text,
)
from xyzgrid_ext.core.raster import Sheet

__all__ = [
    "ANY_MAP", "OF_ALL", "Grid", "LinkFlag", "MadeMap", "RoomFlag", "Sheet", "Stair", "Way",
    "as_written", "assemble", "check_grid", "check_world", "dressed", "from_matrix", "from_rooms",
    "in_fog", "is_apart", "is_missing", "join", "letter_of", "level_of", "locate", "needs_of",
    "place_text", "sheet_of", "symbol_of",
]  # fmt: skip
