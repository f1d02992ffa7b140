"""Dungeons: their catalogue, making and drawing them, and their masks (`mask`)."""

from __future__ import annotations

import json
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any, NamedTuple, TypeVar
from zlib import compress, decompress

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError
from xyzgrid_ext.parts.boards.terminal import boards
from xyzgrid_ext.parts.dungeons.core import Dungeon, Parameters, draw_sheets, generate
from xyzgrid_ext.parts.dungeons.core.masks import (
    EMPTY,
    NO_DOOR,
    Catalogue,
    Component,
    Kind,
    NoCandidateError,
    RoomMask,
    check_catalogue,
    read_rows,
)
from xyzgrid_ext.parts.dungeons.core.order import catalogue_path
from xyzgrid_ext.parts.proof.terminal import metrics_row
from xyzgrid_ext.terminal.files import complain, values_of
from xyzgrid_ext.terminal.where import ThisProcess, WorkPlace, executor

_ROWS = "CATALOGUE"  # the name of the list in a module


def load_catalogue(place: str) -> list[object]:
    """Return the rows of a module, `world.catalogue`, or of a file, `caves.py`.

    Raises:
        RefusedError: if it cannot be imported or has no rows.
    """
    place = catalogue_path(place)
    (rows,), _findings = values_of(place, _ROWS)
    if not isinstance(rows, list | tuple):
        cure = f'define {_ROWS} = [{{"name": …, "title": …, "text": …}}, …]'
        raise RefusedError([Finding.error("no-catalogue", f"it has no list {_ROWS}", cure, place)])
    return list(rows)


def check_catalogue_at(place: str) -> tuple[Finding, ...]:
    """Return the faults of a catalogue's rows; if there are none, the rooms that it cannot fill."""
    try:
        entries, findings = read_rows(load_catalogue(place), place)
    except RefusedError as refused:
        return refused.findings
    if findings:
        return tuple(findings)
    return tuple(check_catalogue(Catalogue(entries), place, _levels()))


def _levels() -> dict[str, int]:
    """Return the number of levels of each named board; 0 for boards without levels."""
    parser = ArgumentParser()
    boards.board_arguments(parser)
    usual = parser.parse_args([])
    automata = {name: boards.open_board(name, usual) for name in boards.board_names()}
    return {
        name: len(opened.board.levels) if opened and opened.board else 0
        for name, opened in automata.items()
    }


_T = TypeVar("_T")
USUAL_CATALOGUE = "world.catalogue"
_WIDTH = 80
_BATCH = 32  # dungeons that go to a process at once, at most
_SHARE = 8  # and at most so small a part of what is left: no process is the last for long

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


def dungeon_arguments(parser: ArgumentParser) -> None:
    """Declare the options from which a dungeon is generated: --tier, --floors …"""
    parser.add_argument("--tier", type=int, default=1, metavar="T", help="1 to 99; default 1")
    parser.add_argument("--floors", type=int, default=1, metavar="F", help="1 to 9; default 1")
    parser.add_argument(
        "--rooms", type=int, metavar="N", help="the approximate number; default by tier"
    )
    parser.add_argument(
        "--catalogue",
        default=USUAL_CATALOGUE,
        metavar="MODULE_OR_FILE",
        help=f"what rooms are made of; default {USUAL_CATALOGUE}",
    )


