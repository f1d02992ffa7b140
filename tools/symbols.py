"""The pictures of docs/howto/symbols.md: a small drawing for each symbol, and what comes of it.

tests/parts/formats/core/test_writing.py holds them against what is made here; `make pages`
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
from xyzgrid_ext.core.view.snapshot import MapView
from xyzgrid_ext.parts.formats.core import svg
from xyzgrid_ext.parts.formats.core.exits import FileMaps
from xyzgrid_ext.parts.formats.core.level import PITCH, LevelDrawing
from xyzgrid_ext.parts.formats.core.texts import escape_xml
from xyzgrid_ext.parts.formats.terminal import full_map_views

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
_DRAWN = "font-family: monospace; text-anchor: start; white-space: pre"
_LETTER = 8  # about as wide as a letter of a drawing


def pictures() -> dict[Path, str]:
    """Return the file of each picture -> its text."""
    return {
        FOLDER / f"{name}.svg": _drawing_with_text(levels, *full_map_views([_grid(name, levels)]))
        for name, levels in DRAWINGS.items()
    }


def _grid(name: str, levels: Sequence[Sequence[str]]) -> Grid:
    texts = ["\n".join(["+", "", *(f"  {line}" for line in lines), "", "+"]) for lines in levels]
    if len(texts) > 1:
        return from_levels(name, texts, {}, {})[0]
    drawn = read_drawing(texts[0], name, _TOWN)
    return grid_from_sheet(drawn, {}, Overrides({}, axes=2))[0]


def _drawing_with_text(drawings: Sequence[Sequence[str]], view: MapView) -> str:
    """Draw a small map without headings, with the drawings of its levels as text to the left."""
    exits = {room.number: ways for room, ways in FileMaps([view.head]).rooms_with_exits(view)}
    heights = {room.number: room.z for room in view.rooms}
    left = min(room.x for room in view.rooms)
    pieces: list[str] = []
    width, top = 0, 0
    for (_z, rooms), lines in zip(svg._from_the_top(view), reversed(drawings), strict=True):
        level = LevelDrawing(rooms, exits, heights, left)
        beyond = max(map(len, lines)) * _LETTER + PITCH
        pieces += (
            f' <text style="{_DRAWN}" x="8" y="{top + 24 + 16 * number}">'
            f"{escape_xml(line)}</text>\n"
            for number, line in enumerate(lines)
        )
        pieces.append(f' <g transform="translate({beyond},{top})">\n')
        pieces += (f"   {line}\n" for line in level.exit_lines())
        pieces += (svg._room(room, level, False) for room in rooms)
        pieces.append(" </g>\n")
        width = max(width, beyond + level.width)
        top += max(level.height, 16 * len(lines) + 16)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}" '
        f'viewBox="0 0 {width} {top}">\n <title>{escape_xml(view.head.name)}</title>\n{svg._STYLE}'
        f"{''.join(pieces)}</svg>\n"
    )
