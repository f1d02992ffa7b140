"""An automaton as a board: its rules, its levels, and how its levels end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.boards.core.automaton.condition import LevelCells
from xyzgrid_ext.parts.boards.core.automaton.engine import NO_KEY, Engine, make_buffer
from xyzgrid_ext.parts.boards.core.automaton.extras import Extras, Level
from xyzgrid_ext.parts.boards.core.automaton.model import ENTER, BoardMap, Game, split_rows
from xyzgrid_ext.parts.boards.core.automaton.search import (
    MAX_STATES,
    SearchResult,
    rest_of_solution,
    search,
)
from xyzgrid_ext.parts.boards.core.automaton.trace import FiredRule, trace_cycle
from xyzgrid_ext.parts.boards.core.board import (
    CHARACTERS,
    HINT,
    Control,
    Move,
    Notation,
    Phase,
    Phrase,
    Scene,
    Solution,
    Status,
    describe_around,
    describe_changes,
    place_in_words,
)


class AutomatonState(NamedTuple):
    """The state of a game.

    Attributes:
        level: the number of the level, from 1.
        cycles: the cycles since its start.
        cells: the map: its rows, a newline after each, then a NUL byte.
    """

    level: int
    cycles: int
    cells: bytes


@dataclass(frozen=True, eq=False)
class Automaton:
    """A cellular automaton, driven by keys, as a Board. Its score is the number of cycles."""

    name: str
    game: Game
    extras: Extras
    sheets: tuple[BoardMap, ...]
    engines: tuple[Engine, ...]
    """One engine per level; levels of the same size share one."""
    starts: tuple[bytes, ...]
    """The visible part of each level at its start, for conditions."""

    @property
    def title(self) -> str:
        """The title that players see."""
        return self.extras.title or self.name

    @property
    def controls(self) -> tuple[Control, ...]:
        """The keys that rules need or that the extras list, with their names from the extras."""
        names = {ENTER: "ENTER", " ": "SPACE"} | dict(self.extras.keys)
        keys = dict.fromkeys((*self.extras.keys, *self.game.keys))
        return tuple(Control(key, names.get(key, key)) for key in keys)

    @property
    def notation(self) -> Notation:
        """The notation: one character per cycle."""
        return CHARACTERS

    @property
    def clock_move(self) -> Move:
        """The move of a clock tick: a cycle without a key."""
        return ()

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels; a name may be empty."""
        return tuple(level.name for level in self.extras.levels)

    @property
    def colours(self) -> Mapping[str, str]:
        """Each symbol -> its colour, one of COLOURS."""
        return self.extras.colours

    @property
    def tiles(self) -> Mapping[str, str]:
        """Each symbol -> its tile, one of TILES or `column,row` of the tile sheet."""
        return self.extras.tiles

    @property
    def tile_sheet(self) -> str:
        """The URL of the board's own tiles; "" if it has none."""
        return self.extras.sheet

    @property
    def messages(self) -> Mapping[str, str]:
        """The messages that the author wrote for `start`, `spoken`, `won` and `lost`."""
        return self.extras.messages

    @property
    def low_score_wins(self) -> bool:
        """Always true, since the score counts cycles."""
        return True

    @property
    def can_undo(self) -> bool:
        """Whether players may undo moves, as the author chose."""
        return self.extras.undo

    @property
    def has_hints(self) -> bool:
        """Whether any level has a condition for winning."""
        return any(level.win for level in self.extras.levels)

    def start(self, seed: int) -> AutomatonState:
        """Return the first state of a level; `seed` is its number, from 1."""
        self._level(seed)
        return AutomatonState(seed, 0, make_buffer(self.sheets[seed - 1]))

    def cycle(self, state: AutomatonState, move: Move) -> AutomatonState:
        """Return the state after a cycle with the first key of a move, or with none."""
        if HINT in move:
            return state._replace(cycles=state.cycles + 1)
        cells = self.engines[state.level - 1].cycle(state.cells, move[0] if move else NO_KEY)
        return AutomatonState(state.level, state.cycles + 1, cells)

    def has_changed(self, before: AutomatonState, after: AutomatonState) -> bool:
        """Whether any cell has changed."""
        return before.cells != after.cells

    def find_solution(self, state: AutomatonState) -> Solution:
        """Return what remains of the author's solution if the game has followed it so far.

        Otherwise it is the result of a bounded search; `moves` are None if that finds no win.
        """
        level, engine = state.level, self.engines[state.level - 1]
        solution = self._level(level).solution or ()
        moves = rest_of_solution(engine, solution, self.start(level).cells, state.cells)
        if moves:
            return Solution(moves, True)
        phase = partial(self.phase, level)
        verdict = search(engine, self.game.keys, phase, state.cells)
        return Solution(verdict.moves, verdict.decided)

    def trace(self, state: AutomatonState, move: Move) -> list[FiredRule]:
        """Return the rules that fire in the next cycle, in order."""
        sheet = self.sheets[state.level - 1]
        key = move[0] if move and HINT not in move else NO_KEY
        return list(trace_cycle(self.game, state.cells, sheet.width, sheet.height, key))

    def tick_interval(self, state: AutomatonState, played: float) -> float | None:
        """Return the seconds from tick to tick, whatever `played` is; None without a clock."""
        return self.extras.wait

    def frame(self, state: AutomatonState) -> tuple[str, ...]:
        """Return the rows of the map."""
        sheet = self.sheets[state.level - 1]
        return split_rows(state.cells.decode("ascii"), sheet.width, sheet.height)

    def text_drawing(self, state: AutomatonState) -> tuple[str, ...]:
        """Return the frame, unchanged."""
        return self.frame(state)

    def focus_cell(self, state: AutomatonState) -> tuple[int, int] | None:
        """Return (column, row) of the player, or of the uppermost, leftmost symbol of several."""
        width, cells = self.sheets[state.level - 1].width, state.cells
        places = [place for hero in self.extras.hero if (place := _found(cells, hero, width)) >= 0]
        return None if not places else divmod(min(places), width)[::-1]

    def side_lines(self, state: AutomatonState) -> tuple[Phrase, ...]:
        """Return (): the map shows everything."""
        return ()

    def describe(self, state: AutomatonState) -> tuple[Phrase, ...]:
        """Return the frame in words: the player's cell, its neighbours, and all other things."""
        scene = self.scene(state)
        return (*_heroes(scene), *_things(scene, self.extras))

    def scene(self, state: AutomatonState) -> Scene:
        """Return the map with the names of its symbols from the extras."""
        return Scene(self.frame(state), self.extras.names, self.extras.hero)

    def changes(self, before: AutomatonState, after: AutomatonState) -> tuple[Phrase, ...]:
        """Return in words what has moved or appeared, and what is beside the player now."""
        return tuple(describe_changes(self.scene(before), self.scene(after)))

    def status(self, state: AutomatonState) -> Status:
        """Return the state for display.

        If a level is won and lost in the same cycle, it is lost: a player may fall with the last
        box.
        """
        level = self._level(state.level)
        return Status(self.phase(state.level, state.cells), state.cycles, level.par)

    def phase(self, number: int, cells: bytes) -> Phase:
        """Return whether the level `number`, from 1, is won, lost or in play with these cells."""
        level = self._level(number)
        if not (level.win or level.lose):
            return Phase.PLAYING
        view = LevelCells(_seen(cells, self.sheets[number - 1]), self.starts[number - 1])
        if any(end.holds(view) for end in level.lose):
            return Phase.LOST
        won = any(end.holds(view) for end in level.win)
        return Phase.WON if won else Phase.PLAYING

    def to_data(self, state: AutomatonState) -> dict[str, object]:
        """Return the state as plain data: numbers, and the map as a string.

        The string has the character behind the map too, unless that is NUL.
        """
        cells = state.cells.decode("ascii").removesuffix("\0")
        return {"level": state.level, "cycles": state.cycles, "cells": cells}

    def from_data(self, data: Record) -> AutomatonState:
        """Return the state from `to_data`; raise UsageError if its level no longer fits."""
        try:
            level, cycles, text = int(data["level"]), int(data["cycles"]), str(data["cells"])
            cells = text.encode("ascii")
        except (KeyError, OverflowError, TypeError, ValueError) as error:
            raise UsageError(f"no stored state of {self.name}: {error!r}") from error
        self._level(level)
        size = len(self.sheets[level - 1].cells)
        if len(cells) not in (size, size + 1):
            raise UsageError(f"a stored state of {self.name} is not of the size of level {level}")
        return AutomatonState(level, cycles, cells.ljust(size + 1, b"\0"))

    def _level(self, number: int) -> Level:
        levels = self.extras.levels
        if not 1 <= number <= len(levels):
            message = f"{self.name} has no level {number}"
            raise UsageError(message, f"expected 1 to {len(levels)}")
        return levels[number - 1]


