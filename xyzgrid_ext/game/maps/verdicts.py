"""Which boards of puzzles can be solved: a dungeon takes no others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from xyzgrid_ext.core.automaton.board import Automaton
from xyzgrid_ext.core.automaton.solve import solve
from xyzgrid_ext.core.board import Board
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.maps import boards


def board_and_level(name: str) -> tuple[str, int]:
    """`boxes:3` as the name of a board and a level; the first level where none is named."""
    board, _colon, level = name.partition(":")
    is_level = level.isascii() and level.isdigit() and len(level) < 10
    return board, int(level) if is_level else 1


class Verdicts:
    """The solver's results, kept as long as a board stays the same."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Board[Any], bool]] = {}

    def of(self, names: Iterable[str]) -> dict[str, bool]:
        """For each board, `boxes:3`, whether its solution was found; there may be no board."""
        return {name: self._is_solvable(name) for name in sorted(set(names))}

    def _is_solvable(self, name: str) -> bool:
        game, level = board_and_level(name)
        try:
            board = boards.board_named(game)
        except PlayerError:
            return False  # not there, or not readable: other puzzles are taken
        known = self._known.get(name)
        if known is None or known[0] is not board:
            self._known[name] = known = (board, _solve(board, level))
        return known[1]


_verdicts = Verdicts()
verdicts = _verdicts.of


def _solve(board: Board[Any], level: int) -> bool:
    if not isinstance(board, Automaton) or not 1 <= level <= len(board.levels):
        return False
    return solve(board, level).moves is not None
