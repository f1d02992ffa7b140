"""Cells of a sheet as lines of text, with `@` at the character and the route ahead coloured."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from xyzgrid_ext.core.grid import Sheet
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.view.visible import apply_style, crop_range


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted map as lines of text, from top to bottom; the character stands in column `at`.

    Lines may hold colour codes, so their length is not their width. `width` is their width in
    columns.
    """

    lines: tuple[str, ...]
    at: int
    width: int

    def aligned(self, columns: int, align: str = "c") -> str:
        """Return the lines as text, aligned within `columns`: "l"eft, "r"ight or "c"entred.

        Centred means that the character is in the middle, so that the picture does not jump.
        """
        if align == "c":
            indent = columns // 2 - self.at
        else:
            indent = columns - self.width if align == "r" else 0
        pad = " " * max(0, min(indent, columns - self.width))
        return "\n".join(pad + line for line in self.lines)


def paint_sheet(
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
    """Return a picture of these cells of a sheet.

    Args:
        sheet: the source of the symbols.
        cells: the cells to show.
        here: the cell of the character; None if it is not on this sheet.
        symbol: the symbol at `here`; empty for the room's own.
        ahead: cells of the route ahead, shown in `style`.
        style: how a symbol ahead is shown, such as `|y{display_symbol}|n`; a malformed one has no
            effect.
        max_width: in columns, 0 for no limit; what is too far from the character is left out.
        max_height: in rows, 0 for no limit.
    """
    visible = set(cells)
    if here is not None and symbol:
        visible.add(here)
    if not visible:
        return Picture((), 0, 0)
    columns, rows = [c for c, _ in visible], [r for _, r in visible]
    at_column, at_row = here if here is not None else (min(columns), max(rows))
    left, right = crop_range(min(columns), max(columns), at_column, max_width)
    bottom, top = crop_range(min(rows), max(rows), at_row, max_height)
    symbols, blank = sheet.cells, [" "] * (right - left + 1)
    lines = [blank.copy() for _ in range(bottom, top + 1)]
    for cell in visible:
        column, row = cell
        if not (left <= column <= right and bottom <= row <= top):
            continue
        if symbol and cell == here:
            text = symbol
        else:
            # a single bar would begin a colour code
            text = "||" if (text := symbols[cell]) == "|" else text
            if cell in ahead:
                text = apply_style(style, text)
        lines[top - row][column - left] = text
    return Picture(tuple("".join(line).rstrip() for line in lines), at_column - left, len(blank))
