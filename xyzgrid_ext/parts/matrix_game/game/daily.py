"""The daily matrix in the game: the players, their games, and the best games of each day.

    daily ──► under way ──┬── end node ──► won, and in the table if the replay plays it again
      ▲          │        └── no exit ──► trapped ── restart ──► under way
      └── stop ──┘  the game waits until the day is over

A game has no rooms in the database: the player stays in a room with the tag PLACE and gets the
commands of `commands.daily`. Days are in UTC. The stored data are:

    daily    {"day": "2026-11-22", "words": [...], "run": {...}}   of a character
    daily_scores                                                  of the grid's script, by days
"""

from __future__ import annotations

from functools import lru_cache

from django.utils import timezone
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base.evennia_types import Character, RoomObject
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.scores import ScoreTables
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.game.world.current import find_grid, get_grid
from xyzgrid_ext.parts.matrix_game.core import daily
from xyzgrid_ext.parts.matrix_game.core.daily import DailyGame
from xyzgrid_ext.parts.matrix_game.core.game import MoveOutcome, Run, RunStatus
from xyzgrid_ext.parts.matrix_game.core.generate import GeneratedMatrix
from xyzgrid_ext.parts.matrix_game.game.scores import MatrixScore

PLACE = "xyzgrid_daily"
"""The tag of rooms where the matrix of the day is played."""
DAYS = 30
"""The number of days for which score tables are kept."""

DAILY = "xyzgrid_ext.parts.matrix_game.commands.DailyCmdSet"
"""The command set of characters that play the matrix of the day; Evennia stores this path."""

_NAME, _PLACE_NOW = "daily", "daily_at"


_TABLES = ScoreTables("daily_scores", MatrixScore, lambda row: row.id, lambda row: row.moves, DAYS)


@lru_cache(maxsize=4)
def daily_matrix(day: str) -> GeneratedMatrix:
    """Make the matrix of a day, which takes a few tenths of a second."""
    return daily.make_daily_matrix(day)


def today() -> str:
    """Return the date of today in UTC, `2026-11-22`."""
    return timezone.now().date().isoformat()


def is_played_in(room: RoomObject) -> bool:
    """Whether the matrix of the day can be played in a room object; False for None."""
    return room is not None and bool(room.tags.get(PLACE))


def stored_game(character: Character) -> DailyGame | None:
    """Return a character's last game on a matrix of the day, perhaps an old one, or None."""
    value = character.attributes.get(_NAME, category=CATEGORY)
    if not value:
        return None
    return read_stored(
        f"the daily game of #{character.pk}", lambda: _game(deserialize(value)), None
    )


def has_game_of_today(character: Character) -> bool:
    """Whether a character is where the matrix of the day is played and has begun today's."""
    game_ = stored_game(character) if is_played_in(character.location) else None
    return game_ is not None and game_.day == today()


def begin(character: Character) -> DailyGame:
    """Begin or continue today's game for a character; return it."""
    game_, day = stored_game(character), today()
    if game_ is None or game_.day != day:
        game_ = daily.begin(daily_matrix(day).matrix, day)
        _keep(character, game_)
    if game_.run.status is not RunStatus.WON:
        character.attributes.add(_PLACE_NOW, character.location.pk, category=CATEGORY)
        character.cmdset.remove(DAILY)
        character.cmdset.add(DAILY, persistent=True)
    return game_


def is_playing(character: Character) -> bool:
    """Whether a character plays the matrix of the day, still in the room where it began."""
    at = character.attributes.get(_PLACE_NOW, category=CATEGORY)
    return at is not None and character.location is not None and character.location.pk == at


def stop(character: Character) -> None:
    """Make a character leave the matrix of the day; its game is kept."""
    character.attributes.remove(_PLACE_NOW, category=CATEGORY)
    character.cmdset.remove(DAILY)


def play_word(character: Character, game_: DailyGame, word: str) -> tuple[DailyGame, MoveOutcome]:
    """Return (the game after a typed word, its outcome), and store that game."""
    after, outcome = daily.play_word(daily_matrix(game_.day).matrix, game_, word)
    if after is not game_:
        _keep(character, after)
    return after, outcome


def enter_score(game_: DailyGame, name: str, pk: int) -> int | None:
    """Enter a won game into its day's table; return its place from 1, None without one.

    `name` and `pk` are the player's. Only the first game counts, and only if its replay wins.
    """
    score = MatrixScore(name, pk, game_.run.moves, game_.hints, daily.replay_text(game_))
    if any(row.id == pk for row in score_table(game_.day)) or not is_valid_score(game_.day, score):
        return None
    return _TABLES.enter(get_grid(), game_.day, "", score)


@lru_cache(maxsize=100)
def is_valid_score(day: str, score: MatrixScore) -> bool:
    """Whether the replay of a score on a day wins in the moves that it claims; checked once."""
    return daily.is_winning_replay(score.replay, day, score.moves, daily_matrix)


def score_table(day: str) -> list[MatrixScore]:
    """Return the best games of a day, the best first."""
    return _TABLES.table(find_grid(), day, "")


def _game(record: Record) -> DailyGame:
    words = tuple(str(word) for word in record["words"])
    return DailyGame(str(record["day"]), Run.from_data(record["run"]), words)


def _keep(character: Character, game_: DailyGame) -> None:
    data = {"day": game_.day, "words": list(game_.words), "run": game_.run.as_data()}
    character.attributes.add(_NAME, data, category=CATEGORY)
