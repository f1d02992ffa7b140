"""The puzzles that are solved: by a character, or for everybody.

A puzzle is a name that a machine gives (`puzzle`) and an exit needs (`needs: ["puzzle:NAME"]`). The
names are stored as plain lists in the Attribute `solved` of the character or of the grid's script.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.signals import puzzle_solved
from xyzgrid_ext.game.db.memory import CATEGORY, texts_of
from xyzgrid_ext.game.world.current import find_grid, get_grid

_SOLVED, _SOMEBODY = "solved", "somebody"


def is_solved(puzzle: str, character: Any) -> bool:
    """Whether a puzzle is solved by a character or for everybody."""
    return _has(_kept(character), puzzle) or _has(_kept(find_grid()), puzzle)


def solve(puzzle: str, character: Any, *, for_all: bool = False) -> bool:
    """Mark a puzzle as solved; return False if it already was."""
    if is_solved(puzzle, character):
        return False
    keeper = get_grid() if for_all else character
    keeper.attributes.add(_SOLVED, sorted({*_kept(keeper), puzzle}), category=CATEGORY)
    return True


def arrived(place: Any, character: Any, puzzle: str) -> None:
    """Record that a player has entered a place that solves `puzzle`; ignore an empty name."""
    if puzzle and character.has_account and solve(puzzle, character):
        if not is_solved_by_somebody(puzzle):
            keeper = get_grid()
            known = sorted({*texts_of(keeper, _SOMEBODY), puzzle})
            keeper.attributes.add(_SOMEBODY, known, category=CATEGORY)
        puzzle_solved.send(sender=type(place), puzzle=puzzle, character=character, place=place)


def is_solved_by_somebody(puzzle: str) -> bool:
    """Whether anybody has entered a room that solves a puzzle."""
    keeper = find_grid()
    return keeper is not None and _has(texts_of(keeper, _SOMEBODY), puzzle)


def puzzles_of(character: Any | None) -> list[str]:
    """Return the puzzles solved by a character, or without one, those solved for everybody."""
    return sorted(_kept(character if character is not None else find_grid()))


def forget(puzzle: str, character: Any | None = None) -> bool:
    """Mark a puzzle as unsolved again, for a character or (without one) for everybody.

    In the latter case, characters who solved it themselves keep it. Returns False if it was not
    solved.
    """
    keeper = get_grid() if character is None else character
    if not _has(_kept(keeper), puzzle):
        return False
    rest = [name for name in _kept(keeper) if name_key(name) != name_key(puzzle)]
    keeper.attributes.add(_SOLVED, sorted(rest), category=CATEGORY)
    return True


def _has(puzzles: Iterable[str], puzzle: str) -> bool:
    return name_key(puzzle) in map(name_key, puzzles)


def _kept(keeper: Any | None) -> frozenset[str]:
    return frozenset() if keeper is None else texts_of(keeper, _SOLVED)
