"""`path`: the shortest way from one node to another."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

from xyzgrid_ext.core.graph import speedwalk
from xyzgrid_ext.terminal.files import complain, coordinate
from xyzgrid_ext.terminal.matrices import read_matrix, sound_matrix
from xyzgrid_ext.terminal.routes import way_finder

_EPILOG = """\
--json prints {"exits": [name of each exit to take], "cost": number of steps};
both are null when there is no way. That is an answer: the exit code is 0."""


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", help="a matrix definition file")
    parser.add_argument("start", metavar="FROM", type=coordinate, help="x,y,z")
    parser.add_argument("goal", metavar="TO", type=coordinate, help="x,y,z")
    parser.add_argument("--json", action="store_true", help="print the way as data")


def run(options: Namespace) -> int:
    """Print the exits of the way, and the same as a speed-walk."""
    matrix = sound_matrix(read_matrix(options.file))
    if matrix is None:
        return 1
    for node in (options.start, options.goal):
        if max(node) >= matrix.edge:
            limit = matrix.edge - 1
            complain(f"{node} is outside the cube: coordinates go from 0 to {limit}")
            return 1
    ways = way_finder(matrix)(options.start, options.goal)
    if options.json:
        exits = None if ways is None else [way.key for way in ways]
        print(json.dumps({"exits": exits, "cost": None if exits is None else len(exits)}))
    elif ways is None:
        print(f"There is no way from {options.start} to {options.goal}.")
    elif not ways:
        print("You are there already.")
    else:
        print(f"{len(ways)} step{'s'[: len(ways) != 1]}: {', '.join(way.key for way in ways)}")
        print(speedwalk(way.token for way in ways))
    return 0
