"""The least input that still fails in the same way, as far as some tries find it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from mutate import GONE, put

TRIES = 300
SECONDS = 8.0
_SHORT = 20  # characters that a text must have to be worth shortening within a value


def minimised(value: Any, fails: Callable[[Any], bool], tries: int = TRIES) -> Any:
    """Take away what is not needed for `fails`; at most so many tries, and not for long."""
    left, end = tries, time.monotonic() + SECONDS

    def still(one: Any) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and time.monotonic() < end and fails(one)

    if isinstance(value, str | bytes):
        return _text(value, still)
    found = value
    while (less := next((one for one in _less(found) if still(one)), None)) is not None:
        found = less
    for way, leaf in _leaves(found):
        if isinstance(leaf, str) and len(leaf) > _SHORT:
            short = _text(leaf, lambda one, way=way, all_=found: still(put(all_, way, one)))
            found = put(found, way, short)
    return found


def _text(text: Any, fails: Callable[[Any], bool]) -> Any:
    """A text, or bytes, without the spans that do not matter: halves first, then smaller ones."""
    size = max(1, len(text) // 2)
    while size:
        at = 0
        while at < len(text):
            less = text[:at] + text[at + size :]
            if fails(less):
                text = less
            else:
                at += size
        size //= 2
    return text


def _less(value: Any, way: tuple[Any, ...] = (), root: Any = GONE) -> Iterator[Any]:
    """The value without one of its entries, those near its root first."""
    root = value if root is GONE else root
    if not isinstance(value, dict | list | tuple):
        return
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    for key in keys:
        yield put(root, [*way, key], GONE)
    if len(way) < 8:
        for key in keys:
            yield from _less(value[key], (*way, key), root)


def _leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict) and len(way) < 8:
        for key, inner in value.items():
            yield from _leaves(inner, (*way, key))
    elif isinstance(value, list | tuple) and len(way) < 8:
        for key, inner in enumerate(value):
            yield from _leaves(inner, (*way, key))
    else:
        yield way, value
