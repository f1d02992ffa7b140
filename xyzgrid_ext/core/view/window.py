"""A rectangle of a sheet, as rows of symbols.

top     # - #        rows() gives the bottom row first:
        |            [["@", " ", "#"], ["|", " ", " "], ["#", "-", "#"]]
bottom  @   #
      left  right
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from xyzgrid_ext.core.raster import Cell


class Window(NamedTuple):
    """A range of columns and rows, including both ends."""

    left: int
    right: int
    bottom: int
    top: int

    @classmethod
    def over(cls, cells: Collection[Cell]) -> Window:
        """Return the smallest window that contains the given cells; there must be at least one."""
        columns, rows = [column for column, _ in cells], [row for _, row in cells]
        return cls(min(columns), max(columns), min(rows), max(rows))

    @classmethod
    def around(cls, cell: Cell, columns: int | None, rows: int | None) -> Window:
        """Return the window with some columns and rows on each side of a cell.

        None means no limit.
        """
        wide = _FAR if columns is None else columns
        high = _FAR if rows is None else rows
        return cls(cell[0] - wide, cell[0] + wide, cell[1] - high, cell[1] + high)

    def within(self, other: Window) -> Window:
        """Return the intersection of two windows."""
        return Window(
            max(self.left, other.left),
            min(self.right, other.right),
            max(self.bottom, other.bottom),
            min(self.top, other.top),
        )

    def rows(
        self,
        symbol: Callable[[int, int], str],
        shown: Collection[Cell] | None,
        marks: Mapping[Cell, str],
    ) -> list[list[str]]:
        """Return the rows of symbols in the window, the bottom row first.

        Args:
            symbol: gives the symbol at a column and row; called only for cells that are shown.
            shown: the visible cells; None for all.
            marks: symbols that replace others, also in cells that are not visible.

        """

        def at(cell: Cell) -> str:
            if cell in marks:
                return marks[cell]
            return symbol(*cell) if shown is None or cell in shown else " "

        return [
            [at((column, row)) for column in range(self.left, self.right + 1)]
            for row in range(self.bottom, self.top + 1)
        ]


def cropped(low: int, high: int, at: int, limit: int) -> tuple[int, int]:
    """Return the ends of at most `limit` numbers of low..high, around `at`; 0 means no limit."""
    if not limit or high - low + 1 <= limit:
        return low, high
    start = min(max(low, at - limit // 2), high - limit + 1)
    return start, start + limit - 1


_FAR = 1 << 30  # beyond every sheet
_SYMBOL = "{display_symbol}"


def styled(style: object, symbol: str) -> str:
    """Return a symbol in a style with `{display_symbol}`; unchanged if the style is malformed."""
    text = str(style)
    # never `format`: a width in the text could make it arbitrarily long
    around = text.replace(_SYMBOL, "")
    return symbol if "{" in around or "}" in around else text.replace(_SYMBOL, symbol)
