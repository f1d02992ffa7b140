"""Maps written room by room: for maps that cannot be drawn, or that other programs made.

    {(0, 0, 0): {"key": "Beach", "exits": {"north": (0, 1, 0), "boat": (2, 3, "harbour")}},
     (0, 1, 0): {"key": "Path", "symbol": "p", "tags": [("forest", "environment")],
                 "exits": {"gate": {"to": (0, 0, 0), "weight": 2, "needs": ["item:key"]}}}}

A room is its prototype, with `exits` and optionally a `symbol`. An exit is its target, or its
prototype with `to` and optionally `weight` and `wormhole`. A target is (x, y, z) or (x, y) of this
map, or (X, Y, "map"), as in the transitions of a matrix. An exit may have any name, length and
direction. If all rooms have z = 0, the map is flat, without levels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from unicodedata import normalize

from xyzgrid_ext.core.coords import Coord, Place, map_key, split_level
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid.model import Grid, LinkFlag, Prototype, Way
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.core.grid.rows import LinkRow, Prototypes, grid_from_rows
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.raster import Cell, Sheet, shown_symbol, wide_symbols
from xyzgrid_ext.core.records import Record

_ROOM: Prototype = {"prototype_parent": "xyz_room"}
_EXIT: Prototype = {"prototype_parent": "xyz_exit"}
_SHORT = {
    "north": "n",
    "northeast": "ne",
    "east": "e",
    "southeast": "se",
    "south": "s",
    "southwest": "sw",
    "west": "w",
    "northwest": "nw",
    "up": "u",
    "down": "d",
}
LONG_DIRECTIONS = {short: long for long, short in _SHORT.items()}
"""Maps the one or two letters of a direction to its full word: `e` to `east`."""
_NO_PROTOTYPE = ("exits", "symbol")  # keys of a room beside those of its prototype
MOST_ACROSS = 1000
"""The most rooms that a map may be wide, deep or high, since it is drawn as text."""
BOUNDS_TEXT = f"whole numbers from {1 - MOST_ACROSS} to {MOST_ACROSS - 1}, z from 0"
"""The coordinates that a map written room by room allows, in words for messages."""
MAX_WEIGHT = 1e12
"""The highest weight of an exit: sums of larger numbers lose their last digits."""


@dataclass(frozen=True)
class _Exit:
    """An exit after parsing."""

    source: int
    way: Way
    target: Place
    prototype: Prototype
    weight: float
    flags: int


def from_rooms(rooms: object, name: str, options: object = None) -> tuple[Grid, list[Finding]]:
    """Return the Grid of a map written room by room, and findings about it.

    Args:
        rooms: the value of `rooms` of an XYMAP_DATA: coordinate -> dict of a room with its exits.
        name: the name of the map.
        options: the value of `options`, not yet checked.

    Raises:
        RefusedError: if something is malformed; it lists every fault.
    """
    reader = _EntryReader(name)
    if not isinstance(rooms, Mapping) or not rooms:
        message, cure = "rooms must be a dict with rooms", "write {(x, y, z): {...}}"
        raise RefusedError([Finding.error("malformed-rooms", message, cure, name)])
    if not isinstance(options or {}, Mapping):
        reader.error("malformed-entry", f"options must be a dict, not {options!r}", "write a dict")
    entries = {coord: room for key, room in rooms.items() if (coord := reader.coord(key, room))}
    reader.coords = coords = list(entries)
    reader.number = {coord: number for number, coord in enumerate(entries)}
    for axis, values in zip("xyz", zip(*coords, strict=True), strict=False):
        if max(values) - min(values) >= MOST_ACROSS:
            message = f"{axis} goes from {min(values)} to {max(values)}"
            cure = f"at most {MOST_ACROSS} rooms in a line: make two maps"
            reader.error("malformed-coordinate", message, cure)
    exits = [exit_ for coord, room in entries.items() for exit_ in reader.exits(coord, room)]
    targets = [reader.target(exit_) for exit_ in exits]
    if reader.findings:
        raise RefusedError(reader.findings)
    protos = Prototypes()
    room_proto = [
        protos.number(
            with_default_parent(_ROOM, {k: v for k, v in room.items() if k not in _NO_PROTOTYPE})
        )
        for room in entries.values()
    ]
    links = [
        LinkRow(way.source, target, way.way, way.weight, way.flags, protos.number(prototype))
        for way, target in zip(exits, targets, strict=True)
        for prototype in [with_default_parent(_EXIT, way.prototype)]
    ]
    high = max(coord.z for coord in coords)
    symbols = {coord: _symbol(room) for coord, room in entries.items()}
    segments = [
        Segment(coords[link.source], coords[link.target], link.way.direction)
        for link in links
        if isinstance(link.target, int) and not link.flags
    ]
    grid = grid_from_rows(
        name,
        coords,
        links,
        protos,
        room_proto,
        levels=high + 1 if high else None,
        options=dict(options) if isinstance(options, Mapping) else {},
        drawn=draw_sheets({at: shown_symbol(symbol) for at, symbol in symbols.items()}, segments),
    )
    return grid, wide_symbols(name, symbols.values(), "use a symbol that takes one column")


def with_default_parent(parent: Prototype, entry: Prototype) -> Prototype:
    """Return `entry`, with `parent` merged under it if it names neither a class nor a parent."""
    return entry if {"prototype_parent", "typeclass"} & entry.keys() else {**parent, **entry}


def _symbol(room: Mapping[str, object]) -> str:
    """Return the symbol of a room; a letter and its accent are one character."""
    return normalize("NFC", str(room.get("symbol", "")))


class _EntryReader:
    """Reads entries; their faults go to `findings`."""

    def __init__(self, name: str) -> None:
        self.name, self.findings = name, list[Finding]()
        self.coords: list[Coord] = []
        self.number: dict[Coord, int] = {}
        self._seen: set[Coord] = set()

    def error(self, code: str, message: str, cure: str) -> None:
        self.findings.append(Finding.error(code, message, cure, self.name))

    def coord(self, key: object, room: object) -> Coord | None:
        """Return the position of a room; None if the position or the room is malformed."""
        coord = _coord(key)
        if coord is None:
            cure = f"write (x, y, z), {BOUNDS_TEXT}"
            self.error("malformed-coordinate", f"{key!r} is not a place for a room", cure)
        elif not isinstance(room, Mapping) or not isinstance(room.get("exits", {}), Mapping):
            cure = 'write {"key": "Hall", "exits": {"north": (0, 1, 0)}}'
            self.error("malformed-room", f"the room {key!r} or its exits are not a dict", cure)
        elif len(_symbol(room)) > 1:
            self.error("malformed-room", f"the symbol of {key!r} is too long", "one character")
        elif coord in self._seen:
            self.error("doubled-room", f"there are two rooms at {coord}", "move one of them")
        else:
            self._seen.add(coord)
            return coord
        return None

    def exits(self, coord: Coord, room: Record) -> Iterator[_Exit]:
        """Yield the exits of a room."""
        seen = set()
        for word, value in room.get("exits", {}).items():
            entry = dict(value) if isinstance(value, Mapping) else {"to": value}
            to, weight = entry.pop("to", None), entry.pop("weight", 1)
            flags = int(LinkFlag.WORMHOLE) if entry.pop("wormhole", False) else 0
            place = self._place(to)
            if not isinstance(word, str) or not word.strip() or place is None:
                fault = f"the exit {word!r}: {value!r} of {coord} is malformed"
                cure = 'write "name": (x, y, z), or "name": (X, Y, "map") for another map'
                self.error("malformed-exit", fault, cure)
                continue
            if not _is_weight(weight):
                fault = f"the exit {word!r} of {coord} cannot weigh {weight!r}"
                self.error("malformed-exit", fault, f"above 0, at most {MAX_WEIGHT:,.0f}")
                continue
            way = parse_exit_name(word.strip())
            if way.direction in seen:
                fault = f"{coord} has two exits '{word}'"
                self.error("doubled-direction", fault, "give one of them another name")
            seen.add(way.direction)
            yield _Exit(self.number[coord], way, place, entry, float(weight), flags)

    def target(self, exit_: _Exit) -> int | Place:
        """Return the room of this map that an exit leads to, or the place on another map."""
        if exit_.target.map != self.name:
            return exit_.target
        if (room := self.number.get(exit_.target.coord)) is None:
            fault = (
                f"the exit '{exit_.way.key}' of {self.coords[exit_.source]} leads to "
                f"{exit_.target.coord}, where there is no room"
            )
            self.error("no-such-target", fault, "add the room, or correct the target")
            return exit_.target
        return room

    def _place(self, to: object) -> Place | None:
        if not isinstance(to, tuple | list) or len(to) not in (2, 3):
            return None
        if len(to) == 3 and isinstance(to[2], str) and parse_whole_number(to[2]) is None:
            x, y = parse_whole_number(to[0]), parse_whole_number(to[1])
            if x is None or y is None or not to[2].strip():
                return None
            level = split_level(map_key(to[2])) or (map_key(to[2]), 0)
            if level[0] == map_key(self.name):
                return Place(self.name, Coord(x, y, level[1]))
            return Place(to[2].strip(), Coord(x, y))
        coord = _coord(tuple(to))
        return None if coord is None else Place(self.name, coord)


def _coord(key: object) -> Coord | None:
    if not isinstance(key, tuple) or len(key) not in (2, 3):
        return None
    parts = [number for number in map(parse_whole_number, key) if number is not None]
    if len(parts) != len(key) or not is_within_bounds(*parts):
        return None
    return Coord(*parts)


def is_within_bounds(x: int, y: int, z: int = 0) -> bool:
    """Whether a map written room by room may have a room at these coordinates."""
    return min(x, y) > -MOST_ACROSS and max(x, y, z) < MOST_ACROSS and z >= 0


def _is_weight(weight: object) -> bool:
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
    return is_number and 0 < weight <= MAX_WEIGHT  # type: ignore[operator]


def parse_direction(word: str) -> str:
    """Return an exit's direction (`e` for `East` and for `e`), or its own name in lower case."""
    return parse_exit_name(word.strip()).direction


