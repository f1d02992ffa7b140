"""The puzzles that are solved: by a character, or for everybody.

A puzzle is a name that a machine gives (`puzzle`) and an exit needs (`needs: ["puzzle:NAME"]`). The
names are stored as plain lists in the Attribute `solved` of the character or of the grid's script.
"""

from __future__ import annotations

from collections.abc import Iterable

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.evennia_types import Character, GameObject, Persistent
from xyzgrid_ext.game.base.signals import puzzle_solved
from xyzgrid_ext.game.db.memory import CATEGORY, texts_in
from xyzgrid_ext.game.world.current import find_grid, get_grid

_SOLVED, _SOMEBODY = "solved", "somebody"


def is_solved(puzzle: str, character: GameObject) -> bool:
    """Whether a puzzle is solved by a character or for everybody."""
    return _has(_puzzles(character), puzzle) or _has(_puzzles(find_grid()), puzzle)


def solve(puzzle: str, character: GameObject, *, for_all: bool = False) -> bool:
    """Mark a puzzle as solved; return False if it already was."""
    if is_solved(puzzle, character):
        return False
    keeper = get_grid() if for_all else character
    keeper.attributes.add(_SOLVED, sorted({*_puzzles(keeper), puzzle}), category=CATEGORY)
    return True


def note_arrival(place: object, character: Character, puzzle: str) -> None:
    """Mark `puzzle` as solved by a player who has entered a place that solves it; "" is none."""
    if puzzle and character.has_account and solve(puzzle, character):
        if not is_solved_by_somebody(puzzle):
            keeper = get_grid()
            puzzles = sorted({*texts_in(keeper, _SOMEBODY), puzzle})
            keeper.attributes.add(_SOMEBODY, puzzles, category=CATEGORY)
        puzzle_solved.send(sender=type(place), puzzle=puzzle, character=character, place=place)


def is_solved_by_somebody(puzzle: str) -> bool:
    """Whether anybody has entered a room that solves a puzzle."""
    keeper = find_grid()
    return keeper is not None and _has(texts_in(keeper, _SOMEBODY), puzzle)


def puzzles_of(character: GameObject | None) -> list[str]:
    """Return the names of puzzles that a character has solved, or (None) that are for everybody."""
    return sorted(_puzzles(character if character is not None else find_grid()))


def forget_puzzle(puzzle: str, character: GameObject | None = None) -> bool:
    """Mark a puzzle as unsolved again, for a character or (without one) for everybody.

    In the latter case, characters who solved it themselves keep it. Returns False if it was not
    solved.
    """
    keeper = get_grid() if character is None else character
    if not _has(_puzzles(keeper), puzzle):
        return False
    others = [name for name in _puzzles(keeper) if name_key(name) != name_key(puzzle)]
    keeper.attributes.add(_SOLVED, sorted(others), category=CATEGORY)
    return True


def _has(puzzles: Iterable[str], puzzle: str) -> bool:
    return name_key(puzzle) in map(name_key, puzzles)


def _puzzles(keeper: Persistent | None) -> frozenset[str]:
    return frozenset() if keeper is None else texts_in(keeper, _SOLVED)
