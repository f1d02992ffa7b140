"""A mapping of exits that never holds its thread to grow.

A dict of half a million entries takes 20 ms or more for one of its insertions, in which it moves
all of them to a larger table. Here each tile of 64 x 64 rooms has a dict of its own.

    tiles["town", 0, 0] ─► {ExitKey((3, 4, "town"), "n"): ..., }
    tiles["town", 1, 0] ─► {ExitKey((64, 4, "town"), "n"): ..., }
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, MutableMapping, ValuesView
from itertools import chain
from typing import Any, TypeVar, cast, overload

from xyzgrid_ext.core.spawn.model import ExitKey

T = TypeVar("T")
D = TypeVar("D")
_BITS = 6  # of a coordinate within a tile
_MANY = 174_762  # a dict of no more than these moves at most half as many, within 5 ms


def exit_mapping(count: int) -> MutableMapping[ExitKey, Any]:
    """Return an empty mapping for about `count` exits: a dict, or tiles if they are many."""
    return {} if count <= _MANY else TiledExits()


class TiledExits(MutableMapping[ExitKey, T]):
    """A mapping of exits, in order of their tiles; use it for more exits than one dict should hold.

    An access takes about 0.2 us more than that of a dict.
    """

    def __init__(self) -> None:
        self._tiles: dict[tuple[str, int, int], dict[ExitKey, T]] = {}

    def __getitem__(self, key: ExitKey) -> T:
        x, y, z = key[0]
        try:
            return self._tiles[z, x >> _BITS, y >> _BITS][key]
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key: ExitKey, value: T) -> None:
        self._of(key)[key] = value

    def __delitem__(self, key: ExitKey) -> None:
        del self._of(key)[key]

    def __contains__(self, key: object) -> bool:
        x, y, z = cast(ExitKey, key)[0]
        tile = self._tiles.get((z, x >> _BITS, y >> _BITS))
        return tile is not None and key in tile

    def __len__(self) -> int:
        return sum(map(len, self._tiles.values()))

    def __iter__(self) -> Iterator[ExitKey]:
        return chain.from_iterable(self._tiles.values())

    @overload
    def get(self, key: ExitKey, /) -> T | None: ...
    @overload
    def get(self, key: ExitKey, /, default: T | D) -> T | D: ...
    def get(self, key: ExitKey, /, default: Any = None) -> Any:
        """Return the value of an exit, or the default."""
        x, y, z = key[0]
        tile = self._tiles.get((z, x >> _BITS, y >> _BITS))
        return default if tile is None else tile.get(key, default)

    def setdefault(self, key: ExitKey, default: T) -> T:
        """Return the value of an exit, after setting it if there was none."""
        return self._of(key).setdefault(key, default)

    def popitem(self) -> tuple[ExitKey, T]:
        """Remove and return an exit and its value; raise KeyError if there is none."""
        while self._tiles:
            place, tile = self._tiles.popitem()
            if tile:
                found = tile.popitem()
                self._tiles[place] = tile
                return found
        raise KeyError("there is no exit")

    def clear(self) -> None:
        """Remove all exits."""
        self._tiles.clear()

    def values(self) -> ValuesView[T]:
        """Return a view of the values."""
        return _Values(self)

    def items(self) -> ItemsView[ExitKey, T]:
        """Return a view of the exits and their values."""
        return _Items(self)

    def _of(self, key: ExitKey) -> dict[ExitKey, T]:
        x, y, z = key[0]
        place = z, x >> _BITS, y >> _BITS
        if (tile := self._tiles.get(place)) is None:
            tile = self._tiles[place] = {}
        return tile


class _Values(ValuesView[T]):
    _mapping: TiledExits[T]

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(tile.values() for tile in self._mapping._tiles.values())


class _Items(ItemsView[ExitKey, T]):
    _mapping: TiledExits[T]

    def __iter__(self) -> Iterator[tuple[ExitKey, T]]:
        return chain.from_iterable(tile.items() for tile in self._mapping._tiles.values())
