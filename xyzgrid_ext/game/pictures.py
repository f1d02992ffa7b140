"""Maps above rooms as they were drawn: on a map that all see alike, one drawing is for all.

    key: the room, style, width and language that it was drawn for  ─►  text

They belong to one world, whose maps do not change: another world begins with none. The last few
are kept, within a bound of memory.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

_MOST = 8_000_000  # bytes of all texts: some ten thousand rooms
_OVERHEAD = 400  # bytes that an entry takes beside its text


class Pictures:
    """Texts by what they depend on; those that were not asked for the longest go first."""

    def __init__(self, most: int = _MOST) -> None:
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._most = most
        self._size = 0

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The text of a key, drawn if it is not there."""
        if (text := self._kept.get(key)) is None:
            text = self._kept[key] = draw()
            self._size += _weight(text)
            while self._size > self._most:
                self._size -= _weight(self._kept.popitem(last=False)[1])
        else:
            self._kept.move_to_end(key)
        return text

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self._size = 0

    def __len__(self) -> int:
        return len(self._kept)


def _weight(text: str) -> int:
    return 4 * len(text) + _OVERHEAD
