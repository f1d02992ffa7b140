"""`python -m xyzgrid_ext mudlet`: the package as a file, for players whose Mudlet takes none."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from xyzgrid_ext.parts.mudlet.package import FILE, package, version


def declare_mudlet(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--to", default=FILE, metavar="FILE", help=f"where to write it ({FILE})")


def run_mudlet(options: Namespace) -> int:
    """Write the package."""
    Path(options.to).write_bytes(package())
    print(f"{options.to}: version {version()}, {len(package())} bytes")
    return 0
