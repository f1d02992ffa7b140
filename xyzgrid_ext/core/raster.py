"""A drawn sheet: symbols on a raster, with the places of each room and link.

Row 0 is the BOTTOM row, since y goes up. The room (x, y) is at (x * pitch_x, y * pitch_y):

    row 2   #---#      cells   {(0, 2): "#", (1, 2): "-", ...}
    row 1   |          trails  {(0, 0, "up"): ((0, 1),), ...}: the cells of each link out of a room
    row 0   #          marks   {(0, 0): ((1, 0),)}: letters beside a room that belong to it
                       leaving {(0, 0): ("up",)}: rooms that are drawn as stairs off the sheet
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.markup import strip_markup, text_width

Cell = tuple[int, int]
"""A position in a drawing: column, row from the lowest, both from 0; not a room's x and y."""


class Rectangle(Mapping[Cell, str]):
    """The symbol of each cell of a drawing that fills a rectangle from (0, 0), without a dict."""

    columns: int
    rows: int


class Tiles(Mapping[Cell, str]):
    """The symbols of an endless land by cell; it is drawn in squares, and only some of them are.

    Attributes:
        tiles: the drawn squares: (1, -2) is the one whose lowest left cell is (size, -2 * size).
        home: a square that is always drawn.
        size: how many columns and rows a square has.
        farthest: columns and rows go from -farthest to farthest - 1.
    """

    tiles: frozenset[Cell]
    home: Cell
    size: int
    farthest: int

    def __contains__(self, cell: object) -> bool:
        match cell:
            case (int(column), int(row)):
                return (column // self.size, row // self.size) in self.tiles
        return False

    def __len__(self) -> int:
        return len(self.tiles) * self.size**2

    def __iter__(self) -> Iterator[Cell]:
        size = range(self.size)
        corners = ((x * self.size, y * self.size) for x, y in sorted(self.tiles))
        return (
            (first_column + x, bottom + y)
            for first_column, bottom in corners
            for y in size
            for x in size
        )

    def is_undrawn(self, x: int, y: int) -> bool:
        """Whether a cell is within the bounds, but not drawn."""
        is_within = min(x, y) >= -self.farthest and max(x, y) < self.farthest
        return is_within and (x // self.size, y // self.size) not in self.tiles

    def is_at_edge(self, x: int, y: int) -> bool:
        """Whether a cell or one of the four beside it is undrawn, as at the edge of a land."""
        cells = ((x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return any(self.is_undrawn(*cell) for cell in cells)

    def around(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return (first column, last column, first row, last row) of the squares around a cell.

        These are the drawn squares that adjoin each other from the cell's own on. If nothing is
        drawn there, the home square is the first.
        """
        start = cell[0] // self.size, cell[1] // self.size
        edge = [start if start in self.tiles else self.home]
        squares = set(edge)
        while edge:
            x, y = edge.pop()
            beside = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            new = (beside & self.tiles) - squares
            squares |= new
            edge += new
        xs, ys = zip(*squares, strict=True)
        left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
        corner, other = (left * self.size, bottom * self.size), (right + 1, top + 1)
        return corner[0], other[0] * self.size - 1, corner[1], other[1] * self.size - 1


@dataclass(frozen=True, eq=False)
class Sheet:
    """The drawing of one level, by cell; a symbol is one column wide and may hold colour codes.

    Attributes:
        cells: cell -> symbol.
        trails: (x, y, direction) of a link -> the cells that it crosses.
        pitch: the columns and rows from one room to the next.
        marks: (x, y) of a room -> the cells of letters beside it, for links to other levels or
            maps.
        leaving: cell of a room drawn as stairs -> directions off the level: ("up",).
    """

    cells: Mapping[Cell, str]
    trails: Mapping[tuple[int, int, str], tuple[Cell, ...]]
    pitch: Cell = (2, 2)
    marks: Mapping[Cell, tuple[Cell, ...]] = field(default_factory=dict)
    leaving: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def letter_cells(self) -> frozenset[Cell]:
        """The cells of the symbols drawn beside rooms, for links to other levels or maps."""
        return frozenset(cell for cells in self.marks.values() for cell in cells)

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters among the symbols of the cells that links cross."""
        symbols = {self.cells.get(cell, "") for trail in self.trails.values() for cell in trail}
        return frozenset(filter(str.isalpha, "".join(map(strip_markup, symbols))))

    @cached_property
    def owners(self) -> Mapping[Cell, tuple[tuple[int, int, str], ...]]:
        """Cell -> the rooms in it as (x, y, "") and the links across it as (x, y, direction)."""
        owners: dict[Cell, list[tuple[int, int, str]]] = {}
        for cell in self.cells:
            (x, left), (y, over) = divmod(cell[0], self.pitch[0]), divmod(cell[1], self.pitch[1])
            owners[cell] = [] if left or over else [(x, y, "")]
        for (x, y), cells in self.marks.items():
            for cell in cells:
                owners.setdefault(cell, []).append((x, y, ""))
        for way, cells in self.trails.items():
            for cell in cells:
                owners.setdefault(cell, []).append(way)
        return {cell: tuple(of_cell) for cell, of_cell in owners.items()}

    @cached_property
    def extent(self) -> tuple[int, int, int, int]:
        """(First column, last column, first row, last row); there must be cells."""
        if isinstance(self.cells, Tiles):
            x, y = self.cells.home
            return self.cells.around((x * self.cells.size, y * self.cells.size))
        if isinstance(self.cells, Rectangle):
            return 0, self.cells.columns - 1, 0, self.cells.rows - 1
        columns, rows = [column for column, _ in self.cells], [row for _, row in self.cells]
        return min(columns), max(columns), min(rows), max(rows)

    def extent_around(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the extent; in an endless land, the extent of the drawn part around a cell."""
        return self.cells.around(cell) if isinstance(self.cells, Tiles) else self.extent

    @property
    def is_endless(self) -> bool:
        """Whether the sheet is part of an endless land."""
        return isinstance(self.cells, Tiles)

    def room_cell(self, x: int, y: int) -> Cell:
        """Return the cell of the room (x, y) on the raster."""
        return x * self.pitch[0], y * self.pitch[1]

    def lines(self, *, plain: bool = False) -> Iterator[str]:
        """Yield the sheet as text, top row first, without trailing blanks; `plain`: no colours."""
        if not self.cells:
            return
        left, right, bottom, top = self.extent
        if not self.is_endless:  # a blank margin is a part of a drawing
            left, bottom = min(left, 0), min(bottom, 0)
        for row in range(top, bottom - 1, -1):
            columns = range(left, right + 1)
            line = [self.cells.get((column, row), " ") for column in columns]
            if plain:  # symbol by symbol: a `|` before an `n` is no markup
                plain_symbols = {symbol: strip_markup(symbol) for symbol in set(line)}
                line = [plain_symbols[symbol] for symbol in line]
            yield "".join(line).rstrip()


PLACEHOLDER = "?"
"""What players see for a symbol that is not one column wide."""


def shown_symbol(symbol: str) -> str:
    """Return a symbol as players see it: PLACEHOLDER if it is not one column wide."""
    return symbol if not symbol.strip() or text_width(symbol) == 1 else PLACEHOLDER


def wide_symbols(name: str, symbols: Iterable[str], cure: str) -> list[Finding]:
    """Return warnings, about the map `name`, for symbols that are not one column wide.

    `cure` is their advice.
    """
    return [
        Finding.warning(
            "wide-symbol",
            f"the symbol '{symbol}' takes {text_width(symbol)} columns, "
            f"and is shown as '{PLACEHOLDER}'",
            cure,
            file=name,
        )
        for symbol in sorted(set(symbols))
        if shown_symbol(symbol) != symbol
    ]
