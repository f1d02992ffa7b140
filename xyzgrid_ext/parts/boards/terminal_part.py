"""What boards add to the words `check`, `play` and `replay` of the terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from itertools import repeat

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.parts import TerminalPart
from xyzgrid_ext.parts.boards.core.automaton.search import MAX_STATES
from xyzgrid_ext.parts.boards.core.automaton.source import check_source
from xyzgrid_ext.parts.boards.terminal import boards
from xyzgrid_ext.terminal.where import WorkPlace

_CHECK = """

FILE.game is a board. FILE.toml beside it is checked too, and each of its levels
is searched for the shortest route to win, in up to --states states."""
_PLAY = """\
GAME can be a board, by its name or as a file NAME.game with NAME.toml beside it.
Without --keys it is played by hand: by single keys where the terminal allows it,
else by lines.

--keys plays a board. An automaton takes one character a cycle: ~ is no key,
\\n ENTER, \\~ a tilde, \\\\ a backslash. Boards whose keys have names take names
between commas, joined by + within one cycle, - for none, tick for the timer.
With --json one object is printed:
  frames     [[line, ...], ...] at the start and after each cycle
  asides     [[line, ...], ...] what stands beside each of them
  status     "playing", "won" or "lost"
  score      points; for automata cycles, of which few are good
  par        a score to compare with, or null
  board, level or seed, replay       what to give to the command replay"""


def _declare_check(parser: ArgumentParser) -> None:
    parser.epilog = f"{parser.epilog}{_CHECK}"
    parser.add_argument(
        "--states", type=int, metavar="N", help="the most states of a level; default 30,000"
    )


def _check(
    files: Sequence[str], options: Namespace, work: WorkPlace
) -> Iterator[tuple[Finding, ...]]:
    results = [boards.read_automaton(file) for file in files]
    sources = [source for source in results if not isinstance(source, Finding)]
    findings = work.map(check_source, sources, repeat(options.states or MAX_STATES))
    for source in results:
        yield (source,) if isinstance(source, Finding) else next(findings)


def _declare_play(parser: ArgumentParser) -> None:
    parser.epilog = f"{parser.epilog}{_PLAY}"
    parser.add_argument("--keys", metavar="KEYS", help="play a board with these keys and stop")
    parser.add_argument("--speak", action="store_true", help="a board in words, for screen readers")
    parser.add_argument("--trace", action="store_true", help="with --keys: which rule fired where")
    boards.board_arguments(parser)


def _play(options: Namespace) -> int | None:
    from xyzgrid_ext.parts.boards.terminal.play import run

    return run(options)


def _declare_replay(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--file", metavar="FILE.game", help="the file of a board that is not in the world"
    )
    boards.declare_dice(parser)


def _replay(options: Namespace) -> int:
    from xyzgrid_ext.parts.boards.terminal.play import replay

    return replay(options)


TERMINAL = TerminalPart(
    verdicts=lambda names, work: boards.verdicts(names, work).items(),
    declare_check=_declare_check,
    takes=boards.is_automaton,
    check=_check,
    declare_play=_declare_play,
    play=_play,
    declare_replay=_declare_replay,
    replays={"": _replay},
)
