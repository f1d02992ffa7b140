"""What a board is: states that are values, and what can be done to all of them alike.

    begin ─► Play ─ press, tick ─► Play ─ undo ─► Play          text_of ─► 'boxes:3:llkkj'
               │                                                                │
               └─ board.frame, aside, describe, status              replayed ◄──┘

A board (see `Board`) is the rules; one of its states is all that there is to know about a game at
a moment. A cycle takes the keys that are down and gives the next state. Time is not a part of it:
the board says how long to wait until the next tick, and whoever drives it has the clock. Chance is
the number that a game starts from. So a game is that number and its cycles, and `replayed` makes
the same frames of them, to the character.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from xyzgrid_ext.core.errors import GridError

S = TypeVar("S")

Move = tuple[str, ...]
"""The keys of one cycle, in the order in which they were pressed; empty for none."""

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""What a character may be coloured; each also as `bright red` …"""

UNDO = 64
"""States that a Play keeps for `undo`; earlier ones are played again."""
RERUN = 1000
"""Cycles that `undo` plays again at most."""


class Phase(StrEnum):
    """How far a game is."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Status(NamedTuple):
    """How a game stands. `par` is a number to compare the score with, None if there is none."""

    phase: Phase
    score: int
    par: int | None = None


class Control(NamedTuple):
    """A key of a board: what a Move has of it, a word for it, and what it does.

    `key` is a character, or a word where the board's notation is NAMES. `restarts` says that a
    press of it begins the wait for the next tick anew. `also` is what a person may type instead:
    characters, and names of arrows: `up`, `down`, `left`, `right`.
    """

    key: str
    name: str
    meaning: str = ""
    restarts: bool = True
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Phrase:
    """A piece of a description: English with fields in braces, and their values.

    The text is what a translation is looked up by; the values are filled in afterwards.
    """

    text: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values)


class Notation(Protocol):
    """How the cycles of a game are written down."""

    def read(self, text: str) -> list[Move]:
        """Return the cycles; GridError where the text is none of this notation."""

    def write(self, moves: Iterable[Move]) -> str:
        """Return the text that `read` makes the same cycles of."""

    def append(self, text: str, move: Move) -> str:
        """Return the text with one cycle more."""


class Board(Protocol[S]):
    """The rules of a game, as a value; S is the type of its states: immutable and hashable."""

    @property
    def name(self) -> str:
        """What a replay calls it: no colon, no blank at its ends."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def controls(self) -> tuple[Control, ...]:
        """The keys that do something."""

    @property
    def notation(self) -> Notation:
        """How its cycles are written."""

    @property
    def clock(self) -> Move:
        """The keys of a cycle that the clock brings about, by itself."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of its levels, which are the seeds 1, 2, …; empty if the seed is chance."""

    @property
    def colours(self) -> Mapping[str, str]:
        """Character of a frame -> one of COLOURS."""

    @property
    def messages(self) -> Mapping[str, str]:
        """What is said at `start`, `won` and `lost`, where the board has words of its own."""

    @property
    def low_scores(self) -> bool:
        """Whether the lowest score is the best: moves are counted, not points."""

    @property
    def undoes(self) -> bool:
        """Whether a player may take moves back."""

    def start(self, seed: int) -> S:
        """The first state; GridError if there is no such level."""

    def cycle(self, state: S, move: Move) -> S:
        """The state after one cycle with these keys. A key without a meaning does nothing."""

    def interval(self, state: S, played: float) -> float | None:
        """Seconds until the next tick, after so many seconds of play; None: there is no clock."""

    def frame(self, state: S) -> tuple[str, ...]:
        """What is seen, as lines of equal length."""

    def aside(self, state: S) -> tuple[Phrase, ...]:
        """What belongs beside the frame, a line each: pieces to come …; often nothing."""

    def describe(self, state: S) -> tuple[Phrase, ...]:
        """What is seen, in words; what stands aside is a part of it."""

    def status(self, state: S) -> Status:
        """How the game stands."""

    def to_data(self, state: S) -> dict[str, Any]:
        """The state as strings, numbers, lists and dicts."""

    def from_data(self, data: Mapping[str, Any]) -> S:
        """The state again; GridError if this is none of this board's."""


