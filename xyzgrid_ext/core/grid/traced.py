"""The sheet of a drawing: its symbols and trails are read from the drawing when they are needed.

A map that nobody looks at holds its drawing alone, which takes less than a tenth of the memory.
Rooms in which people walk are asked for again and again, so the last answers are kept:

    (4, 7, "n")  ─►  ((8, 15),)     the cells of the exit north of (4, 7), traced once
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

from xyzgrid_ext.core.coords import Place
from xyzgrid_ext.core.raster import Cell, Sheet
from xyzgrid_ext.core.sheet import DrawnMap

K = TypeVar("K")
V = TypeVar("V")

_MOST = 8_192  # answers that a mapping keeps, of some 300 bytes


def sheet_of_drawing(drawing: DrawnMap, ends: Sequence[int | Place | None]) -> Sheet:
    """Return the sheet of a drawing; `ends` has the room or the place on another map of each place.

    A place without an end is drawn, but no exit leads there.
    """
    return Sheet(cells=_ShownSymbols(drawing), trails=_Trails(drawing, ends))


class _Traced(Mapping[K, V]):
    """A mapping whose values are found on demand; the last answers are kept."""

    def __init__(self) -> None:
        self._value = lru_cache(_MOST)(self._find)

    @abstractmethod
    def _find(self, key: K) -> V | None:
        """Return the value of a key; None if it has none."""

    def __getitem__(self, key: K) -> V:
        if (value := self._value(key)) is None:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        return self._value(key) is not None

    @cached_property
    def _count(self) -> int:
        return sum(1 for _ in self)

    def __len__(self) -> int:
        return self._count


class _ShownSymbols(_Traced[Cell, str]):
    """The symbols that players see in each cell, taken from the rows of the drawing."""

    def __init__(self, drawing: DrawnMap) -> None:
        super().__init__()
        self._drawn = drawing
        self._rows = len(drawing.drawing.rows)

    def __reduce__(self) -> tuple[type, tuple[DrawnMap]]:
        return type(self), (self._drawn,)

    def _find(self, key: Cell) -> str | None:
        x, y = key
        if not (0 <= y < self._rows and x >= 0):
            return None
        symbol = self._drawn.shown(x, y)
        return symbol if symbol.strip() else None

    def __iter__(self) -> Iterator[Cell]:
        return self._drawn.cells()


class _Trails(_Traced[tuple[int, int, str], tuple[Cell, ...]]):
    """The cells of each exit."""

    def __init__(self, drawing: DrawnMap, ends: Sequence[int | Place | None]) -> None:
        super().__init__()
        self._drawn, self._ends = drawing, ends
        self._numbers = {
            drawing.trace.index(2 * place.x, 2 * place.y): number
            for number, place in enumerate(drawing.places)
            if not isinstance(ends[number], int)
        }

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._drawn, self._ends)

    def _find(self, key: tuple[int, int, str]) -> tuple[Cell, ...] | None:
        way = self._drawn.way(*key)
        if way is None:
            return None
        cells = tuple(map(self._drawn.trace.cell, way.steps))
        if (number := self._numbers.get(way.end)) is None:
            return cells
        if self._ends[number] is None:
            return None
        # the symbol of a transition is not a room's: it belongs to the way there
        return (*cells, self._drawn.trace.cell(way.end))

    def __iter__(self) -> Iterator[tuple[int, int, str]]:
        drawing = self._drawn
        for index, number in enumerate(drawing.source):
            if isinstance(self._ends[number], int) and self._ends[drawing.end[index]] is not None:
                x, y, _ = drawing.places[number]
                yield x, y, drawing.styles[drawing.style[index]].token
