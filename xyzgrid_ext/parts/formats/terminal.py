"""`python -m xyzgrid_ext export` and `import`: map files for other programs, and back."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from io import TextIOWrapper
from pathlib import Path

from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.parts.formats.core import FORMATS, convert_to_module
from xyzgrid_ext.parts.formats.core.whole import full_map_views
from xyzgrid_ext.terminal.files import print_converted
from xyzgrid_ext.terminal.maps import matrix_or_report, read_matrix


def declare_export(parser: ArgumentParser) -> None:
    """Declare the arguments of the terminal's word `export`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="matrix files")
    formats = parser.add_mutually_exclusive_group(required=True)
    for row in FORMATS:
        formats.add_argument(
            f"--{row.name}", dest="format", action="store_const", const=row, help=row.title
        )


def run_export(options: Namespace) -> int:
    """Print one file with the maps of all matrix files given; return the exit code."""
    grids = []
    for file in options.files:
        matrix = matrix_or_report(read_matrix(file))
        if matrix is None:
            return 1
        grids.append(from_matrix(matrix, Path(file).stem)[0])
    views = full_map_views(grids)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # which all the formats are
    for piece in options.format.write([view.head for view in views], views):
        print(piece, end="")
    return 0


_IMPORT_EPILOG = """\
What such a module cannot contain is reported on standard error.

    python -m xyzgrid_ext import isle.xml > world/isle.py"""


def declare_import(parser: ArgumentParser) -> None:
    """Declare the arguments of the terminal's word `import`."""
    parser.epilog = _IMPORT_EPILOG
    parser.add_argument("file", metavar="FILE", help="MMP (XML), or a Mudlet map as JSON")


def run_import(options: Namespace) -> int:
    """Print the map module for a file, or the file's faults; return the exit code."""
    return print_converted(options.file, convert_to_module)
