"""Draws a sheet of a matrix from its links, with array operations, since somebody waits for it.

Each room takes five columns: the room, up to three letters for the exits that leave the sheet, and
the link to the right. One-way links are arrows:

    #fb--#---->#      f  a way forward      b  a way backward      *  a wormhole
    |         ^
    #*---#<---#       (with `directions: compass` u and d: up and down)
"""

from __future__ import annotations

from itertools import repeat

import numpy as np

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.grid.model import Bools, Grid, Ints, LinkFlag
from xyzgrid_ext.core.raster import Cell, Sheet

ROOM = "#"
WORMHOLE = "*"
OUTSIDE = "="
_WIDE, _HIGH = 5, 2
_BESIDE = 3  # letters that fit beside a room
_WORMHOLE = int(LinkFlag.WORMHOLE)  # without the cost of an enum
# the directions that stay on a sheet, each beside its opposite
_NAMES = tuple(d.value for d in (Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT))
_UP, _DOWN, _LEFT, _RIGHT = range(4)
_ARROWS = "^v<>"


def matrix_sheet(grid: Grid, z: int) -> Sheet:
    """Return the drawing of a sheet of a matrix."""
    begin, end = grid.rooms_of_level(z)
    drawing = _MatrixDrawing(grid.coords[begin:end, :2].astype(np.int64))
    drawing.put_letters(*_letters(grid, begin, end))
    room, direction, one_way = _staying(grid, begin, end)
    for number in (_UP, _DOWN):
        meant = direction == number
        drawing.put_upright(number, room[meant], one_way[meant])
    for number in (_LEFT, _RIGHT):
        meant = direction == number
        x, y = drawing.places[room[meant]].T
        left = grid.rooms_at(np.stack((x - (number == _LEFT), y, np.full_like(x, z)), axis=-1))
        drawing.put_level(number, room[meant], left - begin, one_way[meant])
    return Sheet(drawing.cells, drawing.trails, (_WIDE, _HIGH), drawing.marks)


class _MatrixDrawing:
    """The parts of a sheet; rooms are numbers from 0 on, `places` are their x and y."""

    def __init__(self, places: Ints) -> None:
        self.places = places
        self._column, self._row = places[:, 0] * _WIDE, places[:, 1] * _HIGH
        self._beside = np.zeros(len(places), dtype=np.int64)
        self.cells = dict.fromkeys(_cells(self._column, self._row), ROOM)
        self.marks: dict[Cell, tuple[Cell, ...]] = {}
        self.trails: dict[tuple[int, int, str], tuple[Cell, ...]] = {}

    def put_letters(self, rooms: Ints, place: Ints, letters: list[str]) -> None:
        """Draw the letters beside rooms, sorted by room; `place` is 0 for those nearest to it."""
        self._beside = np.bincount(rooms, minlength=len(self.places))
        cells = _cells(self._column[rooms] + place + 1, self._row[rooms])
        self.cells.update(zip(cells, letters, strict=True))
        begins = np.flatnonzero(place == 0)
        ends = [*begins[1:].tolist(), len(cells)][: len(begins)]
        for x, y, begin, end in zip(
            *self.places[rooms[begins]].T.tolist(), begins.tolist(), ends, strict=True
        ):
            self.marks[x, y] = tuple(cells[begin:end])

    def put_upright(self, direction: int, rooms: Ints, one_way: Bools) -> None:
        """Draw links up or down."""
        row = self._row[rooms] + (1 if direction == _UP else -1)
        self._put(direction, rooms, [_cells(self._column[rooms], row)], "|", one_way)

    def put_level(self, direction: int, rooms: Ints, left: Ints, one_way: Bools) -> None:
        """Draw links to the left or right; `left` are the rooms at their left ends."""
        for letters in range(_BESIDE + 1):
            own = self._beside[left] == letters
            column, row = self._column[left[own]], self._row[left[own]]
            parts = [_cells(column + more, row) for more in range(1 + letters, _WIDE)]
            self._put(direction, rooms[own], parts, "-", one_way[own])

    def _put(
        self, direction: int, rooms: Ints, parts: list[list[Cell]], symbol: str, one_way: Bools
    ) -> None:
        """Draw links of as many cells each: the first cell of each, the second of each, and so on.

        An arrow is drawn in the last cell to the right, in the first to the left.
        """
        x, y = self.places[rooms].T.tolist()
        names = zip(x, y, repeat(_NAMES[direction]))
        self.trails.update(zip(names, zip(*parts, strict=True), strict=True))
        for part in parts:
            self.cells.update(zip(part, repeat(symbol)))
        tips = parts[-1 if direction == _RIGHT else 0]
        for number in np.flatnonzero(one_way).tolist():
            self.cells[tips[number]] = _ARROWS[direction]


def _cells(columns: Ints, rows: Ints) -> list[Cell]:
    return list(zip(columns.tolist(), rows.tolist(), strict=True))


def _letters(grid: Grid, begin: int, end: int) -> tuple[Ints, Ints, list[str]]:
    """Return the letters of the exits that leave a sheet, each once.

    For each letter its room, from the first of the sheet on, and its place among the room's.
    """
    links = slice(*grid.first[[begin, end]])
    target, is_wormhole = grid.target[links], grid.link_flags[links] & _WORMHOLE != 0
    leaves = is_wormhole | (target < begin) | (target >= end)
    own = np.flatnonzero(leaves)
    tokens = np.array([way.token[:1] for way in grid.ways] or [""])[grid.way[links][own]]
    letters = np.where(is_wormhole[own], WORMHOLE, np.where(target[own] < 0, OUTSIDE, tokens))
    rooms = np.repeat(np.arange(end - begin), np.diff(grid.first[begin : end + 1]))[own]
    known, number = np.unique(letters, return_inverse=True)
    once = np.sort(np.unique(rooms * len(known) + number, return_index=True)[1])
    place = np.arange(len(once)) - np.searchsorted(rooms[once], rooms[once])
    once, place = once[place < _BESIDE], place[place < _BESIDE]
    return rooms[once], place, letters[once].tolist()


def _staying(grid: Grid, begin: int, end: int) -> tuple[Ints, Ints, Bools]:
    """Return the links that stay on a sheet: room from its first on, direction, one-way or not."""
    numbers = {name: number for number, name in enumerate(_NAMES)}
    links = slice(*grid.first[[begin, end]])
    direction = np.array([numbers.get(way.direction, -1) for way in grid.ways] or [-1])
    direction = direction[grid.way[links]]
    source, target = (column[links].astype(np.int64) for column in (grid.source, grid.target))
    meant = (direction >= 0) & (target >= 0)
    direction, source, target = direction[meant], source[meant], target[meant]
    forth = (source * grid.rooms + target) * len(_NAMES) + direction
    back = (target * grid.rooms + source) * len(_NAMES) + (direction ^ 1)
    known = np.append(np.sort(forth), -1)  # an end for what is beyond the last
    return source - begin, direction, known[np.searchsorted(known[:-1], back)] != back
