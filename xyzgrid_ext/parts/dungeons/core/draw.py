"""Draws the floors of a dungeon: rooms, exits and the needs of exits.

#----#u-->#     - |  ways          < > ^ v  ways of one direction
|    k    x     k small key   K big key   i an item   x something that shuts it
#*---#----#     u d  stairs        *  a wormhole
"""

from __future__ import annotations

from collections.abc import Callable

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.raster import Cell, Sheet
from xyzgrid_ext.parts.dungeons.core.model import EXIT_NAMES, Dungeon, Passage

PITCH = (5, 2)
"""(columns, rows) of the drawing from one room to the next."""
LOCK_LETTERS = {"smallkey": "k", "bigkey": "K", "item": "i", "kill": "x", "puzzle": "x"}
"""What a door needs, up to the colon, as `item` of `item:rope` -> its letter in drawings."""
_BESIDE = {Direction.FORWARD: "u", Direction.BACKWARD: "d", None: "*"}
_ACROSS = {Direction.RIGHT: ">", Direction.LEFT: "<"}
_ALONG = {Direction.UP: "^", Direction.DOWN: "v"}


def draw_sheets(dungeon: Dungeon, symbol: Callable[[int], str]) -> tuple[Sheet, ...]:
    """Return a drawing of each floor; `symbol(room)` is the symbol of the room with that number."""
    return tuple(_sheet(dungeon, symbol, z) for z in range(dungeon.parameters.floors))


def _sheet(dungeon: Dungeon, symbol: Callable[[int], str], z: int) -> Sheet:
    cells: dict[Cell, str] = {}
    marks: dict[Cell, tuple[Cell, ...]] = {}
    trails: dict[tuple[int, int, str], tuple[Cell, ...]] = {}
    here = [n for n, spot in enumerate(dungeon.spots) if spot.coord.z == z]
    for number in here:
        x, y, _ = dungeon.spots[number].coord
        column, row = x * PITCH[0], y * PITCH[1]
        cells[column, row] = symbol(number)
        letters = [_BESIDE[w.direction] for w in dungeon.links_of(number) if w.direction in _BESIDE]
        marks[x, y] = tuple((column + place, row) for place in range(1, len(letters) + 1))
        cells.update(zip(marks[x, y], letters, strict=True))
    for number in here:
        x, y, _ = dungeon.spots[number].coord
        for way in dungeon.links_of(number):
            if way.direction in _ALONG or way.direction in _ACROSS:
                trail = _trail(x, y, way.direction, marks)
                cells.update(zip(trail, _drawn(dungeon, way, len(trail)), strict=True))
                trails[x, y, exit_abbreviation(way.direction)] = trail
    return Sheet(cells=cells, trails=trails, pitch=PITCH, marks=marks)


def lock_letter(word: str) -> str:
    """Return the letter in drawings of a door that needs `word`: `i` if that is `item:rope`."""
    return LOCK_LETTERS.get(word.partition(":")[0], "x")


def exit_abbreviation(direction: Direction | None) -> str:
    """Return the short name of an exit: n, s, e, w, u or d; wh for None, a wormhole."""
    return EXIT_NAMES[direction][1][0]


def _trail(
    x: int, y: int, direction: Direction, marks: dict[Cell, tuple[Cell, ...]]
) -> tuple[Cell, ...]:
    """Return the cells between two rooms, from left to right."""
    if direction in _ALONG:
        return ((x * PITCH[0], y * PITCH[1] + (1 if direction is Direction.UP else -1)),)
    left = x if direction is Direction.RIGHT else x - 1
    begin, end = left * PITCH[0] + 1 + len(marks[left, y]), (left + 1) * PITCH[0]
    return tuple((column, y * PITCH[1]) for column in range(begin, end))


def _drawn(dungeon: Dungeon, way: Passage, length: int) -> str:
    """Return the symbols of a link, one for each of its cells."""
    both = any(back.target == way.source for back in dungeon.links_of(way.target))
    lock = lock_letter(way.needs[0]) if way.needs else ""
    if way.direction in _ALONG:
        return lock or ("|" if both else _ALONG[way.direction])
    line = "-" * length
    if lock:
        middle = length // 2
        return line[:middle] + lock + line[middle + 1 :]
    if both:
        return line
    assert way.direction is not None
    return line[:-1] + ">" if way.direction is Direction.RIGHT else "<" + line[1:]
