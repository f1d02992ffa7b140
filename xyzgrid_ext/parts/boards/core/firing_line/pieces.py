"""The seven pieces: what they look like, how they turn, where they appear.

A piece is in a rotation matrix of 4x4 cells, whose origin is its top left cell. A turn moves the
cells within the matrix, those of the T-bar within its first 3x3 cells. So no piece needs a table of
its rotations, and the O turns into itself. Clockwise (row, column) goes to (column, side - 1 -
row).

A cell of the tank holds the letter of its piece, a capital while the piece falls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

ROWS, COLUMNS = 20, 10
"""The size of the tank in cells; row 0 is at the top."""

Cells = tuple[tuple[int, int], ...]
"""(row, column) of each of several cells."""

# The number of a kind, as the dice know it, is its place in this picture, from 0.
_PICTURE = """
 I      O      T      S      Z      L      J
....   ....   .#..   ....   ....   ....   ....
####   .##.   ###.   .##.   ##..   ###.   ###.
....   .##.   ....   ##..   .##.   #...   ..#.
....   ....   ....   ....   ....   ....   ....
"""
_SPAN = 7  # characters of the picture from one piece to the next
_SIDES = {"T": 3}  # size of the part that turns, if it is not the whole matrix
_SIDE = 4
_SPAWN_ROWS = {"T": 0}  # so that all appear in rows 0 and 1
_SPAWN_ROW, _SPAWN_COLUMN = -1, 3


class PieceKind(NamedTuple):
    """A kind of piece, drawn in a square of 4 × 4 cells.

    Attributes:
        letter: its name.
        spawn_row: the row of the tank where the top of the square is at first.
        states: its cells in the square after 0, 1, 2 and 3 quarter turns clockwise.
    """

    letter: str
    spawn_row: int
    states: tuple[Cells, ...]


def _kinds() -> dict[str, PieceKind]:
    letters, *lines = _PICTURE.strip("\n").split("\n")
    kinds = {}
    for number, letter in enumerate(letters.split()):
        rows = [line[_SPAN * number :][:_SIDE] for line in lines]
        states = [tuple((r, c) for r in range(_SIDE) for c in range(_SIDE) if rows[r][c] == "#")]
        side = _SIDES.get(letter, _SIDE)
        for _ in range(3):
            states.append(tuple(sorted((c, side - 1 - r) for r, c in states[-1])))
        kinds[letter] = PieceKind(letter, _SPAWN_ROWS.get(letter, _SPAWN_ROW), tuple(states))
    return kinds


KINDS = _kinds()
"""Letter -> kind of piece; the dice number the seven kinds in this order, from 0."""
LETTERS = "".join(KINDS)
"""The letters of the kinds: `IOTSZLJ`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The falling piece: its kind, its quarter turns (0 to 3), and the top left of its square."""

    letter: str
    turns: int
    row: int
    column: int

    @property
    def cells(self) -> Cells:
        """Its four cells in the tank, from top to bottom and left to right."""
        down, right = self.row, self.column
        return tuple((down + r, right + c) for r, c in KINDS[self.letter].states[self.turns])

    def moved(self, rows: int, columns: int) -> Piece:
        """Return the piece, moved so many rows down and so many columns to the right."""
        return Piece(self.letter, self.turns, self.row + rows, self.column + columns)

    def turned(self, quarters: int) -> Piece:
        """Return the piece after so many quarter turns clockwise; negative: counter-clockwise."""
        return Piece(self.letter, (self.turns + quarters) % 4, self.row, self.column)


def spawn(letter: str) -> Piece:
    """Return a new piece at the top of the tank; its letter is one of LETTERS."""
    return Piece(letter, 0, KINDS[letter].spawn_row, _SPAWN_COLUMN)
