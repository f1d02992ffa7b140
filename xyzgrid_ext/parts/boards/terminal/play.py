"""`play` and `replay`: a board or the matrix game, by hand in a terminal or from a list of keys."""

from __future__ import annotations

import json
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any

from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.parts.boards.core.automaton import Automaton
from xyzgrid_ext.parts.boards.core.automaton.trace import picture as drawn
from xyzgrid_ext.parts.boards.core.board import (
    Board,
    Move,
    advance,
    begin,
    plays,
    read_replay,
    text_of,
    typed,
)
from xyzgrid_ext.parts.boards.terminal import boards, screen
from xyzgrid_ext.parts.boards.terminal.boards import begun
from xyzgrid_ext.parts.boards.terminal.table import BoardTable, answer, introduction, picture
from xyzgrid_ext.terminal.files import complain

_PLAY_EPILOG = """\
GAME is a board, by its name or as a file NAME.game with NAME.toml beside it, or
a matrix definition file. Without --keys or --moves it is played by hand: boards
by single keys where the terminal allows it, else by lines.

--keys plays a board. An automaton takes one character a cycle: ~ is no key,
\\n ENTER, \\~ a tilde, \\\\ a backslash. Boards whose keys have names take names
between commas, joined by + within one cycle, - for none, tick for the timer.
With --json one object is printed:
  frames     [[line, ...], ...] at the start and after each cycle
  asides     [[line, ...], ...] what stands beside each of them
  status     "playing", "won" or "lost"
  score      points; for automata cycles, of which few are good
  par        a score to compare with, or null
  board, level or seed, replay       what to give to the command replay

--moves plays a matrix file: forward, backward, up, down, left, right or fo, ba,
u, d, le, ri; wormhole or wh, wormhole 2 or wh2; also hint and give up, between
commas. With --json one object is printed:
  start      [x, y, z] before the first move
  positions  [[x, y, z], ...] after each movement, hint and give up
  refused    the numbers, from 0, of those that did nothing: there was no such
             exit, or the game was over
  moves      what they cost: movements that were possible, and hints
  status     "playing", "won", "trapped" or "gave up\""""


def declare_play(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.epilog = _PLAY_EPILOG
    parser.add_argument("file", metavar="GAME", help="a board or a matrix definition file")
    parser.add_argument("--keys", metavar="KEYS", help="play a board with these keys and stop")
    parser.add_argument("--moves", metavar="M,M,…", help="play a matrix with these moves and stop")
    parser.add_argument("--speak", action="store_true", help="a board in words, for screen readers")
    parser.add_argument("--json", action="store_true", help="print data")
    parser.add_argument("--trace", action="store_true", help="with --keys: which rule fired where")
    boards.board_arguments(parser)


def run_play(options: Namespace) -> int:
    """Play until the player quits or the keys are used up."""
    if options.json and options.moves is None and options.keys is None:
        raise ArgumentError(None, "--json needs --keys or --moves")
    if options.trace and options.keys is None:
        raise ArgumentError(None, "--trace needs --keys")
    opened = boards.open_board(options.file, options)
    if opened is not None:
        if options.moves is not None:
            raise ArgumentError(None, "a board takes --keys, not --moves")
        board = boards.sound(opened)
        return 1 if board is None else run_board(board, options)
    if options.moves is None and (options.keys is not None or boards.is_name(options.file)):
        known = ", ".join(boards.names()) or "none"
        complain(f"there is no board {options.file!r}; the boards are: {known}")
        return 1
    # matrices take longer to import than a board
    from xyzgrid_ext.parts.matrix_game import terminal as matrix_game

    return matrix_game.run_matrix(options)


def run_board(board: Board[Any], options: Namespace) -> int:
    """Play the given keys, or play by hand until the player leaves."""
    table = BoardTable(board, begun(board, options), speaks=options.speak)
    if options.keys is None:
        return _converse(table)
    try:
        moves = typed(board, options.keys)
    except GridError as error:
        raise ArgumentError(None, f"--keys: {error.message}; {error.cure}") from error
    if options.trace:
        return _trace(board, table.play.seed, moves)
    return recite(board, table.play.seed, moves, data=options.json, speaks=options.speak)


def _trace(board: Board[Any], seed: int, moves: Iterable[Move]) -> int:
    """Print each cycle with the transitions that fired in it.

    Return the exit code: 1 if the board has no transitions.
    """
    if not isinstance(board, Automaton):
        complain(f"{board.name} has no transitions")
        return 1
    play = begin(board, seed)
    print("\n".join(board.frame(play.state)))
    for number, move in enumerate(moves, 1):
        fired = board.trace(play.state, move)
        play = advance(board, play, move)
        print(f"\ncycle {number}, {'+'.join(map(repr, move)) or 'no key'}")
        print("\n".join([*map(drawn, fired), *board.frame(play.state)]))
    return 0


def recite(
    board: Board[Any], seed: int, moves: Iterable[Move], *, data: bool, speaks: bool = False
) -> int:
    """Print every frame of a game as JSON, pictures or words; return 1 if the game stops early."""
    try:
        if data:
            print(json.dumps(as_data(board, seed, moves)))
            return 0
        before = None
        for game in plays(board, seed, moves):
            table = BoardTable(board, game, speaks=speaks)
            print(picture(table, before), end="\n\n")
            before = table
    except GridError as error:
        complain(error)
        return 1
    return 0


def _converse(table: BoardTable) -> int:
    """Play with single keys where possible, otherwise with lines until the end of the input.

    Return the exit code: 1 if scripted dice run out.
    """
    try:
        if screen.usable() and not table.speaks:  # words come line by line
            return screen.run(table)
        print(f"{introduction(table)}\n{picture(table)}", flush=True)
        while not table.left:
            table, said = answer(table, input())
            print(said, flush=True)
    except (EOFError, KeyboardInterrupt):
        print("Goodbye.")
    except GridError as error:
        complain(error)
        return 1
    return 0


def as_data(board: Board[Any], seed: int, moves: Iterable[Move]) -> dict[str, Any]:
    """Play a game from its start; return every frame as lines, and the final status."""
    *_, last = games = list(plays(board, seed, moves))
    status = board.status(last.state)
    return {
        "board": board.name,
        "level" if board.levels else "seed": seed,
        "frames": [list(board.frame(game.state)) for game in games],
        "asides": [list(map(str, board.aside(game.state))) for game in games],
        "status": status.phase.value,
        "score": status.score,
        "par": status.par,
        "replay": text_of(board, last),
    }


def declare_replay(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("text", metavar="TEXT", help="board:seed:keys; or daily:day:moves")
    parser.add_argument(
        "--file", metavar="FILE.game", help="the file of a board that is not in the world"
    )
    boards.dice(parser)
    parser.add_argument("--json", action="store_true", help="print data, as play --json does")


def run_replay(options: Namespace) -> int:
    """Play the keys again."""
    from xyzgrid_ext.parts.matrix_game.core import daily

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
    return recite(board, replay.seed, moves, data=options.json)


def _daily(options: Namespace) -> int:
    from xyzgrid_ext.parts.matrix_game.core import daily

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
