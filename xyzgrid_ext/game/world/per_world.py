"""Caches that other modules keep for each world, such as drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from xyzgrid_ext.game.world.maps import Maps

T = TypeVar("T")


class PerWorld(Generic[T]):
    """A cache of one value for each world, made on demand, and again after a copy was removed."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._values: WeakKeyDictionary[Maps, tuple[int, T]] = WeakKeyDictionary()

    def of(self, world: Maps) -> T:
        """Return the value for a world; make it if there is none."""
        cached = self._values.get(world)
        if cached is None or cached[0] != world.dropped:
            cached = self._values[world] = world.dropped, self._make()
        return cached[1]
