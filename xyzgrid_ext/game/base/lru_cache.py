"""Caches of values that many viewers share: drawings, and rooms as map clients get them.

    key: all that it depends on  ─►  a value, made when it is asked for first

Nothing has to be removed after a change, since a changed value has another key. Each world has its
own caches, and a new world starts with empty ones. The most recently used values are kept, up to a
limit. Any thread may ask; if two ask for the same value, both may make it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

_OVERHEAD = 400  # bytes that an entry takes beside its text


class LRUCache(Generic[T]):
    """A cache that evicts the least recently used values first.

    Args:
        most: the limit of the total weight.
        weigh: returns the weight of a value, by default 1.
    """

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda value: 1) -> None:
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._most, self._weigh = most, weigh
        self._size, self._lock = 0, Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of a key; make it first if it is missing."""
        with self._lock:
            if key in self._values:  # a value may be None
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            if key not in self._values:
                self._size += self._weigh(value)
                self._values[key] = value
            while self._size > self._most:
                self._size -= self._weigh(self._values.popitem(last=False)[1])
        return value

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()
            self._size = 0

    def __len__(self) -> int:
        return len(self._values)


def text_bytes(text: str) -> int:
    """Return about how many bytes a text takes in a cache, for `weigh`."""
    return 4 * len(text) + _OVERHEAD
