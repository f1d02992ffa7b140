"""Replays as text of games on matrices that were made by hand.

    matrix:undertow:1f0c9a3e:fo,u,hint,wh2      the map, which matrix it was then, what was done

A step is one move, a hint five. A game begins at the start node.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.matrix.model import Matrix
from xyzgrid_ext.core.matrix.write import write
from xyzgrid_ext.parts.matrix_game.core import game
from xyzgrid_ext.parts.matrix_game.core.game import MAX_INPUTS, Run, RunStatus

_KIND = "matrix"


@lru_cache(maxsize=8)
def matrix_digest(matrix: Matrix) -> str:
    """Return a hash of a matrix: 8 hexadecimal digits.

    For 2,744 nodes this takes 20 ms the first time.
    """
    return sha256(write(matrix).encode()).hexdigest()[:8]


def replay_text(name: str, digest: str, run: Run) -> str:
    """Return a replay as one line of text, `matrix:NAME:DIGEST:MOVE,…`; "" if moves are unknown.

    `name` is that of the map; `digest` is the `matrix_digest` of its matrix.
    """
    return "" if run.words is None else f"{_KIND}:{name}:{digest}:{','.join(run.words)}"


def play_again(text: str, name: str, digest: str, matrix: Matrix) -> Run:
    """Return the run of a replay, `matrix:NAME:DIGEST:fo,u,hint`, on the matrix of a map.

    Raises:
        UsageError: if it is not a replay of this map, or contains an impossible move.
    """
    head, colon, done = text.strip().rpartition(":")
    if not colon or head != f"{_KIND}:{name}:{digest}" or done.count(",") >= MAX_INPUTS:
        raise UsageError(
            "that is not a replay of this map", f"a replay is {_KIND}:{name}:{digest}:…"
        )
    run = game.run_from_start(matrix)
    for number, word in enumerate(done.split(",") if done else (), 1):
        if word == "hint":
            after, _outcome = game.take_hint(run, lambda at: None)
        else:
            after, _outcome = game.take_exit(matrix, run, word)
        if after is run or after.words is None or after.words[-1] != word:
            raise UsageError(f"{word[:20]!r}, number {number}, was not possible", "it is forged")
        run = after
    return run


def is_winning_replay(text: str, name: str, digest: str, matrix: Matrix, moves: int) -> bool:
    """Whether a replay, `matrix:NAME:DIGEST:fo,u,hint`, wins in exactly `moves` moves."""
    try:
        run = play_again(text, name, digest, matrix)
    except UsageError:
        return False
    return run.status is RunStatus.WON and run.moves == moves
