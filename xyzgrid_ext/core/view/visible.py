"""The cells of a sheet that are visible from a room, and the rectangles that are shown of them.

in_reach, 2 steps      in_scan, 2 cells      everything

  #-#                    | |                 #---#-#
    |                  #-@--                   | |
  @-#                    |                   #-@---#
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Grid, LinkFlag, Sheet
from xyzgrid_ext.core.raster import Cell, Rectangle, Tiles

_UNSEEN = int(LinkFlag.WORMHOLE)
_MANY = 20_000  # cells: of larger sheets, only a part is examined


def cells_that_fit(sheet: Sheet, near: Cell | None, columns: int, rows: int) -> set[Cell]:
    """Return all cells of a sheet; of a very large one, those around `near` that fit the screen.

    Args:
        sheet: the drawing.
        near: the cell of the character; None for the upper left part.
        columns: how many columns fit, 0 for no limit.
        rows: how many rows fit, 0 for no limit.
    """
    if len(sheet.cells) <= _MANY:
        return set(sheet.cells)
    left, right, bottom, top = sheet.extent if near is None else sheet.extent_around(near)
    column, row = near if near is not None else (left, top)
    left, right = crop_range(left, right, column, columns)
    bottom, top = crop_range(bottom, top, row, rows)
    part = ((x, y) for x in range(left, right + 1) for y in range(bottom, top + 1))
    return {cell for cell in part if cell in sheet.cells}


def cells_in_reach(grid: Grid, sheet: Sheet, room: int, steps: int) -> set[Cell]:
    """Return the cells of the rooms within `steps` links on this level, and of their links.

    Each room in reach is visited once, so the time is proportional to the part shown.
    """
    # read number by number, which takes numpy's own indexing several times as long
    columns = (grid.coords, grid.first_link, grid.way, grid.link_flags)
    coords, first, ways, flags = (column.data for column in columns)
    trails, marks, (wide, high) = sheet.trails, sheet.marks, sheet.pitch
    names = grid.ways
    cells: list[Cell] = []
    for number, step in rooms_in_reach(grid, room, steps).items():
        x, y = coords[number, 0], coords[number, 1]
        cells.append((x * wide, y * high))
        if marks and (x, y) in marks:
            cells += marks[x, y]
        if step < steps:
            for link in range(first[number], first[number + 1]):
                if not flags[link] & _UNSEEN:
                    cells += trails.get((x, y, names[ways[link]].direction), ())
    return _drawn(sheet, set(cells))


def rooms_in_reach(grid: Grid, room: int, steps: int) -> dict[int, int]:
    """Return room -> number of links to it, for rooms of the same level within `steps` links.

    Links that players do not see on a drawing are not followed.
    """
    coords, first, targets = grid.coords.data, grid.first_link.data, grid.target.data
    flags, z = grid.link_flags.data, coords[room, 2]
    distances, edge = {room: 0}, [room]
    for step in range(1, steps + 1):
        if not edge:
            break  # all that there is
        beyond: list[int] = []
        for number in edge:
            for link in range(first[number], first[number + 1]):
                target = targets[link]
                if target < 0 or target in distances or flags[link] & _UNSEEN:
                    continue
                if coords[target, 2] == z:
                    distances[target] = step
                    beyond.append(target)
        edge = beyond
    return distances


def cells_in_scan(sheet: Sheet, cell: Cell, distance: int) -> set[Cell]:
    """Return the drawn cells at most `distance` columns and rows from `cell`, linked or not."""
    column, row = cell
    reach = range(-distance, distance + 1)
    around = {(column + dx, row + dy) for dx in reach for dy in reach}
    return _drawn(sheet, around)


def rooms_in_scan(grid: Grid, sheet: Sheet, room: int, distance: int) -> set[int]:
    """Return the rooms at most `distance` cells from a room, and those with a link across there."""
    x, y, z = grid.coord(room)
    cells = cells_in_scan(sheet, sheet.room_cell(x, y), distance)
    if isinstance(sheet.cells, Rectangle | Tiles):  # each cell is of the room there, if any
        owners = {(x // sheet.pitch[0], y // sheet.pitch[1]) for x, y in cells}
    else:
        owners = {(x, y) for cell in cells for x, y, _direction in sheet.owners.get(cell, ())}
    numbers = (grid.room_at(Coord(x, y, z)) for x, y in owners)
    return {number for number in numbers if number is not None}


def trail_cells(grid: Grid, sheet: Sheet, z: int, links: Iterable[int]) -> set[Cell]:
    """Return the cells on level `z` of these links, and of the rooms to which they lead."""
    cells: set[Cell] = set()
    for link in links:
        source, target = grid.coord(int(grid.source[link])), int(grid.target[link])
        if source.z == z:
            way = (source.x, source.y, grid.way_of(link).direction)
            cells.update(sheet.trails.get(way, ()))
        if target >= 0 and (coord := grid.coord(target)).z == z:
            cells.add(sheet.room_cell(coord.x, coord.y))
    return _drawn(sheet, cells)


def _drawn(sheet: Sheet, cells: Iterable[Cell]) -> set[Cell]:
    symbols = sheet.cells
    return {cell for cell in cells if cell in symbols}


class Window(NamedTuple):
    """A rectangle of cells: first and last column, first and last row, ends included."""

    left: int
    right: int
    bottom: int
    top: int

    @classmethod
    def over(cls, cells: Collection[Cell]) -> Window:
        """Return the smallest window that contains the given cells; there must be at least one."""
        columns, rows = [column for column, _ in cells], [row for _, row in cells]
        return cls(min(columns), max(columns), min(rows), max(rows))

    @classmethod
    def around(cls, cell: Cell, columns: int | None, rows: int | None) -> Window:
        """Return the window with some columns and rows on each side of a cell; None: no limit."""
        wide = _FAR if columns is None else columns
        high = _FAR if rows is None else rows
        return cls(cell[0] - wide, cell[0] + wide, cell[1] - high, cell[1] + high)

    def clipped_to(self, other: Window) -> Window:
        """Return the part of this window that lies within the other; it may be empty."""
        return Window(
            max(self.left, other.left),
            min(self.right, other.right),
            max(self.bottom, other.bottom),
            min(self.top, other.top),
        )

    def rows(
        self,
        symbol: Callable[[int, int], str],
        visible: Collection[Cell] | None,
        marks: Mapping[Cell, str],
    ) -> list[list[str]]:
        """Return the rows of symbols in the window, the bottom row first.

        Args:
            symbol: gives the symbol at a column and row; called only for cells that are shown.
            visible: the visible cells; None for all.
            marks: symbols that replace others, also in cells that are not visible.
        """

        def at(cell: Cell) -> str:
            if cell in marks:
                return marks[cell]
            return symbol(*cell) if visible is None or cell in visible else " "

        return [
            [at((column, row)) for column in range(self.left, self.right + 1)]
            for row in range(self.bottom, self.top + 1)
        ]


def crop_range(low: int, high: int, at: int, limit: int) -> tuple[int, int]:
    """Return (first, last) of the `limit` numbers of low..high around `at`; 0 means no limit."""
    if not limit or high - low + 1 <= limit:
        return low, high
    start = min(max(low, at - limit // 2), high - limit + 1)
    return start, start + limit - 1


_FAR = 1 << 30  # beyond every sheet
_SYMBOL = "{display_symbol}"


def apply_style(style: object, symbol: str) -> str:
    """Return a symbol put into a style, `|y{display_symbol}|n`; unchanged if that is malformed."""
    text = str(style)
    # never `format`: a width in the text could make it arbitrarily long
    around = text.replace(_SYMBOL, "")
    return symbol if "{" in around or "}" in around else text.replace(_SYMBOL, symbol)
