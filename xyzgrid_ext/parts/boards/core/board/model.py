"""The types of a board: its rules, its keys, and the status of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeVar

from xyzgrid_ext.core.records import Record

_State = TypeVar("_State")

Move = tuple[str, ...]
"""The keys of one cycle, in the order in which they were pressed; empty for none."""

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""The colours that a character may have; each also as `bright red` …"""


TILES = (
    "wall", "person", "sleeper", "box", "stored", "mark", "gate", "stone", "boulder", "falling",
    "earth", "gem", "lamp", "water", "ember", "glow", "flame", "apple", "head_up", "head_down",
    "head_left", "head_right", "body", "fed", "tail", "gun", "gun_empty", "moth", "moth_down",
    "shot", "shield", "cube", "ghost", "home", "home_full", "lost",
)  # fmt: skip
"""Shapes that clients can draw in place of characters."""


class Phase(StrEnum):
    """Whether a game is in play, won or lost."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Status(NamedTuple):
    """How a game stands. `par` is a score to compare with, None if there is none."""

    phase: Phase
    score: int
    par: int | None = None


class Control(NamedTuple):
    """A key of a board: its entry in a Move, its name, and what it does.

    `key` is a character, or a word where the board's notation is NAMES. `restarts` says that
    pressing it restarts the wait for the next tick. `also` lists what a player may type instead:
    characters, and the arrows `up`, `down`, `left`, `right`.
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
    """A sentence of a description: English text with fields in braces, and their values."""

    text: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values)


HINT = "hint"
"""In a Move, this means that a hint was taken: it counts as a cycle but changes nothing."""

NOTHING = noop("nothing")
"""The name of an empty place."""


Cell = tuple[int, int]
"""A column and a row of a frame, from 0."""


class Scene(NamedTuple):
    """A frame with names for its characters; `hero` has the characters that are the player."""

    rows: tuple[str, ...]
    names: Mapping[str, str]
    hero: str = ""

    def name(self, character: str) -> str:
        """Return the name of a character."""
        return self.names.get(character, NOTHING if character == " " else character)

    @property
    def things(self) -> dict[Cell, str]:
        """The name of the thing in each cell, by (column, row)."""
        return {
            (x, y): self.name(character)
            for y, row in enumerate(self.rows)
            for x, character in enumerate(row)
        }

    @property
    def hero_cells(self) -> list[Cell]:
        """The cells of the player, who may be drawn with several characters."""
        return [
            (x, y)
            for hero in self.hero
            for y, row in enumerate(self.rows)
            for x, character in enumerate(row)
            if character == hero
        ]


def without_empty_sides(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """Return a description without phrases about empty cells.

    They are for listeners who hear only changes: things may have left these cells.
    """
    return tuple(phrase for phrase in phrases if phrase.values.get("name") != NOTHING)


class Solution(NamedTuple):
    """Moves that win from a state, one for each cycle; None if none are known."""

    moves: tuple[Move, ...] | None
    decided: bool


class Notation(Protocol):
    """How the moves of a game are written as text."""

    def read(self, text: str) -> list[Move]:
        """Parse moves; raise UsageError if the text is malformed."""

    def write(self, moves: Iterable[Move]) -> str:
        """Return moves as a text that `read` parses."""

    def append(self, text: str, move: Move) -> str:
        """Return the text with one more move."""


class Board(Protocol[_State]):
    """The rules of a game. States are immutable and hashable, and hold all about a game."""

    @property
    def name(self) -> str:
        """The board's name in replays: without colons and without blanks at its ends."""

    @property
    def title(self) -> str:
        """The title that players see."""

    @property
    def controls(self) -> tuple[Control, ...]:
        """The keys that have a meaning."""

    @property
    def notation(self) -> Notation:
        """How its moves are written."""

    @property
    def clock_move(self) -> Move:
        """The move of a clock tick."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of its levels, whose seeds are 1, 2, …; empty if the seed is random."""

    @property
    def colours(self) -> Mapping[str, str]:
        """The colour of each character of a frame, one of COLOURS."""

    @property
    def tiles(self) -> Mapping[str, str]:
        """The tile of each character of a frame, one of TILES or `column,row` of the tile sheet."""

    @property
    def tile_sheet(self) -> str:
        """The URL of a picture with the board's own tiles, 16 × 16 each; empty if it has none."""

    @property
    def messages(self) -> Mapping[str, str]:
        """The board's own messages, by `start`, `won` and `lost`.

        `spoken` replaces `start` for players with a screen reader.
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
        """Return the first state of the level, or of the random game, with this seed.

        Raises:
            UsageError: if there is no such level.
        """

    def cycle(self, state: _State, move: Move) -> _State:
        """Return the state after one cycle with these keys.

        A key without a meaning does nothing.
        """

    def has_changed(self, before: _State, after: _State) -> bool:
        """Whether anything but the number of cycles has changed."""

    def find_solution(self, state: _State) -> Solution:
        """Return moves that win from a state, if a bounded search finds them."""

    def tick_interval(self, state: _State, played: float) -> float | None:
        """Return the seconds until the next tick, after `played` seconds; None without a clock."""

    def frame(self, state: _State) -> tuple[str, ...]:
        """Return what players see, as lines of equal length."""

    def text_drawing(self, state: _State) -> tuple[str, ...]:
        """Return the frame for text clients, perhaps with walls and wider cells."""

    def focus_cell(self, state: _State) -> tuple[int, int] | None:
        """Return the column and row of the frame to keep in view; None for no one place."""

    def side_lines(self, state: _State) -> tuple[Phrase, ...]:
        """Return the lines to show beside the frame, such as the next pieces; often none."""

    def describe(self, state: _State) -> tuple[Phrase, ...]:
        """Return a description of the frame and of the lines beside it."""

    def scene(self, state: _State) -> Scene:
        """Return the frame, with names for its characters."""

    def changes(self, before: _State, after: _State) -> tuple[Phrase, ...]:
        """Return a description of the changes for a listener who knows `before`."""

    def status(self, state: _State) -> Status:
        """Return whether the game is in play, and its score."""

    def to_data(self, state: _State) -> dict[str, object]:
        """Return the state as plain data for JSON."""

    def from_data(self, data: Record) -> _State:
        """Read the values of `to_data`; raise UsageError if they are not of this board."""
