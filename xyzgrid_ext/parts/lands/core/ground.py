"""The ground of a land that becomes rooms: of an area, or of squares of an endless land.

area      room (0, 0) is its lower left cell; the largest connected part, and all
          parts with a place: islands beyond the sea are drawn, but nobody comes there
squares   the coordinates of the land; every cell where one can stand, as nobody knows what
          hangs together with what is not drawn yet
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.core.findings import Finding, MapError, RefusedError
from xyzgrid_ext.core.raster import Cell, Rectangle, Sheet, Tiles
from xyzgrid_ext.core.reach import components
from xyzgrid_ext.parts.lands.core.biomes import Biome
from xyzgrid_ext.parts.lands.core.land import Land, LandWindow
from xyzgrid_ext.parts.lands.core.noise import Bools, Ints
from xyzgrid_ext.parts.lands.core.picture import PLACE, ROAD
from xyzgrid_ext.parts.lands.core.roads import Spot, place_error
from xyzgrid_ext.parts.lands.core.tiles import FARTHEST, SIZE, Tile, tile_at
from xyzgrid_ext.parts.lands.core.words import DIRECTION_STEPS, MARGIN, LandTexts, text_codes

_FAR = 1 << 31  # more than two coordinates are apart


class Ground(NamedTuple):
    """The cells of a land that become rooms, sorted by row and column.

    Attributes:
        coords: (n, 2) x and y of each room.
        texts: (n,) the code of each room's text, for `room_prototype`.
        cost: (n,) the cost of a step into each room for routes.
        places: the coordinates of the land's places that are among these rooms.
        sheet: the drawing of the map.
    """

    coords: Ints
    texts: Ints
    cost: Ints
    places: Mapping[str, Spot]
    sheet: Sheet


class Rect(NamedTuple):
    """A rectangle of cells: its lower left cell, and its size."""

    x: int
    y: int
    columns: int
    rows: int

    def relative(self, spot: Spot) -> Spot | None:
        """Return a cell as (column, row) in the rectangle; None if it is outside."""
        column, row = spot[0] - self.x, spot[1] - self.y
        return (column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None


def ground_in_area(land: Land, texts: LandTexts, area: Rect, symbols: Sequence[str]) -> Ground:
    """Return the rooms of a bounded land, which fills `area`.

    `texts` are templates; `symbols` has the symbol of each of the land's places, in their order.

    Raises:
        MapError: if a place or a road cannot be where it is said to be.
    """
    window = _seen(land, area)
    cost = _costs(land.biomes, window)
    inside = {
        key: at for key, spot in land.places.items() if (at := area.relative(spot)) is not None
    }
    rooms = _hanging_together(cost > 0, inside)
    codes = text_codes(land.number, land.biomes, texts, window)
    symbols_shown = _shown(land.biomes, symbols)
    numbers = _numbers(land.biomes, window)
    apart = (cost > 0) & ~rooms
    numbers[apart] = len(symbols_shown) + _inner(window.cells.biome)[apart]
    grey = [f"|x{biome.symbol}|n" for biome in land.biomes]
    sheet = sheet_of_land(numbers, [*symbols_shown, *grey])
    return Ground(np.argwhere(rooms)[:, ::-1], codes[rooms], cost[rooms], inside, sheet)


def ground_in_tiles(
    land: Land, texts: LandTexts, tiles: Collection[Tile], home: Tile, symbols: Sequence[str]
) -> Ground:
    """Return the rooms of some squares, `tiles` and `home`, of an endless land.

    `texts` are templates; `symbols` has the symbol of each of the land's places, in their order.

    Raises:
        MapError: if a place or a road cannot be where it is said to be.
    """
    squares = frozenset((*tiles, home))
    coords, codes, cost, pieces = [], [], [], {}
    inside: dict[str, Spot] = {}
    for area in _runs(squares):
        window = _seen(land, area)
        costs = _costs(land.biomes, window)
        rooms = costs > 0
        inside |= {
            key: spot for key, spot in land.places.items() if area.relative(spot) is not None
        }
        coords.append(np.argwhere(rooms)[:, ::-1] + (area.x, area.y))
        codes.append(text_codes(land.number, land.biomes, texts, window)[rooms])
        cost.append(costs[rooms])
        numbers = _numbers(land.biomes, window)
        for begin in range(0, area.columns, SIZE):
            pieces[tile_at(area.x + begin, area.y)] = numbers[:, begin : begin + SIZE].copy()
    spots = np.concatenate(coords)
    order = np.lexsort((spots[:, 0], spots[:, 1]))
    sheet = sheet_of_tiles(pieces, home, _shown(land.biomes, symbols))
    codes_of, cost_of = np.concatenate(codes), np.concatenate(cost)
    return Ground(spots[order], codes_of[order], cost_of[order], inside, sheet)


def links_between(coords: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the exits between adjacent cells as three arrays: (sources, targets, directions).

    `coords` is (n, 2), the x and y of each cell, sorted by row and column. Sources and targets are
    indices of its rows, directions are indices into DIRECTIONS.
    """
    x, y = coords.astype(np.int64).T
    numbers = y * _FAR + x
    columns = []
    for way, (dx, dy) in enumerate(DIRECTION_STEPS):
        beside = numbers + (dy * _FAR + dx)
        there = np.searchsorted(numbers, beside).clip(max=max(0, len(numbers) - 1))
        here = np.flatnonzero(numbers[there] == beside)
        columns.append((here, there[here], np.full(len(here), way)))
    source, target, ways = (np.concatenate(column) for column in zip(*columns, strict=True))
    return source, target, ways


