"""`gallery`: a page of dungeons to look at, and how they compare with human-made ones."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.terminal.dungeons import Maker, headline, legend, picture, table
from xyzgrid_ext.terminal.dungeons import arguments as dungeon_arguments
from xyzgrid_ext.terminal.files import complain

_EPILOG = """\
Below the dungeons stand the means of their figures, beside those of 38 human-made
dungeons of the Zelda games and of Metazelda, and the band in which ours shall lie
for dungeons of about 34 rooms: --tier 7 --rooms 34 --count 1000 --table."""


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("--first", type=int, default=1, metavar="S", help="first seed; default 1")
    parser.add_argument("--count", type=int, default=6, metavar="N", help="seeds; default 6")
    dungeon_arguments(parser)
    parser.add_argument("--table", action="store_true", help="only the means")


def run(options: Namespace) -> int:
    """Draw them all."""
    if options.count < 1:
        raise ArgumentError(None, "--count is 1 or more")
    measured = []
    try:
        maker = Maker(options)
        for seed in range(options.first, options.first + options.count):
            dungeon = maker.make(seed)
            assert dungeon.certificate is not None  # it was proved
            measured.append(dungeon.certificate.metrics)
            if not options.table:
                print(headline(dungeon), picture(dungeon), sep="\n\n")
    except GridError as error:
        complain(error)
        return 1
    if not options.table:
        print(legend(dungeon), end="\n\n")
    print(table(measured))
    return 0
