"""Caches that other modules keep for each world, such as drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from xyzgrid_ext.game.world.maps import Maps

T = TypeVar("T")


class PerWorld(Generic[T]):
    """A cache of one value for each world, made on demand, and again after a copy was removed."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make

    def of(self, world: Maps) -> T:
        """Return the value for a world; make it if there is none."""
        value: T | None = world.caches.get(self)
        if value is None:
            value = world.caches[self] = self._make()
        return value
