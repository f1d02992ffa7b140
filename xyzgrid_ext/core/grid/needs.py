"""The needs of exits, as map modules give them: `{(2, 3, "n"): {"needs": ["bigkey"]}}`.

`needs` is a list of words; a value of another kind belongs to the game and is ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from xyzgrid_ext.core.grid.model import Ints, Prototype


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