class Mark(NamedTuple, Generic[S]):
    """Where `undo` goes back to: the state before a key, and how long the text was then."""

    state: S
    length: int


@dataclass(frozen=True)
class Play(Generic[S]):
    """A game so far: what it started from, its cycles as text, its state, the way back."""

    seed: int
    state: S
    keys: str = ""
    past: tuple[Mark[S], ...] = ()


def begin(board: Board[S], seed: int = 1) -> Play[S]:
    """Start a game; for a board with levels the seed is the level's number, from 1."""
    return Play(seed, board.start(seed))


def advance(board: Board[S], play: Play[S], move: Move) -> Play[S]:
    """Run one cycle. A game that is over stays as it is."""
    if board.status(play.state).phase is not Phase.PLAYING:
        return play
    past = play.past
    if board.undoes and move not in ((), board.clock):
        past = (*past[-UNDO + 1 :], Mark(play.state, len(play.keys)))
    keys = board.notation.append(play.keys, move)
    return replace(play, state=board.cycle(play.state, move), keys=keys, past=past)


def press(board: Board[S], play: Play[S], *keys: str) -> Play[S]:
    """Run one cycle with a key, or with several at once where the board takes several."""
    return advance(board, play, keys)


def tick(board: Board[S], play: Play[S]) -> Play[S]:
    """Run the cycle that the clock brings about."""
    return advance(board, play, board.clock)


def undo(board: Board[S], play: Play[S]) -> Play[S] | None:
    """Go back to before the last key, also if the game is over; None if there is no way back."""
    if not board.undoes:
        return None
    if play.past:
        *past, mark = play.past
        return replace(play, state=mark.state, keys=play.keys[: mark.length], past=tuple(past))
    moves = board.notation.read(play.keys)
    pressed = [number for number, move in enumerate(moves) if move not in ((), board.clock)]
    if not pressed or pressed[-1] > RERUN:
        return None
    return played(board, play.seed, moves[: pressed[-1]])


def played(board: Board[S], seed: int, moves: Iterable[Move]) -> Play[S]:
    """Play a game from its start, cycle by cycle."""
    play = begin(board, seed)
    for move in moves:
        play = advance(board, play, move)
    return play


def plays(board: Board[S], seed: int, moves: Iterable[Move]) -> Iterator[Play[S]]:
    """Give the game at its start and after each of the cycles."""
    play = begin(board, seed)
    yield play
    for move in moves:
        play = advance(board, play, move)
        yield play


def control_of(board: Board[Any], typed: str) -> Control | None:
    """The control that a key of a keyboard stands for: by itself, its name, what else is typed."""
    controls = board.controls
    exact = (control for control in controls if control.key == typed)
    meant = (control for control in controls if typed in (control.name, *control.also))
    return next(exact, None) or next(meant, None)


def typed(board: Board[S], text: str) -> list[Move]:
    """Read what a player typed: the notation of the board, or letters, each of them a cycle.

    `lll`, `l,l,l` and `left,left,left` are the same. GridError if a key is none of the board's; a
    board of characters takes any.
    """
    if board.notation is CHARACTERS:
        return board.notation.read(text)
    keys = {key: key for key in (*board.clock, *(control.key for control in board.controls))}
    keys |= {other: control.key for control in board.controls for other in control.also}
    letters = text.strip()
    if letters not in keys and all(letter in keys for letter in letters):
        return [(keys[letter],) for letter in letters]
    moves = board.notation.read(text)
    for key in (key for move in moves for key in move if key not in keys):
        expected = ", ".join(control.key for control in board.controls)
        raise GridError(f"{board.name} has no key {key[:40]!r}", f"expected {expected}")
    return [tuple(keys[key] for key in move) for move in moves]


# --- as text and as data ---


class Replay(NamedTuple):
    """A replay that was read: the name of its board, the seed or level, the text of its keys."""

    board: str
    seed: int
    keys: str


def text_of(board: Board[S], play: Play[S]) -> str:
    """Write a game as `board:seed:keys`."""
    return f"{board.name}:{play.seed}:{play.keys}"