def make_automaton(name: str, game: Game, extras: Extras | None = None) -> Automaton:
    """Return the board of a game and its extras; `name` is the board's name in replays."""
    extras = extras or Extras()
    sheets = tuple(level.sheet or game.sheet for level in extras.levels)
    sizes = {(sheet.width, sheet.height) for sheet in sheets}
    engines = {size: Engine(game, *size) for size in sizes}
    ready = tuple(engines[sheet.width, sheet.height] for sheet in sheets)
    starts = tuple(_seen(make_buffer(sheet), sheet) for sheet in sheets)
    return Automaton(name, game, extras, sheets, ready, starts)


def _found(cells: bytes, character: str, width: int) -> int:
    """Return the first place of a character on the map, without its newline column; -1 if none."""
    code, end = character.encode("ascii"), len(cells) - 1
    place = cells.find(code, 0, end)
    while place >= 0 and place % width == width - 1:
        place = cells.find(code, place + 1, end)
    return place


def _seen(cells: bytes, sheet: BoardMap) -> bytes:
    """Return the cells without the newline column and the cell behind the map."""
    visible = bytearray(cells[:-1])
    del visible[sheet.width - 1 :: sheet.width]
    return bytes(visible)


def solve(board: Automaton, level: int, states: int = MAX_STATES) -> SearchResult:
    """Return the result of a search for a shortest win; it visits at most `states` states."""
    engine, start = board.engines[level - 1], board.start(level).cells
    return search(engine, board.game.keys, partial(board.phase, level), start, states)


