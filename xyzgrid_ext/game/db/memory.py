"""What a character remembers of the grid: plain values in its Attributes.

wormholes   ["2,2,1,cube wormhole", ...]   those it has jumped
"""

from __future__ import annotations

from typing import Any

CATEGORY = "xyzgrid"
WORMHOLES = "wormholes"


def wormholes(character: Any) -> frozenset[str]:
    """The wormholes that a character has jumped."""
    return frozenset(character.attributes.get(WORMHOLES, category=CATEGORY, default=()))


def learn_wormhole(character: Any, wormhole: str) -> None:
    """Remember a wormhole; knowing it already changes nothing."""
    known = wormholes(character)
    if wormhole not in known:
        character.attributes.add(WORMHOLES, sorted({*known, wormhole}), category=CATEGORY)
