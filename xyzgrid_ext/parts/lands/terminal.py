"""`land`: prints a picture of a land made from noise, at any scale."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentError, ArgumentParser, ArgumentTypeError, Namespace

from xyzgrid_ext.core.chance import parse_seed
from xyzgrid_ext.core.coords import FARTHEST
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.parts.lands.content import BIOMES
from xyzgrid_ext.parts.lands.core import Land, biome_from_row, picture_lines
from xyzgrid_ext.terminal.files import complain

_EPILOG = """\
~ water  = river  - brook  . beach  , meadow  " scrub  ; heath  : desert  % marsh
T oak wood  t pine wood  n hill  ^ mountain  A crag  o place  # road  H bridge

With --zoom N, a symbol stands for N by N cells: it shows the cell in the middle, or
a river, a road or a place anywhere among them, but no small rivers.

--place may be given several times; roads join the places.

The exit code is 0, 1 if a road cannot be built, and 2 for wrong usage."""
_MOST = 1000  # characters across, and lines
_ZOOM = 4096
_LETTERS = "xrgybmcw"


def declare_land(parser: ArgumentParser) -> None:
    """Declare the arguments of the terminal's word `land`."""
    parser.epilog = _EPILOG
    parser.add_argument("--seed", type=parse_seed, default=1, metavar="S", help="default 1")
    parser.add_argument(
        "--at", type=_spot, default=(0, 0), metavar="X,Y", help="lower left cell; default 0,0"
    )
    parser.add_argument(
        "--zoom", type=int, default=1, metavar="N", help="cells per character; default 1"
    )
    parser.add_argument(
        "--size", type=_size, default=(78, 22), metavar="WxH", help="characters; default 78x22"
    )
    parser.add_argument(
        "--place", type=_place, action="append", default=[], metavar="NAME=X,Y", help="a place"
    )
    parser.add_argument(
        "--colour", choices=("auto", "always", "never"), default="auto", help="default auto"
    )


def run_land(options: Namespace) -> int:
    """Print a picture of a land; return the exit code."""
    if not 1 <= options.zoom <= _ZOOM:
        raise ArgumentError(None, f"--zoom is 1 to {_ZOOM}")
    names = [name for name, _ in options.place]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ArgumentError(None, f"--place {twice[0]} is given {len(twice)} times")
    biomes = [biome_from_row(row) for row in BIOMES]
    land = Land(options.seed, biomes, dict(options.place))
    if faults := land.faults(land.places):
        complain(*faults)
        return 1
    (x, y), (columns, rows) = options.at, options.size
    try:
        window = land.window(x, y, columns, rows, options.zoom)
    except MapError as error:  # a road for which there is no way
        complain(error)
        return 1
    coloured = _is_coloured(options.colour)
    for line in picture_lines(window, biomes, coloured=coloured):
        print(_ansi(line) if coloured else line)
    return 0


def _is_coloured(choice: str) -> bool:
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return choice == "always"


def _ansi(line: str) -> str:
    """Return terminal codes for Evennia's colour codes; small letters are the bright ones."""
    return re.sub(r"\|(\w)", lambda found: f"\x1b[{_code(found[1])}m", line)


def _code(letter: str) -> int:
    if letter == "n":
        return 0
    number = _LETTERS.index(letter.lower())
    # `x` is dark grey, `X` black; of the others the capital is the dark one
    return number + (90 if letter.islower() else 30)


def _spot(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(-?\d{1,10})\s*,\s*(-?\d{1,10})\s*", text, re.ASCII)
    if not match or max(abs(int(part)) for part in match.groups()) > FARTHEST:
        raise ArgumentTypeError(
            f"{text!r} is not a cell: write x,y, each from -{FARTHEST:,} to {FARTHEST:,}"
        )
    return int(match[1]), int(match[2])


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", text, re.ASCII)
    if not match or not all(1 <= int(part) <= _MOST for part in match.groups()):
        raise ArgumentTypeError(f"{text!r} is not a size: write 78x22, at most {_MOST}x{_MOST}")
    return int(match[1]), int(match[2])


def _place(text: str) -> tuple[str, tuple[int, int]]:
    name, equals, spot = text.rpartition("=")
    if not equals or not name.strip():
        raise ArgumentTypeError(f"{text!r} is not a place: write NAME=X,Y")
    return name.strip(), _spot(spot)
