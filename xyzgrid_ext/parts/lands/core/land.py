"""A land with its places and roads, computed for any rectangle.

    land = Land("7", biomes, {"Alden": (120, 44), "Brook": (180, 60)})
    land.window(100, 30, 80, 24)            each cell: biome, height, road, place
    land.window(0, 0, 80, 24, step=16)      the same from afar: one of every 16 by 16

Coordinates go from -2**30 to 2**30.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256

import numpy as np

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.parts.lands.core.biomes import Biome
from xyzgrid_ext.parts.lands.core.cells import Cells, sample_cells
from xyzgrid_ext.parts.lands.core.noise import Ints
from xyzgrid_ext.parts.lands.core.roads import (
    Spot,
    distance_error,
    lay_roads,
    place_error,
    put_bridge,
    shortest_network,
)

_NEAR = 64  # cells around a misplaced place in which ground is looked for


@dataclass(frozen=True, eq=False)
class LandWindow:
    """A rectangle of a land with its roads and places: arrays of (rows, columns), bottom up.

    Attributes:
        cells: the ground, with bridges where roads cross rivers.
        road: the index of the road in each cell, -1 for none.
        place: the index of the place in each cell, -1 for none.
    """

    cells: Cells
    road: Ints
    place: Ints


@dataclass(frozen=True, eq=False)
class Land:
    """A land: a seed and biomes, from which every cell is computed, with places and roads.

    Attributes:
        seed: any text or number.
        places: name -> (x, y).
        pairs: the two places that each road joins; None joins all by the shortest network.
    """

    seed: int | str
    biomes: Sequence[Biome]
    places: Mapping[str, Spot] = field(default_factory=dict)
    pairs: Sequence[tuple[str, str]] | None = None

    @cached_property
    def number(self) -> int:
        """The seed as a number, which functions of lands take as their `seed`."""
        return int.from_bytes(sha256(str(self.seed).encode()).digest()[:6], "big")

    @cached_property
    def roads(self) -> Mapping[tuple[str, str], Sequence[Spot]]:
        """(name of a place, name of another) -> the cells of the road from one to the other.

        Raises:
            MapError: if there is no route from one to the other, or if they are too far apart.
        """
        pairs = shortest_network(self.places) if self.pairs is None else self.pairs
        cells = _roads(
            self.number, tuple(self.biomes), tuple(self.places.items()), tuple(map(tuple, pairs))
        )
        return dict(zip(pairs, cells, strict=True))

    def faults(self, names: Collection[str]) -> list[MapError]:
        """Return an error for each misplaced place of these `names`, and each road too long."""
        faults = []
        for name in names:
            x, y = spot = self.places[name]
            size = 2 * _NEAR + 1
            near = sample_cells(self.number, self.biomes, x - _NEAR, y - _NEAR, size, size)
            faults.append(place_error(name, spot, self.biomes, near))
        for first, other in shortest_network(self.places) if self.pairs is None else self.pairs:
            if {first, other} <= self.places.keys():
                ends = self.places[first], self.places[other]
                faults.append(distance_error((first, other), ends))
        return [fault for fault in faults if fault is not None]

    def window(self, x: int, y: int, columns: int, rows: int, step: int = 1) -> LandWindow:
        """Return the rectangle whose lower left cell is (x, y), as `columns` by `rows` samples.

        A sample stands for a square of `step` by `step` cells.

        Raises:
            MapError: if a road cannot be built.
        """
        cells = sample_cells(self.number, self.biomes, x, y, columns, rows, step)
        window = LandWindow(
            cells, *(np.full(cells.biome.shape, -1, dtype=np.int16) for _ in range(2))
        )
        for number, road in enumerate(self.roads.values()):
            for row, column in _within(cells, road):
                if window.road[row, column] < 0:
                    window.road[row, column] = number
                    put_bridge(self.biomes, cells.biome, row, column)
        for number, place in enumerate(self.places.values()):
            for row, column in _within(cells, [place]):
                window.place[row, column] = number
        return window


@lru_cache(maxsize=8)
def _roads(
    number: int,
    biomes: tuple[Biome, ...],
    places: tuple[tuple[str, Spot], ...],
    pairs: tuple[tuple[str, str], ...],
) -> Sequence[Sequence[Spot]]:
    """Return the cells of each road; the last results are kept, since long roads take seconds."""
    return lay_roads(number, biomes, dict(places), pairs)


def _within(cells: Cells, spots: Iterable[Spot]) -> Iterable[tuple[int, int]]:
    """Yield the rows and columns of those cells that are in a rectangle."""
    rows, columns = cells.biome.shape
    for x, y in spots:
        row, column = (y - cells.y) // cells.step, (x - cells.x) // cells.step
        if 0 <= row < rows and 0 <= column < columns:
            yield row, column
