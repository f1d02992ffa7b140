"""Fits a drawing to a client: links on its rooms, or the route ahead in symbols.

as it is     the way to the right, without colour    with links, by MXP or in a browser
@---#---#    @...#...#    . your way                 @---#---#    each # sends `goto (x,y,map)`
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from django.utils.translation import gettext as _
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import Grid, Sheet
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.game.parts import map_rules_of
from xyzgrid_ext.game.text.screens import Screen, link_to

AHEAD = "."
EXPLAINED = frozenset("udo")
"""The letters of links that `map` explains, beside those of ways to other maps."""


def dressed(
    screen: Screen,
    grid: Grid,
    z: int,
    sheet: Sheet,
    cells: Collection[Cell],
    ahead: Collection[Cell],
) -> Sheet:
    """Decorate the given cells of a sheet as a screen needs them."""
    changed = {}
    if ahead and screen.plain:
        changed = dict.fromkeys(_marked(grid, z, sheet, ahead), AHEAD)
    if screen.links and sheet.pitch != (1, 1):  # rooms side by side would be one large link
        changed |= _links(grid, z, sheet, cells)
    if not changed:
        return sheet
    return replace(sheet, cells={cell: sheet.cells[cell] for cell in cells} | changed)


def meaning(screen: Screen, shown: Collection[Cell], ahead: Collection[Cell]) -> list[str]:
    """Return the legend line about the route ahead, if only symbols show it."""
    if screen.plain and not set(ahead).isdisjoint(shown):
        return [f"|w{AHEAD}|n {_('your way')}"]
    return []


def letters_hint(grid: Grid, sheet: Sheet, symbol: str, text: str) -> str:
    """Return the line that says what explains the letters of a map above a room.

    It is "" without letters that `map` explains, and where a legend explains them.

    Args:
        grid: the map.
        sheet: the level of the room.
        symbol: that of the looker, which needs no explanation.
        text: the map above the room.

    """
    if not grid.drawn or grid.levels is not None or map_rules_of(grid).explains:
        return ""
    known = sheet.letters if grid.outside else sheet.letters & EXPLAINED
    if known.isdisjoint(_letters(text) - _letters(symbol)):
        return ""
    return "|x" + _("|wmap|x tells what the letters mean.") + "|n"


@lru_cache(256)  # the map of a room is shown many times
def _letters(text: str) -> frozenset[str]:
    return frozenset(filter(str.isalpha, strip_ansi(text)))


def _marked(grid: Grid, z: int, sheet: Sheet, ahead: Collection[Cell]) -> list[Cell]:
    """Return the cells of a route's links, without rooms and the letters of doors."""
    return [
        cell
        for cell in ahead
        if not any(map(str.isalnum, sheet.cells[cell][-1:])) and _room(grid, z, sheet, cell) is None
    ]


def _links(grid: Grid, z: int, sheet: Sheet, cells: Collection[Cell]) -> dict[Cell, str]:
    found = {}
    for cell in cells:
        if (room := _room(grid, z, sheet, cell)) is not None:
            symbol = sheet.cells[cell]
            # a bar alone would be taken for the beginning of a colour
            label = "||" if symbol == "|" else symbol
            found[cell] = link_to((room.x, room.y, grid.zname(z)), label)
    return found


def _room(grid: Grid, z: int, sheet: Sheet, cell: Cell) -> Coord | None:
    """Return the coordinate of the room in a cell; None if there is none."""
    (x, right), (y, up) = divmod(cell[0], sheet.pitch[0]), divmod(cell[1], sheet.pitch[1])
    coord = Coord(x, y, z)
    return coord if not (right or up) and grid.room_at(coord) is not None else None
