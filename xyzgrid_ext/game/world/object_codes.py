"""The room or link of each object of the grid, as one number: 8 bytes per object.

    object 8201 ─► page 2, place 9 ─► code ─► map 0, link 471        pages of 4,096 objects, and
    object 8202 ─► page 2, place 10 ─► code ─► map 0, room 96        none where the grid has none

Maps, rooms and links are numbers here; `index` knows the maps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.core.grid.model import Ints

_BITS = 12
_SIZE, _MASK = 1 << _BITS, (1 << _BITS) - 1
_NUMBER = 40  # bits: the number of a room or link, and one that says which of both
_REST = (1 << _NUMBER) - 1


class Code(NamedTuple):
    """A room or a link of a map, by their numbers."""

    map: int
    number: int
    is_link: bool


class ObjectCodes:
    """The codes of objects, by object id."""

    def __init__(self) -> None:
        self._pages: dict[int, Ints] = {}

    def get(self, pk: int | None) -> Code | None:
        """Return the code of an object; None if it is not on the grid, or was deleted."""
        if pk is None or (page := self._pages.get(pk >> _BITS)) is None:
            return None
        if not (code := page.item(pk & _MASK)):
            return None
        rest = (code - 1) & _REST
        return Code((code - 1) >> _NUMBER, rest >> 1, bool(rest & 1))

    def put(self, pk: int, code: Code | None) -> None:
        """Set the code of an object; None removes it."""
        page = self._pages.get(pk >> _BITS)
        if page is None:
            page = self._pages[pk >> _BITS] = np.zeros(_SIZE, np.int64)
        page[pk & _MASK] = 0 if code is None else _coded(code.map, code.number, code.is_link)

    def put_all(self, pks: Ints, map_number: int, numbers: Ints, are_links: bool) -> None:
        """Set objects, in ascending order, to rooms or links of a map."""
        codes = _coded(map_number, numbers.astype(np.int64), are_links)
        cuts = np.flatnonzero(np.diff(pks >> _BITS)) + 1
        for own, coded in zip(np.split(pks, cuts), np.split(codes, cuts), strict=True):
            if len(own):
                page = self._pages.setdefault(int(own[0]) >> _BITS, np.zeros(_SIZE, np.int64))
                page[own & _MASK] = coded

    def of_map(self, map_number: int, links: bool) -> tuple[Ints, Ints]:
        """Return the objects of a map's rooms, or links, in ascending order, with their numbers."""
        pks, numbers = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for first, page in sorted(self._pages.items()):
            rest = (page - 1) & _REST
            own = np.flatnonzero((page > 0) & (page - 1 >> _NUMBER == map_number))
            own = own[(rest[own] & 1).astype(bool) == links]
            pks.append(own + (first << _BITS))
            numbers.append(rest[own] >> 1)
        return np.concatenate(pks), np.concatenate(numbers)

    def pages(self) -> list[int]:
        """Return the numbers of the pages that have objects, in ascending order."""
        return sorted(self._pages)

    def on_page(self, number: int) -> Iterator[tuple[int, bool, Ints, Ints]]:
        """Yield the objects of a page by map, rooms and links apart.

        Yields:
            The number of the map, whether the objects are links, the objects in ascending order,
            and the numbers of their links or rooms.
        """
        page = self._pages[number]
        own = np.flatnonzero(page)
        codes = page[own] - 1
        kinds = (codes >> _NUMBER) << 1 | codes & 1
        for kind in np.flatnonzero(np.bincount(kinds)).tolist():
            of_kind = kinds == kind
            numbers = (codes[of_kind] & _REST) >> 1
            yield kind >> 1, bool(kind & 1), own[of_kind] + (number << _BITS), numbers

    @property
    def nbytes(self) -> int:
        """The size of all pages in bytes."""
        return sum(page.nbytes for page in self._pages.values())


def _coded(map_number: int, number: Ints | int, is_link: bool) -> Ints | int:
    return ((map_number << _NUMBER) | (number << 1) | is_link) + 1
