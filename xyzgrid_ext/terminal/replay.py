"""`replay`: every frame of a game that was written down as `board:seed:keys`."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace

from xyzgrid_ext.core.board import read_replay
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.terminal import board_game, boards, firing_line
from xyzgrid_ext.terminal.files import complain


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("text", metavar="TEXT", help="board:seed:keys; for levels the seed is one")
    parser.add_argument("--file", metavar="FILE.game", help="a board that is not of this world")
    firing_line.dice(parser)
    parser.add_argument("--json", action="store_true", help="print data, as play --json does")


def run(options: Namespace) -> int:
    """Play the keys again."""
    try:
        replay = read_replay(options.text)
    except GridError as error:
        raise ArgumentError(None, f"{error.message}; {error.cure}") from error
    opened = boards.open_board(options.file or replay.board, options)
    if opened is None:
        complain(f"there is no board {replay.board!r}; --file names the file of another")
        return 1
    board = boards.sound(opened)
    if board is None:
        return 1
    try:
        board.start(replay.seed)
        moves = board.notation.read(replay.keys)
    except GridError as error:
        complain(error)
        return 1
    return board_game.recite(board, replay.seed, moves, data=options.json)
