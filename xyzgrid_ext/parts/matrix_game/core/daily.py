"""The daily matrix: the same for everybody, one game per player and day, replayable as text.

    daily:2026-11-22:fo,u,hint,wh2,restart,fo      a replay: the day, and all that was done

The date is the seed. The difficulty rises from 2 on Monday to 8 on Sunday. Everything counts, over
all attempts: a step or a restart is one move, a hint five. So trying out routes and then restarting
does not improve anybody's score.
"""

from __future__ import annotations

import re
from calendar import weekday
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.matrix.model import Matrix
from xyzgrid_ext.parts.matrix_game.core import game
from xyzgrid_ext.parts.matrix_game.core.game import (
    MAX_INPUTS,
    Event,
    MoveOutcome,
    Run,
    RunStatus,
    route_to_end,
    shortest_word,
)
from xyzgrid_ext.parts.matrix_game.core.generate import GeneratedMatrix, generate

EDGE = 10
"""The number of nodes along an edge of the matrix of a day, which is a cube."""

_NAME = "daily"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class DailyGame:
    """One player's game on the matrix of a day.

    `words` are the inputs of all attempts, each as its shortest word; `run` is the attempt in play.
    """

    day: str
    run: Run
    words: tuple[str, ...] = ()

    @property
    def hints(self) -> int:
        """The number of hints that the player took."""
        return self.words.count("hint")


def make_daily_matrix(day: str) -> GeneratedMatrix:
    """Make the matrix of a day, `2026-11-22`; it is harder the later in the week that is.

    Raises:
        UsageError: if that is not a day.
    """
    try:
        if not _DAY.fullmatch(day):
            raise ValueError
        number = weekday(*map(int, day.split("-")))
    except ValueError as error:
        raise UsageError(f"{day[:40]!r} is not a day", "write it as in 2026-11-22") from error
    return generate(EDGE, 2 + number, day)


def begin(matrix: Matrix, day: str) -> DailyGame:
    """Return the game of a day, `2026-11-22`, before its first input."""
    return DailyGame(day, _new(matrix))


def play_word(matrix: Matrix, game_: DailyGame, word: str) -> tuple[DailyGame, MoveOutcome]:
    """Return (the game after a typed word, its outcome); an impossible move costs nothing.

    The word is a movement, such as `forward`, `fo` or `wormhole 2`, `hint` or `restart`.
    """
    run = game_.run
    if len(game_.words) >= MAX_INPUTS:
        return game_, MoveOutcome(Event.OVER, word)
    if word == "restart" and run.status in (RunStatus.PLAYING, RunStatus.TRAPPED):
        run = replace(_new(matrix), moves=run.moves + 1, jumped=run.jumped)
        outcome = MoveOutcome(Event.MOVED, word)
    elif word == "hint":
        run, outcome = game.take_hint(run, lambda at: route_to_end(matrix, at))
    else:
        run, outcome = game.take_exit(matrix, run, word)
        word = shortest_word(outcome.way)
    if run is game_.run:
        return game_, outcome
    return DailyGame(game_.day, run, (*game_.words, word)), outcome


def explored_rooms(matrix: Matrix, game_: DailyGame) -> dict[Coord, dict[str, Coord]]:
    """Return the rooms that the player has seen: room -> {name of an exit taken there: target}."""
    run = _new(matrix)
    rooms: dict[Coord, dict[str, Coord]] = {run.at: {}}
    for word in game_.words:
        before = run.at
        if word == "restart":
            run = _new(matrix)
        elif word != "hint":
            run, outcome = game.take_exit(matrix, run, word)
            rooms[before][outcome.way] = run.at
            rooms.setdefault(run.at, {})
    return rooms


def replay_text(game_: DailyGame) -> str:
    """Return the replay of a game as text: `daily:2026-11-22:fo,u,wh`."""
    return f"{_NAME}:{game_.day}:{','.join(game_.words)}"


def play_again(text: str, make: Callable[[str], GeneratedMatrix] = make_daily_matrix) -> DailyGame:
    """Return the game of a replay, `daily:2026-11-22:fo,u,wh`; `make` makes a day's matrix.

    Raises:
        UsageError: if it is not a replay, or contains an impossible move.
    """
    name, _, rest = text.strip().partition(":")
    day, colon, words = rest.partition(":")
    if name != _NAME or not colon or words.count(",") >= MAX_INPUTS:
        raise UsageError("that is not a replay", f"a replay is {_NAME}:2026-11-22:fo,u,wh")
    matrix = make(day).matrix
    return _done(matrix, begin(matrix, day), words.split(",") if words else ())


def is_winning_replay(
    text: str, day: str, moves: int, make: Callable[[str], GeneratedMatrix] = make_daily_matrix
) -> bool:
    """Whether the replay `text` is of this day and wins its matrix in exactly `moves` moves."""
    try:
        game_ = play_again(text, make)
    except UsageError:
        return False
    won = game_.run.status is RunStatus.WON
    return won and (game_.day, game_.run.moves) == (day, moves)


def _done(matrix: Matrix, game_: DailyGame, words: Iterable[str]) -> DailyGame:
    for number, word in enumerate(words, 1):
        after, _ = play_word(matrix, game_, word)
        if after is game_ or after.words[-1] != word:
            raise UsageError(f"{word[:20]!r}, number {number}, was not possible", "it is forged")
        game_ = after
    return game_


def _new(matrix: Matrix) -> Run:
    """Return a new run from the start; the daily game records the inputs of all attempts."""
    return replace(game.run_from_start(matrix), words=None)
