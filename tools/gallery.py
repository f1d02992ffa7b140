"""Prints a page of dungeons, compared with human-made ones: python -m tools.gallery --help."""

from __future__ import annotations

import sys
from argparse import ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import NamedTuple

from tools.measures import DESIGN, Measures, bands_for, designed
from tools.told import walkthrough_lines
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.dungeons.core import Dungeon
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.dungeons.terminal import (
    Maker,
    dungeon_arguments,
    dungeon_legend,
    dungeon_picture,
    headline,
    pack_lines,
)
from xyzgrid_ext.parts.proof.core import Band, Metrics
from xyzgrid_ext.terminal.files import complain
from xyzgrid_ext.terminal.where import WorkPlace, add_workers_option, executor

_EPILOG = """\
Below the dungeons are the averages of their figures, beside those of 38 dungeons made
by people for the Zelda games and those of Metazelda, and the range in which ours should
be: --tier 7 --rooms 34 --count 1000 --table. The figures of people's dungeons are for
about 34 rooms; the ranges grow with the number of rooms. Below are figures that were not
taken of these: how far away keys are, how locks nest, how often players return, and the
rules by which the dungeons grew.

--told describes the shortest walk below each drawing, as its designer would: when each
lock is seen, what opens it, and where that is. --plot draws the expressive range of the
generator, of --count dungeons."""
_WIDTH = 80


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw all dungeons; wrong usage exits with 2, as argparse does."""
    parser = ArgumentParser(
        prog="python -m tools.gallery",
        description="Draw the dungeons of many seeds.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--first", type=int, default=1, metavar="S", help="first seed; default 1")
    parser.add_argument(
        "--count", type=int, default=6, metavar="N", help="the number of seeds; default 6"
    )
    dungeon_arguments(parser)
    parser.add_argument("--table", action="store_true", help="print only the averages")
    parser.add_argument(
        "--told", action="store_true", help="describe the shortest walk as a designer would"
    )
    parser.add_argument("--plot", action="store_true", help="plot linearity by leniency instead")
    add_workers_option(parser)
    options = parser.parse_args(arguments)
    if options.count < 1:
        parser.error("--count is 1 or more")
    try:
        with executor(options) as work:
            return _print(options, work)
    except ArgumentError as error:
        parser.error(str(error))


class _Page(NamedTuple):
    """The output for one dungeon: its texts, and its figures for the table."""

    drawing: str
    walk: tuple[str, ...]
    legend: str
    metrics: Metrics
    measures: Measures
    rules: tuple[str, ...]
    rooms: int


def _print(options: Namespace, work: WorkPlace) -> int:
    seeds = range(options.first, options.first + options.count)
    try:
        maker = Maker(options, work)
        if options.plot:
            print(plot(maker.make_all(seeds, _measured)))
            return 0
        measured, designs, rules = [], [], Counter[str]()
        page_of = partial(_page, drawn=not options.table, is_told=options.told)
        for page in maker.make_all(seeds, page_of):
            measured.append(page.metrics)
            designs.append(page.measures)
            rules.update(page.rules)
            if page.drawing:
                print(page.drawing)
            if options.told:
                print(*page.walk, "", sep="\n")
    except GridError as error:
        complain(error)
        return 1
    if page.legend:
        print(page.legend, end="\n\n")
    if options.told:
        return 0
    print(table(measured, bands_for(page.rooms)))
    print(table(designs, DESIGN, head=False))
    shares = (f"{name} {100 * number // len(designs)}" for name, number in rules.most_common())
    print(*pack_lines(["rules used, in percent:", *shares]), sep="\n")
    return 0


def _page(dungeon: Dungeon, catalogue: Catalogue, *, drawn: bool, is_told: bool) -> _Page:
    assert dungeon.certificate is not None  # it was proved
    assert not drawn or dungeon.rooms  # or the catalogue lacks something, which this reports
    return _Page(
        f"{headline(dungeon)}\n\n{dungeon_picture(dungeon)}" if drawn else "",
        tuple(wrapped(walkthrough_lines(dungeon, catalogue))) if is_told else (),
        dungeon_legend(dungeon) if drawn else "",
        dungeon.certificate.metrics,
        _measured(dungeon, catalogue),
        tuple(sorted(set(dungeon.rules))),
        dungeon.parameters.rooms or 0,
    )


def _measured(dungeon: Dungeon, _catalogue: Catalogue) -> Measures:
    assert dungeon.certificate is not None  # it was proved
    return designed(dungeon.problem(), dungeon.solvable, dungeon.certificate.walkthrough)


def wrapped(lines: Iterable[str]) -> Iterator[str]:
    """Wrap lines to the terminal's width; continuation lines are indented."""
    for line in lines:
        yield from wrap(line, _WIDTH, subsequent_indent="    ")


def table(
    measured: Sequence[Sequence[float]], bands: Mapping[str, Band], *, head: bool = True
) -> str:
    """Return the averages of many dungeons, beside those of human-made dungeons and Metazelda's."""
    title = "mean of " + str(len(measured))
    lines = [f"{title:<18}{'ours':>7}   {'band':<8}{'human':>7}  metazelda"] if head else []
    for place, band in enumerate(bands.values()):
        mean = sum(row[place] for row in measured) / len(measured)
        inside = "" if band.low <= round(mean, 1) <= band.high else "  outside"
        human = "" if band.human is None else f"{band.human:g}"
        other = "" if band.metazelda is None else f"{band.metazelda:g}"
        lines.append(
            f"{band.title:<18}{mean:>7.1f}   {f'{band.low:g}-{band.high:g}':<8}"
            f"{human:>7}  {other:<9}{inside}".rstrip()
        )
    return "\n".join(lines)


CELLS = 20


def plot(measures: Iterable[Measures]) -> str:
    """Return a plot of the expressive range of the generator: leniency over linearity."""
    cells = {(_cell(one.linearity), _cell(one.leniency)) for one in measures}
    lines = [
        "|" + "".join(" #"[(x, y) in cells] for x in range(CELLS)) for y in reversed(range(CELLS))
    ]
    lines.append("+" + "-" * CELLS + " linearity, 0 to 1; leniency upwards")
    lines.append(f"{len(cells)} cells")
    return "\n".join(lines)


def _cell(share: float) -> int:
    return min(CELLS - 1, int(share * CELLS))


if __name__ == "__main__":
    sys.exit(main())
