"""A game on a board since its start; it can go forward, cycle by cycle, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.boards.core.board.model import HINT, Board, Move, Phase

_State = TypeVar("_State")
_DAY = re.compile(r"(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")

UNDO_DEPTH = 64
"""The number of states that a Play keeps for `undo`. To earlier ones, the game is replayed."""
MAX_REPLAYED = 1000
"""The most cycles (steps of the board) that `undo` replays; it returns None if it needs more."""


class UndoPoint(NamedTuple, Generic[_State]):
    """The state before a key was pressed, and the length of `Play.keys` at that moment."""

    state: _State
    length: int


@dataclass(frozen=True)
class Play(Generic[_State]):
    """A game so far: its seed, state, moves as text (`keys`), and undo points (`past`)."""

    seed: int
    state: _State
    keys: str = ""
    past: tuple[UndoPoint[_State], ...] = ()


AnyBoard: TypeAlias = Board[Any]
"""A board whose states have any type."""
AnyPlay: TypeAlias = Play[Any]
"""A game with states of any type."""


def seed_of_day(day: str) -> int:
    """Return the seed of a day's game on boards without levels: 20261122 for `2026-11-22`."""
    return int(day.replace("-", ""))


def day_of_seed(board: AnyBoard, seed: int) -> str:
    """Return the day, `2026-11-22`, whose game on a board has this seed; "" if no day has it."""
    match = None if board.levels else _DAY.fullmatch(str(seed))
    return "" if match is None else "-".join(match.groups())


def begin(board: Board[_State], seed: int = 1) -> Play[_State]:
    """Return a new game; on a board with levels, the seed is the number of a level, from 1."""
    return Play(seed, board.start(seed))


def advance(board: Board[_State], play: Play[_State], move: Move) -> Play[_State]:
    """Return the game after one cycle; a game that is over does not change."""
    if board.status(play.state).phase is not Phase.PLAYING:
        return play
    past = play.past
    if board.can_undo and _is_pressed(board, move):
        past = (*past[-UNDO_DEPTH + 1 :], UndoPoint(play.state, len(play.keys)))
    keys = board.notation.append(play.keys, move)
    return Play(play.seed, board.cycle(play.state, move), keys, past)


def try_move(board: Board[_State], play: Play[_State], move: Move) -> Play[_State]:
    """Return the game after a cycle; the same game if nothing moves, as when pushing a wall."""
    after = advance(board, play, move)
    return after if HINT in move or board.has_changed(play.state, after.state) else play


def press(board: Board[_State], play: Play[_State], *keys: str) -> Play[_State]:
    """Return the game after a cycle with a key, or with several if the board takes several."""
    return advance(board, play, keys)


def tick(board: Board[_State], play: Play[_State]) -> Play[_State]:
    """Return the game after a clock tick."""
    return advance(board, play, board.clock_move)


def undo(
    board: Board[_State], play: Play[_State], rerun: int = MAX_REPLAYED
) -> Play[_State] | None:
    """Return the game before its last key, even if it is over; None if that cannot be undone.

    `rerun` is how many cycles may be replayed for that.
    """
    if not board.can_undo:
        return None
    if play.past:
        *past, mark = play.past
        keys = play.keys[: mark.length]
        gone = replace(play, state=mark.state, keys=keys, past=tuple(past))
    else:
        moves = board.notation.read(play.keys)
        pressed = [number for number, move in enumerate(moves) if _is_pressed(board, move)]
        if not pressed or pressed[-1] > rerun:
            return None
        gone = play_game(board, play.seed, moves[: pressed[-1]])
    return with_later_hints(board, gone, play)


def _is_pressed(board: AnyBoard, move: Move) -> bool:
    return move not in ((), board.clock_move, (HINT,))


def with_later_hints(board: Board[_State], play: Play[_State], later: Play[_State]) -> Play[_State]:
    """Return `play`, an earlier moment of the game `later`, with the hints taken since added."""
    if not board.has_hints:
        return play
    known, all_keys = play.keys, later.keys
    if all_keys.startswith(known):  # the rest tells it
        known, all_keys = "", all_keys[len(known) :]
    before, taken = (board.notation.read(keys).count((HINT,)) for keys in (known, all_keys))
    for _hint in range(taken - before):
        play = advance(board, play, (HINT,))
    return play


def play_game(board: Board[_State], seed: int, moves: Iterable[Move]) -> Play[_State]:
    """Return the game after these moves from its start."""
    play = begin(board, seed)
    for move in moves:
        play = advance(board, play, move)
    return play


def play_steps(board: Board[_State], seed: int, moves: Iterable[Move]) -> Iterator[Play[_State]]:
    """Yield the game at its start, then the game after each of the moves."""
    play = begin(board, seed)
    yield play
    for move in moves:
        play = advance(board, play, move)
        yield play


# --- a game as a line of text, and as plain data


class Replay(NamedTuple):
    """A parsed replay: the name of its board, its seed, and its moves in the board's notation."""

    board: str
    seed: int
    keys: str


def replay_text(board: Board[_State], play: Play[_State]) -> str:
    """Return a game as text: `board:seed:keys`."""
    return f"{board.name}:{play.seed}:{play.keys}"


def read_replay(text: str) -> Replay:
    """Return the parts of `board:seed:keys`; raise UsageError if it is malformed."""
    name, first, rest = text.partition(":")
    seed, second, keys = rest.partition(":")
    if not (first and second and name):
        cure = "expected board:seed:keys, as in boxes:3:lll"
        raise UsageError(f"{text[:40]!r} is not a replay", cure)
    if not (seed.isascii() and seed.isdigit() and len(seed) < 20):
        raise UsageError(
            f"{seed[:40]!r} is not a seed", "expected a whole number between the colons"
        )
    return Replay(name, int(seed), keys)


def play_replay(board: Board[_State], text: str) -> Play[_State]:
    """Return the game of a replay, `board:seed:keys`; raise UsageError for another board's."""
    replay = read_replay(text)
    if replay.board != board.name:
        raise UsageError(f"a replay of {replay.board}, not of {board.name}")
    return play_game(board, replay.seed, board.notation.read(replay.keys))


def to_data(board: Board[_State], play: Play[_State]) -> dict[str, object]:
    """Return a game as plain data for JSON, without its undo points."""
    return {"seed": play.seed, "keys": play.keys, "state": board.to_data(play.state)}


def from_data(board: Board[_State], data: Record) -> Play[_State]:
    """Return the game that `to_data` stored; raise UsageError if it is not of this board."""
    try:
        seed, keys, state = int(data["seed"]), str(data["keys"]), data["state"]
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise UsageError(f"no stored game of {board.name}: {error!r}") from error
    return Play(seed, board.from_data(state), keys)
