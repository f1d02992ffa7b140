"""A part of the index as a mapping that keeps its last answers.

A step asks thirty times which room an object is, always for the same few objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_MOST = 4_096  # answers that are kept, of some 200 bytes


class Lookup(Mapping[_Key, _Value]):
    """A part of the index, looked up on demand; the last answers are kept until `forget`."""

    def __init__(
        self, look: Callable[[_Key], _Value | None], every: Callable[[], Iterable[_Key]]
    ) -> None:
        self._look, self._every = look, every
        self._kept: dict[_Key, _Value | None] = {}

    def __getitem__(self, key: _Key) -> _Value:
        if (found := self._look(key)) is None:
            raise KeyError(key)
        return found

    def get(self, key: _Key, default: _Value | None = None) -> _Value | None:  # type: ignore[override]
        """Return the value of a key; `default` if there is none."""
        try:
            found = self._kept[key]
        except KeyError:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            found = self._kept[key] = self._look(key)
        return default if found is None else found

    def forget(self) -> None:
        """Look up everything again, after a change."""
        self._kept.clear()

    def __contains__(self, key: object) -> bool:
        return self._look(key) is not None  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._every())

    def __len__(self) -> int:
        return len(list(self._every()))
