"""`export`: prints matrix files as map files for other programs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from io import TextIOWrapper
from pathlib import Path

from xyzgrid_ext.core.formats import FORMATS
from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.view.whole import whole_maps
from xyzgrid_ext.terminal.matrices import read_matrix, sound_matrix


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="matrix definition files")
    formats = parser.add_mutually_exclusive_group(required=True)
    for row in FORMATS:
        formats.add_argument(
            f"--{row.name}", dest="format", action="store_const", const=row, help=row.title
        )


def run(options: Namespace) -> int:
    """Print one file with all of these maps."""
    grids = []
    for file in options.files:
        matrix = sound_matrix(read_matrix(file))
        if matrix is None:
            return 1
        grids.append(from_matrix(matrix, Path(file).stem)[0])
    views = whole_maps(grids)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # which all the formats are
    for piece in options.format.write([view.head for view in views], views):
        print(piece, end="")
    return 0
