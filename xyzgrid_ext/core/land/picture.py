"""A rectangle of a land as text: a character for each cell, or for each square of many cells.

~~~.,,"TT    ~ water  . beach  , " meadow  T t woods  n ^ hills and mountains
~.o##H#to    o a named place  # a road  H a bridge
"""

from __future__ import annotations

from collections.abc import Sequence

from xyzgrid_ext.core.land.biomes import Biome
from xyzgrid_ext.core.land.land import Seen

PLACE, ROAD = ("o", "R"), ("#", "y")
"""The symbols of places and roads, and their colours."""


def lines(seen: Seen, biomes: Sequence[Biome], *, coloured: bool = False) -> list[str]:
    """Return the lines of a picture, the highest row first.

    Colours are those of Evennia's markup.
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
        found.append(_line(line) if coloured else "".join(symbol for symbol, _colour in line))
    return found


def _line(signs: Sequence[tuple[str, str]]) -> str:
    """Return the symbols of a line, with a code wherever the colour changes."""
    text, now = "", ""
    for symbol, colour in signs:
        text += (f"|{colour}" if colour != now else "") + symbol
        now = colour
    return f"{text}|n"
