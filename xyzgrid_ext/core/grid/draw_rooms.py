r"""Drawings of maps that are written room by room; lines show as many exits as possible.

    #---#   #      a way that leads where its direction points is a line, however long, if no room
    | \    /       stands in between; where two cross stands + or x; one way only has an arrow
    #   U-+->#     U, D, B: stairs to another level, as in maps that are drawn
          |        all other ways are there, but nothing shows them

Shorter exits are drawn first, and the others pass under them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.raster import Cell, Sheet

ROOM = "#"
_STEPS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
_LINES = {"n": "|", "s": "|", "e": "-", "w": "-", "ne": "/", "sw": "/", "se": "\\", "nw": "\\"}
_ARROWS = {"n": "^", "s": "v", "e": ">", "w": "<"}
_CROSSINGS = {frozenset("|-"): "+", frozenset("/\\"): "x"}
_STAIRS = {("up",): "U", ("down",): "D", ("up", "down"): "B"}
_UP_DOWN = {"u": "up", "d": "down"}


class Segment(NamedTuple):
    """A link inside the map: where it begins and ends, and its direction (`n`, `gate`)."""

    source: Coord
    target: Coord
    direction: str


def sheets_of(symbols: Mapping[Coord, str], lines: Iterable[Segment]) -> tuple[Sheet, ...]:
    """Draw a sheet for each level, from 0 up to the highest.

    Args:
        symbols: the symbols of all rooms; an empty one becomes `#` or a stair.
        lines: the links that may be shown.

    """
    sheets = [_Drawing() for _ in range(max(coord.z for coord in symbols) + 1)]
    lines = list(lines)
    for line in lines:
        if line.direction in _UP_DOWN and line.source.z != line.target.z:
            leaving = sheets[line.source.z].leaving
            cell = (2 * line.source.x, 2 * line.source.y)
            leaving.setdefault(cell, set()).add(_UP_DOWN[line.direction])
    for coord, symbol in symbols.items():
        sheets[coord.z].room(coord, symbol)
    whole = {(line.source, line.target) for line in lines}
    flat = [line for line in lines if _length(line)]
    for line in sorted(flat, key=_length):
        sheets[line.source.z].line(line, (line.target, line.source) in whole)
    return tuple(drawing.sheet() for drawing in sheets)


def _length(line: Segment) -> int:
    """Return how many cells a link covers in its direction.

    Return 0 if it does not lead in that direction.
    """
    dx, dy = _STEPS.get(line.direction, (0, 0))
    x, y = line.target.x - line.source.x, line.target.y - line.source.y
    steps = max(abs(x), abs(y))
    points = (x, y) == (dx * steps, dy * steps) and line.source.z == line.target.z
    return steps if points else 0


@dataclass
class _Drawing:
    """A level while it is being drawn."""

    cells: dict[Cell, str] = field(default_factory=dict)
    rooms: set[Cell] = field(default_factory=set)
    trails: dict[tuple[int, int, str], tuple[Cell, ...]] = field(default_factory=dict)
    leaving: dict[Cell, set[str]] = field(default_factory=dict)

    def room(self, coord: Coord, symbol: str) -> None:
        cell = (2 * coord.x, 2 * coord.y)
        stairs = _STAIRS.get(self._leaving(cell), ROOM)
        self.rooms.add(cell)
        self.cells[cell] = symbol if symbol.strip() else stairs

    def line(self, line: Segment, both: bool) -> None:
        (dx, dy), (x, y, _) = _STEPS[line.direction], line.source
        cells = [(2 * x + dx * n, 2 * y + dy * n) for n in range(1, 2 * _length(line))]
        signs = [_LINES[line.direction]] * len(cells)
        if not both and line.direction in _ARROWS:
            signs[-1] = _ARROWS[line.direction]
        if not self.rooms.isdisjoint(cells):
            return
        for cell, sign in zip(cells, signs, strict=True):
            symbol = self.cells.setdefault(cell, sign)
            self.cells[cell] = _CROSSINGS.get(frozenset((symbol, sign)), symbol)
        self.trails[x, y, line.direction] = tuple(cells)

    def _leaving(self, cell: Cell) -> tuple[str, ...]:
        return tuple(sorted(self.leaving.get(cell, ()), reverse=True))

    def sheet(self) -> Sheet:
        leaving = {cell: self._leaving(cell) for cell in self.leaving}
        return Sheet(cells=self.cells, trails=self.trails, leaving=leaving)
