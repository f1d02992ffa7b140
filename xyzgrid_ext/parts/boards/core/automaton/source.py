"""The files of a board as texts: a value from which any process can load the board."""

from __future__ import annotations

from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.parts.boards.core.automaton.board import solve
from xyzgrid_ext.parts.boards.core.automaton.check import LoadedGame, check, load
from xyzgrid_ext.parts.boards.core.automaton.search import MAX_STATES
from xyzgrid_ext.parts.boards.core.automaton.xsb import load_levels


class BoardSource(NamedTuple):
    """The texts of a board's files, from which any process can load the board.

    Attributes:
        name: the board's name in replays.
        text: the game file or, with `boxes`, an XSB file.
        extras: the TOML file beside the game file; None if there is no such file.
        file, extras_file: the names of these files in findings.
        boxes: the game that the levels of an XSB file use.
    """

    name: str
    text: str
    extras: str | None = None
    file: str = ""
    extras_file: str = ""
    boxes: BoardSource | None = None

    def load(self) -> LoadedGame:
        """Return the board and findings about its files. Never raises."""
        if self.boxes is None:
            return load(self.name, self.text, self.extras, self.file, self.extras_file)
        loaded = self.boxes.load()
        if loaded.board is None:
            return loaded
        return load_levels(loaded.board, self.name, self.text, self.file)


def is_solvable(source: BoardSource, level: int) -> bool:
    """Whether the solver wins the level with this number, from 1; False for a faulty board."""
    board = source.load().board
    if board is None or not 1 <= level <= len(board.levels):
        return False
    return solve(board, level).moves is not None


def check_source(source: BoardSource, states: int = MAX_STATES) -> tuple[Finding, ...]:
    """Return findings about a board's files and, for each level, whether it can be won."""
    loaded = source.load()
    if loaded.board is None:
        return loaded.findings
    return (*loaded.findings, *check(loaded.board, source.file, states))
