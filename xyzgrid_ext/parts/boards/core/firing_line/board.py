"""Firing Line as a board: an entry in BOARDS, or a board made with a builder's Options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from xyzgrid_ext.core.records import Record, data_of
from xyzgrid_ext.parts.boards.core.board import (
    NAMES,
    Control,
    Move,
    Notation,
    Phase,
    Phrase,
    Scene,
    Solution,
    Status,
    noop,
)
from xyzgrid_ext.parts.boards.core.firing_line import cycle as rules
from xyzgrid_ext.parts.boards.core.firing_line import picture
from xyzgrid_ext.parts.boards.core.firing_line.dice import Dice, SeededDice
from xyzgrid_ext.parts.boards.core.firing_line.options import FAITHFUL, MODERN, Options, interval
from xyzgrid_ext.parts.boards.core.firing_line.state import FiringLineState, from_data


def _control(key: str, name: str, meaning: str, *also: str) -> Control:
    return Control(key, name, meaning, restarts=key == rules.DOWN, also=also)


# `up` drops the piece in the original as well
_CONTROLS = (
    _control(rules.LEFT, noop("left"), noop("move one column left"), "h"),
    _control(rules.RIGHT, noop("right"), noop("move one column right"), "l", "r"),
    _control(rules.CW, noop("clockwise"), noop("turn clockwise"), "c", "x"),
    _control(rules.CCW, noop("counter-clockwise"), noop("turn counter-clockwise"), "z"),
    _control(
        rules.DOWN,
        noop("down"),
        noop("move one row down; at the bottom, the piece stays there"),
        "d",
    ),
    _control(rules.DROP, noop("drop"), noop("drop to the bottom"), "f", "up", " "),
)
_HOLD = _control(rules.HOLD, noop("hold"), noop("set the piece aside, or take it back"), "a")
_AIM = noop(
    "Fill rows with the falling pieces. A full row vanishes and scores 100 points;\n"
    "two, three or four at once score 300, 500 or 800. The game ends when a new\n"
    "piece has no room."
)


@dataclass(frozen=True)
class FiringLine:
    """The board Firing Line, a game of falling pieces; see `Board`."""

    name: str
    title: str
    options: Options = FAITHFUL
    dice: Dice = field(default_factory=SeededDice)

    notation: ClassVar[Notation] = NAMES
    clock_move: ClassVar[Move] = (rules.TICK,)
    levels: ClassVar[tuple[str, ...]] = ()
    colours: ClassVar[Mapping[str, str]] = picture.COLOURS
    tiles: ClassVar[Mapping[str, str]] = picture.TILES
    tile_sheet: ClassVar[str] = ""
    messages: ClassVar[Mapping[str, str]] = {"start": _AIM}
    low_score_wins: ClassVar[bool] = False
    has_hints: ClassVar[bool] = False

    @property
    def controls(self) -> tuple[Control, ...]:
        """The keys of the board; several may be pressed in one cycle."""
        return (*_CONTROLS, _HOLD) if self.options.hold else _CONTROLS

    @property
    def can_undo(self) -> bool:
        """Whether moves may be taken back."""
        return self.options.undo

    def start(self, seed: int) -> FiringLineState:
        """Return the first state of a game, with its first piece created."""
        return rules.start(self.options, self.dice, seed)

    def cycle(self, state: FiringLineState, move: Move) -> FiringLineState:
        """Return the state after one cycle; the key `tick` stands for a tick of the clock."""
        return rules.cycle(self.options, self.dice, state, move)

    def has_changed(self, before: FiringLineState, after: FiringLineState) -> bool:
        """Whether anything has changed."""
        return before != after

    def find_solution(self, state: FiringLineState) -> Solution:
        """Return no solution: the game ends by defeat or depends on chance."""
        return Solution(None, False)

    def tick_interval(self, state: FiringLineState, played: float) -> float | None:
        """Return the seconds between ticks in a game of `played` seconds so far; None: no clock."""
        return None if self.options.turns else interval(played)

    def frame(self, state: FiringLineState) -> tuple[str, ...]:
        """Return the tank: 20 lines of 10 characters."""
        return picture.frame(self.options, state)

    def text_drawing(self, state: FiringLineState) -> tuple[str, ...]:
        """Return the tank with walls, two columns for each cell, and the next pieces beside it."""
        return picture.drawing(self.options, state)

    def focus_cell(self, state: FiringLineState) -> tuple[int, int] | None:
        """Return None: all cells matter alike."""
        return None

    def side_lines(self, state: FiringLineState) -> tuple[Phrase, ...]:
        """Return the lines beside the frame: the next pieces, the held piece, the cleared lines."""
        return picture.lines_beside(self.options, state)

    def describe(self, state: FiringLineState) -> tuple[Phrase, ...]:
        """Return the frame in words."""
        return picture.describe(self.options, state)

    def scene(self, state: FiringLineState) -> Scene:
        """Return the tank as a scene without a player."""
        return Scene(picture.frame(self.options, state), picture.NAMES)

    def changes(self, before: FiringLineState, after: FiringLineState) -> tuple[Phrase, ...]:
        """Return the phrases about `after` that `before` did not have."""
        phrases = set(map(str, self.describe(before)))
        return tuple(phrase for phrase in self.describe(after) if str(phrase) not in phrases)

    def status(self, state: FiringLineState) -> Status:
        """Return the phase and the score."""
        if rules.is_won(self.options, state):
            return Status(Phase.WON, state.score)
        return Status(Phase.LOST if state.piece is None else Phase.PLAYING, state.score)

    def to_data(self, state: FiringLineState) -> dict[str, object]:
        """Return the state as plain values."""
        return data_of(state)

    def from_data(self, data: Record) -> FiringLineState:
        """Return the state from the values of `to_data`; raise UsageError for other values."""
        return from_data(data)


BOARDS: dict[str, FiringLine] = {
    board.name: board
    for board in (
        FiringLine("firing-line", noop("Firing Line")),
        FiringLine(
            "firing-line-turns", noop("Firing Line, in turns"), replace(FAITHFUL, turns=True)
        ),
        FiringLine("firing-line-modern", noop("Firing Line, modern"), MODERN),
        FiringLine(
            "firing-line-modern-turns",
            noop("Firing Line, modern, in turns"),
            replace(MODERN, turns=True),
        ),
    )
}
"""The boards that come with the package, by name."""
