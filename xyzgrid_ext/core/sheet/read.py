"""Reads a drawing: its rooms and links, and the symbols that players see."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.sheet.drawing import BLANK, Drawing, parse_drawing
from xyzgrid_ext.core.sheet.legend import (
    BLOCKED_WEIGHT,
    DIRECTIONS,
    EXIT_NAMES,
    LEGEND,
    Symbol,
    SymbolKind,
)
from xyzgrid_ext.core.sheet.margins import cut_off_findings, label_findings
from xyzgrid_ext.core.sheet.trace import JUMP, LinkError, Trace, Trail

MOST_FINDINGS = 20
"""The most faults, and the most unused symbols, that are reported about one drawing."""
# routes leave out what is nearly as heavy: a blocked link among others
_TOO_HEAVY = BLOCKED_WEIGHT / 1000
# much lighter ones drown in the rounding of sums
_LIGHTEST = 1e-6


class DrawnPlace(NamedTuple):
    """A room of a drawing, or a transition to another map, at (x, y) of the map."""

    x: int
    y: int
    symbol: Symbol


class ExitStyle(NamedTuple):
    """What exits have in common that leave the same symbol on the same side by the same links.

    `direction` is the side where they are drawn, `token` their direction: `u` may be drawn north.
    `names` are name and aliases. Routes use them, at a cost of `weight`, if `is_route`. An
    automatic walk stops before them if `stops`. `symbol` is that of the first link.
    """

    direction: str
    token: str
    names: tuple[str, ...]
    weight: float
    is_route: bool
    stops: bool
    symbol: Symbol


@dataclass(frozen=True, eq=False)
class DrawnMap:
    """A parsed drawing: its places, and its exits in columns, sorted by place.

    Exit e leads from places[source[e]] to places[end[e]], and styles[style[e]] describes it.
    `warnings` are about links and transitions that no exit uses, and wrong labels of the axes.
    """

    drawing: Drawing
    trace: Trace
    places: Sequence[DrawnPlace]
    source: Sequence[int]
    end: Sequence[int]
    style: Sequence[int]
    styles: Sequence[ExitStyle]
    warnings: Sequence[Finding] = ()

    def trail_of(self, x: int, y: int, token: str) -> Trail | None:
        """Return the trail of an exit out of the room (x, y); None without such an exit.

        `token` is its direction: `n`, or `u` even if it is drawn north.
        """
        trace, legend = self.trace, self.drawing.legend
        column, row = 2 * x, 2 * y
        if not (0 <= row < len(self.drawing.rows) and 0 <= column < len(self.drawing.rows[row])):
            return None
        index = trace.index(column, row)
        if not self._is_place(index):
            return None
        for side, direction in enumerate(DIRECTIONS):
            symbol = legend.get(trace.text[index + trace.offsets[side]])
            if symbol is None or symbol.called.get(direction, direction) != token:
                continue
            if (way := trace.trail_from(index, side)) is not None:
                return way
        return None

    def _is_place(self, index: int) -> bool:
        symbol = self.drawing.legend.get(self.trace.text[index])
        return symbol is not None and symbol.is_place

    def symbol_at(self, x: int, y: int) -> str:
        """Return the symbol that players see in a cell; " " if they see nothing."""
        row = self.drawing.rows[y]
        return BLANK if x >= len(row) else self._shown(row[x], x, y)

    def _shown(self, key: str, x: int, y: int) -> str:
        symbol = self.drawing.legend.get(key)
        if symbol is None:
            return BLANK
        if symbol.shown_as:
            joined = self.trace.joined_sides(self.trace.index(x, y))
            pairs = sorted((DIRECTIONS[a], DIRECTIONS[b]) for a, b in joined.items())
            key = symbol.shown_as.get(tuple(pairs), key)
            symbol = self.drawing.legend.get(key, symbol)
        return key if symbol.shown is None else symbol.shown

    def cells(self) -> Iterator[Cell]:
        """Yield the cells in which players see something."""
        blank = {
            key
            for key, symbol in self.drawing.legend.items()
            if not (symbol.shown_as or (key if symbol.shown is None else symbol.shown).strip())
        }
        for x, y, symbol in self.drawing.cells():
            if symbol not in blank and self._shown(symbol, x, y).strip():
                yield x, y


def read_drawing(text: str, name: str, legend: Mapping[str, Symbol] = LEGEND) -> DrawnMap:
    """Return the rooms and exits of the drawing in `text`; findings call its map `name`.

    Raises:
        RefusedError: if its marks or symbols are wrong, or links do not join; it lists up to twenty
            faults.
    """
    rooms = {key for key, symbol in legend.items() if symbol.is_place}
    if lost := cut_off_findings(text, rooms, legend.keys() - rooms, name):
        raise RefusedError(lost)
    drawing = parse_drawing(text, name, legend)
    trace = Trace(drawing)
    reader = _SheetReader(trace)
    for index, number in reader.numbers.items():
        reader.read_exits(index, number)
        if len(reader.faults) >= MOST_FINDINGS:
            break
    if reader.faults:
        raise RefusedError([*reader.faults, *label_findings(text, name)])
    return DrawnMap(
        drawing,
        trace,
        reader.places,
        reader.source,
        reader.end,
        reader.style,
        reader.styles,
        (*islice(reader.unused(), MOST_FINDINGS), *label_findings(text, name)),
    )


def link_symbols(legend: Mapping[str, Symbol]) -> set[str]:
    """Return the symbols of links and transitions in a legend."""
    return {
        key
        for key, symbol in legend.items()
        if symbol.kind is not SymbolKind.ROOM
        and (symbol.kind is not SymbolKind.LINK or symbol.joins)
    }


def unused_symbol(drawing: Drawing, x: int, y: int) -> Finding:
    """Return the warning about a link, or a transition, at (x, y) that no exit uses."""
    row, severity = drawing.rows[y], Severity.WARNING
    symbol = row[x]
    if drawing.legend[symbol].is_place:
        message = f"no link leads to the transition '{symbol}'"
        return drawing.finding("unused-symbol", x, y, message, "draw a link to it", severity)
    message = f"the link '{symbol}' joins no rooms"
    cure = "turn it, move it between two rooms, or remove it"
    if symbol == "\\" and "\\\\" in row[max(x - 1, 0) : x + 2]:
        cure = 'write one \\ for each link: in a raw string, r"""...""", it is not doubled'
    return drawing.finding("unused-symbol", x, y, message, cure, severity)


class _SheetReader:
    """The columns of a DrawnMap while it is being made; faults go to `faults`."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.legend = trace, trace.drawing.legend
        self.places = tuple(
            DrawnPlace(x // 2, y // 2, self.legend[symbol])
            for x, y, symbol in trace.drawing.cells()
            if self.legend[symbol].is_place
        )
        self.numbers = {
            trace.index(2 * x, 2 * y): number for number, (x, y, _) in enumerate(self.places)
        }
        self.source, self.end, self.style = array("i"), array("i"), array("i")
        self.styles: list[ExitStyle] = []
        self._numbers: dict[tuple[object, ...], int] = {}
        self._plain: dict[tuple[str, int, str], tuple[int, int]] = {}
        self.faults: dict[Finding, None] = {}
        self._is_used = bytearray(len(trace.text))

    def read_exits(self, index: int, number: int) -> None:
        """Add the exits of a place."""
        trace, text = self.trace, self.trace.text
        tokens: set[str] = set()
        for side, offset in enumerate(trace.offsets):
            if (link := text[index + offset]) == BLANK:
                continue
            # most exits are one plain link, and equal ones lead equally far in one style
            style, far = self._plain.get((text[index], side, link), (0, 0))
            if index + far not in self.numbers or not far:
                try:
                    way = trace.trail_from(index, side)
                except LinkError as err:
                    self.faults[err.finding] = None
                    continue
                if way is None:
                    continue
                for step in way.steps:
                    self._is_used[step] = True
                style, far = self._style(index, side, way), way.end - index
                if len(way.steps) == 1 and self.legend[link].kind is SymbolKind.LINK:
                    self._plain[text[index], side, link] = style, far
            self._is_used[index + offset] = self._is_used[index + far] = True
            token = self.styles[style].token
            if token in tokens:
                message = f"the room '{text[index]}' has two exits '{token}'"
                cure = "each exit of a room needs a direction of its own"
                self.faults[self._finding("bad-drawing", index, message, cure)] = None
                continue
            tokens.add(token)
            self.source.append(number)
            self.end.append(self.numbers[index + far])
            self.style.append(style)
        if len(tokens) > 1 and self.places[number].symbol.kind is SymbolKind.TRANSITION:
            message = f"the transition '{text[index]}' has {len(tokens)} links, but may have one"
            cure = "draw one link to each transition"
            self.faults[self._finding("bad-drawing", index, message, cure)] = None

    def unused(self) -> Iterator[Finding]:
        """Yield warnings about links that join nothing, and transitions that no link leads to."""
        symbols = link_symbols(self.legend)
        for index, (symbol, is_used) in enumerate(zip(self.trace.text, self._is_used, strict=True)):
            if not is_used and symbol in symbols:
                yield unused_symbol(self.trace.drawing, *self.trace.cell(index))

    def _style(self, index: int, side: int, way: Trail) -> int:
        """Return the number of the style of an exit."""
        text = self.trace.text
        links = "".join([text[step] for step in way.steps])
        key = (text[index], side, links, *way.sides)
        if (number := self._numbers.get(key)) is None:
            number = self._numbers[key] = len(self.styles)
            self.styles.append(self._style_of(index, side, way))
        return number

    def _style_of(self, index: int, side: int, way: Trail) -> ExitStyle:
        symbols = [self.legend[self.trace.text[step]] for step in way.steps]
        first, direction = symbols[0], DIRECTIONS[side]
        names = self.legend[self.trace.text[index]].names
        cost: float = 0
        for symbol, entered in zip(symbols, way.sides, strict=True):
            weight = symbol.weight
            cost += weight if entered == JUMP else symbol.weights.get(DIRECTIONS[entered], weight)
        if symbols[-1].averaged:
            cost /= len(symbols)
        is_route = not cost >= _TOO_HEAVY  # a weight that is no number is an ordinary one
        return ExitStyle(
            direction,
            first.called.get(direction, direction),
            first.names.get(direction) or names.get(direction) or EXIT_NAMES[direction],
            max(cost, _LIGHTEST) if 0 < cost < _TOO_HEAVY else 1.0,
            is_route,
            any(symbol.stops for symbol in symbols),
            first,
        )

    def _finding(
        self, code: str, index: int, message: str, cure: str, severity: Severity = Severity.ERROR
    ) -> Finding:
        x, y = self.trace.cell(index)
        return self.trace.drawing.finding(code, x, y, message, cure, severity)
