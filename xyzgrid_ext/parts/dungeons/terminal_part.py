"""What dungeons add to the word `check` of the terminal: catalogues of components."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.parts import TerminalPart

_CHECK = """

--catalogue takes rows named CATALOGUE, as in world.catalogue, and proves that a
dungeon never lacks a component, whatever its rooms ask for."""


def _declare_check(parser: ArgumentParser) -> None:
    parser.epilog = f"{parser.epilog}{_CHECK}"
    parser.add_argument(
        "--catalogue",
        action="append",
        default=[],
        metavar="MODULE_OR_FILE",
        help="rows of dungeon components",
    )


def _check_more(options: Namespace) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    for place in options.catalogue:
        # what a check of maps alone need not wait for
        from xyzgrid_ext.parts.dungeons.terminal import check_catalogue_at

        yield place, check_catalogue_at(place)


TERMINAL = TerminalPart(declare_check=_declare_check, check_more=_check_more)
