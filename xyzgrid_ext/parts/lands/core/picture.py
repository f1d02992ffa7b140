"""A rectangle of a land as text: one symbol per cell, or per square of many cells.

~~~.,,"TT    ~ water  . beach  , " meadow  T t woods  n ^ hills and mountains
~.o##H#to    o a named place  # a road  H a bridge
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from xyzgrid_ext.parts.lands.core.biomes import Biome
from xyzgrid_ext.parts.lands.core.land import LandWindow

PLACE, ROAD = ("o", "R"), ("#", "y")
"""The symbols of places and roads, and their colours."""
_LABEL = "w"
Cell = tuple[int, int]
"""(row, column) of a cell in a picture, from 0."""


def picture_lines(
    window: LandWindow,
    biomes: Sequence[Biome],
    *,
    coloured: bool = False,
    labels: Mapping[Cell, str] = MappingProxyType({}),
) -> list[str]:
    """Return the lines of a picture of a land, the highest row first.

    `labels` are texts by the cell on which each begins; `coloured` adds Evennia's markup.
    """
    signs = [(biome.symbol, biome.colour) for biome in biomes]
    lines = []
    for row in range(len(window.road) - 1, -1, -1):
        cells = zip(
            window.cells.biome[row].tolist(),
            window.road[row].tolist(),
            window.place[row].tolist(),
            strict=True,
        )
        line = [
            PLACE if place >= 0 else ROAD if road >= 0 and not biomes[biome].of else signs[biome]
            for biome, road, place in cells
        ]
        texts = sorted((column, text) for (at, column), text in labels.items() if at == row)
        for (column, text), (end, _next) in pairwise([*texts, (len(line), "")]):
            # a blank is left before the next label
            room = end - column - (len(text) > end - column and end < len(line))
            cut = text[: max(1, room)].ljust(min(len(text), end - column))
            line[column : column + len(cut)] = [(c.replace("|", "||"), _LABEL) for c in cut]
        lines.append(_line(line) if coloured else "".join(symbol for symbol, _colour in line))
    return lines


def place_labels(places: Mapping[Cell, str], here: Cell, columns: int) -> dict[Cell, str]:
    """Return the labels of a picture: cell on which each begins -> text.

    They are `@` for the cell `here`, and the name of each place to its right, or to its left if it
    fits there alone. `columns` is the width of the picture.
    """
    labels, widths = {}, {at: len(name) + 2 for at, name in places.items()} | {here: 1}
    for (row, column), name in places.items():
        beside = {at: wide for (other, at), wide in widths.items() if other == row and at != column}
        right = min((at for at in beside if at > column), default=columns) - column
        left = column - max((at + wide for at, wide in beside.items() if at < column), default=0)
        if right < len(name) + 2 <= left:
            labels[row, column - len(name) - 1] = f"{name} {PLACE[0]}"
        else:
            labels[row, column] = f"{PLACE[0]} {name} "
    return labels | {here: "@"}


def _line(signs: Sequence[tuple[str, str]]) -> str:
    """Return the symbols of a line, with a code wherever the colour changes."""
    text, now = "", ""
    for symbol, colour in signs:
        text += (f"|{colour}" if colour != now else "") + symbol
        now = colour
    return f"{text}|n"
