"""What `generate`, `prove` and `gallery` have in common: choosing and showing dungeons."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import repeat
from typing import TypeVar

from xyzgrid_ext.core.dungeon import Dungeon, Parameters, draw_sheets
from xyzgrid_ext.core.dungeon.measures import Measures
from xyzgrid_ext.core.dungeon.prove import BANDS, Band, Metrics
from xyzgrid_ext.core.dungeon_parameters import NEWEST
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.core.masks import Catalogue, Kind, NoCandidateError
from xyzgrid_ext.terminal import boards
from xyzgrid_ext.terminal.catalogue import rows_of
from xyzgrid_ext.workers import jobs
from xyzgrid_ext.workers.executors import Here
from xyzgrid_ext.workers.verdicts import is_solvable

T = TypeVar("T")
CATALOGUE = "world.catalogue"
_WIDTH = 80

# what a room holds: its symbol and what the legend says
_ITEM = "ITEM"
_SYMBOLS = {
    "": ("#", "a room"),
    "start": ("S", "entrance"),
    "goal": ("G", "goal"),
    "boss": ("X", "boss"),
    "item": ("$", f"big chest, with the {_ITEM}"),
    "find": ("t", "an item in a chest"),
    "bigkey": ("B", "big key"),
    "smallkey": ("s", "small key"),
    "map": ("M", "map"),
    "compass": ("C", "compass"),
    "fairy": ("f", "fairy"),
    "end": ("e", "dead end"),
}
_WAYS = (
    ("-|", "ways"),
    ("<>^v", "one way"),
    ("k", "takes a small key"),
    ("K", "needs the big key"),
    ("i", "needs an item"),
    ("x", "shut until an enemy is beaten or a puzzle solved"),
    ("ud", "stairs up and down"),
    ("*", "wormhole, back towards the entrance"),
)


def arguments(parser: ArgumentParser) -> None:
    """Declare the options that choose a dungeon."""
    parser.add_argument("--tier", type=int, default=1, metavar="T", help="1 to 99; default 1")
    parser.add_argument("--floors", type=int, default=1, metavar="F", help="1 to 9; default 1")
    parser.add_argument(
        "--rooms", type=int, metavar="N", help="the approximate number; default by tier"
    )
    parser.add_argument(
        "--generator",
        type=int,
        default=NEWEST,
        metavar="G",
        help=f"its version, 1 to {NEWEST}; default {NEWEST}; a map that names none has 1",
    )
    parser.add_argument(
        "--catalogue",
        default=CATALOGUE,
        metavar="MODULE_OR_FILE",
        help=f"what rooms are made of; default {CATALOGUE}",
    )


class Maker:
    """Makes dungeons by the options; the catalogue and its boards are read once."""

    def __init__(self, options: Namespace, work: Executor) -> None:
        self.options = options
        self.work = work
        stock = jobs.Stock.of(rows_of(options.catalogue), options.catalogue)
        puzzles = stock.catalogue.of_kind(Kind.PUZZLE)
        solved = verdicts((entry.board for entry in puzzles if entry.board), work)
        self.stock = stock._replace(solved=tuple(solved.items()))

    def make(self, seed: int | str) -> Dungeon:
        """Make a dungeon from a seed.

        Raises:
            ArgumentError: if the options are out of bounds.
            GridError: if there is no such dungeon.

        """
        (dungeon,) = self.make_all([seed], _furnished)
        return dungeon

    def make_all(
        self, seeds: Sequence[int | str], each: Callable[[Dungeon, Catalogue], T]
    ) -> Iterator[T]:
        """Make the dungeons of many seeds, and yield what `each` returns for them, in order.

        `each` is run where the dungeon is made. Raises the errors of `make`.
        """
        wanted = [self._parameters(seed) for seed in seeds]
        # one by one where nothing is sent: the first is shown before the second is made
        one_by_one = isinstance(self.work, Here)
        batches = ([one] for one in wanted) if one_by_one else jobs.batches(wanted)
        for batch in self.work.map(jobs.dungeons, repeat(self.stock), repeat(each), batches):
            for made in batch:
                if isinstance(made, NoCandidateError):
                    command = f"`python -m xyzgrid_ext check --catalogue {self.options.catalogue}`"
                    raise MapError(made.message, f"{made.cure}\n{command} lists all gaps")
                if isinstance(made, GridError):
                    raise made
                yield made

    def _parameters(self, seed: int | str) -> Parameters:
        options = self.options
        try:
            return Parameters(
                seed, options.tier, options.floors, options.rooms, generator=options.generator
            )
        except RefusedError as refused:
            said = "; ".join(f"{found.message}: {found.cure}" for found in refused.findings)
            raise ArgumentError(None, said) from refused


def _furnished(dungeon: Dungeon, _catalogue: Catalogue) -> Dungeon:
    assert dungeon.rooms  # or the catalogue lacks something, which this reports
    return dungeon


def seed_of(text: str) -> int | str:
    """Read a seed: a whole number, or any text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


