"""`draw`: prints the sheets of a map as text, each starting at its lowest and leftmost room."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

from xyzgrid_ext.core.grid import sheet_of
from xyzgrid_ext.terminal.files import complain
from xyzgrid_ext.terminal.maps import map_argument, one_map

_EPILOG = """\
The line above a sheet gives the x and y of its lower left corner.

#  a node    - |  links on the sheet    < > ^ v  one-way links
f  a way forward, to the next sheet      b  a way backward      *  a wormhole"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", help="a matrix definition file or a map module")
    map_argument(parser)
    parser.add_argument("--level", type=int, metavar="N", help="only sheet N, from 0")


def run(options: Namespace) -> int:
    """Print one sheet, or all sheets with nodes."""
    grid = one_map(options.file, options.map)
    if grid is None:
        return 1
    levels = grid.levels or 1
    if options.level is not None and not 0 <= options.level < levels:
        complain(f"there is no level {options.level}: levels go from 0 to {levels - 1}")
        return 1
    used = sorted(set(grid.coords[:, 2].tolist()))
    if not used and options.level is None:
        print(f"{grid.name} has no rooms")
    for number, z in enumerate(used if options.level is None else [options.level]):
        nodes = grid.coords[slice(*grid.rooms_of_level(z))]
        if not len(nodes):
            print(f"{grid.zname(z)} has no rooms")
            continue
        # a cube is mostly empty: show the part with rooms, and say where it is
        x, y = nodes[:, :2].min(axis=0).tolist()
        sheet = sheet_of(grid, z)
        column, row = sheet.room_cell(x, y)
        lines = list(sheet.lines(plain=True))
        print("\n" * (number > 0) + f"{grid.zname(z)}, from ({x},{y})")
        for line in lines[: len(lines) - row]:
            print(line[column:])
    return 0
