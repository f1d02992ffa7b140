"""The frame of a game, as lines and in words.

    ...T......     capitals fall, small letters lie still; with the option `ghost`, colons show
    ..TTT.....     where the piece would come to lie
    …
    jj.:......
    jj:::.....

The words are for players who cannot see the lines, and for everything that the lines do not show.
"""

from __future__ import annotations

from xyzgrid_ext.parts.boards.core.board import NOTHING, Phrase, noop
from xyzgrid_ext.parts.boards.core.firing_line.cycle import drop_distance
from xyzgrid_ext.parts.boards.core.firing_line.options import Options
from xyzgrid_ext.parts.boards.core.firing_line.pieces import COLUMNS, LETTERS, ROWS, Piece, spawn
from xyzgrid_ext.parts.boards.core.firing_line.state import (
    EMPTY,
    EMPTY_ROW,
    FiringLineState,
    Tank,
    with_piece,
)

_GHOST = ":"
_SPAWN = slice(3, 7)  # the columns in which pieces appear
_COLOURS = ("cyan", "yellow", "magenta", "green", "red", "white", "blue")

COLOURS = {
    **dict(zip(LETTERS.lower(), _COLOURS, strict=True)),
    **{letter: f"bright {name}" for letter, name in zip(LETTERS, _COLOURS, strict=True)},
}
"""Each symbol of a frame -> its colour; the falling piece is brighter."""


TILES = {_GHOST: "ghost", **dict.fromkeys(LETTERS + LETTERS.lower(), "cube")}
"""Symbols of a frame -> the tiles that clients draw for them."""

NAMES = {
    EMPTY: NOTHING,
    _GHOST: noop("where the piece would land"),
    **dict.fromkeys(LETTERS, noop("the piece")),
    **dict.fromkeys(LETTERS.lower(), noop("a cube")),
}
"""Each symbol of a frame -> what it stands for."""


def frame(options: Options, state: FiringLineState) -> Tank:
    """Return the tank with the falling piece: 20 lines of 10 characters."""
    tank, piece = state.tank, state.piece
    if piece is None:
        return tank
    if options.ghost:
        tank = with_piece(tank, piece.moved(drop_distance(tank, piece), 0), _GHOST)
    return with_piece(tank, piece, piece.letter)


def drawing(options: Options, state: FiringLineState) -> tuple[str, ...]:
    """Return the tank with walls, two columns for each cell, and the next pieces beside it."""
    rows = [f"|{''.join(map(_wide, row))}|" for row in frame(options, state)]
    rows.append(f"+{'-' * 2 * COLUMNS}+")
    for number, letter in enumerate(state.queue):
        shape = with_piece((EMPTY_ROW,) * ROWS, spawn(letter), letter)
        for line in range(2):  # a piece appears in the first two rows
            cells = shape[line][_SPAWN].replace(EMPTY, " ")
            rows[3 * number + line + 1] += "   " + "".join(2 * cell for cell in cells)
    wide = max(map(len, rows))
    return tuple(row.ljust(wide) for row in rows)


def _wide(cell: str) -> str:
    return f" {cell}" if cell in (EMPTY, _GHOST) else 2 * cell


def lines_beside(options: Options, state: FiringLineState) -> tuple[Phrase, ...]:
    """Return the lines beside the tank: the next pieces, the held piece, the cleared lines."""
    phrases = [Phrase("next: {pieces}", {"pieces": ", ".join(state.queue)})]
    if options.hold:
        phrase = Phrase("held: {piece}", {"piece": state.held}) if state.held else None
        phrases.append(phrase or Phrase("held: nothing"))
    if options.goal:
        phrases.append(
            Phrase("lines: {lines} of {goal}", {"lines": state.lines, "goal": options.goal})
        )
    else:
        phrases.append(Phrase("lines: {lines}", {"lines": state.lines}))
    return tuple(phrases)


def describe(options: Options, state: FiringLineState) -> tuple[Phrase, ...]:
    """Return phrases about the frame for players who do not see it."""
    phrases = [] if state.piece is None else list(_falling(state.tank, state.piece))
    heights = ", ".join(map(str, _heights(state.tank)))
    phrases.append(Phrase("heights of the columns: {heights}", {"heights": heights}))
    return (*phrases, *lines_beside(options, state))


def _falling(tank: Tank, piece: Piece) -> tuple[Phrase, ...]:
    columns = [column + 1 for _, column in piece.cells]
    return (
        Phrase("piece: {piece}", {"piece": piece.letter}),
        Phrase("turned: {degrees} degrees", {"degrees": 90 * piece.turns}),
        Phrase("columns: {first} to {last}", {"first": min(columns), "last": max(columns)}),
        Phrase("rows to the bottom: {rows}", {"rows": drop_distance(tank, piece)}),
    )


def _heights(tank: Tank) -> list[int]:
    """Return the rows from the floor up to the highest static cube of each column."""
    return [
        next((ROWS - row for row in range(ROWS) if tank[row][column] != EMPTY), 0)
        for column in range(COLUMNS)
    ]
