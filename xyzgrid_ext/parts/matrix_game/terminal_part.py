"""What the matrix game adds to the words `play`, `replay` and `generate` of the terminal."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace

from xyzgrid_ext.core.parts import TerminalPart

_PLAY = """

GAME can be a matrix file. Without --moves it is played by hand.

--moves plays a matrix file: forward, backward, up, down, left, right or fo, ba,
u, d, le, ri; wormhole or wh, wormhole 2 or wh2; also hint and give up, between
commas. With --json one object is printed:
  start      [x, y, z] before the first move
  positions  [[x, y, z], ...] after each movement, hint and give up
  refused    the numbers, from 0, of those that did nothing: there was no such
             exit, or the game was over
  moves      what they cost: movements that were possible, and hints
  status     "playing", "won", "trapped" or "gave up\""""


_GENERATE = """

--matrix prints a matrix file instead, with its figures at the top: the same
edge, difficulty and seed make the same file. With --json it is one object: edge,
seed, figures as `check --json` names them, and text, the file."""


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


def _generate(options: Namespace) -> int:
    # other things that are made need no numpy
    from xyzgrid_ext.parts.matrix_game.terminal import generate_matrix

    return generate_matrix(options)


class _OfMatrix(Action):
    """An option that only matrices have: it asks for one."""

    def __call__(
        self, parser: object, namespace: Namespace, values: object, option: object = None
    ) -> None:
        setattr(namespace, self.dest, values)
        namespace.generate = _generate


def _declare_generate(parser: ArgumentParser) -> None:
    parser.epilog = f"{parser.epilog}{_GENERATE}"
    parser.add_argument("--matrix", action=_OfMatrix, nargs=0, help="make a matrix")
    help_ = "the edge of its cube; default 10"
    parser.add_argument("--edge", action=_OfMatrix, type=int, metavar="N", help=help_)
    help_ = "how hard it is, 1 to 10; default 5"
    parser.add_argument("--difficulty", action=_OfMatrix, type=int, metavar="D", help=help_)


TERMINAL = TerminalPart(
    declare_play=_declare_play,
    play=_play,
    replays={"daily": _replay},
    declare_generate=_declare_generate,
)
