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
_WORMHOLE = int(LinkFlag.WORMHOLE)  # without the cost of an enum


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
    begin, end = grid.rooms_of_level(z)
    places = dict(enumerate(grid.coords[begin:end, :2].tolist(), start=begin))
    for room, (x, y) in places.items():
        column, row = x * _PITCH[0], y * _PITCH[1]
        cells[column, row] = ROOM
        letters = _letters(grid, room)
        for offset, letter in enumerate(letters, start=1):
            cells[column + offset, row] = letter
        marks[x, y] = tuple((column + offset, row) for offset in range(1, len(letters) + 1))
    links = slice(*grid.first[[begin, end]])
    ways = [grid.ways[number].direction for number in grid.way[links].tolist()]
    drawn = [*zip(grid.source[links].tolist(), grid.target[links].tolist(), ways, strict=True)]
    known = set(drawn)
    for source, target, direction in drawn:
        if target >= 0 and direction in _BACK:
            x, y = places[source]
            one_way = (target, source, _BACK[direction]) not in known
            trails[x, y, direction] = _trail((x, y), direction, one_way, cells, marks)
    return Sheet(cells=cells, trails=trails, pitch=_PITCH, marks=marks)


def _letters(grid: Grid, room: int) -> list[str]:
    """Return the letters of the exits that leave the sheet, each once: `f`, `b`, `*`, `=`."""
    letters = (letter_of(grid, link) for link in grid.links_of(room))
    return list(dict.fromkeys(filter(None, letters)))[:_BESIDE]


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


def _trail(
    place: Cell,
    direction: str,
    one_way: bool,
    cells: dict[Cell, str],
    marks: dict[Cell, tuple[Cell, ...]],
) -> tuple[Cell, ...]:
    """Draw a link on its sheet; return its cells."""
    x, y = place
    if direction in ("up", "down"):
        cell = (x * _PITCH[0], y * _PITCH[1] + (1 if direction == "up" else -1))
        cells[cell] = {"up": "^", "down": "v"}[direction] if one_way else "|"
        return (cell,)
    left = x if direction == "right" else x - 1
    begin, end = left * _PITCH[0] + 1 + len(marks[left, y]), (left + 1) * _PITCH[0]
    trail = tuple((column, y * _PITCH[1]) for column in range(begin, end))
    for cell in trail:
        cells[cell] = "-"
    if one_way:
        cells[trail[-1] if direction == "right" else trail[0]] = (
            ">" if direction == "right" else "<"
        )
    return trail


_BACK = {
    d.value: d.opposite.value
    for d in (Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT)
}
"""The directions that stay on a sheet, and their opposites."""
