"""`generate`: makes a dungeon from a seed and draws it, or a matrix and prints its file."""

from __future__ import annotations

import json
from argparse import ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter

from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.terminal.dungeons import Maker, headline, legend, picture, row, seed_of
from xyzgrid_ext.terminal.dungeons import arguments as dungeon_arguments
from xyzgrid_ext.terminal.files import complain
from xyzgrid_ext.terminal.where import arguments as where_arguments
from xyzgrid_ext.terminal.where import executor

_EPILOG = """\
The same seed, tier, floors and catalogue make the same dungeon, byte for byte.

--json prints one object:
  start, goal  ids of rooms
  rooms        id, xyz, mask, components, gives: a list of {"what": …, "needs": […]}
  links        source, target, exit, needs, door, consumes
  puzzles      id -> what opens it: a board or answers
  solved       id -> whether it can be solved
  certificate  what was proved, the metrics, and a walkthrough
The words are smallkey bigkey map compass item:NAME puzzle:ID kill:ID. Both directions
of a door share its `door`; `consumes` marks a door that uses up a small key.

--matrix prints a matrix definition file instead, with its figures at the top: the same
edge, difficulty and seed make the same file. With --json it is one object: edge,
seed, figures as `check --json` names them, and text, the file.

The exit code is 0 for a proved dungeon, 1 if there is none, and 2 for wrong usage."""

EDGE, DIFFICULTY = 10, 5


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--seed", type=seed_of, default=1, metavar="S", help="default 1")
    dungeon_arguments(parser)
    parser.add_argument("--matrix", action="store_true", help="make a matrix instead of a dungeon")
    parser.add_argument(
        "--edge", type=int, metavar="N", help=f"the edge of its cube; default {EDGE}"
    )
    parser.add_argument(
        "--difficulty", type=int, metavar="D", help=f"of the matrix, 1 to 10; default {DIFFICULTY}"
    )
    parser.add_argument("--json", action="store_true", help="print it as data")
    where_arguments(parser)


def run(options: Namespace) -> int:
    """Make the dungeon or matrix and print it."""
    if options.matrix:
        return _matrix(options)
    if options.edge is not None or options.difficulty is not None:
        raise ArgumentError(None, "--edge and --difficulty are for --matrix")
    try:
        with executor(options) as work:
            dungeon = Maker(options, work).make(options.seed)
    except GridError as error:
        complain(error)
        return 1
    if options.json:
        print(json.dumps(dungeon.as_data(), indent=1, ensure_ascii=False))
        return 0
    assert dungeon.certificate is not None  # it was proved
    print(headline(dungeon), picture(dungeon), legend(dungeon), sep="\n\n")
    print(f"\n{row(dungeon.certificate.metrics)}")
    return 0


def _matrix(options: Namespace) -> int:
    from xyzgrid_ext.core.matrix.generate import generate  # here, as dungeons need no numpy

    if (options.tier, options.floors, options.rooms) != (1, 1, None):
        raise ArgumentError(None, "--tier, --floors and --rooms are for dungeons")
    edge = EDGE if options.edge is None else options.edge
    difficulty = DIFFICULTY if options.difficulty is None else options.difficulty
    try:
        made = generate(edge, difficulty, options.seed)
    except UsageError as error:
        raise ArgumentError(None, f"{error.message}; {error.cure}") from error
    except GridError as error:
        complain(error)
        return 1
    if options.json:
        data = {"edge": edge, "seed": options.seed, "figures": made.found.as_data()}
        print(json.dumps({**data, "text": made.text}, indent=1))
    else:
        print(made.text, end="")
    return 0
