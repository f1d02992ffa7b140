"""A rectangle of a land as text: one symbol per cell, or per square of many cells.

~~~.,,"TT    ~ water  . beach  , " meadow  T t woods  n ^ hills and mountains
~.o##H#to    o a named place  # a road  H a bridge
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from xyzgrid_ext.core.land.biomes import Biome
from xyzgrid_ext.core.land.land import Seen

PLACE, ROAD = ("o", "R"), ("#", "y")
"""The symbols of places and roads, and their colours."""
_LABEL = "w"


def lines(
    seen: Seen,
    biomes: Sequence[Biome],
    *,
    coloured: bool = False,
    labels: Mapping[tuple[int, int], str] = MappingProxyType({}),
) -> list[str]:
    """Return the lines of a picture, the highest row first, with or without colours.

    `labels` are texts by the row and the column of the cell on which each begins.
    """
    signs = [(biome.symbol, biome.colour) for biome in biomes]
    found = []
    for row in range(len(seen.road) - 1, -1, -1):
        cells = zip(
            seen.cells.biome[row].tolist(),
            seen.road[row].tolist(),
            seen.place[row].tolist(),
            strict=True,
        )
        line = [
            PLACE if place >= 0 else ROAD if road >= 0 and not biomes[biome].of else signs[biome]
            for biome, road, place in cells
        ]
        own = sorted((column, text) for (at, column), text in labels.items() if at == row)
        for (column, text), (end, _next) in pairwise([*own, (len(line), "")]):
            # a blank is left before the next label
            room = end - column - (len(text) > end - column and end < len(line))
            cut = text[: max(1, room)].ljust(min(len(text), end - column))
            line[column : column + len(cut)] = [(one.replace("|", "||"), _LABEL) for one in cut]
        found.append(_line(line) if coloured else "".join(symbol for symbol, _colour in line))
    return found


def _line(signs: Sequence[tuple[str, str]]) -> str:
    """Return the symbols of a line, with a code wherever the colour changes."""
    text, now = "", ""
    for symbol, colour in signs:
        text += (f"|{colour}" if colour != now else "") + symbol
        now = colour
    return f"{text}|n"
