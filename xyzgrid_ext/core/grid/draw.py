"""The sheet of a level: as its author drew it, or drawn from the links of a matrix.

A matrix is drawn with five columns per room: the room, up to three letters for the exits that leave
the sheet, and the link to the right. One-way links are arrows:

    #fb--#---->#      f  a way forward      b  a way backward      *  a wormhole
    |         ^
    #*---#<---#       (with `directions: compass` u and d: up and down)
"""

from __future__ import annotations

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid.model import Grid, LinkFlag
from xyzgrid_ext.core.raster import Cell, Sheet

ROOM = "#"
WORMHOLE = "*"
OUTSIDE = "="
_PITCH = (5, 2)
_BESIDE = 3  # letters that fit beside a room


def sheet_of(grid: Grid, z: int) -> Sheet:
    """Return the drawing of sheet `z` of a grid.

    Raises:
        UsageError: if the grid has no such sheet.

    """
    if not 0 <= z < (grid.levels or 1):
        raise UsageError(
            f"{grid.name} has no level {z}", f"its levels are 0 to {(grid.levels or 1) - 1}"
        )
    return grid.drawn[z] if grid.drawn else _matrix_sheet(grid, z)


def symbol_of(grid: Grid, room: int) -> str:
    """Return the symbol of a room on its sheet, without drawing the whole sheet."""
    if not grid.drawn:
        return ROOM
    x, y, z = grid.coord(room)
    sheet = grid.drawn[z]
    return sheet.cells.get(sheet.room_cell(x, y), ROOM)


def _matrix_sheet(grid: Grid, z: int) -> Sheet:
    cells: dict[Cell, str] = {}
    trails: dict[tuple[int, int, str], tuple[Cell, ...]] = {}
    marks: dict[Cell, tuple[Cell, ...]] = {}
    rooms = range(*grid.rooms_of_level(z))
    for room in rooms:
        x, y, _ = grid.coord(room)
        column, row = x * _PITCH[0], y * _PITCH[1]
        cells[column, row] = ROOM
        letters = _letters(grid, room)
        for offset, letter in enumerate(letters, start=1):
            cells[column + offset, row] = letter
        marks[x, y] = tuple((column + offset, row) for offset in range(1, len(letters) + 1))
    for room in rooms:
        for link in grid.links_of(room):
            if (trail := _trail(grid, link, cells, marks)) is not None:
                x, y, _ = grid.coord(room)
                trails[x, y, grid.way_of(link).direction] = trail
    return Sheet(cells=cells, trails=trails, pitch=_PITCH, marks=marks)


def _letters(grid: Grid, room: int) -> list[str]:
    """Return the letters of the exits that leave the sheet, each once: `f`, `b`, `*`, `=`."""
    letters = (letter_of(grid, link) for link in grid.links_of(room))
    return list(dict.fromkeys(filter(None, letters)))[:_BESIDE]


def letter_of(grid: Grid, link: int) -> str:
    """Return the letter that marks a link to another sheet beside its room.

    Return "" if it has none.
    """
    if grid.link_flags[link] & LinkFlag.WORMHOLE:
        return WORMHOLE
    source, target = int(grid.source[link]), int(grid.target[link])
    if target < 0:
        return OUTSIDE
    leaves = grid.coord(target).z != grid.coord(source).z
    return grid.way_of(link).token[0] if leaves else ""


def _trail(
    grid: Grid, link: int, cells: dict[Cell, str], marks: dict[Cell, tuple[Cell, ...]]
) -> tuple[Cell, ...] | None:
    """Draw a link on its sheet; return its cells, or None if it leaves the sheet."""
    source, target = int(grid.source[link]), int(grid.target[link])
    direction = grid.way_of(link).direction
    if target < 0 or direction not in _ON_SHEET:
        return None
    x, y, _ = grid.coord(source)
    both = any(
        int(grid.target[back]) == source
        and grid.way_of(back).direction == _ON_SHEET[direction].opposite.value
        for back in grid.links_of(target)
    )
    if direction in ("up", "down"):
        cell = (x * _PITCH[0], y * _PITCH[1] + (1 if direction == "up" else -1))
        cells[cell] = "|" if both else {"up": "^", "down": "v"}[direction]
        return (cell,)
    left = x if direction == "right" else x - 1
    begin, end = left * _PITCH[0] + 1 + len(marks[left, y]), (left + 1) * _PITCH[0]
    trail = tuple((column, y * _PITCH[1]) for column in range(begin, end))
    for cell in trail:
        cells[cell] = "-"
    if not both:
        cells[trail[-1] if direction == "right" else trail[0]] = (
            ">" if direction == "right" else "<"
        )
    return trail


_ON_SHEET = {d.value: d for d in (Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT)}
