"""`init`: puts the package into a game, or takes it out again."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from xyzgrid_ext import content, install
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.terminal.files import complain

_MORE = f"""
Adds lines to the settings, commands and web addresses of a game that `evennia --init` has made,
and puts a first map into its world. It shows the lines first, and asks. Lines that exist already
are left out, and no file is overwritten. --undo removes exactly what was written.

examples: {", ".join(content.EXAMPLES)}
"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _MORE
    parser.add_argument(
        "examples",
        nargs="*",
        metavar="EXAMPLE",
        help=f"maps to begin with; default {install.FIRST}, without the contrib's lines",
    )
    parser.add_argument("--game", default=".", metavar="FOLDER", help="the game; default: here")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--undo", action="store_true", help="remove what was written")


def run(options: Namespace) -> int:
    """Change the game; return 1 if that fails or nobody agreed."""
    game = Path(options.game).resolve()
    try:
        return install.run(game, options.examples or None, yes=options.yes, undo=options.undo)
    except UsageError as error:
        complain(error)
        return 1
