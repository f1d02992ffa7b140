"""Which cells of a sheet are seen from a room.

in_reach, 2 steps      in_scan, 2 cells      everything

  #-#                    | |                 #---#-#
    |                  #-@--                   | |
  @-#                    |                   #-@---#
"""

from __future__ import annotations

from collections.abc import Iterable

from xyzgrid_ext.core.grid import Grid, LinkFlag, Sheet
from xyzgrid_ext.core.grid.sheet import Cell

_UNSEEN = int(LinkFlag.INVISIBLE | LinkFlag.WORMHOLE)


def everything(sheet: Sheet) -> set[Cell]:
    """All cells of the sheet."""
    return set(sheet.cells)


def in_reach(grid: Grid, sheet: Sheet, room: int, steps: int) -> set[Cell]:
    """Cells of the rooms of this sheet within `steps` links, and of the links between.

    Looks at each room in reach once: the cost is in proportion to what is shown.
    """
    # read number by number, which takes numpy's own indexing several times as long
    coords, first, targets = grid.coords.data, grid.first.data, grid.target.data
    flags, ways = grid.link_flags.data, grid.way.data
    z = coords[room, 2]
    seen = {room}
    edge = [room]
    cells: set[Cell] = set()
    for step in range(steps + 1):
        beyond: list[int] = []
        for number in edge:
            x, y = coords[number, 0], coords[number, 1]
            cells.add(sheet.room_cell(x, y))
            cells.update(sheet.marks.get((x, y), ()))
            if step == steps:
                continue
            for link in range(first[number], first[number + 1]):
                if flags[link] & _UNSEEN:
                    continue
                direction = grid.ways[ways[link]].direction
                cells.update(sheet.trails.get((x, y, direction), ()))
                target = targets[link]
                if target >= 0 and target not in seen and coords[target, 2] == z:
                    seen.add(target)
                    beyond.append(target)
        edge = beyond
    return cells & sheet.cells.keys()


def in_scan(sheet: Sheet, cell: Cell, distance: int) -> set[Cell]:
    """Cells at most `distance` columns and rows away, linked or not."""
    column, row = cell
    reach = range(-distance, distance + 1)
    around = {(column + dx, row + dy) for dx in reach for dy in reach}
    return around & sheet.cells.keys()


def trail_cells(grid: Grid, sheet: Sheet, z: int, links: Iterable[int]) -> set[Cell]:
    """Cells of these links and of the rooms to which they lead, as far as they are on the sheet."""
    cells: set[Cell] = set()
    for link in links:
        source, target = grid.coord(int(grid.source[link])), int(grid.target[link])
        if source.z == z:
            way = (source.x, source.y, grid.way_of(link).direction)
            cells.update(sheet.trails.get(way, ()))
        if target >= 0 and (coord := grid.coord(target)).z == z:
            cells.add(sheet.room_cell(coord.x, coord.y))
    return cells & sheet.cells.keys()
