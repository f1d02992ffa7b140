"""Which boards of a catalogue's puzzles can be solved: a dungeon takes no others."""

from __future__ import annotations

from collections.abc import Iterable

from xyzgrid_ext.core.automaton.board import Automaton
from xyzgrid_ext.core.automaton.solve import solve
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.machines import shelf


def board_and_level(name: str) -> tuple[str, int]:
    """`boxes:3` as the name of a board and a level; the first level where none is named."""
    board, _colon, level = name.partition(":")
    return board, int(level) if level.isascii() and level.isdigit() else 1


def verdicts(names: Iterable[str]) -> dict[str, bool]:
    """For each board, `boxes:3`, whether the solver finds its solution; there may be no board."""
    return {name: _is_solvable(name) for name in sorted(set(names))}


def _is_solvable(name: str) -> bool:
    game, level = board_and_level(name)
    try:
        board = shelf.board_named(game)
    except GridError:
        return False  # not there, or not readable: other puzzles are taken
    if not isinstance(board, Automaton) or level > len(board.levels):
        return False
    return solve(board, level).moves is not None