def parse_exit_name(word: str) -> Way:
    """Return names and direction of an exit from its name in a map: `north` also answers to `n`."""
    plain = name_key(word)
    if (long := LONG_DIRECTIONS.get(plain, plain)) in _SHORT:
        return Way(_SHORT[long], long, (_SHORT[long],), _SHORT[long])
    return Way(plain, word, (), plain)


_ROOM_SYMBOL = "#"
_STEPS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
_LINES = {"n": "|", "s": "|", "e": "-", "w": "-", "ne": "/", "sw": "/", "se": "\\", "nw": "\\"}
_ARROWS = {"n": "^", "s": "v", "e": ">", "w": "<"}
_CROSSINGS = {frozenset("|-"): "+", frozenset("/\\"): "x"}
_STAIRS = {("up",): "U", ("down",): "D", ("up", "down"): "B"}
_UP_DOWN = {"u": "up", "d": "down"}


class Segment(NamedTuple):
    """A link inside the map: where it begins and ends, and its direction (`n`, `gate`)."""

    source: Coord
    target: Coord
    direction: str


def draw_sheets(symbols: Mapping[Coord, str], lines: Iterable[Segment]) -> tuple[Sheet, ...]:
    """Return the drawing of each level, from 0 up to the highest, with these rooms and links.

    Args:
        symbols: the symbol of each room; "" becomes `#`, or for stairs `U`, `D` or `B` (both).
        lines: the links to draw, where there is space.
    """
    sheets = [_Drawing() for _ in range(max(coord.z for coord in symbols) + 1)]
    lines = list(lines)
    for line in lines:
        if line.direction in _UP_DOWN and line.source.z != line.target.z:
            leaving = sheets[line.source.z].leaving
            cell = (2 * line.source.x, 2 * line.source.y)
            leaving.setdefault(cell, set()).add(_UP_DOWN[line.direction])
    for coord, symbol in symbols.items():
        sheets[coord.z].room(coord, symbol)
    whole = {(line.source, line.target) for line in lines}
    flat = [line for line in lines if _length(line)]
    for line in sorted(flat, key=_length):
        sheets[line.source.z].line(line, (line.target, line.source) in whole)
    return tuple(drawing.sheet() for drawing in sheets)


