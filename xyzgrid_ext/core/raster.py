"""A drawn sheet: symbols on a raster, with the places of each room and link.

Row 0 is the BOTTOM row, since y goes up. The room (x, y) is at (x * pitch_x, y * pitch_y):

    row 2   #---#      cells   {(0, 2): "#", (1, 2): "-", ...}
    row 1   |          trails  {(0, 0, "up"): ((0, 1),), ...}: the cells of each link out of a room
    row 0   #          marks   {(0, 0): ((1, 0),)}: letters beside a room that belong to it
                       leaving {(0, 0): ("up",)}: rooms that are drawn as stairs off the sheet
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

Cell = tuple[int, int]


class Rectangle(Mapping[Cell, str]):
    """Cells that fill a rectangle from (0, 0) on: a million of them need not be counted."""

    columns: int
    rows: int


@dataclass(frozen=True, eq=False)
class Sheet:
    """One level as a drawing. A symbol takes one column on the screen; it may hold colour codes."""

    cells: Mapping[Cell, str]
    trails: Mapping[tuple[int, int, str], tuple[Cell, ...]]
    pitch: Cell = (2, 2)
    marks: Mapping[Cell, tuple[Cell, ...]] = field(default_factory=dict)
    leaving: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def marked(self) -> frozenset[Cell]:
        """The cells of all letters beside rooms."""
        return frozenset(cell for cells in self.marks.values() for cell in cells)

    @cached_property
    def owners(self) -> Mapping[Cell, tuple[tuple[int, int, str], ...]]:
        """For each cell the rooms at or beside it (x, y, empty) and the links across it."""
        found: dict[Cell, list[tuple[int, int, str]]] = {}
        for cell in self.cells:
            (x, left), (y, over) = divmod(cell[0], self.pitch[0]), divmod(cell[1], self.pitch[1])
            found[cell] = [] if left or over else [(x, y, "")]
        for (x, y), cells in self.marks.items():
            for cell in cells:
                found.setdefault(cell, []).append((x, y, ""))
        for way, cells in self.trails.items():
            for cell in cells:
                found.setdefault(cell, []).append(way)
        return {cell: tuple(own) for cell, own in found.items()}

    @cached_property
    def extent(self) -> tuple[int, int, int, int]:
        """The columns and rows from, and to, with both ends; there must be cells."""
        if isinstance(self.cells, Rectangle):
            return 0, self.cells.columns - 1, 0, self.cells.rows - 1
        columns, rows = [column for column, _ in self.cells], [row for _, row in self.cells]
        return min(columns), max(columns), min(rows), max(rows)

    def room_cell(self, x: int, y: int) -> Cell:
        """The cell of the room (x, y) on the raster."""
        return x * self.pitch[0], y * self.pitch[1]

    def lines(self, *, plain: bool = False) -> Iterator[str]:
        """The whole sheet as text, top row first, without trailing blanks."""
        if not self.cells:
            return
        _left, right, _bottom, top = self.extent
        for row in range(top, -1, -1):
            line = [self.cells.get((column, row), " ") for column in range(right + 1)]
            yield "".join(map(_plain, line) if plain else line).rstrip()


_COLOUR = re.compile(r"\|(\[?[a-zA-Z]|\[?\d{3}|\[?=[a-z])")


def _plain(symbol: str) -> str:
    """A symbol without colour codes; a bar that stands alone is none."""
    return _COLOUR.sub("", symbol) if len(symbol) > 1 else symbol
