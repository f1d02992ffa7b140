"""Map options that accept one of a few words, and the findings about other values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.grid.model import Grid

OF_ALL: Mapping[str, tuple[str, ...]] = {
    "fog": ("open", "explored"),
    "public": ("yes", "no"),
    "rooms": ("all", "lazy"),
}
"""The options of every kind of map."""

OF_MATRICES: Mapping[str, tuple[str, ...]] = {
    **OF_ALL,
    "directions": ("plain", "compass"),
    "wormholes": ("hidden", "known"),
    "play": ("explore", "matrix"),
}


def in_fog(grid: Grid) -> bool:
    """Whether players see only the rooms they have visited; dungeons have their own rules."""
    return bool(grid.options.get("fog") == "explored") and "dungeon" not in grid.options


def needs_all_rooms(options: Mapping[str, Any]) -> bool:
    """Whether all rooms of a map must exist from the start, as in a dungeon or a played matrix."""
    return "dungeon" in options or options.get("play") == "matrix"


def check_options(
    name: str, options: Mapping[str, Any], choices: Mapping[str, tuple[str, ...]]
) -> list[Finding]:
    """Report faulty values of a map's options."""
    return [
        Finding(
            Severity.ERROR,
            "bad-option",
            f"option {option!r} cannot be {options[option]!r}",
            "it takes " + " or ".join(repr(word) for word in words),
            file=name,
        )
        for option, words in choices.items()
        if option in options and options[option] not in words
    ]