def read_replay(text: str) -> Replay:
    """Take `board:seed:keys` apart; the keys may have colons. GridError if it is no replay."""
    name, first, rest = text.partition(":")
    seed, second, keys = rest.partition(":")
    if not (first and second and name):
        cure = "expected board:seed:keys, as in boxes:3:lll"
        raise GridError(f"{text[:40]!r} is no replay", cure)
    if not (seed.isascii() and seed.isdigit() and len(seed) < 20):
        raise GridError(f"{seed[:40]!r} is no seed", "expected a whole number between the colons")
    return Replay(name, int(seed), keys)


def replayed(board: Board[S], text: str) -> Play[S]:
    """Play a replay of this board; GridError if it is none, or another board's."""
    replay = read_replay(text)
    if replay.board != board.name:
        raise GridError(f"a replay of {replay.board}, not of {board.name}")
    return played(board, replay.seed, board.notation.read(replay.keys))


def to_data(board: Board[S], play: Play[S]) -> dict[str, Any]:
    """Return a game as plain values; the states for `undo` are left out, it plays them again."""
    return {"seed": play.seed, "keys": play.keys, "state": board.to_data(play.state)}


def from_data(board: Board[S], data: Mapping[str, Any]) -> Play[S]:
    """Make the game of `to_data` again; GridError if it is none of this board's."""
    try:
        seed, keys, state = int(data["seed"]), str(data["keys"]), data["state"]
    except (KeyError, TypeError, ValueError) as error:
        raise GridError(f"no stored game of {board.name}: {error!r}") from error
    return Play(seed, board.from_data(state), keys)


class _Characters:
    r"""One character a cycle: `~` is no key, `\n` ENTER, `\~` a tilde, `\\` a backslash."""

    _ESCAPES: Mapping[str, str] = {"n": "\n", "~": "~", "\\": "\\"}
    _WRITTEN: Mapping[str, str] = {key: f"\\{letter}" for letter, key in _ESCAPES.items()}

    def read(self, text: str) -> list[Move]:
        moves: list[Move] = []
        rest = iter(text)
        for character in rest:
            if character == "\\":
                letter = next(rest, "")
                if letter not in self._ESCAPES:
                    message = f"key {len(moves) + 1}: a backslash before {letter!r}"
                    raise GridError(message, r"expected \n, \~ or \\")
                moves.append((self._ESCAPES[letter],))
            else:
                moves.append(() if character == "~" else (character,))
        return moves

    def write(self, moves: Iterable[Move]) -> str:
        return "".join(self._written(move) for move in moves)

    def append(self, text: str, move: Move) -> str:
        return text + self._written(move)

    def _written(self, move: Move) -> str:
        if len(move) > 1 or any(len(key) != 1 for key in move):
            raise GridError(f"{'+'.join(move)!r} is more than one key in a cycle")
        return self._WRITTEN.get(move[0], move[0]) if move else "~"


class _Names:
    """Cycles between commas, the names of their keys joined by `+`, `-` for none."""

    def read(self, text: str) -> list[Move]:
        if not text.strip():
            return []
        return [self._move(number, cycle) for number, cycle in enumerate(text.split(","), 1)]

    def write(self, moves: Iterable[Move]) -> str:
        return ",".join(map(self._written, moves))

    def append(self, text: str, move: Move) -> str:
        return f"{text},{self._written(move)}" if text else self._written(move)

    def _move(self, number: int, cycle: str) -> Move:
        names = tuple(name.strip() for name in cycle.split("+"))
        if names == ("-",):
            return ()
        if not all(name.isidentifier() for name in names):
            message = f"cycle {number}: {cycle.strip()!r} is no list of keys"
            raise GridError(message, "expected names joined by +, or - for no key")
        return names

    def _written(self, move: Move) -> str:
        return "+".join(move) or "-"


CHARACTERS: Notation = _Characters()
NAMES: Notation = _Names()


# --- chance ---

_WORD = (1 << 64) - 1


def draw(stream: int, bits: int) -> tuple[int, int]:
    """Take up to 32 random bits from a stream: (the number, the stream afterwards).

    A stream is any integer from 0 to 2**64 - 1, a seed at first: it is a part of the state and
    gives the same numbers on every Python. Source: SplitMix64 of Steele, Lea and Flood, «Fast
    splittable pseudorandom number generators», 2014.
    """
    stream = (stream + 0x9E3779B97F4A7C15) & _WORD
    mixed = ((stream ^ (stream >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
    return (mixed ^ (mixed >> 31)) >> (64 - bits), stream
