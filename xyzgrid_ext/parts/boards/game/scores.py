"""The best games of each board: player, date, score, and the replay as proof.

They are Attributes of the grid's script, one for each board or level of a board:

    "score boxes 3"   [{"name": "Ann", "id": 7, "score": 31, "date": "2026-11-20", "replay": …}]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.records import value_of
from xyzgrid_ext.game.base.limits import limit_value
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.game.world.current import find_grid, get_grid
from xyzgrid_ext.parts.boards.core.board import (
    AnyBoard,
    AnyPlay,
    Phase,
    begin,
    day_of_seed,
    read_replay,
    replay_text,
)


class BoardScore(NamedTuple):
    """An entry of a table; `id` is that of the character, which may no longer exist."""

    name: str
    id: int
    score: int
    date: str
    replay: str


def score_table(board: AnyBoard, seed: int) -> list[BoardScore]:
    """Return the best games of a level, the best first.

    `seed` is the level's number. Boards without levels have one table for all seeds.
    """
    grid = find_grid()
    if grid is None:
        return []
    key = _key(board, seed)
    rows = grid.attributes.get(key, category=CATEGORY, default=())
    return read_stored(
        f"the table '{key}'", lambda: [value_of(BoardScore, row) for row in deserialize(rows)], []
    )


def enter_score(board: AnyBoard, play: AnyPlay, name: str, pk: int, day: str) -> int | None:
    """Enter a finished game into the table; return its place from 1, or None if it is too low.

    Args:
        board: the board.
        play: the game.
        name: the player's name.
        pk: the player's id; a table has only the best game of each.
        day: the date to show.
    """
    status = board.status(play.state)
    counts = status.phase is Phase.WON or (not board.levels and status.phase is Phase.LOST)
    if not counts or not (board.low_score_wins or status.score):
        return None
    score = BoardScore(name, pk, status.score, day, replay_text(board, play))
    rows = score_table(board, play.seed)
    old_scores = [row for row in rows if row.id == pk]
    if any(row.replay == score.replay for row in old_scores):
        return None  # the very same game, lost again after a move was taken back
    if board.levels or day_of_seed(board, play.seed):
        if old_scores and not _better(board, score, old_scores[0]):
            return None
        rows = [row for row in rows if row.id != pk]
    sign = 1 if board.low_score_wins else -1
    rows = sorted([*rows, score], key=lambda row: sign * row.score)[: limit_value("scores")]
    if score not in rows:
        return None
    _write(board, play.seed, rows)
    return rows.index(score) + 1


def is_valid(board: AnyBoard, score: BoardScore) -> bool:
    """Whether a game in the table, played again, gives its score: tens of thousands of cycles."""
    try:
        replay = read_replay(score.replay)
        play = begin(board, replay.seed)
        moves = board.notation.read(replay.keys)
    except UsageError:
        return False
    # the state alone, without the growing text of its keys
    state = play.state
    for move in moves if replay.board == board.name else ():
        if board.status(state).phase is not Phase.PLAYING:
            return False  # keys after the end: no game has these
        state = board.cycle(state, move)
    status = board.status(state)
    return status.phase is not Phase.PLAYING and status.score == score.score


def remove_score(board: AnyBoard, seed: int, place: int) -> BoardScore | None:
    """Remove an entry from the table of a level (`seed`), by its place from 1.

    Return the entry; None if there is none.
    """
    rows = score_table(board, seed)
    if not 1 <= place <= len(rows):
        return None
    row = rows.pop(place - 1)
    _write(board, seed, rows)
    return row


def _write(board: AnyBoard, seed: int, rows: Sequence[BoardScore]) -> None:
    data = [row._asdict() for row in rows]
    get_grid().attributes.add(_key(board, seed), data, category=CATEGORY)


def _better(board: AnyBoard, one: BoardScore, other: BoardScore) -> bool:
    return one.score < other.score if board.low_score_wins else one.score > other.score


def _key(board: AnyBoard, seed: int) -> str:
    part = str(seed) if board.levels else day_of_seed(board, seed)
    return f"score {board.name} {part}".strip()
