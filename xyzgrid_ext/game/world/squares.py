"""The squares of endless lands that are needed: around people, and around their destinations.

. . # # #     somebody is in the square in the middle; with those around it, it is needed for
. . # @ #     `NEAR` seconds, alone for `KEEP` seconds; what a walk comes to next is needed as well
. . # # #

Their number is limited (`land_squares`): the squares needed longest ago are dropped first. Squares
with people in them, and squares that they are about to enter, are always drawn.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from xyzgrid_ext.core.land.tiles import Tile, around, is_of_land, tile_of
from xyzgrid_ext.game.base import limits

NEAR, KEEP = 180.0, 600.0
"""Seconds since somebody was in a square while it is needed with those around it, and alone."""
NOW = 25.0
"""Seconds for which somebody seen in a square is assumed to be still there."""
_EDGE = 12  # cells: closer to a square than this counts as about to enter it


class _Need(NamedTuple):
    """How much a square is needed; the least needed goes first, and of these the undrawn ones."""

    rank: int
    waits: bool
    ago: float


class Squares:
    """The squares of all endless lands that are needed in this process."""

    def __init__(self) -> None:
        self._visits: dict[str, dict[Tile, float]] = defaultdict(dict)
        self._coming: dict[str, dict[Tile, float]] = defaultdict(dict)

    def clear(self) -> None:
        """Forget who was where."""
        self._visits.clear()
        self._coming.clear()

    def visit(self, key: str, x: int, y: int) -> None:
        """Record that somebody is at a cell."""
        now = time.monotonic()
        self._visits[key][tile_of(x, y)] = now
        cells = ((x + dx, y + dy) for dx in (-_EDGE, 0, _EDGE) for dy in (-_EDGE, 0, _EDGE))
        for cell in cells:
            if is_of_land(*cell):
                self._coming[key][tile_of(*cell)] = now

    def walk_to(self, key: str, tiles: Iterable[Tile]) -> None:
        """Note the squares that a walking character will enter next."""
        self._coming[key].update(dict.fromkeys(tiles, time.monotonic()))

    def recall(self, key: str, tiles: Iterable[Tile]) -> None:
        """Record that somebody was in the given squares before the server started."""
        self._visits[key].update(dict.fromkeys(tiles, time.monotonic() - NEAR))

    def is_left(self, key: str, tile: Tile) -> bool:
        """Whether nobody has been in a square, or beside it, for a while."""
        now, visits = time.monotonic(), self._visits[key]
        return now - visits.get(tile, -KEEP) >= KEEP and not any(
            now - visits.get(one, -NEAR) < NEAR for one in around([tile])
        )

    def needed(self, drawn: Mapping[str, frozenset[Tile]]) -> dict[str, frozenset[Tile]]:
        """Return the squares of each land to draw; `drawn` lists those that are drawn now."""
        found = [
            (need, key, tile)
            for key in drawn
            for tile, need in self._needs(key, drawn[key]).items()
        ]
        found.sort()
        most = limits.most("land_squares")
        kept: dict[str, set[Tile]] = {key: set() for key in drawn}
        for number, (need, key, tile) in enumerate(found):
            if number < most or not need.rank:
                kept[key].add(tile)
        return {key: frozenset(tiles) for key, tiles in kept.items()}

    def _needs(self, key: str, drawn: frozenset[Tile]) -> dict[Tile, _Need]:
        """Return how much each square of a land is needed."""
        now = time.monotonic()
        for since, kept in ((self._visits, KEEP), (self._coming, NEAR)):
            since[key] = {tile: at for tile, at in since[key].items() if now - at < kept}
        found: dict[Tile, _Need] = {}
        near = {tile for tile, at in self._visits[key].items() if now - at < NEAR}
        for tile in around(near):
            found[tile] = _Need(2, tile not in drawn, 0.0)
        for tile, at in self._visits[key].items():
            if tile not in near:
                found[tile] = _Need(3, False, now - at)
        for tile, at in (*self._coming[key].items(), *self._visits[key].items()):
            if now - at < NEAR:
                found[tile] = _Need(0 if now - at < NOW else 1, False, now - at)
        return found