class _Stock(NamedTuple):
    """A catalogue as compressed JSON, its file, and which of its boards can be solved.

    It goes along with every batch of dungeons to other processes.
    """

    rows: bytes
    file: str
    solved: tuple[tuple[str, bool], ...] = ()

    @classmethod
    def of(cls, rows: Iterable[Any], file: str) -> _Stock:
        """Return the stock of a catalogue's rows, without verdicts.

        Raises:
            RefusedError: with all faults of the rows.
        """
        rows = list(rows)
        Catalogue.of(rows, file)  # rows that are sound are plain data
        return cls(compress(json.dumps([dict(row) for row in rows]).encode()), file)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue, which caches what it finds for the next dungeon."""
        return _catalogue(self.rows, self.file)


@lru_cache(4)
def _catalogue(rows: bytes, file: str) -> Catalogue:
    return Catalogue.of(json.loads(decompress(rows)), file)


def _make_dungeons(
    stock: _Stock, each: Callable[[Dungeon, Catalogue], _T], orders: Sequence[Parameters]
) -> list[_T | GridError]:
    """Make and prove dungeons; return what `each` returns for them, until one fails: its error."""
    results: list[_T | GridError] = []
    catalogue, solved = stock.catalogue, dict(stock.solved)
    for parameters in orders:
        try:
            results.append(each(generate(parameters, catalogue, solved), catalogue))
        except GridError as error:
            return [*results, error]
    return results


def _split_batches(orders: Sequence[_T]) -> Iterator[Sequence[_T]]:
    """Split work into batches for several processes: large ones first, single ones at the end."""
    at = 0
    while at < len(orders):
        size = max(1, min(_BATCH, (len(orders) - at) // _SHARE))
        yield orders[at : at + size]
        at += size


class Maker:
    """Makes dungeons by a command's options, in the processes of `work`; reads a catalogue once."""

    def __init__(self, options: Namespace, work: WorkPlace) -> None:
        self.options = options
        self.work = work
        stock = _Stock.of(load_catalogue(options.catalogue), options.catalogue)
        puzzles = stock.catalogue.of_kind(Kind.PUZZLE)
        solved = boards.verdicts((entry.board for entry in puzzles if entry.board), work)
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
        self, seeds: Sequence[int | str], each: Callable[[Dungeon, Catalogue], _T]
    ) -> Iterator[_T]:
        """Make the dungeons of many seeds, and yield what `each` returns for them, in order.

        `each` is run in the process that makes the dungeon. Raises the errors of `make`.
        """
        orders = [self._parameters(seed) for seed in seeds]
        # one by one where nothing is sent: the first is shown before the second is made
        one_by_one = isinstance(self.work, ThisProcess)
        parts = ([order] for order in orders) if one_by_one else _split_batches(orders)
        for batch in self.work.map(_make_dungeons, repeat(self.stock), repeat(each), parts):
            for result in batch:
                if isinstance(result, NoCandidateError):
                    command = f"`python -m xyzgrid_ext check --catalogue {self.options.catalogue}`"
                    raise MapError(result.message, f"{result.cure}\n{command} lists all gaps")
                if isinstance(result, GridError):
                    raise result
                yield result

    def _parameters(self, seed: int | str) -> Parameters:
        options = self.options
        try:
            return Parameters(seed, options.tier, options.floors, options.rooms)
        except RefusedError as refused:
            text = "; ".join(f"{finding.message}: {finding.cure}" for finding in refused.findings)
            raise ArgumentError(None, text) from refused


def _furnished(dungeon: Dungeon, _catalogue: Catalogue) -> Dungeon:
    assert dungeon.rooms  # or the catalogue lacks something, which this reports
    return dungeon


def dungeon_picture(dungeon: Dungeon) -> str:
    """Return the picture of all floors, one below the other, without empty margins."""
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


def dungeon_legend(dungeon: Dungeon) -> str:
    """Return the legend of the symbols in a dungeon's picture."""
    held = {spot.holds.partition(":")[0] for spot in dungeon.spots}
    symbols_drawn = {
        symbol
        for sheet in draw_sheets(dungeon, lambda room: "#")
        for symbol in sheet.cells.values()
    }
    rooms = [
        f"{symbol} {meaning.replace(_ITEM, dungeon.item)}"
        for holds, (symbol, meaning) in _SYMBOLS.items()
        if holds in held
    ]
    ways = [
        f"{' '.join(symbols)} {what}" for symbols, what in _WAYS if symbols_drawn & set(symbols)
    ]
    return "\n".join((*pack_lines(rooms), *pack_lines(ways)))


def pack_lines(entries: list[str]) -> Iterator[str]:
    """Yield lines of entries, as many in each as fit into 80 columns."""
    line = ""
    for entry in entries:
        if line and len(line) + len(entry) + 3 > _WIDTH:
            yield line
            line = ""
        line += ("   " if line else "") + entry
    yield line


def headline(dungeon: Dungeon) -> str:
    """Return one line with the dungeon's parameters and the result of its proof."""
    chosen, proof = dungeon.parameters, dungeon.certificate
    assert proof is not None  # of a dungeon that was handed out
    floors = f"{chosen.floors} floor{'s'[: chosen.floors != 1]}"
    return (
        f"seed {chosen.seed}, tier {chosen.tier}: {len(dungeon.spots)} rooms on {floors}, "
        f"proved in {proof.states} states, {proof.metrics.walk:.0f} steps to the goal"
    )


_GENERATE_EPILOG = """

The same seed, tier, floors and catalogue make the same dungeon, byte for byte.

--json prints one object:
  start, goal  ids of rooms
  rooms        id, xyz, mask, components, gives: a list of {"what": …, "needs": […]}
  links        source, target, exit, needs, door, consumes
  puzzles      id -> what opens it: a board or answers
  solved       id -> whether it can be solved
  certificate  what was proved, the metrics, and a walkthrough
The words are smallkey bigkey map compass item:NAME puzzle:ID kill:ID. Both directions
of a door share its `door`; `consumes` marks a door that uses up a small key."""