def _length(line: Segment) -> int:
    """Return how many cells a link covers in its direction.

    Return 0 if it does not lead in that direction.
    """
    dx, dy = _STEPS.get(line.direction, (0, 0))
    x, y = line.target.x - line.source.x, line.target.y - line.source.y
    steps = max(abs(x), abs(y))
    points = (x, y) == (dx * steps, dy * steps) and line.source.z == line.target.z
    return steps if points else 0


@dataclass
class _Drawing:
    """A level while it is being drawn."""

    cells: dict[Cell, str] = field(default_factory=dict)
    rooms: set[Cell] = field(default_factory=set)
    trails: dict[tuple[int, int, str], tuple[Cell, ...]] = field(default_factory=dict)
    leaving: dict[Cell, set[str]] = field(default_factory=dict)

    def room(self, coord: Coord, symbol: str) -> None:
        cell = (2 * coord.x, 2 * coord.y)
        stairs = _STAIRS.get(self._leaving(cell), _ROOM_SYMBOL)
        self.rooms.add(cell)
        self.cells[cell] = symbol if symbol.strip() else stairs

    def line(self, line: Segment, both: bool) -> None:
        (dx, dy), (x, y, _) = _STEPS[line.direction], line.source
        cells = [(2 * x + dx * n, 2 * y + dy * n) for n in range(1, 2 * _length(line))]
        signs = [_LINES[line.direction]] * len(cells)
        if not both and line.direction in _ARROWS:
            signs[-1] = _ARROWS[line.direction]
        if not self.rooms.isdisjoint(cells):
            return
        for cell, sign in zip(cells, signs, strict=True):
            symbol = self.cells.setdefault(cell, sign)
            self.cells[cell] = _CROSSINGS.get(frozenset((symbol, sign)), symbol)
        self.trails[x, y, line.direction] = tuple(cells)

    def _leaving(self, cell: Cell) -> tuple[str, ...]:
        return tuple(sorted(self.leaving.get(cell, ()), reverse=True))

    def sheet(self) -> Sheet:
        leaving = {cell: self._leaving(cell) for cell in self.leaving}
        return Sheet(cells=self.cells, trails=self.trails, leaving=leaving)