# --- in words, for players who cannot see the map


MAX_LISTED = 6
"""A description lists at most so many things with one name; of more, it tells the number."""


def _heroes(scene: Scene) -> Iterator[Phrase]:
    counts: dict[str, int] = {}
    for x, y in scene.hero_cells:
        hero = scene.rows[y][x]
        counts[hero] = counts.get(hero, 0) + 1
        if counts[hero] <= MAX_LISTED:
            yield place_in_words(scene.name(hero), (x, y))
            yield from describe_around(scene, (x, y))


def _things(scene: Scene, extras: Extras) -> Iterator[Phrase]:
    """List the things that have names, in the order of the extras; without names, all characters.

    Characters with the same name count as one kind of thing, such as the pieces of a snake.
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(scene.rows):
        for x, character in enumerate(row):
            places.setdefault(character, []).append((x, y))
    kinds: dict[str, list[tuple[int, int]]] = {}
    for character in extras.names or sorted(set(places) - {" "}):
        if character not in extras.hero:
            kinds.setdefault(scene.name(character), []).extend(places.get(character, []))
    for name, cells in kinds.items():
        if len(cells) > MAX_LISTED:
            yield Phrase("{name}: {count} in all", {"name": name, "count": len(cells)})
        else:
            yield from (place_in_words(name, at) for at in cells)
