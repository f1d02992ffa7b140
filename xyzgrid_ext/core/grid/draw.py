"""The sheet of a level: as its author drew it, or drawn from the links of a matrix.

The latter uses array operations, since somebody waits for it.

Each room takes five columns: the room, up to three letters for the exits that leave the sheet, and
the link to the right. One-way links are arrows:

    #fb--#---->#      f  a way forward      b  a way backward      *  a wormhole
    |         ^
    #*---#<---#       (with `directions: compass` u and d: up and down)
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

import numpy as np

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.errors import UsageError
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


def sheet_of(grid: Grid, z: int, rooms: Iterable[int] | None = None) -> Sheet:
    """Return the drawing of sheet `z` of a grid.

    With `rooms`, other rooms and the links to them may be missing.

    Raises:
        UsageError: if the grid has no such sheet.

    """
    if not 0 <= z < (grid.levels or 1):
        raise UsageError(
            f"{grid.name} has no level {z}", f"its levels are 0 to {(grid.levels or 1) - 1}"
        )
    return grid.drawn[z] if grid.drawn else _matrix_sheet(grid, z, rooms)


def symbol_of(grid: Grid, room: int) -> str:
    """Return the symbol of a room on its sheet, without drawing the whole sheet."""
    if not grid.drawn:
        return ROOM
    x, y, z = grid.coord(room)
    sheet = grid.drawn[z]
    return sheet.cells.get(sheet.room_cell(x, y), ROOM)


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


def _matrix_sheet(grid: Grid, z: int, rooms: Iterable[int] | None = None) -> Sheet:
    """Return the drawing of a sheet of a matrix; of some of its rooms only, if they are given.

    Links to other rooms of the sheet are left out then.
    """
    level = grid.rooms_of_level(z)
    numbers = np.arange(*level) if rooms is None else np.array(sorted(rooms), np.int64)
    links = _links_of(grid, numbers)
    drawing = _MatrixDrawing(grid.coords[numbers, :2].astype(np.int64))
    drawing.put_letters(*_letters(grid, level, numbers, links))
    room, direction, one_way = _staying(grid, numbers, links)
    for number in (_UP, _DOWN):
        meant = direction == number
        drawing.put_upright(number, room[meant], one_way[meant])
    for number in (_LEFT, _RIGHT):
        meant = direction == number
        x, y = drawing.places[room[meant]].T
        left = grid.rooms_at(np.stack((x - (number == _LEFT), y, np.full_like(x, z)), axis=-1))
        drawing.put_level(number, room[meant], np.searchsorted(numbers, left), one_way[meant])
    return Sheet(drawing.cells, drawing.trails, (_WIDE, _HIGH), drawing.marks)


def _links_of(grid: Grid, rooms: Ints) -> Ints:
    """Return the numbers of the links out of rooms, room by room."""
    begins, ends = grid.first[rooms].astype(np.int64), grid.first[rooms + 1]
    sizes = ends - begins
    before = np.cumsum(sizes) - sizes
    return np.repeat(begins - before, sizes) + np.arange(int(sizes.sum()))


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


def _letters(
    grid: Grid, level: tuple[int, int], numbers: Ints, links: Ints
) -> tuple[Ints, Ints, list[str]]:
    """Return the letters of the exits that leave a sheet, each once.

    For each letter its room, as an index into `numbers`, and its place among the room's.
    """
    target, is_wormhole = grid.target[links], grid.link_flags[links] & _WORMHOLE != 0
    leaves = is_wormhole | (target < level[0]) | (target >= level[1])
    own = np.flatnonzero(leaves)
    tokens = np.array([way.token[:1] for way in grid.ways] or [""])[grid.way[links][own]]
    letters = np.where(is_wormhole[own], WORMHOLE, np.where(target[own] < 0, OUTSIDE, tokens))
    rooms = np.searchsorted(numbers, grid.source[links[own]])
    known, number = np.unique(letters, return_inverse=True)
    once = np.sort(np.unique(rooms * len(known) + number, return_index=True)[1])
    place = np.arange(len(once)) - np.searchsorted(rooms[once], rooms[once])
    once, place = once[place < _BESIDE], place[place < _BESIDE]
    return rooms[once], place, letters[once].tolist()


def _staying(grid: Grid, numbers: Ints, links: Ints) -> tuple[Ints, Ints, Bools]:
    """Return the links between rooms of a sheet.

    For each the index of its room in `numbers`, its direction, and whether it is one-way.
    """
    known_ways = {name: number for number, name in enumerate(_NAMES)}
    direction = np.array([known_ways.get(way.direction, -1) for way in grid.ways] or [-1])
    direction = direction[grid.way[links]]
    source, target = (column[links].astype(np.int64) for column in (grid.source, grid.target))
    meant = (direction >= 0) & np.isin(target, numbers)
    direction, source, target = direction[meant], source[meant], target[meant]
    forth = (source * grid.rooms + target) * len(_NAMES) + direction
    back = (target * grid.rooms + source) * len(_NAMES) + (direction ^ 1)
    known = np.append(np.sort(forth), -1)  # an end for what is beyond the last
    one_way = known[np.searchsorted(known[:-1], back)] != back
    return np.searchsorted(numbers, source), direction, one_way
