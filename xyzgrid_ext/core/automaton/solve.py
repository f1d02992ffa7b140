"""The shortest way to win a level, by trying all keys from all states: breadth first, with bounds.

A cycle without a key is a move as well. The number of states is what limits it; an honest «not
decided» is an answer.
"""

from __future__ import annotations

from typing import NamedTuple

from xyzgrid_ext.core.automaton.board import Automaton
from xyzgrid_ext.core.automaton.engine import NO_KEY
from xyzgrid_ext.core.board import Move, Phase

STATES = 30_000
"""States that `solve` looks at unless it is told otherwise."""


class Verdict(NamedTuple):
    """What was found out.

    `moves` is a shortest way to win, None if none was found; `decided` says that this is certain:
    without moves, that the level cannot be won at all. `states` is how many were looked at.
    """

    moves: tuple[Move, ...] | None
    decided: bool
    states: int


def solve(board: Automaton, level: int, states: int = STATES) -> Verdict:
    """Search a level of a board, at most so many states of it."""
    engine, start = board.engines[level - 1], board.start(level).cells
    keys = (NO_KEY, *board.game.keys)
    phase = board.phase(level, start)
    if phase is not Phase.PLAYING:
        return Verdict(() if phase is Phase.WON else None, True, 1)
    # each state -> the one before it and the key between them
    before: dict[bytes, tuple[bytes, str] | None] = {start: None}
    border = [start]
    while border:
        beyond: list[bytes] = []
        for cells in border:
            for key in keys:
                after = engine.cycle(cells, key)
                if after in before:
                    continue
                before[after] = (cells, key)
                phase = board.phase(level, after)
                if phase is Phase.WON:
                    return Verdict(_way(before, after), True, len(before))
                if len(before) >= states:
                    return Verdict(None, False, len(before))
                if phase is Phase.PLAYING:
                    beyond.append(after)
        border = beyond
    return Verdict(None, True, len(before))


def _way(before: dict[bytes, tuple[bytes, str] | None], cells: bytes) -> tuple[Move, ...]:
    moves: list[Move] = []
    while (step := before[cells]) is not None:
        cells, key = step
        moves.append((key,) if key else ())
    return tuple(reversed(moves))
