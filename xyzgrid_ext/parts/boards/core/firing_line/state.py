"""The state of a game, as a value and as plain data.

The tank is 20 lines of 10 characters: `.` is an empty cell, a small letter a static cube, by the
kind of its former piece. States share the lines that do not change.
"""

from __future__ import annotations

from dataclasses import dataclass

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.records import Record, value_of
from xyzgrid_ext.parts.boards.core.firing_line.pieces import COLUMNS, KINDS, LETTERS, ROWS, Piece

EMPTY = "."
"""An empty cell of the tank."""
EMPTY_ROW = EMPTY * COLUMNS
"""A row of empty cells."""

Tank = tuple[str, ...]
"""The rows of the tank, from the top, each a string of 10 cells."""

_IN_TANK = frozenset(EMPTY + LETTERS.lower())


@dataclass(frozen=True, slots=True)
class FiringLineState:
    """The whole state of a game.

    Attributes:
        tank: the field, with the static cubes.
        piece: the falling piece; None when the game is lost.
        queue: the letters of the next pieces, in order.
        stream: the position of the game in the stream of `Dice`.
        score: the points so far.
        lines: how many lines were cleared so far.
        held: the letter of the held piece, or "".
        swapped: whether `hold` was used for the current piece.
        bag: the letters still to come of a set of seven, with the option `seven_bag`.
    """

    tank: Tank
    piece: Piece | None
    queue: str
    stream: int
    score: int = 0
    lines: int = 0
    held: str = ""
    swapped: bool = False
    bag: str = ""


def is_free(tank: Tank, piece: Piece) -> bool:
    """Whether a piece fits: all its cells are in the tank and empty."""
    return all(
        0 <= row < ROWS and 0 <= column < COLUMNS and tank[row][column] == EMPTY
        for row, column in piece.cells
    )


def with_piece(tank: Tank, piece: Piece, mark: str) -> Tank:
    """Return the tank with the character `mark` in the cells of a piece."""
    rows = list(tank)
    for row, column in piece.cells:
        rows[row] = rows[row][:column] + mark + rows[row][column + 1 :]
    return tuple(rows)


def from_data(data: Record) -> FiringLineState:
    """Return the state from the values of `to_data`; raise UsageError for other values."""
    try:
        state = value_of(FiringLineState, data)
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise UsageError(f"no stored game of Firing Line: {error!r}", "begin a new one") from error
    fault = _fault(state)
    if fault:
        raise UsageError(f"no stored game of Firing Line: {fault}", "begin a new one")
    return state


def _fault(state: FiringLineState) -> str:
    """Return what is wrong with an impossible state; "" if the state is possible."""
    tank, piece = state.tank, state.piece
    letters = state.queue + state.held + state.bag
    if len(tank) != ROWS or any(len(row) != COLUMNS for row in tank):
        return f"the tank is not {ROWS} rows of {COLUMNS} cells"
    if not _IN_TANK.issuperset("".join(tank)):
        return "there are unknown cubes in the tank"
    if not all(EMPTY in row for row in tank):
        return "there is a full row in the tank"
    if not state.queue or len(state.held) > 1 or not set(letters) <= set(LETTERS):
        return "there are unknown pieces"
    if piece is not None and (piece.letter not in KINDS or piece.turns not in range(4)):
        return "the piece that falls is unknown"
    if piece is not None and not is_free(tank, piece):
        return "the piece that falls is not in free cells"
    return ""
