"""The types of a board: its rules, its keys, and the status of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeVar

from xyzgrid_ext.core.records import Record

_State = TypeVar("_State")

Move = tuple[str, ...]
"""The keys that are pressed in one cycle, in order; empty for none."""

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""The colours that a symbol may have; each also as `bright red` …"""


TILES = (
    "wall", "person", "sleeper", "box", "stored", "mark", "gate", "stone", "boulder", "falling",
    "earth", "gem", "lamp", "water", "ember", "glow", "flame", "apple", "head_up", "head_down",
    "head_left", "head_right", "body", "fed", "tail", "gun", "gun_empty", "moth", "moth_down",
    "shot", "shield", "cube", "ghost", "home", "home_full", "lost",
)  # fmt: skip
"""The names of the tiles: shapes that clients can draw in place of symbols."""


class Phase(StrEnum):
    """Whether a game is in play, won or lost."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Status(NamedTuple):
    """Whether a game is in play, its score, and `par`, a score to compare with, or None."""

    phase: Phase
    score: int
    par: int | None = None


class Control(NamedTuple):
    """A key of a board.

    Attributes:
        key: its entry in a Move: a character, or a word where the board's notation is NAMES.
        name: what it does, for players.
        restarts: whether the wait for the next tick begins anew when it is pressed.
        also: what players may type instead: characters, or `up`, `down`, `left`, `right`.
    """

    key: str
    name: str
    meaning: str = ""
    restarts: bool = True
    also: tuple[str, ...] = ()


def noop(text: str) -> str:
    """Return the text unchanged; the call lets `make messages` find it for translators."""
    return text


@dataclass(frozen=True)
class Phrase:
    """A sentence of a description: English text with fields, `row {row}`, and their values."""

    text: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values)


HINT = "hint"
"""The entry of a Move that says that a hint was taken: a cycle that changes nothing else."""

NOTHING = noop("nothing")
"""The name of an empty cell."""


Cell = tuple[int, int]
"""(column, row) of a frame, from 0 at the upper left."""


class Scene(NamedTuple):
    """A frame with names for its symbols.

    Attributes:
        rows: the lines of the frame; each character is a symbol.
        names: symbol -> its name, as `#` -> `wall`.
        hero: the symbols that stand for the player.
    """

    rows: tuple[str, ...]
    names: Mapping[str, str]
    hero: str = ""

    def name(self, symbol: str) -> str:
        """Return what a symbol stands for, `wall` for `#`; the symbol itself if it has no name."""
        return self.names.get(symbol, NOTHING if symbol == " " else symbol)

    @property
    def things(self) -> dict[Cell, str]:
        """Each cell -> the name of what is in it."""
        return {
            (x, y): self.name(character)
            for y, row in enumerate(self.rows)
            for x, character in enumerate(row)
        }

    @property
    def hero_cells(self) -> list[Cell]:
        """The cells of the player, who may be drawn with several symbols."""
        return [
            (x, y)
            for hero in self.hero
            for y, row in enumerate(self.rows)
            for x, character in enumerate(row)
            if character == hero
        ]


def without_empty_cells(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """Return a full description without phrases about empty cells.

    Only listeners who hear changes need these phrases: something may have left the cells.
    """
    return tuple(phrase for phrase in phrases if phrase.values.get("name") != NOTHING)


class Solution(NamedTuple):
    """The moves that win from a state, one for each cycle; None if no winning moves are known.

    `decided` says that this is certain: without moves, that the game cannot be won.
    """

    moves: tuple[Move, ...] | None
    decided: bool


class Notation(Protocol):
    """How the moves of a game are written as text."""

    def read(self, text: str) -> list[Move]:
        """Return the moves of a text; raise UsageError if it is malformed."""

    def write(self, moves: Iterable[Move]) -> str:
        """Return moves as a text that `read` parses."""

    def append(self, text: str, move: Move) -> str:
        """Return the text of some moves with one more move at its end."""


class Board(Protocol[_State]):
    """The rules of a game.

    They keep nothing of a game: all that can change is in its state, an immutable, hashable value.
    """

    @property
    def name(self) -> str:
        """The board's name in replays: without colons and without blanks at its ends."""

    @property
    def title(self) -> str:
        """The title that players see."""

    @property
    def controls(self) -> tuple[Control, ...]:
        """The keys that do something."""

    @property
    def notation(self) -> Notation:
        """How its moves are written as text."""

    @property
    def clock_move(self) -> Move:
        """The move of a clock tick."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of its levels, whose seeds are 1, 2, …; empty if the seed is random."""

    @property
    def colours(self) -> Mapping[str, str]:
        """Each symbol of a frame -> its colour, one of COLOURS."""

    @property
    def tiles(self) -> Mapping[str, str]:
        """Each symbol -> its tile, one of TILES or `column,row` of the tile sheet."""

    @property
    def tile_sheet(self) -> str:
        """The URL of a picture with the board's own tiles, 16 × 16 pixels each; "" for none."""

    @property
    def messages(self) -> Mapping[str, str]:
        """The board's own messages for `start`, `won` and `lost`, as far as it has them.

        The message for `spoken` replaces that for `start` for players with a screen reader.
        """

    @property
    def low_score_wins(self) -> bool:
        """Whether the lowest score is the best, as when moves are counted."""

    @property
    def can_undo(self) -> bool:
        """Whether players may undo moves."""

    @property
    def has_hints(self) -> bool:
        """Whether `find_solution` can give hints."""

    def start(self, seed: int) -> _State:
        """Return the first state of a game; a seed is the number of a level or of a random game.

        Raises:
            UsageError: if there is no such level.
        """

    def cycle(self, state: _State, move: Move) -> _State:
        """Return the state after one cycle with the keys of a move; unknown keys do nothing."""

    def has_changed(self, before: _State, after: _State) -> bool:
        """Whether anything but the number of cycles has changed."""

    def find_solution(self, state: _State) -> Solution:
        """Return a Solution from a state; its `moves` are None if a bounded search finds no win."""

    def tick_interval(self, state: _State, played: float) -> float | None:
        """Return the seconds between ticks in a game of `played` seconds so far; None: no clock."""

    def frame(self, state: _State) -> tuple[str, ...]:
        """Return what players see: lines of equal length, one symbol for each cell."""

    def text_drawing(self, state: _State) -> tuple[str, ...]:
        """Return the frame for text clients, perhaps with walls and wider cells."""

    def focus_cell(self, state: _State) -> tuple[int, int] | None:
        """Return (column, row) of the cell to keep in view; None if all cells matter alike."""

    def side_lines(self, state: _State) -> tuple[Phrase, ...]:
        """Return the lines to show beside the frame, such as the next pieces; often none."""

    def describe(self, state: _State) -> tuple[Phrase, ...]:
        """Return a description, for listeners, of what `frame` and `side_lines` show."""

    def scene(self, state: _State) -> Scene:
        """Return the frame with names for its symbols."""

    def changes(self, before: _State, after: _State) -> tuple[Phrase, ...]:
        """Return a description of what has changed, for a listener who knows `before`."""

    def status(self, state: _State) -> Status:
        """Return whether the game is in play, won or lost, its score, and its par."""

    def to_data(self, state: _State) -> dict[str, object]:
        """Return the state as plain data for JSON."""

    def from_data(self, data: Record) -> _State:
        """Return the state from `to_data`; raise UsageError for the data of another board."""
