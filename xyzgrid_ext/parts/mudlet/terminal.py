"""`python -m xyzgrid_ext mudlet`: the package as a file, for players whose Mudlet takes none."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from xyzgrid_ext.parts.mudlet.package import FILE, package_bytes, package_version


def declare_mudlet(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--to", default=FILE, metavar="FILE", help=f"where to write it ({FILE})")


def run_mudlet(options: Namespace) -> int:
    """Write the package to the file `options.to`; return the exit code 0."""
    Path(options.to).write_bytes(package_bytes())
    print(f"{options.to}: version {package_version()}, {len(package_bytes())} bytes")
    return 0
