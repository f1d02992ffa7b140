"""The types of a board: its rules, its keys, how a game on it stands."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeVar

S = TypeVar("S")

Move = tuple[str, ...]
"""The keys of one cycle, in the order in which they were pressed; empty for none."""

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""What a character may be coloured; each also as `bright red` …"""


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
    """A game as it stands. `par` is a number to compare the score with, None if there is none."""

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


def noop(text: str) -> str:
    """Return the text as it is; the call lets `make messages` find it for translators."""
    return text


@dataclass(frozen=True)
class Phrase:
    """A piece of a description: English with fields in braces, and their values.

    The text is what a translation is looked up by; the values are filled in afterwards.
    """

    text: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values)


HINT = "hint"
"""Stands in a Move for a hint that was given: it counts as a cycle and changes nothing."""

NOTHING = noop("nothing")
"""The name of an empty place."""


Cell = tuple[int, int]
"""A column and a row of a frame, from 0."""


class Scene(NamedTuple):
    """A frame, what its characters are called, and which of them are the player."""

    rows: tuple[str, ...]
    names: Mapping[str, str]
    hero: str = ""

    def name(self, character: str) -> str:
        """The name of a character."""
        return self.names.get(character, NOTHING if character == " " else character)

    @property
    def things(self) -> dict[Cell, str]:
        """What is at each place, by name."""
        return {
            (x, y): self.name(character)
            for y, row in enumerate(self.rows)
            for x, character in enumerate(row)
        }

    @property
    def heroes(self) -> list[Cell]:
        """Where the player is; more than one place if there are more."""
        return [
            (x, y)
            for hero in self.hero
            for y, row in enumerate(self.rows)
            for x, character in enumerate(row)
            if character == hero
        ]


def notable(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """A description without the sides on which nothing is: for who hears the whole board at once.

    A listener who hears only changes needs them: something may have left these places.
    """
    return tuple(phrase for phrase in phrases if phrase.values.get("name") != NOTHING)


class Solution(NamedTuple):
    """Cycles that win from here; None if none are known.

    `decided` says that this is certain: without moves, that the game cannot be won any more.
    """

    moves: tuple[Move, ...] | None
    decided: bool


class Notation(Protocol):
    """How the cycles of a game are written down."""

    def read(self, text: str) -> list[Move]:
        """Return the cycles; UsageError where the text is none of this notation."""

    def write(self, moves: Iterable[Move]) -> str:
        """Return the text that `read` makes the same cycles of."""

    def append(self, text: str, move: Move) -> str:
        """Return the text with one cycle more."""


class Board(Protocol[S]):
    """The rules of a game, as a value; S is the type of its states: immutable and hashable."""

    @property
    def name(self) -> str:
        """Its name in replays: no colon, no blank at its ends."""

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
    def tiles(self) -> Mapping[str, str]:
        """Character of a frame -> one of TILES, or `column,row` of the board's own sheet."""

    @property
    def tile_sheet(self) -> str:
        """The address of a picture with the board's own tiles, 16 × 16 each; or nothing."""

    @property
    def messages(self) -> Mapping[str, str]:
        """What is said at `start`, `won` and `lost`, where the board has words of its own.

        `spoken` is said at the start to who hears what others see.
        """

    @property
    def low_scores(self) -> bool:
        """Whether the lowest score is the best: moves are counted, not points."""

    @property
    def undoes(self) -> bool:
        """Whether a player may take moves back."""

    @property
    def hints(self) -> bool:
        """Whether `way` can be asked for."""

    def start(self, seed: int) -> S:
        """The first state; UsageError if there is no such level."""

    def cycle(self, state: S, move: Move) -> S:
        """The state after one cycle with these keys. A key without a meaning does nothing."""

    def moved(self, before: S, after: S) -> bool:
        """Whether anything but the number of cycles is another."""

    def way(self, state: S) -> Generator[None, None, Solution]:
        """Look for a way to win from here, in small steps."""

    def interval(self, state: S, played: float) -> float | None:
        """Seconds until the next tick, after that many seconds of play; None without a clock."""

    def frame(self, state: S) -> tuple[str, ...]:
        """The visible frame, as lines of equal length."""

    def drawing(self, state: S) -> tuple[str, ...]:
        """The frame as those see it who read text: perhaps with walls, and what is to come."""

    def focus(self, state: S) -> tuple[int, int] | None:
        """Column and row of the frame at which a player looks, from 0; None: no one place."""

    def aside(self, state: S) -> tuple[Phrase, ...]:
        """What belongs beside the frame, a line each: pieces to come …; often nothing."""

    def describe(self, state: S) -> tuple[Phrase, ...]:
        """The visible frame in words, with what stands beside it."""

    def scene(self, state: S) -> Scene:
        """The frame, with names for its characters."""

    def changes(self, before: S, after: S) -> tuple[Phrase, ...]:
        """The words that tell a listener who knows `before` how `after` differs."""

    def status(self, state: S) -> Status:
        """The state of the game for display."""

    def to_data(self, state: S) -> dict[str, Any]:
        """The state as strings, numbers, lists and dicts."""

    def from_data(self, data: Mapping[str, Any]) -> S:
        """The state again; UsageError if this is none of this board's."""
