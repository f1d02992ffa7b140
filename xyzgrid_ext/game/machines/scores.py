"""The best games of each board: who, when, how many, and the replay that proves it.

In Attributes of the grid's script, one for each board, or level of a board:

    "score boxes 3"   [{"name": "Ann", "id": 7, "score": 31, "date": "2026-11-20", "replay": …}]
"""

from __future__ import annotations

from typing import Any, NamedTuple

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.board import Board, Phase, Play, replayed, text_of
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.memory import CATEGORY
from xyzgrid_ext.game.script import find_xyzgrid, get_xyzgrid

KEPT = 10


class Score(NamedTuple):
    """A row of a table. `id` is that of the character, which may be gone by now."""

    name: str
    id: int
    score: int
    date: str
    replay: str


def table(board: Board[Any], seed: int) -> list[Score]:
    """The best games, the best first; boards without levels have one table for all games."""
    grid = find_xyzgrid()
    if grid is None:
        return []
    rows = grid.attributes.get(_key(board, seed), category=CATEGORY, default=())
    return [Score(**row) for row in deserialize(rows)]


def enter(board: Board[Any], play: Play[Any], name: str, pk: int, date: str) -> int | None:
    """Put a game that is over into the table; its place from 1, None if it is too bad for it.

    Of one player the best game of a level stands there, once. A game whose replay does not come
    out as it says is nobody's.
    """
    status = board.status(play.state)
    counts = status.phase is Phase.WON or (not board.levels and status.phase is Phase.LOST)
    if not counts:
        return None
    score = Score(name, pk, status.score, date, text_of(board, play))
    rows = table(board, play.seed)
    if board.levels:
        own = [row for row in rows if row.id == pk]
        if own and not _better(board, score, own[0]):
            return None
        rows = [row for row in rows if row.id != pk]
    sign = 1 if board.low_scores else -1
    rows = sorted([*rows, score], key=lambda row: sign * row.score)[:KEPT]
    if score not in rows:
        return None
    data = [row._asdict() for row in rows]
    get_xyzgrid().attributes.add(_key(board, play.seed), data, category=CATEGORY)
    return rows.index(score) + 1


def verify(board: Board[Any], score: Score) -> bool:
    """Whether a replay, played again, comes out at the score that the table says."""
    try:
        play = replayed(board, score.replay)
    except GridError:
        return False
    return board.status(play.state).score == score.score


def _better(board: Board[Any], one: Score, other: Score) -> bool:
    return one.score < other.score if board.low_scores else one.score > other.score


def _key(board: Board[Any], seed: int) -> str:
    return f"score {board.name} {seed}" if board.levels else f"score {board.name}"
