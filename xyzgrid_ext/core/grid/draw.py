"""The sheet of a level: as its author drew it, or drawn from the links of a matrix."""

from __future__ import annotations

from collections.abc import Iterable

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid.draw_matrix import OUTSIDE, ROOM, WORMHOLE, matrix_sheet
from xyzgrid_ext.core.grid.model import Grid, LinkFlag
from xyzgrid_ext.core.raster import Sheet

_WORMHOLE = int(LinkFlag.WORMHOLE)  # without the cost of an enum


def sheet_of(grid: Grid, z: int, rooms: Iterable[int] | None = None) -> Sheet:
    """Return the drawing of sheet `z` of a grid.

    With `rooms`, other rooms and the links to them may be missing.

    Raises:
        UsageError: if the grid has no such sheet.

    """
    if not 0 <= z < (grid.levels or 1):
        raise UsageError(
            f"{grid.name} has no level {z}", f"its levels are 0 to {(grid.levels or 1) - 1}"
        )
    return grid.drawn[z] if grid.drawn else matrix_sheet(grid, z, rooms)


def symbol_of(grid: Grid, room: int) -> str:
    """Return the symbol of a room on its sheet, without drawing the whole sheet."""
    if not grid.drawn:
        return ROOM
    x, y, z = grid.coord(room)
    sheet = grid.drawn[z]
    return sheet.cells.get(sheet.room_cell(x, y), ROOM)


def letter_of(grid: Grid, link: int) -> str:
    """Return the letter that marks a link to another sheet beside its room.

    Return "" if it has none.
    """
    if grid.link_flags.item(link) & _WORMHOLE:
        return WORMHOLE
    source, target = grid.source.item(link), grid.target.item(link)
    if target < 0:
        return OUTSIDE
    leaves = grid.coords.item(target, 2) != grid.coords.item(source, 2)
    return grid.way_of(link).token[0] if leaves else ""
