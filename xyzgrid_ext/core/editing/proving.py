"""The proof of a document: that nobody is shut in or out for good, however the map is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.dungeon.prove import problem_of, prove
from xyzgrid_ext.core.editing.checking import grid_of
from xyzgrid_ext.core.editing.values import Document
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.grid.model import Grid

_TOLD = 5  # faults of a map without a proof
_NO_DUNGEON = (
    "This map is no dungeon: nobody can be shut in or out of it for good. A map with the option "
    '"dungeon": {"start": [x, y], "goal": [x, y]} is proved.'
)


def prove_document(document: Document, grid: Grid | None) -> tuple[bool, str]:
    """Whether a map is proved, and what there is to say of it; `grid` is that of a drawing."""
    try:
        grid = grid_of(document) if grid is None else grid
        option = document["options"].get("dungeon")
        if not isinstance(option, Mapping):
            return True, _NO_DUNGEON
        problem = problem_of(grid, _coord(option.get("start")), _coord(option.get("goal")))
        # what a puzzle is solved by stands in rooms of the game: it is taken for granted
        found = prove(problem, dict.fromkeys(_puzzles(grid), True))
    except MapError as error:
        return False, str(error)
    if found.certificate is None:
        return False, "\n".join(str(one) for one in found.findings[:_TOLD])
    text = "the end can be reached, and is never lost"
    return True, f"Proved in {found.certificate.states:,} states: {text}."


def _coord(place: Any) -> Coord | None:
    return Coord(*place) if isinstance(place, list | tuple) else None


def _puzzles(grid: Grid) -> set[str]:
    needs = (word for words in grid.needs.values() for word in words)
    return {word.partition(":")[2] for word in needs if word.startswith("puzzle:")}
