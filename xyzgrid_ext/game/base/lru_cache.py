"""What is the same for many, made once: drawings, rooms as map clients are told of them.

    key: all that it depends on  ─►  a value, made when it is asked for first

Nothing has to be forgotten when something changes: then it goes by another key. The rest is the
world's, which does not change: another world begins with nothing. The last values are kept, within
a bound.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

_OVERHEAD = 400  # bytes that an entry takes beside its text


class LRUCache(Generic[T]):
    """Values by what they depend on; those that were not asked for the longest go first.

    Args:
        most: how much is kept.
        weigh: how much of that a value takes.

    """

    def __init__(self, most: int, weigh: Callable[[T], int]) -> None:
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._most, self._weigh = most, weigh
        self._size = 0

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made if it is not there."""
        if key in self._kept:  # a value may be None
            self._kept.move_to_end(key)
            return self._kept[key]
        value = self._kept[key] = make()
        self._size += self._weigh(value)
        while self._size > self._most:
            self._size -= self._weigh(self._kept.popitem(last=False)[1])
        return value

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self._size = 0

    def __len__(self) -> int:
        return len(self._kept)


def bytes_of(text: str) -> int:
    """What a text takes, with its entry."""
    return 4 * len(text) + _OVERHEAD


def one(value: object) -> int:
    """Every value counts as one."""
    return 1
