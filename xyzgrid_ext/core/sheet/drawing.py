"""A drawing between its corner marks, as cells.

    0 1        the cell (0, 0) is the lowest and leftmost: two columns right of the lower
  +            mark, two lines above it. The room (x, y) stands in the cell (2x, 2y), so
               that there is one cell for a link between two rooms.
1   #-#
    |
0   #
  +
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.sheet.legend import Symbol
from xyzgrid_ext.core.sheet.margins import CORNER_MARK, find_frame

BLANK = " "
"""Stands in a drawing where nothing is."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """The cells of a drawing: `rows` of symbols, the lowest first, without blanks at their ends.

    For findings: row y is `lines[lowest - y]`, and column x is the character `left + x` of it.
    """

    name: str
    rows: tuple[str, ...]
    legend: Mapping[str, Symbol]
    lines: tuple[str, ...]
    left: int
    lowest: int

    @cached_property
    def width(self) -> int:
        """The number of columns of the widest row."""
        return max(map(len, self.rows), default=0)

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Yield (x, y, symbol) of all cells that are not blank, the lowest row first."""
        for y, row in enumerate(self.rows):
            for x, symbol in enumerate(row):
                if symbol != BLANK:
                    yield x, y, symbol

    def finding(
        self,
        code: str,
        x: int,
        y: int,
        message: str,
        cure: str,
        severity: Severity = Severity.ERROR,
    ) -> Finding:
        """Return a finding about a cell, with its line and column in the text."""
        number = self.lowest - y
        place = (number + 1, self.left + x + 1, self.lines[number])
        return Finding(severity, code, message, cure, self.name, *place)


def parse_drawing(text: str, name: str, legend: Mapping[str, Symbol]) -> Drawing:
    """Return the cells of the drawing in `text`, between two corner marks `+`, of the map `name`.

    Raises:
        RefusedError: if the corner marks are missing, or a symbol is unknown or in an impossible
            place; it lists all such symbols.
    """
    lines = tuple(text.split("\n"))
    if (frame := find_frame(lines)) is None:
        message = f"the drawing has no two corner marks {CORNER_MARK} one above the other"
        cure = (
            f"put a {CORNER_MARK} two lines above and two lines below the drawing, two columns left"
        )
        raise RefusedError([Finding.error("bad-drawing", message, cure, name)])
    first, after = frame.upper + 2, frame.lower - 1
    rows = tuple(line[frame.left :].rstrip(BLANK) for line in reversed(lines[first:after]))
    drawing = Drawing(name, rows, legend, lines, frame.left, after - 1)
    if faults := list(islice(_unknown(drawing), _REPORTED)):
        raise RefusedError(faults)
    return drawing


_REPORTED = 20  # wrong symbols of one drawing


def _unknown(drawing: Drawing) -> Iterator[Finding]:
    legend = drawing.legend
    symbols = legend.keys() | {BLANK}
    between = symbols - {key for key, symbol in legend.items() if symbol.is_place}
    for y, row in enumerate(drawing.rows):
        if between.issuperset(row if y % 2 else row[1::2]) and symbols.issuperset(row):
            continue
        if not y % 2 and (shifted := _shifted(drawing, y)):
            yield shifted
            continue
        for x, symbol in enumerate(row):
            if symbol in between:
                continue
            if symbol == "\t":
                message = "the drawing has a tab, but each character is a column"
                cure = "replace tabs with spaces"
            elif symbol not in legend:
                message = f"the legend has no symbol '{symbol}'"
                cure = "correct it, or add it to the legend of the map"
            elif x % 2 or y % 2:
                message = f"the room '{symbol}' is between the places of rooms"
                cure = "rooms are in every second column and line, from two lines above the lower +"
            else:
                continue
            yield drawing.finding("bad-drawing", x, y, message, cure)


def _shifted(drawing: Drawing, y: int) -> Finding | None:
    """Return the fault of a row whose rooms all stand between the places of rooms."""
    row, legend = drawing.rows[y], drawing.legend
    if not set(row) <= legend.keys() | {BLANK}:
        return None
    places = [x for x, symbol in enumerate(row) if symbol != BLANK and legend[symbol].is_place]
    if any(not x % 2 for x in places):
        return None
    message = "the row seems to be shifted: all its rooms are between the places of rooms"
    cure = "rooms are in every second column: move the row by one space to the left or right"
    return drawing.finding("bad-drawing", places[0], y, message, cure)
