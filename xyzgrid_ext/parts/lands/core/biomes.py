"""Biomes: rows with the bounds, look, texts and costs of kinds of cells.

    {"name": "oak wood", "symbol": "T", "colour": "g", "paint": "#5d8a3f", "cost": 3,
     "height": (15, 300), "moisture": (550, None), "rooms": [("Under old oaks", "…"), …], "more": …}

The first row whose bounds fit is the biome of a cell. Rows with `is` have no bounds: they are
rivers, lakes and bridges in any biome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.lands.core.noise import Ints
from xyzgrid_ext.parts.lands.core.terrain import FIELDS, Fields

BROOK, RIVER, LAKE, BRIDGE, ROAD, PLACE = "brook", "river", "lake", "bridge", "road", "place"


@dataclass(frozen=True)
class Biome:
    """A kind of country, such as a wood: which cells are of it, how they look, what they cost.

    Attributes:
        colour: the letter of its colour in Evennia's markup.
        cost: the cost of a step into it for routes; 0 where nobody can walk.
        bounds: the fields that decide it, each (index into FIELDS, least value or None, first value
            above or None).
        rooms: choices for its rooms, each (name, first sentence of the text).
        more: choices for the second sentence.
        of: `river`, `lake`, `bridge` … for a biome without bounds; else "".
    """

    name: str
    symbol: str
    colour: str
    cost: int
    bounds: tuple[tuple[int, int | None, int | None], ...]
    rooms: tuple[tuple[str, str], ...]
    more: tuple[str, ...]
    of: str = ""
    beside: str = ""
    """The word for it in the texts of neighbouring rooms: `sea`."""
    paint: str = ""
    """Its colour on maps in a browser."""

    @property
    def coloured_symbol(self) -> str:
        """The symbol in Evennia's markup: `|bw|n`."""
        return f"|{self.colour}{self.symbol}|n"


def biome_from_row(row: Record) -> Biome:
    """Return the Biome of a dict that has been checked; the head of this file shows its keys."""
    bounds = tuple((n, *row[name]) for n, name in enumerate(FIELDS) if name in row)
    return Biome(
        row["name"],
        row["symbol"],
        row["colour"],
        row.get("cost", 0),
        bounds,
        tuple(row.get("rooms", ())),
        tuple(row.get("more", ())),
        row.get("is", ""),
        row.get("beside", ""),
        row.get("paint", ""),
    )


def biome_indices(biomes: Sequence[Biome], fields: Fields) -> Ints:
    """Return the index of each cell's biome in `biomes`: an int8 array like those of `fields`.

    A cell within no biome's bounds gets the last biome that has bounds.
    """
    ruled = [number for number, biome in enumerate(biomes) if not biome.of]
    result = np.full(fields.height.shape, ruled[-1], dtype=np.uint8)
    for number in reversed(ruled):
        fits = np.ones(result.shape, dtype=bool)
        for field, least, below in biomes[number].bounds:
            if least is not None:
                fits &= fields[field] >= least
            if below is not None:
                fits &= fields[field] < below
        result[fits] = number
    return result.view(np.int8)


def biome_index(biomes: Sequence[Biome], kind: str) -> int:
    """Return the index of the biome whose `of` is `kind`, such as `river`."""
    return next(number for number, biome in enumerate(biomes) if biome.of == kind)
