"""The solver: a shortest win of a level, found by trying all keys from all states.

A cycle without a key is also a move. The number of states is limited, so the answer may be «not
decided».
"""

from __future__ import annotations

from functools import partial

from xyzgrid_ext.core.automaton.board import Automaton
from xyzgrid_ext.core.automaton.search import STATES, Verdict, search


def solve(board: Automaton, level: int, states: int = STATES) -> Verdict:
    """Search for a win in a level of a board, visiting at most this many states."""
    engine, start = board.engines[level - 1], board.start(level).cells
    steps = search(engine, board.game.keys, partial(board.phase, level), start, states)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            verdict: Verdict = end.value
            return verdict
