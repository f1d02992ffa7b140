"""The words that a player may type for the exits of a matrix: directions and wormholes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.names import name_key

DIRECTION_WORDS = {
    **{way.value: way for way in Direction},
    "fo": Direction.FORWARD,
    "ba": Direction.BACKWARD,
    "u": Direction.UP,
    "d": Direction.DOWN,
    "le": Direction.LEFT,
    "ri": Direction.RIGHT,
}
"""Maps each word that a player may type for a direction to the Direction."""

_WORMHOLE = re.compile(r"(?:wormhole|wh) ?([0-9]{0,9})")


def parse_movement(word: str) -> str | None:
    """Return the full name of the exit that a player typed (`forward` for `fo`); else None."""
    typed = " ".join(name_key(word).split())
    if typed in DIRECTION_WORDS:
        return DIRECTION_WORDS[typed].value
    match = _WORMHOLE.fullmatch(typed)
    if match is None:
        return None
    return f"wormhole {int(match[1])}" if match[1] else "wormhole"


def is_wormhole(name: str) -> bool:
    """Whether this name of an exit is that of a wormhole: `wormhole`, `wormhole 2`."""
    return name.startswith("wormhole")


def match_exits(names: Sequence[str], movement: str) -> list[str]:
    """Return those of the exits `names` of a node that a typed movement can mean.

    There are several if `wormhole` was typed without a number, none if the node has no such exit.
    """
    wormholes = list(filter(is_wormhole, names))
    if movement == "wormhole" and len(wormholes) > 1:
        return wormholes
    if movement == "wormhole 1" and len(wormholes) == 1:
        return wormholes
    return [movement] if movement in names else []
