"""The sheet of a level: as its author drew it, or drawn from the links of a matrix.

Each room takes five columns: the room, up to three letters for the exits that leave the sheet, and
the link to the right. One-way links are arrows:

    #fb--#---->#      f  a way forward      b  a way backward      *  a wormhole
    |         ^
    #*---#<---#       (with `directions: compass` u and d: up and down)
"""

from __future__ import annotations

from collections.abc import Iterable

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid.areas import colour_symbol
from xyzgrid_ext.core.grid.model import Grid, LinkFlag
from xyzgrid_ext.core.raster import Cell, Sheet

ROOM_SYMBOL = "#"
"""The symbol of a room for which the author gives none."""
WORMHOLE_SYMBOL = "*"
"""The symbol that is drawn beside a room for a wormhole."""
OUTSIDE_SYMBOL = "="
"""The symbol that is drawn beside a room for an exit to another map."""
_WIDE, _HIGH = 5, 2
_BESIDE = 3  # letters that fit beside a room
_WORMHOLE = int(LinkFlag.WORMHOLE)  # without the cost of an enum
_LINES = {
    "up": ("|", "^", "down"),
    "down": ("|", "v", "up"),
    "left": ("-", "<", "right"),
    "right": ("-", ">", "left"),
}
"""Directions that stay on a sheet: how they are drawn, their arrows, and their opposites."""


def draw_sheet(grid: Grid, z: int, rooms: Iterable[int] | None = None) -> Sheet:
    """Return the drawing of level `z` of a grid.

    With `rooms`, only the rooms with these numbers and their links must be drawn; others may be
    missing.

    Raises:
        UsageError: if the grid has no such level.
    """
    if not 0 <= z < (grid.levels or 1):
        raise UsageError(
            f"{grid.name} has no level {z}", f"its levels are 0 to {(grid.levels or 1) - 1}"
        )
    return grid.drawn[z] if grid.drawn else _matrix_sheet(grid, z, rooms)


def room_symbol(grid: Grid, room: int) -> str:
    """Return the symbol of a room in the drawing of its level, without drawing the whole level."""
    if not grid.drawn:
        return ROOM_SYMBOL
    x, y, z = grid.coord(room)
    sheet = grid.drawn[z]
    return sheet.cells.get(sheet.room_cell(x, y), ROOM_SYMBOL)


def link_letter(grid: Grid, link: int) -> str:
    """Return the symbol drawn beside a room for a link out of its level or map; "" for others."""
    if grid.link_flags.item(link) & _WORMHOLE:
        return WORMHOLE_SYMBOL
    source, target = grid.source.item(link), grid.target.item(link)
    if target < 0:
        return OUTSIDE_SYMBOL
    leaves = grid.coords.item(target, 2) != grid.coords.item(source, 2)
    return grid.way_of(link).token[0] if leaves else ""


def _matrix_sheet(grid: Grid, z: int, rooms: Iterable[int] | None = None) -> Sheet:
    """Return the drawing of a sheet of a matrix; of some of its rooms only, if they are given.

    Links to other rooms of the sheet are left out then.
    """
    numbers = range(*grid.rooms_of_level(z)) if rooms is None else sorted(rooms)
    # read number by number, which takes numpy's own indexing several times as long
    coords, first, targets, ways, flags = (
        column.data
        for column in (grid.coords, grid.first_link, grid.target, grid.way, grid.link_flags)
    )
    places = {room: (coords[room, 0], coords[room, 1]) for room in numbers}
    cells, marks = {(x * _WIDE, y * _HIGH): ROOM_SYMBOL for x, y in places.values()}, {}
    for room, (x, y) in places.items() if grid.areas else ():
        if colour := grid.colour_of(room):
            cells[x * _WIDE, y * _HIGH] = colour_symbol(ROOM_SYMBOL, colour)
    trails: dict[tuple[int, int, str], tuple[Cell, ...]] = {}
    neighbours: dict[str, dict[int, int]] = {way.direction: {} for way in grid.ways}
    of_way = [neighbours[way.direction] for way in grid.ways]
    for room, (x, y) in places.items():
        letters: dict[str, None] = {}
        for link in range(first[room], first[room + 1]):
            if (target := targets[link]) in places and not flags[link] & _WORMHOLE:
                of_way[ways[link]][room] = target
            elif letter := link_letter(grid, link):
                letters[letter] = None
        if letters:
            at = [(x * _WIDE + n, y * _HIGH) for n in range(1, 1 + min(_BESIDE, len(letters)))]
            marks[x, y] = tuple(at)
            cells.update(zip(at, letters, strict=False))
    for direction, (line, arrow, back) in _LINES.items():
        returning = neighbours.get(back, {})
        for room, target in neighbours.get(direction, {}).items():
            x, y = places[room]
            is_both = returning.get(target) == room
            trail = trails.get((*places[target], back)) if is_both else None
            if trail is None:
                if line == "|":
                    trail = ((x * _WIDE, y * _HIGH + (1 if direction == "up" else -1)),)
                else:
                    left = x if direction == "right" else places[target][0]
                    begin = left * _WIDE + 1 + len(marks.get((left, y), ()))
                    trail = tuple([(n, y * _HIGH) for n in range(begin, (left + 1) * _WIDE)])
                for cell in trail:
                    cells[cell] = line
                if not is_both:
                    cells[trail[-1 if direction == "right" else 0]] = arrow
            trails[x, y, direction] = trail
    return Sheet(cells, trails, (_WIDE, _HIGH), marks)
