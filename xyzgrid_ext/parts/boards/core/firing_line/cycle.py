"""One cycle of the game, in the order of the original's triggers, as if all were simultaneous.

    1 input        the keys of the cycle          6 vertical   only at a tick: fall, or lie still
    2 timer        did it fire? or `down`         7 lines      empty the full rows
    3 horizontal   left, then right               8 shift      19 passes, top to bottom
    4 drop         as far as every column allows  9 score      once
    5 rotation     there, where it is now        10 creation   the next piece, or defeat

A move is blocked if a cube would be in a static cube or outside the tank, including above its top;
the cubes of the piece itself never block. A blocked move does not happen; the others do. So a drop
and a rotation in one cycle rotate at the bottom, and a drop alone leaves the piece falling. Holding
a piece, where a board allows it, comes between 2 and 3.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from xyzgrid_ext.parts.boards.core.firing_line.dice import Dice, draw_from_bag, roll_piece
from xyzgrid_ext.parts.boards.core.firing_line.options import POINTS, Options
from xyzgrid_ext.parts.boards.core.firing_line.pieces import ROWS, Piece, spawn
from xyzgrid_ext.parts.boards.core.firing_line.state import (
    EMPTY,
    EMPTY_ROW,
    FiringLineState,
    Tank,
    is_free,
    with_piece,
)

LEFT, RIGHT, CW, CCW, DOWN, DROP = "left", "right", "cw", "ccw", "down", "drop"
TICK, HOLD = "tick", "hold"

# Rows down and columns right, in the order in which they are tried; the faithful game has the first
_KICKS = ((0, 0), (0, -1), (0, 1), (-1, 0), (0, -2), (0, 2))


def start(options: Options, dice: Dice, seed: int) -> FiringLineState:
    """Return the first state of a game, with the first piece placed and the next one rolled."""
    state = FiringLineState((EMPTY_ROW,) * ROWS, None, "", dice.begin(seed))
    for _ in range(options.preview):
        state = _rolled(options, dice, state)
    return _created(options, dice, state)


def cycle(
    options: Options, dice: Dice, state: FiringLineState, keys: Collection[str]
) -> FiringLineState:
    """Return the state after one cycle with these keys.

    A game that is lost or has reached its goal does not change.
    """
    tank, piece = state.tank, state.piece
    if piece is None or is_won(options, state):
        return state
    tick = TICK in keys or DOWN in keys or (options.turns and bool(keys))
    if HOLD in keys and options.hold and not state.swapped:
        state, piece = _laid_aside(options, dice, state, piece)
    piece = _horizontal(tank, piece, keys)
    if DROP in keys:
        piece = piece.moved(drop_distance(tank, piece), 0)
    piece = _rotated(options, tank, piece, keys)
    if not tick:
        return replace(state, piece=piece)
    below = piece.moved(1, 0)
    if is_free(tank, below):
        return replace(state, piece=below)
    return _settled(options, dice, state, piece)


def is_won(options: Options, state: FiringLineState) -> bool:
    """Whether the board has a goal and it is reached."""
    return 0 < options.goal <= state.lines


def drop_distance(tank: Tank, piece: Piece) -> int:
    """Return how many rows a piece can fall from where it is."""
    lowest: dict[int, int] = {}
    for row, column in piece.cells:
        lowest[column] = max(row, lowest.get(column, row))
    return min(_free_below(tank, row, column) for column, row in lowest.items())


def _free_below(tank: Tank, row: int, column: int) -> int:
    """Return how many cells are empty from a cell down to the first static cube or the floor."""
    below = row + 1
    while below < ROWS and tank[below][column] == EMPTY:
        below += 1
    return below - row - 1


def _horizontal(tank: Tank, piece: Piece, keys: Collection[str]) -> Piece:
    for key, step in ((LEFT, -1), (RIGHT, 1)):
        beside = piece.moved(0, step)
        if key in keys and is_free(tank, beside):
            piece = beside
    return piece


def _rotated(options: Options, tank: Tank, piece: Piece, keys: Collection[str]) -> Piece:
    kicks = _KICKS if options.kicks else _KICKS[:1]
    for key, quarters in ((CW, 1), (CCW, -1)):
        if key in keys:
            turned = piece.turned(quarters)
            places = (turned.moved(*kick) for kick in kicks)
            piece = next((place for place in places if is_free(tank, place)), piece)
    return piece


def _settled(options: Options, dice: Dice, state: FiringLineState, piece: Piece) -> FiringLineState:
    """Make the piece static, clear and count lines, and create the next piece."""
    tank, cleared = _emptied(with_piece(state.tank, piece, piece.letter.lower()))
    state = replace(
        state,
        tank=_shifted(tank, cleared),
        piece=None,
        score=state.score + POINTS[len(cleared)],
        lines=state.lines + len(cleared),
        swapped=False,
    )
    return _created(options, dice, state)


def _emptied(tank: Tank) -> tuple[Tank, frozenset[int]]:
    """Empty the full rows, and return their indexes."""
    cleared = frozenset(number for number, row in enumerate(tank) if EMPTY not in row)
    return tuple(EMPTY_ROW if n in cleared else row for n, row in enumerate(tank)), cleared


def _shifted(tank: Tank, cleared: Collection[int]) -> Tank:
    """Move everything above a cleared row down by one, for each cleared row.

    The passes go from the top, so that a shifted row is shifted again by those below. If they went
    from the bottom, a pass would move the other cleared rows away from their indexes.
    """
    for row in range(1, ROWS):
        if row in cleared:
            tank = (EMPTY_ROW, *tank[:row], *tank[row + 1 :])
    return tank


def _created(options: Options, dice: Dice, state: FiringLineState) -> FiringLineState:
    """Create the next piece and roll another; if it overlaps a static cell, the game is lost."""
    piece = spawn(state.queue[0])
    state = _rolled(options, dice, replace(state, queue=state.queue[1:]))
    return replace(state, piece=piece if is_free(state.tank, piece) else None)


def _rolled(options: Options, dice: Dice, state: FiringLineState) -> FiringLineState:
    """Add a random piece to the end of the queue."""
    if options.seven_bag:
        letter, stream, bag = draw_from_bag(dice, state.stream, state.bag)
    else:
        (letter, stream), bag = roll_piece(dice, state.stream), ""
    return replace(state, queue=state.queue + letter, stream=stream, bag=bag)


def _laid_aside(
    options: Options, dice: Dice, state: FiringLineState, piece: Piece
) -> tuple[FiringLineState, Piece]:
    """Swap the piece for the held one, or for the next one, unless that has no space."""
    other = spawn(state.held or state.queue[0])
    if not is_free(state.tank, other):
        return state, piece
    if not state.held:
        state = _rolled(options, dice, replace(state, queue=state.queue[1:]))
    return replace(state, held=piece.letter, swapped=True), other
