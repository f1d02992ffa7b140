"""A game as a line of text, and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.parts.boards.core.board.model import Board
from xyzgrid_ext.parts.boards.core.board.play import Play, played

S = TypeVar("S")


class Replay(NamedTuple):
    """A parsed replay: the name of its board, its seed or level, and its keys as text."""

    board: str
    seed: int
    keys: str


def text_of(board: Board[S], play: Play[S]) -> str:
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


def replayed(board: Board[S], text: str) -> Play[S]:
    """Play a replay of this board; raise UsageError if it is malformed or of another board."""
    replay = read_replay(text)
    if replay.board != board.name:
        raise UsageError(f"a replay of {replay.board}, not of {board.name}")
    return played(board, replay.seed, board.notation.read(replay.keys))


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
