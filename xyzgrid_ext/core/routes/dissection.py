"""Divides a map by the rooms between its parts: nested dissection (George 1973).

    # # # H # # #       the hubs H are the rooms between two halves: no link leads from one half
    # # # H # # #       to the other, so each way between them goes through a hub. Each half has
    # # # H # # #       hubs of its own, and so on
    2     1     3       the halves of the part n are the parts 2n and 2n + 1

Maps are cut in the middle, along the axis that needs the fewest hubs for the size of the halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.grid.model import Bools, Ints

_SMALL = 24  # rooms: smaller parts are not divided, and all their rooms are hubs


class MapPart(NamedTuple):
    """The hubs of a part of a map; `offset` is the number of hubs of the parts around it."""

    number: int
    hubs: Ints
    offset: int

    @property
    def end(self) -> int:
        """How many hubs it has, together with the parts around it."""
        return self.offset + len(self.hubs)


def parts_of(coords: Ints, source: Ints, target: Ints) -> Iterator[MapPart]:
    """Yield all parts of a map, each before its halves; each room is a hub of one part.

    Args:
        coords: (n, 3), the rooms' coordinates.
        source: the rooms where its links begin.
        target: the rooms where they end.

    """
    waiting = [(1, 0, np.arange(len(coords)), np.stack([source, target]))]
    chosen = np.zeros(len(coords), dtype=bool)
    while waiting:
        number, offset, rooms, links = waiting.pop()
        found = None if len(rooms) <= _SMALL else _halves(coords, rooms, links, chosen)
        if found is None:
            yield MapPart(number, rooms, offset)
            continue
        hubs, *halves = found
        yield MapPart(number, hubs, offset)
        for more, half in enumerate(halves):
            chosen[half] = True
            kept = links[:, chosen.take(links).all(axis=0)]
            chosen[half] = False
            waiting.append((2 * number + more, offset + len(hubs), half, kept))


def _halves(coords: Ints, rooms: Ints, links: Ints, chosen: Bools) -> Any:
    """Return the hubs between two halves, and the halves; None if there are too many hubs.

    `chosen` is a buffer, (n,) bool, all False on entry and on return.
    """
    best, least = None, 2.0
    for axis in range(3):
        column = coords[rooms, axis]
        middle = np.partition(column, len(column) // 2)[len(column) // 2]
        for upper in (column >= middle, column > middle):
            smaller = min(int(upper.sum()), int((~upper).sum()))
            if not smaller:
                continue
            chosen[rooms] = upper
            cut = links[:, chosen.take(links[0]) != chosen.take(links[1])]
            is_upper = chosen.take(cut)
            chosen[rooms] = False
            hubs = min((np.unique(cut[is_upper == end]) for end in (False, True)), key=len)
            if len(hubs) / smaller < least:
                best, least = (hubs, rooms[~upper], rooms[upper]), len(hubs) / smaller
    if best is None:
        return None
    hubs, low, high = best
    return hubs, *(half[np.isin(half, hubs, invert=True)] for half in (low, high))
