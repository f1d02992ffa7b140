"""The table of a matrix game, in an Attribute of the grid: only games whose replays win again.

    "matrix_scores": {"undertow": {"digest": "1f0c9a3e",    of the matrix that was won
                                   "rows": [{"name": "Ann", "id": 7, "moves": 34, "hints": 0,
                                             "replay": "matrix:undertow:1f0c9a3e:fo,u"}, …]}}

Digests and replays of large games take long, so they are made in another thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.game.base.background import run_in_thread
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.db.scores import ScoreTables
from xyzgrid_ext.game.world.current import get_grid
from xyzgrid_ext.parts.matrix_game.core import replay
from xyzgrid_ext.parts.matrix_game.core.game import Run, RunStatus
from xyzgrid_ext.parts.matrix_game.game.state import MatrixPlay

_T = TypeVar("_T")


class MatrixScore(NamedTuple):
    """A won game; `id` is that of the character, which may no longer exist."""

    name: str
    id: int
    moves: int
    hints: int
    replay: str


CheckedRows = list[tuple[MatrixScore, bool]]
"""The rows of a score table, each with whether its replay is valid."""

_TABLES = ScoreTables("matrix_scores", MatrixScore, lambda row: row.id, lambda row: row.moves)


def remove_table(key: str) -> None:
    """Remove the table of a map that was removed."""
    _TABLES.forget(get_grid(), key)


def entering_steps(play: MatrixPlay, character: Character) -> Steps[None]:
    """Enter a won game into the table, if its inputs are known and win when replayed."""
    run, key, matrix = play.run, play.key, play.matrix
    if run is None or run.status is not RunStatus.WON or run.words is None:
        return
    won, words = run, run.words

    def replayed() -> tuple[str, str, bool]:
        digest = replay.matrix_digest(matrix)
        text = replay.replay_text(key, digest, won)
        return digest, text, replay.is_winning_replay(text, key, digest, matrix, won.moves)

    digest, text, is_valid = yield from _beside(matrix, len(words), replayed)
    if is_valid:
        score = MatrixScore(character.key, character.pk, run.moves, words.count("hint"), text)
        _TABLES.enter(play.live.keeper, key, digest, score)


def table_steps(live: Any, key: str) -> Steps[CheckedRows]:
    """Return the best games of the map `key`, each replayed in another thread."""
    matrix = live.loaded[key].matrix
    digest = yield from _beside(matrix, 0, lambda: replay.matrix_digest(matrix))
    rows = _TABLES.table(live.keeper, key, digest)

    def replayed() -> CheckedRows:
        return [
            (row, replay.is_winning_replay(row.replay, key, digest, matrix, row.moves))
            for row in rows
        ]

    return (yield from _beside(matrix, sum(row.moves for row in rows), replayed))


def replay_steps(live: Any, key: str, text: str) -> Steps[Run]:
    """Return the run of a replay of the map `key`, played again in another thread.

    Raises:
        UsageError: if it is malformed, or contains an impossible move.
    """
    matrix = live.loaded[key].matrix

    def replayed() -> Run:
        return replay.play_again(text, key, replay.matrix_digest(matrix), matrix)

    return (yield from _beside(matrix, len(text), replayed))


def _beside(matrix: Matrix, moves: int, work: Callable[[], _T]) -> Steps[_T]:
    return (yield from run_in_thread("games replayed", len(matrix.directions) + moves, work))
