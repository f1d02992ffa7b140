"""The types of a board: its rules, its keys, and the status of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeVar

S = TypeVar("S")

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
    """The phases of a game."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Status(NamedTuple):
    """The status of a game. `par` is a score to compare with, None if there is none."""

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
    """Part of a description: an English text with fields in braces, and their values.

    The text is translated first; then the values are filled in.
    """

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
    """A frame, the names of its characters, and which of them are the player."""

    rows: tuple[str, ...]
    names: Mapping[str, str]
    hero: str = ""

    def name(self, character: str) -> str:
        """Return the name of a character."""
        return self.names.get(character, NOTHING if character == " " else character)

    @property
    def things(self) -> dict[Cell, str]:
        """Return the name of the thing at each place."""
        return {
            (x, y): self.name(character)
            for y, row in enumerate(self.rows)
            for x, character in enumerate(row)
        }

    @property
    def heroes(self) -> list[Cell]:
        """All cells of the player, who may be drawn with several glyphs."""
        return [
            (x, y)
            for hero in self.hero
            for y, row in enumerate(self.rows)
            for x, character in enumerate(row)
            if character == hero
        ]


def without_empty_sides(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """Return a description without its empty sides, for a listener who asked for the whole board.

    A listener who hears only changes needs the empty sides too: things may have left them.
    """
    return tuple(phrase for phrase in phrases if phrase.values.get("name") != NOTHING)


class Solution(NamedTuple):
    """The moves that win from a state, one for each cycle; None if none are known.

    `decided` says that the result is certain. A certain result without moves means that the game
    can no longer be won.
    """

    moves: tuple[Move, ...] | None
    decided: bool


class Notation(Protocol):
    """A notation for the cycles of a game."""

    def read(self, text: str) -> list[Move]:
        """Read the cycles from a text; raise UsageError if it is malformed."""

    def write(self, moves: Iterable[Move]) -> str:
        """Write cycles as a text that `read` turns back into them."""

    def append(self, text: str, move: Move) -> str:
        """Add one cycle to a text."""


class Board(Protocol[S]):
    """The rules of a game, as a value; S is the type of its states: immutable and hashable."""

    @property
    def name(self) -> str:
        """The board's name in replays: without colons and without blanks at its ends."""

    @property
    def title(self) -> str:
        """The title that players see."""

    @property
    def controls(self) -> tuple[Control, ...]:
        """The keys that have an effect."""

    @property
    def notation(self) -> Notation:
        """The notation of its cycles."""

    @property
    def clock(self) -> Move:
        """The keys of a cycle that is started by the clock."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of its levels, whose seeds are 1, 2, …; empty if the seed is random."""

    @property
    def colours(self) -> Mapping[str, str]:
        """Maps characters of a frame to COLOURS."""

    @property
    def tiles(self) -> Mapping[str, str]:
        """Maps characters of a frame to TILES, or to `column,row` of the board's own sheet."""

    @property
    def tile_sheet(self) -> str:
        """The URL of a picture with the board's own tiles, 16 × 16 each; empty if it has none."""

    @property
    def messages(self) -> Mapping[str, str]:
        """The board's own messages at `start`, `won` and `lost`.

        `spoken` replaces `start` for players with a screen reader.
        """

    @property
    def low_scores(self) -> bool:
        """Whether the lowest score is the best, as when moves are counted."""

    @property
    def undoes(self) -> bool:
        """Whether a player may undo moves."""

    @property
    def hints(self) -> bool:
        """Whether `way` can give hints."""

    def start(self, seed: int) -> S:
        """Return the first state of a level or seed.

        Raises UsageError if there is no such level.
        """

    def cycle(self, state: S, move: Move) -> S:
        """Return the state after one cycle with these keys.

        A key without a meaning does nothing.
        """

    def moved(self, before: S, after: S) -> bool:
        """Whether anything but the number of cycles has changed."""

    def way(self, state: S) -> Solution:
        """Search for a win from a state."""

    def interval(self, state: S, played: float) -> float | None:
        """Return the seconds until the next tick, after the given seconds of play.

        None without a clock.
        """

    def frame(self, state: S) -> tuple[str, ...]:
        """Return the visible frame, as lines of equal length."""

    def drawing(self, state: S) -> tuple[str, ...]:
        """Return the frame for players who read text, perhaps with walls and the next pieces."""

    def focus(self, state: S) -> tuple[int, int] | None:
        """Return the column and row of the frame at which a player looks, from 0.

        None for no place.
        """

    def aside(self, state: S) -> tuple[Phrase, ...]:
        """Return the lines to show beside the frame, such as the next pieces; often none."""

    def describe(self, state: S) -> tuple[Phrase, ...]:
        """Return the visible frame in words, with the lines beside it."""

    def scene(self, state: S) -> Scene:
        """Return the frame, with names for its characters."""

    def changes(self, before: S, after: S) -> tuple[Phrase, ...]:
        """Return a description of the changes for a listener who knows `before`."""

    def status(self, state: S) -> Status:
        """Return the state of the game for display."""

    def to_data(self, state: S) -> dict[str, object]:
        """Return the state as plain data: strings, numbers, lists and dicts."""

    def from_data(self, data: Mapping[str, Any]) -> S:
        """Read the values of `to_data`; raise UsageError if they are not of this board."""
