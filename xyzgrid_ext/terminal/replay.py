"""`replay`: prints every frame of a board's game, or the result of a daily matrix."""

from __future__ import annotations

import json
from argparse import ArgumentError, ArgumentParser, Namespace

from xyzgrid_ext.core.board import read_replay
from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.core.matrix import daily
from xyzgrid_ext.terminal import board_game, boards, firing_line
from xyzgrid_ext.terminal.files import complain


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("text", metavar="TEXT", help="board:seed:keys; or daily:day:moves")
    parser.add_argument(
        "--file", metavar="FILE.game", help="the file of a board that is not in the world"
    )
    firing_line.dice(parser)
    parser.add_argument("--json", action="store_true", help="print data, as play --json does")


def run(options: Namespace) -> int:
    """Play the keys again."""
    if daily.is_replay(options.text):
        return _daily(options)
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


def _daily(options: Namespace) -> int:
    try:
        played = daily.play_again(options.text)
    except UsageError as error:
        complain(f"the replay does not hold: {error.message}")
        return 1
    run = played.run
    if options.json:
        result = {"status": run.status.value, "moves": run.moves, "hints": played.hints}
        print(json.dumps({"day": played.day, **result}))
    else:
        print(f"{played.day}: {run.status.value}, {run.moves} moves, hints: {played.hints}")
    return 0
