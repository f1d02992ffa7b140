"""The texts of a land's rooms: prototypes by number, so each is made only once.

A room's number packs its biome, its choice of names and sentences, its surroundings, and its road.
Names are shared by patches of several cells; the second sentence changes from room to room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xyzgrid_ext.parts.lands.core.biomes import Biome
from xyzgrid_ext.parts.lands.core.land import LandWindow
from xyzgrid_ext.parts.lands.core.noise import FIXED_ONE, Ints, noise_grid, random_below

MARGIN = 3
"""The texts of a room depend on the cells around it, up to this distance."""
DIRECTION_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The step (x, y) in each of DIRECTIONS."""
DIRECTIONS = ("north", "east", "south", "west")
"""The directions of exits on lands; numbers of directions are indices into these."""
_CHOICES = 60  # every list of up to six texts has equal chances
_STEEP = 45  # thousandths that the land rises or falls within three cells
_ON_ROAD = 64  # numbers from here on: on a road, with the ways it goes on as bits
_BESIDES = 96


@dataclass(frozen=True)
class LandTexts:
    """Text templates that belong to no biome.

    Attributes:
        beside: neighbouring ground, as `Biome.beside` names it -> sentences with `{way}`.
        on_road: sentences with `{ways}`; number n is for a room from where a road leads in n
            directions.
        road: the name of a room on a road from `{one}` to `{other}`.
        place: the sentence about a place.
    """

    beside: Mapping[str, tuple[str, ...]]
    on_road: Sequence[str]
    road: str
    place: str


def text_codes(seed: int, biomes: Sequence[Biome], texts: LandTexts, window: LandWindow) -> Ints:
    """Return an array of (rows, columns): a number for each room, from which its text is made.

    `room_prototype` does that. `texts` are templates; `window` is larger than the result by
    MARGIN cells on each side.
    """
    cells = window.cells
    inner = np.s_[MARGIN:-MARGIN, MARGIN:-MARGIN]
    rows, columns = cells.biome.shape
    xs, ys = cells.x + np.arange(columns)[inner[1]], cells.y + np.arange(rows)[inner[0]]
    biome = cells.biome[inner].astype(np.int64)
    band = (noise_grid(seed * 16 + 13, xs, ys, 4, 2) + FIXED_ONE) >> 13
    name = random_below(_CHOICES, seed * 16 + 14, band.astype(np.int64), biome)
    more = random_below(_CHOICES, seed * 16 + 15, xs, ys[:, None])
    for choice, of in ((name, "rooms"), (more, "more")):
        choice %= np.array([max(1, len(getattr(biome, of))) for biome in biomes])[biome]
    road = np.where(window.road >= 0, window.road + 1, 0)[inner].astype(np.int64)
    beside = _beside(biomes, texts, window)
    more[road > 0] = 0  # the road is mentioned instead
    return (((road * _BESIDES + beside) * 8 + more) * 8 + name) * 64 + biome


def _beside(biomes: Sequence[Biome], texts: LandTexts, window: LandWindow) -> Ints:
    """Return each cell's surroundings as a number: kind and direction, or a road's directions."""
    cells, is_road = window.cells, window.road >= 0
    on_road = is_road | (window.place >= 0) & _touched(is_road)
    kinds = list(texts.beside)
    result = np.zeros([size - 2 * MARGIN for size in cells.biome.shape], dtype=np.int64)
    bits = np.zeros_like(result)
    here = _moved(cells.height, 0, 0)
    for number, kind in enumerate(kinds):
        of = np.array([biome.beside == kind for biome in biomes])
        for way, (dx, dy) in enumerate(DIRECTION_STEPS):
            if kind in ("rise", "fall"):
                higher = _moved(cells.height, 3 * dx, 3 * dy) - here
                there = (higher if kind == "rise" else -higher) >= _STEEP
            else:
                there = _moved(on_road if kind == "road" else of[cells.biome], dx, dy)
            result[there] = 1 + number * 4 + way
    for way, (dx, dy) in enumerate(DIRECTION_STEPS):
        bits |= _moved(on_road, dx, dy).astype(np.int64) << way
    roads = _moved(is_road, 0, 0)
    result[roads] = _ON_ROAD + bits[roads]
    return result


def _touched(cells: Any) -> Any:
    """Return whether one of the four cells beside each cell is among the given."""
    result = np.zeros_like(cells)
    result[1:] |= cells[:-1]
    result[:-1] |= cells[1:]
    result[:, 1:] |= cells[:, :-1]
    result[:, :-1] |= cells[:, 1:]
    return result


def _moved(column: Any, dx: int, dy: int) -> Any:
    """Return, for each cell inside the margin, the value of the cell at the offset (dx, dy)."""
    rows, columns = column.shape
    return column[MARGIN + dy : rows - MARGIN + dy, MARGIN + dx : columns - MARGIN + dx]


def room_prototype(
    code: int, biomes: Sequence[Biome], texts: LandTexts, roads: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    """Return the prototype of a room; `code` is its number from `text_codes`.

    `roads` are the names of the places that each road joins.
    """
    code, number = divmod(code, 64)
    code, name = divmod(code, 8)
    code, more = divmod(code, 8)
    road, beside = divmod(code, _BESIDES)
    biome = biomes[number]
    key, text = biome.rooms[name]
    if road:
        first, other = roads[road - 1]
        if not biome.of:
            key = texts.road.replace("{one}", first).replace("{other}", other)
        sentences = [text, _of_road(texts, beside - _ON_ROAD)]
    else:
        sentences = [text, biome.more[more], _of_side(texts, beside, more)]
    tags = [(biome.name, "landmark")] + [("road", "landmark")] * bool(road)
    return {
        "prototype_parent": "xyz_room",
        "key": key,
        "desc": " ".join(filter(None, sentences)),
        "tags": tags,
    }


def _of_side(texts: LandTexts, beside: int, which: int) -> str:
    if not beside:
        return ""
    kind, way = divmod(beside - 1, 4)
    sentences = list(texts.beside.values())[kind]
    return sentences[which % len(sentences)].replace("{way}", DIRECTIONS[way])


def _of_road(texts: LandTexts, bits: int) -> str:
    ways = [way for number, way in enumerate(DIRECTIONS) if bits >> number & 1]
    several = " and ".join(filter(None, (", ".join(ways[:-1]), *ways[-1:])))
    return texts.on_road[len(ways)].replace("{ways}", several)
