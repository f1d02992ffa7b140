"""What dungeons add to the words `check`, `prove` and `generate` of the terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from xyzgrid_ext.core.chance import parse_seed
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.parts import TerminalPart
from xyzgrid_ext.terminal.where import WorkPlace

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


def _declare_prove(parser: ArgumentParser) -> None:
    from xyzgrid_ext.parts.dungeons.terminal import dungeon_arguments

    dungeon_arguments(parser)


def _declare_generate(parser: ArgumentParser) -> None:
    from xyzgrid_ext.parts.dungeons.terminal import declare_generate

    declare_generate(parser)


def _problem(options: Namespace, work: WorkPlace) -> Mapping[str, object]:
    from xyzgrid_ext.parts.dungeons.terminal import Maker

    return Maker(options, work).make(parse_seed(options.what)).as_data()


TERMINAL = TerminalPart(
    declare_check=_declare_check,
    check_more=_check_more,
    declare_prove=_declare_prove,
    declare_generate=_declare_generate,
    problem=_problem,
)
