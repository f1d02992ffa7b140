"""`gallery`: prints a page of dungeons, compared with human-made ones."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from textwrap import wrap
from typing import NamedTuple

from xyzgrid_ext.core.dungeon import Dungeon
from xyzgrid_ext.core.dungeon.measures import DESIGN, Measures, designed, grown_bands
from xyzgrid_ext.core.dungeon.prove import BANDS, Metrics
from xyzgrid_ext.core.dungeon.told import told
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.masks import Catalogue
from xyzgrid_ext.terminal.dungeons import (
    Maker,
    dungeon_arguments,
    headline,
    legend,
    packed,
    picture,
    plot,
    table,
)
from xyzgrid_ext.terminal.files import complain
from xyzgrid_ext.terminal.where import executor, where_arguments

_EPILOG = """\
Below the dungeons are the averages of their figures, beside those of 38 dungeons made
by people for the Zelda games and those of Metazelda, and the range in which ours should
be: --tier 7 --rooms 34 --count 1000 --table. The figures of people's dungeons are for
about 34 rooms; the ranges of generator 2 grow with the number of rooms. For generator 2
there are more figures: how far away keys are, how locks nest, how often players return,
and the rules by which the dungeons grew.

--told describes the shortest walk below each drawing, as its designer would: when each
lock is seen, what opens it, and where that is. --plot draws the expressive range of both
generators, with --count dungeons each."""
_WIDTH = 80


def declare_gallery(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.epilog = _EPILOG
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
    where_arguments(parser)


def run_gallery(options: Namespace) -> int:
    """Draw all dungeons."""
    if options.count < 1:
        raise ArgumentError(None, "--count is 1 or more")
    with executor(options) as work:
        return _drawn(options, work)


class _Page(NamedTuple):
    """The output for one dungeon: its texts, and its figures for the table."""

    drawing: str
    walk: tuple[str, ...]
    legend: str
    metrics: Metrics
    measures: Measures | None
    rules: tuple[str, ...]
    rooms: int


def _drawn(options: Namespace, work: Executor) -> int:
    try:
        if options.plot:
            makers = (_maker(options, work, number) for number in (1, 2))
            print(plot(*(maker.make_all(_seeds(options), _measured) for maker in makers)))
            return 0
        maker = _maker(options, work, options.generator)
        measured, designs, rules = [], [], Counter[str]()
        page_of = partial(_page, drawn=not options.table, is_told=options.told)
        for page in maker.make_all(_seeds(options), page_of):
            measured.append(page.metrics)
            rules.update(page.rules)
            if page.measures:
                designs.append(page.measures)
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
    print(table(measured, grown_bands(page.rooms) if designs else BANDS))
    if designs:
        print(table(designs, DESIGN, head=False))
        shares = (f"{name} {100 * n // len(designs)}" for name, n in rules.most_common())
        print(*packed(["rules used, in percent:", *shares]), sep="\n")
    return 0


def _page(dungeon: Dungeon, catalogue: Catalogue, *, drawn: bool, is_told: bool) -> _Page:
    assert dungeon.certificate is not None  # it was proved
    assert not drawn or dungeon.rooms  # or the catalogue lacks something, which this reports
    return _Page(
        f"{headline(dungeon)}\n\n{picture(dungeon)}" if drawn else "",
        tuple(wrapped(told(dungeon, catalogue))) if is_told else (),
        legend(dungeon) if drawn else "",
        dungeon.certificate.metrics,
        _measured(dungeon, catalogue) if dungeon.rules else None,
        tuple(sorted(set(dungeon.rules))),
        dungeon.parameters.rooms or 0,
    )


def _measured(dungeon: Dungeon, _catalogue: Catalogue) -> Measures:
    assert dungeon.certificate is not None  # it was proved
    return designed(dungeon.problem(), dungeon.solved, dungeon.certificate.walkthrough)


def _maker(options: Namespace, work: Executor, generator: int) -> Maker:
    return Maker(Namespace(**{**vars(options), "generator": generator}), work)


def wrapped(lines: Iterable[str]) -> Iterator[str]:
    """Wrap lines to the terminal's width; continuation lines are indented."""
    for line in lines:
        yield from wrap(line, _WIDTH, subsequent_indent="    ")


def _seeds(options: Namespace) -> range:
    return range(options.first, options.first + options.count)
