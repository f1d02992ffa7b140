"""`play`: a board or the matrix game, by hand in a terminal or from a list of keys or moves."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter

from xyzgrid_ext.terminal import board_game, boards, matrix_game
from xyzgrid_ext.terminal.files import complain

_EPILOG = """\
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


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="GAME", help="a board or a matrix definition file")
    parser.add_argument("--keys", metavar="KEYS", help="play a board with these keys and stop")
    parser.add_argument("--moves", metavar="M,M,…", help="play a matrix with these moves and stop")
    parser.add_argument("--speak", action="store_true", help="a board in words, for screen readers")
    parser.add_argument("--json", action="store_true", help="print data")
    parser.add_argument("--trace", action="store_true", help="with --keys: which rule fired where")
    boards.arguments(parser)


def run(options: Namespace) -> int:
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
        return 1 if board is None else board_game.run(board, options)
    if options.moves is None and (options.keys is not None or boards.is_name(options.file)):
        known = ", ".join(boards.names()) or "none"
        complain(f"there is no board {options.file!r}; the boards are: {known}")
        return 1
    return matrix_game.run(options)
