"""A key-driven cellular automaton: two lists of transitions and a map.

A transition looks at a cell and its eight neighbours, and writes all nine:

    a b c      1 2 3      in a line of the file:  e abcd fghi  5 1234 6789  K
    d e f  ─►  4 5 6      (without the blanks; K is the key)
    g h i      7 8 9
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

ANY = "*"
"""In a rule: as a neighbour, any symbol; as a result, no change; as a key, no key is needed."""
ENTER = "\n"
"""The key ENTER in a rule."""

MAX_CELLS = 100_000
"""A map with more cells is refused."""


class TransitionRule(NamedTuple):
    """A rule: if a cell, its neighbours and the key match, it writes all nine cells.

    Attributes:
        centre: the symbol of the cell.
        around: the symbols of its eight neighbours, row by row from the upper left.
        result: the nine symbols to write: the cell's, then those of its neighbours.
        key: the key, or ANY.
    """

    centre: str
    around: str
    result: str
    key: str

    @property
    def line(self) -> str:
        """The rule as written in the file: 19 characters, or 18 if its key is ENTER."""
        return f"{self.centre}{self.around}{self.result}{self.key}".removesuffix(ENTER)


@dataclass(frozen=True)
class BoardMap:
    """A map: `height` rows of `width` characters; the last character of each row is a newline.

    `cells` is one string with all rows and their newlines.
    """

    width: int
    height: int
    cells: str

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows, without their newlines."""
        return split_rows(self.cells, self.width, self.height)


@dataclass(frozen=True)
class Game:
    """The contents of a game file: two lists of rules, run one after the other, and a map."""

    first: tuple[TransitionRule, ...]
    second: tuple[TransitionRule, ...]
    sheet: BoardMap

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that any rule needs, sorted."""
        return tuple(sorted({rule.key for rule in (*self.first, *self.second)} - {ANY}))


def make_map(rows: list[str]) -> BoardMap:
    """Return a map of these rows; shorter rows are padded with blanks."""
    width = max(map(len, rows), default=0) + 1
    return BoardMap(width, len(rows), "".join(f"{row:<{width - 1}}\n" for row in rows))


def split_rows(cells: str, width: int, height: int) -> tuple[str, ...]:
    """Return the rows in `BoardMap.cells`, without their newlines."""
    return tuple(cells[row * width : (row + 1) * width - 1] for row in range(height))
