"""Proves a document: nobody is shut in or out for good, however the map is played."""

from __future__ import annotations

from collections.abc import Mapping

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.grid.model import Grid
from xyzgrid_ext.parts.editor.core.checking import grid_from_document
from xyzgrid_ext.parts.editor.core.values import Document
from xyzgrid_ext.parts.proof.core import problem_from_grid, prove, with_placed_items

_TOLD = 5  # faults of a map without a proof
_NO_DUNGEON = (
    "Nothing is proved of this map, as it is not a dungeon. A map with the option "
    '"dungeon": {"start": [x, y], "goal": [x, y]} is proved. What exits need, and nothing in the '
    "game has, is among the findings."
)


def prove_document(document: Document, grid: Grid | None) -> tuple[bool | None, str]:
    """Return (whether the end of a dungeon can always be reached, a text that says so).

    (None, …) if the map is no dungeon. `grid` is its Grid, None if the document holds all of it.
    """
    option = document["options"].get("dungeon")
    if not isinstance(option, Mapping):
        return None, _NO_DUNGEON
    try:
        grid = grid_from_document(document) if grid is None else grid
        problem = problem_from_grid(grid, _coord(option.get("start")), _coord(option.get("goal")))
        problem = with_placed_items(problem, grid)
        # the machine of a puzzle is in the game's rooms, and assumed to be there
        needs = {word.partition(":")[::2] for words in grid.needs.values() for word in words}
        proof = prove(problem, {name: True for kind, name in needs if kind == "puzzle"})
    except MapError as error:
        return False, str(error)
    if proof.certificate is None:
        return False, "\n".join(str(finding) for finding in proof.findings[:_TOLD])
    states = f"{proof.certificate.states:,} states"
    return True, f"Proved in {states}: the end can be reached, and is never lost."


def _coord(place: object) -> Coord | None:
    return Coord(*place) if isinstance(place, list | tuple) else None
