"""The pictures of docs/howto/symbols.md: a small drawing for each symbol, and what comes of it.

tests/parts/formats/core/test_symbol_pictures.py holds them against what is made here; `make pages`
writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.from_sheet import from_levels, grid_from_sheet
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.sheet import read_drawing
from xyzgrid_ext.core.sheet.legend import LEGEND
from xyzgrid_ext.parts.formats.core import svg
from xyzgrid_ext.parts.formats.core.whole import whole_maps

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "symbols"
_TOWN = {**LEGEND, "T": replace(LEGEND["T"], target=(0, 0, "town"))}

DRAWINGS: dict[str, list[list[str]]] = {
    "rooms": [["#-I-#"]],
    "both-ways": [["#-#-#", "|/ \\|", "#   #"]],
    "one-way": [["#>#", "v ^", "#<#"]],
    "plus": [["  #  ", "  |  ", "#-+-#", "  |  ", "  #  "]],
    "cross": [["# #", " x ", "# #"]],
    "bend": [["#-o", "  |", "  #"]],
    "up-and-down": [["#u#", "", "#d#"]],
    "teleporters": [["#-t", "   ", "t-#"]],
    "no-route": [["#b#"]],
    "stop": [["#i#"]],
    "transition": [["#-T"]],
    "stairs": [["#-U"], ["#-B"], ["#-D"]],
}
"""The levels of each picture, the lowest first."""


def pictures() -> dict[Path, str]:
    """Return the file of each picture -> its text."""
    return {
        FOLDER / f"{name}.svg": svg.drawing_with_text(levels, *whole_maps([_grid(name, levels)]))
        for name, levels in DRAWINGS.items()
    }


def _grid(name: str, levels: Sequence[Sequence[str]]) -> Grid:
    texts = ["\n".join(["+", "", *(f"  {line}" for line in lines), "", "+"]) for lines in levels]
    if len(texts) > 1:
        return from_levels(name, texts, {}, {})[0]
    drawn = read_drawing(texts[0], name, _TOWN)
    return grid_from_sheet(drawn, {}, Overrides({}, parts=2))[0]
