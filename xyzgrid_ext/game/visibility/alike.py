"""Finds names of rooms that are spelt like a text: `The Tavern` for `tavrn`.

Only rooms that contain the first or the last three letters are compared, which an index finds.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db.rooms import MANY
from xyzgrid_ext.game.visibility.named_rooms import rooms_named_steps
from xyzgrid_ext.game.world.world import Live, Room

_LETTERS, _FEW, _ALIKE = 3, 2, 0.75
_LONG = 40  # characters; to compare longer texts takes long, and nobody mistypes them


def names_alike_steps(live: Live, text: str, is_told: Callable[[Room], bool]) -> Steps[list[str]]:
    """Return at most two names of rooms for which `is_told`, the most similar first."""
    text = name_key(text)
    if not _LETTERS < len(text) <= _LONG:
        return []
    parts = dict.fromkeys((text[:_LETTERS], text[-_LETTERS:]))
    best: dict[str, float] = {}
    for part in parts:
        named = yield from rooms_named_steps(live, part)
        if len(named) > MANY:
            continue
        for room, name in named.items():
            if name not in best and (score := _likeness(text, name)) >= _ALIKE and is_told(room):
                best[name] = score
    return sorted(best, key=lambda name: (-best[name], name))[:_FEW]


def _likeness(text: str, name: str) -> float:
    """Return how similar a text is to a name, also without its article, or to one of its words."""
    whole = name_key(name)[:_LONG]
    _article, _blank, rest = whole.partition(" ")
    return max(_ratio(text, one) for one in (whole, rest, *whole.split()))


def _ratio(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other)
    return matcher.ratio() if matcher.real_quick_ratio() >= _ALIKE else 0.0
