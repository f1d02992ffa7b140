"""A board in the terminal: played by hand, or from a list of keys."""

from __future__ import annotations

import json
from argparse import ArgumentError, Namespace
from collections.abc import Iterable
from typing import Any

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core.automaton import Automaton
from xyzgrid_ext.parts.boards.core.automaton.trace import draw_rule as drawn
from xyzgrid_ext.parts.boards.core.board import (
    AnyBoard,
    Move,
    advance,
    begin,
    parse_typed_moves,
    play_steps,
    read_replay,
    replay_text,
)
from xyzgrid_ext.parts.boards.terminal import boards, screen
from xyzgrid_ext.parts.boards.terminal.boards import start_game
from xyzgrid_ext.parts.boards.terminal.table import BoardTable, introduction, picture, run_line
from xyzgrid_ext.terminal.files import complain


def run(options: Namespace) -> int | None:
    """Play a board until the player quits or the keys are used up.

    Return the exit code; None if the file is no board.
    """
    moves = vars(options).get("moves")  # an option of matrices
    if options.trace and options.keys is None:
        raise ArgumentError(None, "--trace needs --keys")
    opened = boards.open_board(options.file, options)
    if opened is not None:
        if moves is not None:
            raise ArgumentError(None, "a board takes --keys, not --moves")
        board = boards.board_or_report(opened)
        return 1 if board is None else _run_board(board, options)
    if moves is None and (options.keys is not None or boards.is_name(options.file)):
        text = ", ".join(boards.board_names()) or "none"
        complain(f"there is no board {options.file!r}; the boards are: {text}")
        return 1
    return None


def _run_board(board: AnyBoard, options: Namespace) -> int:
    """Play the keys of the options, or what a person types; return the exit code."""
    table = BoardTable(board, start_game(board, options), speaks=options.speak)
    if options.keys is None:
        return _converse(table)
    try:
        moves = parse_typed_moves(board, options.keys)
    except GridError as error:
        raise ArgumentError(None, f"--keys: {error.message}; {error.cure}") from error
    if options.trace:
        return _trace(board, table.play.seed, moves)
    return _print_frames(board, table.play.seed, moves, data=options.json, speaks=options.speak)


def _trace(board: AnyBoard, seed: int, moves: Iterable[Move]) -> int:
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


def _print_frames(
    board: AnyBoard, seed: int, moves: Iterable[Move], *, data: bool, speaks: bool = False
) -> int:
    """Print every frame as JSON, pictures or words; return the exit code, 1 for an early stop."""
    try:
        if data:
            print(json.dumps(_frames_data(board, seed, moves)))
            return 0
        before = None
        for game in play_steps(board, seed, moves):
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
        if screen.takes_single_keys() and not table.speaks:  # words come line by line
            return screen.run(table)
        print(f"{introduction(table)}\n{picture(table)}", flush=True)
        while not table.has_left:
            table, text = run_line(table, input())
            print(text, flush=True)
    except (EOFError, KeyboardInterrupt):
        print("Goodbye.")
    except GridError as error:
        complain(error)
        return 1
    return 0


def _frames_data(board: AnyBoard, seed: int, moves: Iterable[Move]) -> dict[str, Any]:
    """Play a game; return data for JSON: `frames`, each a list of rows, `score`, `replay` …"""
    *_, last = games = list(play_steps(board, seed, moves))
    status = board.status(last.state)
    return {
        "board": board.name,
        "level" if board.levels else "seed": seed,
        "frames": [list(board.frame(game.state)) for game in games],
        "asides": [list(map(str, board.side_lines(game.state))) for game in games],
        "status": status.phase.value,
        "score": status.score,
        "par": status.par,
        "replay": replay_text(board, last),
    }


def replay(options: Namespace) -> int:
    """Play the keys of a replay again and print the frames; return the exit code."""
    try:
        game = read_replay(options.text)
    except GridError as error:
        raise ArgumentError(None, f"{error.message}; {error.cure}") from error
    opened = boards.open_board(options.file or game.board, options)
    if opened is None:
        complain(f"there is no board {game.board!r}; --file names the file of another")
        return 1
    board = boards.board_or_report(opened)
    if board is None:
        return 1
    try:
        board.start(game.seed)
        moves = board.notation.read(game.keys)
    except GridError as error:
        complain(error)
        return 1
    return _print_frames(board, game.seed, moves, data=options.json)
