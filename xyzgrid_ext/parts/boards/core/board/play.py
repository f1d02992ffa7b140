"""A game on a board since its start; it can go forward, cycle by cycle, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.parts.boards.core.board.model import HINT, Board, Move, Phase

S = TypeVar("S")
_DAY = re.compile(r"(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")

UNDO = 64
"""The number of states that a Play keeps for `undo`; earlier ones are replayed."""
MAX_REPLAYED = 1000
"""The most cycles that `undo` replays by default."""


class Mark(NamedTuple, Generic[S]):
    """A point for `undo` to return to: the state before a key, and the length of the text."""

    state: S
    length: int


@dataclass(frozen=True)
class Play(Generic[S]):
    """A game so far: its seed, its cycles as text, its state, and the marks for undo."""

    seed: int
    state: S
    keys: str = ""
    past: tuple[Mark[S], ...] = ()


AnyBoard: TypeAlias = Board[Any]
AnyPlay: TypeAlias = Play[Any]
"""A board and its game for whoever only passes the states on."""


def seed_of_day(day: str) -> int:
    """Return the seed of the daily game, for boards without levels: 20261122 for `2026-11-22`."""
    return int(day.replace("-", ""))


def day_of_seed(board: AnyBoard, seed: int) -> str:
    """Return the day whose daily game has this seed: `2026-11-22`.

    Empty for other seeds and boards with levels.
    """
    match = None if board.levels else _DAY.fullmatch(str(seed))
    return "" if match is None else "-".join(match.groups())


def begin(board: Board[S], seed: int = 1) -> Play[S]:
    """Start a game; on a board with levels, the seed is the number of a level, from 1."""
    return Play(seed, board.start(seed))


def advance(board: Board[S], play: Play[S], move: Move) -> Play[S]:
    """Run one cycle; a game that is over does not change."""
    if board.status(play.state).phase is not Phase.PLAYING:
        return play
    past = play.past
    if board.undoes and _is_pressed(board, move):
        past = (*past[-UNDO + 1 :], Mark(play.state, len(play.keys)))
    keys = board.notation.append(play.keys, move)
    return Play(play.seed, board.cycle(play.state, move), keys, past)


def try_move(board: Board[S], play: Play[S], move: Move) -> Play[S]:
    """Run one cycle; return the game unchanged if nothing moves, as when pushing against a wall."""
    after = advance(board, play, move)
    return after if HINT in move or board.moved(play.state, after.state) else play


def press(board: Board[S], play: Play[S], *keys: str) -> Play[S]:
    """Run one cycle with a key, or with several at once if the board takes several."""
    return advance(board, play, keys)


def tick(board: Board[S], play: Play[S]) -> Play[S]:
    """Run the cycle of a clock tick."""
    return advance(board, play, board.clock)


def undo(board: Board[S], play: Play[S], rerun: int = MAX_REPLAYED) -> Play[S] | None:
    """Undo the last key, even if the game is over; return None if it cannot be undone.

    States that were not kept are reached by replaying up to `rerun` cycles. Hints taken since then
    still count.
    """
    if not board.undoes:
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
    return with_hints(board, gone, play)


def _is_pressed(board: AnyBoard, move: Move) -> bool:
    return move not in ((), board.clock, (HINT,))


def with_hints(board: Board[S], play: Play[S], later: Play[S]) -> Play[S]:
    """Return an earlier moment of a game; hints that were taken later still count."""
    if not board.hints:
        return play
    known, all_keys = play.keys, later.keys
    if all_keys.startswith(known):  # the rest tells it
        known, all_keys = "", all_keys[len(known) :]
    before, taken = (board.notation.read(keys).count((HINT,)) for keys in (known, all_keys))
    for _hint in range(taken - before):
        play = advance(board, play, (HINT,))
    return play


def play_game(board: Board[S], seed: int, moves: Iterable[Move]) -> Play[S]:
    """Play a game from its start, cycle by cycle."""
    play = begin(board, seed)
    for move in moves:
        play = advance(board, play, move)
    return play


def play_steps(board: Board[S], seed: int, moves: Iterable[Move]) -> Iterator[Play[S]]:
    """Yield the game at its start and after each of the cycles."""
    play = begin(board, seed)
    yield play
    for move in moves:
        play = advance(board, play, move)
        yield play


# --- a game as a line of text, and as plain data


class Replay(NamedTuple):
    """A parsed replay: the name of its board, its seed or level, and its keys as text."""

    board: str
    seed: int
    keys: str


def replay_text(board: Board[S], play: Play[S]) -> str:
    """Return a game as text: `board:seed:keys`."""
    return f"{board.name}:{play.seed}:{play.keys}"


def read_replay(text: str) -> Replay:
    """Split `board:seed:keys`, where keys may contain colons; raise UsageError if malformed."""
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


def play_replay(board: Board[S], text: str) -> Play[S]:
    """Play a replay of this board; raise UsageError if it is malformed or of another board."""
    replay = read_replay(text)
    if replay.board != board.name:
        raise UsageError(f"a replay of {replay.board}, not of {board.name}")
    return play_game(board, replay.seed, board.notation.read(replay.keys))


def to_data(board: Board[S], play: Play[S]) -> dict[str, object]:
    """Return the game as plain values, without the states for `undo`, which can be recomputed."""
    return {"seed": play.seed, "keys": play.keys, "state": board.to_data(play.state)}


def from_data(board: Board[S], data: Mapping[str, Any]) -> Play[S]:
    """Read the values of `to_data`; raise UsageError if they are not of this board."""
    try:
        seed, keys, state = int(data["seed"]), str(data["keys"]), data["state"]
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise UsageError(f"no stored game of {board.name}: {error!r}") from error
    return Play(seed, board.from_data(state), keys)
