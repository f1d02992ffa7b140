"""Games of Firing Line as drawings.

....TT....     capitals fall, small letters lie still; a line with nothing but `:` stands for
:              as many empty rows as are missing to 20, and without one they are on top
iiii......
"""

import pytest

from xyzgrid_ext.parts.boards.core.firing_line import FAITHFUL, FiringLine, FiringLineState
from xyzgrid_ext.parts.boards.core.firing_line.dice import FixedDice
from xyzgrid_ext.parts.boards.core.firing_line.pieces import COLUMNS, ROWS, Piece

EMPTY_ROW = "." * COLUMNS


def full(drawing):
    """The 20 lines of a drawing."""
    lines = [line.strip() for line in drawing.split("\n") if line.strip()]
    assert all(len(line) == COLUMNS for line in lines if line != ":"), "draw 10 columns"
    at = lines.index(":") if ":" in lines else 0
    missing = [EMPTY_ROW] * (ROWS - len(lines) + lines.count(":"))
    return (*lines[:at], *missing, *lines[at + lines.count(":") :])


def falling(lines):
    """The piece of the capitals, turned as little as gives their picture; None without any."""
    cells = tuple((r, c) for r, line in enumerate(lines) for c in range(10) if line[c].isupper())
    if not cells:
        return None
    letter = lines[cells[0][0]][cells[0][1]]
    return next(
        piece
        for turns in range(4)
        for row in range(-3, ROWS)
        for column in range(-3, COLUMNS)
        if (piece := Piece(letter, turns, row, column)).cells == cells
    )


def state_of(drawing, queue="O", **rest):
    lines = full(drawing)
    piece = falling(lines)
    tank = tuple("".join("." if c.isupper() else c for c in line) for line in lines)
    return FiringLineState(tank, piece, queue, **{"stream": 0, **rest})


class Drawn:
    """A game that begins as a drawing; `rolls` are the dice of the pieces after `queue`."""

    def __init__(self, drawing, queue="O", rolls=(1,) * 9, options=FAITHFUL, **rest):
        self.board = FiringLine("test", "Test", options, FixedDice(tuple(rolls)))
        self.state = state_of(drawing, queue, **rest)

    def play(self, text):
        """Run cycles, as in `left,cw+drop,tick`."""
        for move in self.board.notation.read(text):
            self.state = self.board.cycle(self.state, move)
        return self

    def looks(self, drawing):
        """Compare what is seen with a drawing; print both if they differ."""
        assert "\n".join(self.board.frame(self.state)) == "\n".join(full(drawing))
        return self


@pytest.fixture(scope="session")
def drawn():
    """Return `Drawn`: a drawing becomes a game that can be played and compared."""
    return Drawn
