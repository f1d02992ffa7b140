"""The map of a dungeon as its players know it: seen rooms, the state of doors, treasures.

    the whole drawing with three rooms seen … with the compass
    #----#-k--#----$          #----#-k                 #----#-k       $
         |    |                    |                        |

A Sheet becomes another Sheet, so all code that draws sheets can draw it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from xyzgrid_ext.core.dungeon import lock_letter
from xyzgrid_ext.core.grid import Grid, Sheet
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.view import Sight
from xyzgrid_ext.game.maps.dungeon_site import KILL, OPTION, PUZZLE
from xyzgrid_ext.game.visibility.dungeon_state import COMPASS, DungeonState

TREASURE = "|y$|n"
WAY_OUT = "="
"""The symbol of the entrance room if it is also a way out."""


def chart(
    state: DungeonState, sight: Sight, z: int, sheet: Sheet, rooms: Iterable[int] | None = None
) -> Sheet:
    """Return the sheet with the known rooms, as the players in the dungeon see them.

    With `rooms`, only those rooms are considered.
    """
    grid = sight.grid
    cells: dict[Cell, str] = {}
    numbers = range(*grid.rooms_of_level(z)) if rooms is None else tuple(rooms)
    for room in numbers:
        if sight.room(room):
            cells |= _of_room(sheet, grid, state, room)
    if grid.outside and state.site.start in numbers and sight.room(state.site.start):
        x, y, at = grid.coord(state.site.start)
        if at == z or grid.levels is None:
            cells[sheet.room_cell(x, y)] = WAY_OUT
    for room in treasures(state, numbers):  # above what was drawn
        x, y, _z = grid.coord(room)
        cells[sheet.room_cell(x, y)] = TREASURE
    return replace(sheet, cells=cells)


def treasures(state: DungeonState, rooms: Iterable[int]) -> list[int]:
    """Return those of `rooms` with something to take, as a compass shows them."""
    if not state.has(COMPASS):
        return []
    return [room for room in rooms if _has_treasure(state, room)]


def title(grid: Grid) -> str:
    """Return the name of a map for players: its title, or otherwise its name."""
    return str(grid.options.get("title") or pattern_name(grid))


def pattern_name(grid: Grid) -> str:
    """Return the name of a map; for a copy, the name of its original."""
    return str(grid.options.get(OPTION, {}).get("copy_of", grid.name))


def _of_room(sheet: Sheet, grid: Grid, state: DungeonState, room: int) -> dict[Cell, str]:
    """Return the cells of a room, of the letters beside it, and of its exits and their doors."""
    x, y, _z = grid.coord(room)
    own = [sheet.room_cell(x, y), *sheet.marks.get((x, y), ())]
    found = {cell: sheet.cells[cell] for cell in own if cell in sheet.cells}
    for number in grid.links_of(room):
        trail = sheet.trails.get((x, y, grid.way_of(number).direction), ())
        found |= {cell: sheet.cells[cell] for cell in trail}
        link = state.site.links.get(number)
        if link is not None and link.needs and not state.closed_by(link):
            plain = "|" if len(trail) == 1 else "-"
            letter = lock_letter(link.needs[0])
            found |= {cell: plain for cell in trail if sheet.cells[cell] == letter}
    return found


def _has_treasure(state: DungeonState, room: int) -> bool:
    return any(
        not state.record.has_taken(room, number)
        for number, give in enumerate(state.site.rooms[room].gives)
        if not give.what.startswith((KILL, PUZZLE))
    )