def verdicts(names: Iterable[str], work: Executor) -> dict[str, bool]:
    """Return, for each board such as `boxes:3`, whether it can be solved; omit other kinds."""
    found = dict.fromkeys(sorted(set(names)), False)
    wanted = []
    for name in found:
        game, _, level = name.partition(":")
        number = int(level) if level.isascii() and level.isdigit() and len(level) < 10 else 1
        source = boards.automaton_source(game)
        if source is not None:
            wanted.append((name, source, number))
    if wanted:
        known, sources, levels = zip(*wanted, strict=True)
        found.update(zip(known, work.map(is_solvable, sources, levels), strict=True))
    return found


def picture(dungeon: Dungeon) -> str:
    """Return the picture of all floors, each moved to its leftmost column and lowest row."""
    sheets = draw_sheets(
        dungeon, lambda room: _SYMBOLS[dungeon.spots[room].holds.partition(":")[0]][0]
    )
    parts = []
    for z, sheet in enumerate(sheets):
        lines = [line for line in sheet.lines() if line]
        margin = min(len(line) - len(line.lstrip()) for line in lines)
        coords = [spot.coord for spot in dungeon.spots if spot.coord.z == z]
        corner = f"({min(c.x for c in coords)},{min(c.y for c in coords)})"
        parts += [f"floor {z}, from {corner}", *(line[margin:] for line in lines), ""]
    return "\n".join(parts)


def legend(dungeon: Dungeon) -> str:
    """Return the legend of the symbols in a dungeon's picture."""
    held = {spot.holds.partition(":")[0] for spot in dungeon.spots}
    drawn = {
        symbol
        for sheet in draw_sheets(dungeon, lambda room: "#")
        for symbol in sheet.cells.values()
    }
    rooms = [
        f"{symbol} {meaning.replace(_ITEM, dungeon.item)}"
        for holds, (symbol, meaning) in _SYMBOLS.items()
        if holds in held
    ]
    ways = [f"{' '.join(symbols)} {what}" for symbols, what in _WAYS if drawn & set(symbols)]
    return "\n".join((*packed(rooms), *packed(ways)))


def packed(entries: list[str]) -> Iterator[str]:
    """Join entries into lines, as many in each as fit."""
    line = ""
    for entry in entries:
        if line and len(line) + len(entry) + 3 > _WIDTH:
            yield line
            line = ""
        line += ("   " if line else "") + entry
    yield line


def headline(dungeon: Dungeon) -> str:
    """Return one line with the dungeon's parameters and the result of its proof."""
    own, proof = dungeon.parameters, dungeon.certificate
    assert proof is not None  # of a dungeon that was handed out
    floors = f"{own.floors} floor{'s'[: own.floors != 1]}"
    return (
        f"seed {own.seed}, tier {own.tier}: {len(dungeon.spots)} rooms on {floors}, "
        f"proved in {proof.states} states, {proof.metrics.walk:.0f} steps to the goal"
    )


def row(metrics: Metrics) -> str:
    """Return the table row for one dungeon."""
    return ", ".join(
        f"{band.title} {value:g}" for band, value in zip(BANDS.values(), metrics, strict=True)
    )


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
_PLOT = " 12#"


def plot(first: Iterable[Measures], second: Iterable[Measures]) -> str:
    """Return a plot of the expressive range of both generators: leniency over linearity."""
    found = [{(_cell(m.linearity), _cell(m.leniency)) for m in own} for own in (first, second)]
    lines = []
    for y in reversed(range(CELLS)):
        marks = (((x, y) in found[0]) + 2 * ((x, y) in found[1]) for x in range(CELLS))
        lines.append("|" + "".join(_PLOT[mark] for mark in marks))
    lines.append("+" + "-" * CELLS + " linearity, 0 to 1; leniency upwards")
    one, two = map(len, found)
    lines.append(f"1 the first generator: {one} cells; 2 the second: {two}; # both")
    return "\n".join(lines)


def _cell(share: float) -> int:
    return min(CELLS - 1, int(share * CELLS))
