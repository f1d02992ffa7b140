"""Map options that accept one of a few words, and what they make of a map."""

from __future__ import annotations

from collections.abc import Mapping

from xyzgrid_ext.core.grid.model import Grid
from xyzgrid_ext.core.parts import core_parts

OF_ALL: Mapping[str, tuple[str, ...]] = {
    "fog": ("open", "explored"),
    "public": ("yes", "no"),
}
"""The options of every kind of map."""

OF_MATRICES: Mapping[str, tuple[str, ...]] = {
    **OF_ALL,
    "directions": ("plain", "compass"),
    "wormholes": ("hidden", "known"),
}


def is_apart(grid: Grid) -> bool:
    """Whether a part sets a map apart from ordinary places, by its options."""
    return any(part.apart(grid.options) for part in core_parts())


def in_fog(grid: Grid) -> bool:
    """Whether players see only the rooms they have visited; maps set apart have other rules."""
    return bool(grid.options.get("fog") == "explored") and not is_apart(grid)
