"""The shortest way to win a level, by trying all keys from all states.

A cycle without a key is a move as well. The number of states is what limits it; an honest «not
decided» is an answer.
"""

from __future__ import annotations

from functools import partial

from xyzgrid_ext.core.automaton.board import Automaton
from xyzgrid_ext.core.automaton.search import STATES, Verdict, search


def solve(board: Automaton, level: int, states: int = STATES) -> Verdict:
    """Search a level of a board, at most so many states of it."""
    engine, start = board.engines[level - 1], board.start(level).cells
    steps = search(engine, board.game.keys, partial(board.phase, level), start, states)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            verdict: Verdict = end.value
            return verdict
