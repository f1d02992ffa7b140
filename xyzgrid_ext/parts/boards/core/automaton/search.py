"""The search for a shortest win from a given map: breadth-first and bounded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from xyzgrid_ext.parts.boards.core.automaton.engine import NO_KEY, Engine
from xyzgrid_ext.parts.boards.core.board import Move, Phase

MAX_STATES = 30_000
"""The number of states that a search visits at most, by default."""


class SearchResult(NamedTuple):
    """The result of a search for a win.

    Attributes:
        moves: the moves of a shortest win; None if no win was found.
        decided: whether this is certain: without moves, that the level cannot be won.
        states: the number of states visited.
    """

    moves: tuple[Move, ...] | None
    decided: bool
    states: int


def search(
    engine: Engine,
    keys: Sequence[str],
    phase_of: Callable[[bytes], Phase],
    start: bytes,
    states: int = MAX_STATES,
) -> SearchResult:
    """Return the result of a search for a shortest win.

    Args:
        engine: runs the cycles.
        keys: the keys to try in each cycle, besides no key.
        phase_of: returns whether a level with given cells is won, lost or in play.
        start: the cells to begin with, in the form of `make_buffer`.
        states: how many states to visit at most.
    """
    phase = phase_of(start)
    if phase is not Phase.PLAYING:
        return SearchResult(() if phase is Phase.WON else None, True, 1)
    # each state -> the one before it and the key between them
    before: dict[bytes, tuple[bytes, str] | None] = {start: None}
    border = [start]
    while border:
        beyond: list[bytes] = []
        for cells in border:
            for key in (NO_KEY, *keys):
                after = engine.cycle(cells, key)
                if after in before:
                    continue
                before[after] = (cells, key)
                phase = phase_of(after)
                if phase is Phase.WON:
                    return SearchResult(_way(before, after), True, len(before))
                if len(before) >= states:
                    return SearchResult(None, False, len(before))
                if phase is Phase.PLAYING:
                    beyond.append(after)
        border = beyond
    return SearchResult(None, True, len(before))


def rest_of_solution(
    engine: Engine, moves: Sequence[Move], start: bytes, cells: bytes
) -> tuple[Move, ...]:
    """Return the moves of a solution that remain once it has led from `start` to `cells`.

    Both are in the form of `make_buffer`. Empty if the solution never leads to `cells`.
    """
    for done, move in enumerate(moves):
        if start == cells:
            return tuple(moves[done:])
        start = engine.cycle(start, move[0] if move else NO_KEY)
    return ()


def _way(before: dict[bytes, tuple[bytes, str] | None], cells: bytes) -> tuple[Move, ...]:
    moves: list[Move] = []
    while (step := before[cells]) is not None:
        cells, key = step
        moves.append((key,) if key else ())
    return tuple(reversed(moves))
