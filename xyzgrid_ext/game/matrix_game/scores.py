"""The table of a matrix game: only games whose replays win again."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.matrix import replay
from xyzgrid_ext.core.matrix.game import Run, RunStatus
from xyzgrid_ext.game.db import matrix_scores
from xyzgrid_ext.game.db.matrix_scores import MatrixScore
from xyzgrid_ext.game.visibility.matrix_state import MatrixPlay


def enter(play: MatrixPlay, character: Any) -> None:
    """Enter a won game into the table, if its inputs are known and win when replayed."""
    run, digest = play.run, replay.digest_of(play.matrix)
    if run is None or run.status is not RunStatus.WON or run.words is None:
        return
    text = replay.text_of(play.key, digest, run)
    if replay.wins(text, play.key, digest, play.matrix, run.moves):
        hints = run.words.count("hint")
        score = MatrixScore(character.key, character.pk, run.moves, hints, text)
        matrix_scores.enter(play.live.keeper, play.key, digest, score)


def table(live: Any, key: str) -> list[tuple[MatrixScore, bool]]:
    """Return the best games of a map, and whether the replay of each is valid."""
    matrix = live.loaded[key].matrix
    digest = replay.digest_of(matrix)
    rows = matrix_scores.table(live.keeper, key, digest)
    return [(row, replay.wins(row.replay, key, digest, matrix, row.moves)) for row in rows]


def play_again(live: Any, key: str, text: str) -> Run:
    """Play a replay of a map.

    Raises:
        UsageError: if it is malformed, or contains an impossible move.

    """
    matrix = live.loaded[key].matrix
    return replay.play_again(text, key, replay.digest_of(matrix), matrix)
