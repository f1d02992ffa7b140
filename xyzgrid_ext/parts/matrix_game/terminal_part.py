"""What the matrix game adds to the words `play` and `replay` of the terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from xyzgrid_ext.core.parts import TerminalPart

_PLAY = """

GAME can be a matrix definition file. Without --moves it is played by hand.

--moves plays a matrix file: forward, backward, up, down, left, right or fo, ba,
u, d, le, ri; wormhole or wh, wormhole 2 or wh2; also hint and give up, between
commas. With --json one object is printed:
  start      [x, y, z] before the first move
  positions  [[x, y, z], ...] after each movement, hint and give up
  refused    the numbers, from 0, of those that did nothing: there was no such
             exit, or the game was over
  moves      what they cost: movements that were possible, and hints
  status     "playing", "won", "trapped" or "gave up\""""


def _declare_play(parser: ArgumentParser) -> None:
    parser.epilog = f"{parser.epilog}{_PLAY}"
    parser.add_argument("--moves", metavar="M,M,…", help="play a matrix with these moves and stop")


def _play(options: Namespace) -> int | None:
    # matrices take longer to import than a board
    from xyzgrid_ext.parts.matrix_game.terminal import run_matrix

    return run_matrix(options)


def _replay(options: Namespace) -> int:
    from xyzgrid_ext.parts.matrix_game.terminal import replay_daily

    return replay_daily(options)


TERMINAL = TerminalPart(declare_play=_declare_play, play=_play, replays={"daily": _replay})
