"""Cells of a sheet as lines of text, with `@` where one stands and the way ahead in colour."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from xyzgrid_ext.core.grid import Sheet
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.view.window import cropped, styled


@dataclass(frozen=True, slots=True)
class Picture:
    """Lines from top to bottom; `at` is the column of the character in them.

    A line may hold colour codes, so its length is not its width; `width` is, in columns.
    """

    lines: tuple[str, ...]
    at: int
    width: int

    def indented(self, columns: int, align: str = "c") -> str:
        """The lines within so many columns: `l`eft, `r`ight, or with the character in the middle.

        The middle is that of the character, so that the picture does not jump when one walks.
        """
        if align == "c":
            indent = columns // 2 - self.at
        else:
            indent = columns - self.width if align == "r" else 0
        pad = " " * max(0, min(indent, columns - self.width))
        return "\n".join(pad + line for line in self.lines)


def paint(
    sheet: Sheet,
    cells: Collection[Cell],
    here: Cell | None,
    *,
    symbol: str = "@",
    ahead: Collection[Cell] = (),
    style: str = "{display_symbol}",
    max_width: int = 0,
    max_height: int = 0,
) -> Picture:
    """Paint cells of a sheet.

    Args:
        sheet: where the symbols come from.
        cells: which of them to show.
        here: where the character stands; None if nowhere on this sheet.
        symbol: shown there; empty to show the room's own.
        ahead: cells of the way to a target, shown in `style`.
        style: text with `{display_symbol}` in it; a malformed one changes nothing.
        max_width: in columns, 0 for no limit; what is cropped is farthest from the character.
        max_height: in rows, the same.

    """
    shown = set(cells) | ({here} if here is not None and symbol else set())
    if not shown:
        return Picture((), 0, 0)
    columns, rows = [c for c, _ in shown], [r for _, r in shown]
    at_column, at_row = here if here is not None else (min(columns), max(rows))
    left, right = cropped(min(columns), max(columns), at_column, max_width)
    bottom, top = cropped(min(rows), max(rows), at_row, max_height)
    lines = []
    for row in range(top, bottom - 1, -1):
        line = []
        for column in range(left, right + 1):
            cell = (column, row)
            if cell == here and symbol:
                line.append(symbol)
            elif cell not in shown:
                line.append(" ")
            elif cell in ahead:
                line.append(styled(style, _shown(sheet.cells[cell])))
            else:
                line.append(_shown(sheet.cells[cell]))
        lines.append("".join(line).rstrip())
    return Picture(tuple(lines), at_column - left, right - left + 1)


def _shown(symbol: str) -> str:
    """A symbol among colour codes: a bar that stands alone would begin one."""
    return "||" if symbol == "|" else symbol