def _runs(tiles: Collection[Tile]) -> Iterator[Rect]:
    """Yield rectangles of adjacent squares; drawing one takes little longer than one square."""
    for x, y in sorted(tiles):
        if (x - 1, y) not in tiles:
            end = x + 1
            while (end, y) in tiles:
                end += 1
            yield Rect(x * SIZE, y * SIZE, (end - x) * SIZE, SIZE)


def _seen(land: Land, area: Rect) -> LandWindow:
    """Return an area and a margin around it.

    Raises:
        MapError: if a place or a road cannot be where it is said to be.
    """
    x, y, columns, rows = area
    window = land.window(x - MARGIN, y - MARGIN, columns + 2 * MARGIN, rows + 2 * MARGIN)
    for key, spot in land.places.items():
        if area.relative(spot) and (fault := place_error(key, spot, land.biomes, window.cells)):
            raise fault
    return window


def _inner(column: Ints) -> Ints:
    """Return a column without the margin."""
    return column[MARGIN:-MARGIN, MARGIN:-MARGIN]


def _costs(biomes: Sequence[Biome], window: LandWindow) -> Ints:
    """Return (rows, columns): the cost of a step into each cell, 0 where nobody can walk."""
    cost = np.array([biome.cost for biome in biomes])[_inner(window.cells.biome)]
    cost[(_inner(window.road) >= 0) | (_inner(window.place) >= 0)] = 1
    return cost


def _hanging_together(ground: Bools, inside: Mapping[str, Spot]) -> Bools:
    """Return (rows, columns): which cells are rooms, being connected or having a place."""
    ground = ground.copy()
    number = np.full(ground.shape, -1, dtype=np.int64)
    number[ground] = np.arange(ground.sum())
    tails, heads, _way = links_between(np.argwhere(ground)[:, ::-1])
    part = components(int(ground.sum()), tails, heads, strong=False)
    if len(part):
        parts = {int(np.bincount(part).argmax())}
        parts |= {int(part[number[row, column]]) for column, row in inside.values()}
        ground[ground] = np.isin(part, sorted(parts))
    return ground


def _numbers(biomes: Sequence[Biome], window: LandWindow) -> Ints:
    """Return (rows, columns): numbers of the symbols in `_shown`, including places and roads."""
    numbers = _inner(window.cells.biome).astype(np.int16)
    built = np.array([bool(biome.of) for biome in biomes])
    road, place = _inner(window.road) >= 0, _inner(window.place)
    numbers[road & ~built[numbers]] = len(biomes)
    numbers[place >= 0] = len(biomes) + 1 + place[place >= 0]
    return numbers


def _shown(biomes: Sequence[Biome], places: Sequence[str]) -> list[str]:
    """Return the symbols of biomes, of roads and of places."""
    symbols = [symbol.strip() or PLACE[0] for symbol in places]
    symbols = [symbol.replace("|", "||") for symbol in symbols]  # alone it would begin a colour
    more = [f"|{ROAD[1]}{ROAD[0]}|n", *(f"|{PLACE[1]}{symbol}|n" for symbol in symbols)]
    return [*(biome.coloured_symbol for biome in biomes), *more]


def land_error(name: str, *faults: MapError) -> RefusedError:
    """Return the error that refuses the land `name`, with its faults; equal ones count once."""
    cures = {fault.message: fault.cure for fault in faults}
    return RefusedError(
        [Finding.error("bad-land", text, cure, file=name) for text, cure in cures.items()]
    )


# --- the drawing: one symbol per cell, held in an array since the cells are many


class _Cells(Rectangle):
    """Maps (column, row) to a symbol, from an array of symbol numbers."""

    def __init__(self, numbers: Ints, symbols: Sequence[str]) -> None:
        self._numbers, self._symbols = numbers, tuple(symbols)
        self.rows, self.columns = numbers.shape

    def __getitem__(self, cell: Cell) -> str:
        column, row = cell
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise KeyError(cell)
        return self._symbols[self._numbers.item(row, column)]

    def __iter__(self) -> Iterator[Cell]:
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def __len__(self) -> int:
        return self._numbers.size


def sheet_of_land(numbers: Ints, symbols: Sequence[str]) -> Sheet:
    """Return the drawing of a land.

    `numbers` is an array of (rows, columns), the lowest row first: for each cell the index of its
    symbol in `symbols`.
    """
    return Sheet(cells=_Cells(numbers, symbols), trails={}, pitch=(1, 1))


class _Tiles(Tiles):
    """Maps (column, row) to a symbol, from an array of symbol numbers for each square."""

    size, farthest = SIZE, FARTHEST

    def __init__(self, numbers: Mapping[Tile, Ints], home: Tile, symbols: Sequence[str]) -> None:
        self._numbers, self._symbols = dict(numbers), tuple(symbols)
        self.tiles, self.home = frozenset(numbers), home

    def __getitem__(self, cell: Cell) -> str:
        column, row = cell
        numbers = self._numbers[tile_at(column, row)]
        return self._symbols[numbers.item(row % SIZE, column % SIZE)]


def sheet_of_tiles(numbers: Mapping[Tile, Ints], home: Tile, symbols: Sequence[str]) -> Sheet:
    """Return the drawing of an endless land; `numbers` has an array for each drawn square.

    The arrays hold indices into `symbols`, the lowest row first. `home` is shown where none is.
    """
    return Sheet(cells=_Tiles(numbers, home, symbols), trails={}, pitch=(1, 1))
