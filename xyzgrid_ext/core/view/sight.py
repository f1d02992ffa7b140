"""Sight: the rooms and exits of a map that a viewer knows; it decides everything shown.

    the map        rooms A and B seen       Known
    A---B---C      #---#-                   A->B  YES    where it leads may be told
        |              |                    B->C  STUB   that there is a way, and no more
        D                                   C->B  NO     nothing

A link out of the map is a stub too, unless its target may be shown. So is a link whose target is
secret: a hidden wormhole that the viewer has not used. A veiled link, an exit that only builders
see, is never shown; it is drawn only if the viewer sees the link back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.grid import Grid, Sheet
from xyzgrid_ext.core.grid.draw import link_letter
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.raster import Cell


class LinkKnowledge(IntEnum):
    """What a viewer knows of a link: NO, nothing; STUB, that it is there; YES, its target, too."""

    NO = 0
    STUB = 1
    YES = 2


@dataclass(frozen=True, eq=False, slots=True)
class Sight:
    """What one viewer knows of a map, as functions of the number of a room or a link.

    Attributes:
        grid: the map.
        seen: (room) -> whether it is known; None if all are.
        secret: (link) -> whether its target is unknown even if that room is known.
        beyond: (place on another map) -> whether it may be shown.
        veiled: (link) -> whether it is unknown altogether; None if no link is.
        all_seen: () -> `seen` for all rooms, (n,) bool, where that is faster in one go.
    """

    grid: Grid
    seen: Callable[[int], bool] | None = None
    secret: Callable[[int], bool] = lambda number: False
    beyond: Callable[[Place], bool] = lambda place: False
    veiled: Callable[[int], bool] | None = None
    all_seen: Callable[[], Bools] | None = None

    def knows(self, number: int) -> bool:
        """Whether the viewer knows the room with this number."""
        return self.seen is None or self.seen(number)

    def link(self, number: int) -> LinkKnowledge:
        """Return how much the viewer knows of the link with this number."""
        grid = self.grid
        if self.seen is not None and not self.seen(int(grid.source[number])):
            return LinkKnowledge.NO
        if self.veiled is not None and self.veiled(number):
            return LinkKnowledge.NO
        if self.secret(number):
            return LinkKnowledge.STUB
        target = int(grid.target[number])
        is_known = self.knows(target) if target >= 0 else self.beyond(grid.outside[number])
        return LinkKnowledge.YES if is_known else LinkKnowledge.STUB

    def rooms(self) -> Bools:
        """Return (n,) bool: for each room of the map, whether the viewer knows it."""
        if self.seen is None:
            return np.ones(self.grid.rooms, dtype=bool)
        if self.all_seen is not None:
            return self.all_seen()
        return np.fromiter(map(self.seen, range(self.grid.rooms)), dtype=bool)


def known_sheet(sheet: Sheet, z: int, sight: Sight, rooms: Iterable[int] | None = None) -> Sheet:
    """Return the part of level `z`'s drawing that a viewer knows.

    If the viewer does not know where a link leads (STUB), only its first cell is left. Cells that
    belong to no room and no link are left out, unless every room is known. With `rooms`, only the
    rooms with these numbers are considered.
    """
    if sight.seen is None:
        return _without_veiled(sheet, z, sight, rooms)
    visible: set[Cell] = set()
    for room in range(*sight.grid.rooms_of_level(z)) if rooms is None else rooms:
        if sight.knows(room):
            visible |= room_cells(sheet, room, sight)
    cells = sheet.cells
    return replace(sheet, cells={cell: cells[cell] for cell in visible if cell in cells})


def _without_veiled(sheet: Sheet, z: int, sight: Sight, rooms: Iterable[int] | None) -> Sheet:
    """Return the sheet without the cells that only hidden links cross."""
    if sight.veiled is None:
        return sheet
    grid = sight.grid
    veiled = [
        (room, grid.way_of(link).direction)
        for room in (range(*grid.rooms_of_level(z)) if rooms is None else rooms)
        for link in grid.links_of(room)
        if sight.veiled(link)
    ]
    ways = {(*grid.coord(room)[:2], direction) for room, direction in veiled}
    over = {cell for way in ways for cell in sheet.trails.get(way, ())}
    hidden = {cell for cell in over if ways.issuperset(sheet.owners.get(cell, ()))}
    for room, _direction in veiled:
        hidden.update(sheet.marks.get(grid.coord(room)[:2], ()))
        hidden.difference_update(_marks(sheet, room, sight))
    if not hidden:
        return sheet
    return replace(sheet, cells={cell: s for cell, s in sheet.cells.items() if cell not in hidden})


def room_cells(sheet: Sheet, room: int, sight: Sight) -> set[Cell]:
    """Return the cells of a known room: its own, letters beside it, and those of known links."""
    grid = sight.grid
    x, y, _z = grid.coord(room)
    cells = {sheet.room_cell(x, y), *_marks(sheet, room, sight)}
    for link in grid.links_of(room):
        cells.update(link_cells(sheet, link, sight.link(link), grid))
    return cells


def _marks(sheet: Sheet, room: int, sight: Sight) -> tuple[Cell, ...]:
    """Return the letters beside a room, except those that stand only for hidden links."""
    grid = sight.grid
    cells = sheet.marks.get(grid.coord(room)[:2], ())
    if sight.veiled is None or not cells:
        return cells
    letters = {link_letter(grid, link) for link in grid.links_of(room) if not sight.veiled(link)}
    return tuple(cell for cell in cells if sheet.cells[cell] in letters)


def link_cells(sheet: Sheet, link: int, knowledge: LinkKnowledge, grid: Grid) -> tuple[Cell, ...]:
    """Return the drawn cells of a link: all for YES, the one at its room for STUB, () for NO."""
    if knowledge is LinkKnowledge.NO:
        return ()
    x, y, _z = grid.coord(int(grid.source[link]))
    trail = sheet.trails.get((x, y, grid.way_of(link).direction), ())
    if knowledge is LinkKnowledge.YES or len(trail) < 2:
        return trail
    # a matrix has the cells of a way from left to right, whichever way it goes
    column, row = sheet.room_cell(x, y)
    ends = trail[0], trail[-1]
    return (min(ends, key=lambda cell: abs(cell[0] - column) + abs(cell[1] - row)),)
