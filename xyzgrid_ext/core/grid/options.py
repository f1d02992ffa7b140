"""Options of maps that take one of a few words, and what is said of any other.

What a game's own code reads may stand among the options and the needs as well, so words that nobody
here knows are told of only where they look like a slip: `plai`, `puzle:orrery`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any

from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.grid.model import Grid

OF_ALL: Mapping[str, tuple[str, ...]] = {
    "fog": ("open", "explored"),
    "public": ("yes", "no"),
}
"""Of every kind of map."""

OF_MATRICES: Mapping[str, tuple[str, ...]] = {
    **OF_ALL,
    "directions": ("plain", "compass"),
    "wormholes": ("hidden", "known"),
    "play": ("explore", "matrix"),
}

_OPTIONS = (
    *OF_MATRICES, "dungeon", "routes", "map_display", "map_mode", "map_visual_range", "map_align",
    "map_character_symbol", "map_target_path_style", "map_fill_all", "map_separator_char",
)  # fmt: skip
_NEEDS = ("item", "puzzle", "lock", "smallkey", "bigkey", "kill", "map", "compass")


def in_fog(grid: Grid) -> bool:
    """Whether everybody sees only where they have been; dungeons have rules of their own."""
    return bool(grid.options.get("fog") == "explored") and "dungeon" not in grid.options


def check_options(
    name: str, options: Mapping[str, Any], choices: Mapping[str, tuple[str, ...]]
) -> list[Finding]:
    """What is wrong with the options of a map, by its name."""
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


def slips(grid: Grid) -> list[Finding]:
    """Options, and words of `needs`, that are nearly what they are meant to be."""
    found = {f"there is no option {word!r}": (word, _OPTIONS) for word in map(str, grid.options)}
    for prototype in grid.protos:
        needs = prototype.get("needs") or ()
        for word in [needs] if isinstance(needs, str) else needs:
            kind, _sign, _name = str(word).partition(":")
            found[f"nobody can have {word!r}, which an exit needs"] = (kind.strip(), _NEEDS)
    return [
        Finding(Severity.WARNING, "slip", message, f"did you mean {near!r}?", file=grid.name)
        for message, (word, known) in found.items()
        if (near := _nearly(word, known))
    ]


def _nearly(word: str, known: Collection[str]) -> str:
    """The known word that was meant; empty if it is one of them, or like none."""
    return "" if word in known else "".join(get_close_matches(word, known, 1, cutoff=0.7))