def declare_generate(parser: ArgumentParser) -> None:
    """Declare the options of dungeons for the word `generate`, which makes them by default."""
    parser.epilog = f"{parser.epilog}{_GENERATE_EPILOG}"
    parser.set_defaults(generate=_generate_and_print)
    dungeon_arguments(parser)


def _generate_and_print(options: Namespace) -> int:
    """Make a dungeon and print it; return the exit code."""
    try:
        with executor(options) as work:
            dungeon = Maker(options, work).make(options.seed)
    except GridError as error:
        complain(error)
        return 1
    if options.json:
        print(json.dumps(dungeon.as_data(), indent=1, ensure_ascii=False))
        return 0
    assert dungeon.certificate is not None  # it was proved
    print(headline(dungeon), dungeon_picture(dungeon), dungeon_legend(dungeon), sep="\n\n")
    print(f"\n{metrics_row(dungeon.certificate.metrics)}")
    return 0


_MASK_EPILOG = """\
A mask is six octal digits, three for doors and three for the 3x3 slots:

          200                 400 200 100
    040         010           040 020 010
          002                 004 002 001

A name is one of
    filler_MASK      treasure_KIND_MASK    door_KIND_SIDE_MASK     floor_NAME
    puzzle_MASK      enemy_NAME_MASK       obstacle_ITEM_SIDES_MASK
with KIND of a treasure open or bigkey, SIDE one of n s e w, SIDES as ns or
north-south; _VARIANT may follow.

They are put into an empty room one after another; what does not fit is left
out. In a picture # is a taken slot and n s e w are claimed doors.

--json prints a list of objects with name, mask, doors (letters), slots (three
octal digits each), fits, and overlap: what it shares with the room before it.
The exit code is 2 if something is neither a mask nor a name."""


class Tried(NamedTuple):
    """A component of the word `mask` that was tried in a room; `room` is the mask before that."""

    name: str
    mask: RoomMask
    room: RoomMask

    def fits(self) -> bool:
        """Whether it was placed."""
        return self.mask.fits(self.room)

    def after(self) -> RoomMask:
        """Return the room's mask afterwards: with the component, if it fits."""
        return self.room | self.mask if self.fits() else self.room

    def verdict(self) -> str:
        """Say whether it fits, what is in its way, and which of its bits are no door."""
        fits = "fits" if self.fits() else f"does not fit: {self.mask & self.room} is taken"
        lost = self.mask & NO_DOOR
        return f"{fits}; a room has no door at {lost}" if lost else fits

    def as_data(self) -> dict[str, object]:
        """Return the data that `--json` prints."""
        return {
            "name": self.name,
            "mask": str(self.mask),
            "doors": [side.letter for side in self.mask.doors],
            "slots": [f"{slot.bits:03o}" for slot in self.mask.slots],
            "fits": self.fits(),
            "overlap": str(self.mask & self.room),
        }


def declare_mask(parser: ArgumentParser) -> None:
    """Declare the arguments of the terminal's word `mask`."""
    parser.epilog = _MASK_EPILOG
    parser.add_argument(
        "names", nargs="+", metavar="NAME_OR_OCTAL", help="a component's name, or six octal digits"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run_mask(options: Namespace) -> int:
    """Print masks and components, and which fit into a room together; return the exit code."""
    tried, faults = try_components(options.names)
    if faults:
        complain(*faults)
        return 2
    if options.json:
        print(json.dumps([outcome.as_data() for outcome in tried], indent=1))
        return 0
    for outcome in tried:
        print(
            _beside(outcome.mask.picture(), outcome.name, str(outcome.mask), outcome.verdict()),
            end="\n\n",
        )
    room = tried[-1].after()
    print(_beside(room.picture(), "the room", str(room)))
    return 0


def try_components(names: Sequence[str]) -> tuple[list[Tried], list[str]]:
    """Put masks and components into an empty room in order; return (results, malformed names)."""
    tried: list[Tried] = []
    faults: list[str] = []
    for number, name in enumerate(names, 1):
        try:
            mask = _mask_of(name, f"mask {number}")
        except RefusedError as refused:
            faults.append(str(refused))
        except GridError as error:
            faults.append(f"mask {number}: {error}")
        else:
            tried.append(Tried(name, mask, tried[-1].after() if tried else EMPTY))
    return tried, faults


def _mask_of(text: str, place: str) -> RoomMask:
    if text[:1].isdigit():
        return RoomMask.parse(text)
    return Component.parse(text, place).mask


def _beside(picture: str, *words: str) -> str:
    """Return the picture with words to its right, from its second line on."""
    lines = picture.split("\n")
    column = ["", *words] + [""] * len(lines)
    return "\n".join(f"{line}  {word}".rstrip() for line, word in zip(lines, column, strict=False))
