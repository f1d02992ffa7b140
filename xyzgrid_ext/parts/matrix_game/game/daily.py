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
"""The tag of rooms where the daily matrix is played."""
DAYS = 30
"""The number of days for which score tables are kept."""

DAILY = "xyzgrid_ext.parts.matrix_game.commands.DailyCmdSet"
"""The command set of who plays it; Evennia stores this path."""

_NAME, _PLACE_NOW = "daily", "daily_at"


_TABLES = ScoreTables("daily_scores", MatrixScore, lambda row: row.id, lambda row: row.moves, DAYS)


@lru_cache(maxsize=4)
def daily_matrix(day: str) -> GeneratedMatrix:
    """Make the matrix of a day, which takes a few tenths of a second."""
    return daily.make_daily_matrix(day)


def today() -> str:
    """Return the date of today."""
    return timezone.now().date().isoformat()


def is_played_in(room: RoomObject) -> bool:
    """Whether the daily matrix can be played in a room."""
    return room is not None and bool(room.tags.get(PLACE))


def stored_game(character: Character) -> DailyGame | None:
    """Return the stored game of a character, of any day; None if there is none."""
    value = character.attributes.get(_NAME, category=CATEGORY)
    if not value:
        return None
    return read_stored(
        f"the daily game of #{character.pk}", lambda: _game(deserialize(value)), None
    )


def is_of_today(character: Character) -> bool:
    """Whether a character is in the room where it is played and has a game of today."""
    played = stored_game(character) if is_played_in(character.location) else None
    return played is not None and played.day == today()


def begin(character: Character) -> DailyGame:
    """Begin today's game, or continue it."""
    played, day = stored_game(character), today()
    if played is None or played.day != day:
        played = daily.begin(daily_matrix(day).matrix, day)
        _keep(character, played)
    if played.run.status is not RunStatus.WON:
        character.attributes.add(_PLACE_NOW, character.location.pk, category=CATEGORY)
        character.cmdset.remove(DAILY)
        character.cmdset.add(DAILY, persistent=True)
    return played


def is_in(character: Character) -> bool:
    """Whether a character plays, and is still in the room where it began."""
    at = character.attributes.get(_PLACE_NOW, category=CATEGORY)
    return at is not None and character.location is not None and character.location.pk == at


def stop(character: Character) -> None:
    """Make a character leave; its game is kept."""
    character.attributes.remove(_PLACE_NOW, category=CATEGORY)
    character.cmdset.remove(DAILY)


def play_word(character: Character, played: DailyGame, word: str) -> tuple[DailyGame, MoveOutcome]:
    """Carry out a typed word, and store the result."""
    after, outcome = daily.play_word(daily_matrix(played.day).matrix, played, word)
    if after is not played:
        _keep(character, after)
    return after, outcome


def enter_score(played: DailyGame, name: str, pk: int) -> int | None:
    """Enter a won game into the day's table; return its place from 1, or None if it is too low.

    Only a player's first game counts, and only if its replay wins.
    """
    score = MatrixScore(name, pk, played.run.moves, played.hints, daily.replay_text(played))
    if any(row.id == pk for row in score_table(played.day)) or not is_valid_score(
        played.day, score
    ):
        return None
    return _TABLES.enter(get_grid(), played.day, "", score)


@lru_cache(maxsize=100)
def is_valid_score(day: str, score: MatrixScore) -> bool:
    """Whether the replay of an entry wins that day in as many moves; checked once per entry."""
    return daily.is_winning_replay(score.replay, day, score.moves, daily_matrix)


def score_table(day: str) -> list[MatrixScore]:
    """Return the best games of a day, the best first."""
    return _TABLES.table(find_grid(), day, "")


def _game(found: Record) -> DailyGame:
    words = tuple(str(word) for word in found["words"])
    return DailyGame(str(found["day"]), Run.from_data(found["run"]), words)


def _keep(character: Character, played: DailyGame) -> None:
    data = {"day": played.day, "words": list(played.words), "run": played.run.as_data()}
    character.attributes.add(_NAME, data, category=CATEGORY)
