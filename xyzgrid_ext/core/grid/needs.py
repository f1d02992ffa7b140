"""The needs of exits, as map modules give them: `{(2, 3, "n"): {"needs": ["bigkey"]}}`.

`needs` is a list of words; a value of another kind belongs to the game and is ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.grid.model import Grid, Ints, Prototype
from xyzgrid_ext.core.grid.places import exit_text
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.parts import core_parts

_LOCK = "lock"


def needs_of(
    protos: Sequence[Prototype], link_proto: Iterable[int] | Ints
) -> dict[int, tuple[str, ...]]:
    """Return the words that each link needs, for links that need any; `link_proto` as in a Grid."""
    words = [_words(prototype) for prototype in protos]
    if not any(words):
        return {}  # as in most maps
    numbers = link_proto.tolist() if isinstance(link_proto, np.ndarray) else link_proto
    return {
        link: words[number] for link, number in enumerate(numbers) if number >= 0 and words[number]
    }


def _words(prototype: Prototype) -> tuple[str, ...]:
    value = prototype.get("needs")
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return tuple(value)
    return ()


def check_needs(grid: Grid) -> Iterator[Finding]:
    """Find names of things that are written without `item:`, so that no exit opens for them.

    A word of its own kind is left alone: a game may give it. Names have blanks, or are those of
    things on the map.
    """
    first: dict[str, int] = {}
    for link, words in grid.needs.items():
        for word in words:
            first.setdefault(word, link)
    if not first:
        return
    of_parts = (find for part in core_parts() for find in part.given.values())
    gives = {word for find in of_parts for word in find(grid)}
    things = {name_key(_part(thing, "key")) for thing in _all(grid, "things")}
    for word, link in sorted(first.items()):
        is_name = " " in word.strip() or name_key(word) in things
        if is_name and ":" not in word and word not in gives and word.strip() != _LOCK:
            message = f"{exit_text(grid, link)} needs {word!r}, which nothing gives"
            cure = f"did you mean 'item:{word.strip()}'?"
            yield Finding(Severity.WARNING, "word-of-nothing", message, cure, file=grid.name)


def _all(grid: Grid, key: str) -> Iterator[Any]:
    for prototype in grid.protos:
        value = prototype.get(key)
        yield from value if isinstance(value, list | tuple) else [value] if value else []


def _part(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else value
