"""`generate`: make a dungeon of a seed and draw it, or print it as data."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.terminal.dungeons import Maker, headline, legend, picture, row, seed_of
from xyzgrid_ext.terminal.dungeons import arguments as dungeon_arguments
from xyzgrid_ext.terminal.files import complain

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
of a door share its `door`; `consumes` says that a small key is spent on it once.

exit code: 0 made and proved, 1 there is no such dungeon, 2 wrong usage"""


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--seed", type=seed_of, default=1, metavar="S", help="default 1")
    dungeon_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the dungeon as data")


def run(options: Namespace) -> int:
    """Make it and print it."""
    try:
        dungeon = Maker(options).make(options.seed)
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
