"""`python -m xyzgrid_ext export` and `import`: map files for other programs, and back."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid, from_matrix, locate
from xyzgrid_ext.core.grid.draw import room_symbol
from xyzgrid_ext.core.view.snapshot import (
    ExitView,
    MapHead,
    MapView,
    RoomView,
    area_number,
    compass_direction,
    exit_kind,
)
from xyzgrid_ext.parts.formats.core import FORMATS, convert_to_module
from xyzgrid_ext.terminal.files import print_converted
from xyzgrid_ext.terminal.maps import matrix_or_report, read_matrix


def full_map_views(grids: Sequence[Grid]) -> list[MapView]:
    """Return a MapView of each Grid with nothing hidden, as for its author.

    An exit to a map that is not among `grids` has no target. Rooms are numbered from 1 in the order
    of the Grids. A room without a name is called by its coordinate.
    """
    by_key = {map_key(grid.name): grid for grid in grids}
    first, begin = {}, 1
    for key, grid in by_key.items():
        first[key] = begin
        begin += grid.rooms
    return [_view(key, by_key, first) for key in by_key]


def _view(key: str, grids: Mapping[str, Grid], first: Mapping[str, int]) -> MapView:
    grid = grids[key]
    rooms = []
    for room in range(grid.rooms):
        coord = grid.coord(room)
        prototype = grid.protos[grid.room_proto[room]] if grid.room_proto[room] >= 0 else {}
        exits = tuple(_exit(key, link, grids, first) for link in grid.links_of(room))
        name = str(prototype.get("key") or coord)
        rooms.append(RoomView(first[key] + room, name, *coord, room_symbol(grid, room), exits))
    head = MapHead(key, area_number(key), grid.name, grid.levels, grid.rooms, grid.rooms)
    return MapView(head, tuple(rooms))


def _exit(key: str, link: int, grids: Mapping[str, Grid], first: Mapping[str, int]) -> ExitView:
    grid = grids[key]
    inside = int(grid.target[link])
    target = (key, inside) if inside >= 0 else locate(grid.outside[link], grids)
    way = grid.way_of(link)
    prototype = grid.protos[grid.link_proto[link]] if grid.link_proto[link] >= 0 else {}
    return ExitView(
        str(prototype.get("key") or way.key),
        compass_direction((way.key, *way.aliases)),
        None if target is None else first[target[0]] + target[1],
        "" if target is None else target[0],
        exit_kind(grid, link),
        needs=grid.needs.get(link, ()),
        weight=float(grid.weight[link]),
    )


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
