"""What `generate`, `prove` and `gallery` share: which dungeon is meant, and how it is shown."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from xyzgrid_ext.core.automaton.board import Automaton
from xyzgrid_ext.core.automaton.solve import solve
from xyzgrid_ext.core.dungeon import Dungeon, Parameters, draw_sheets, generate
from xyzgrid_ext.core.dungeon.parameters import NEWEST
from xyzgrid_ext.core.dungeon.prove import BANDS, Metrics
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.masks import Catalogue, Kind
from xyzgrid_ext.terminal import boards
from xyzgrid_ext.terminal.catalogue import rows_of

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
    """Declare the options that say which dungeon is meant."""
    parser.add_argument("--tier", type=int, default=1, metavar="T", help="1 to 99; default 1")
    parser.add_argument("--floors", type=int, default=1, metavar="F", help="1 to 9; default 1")
    parser.add_argument("--rooms", type=int, metavar="N", help="about so many; default by tier")
    parser.add_argument(
        "--generator",
        type=int,
        default=NEWEST,
        metavar="G",
        help=f"its version, 1 to {NEWEST}; default {NEWEST}. Maps that name none have 1",
    )
    parser.add_argument(
        "--catalogue",
        default=CATALOGUE,
        metavar="MODULE_OR_FILE",
        help=f"what rooms are made of; default {CATALOGUE}",
    )


class Maker:
    """Makes dungeons as the options say; the catalogue and its boards are read once."""

    def __init__(self, options: Namespace) -> None:
        self.options = options
        self.catalogue = Catalogue.of(rows_of(options.catalogue), options.catalogue)
        self.solved = verdicts(
            entry.board for entry in self.catalogue.of_kind(Kind.PUZZLE) if entry.board
        )

    def make(self, seed: int | str) -> Dungeon:
        """The dungeon of a seed.

        Raises:
            ArgumentError: if the options are out of bounds.
            GridError: if there is no such dungeon.

        """
        return generate(self._parameters(seed), self.catalogue, self.solved)

    def _parameters(self, seed: int | str) -> Parameters:
        options = self.options
        try:
            return Parameters(
                seed, options.tier, options.floors, options.rooms, generator=options.generator
            )
        except RefusedError as refused:
            said = "; ".join(f"{found.message}: {found.cure}" for found in refused.findings)
            raise ArgumentError(None, said) from refused


def seed_of(text: str) -> int | str:
    """Read a seed: a whole number, or any text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


def verdicts(names: Iterable[str]) -> dict[str, bool]:
    """For each board, `boxes:3`, whether the solver finds its solution; other kinds have none."""
    parser = ArgumentParser()
    boards.arguments(parser)
    usual = parser.parse_args([])
    found = {}
    for name in sorted(set(names)):
        game, _, level = name.partition(":")
        opened = boards.open_board(game, usual)
        number = int(level) if level.isascii() and level.isdigit() and len(level) < 10 else 1
        found[name] = (
            opened is not None
            and isinstance(opened.board, Automaton)
            and 1 <= number <= len(opened.board.levels)
            and solve(opened.board, number).moves is not None
        )
    return found


def picture(dungeon: Dungeon) -> str:
    """All floors, each from its leftmost and lowest room on."""
    sheets = draw_sheets(dungeon, lambda room: _SYMBOLS[dungeon.rooms[room].holds][0])
    parts = []
    for z, sheet in enumerate(sheets):
        lines = [line for line in sheet.lines() if line]
        margin = min(len(line) - len(line.lstrip()) for line in lines)
        coords = [room.coord for room in dungeon.rooms if room.coord.z == z]
        corner = f"({min(c.x for c in coords)},{min(c.y for c in coords)})"
        parts += [f"floor {z}, from {corner}", *(line[margin:] for line in lines), ""]
    return "\n".join(parts)


def legend(dungeon: Dungeon) -> str:
    """What the symbols of its picture mean, those that occur in it."""
    held = {room.holds for room in dungeon.rooms}
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
    return "\n".join((*_packed(rooms), *_packed(ways)))


def _packed(entries: list[str]) -> Iterator[str]:
    """Entries beside each other, as many as a line holds."""
    line = ""
    for entry in entries:
        if line and len(line) + len(entry) + 3 > _WIDTH:
            yield line
            line = ""
        line += ("   " if line else "") + entry
    yield line


def headline(dungeon: Dungeon) -> str:
    """One line: what it is, and what was proved."""
    own, proof = dungeon.parameters, dungeon.certificate
    assert proof is not None  # of a dungeon that was handed out
    floors = f"{own.floors} floor{'s'[: own.floors != 1]}"
    return (
        f"seed {own.seed}, tier {own.tier}: {len(dungeon.rooms)} rooms on {floors}, "
        f"proved in {proof.states} states, {proof.metrics.walk:.0f} steps to the goal"
    )


def row(metrics: Metrics) -> str:
    """The row of one dungeon."""
    return ", ".join(
        f"{band.title} {value:g}" for band, value in zip(BANDS.values(), metrics, strict=True)
    )


def table(measured: list[Metrics]) -> str:
    """The means of many beside human-made dungeons and Metazelda's."""
    lines = [
        f"{'mean of ' + str(len(measured)):<16}{'ours':>7}   {'band':<8}{'human':>7}  metazelda"
    ]
    for place, band in enumerate(BANDS.values()):
        mean = sum(row[place] for row in measured) / len(measured)
        inside = "" if band.low <= mean <= band.high else "  outside"
        other = "" if band.metazelda is None else f"{band.metazelda:g}"
        lines.append(
            f"{band.title:<16}{mean:>7.1f}   {f'{band.low:g}-{band.high:g}':<8}"
            f"{band.human:>7g}  {other:<9}{inside}".rstrip()
        )
    return "\n".join(lines)
