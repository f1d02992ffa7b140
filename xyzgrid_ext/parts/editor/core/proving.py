"""Proves a document: nobody is shut in or out for good, however the map is played."""

from __future__ import annotations

from collections.abc import Mapping

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.grid.descriptions import things_of
from xyzgrid_ext.core.grid.model import Grid
from xyzgrid_ext.core.names import item_names, name_key
from xyzgrid_ext.core.parts import assumption_of
from xyzgrid_ext.parts.editor.core.checking import grid_of
from xyzgrid_ext.parts.editor.core.values import Document, place_text
from xyzgrid_ext.parts.proof.core import problem_of, prove, with_things

_TOLD = 5  # faults of a map without a proof
_NO_DUNGEON = (
    "Nothing is proved of this map, as it is not a dungeon. A map with the option "
    '"dungeon": {"start": [x, y], "goal": [x, y]} is proved.'
)
_ELSEWHERE = ("puzzle", "somebody", "open", "part", "lock")  # what no thing of a room is


def prove_document(document: Document, grid: Grid | None) -> tuple[bool | None, str]:
    """Whether a map is proved (None if there is nothing to prove), and a text about it.

    `grid` is that of a drawing.
    """
    try:
        grid = grid_of(document) if grid is None else grid
        option = document["options"].get("dungeon")
        if not isinstance(option, Mapping):
            shut = _shut(grid, document)
            return False if shut else None, "\n".join((_NO_DUNGEON, *shut[:_TOLD]))
        problem = problem_of(grid, _coord(option.get("start")), _coord(option.get("goal")))
        problem = with_things(problem, grid)
        # the machine of a puzzle is in the game's rooms, and assumed to be there
        needs = {word.partition(":")[::2] for words in grid.needs.values() for word in words}
        found = prove(problem, {name: True for kind, name in needs if kind == "puzzle"})
    except MapError as error:
        return False, str(error)
    if found.certificate is None:
        return False, "\n".join(str(finding) for finding in found.findings[:_TOLD])
    states = f"{found.certificate.states:,} states"
    return True, f"Proved in {states}: the end can be reached, and is never lost."


def _shut(grid: Grid, document: Document) -> list[str]:
    """Return sentences about rooms whose needs nothing on the map can meet."""
    texts = {f"item:{name}" for thing in things_of(grid) for name in item_names(thing)}
    lacking: dict[int, set[str]] = {}
    free = set[int]()
    for link, (source, target) in enumerate(zip(grid.source, grid.target, strict=True)):
        words = set[str]()
        for word in grid.needs.get(link, ()):
            kind, _sign, name = (part.strip() for part in word.partition(":"))
            if (
                kind not in _ELSEWHERE
                and not assumption_of(word)
                and f"{kind}:{name_key(name)}" not in texts
            ):
                words.add(word)
        if words:
            lacking.setdefault(int(target), set()).update(words)
        elif source != target:
            free.add(int(target))
    told = []
    for room in sorted(lacking.keys() - free - {-1}):
        place = place_text(tuple(grid.coord(room)))
        name = document["rooms"].get(place, {}).get("name") or place
        words_text = ", ".join(sorted(lacking[room]))
        told.append(f"Nothing on this map gives what all ways to {name} need: {words_text}.")
    return told


def _coord(place: object) -> Coord | None:
    return Coord(*place) if isinstance(place, list | tuple) else None
