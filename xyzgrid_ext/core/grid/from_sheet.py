"""The Grid of a drawing: its rooms and exits with their prototypes.

`grid_from_sheet` makes it from a drawing that `core.sheet` read, `grid_from_exits` from rooms and
exits of another source, such as the contrib's own parser, and `from_levels` from the sheets of a 3D
map, which the stairs `U`, `D` and `B` join.

tower:1    #-D      `from_levels` reads each sheet with the legend of stairs, and joins them
tower:0      U-#    where stairs lead
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from xyzgrid_ext.core.coords import Coord, Place, level_name
from xyzgrid_ext.core.findings import Finding, RefusedError, errors_of
from xyzgrid_ext.core.grid.join import DOWN, UP, Stair, join_sheets
from xyzgrid_ext.core.grid.model import Grid, LinkFlag, Options, Prototype, RoomFlag, Way
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.grid.rows import LinkRow, Prototypes, grid_from_rows
from xyzgrid_ext.core.raster import Cell, Sheet
from xyzgrid_ext.core.sheet import DrawnMap, read_drawing
from xyzgrid_ext.core.sheet.legend import LEGEND, STAIRS, SymbolKind

_NO_PROTOTYPE: Prototype = {}
_LEADS: Mapping[str, tuple[str, ...]] = {"U": (UP,), "D": (DOWN,), "B": (UP, DOWN)}
_EXIT: Prototype = {"prototype_parent": "xyz_exit"}


class SheetRoom(NamedTuple):
    """A room of a drawing, at (x, y) of the map; an automatic walk ends here if `stops` is True."""

    x: int
    y: int
    prototype: Prototype
    stops: bool


class SheetExit(NamedTuple):
    """An exit of a drawing, from the room with the number `source`.

    `end` is the number of the room to which it leads, or a place on another map. `directions` has
    the drawn directions of all exits of its room: a prototype for "n" is for the exit drawn to the
    north, and if there is none, for an exit with the name or alias "n".
    """

    source: int
    end: int | Place
    direction: str
    way: Way
    weight: float
    flags: LinkFlag
    prototype: Prototype
    directions: Collection[str]


def grid_from_exits(
    name: str,
    rooms: Sequence[SheetRoom],
    exits: Iterable[SheetExit],
    sheet: Sheet,
    options: Options,
    overrides: Overrides,
    level: tuple[int, ...] = (),
) -> Grid:
    """Return the Grid of one drawn level from its rooms and exits.

    Args:
        name: the name of the map.
        rooms: its rooms, in any order.
        exits: its exits; a room's number is its index in `rooms`.
        sheet: the drawing that players see.
        options: the options of the map.
        overrides: the prototypes by coordinate.
        level: (z,) on a level of a 3D map, whose keys of prototypes have z; () on a flat map.
    """
    protos, links, any_overrides = Prototypes(), list[LinkRow](), bool(overrides)

    def number(room: SheetRoom, default: Prototype, names: Sequence[str] = ()) -> int:
        key = overrides.match((room.x, room.y, *level), names) if any_overrides else None
        return protos.number(default if key is None else overrides.prototype(key))

    for source, end, direction, way, weight, flags, prototype, directions in exits:
        # the drawn direction is meant before a name that another exit gives itself
        names = [n for n in (way.direction, way.key, *way.aliases) if n not in directions]
        proto = number(rooms[source], prototype, (direction, *names))
        links.append(LinkRow(source, end, way, weight, flags, proto))
    return grid_from_rows(
        name,
        [(room.x, room.y, 0) for room in rooms],
        links,
        protos,
        [number(room, room.prototype) for room in rooms],
        levels=None,
        room_flags=[RoomFlag.INTERRUPT if room.stops else 0 for room in rooms],
        options=options,
        drawn=(sheet,),
    )


def grid_from_sheet(
    drawing: DrawnMap, options: Options, overrides: Overrides, level: tuple[int, ...] = ()
) -> tuple[Grid, list[Finding]]:
    """Return the Grid of a parsed drawing, with prototypes from `overrides`, and findings.

    `level` is (z,) on a level of a 3D map, whose keys of prototypes have z; () on a flat map.

    Raises:
        RefusedError: if a transition has no target.
    """
    name = drawing.drawing.name
    rooms: list[SheetRoom] = []
    ends: list[int | Place | None] = []
    findings: dict[Finding, None] = dict.fromkeys(drawing.warnings)
    reached = set(drawing.end)
    for number, place in enumerate(drawing.places):
        symbol = place.symbol
        if symbol.prototype:
            ends.append(len(rooms))
            rooms.append(SheetRoom(place.x, place.y, symbol.prototype, symbol.stops))
            continue
        is_transition = symbol.kind is SymbolKind.TRANSITION
        ends.append(parse_target(symbol.target) if is_transition else None)
        if ends[-1] is None and number in reached:
            describe = bad_transition_finding if is_transition else virtual_node_finding
            findings[describe(name, (place.x, place.y))] = None
    if errors_of(findings):
        raise RefusedError(findings)
    sheet = sheet_from_drawing(drawing, ends)
    exits = _exits(drawing, ends)
    return grid_from_exits(name, rooms, exits, sheet, options, overrides, level), list(findings)


def parse_target(target: Any) -> Place | None:
    """Return the place that an author wrote as (X, Y, map) for a transition; None if malformed."""
    try:
        x, y, name = target
        return None if name is None else Place(str(name).strip(), Coord(int(x), int(y)))
    except (TypeError, ValueError, OverflowError):
        return None


def virtual_node_finding(name: str, at: tuple[int, int]) -> Finding:
    """Return the finding for a node, at (x, y) of a drawing, with links but without a room."""
    message = f"({at[0]},{at[1]}) has no prototype, so no exit leads there"
    cure = "give its legend class a prototype, or make it a transition"
    return Finding.warning("virtual-node", message, cure, name)


def bad_transition_finding(name: str, at: tuple[int, int], fault: str = "") -> Finding:
    """Return the finding for a transition, at (x, y) of map `name`, without a usable target.

    `fault` says what is wrong with the target; "" if there is none at all.
    """
    message = fault or f"the transition at ({at[0]},{at[1]}) has no usable target_map_xyz"
    return Finding.error("bad-transition", message, 'set target_map_xyz = (X, Y, "map")', name)


def _exits(drawing: DrawnMap, ends: Sequence[int | Place | None]) -> Iterator[SheetExit]:
    ways = [Way(s.token, s.names[0], tuple(s.names[1:]), s.token) for s in drawing.styles]
    flags = [
        (LinkFlag(0) if s.is_route else LinkFlag.NO_ROUTE)
        | (LinkFlag.INTERRUPT if s.stops else LinkFlag(0))
        for s in drawing.styles
    ]
    for number, exits in groupby(range(len(drawing.source)), drawing.source.__getitem__):
        room, numbers = ends[number], list(exits)
        directions = {drawing.styles[drawing.style[exit_]].direction for exit_ in numbers}
        for exit_ in numbers:
            end, index = ends[drawing.end[exit_]], drawing.style[exit_]
            # links out of a transition, or to a place that is never made, are not exits
            if isinstance(room, int) and end is not None:
                way, flag, style = ways[index], flags[index], drawing.styles[index]
                side, prototype = style.direction, style.symbol.prototype or _NO_PROTOTYPE
                yield SheetExit(room, end, side, way, style.weight, flag, prototype, directions)


def from_levels(
    name: str, levels: Sequence[str], prototypes: Mapping[object, Prototype], options: Options
) -> tuple[Grid, list[Finding]]:
    """Return the Grid of a 3D map and findings; `levels` has one drawing a level, the lowest first.

    Raises:
        RefusedError: if a drawing is refused, or stairs lead nowhere; it lists the faults of all
            drawings.
    """
    overrides = Overrides(prototypes, axes=3)
    findings: list[Finding] = []
    grids: list[Grid] = []
    stairs: list[list[Stair]] = []
    for z, text in enumerate(levels):
        try:
            drawn = read_drawing(text, level_name(name, z), {**LEGEND, **STAIRS})
            grid, faults = grid_from_sheet(drawn, options, overrides, (z,))
        except RefusedError as err:
            findings += err.findings
            continue
        findings += faults
        grids.append(grid)
        stairs.append(_stairs(drawn, z, overrides))
    if len(grids) < len(levels):
        raise RefusedError(findings)
    grid, findings = join_sheets(name, grids, stairs, options, findings)
    return grid, [*findings, *overrides.findings(name)]


def _stairs(drawing: DrawnMap, z: int, overrides: Overrides) -> list[Stair]:
    return [
        Stair.of((x, y, z), lead, overrides, _EXIT)
        for x, y, _ in drawing.places
        for lead in _LEADS.get(drawing.drawing.rows[2 * y][2 * x], ())
    ]


# --- the sheet of a drawing, read from it on demand; the last answers are kept


_K = TypeVar("_K")
_V = TypeVar("_V")

_MOST = 8_192  # answers that a mapping keeps, of some 300 bytes


def sheet_from_drawing(drawing: DrawnMap, ends: Sequence[int | Place | None]) -> Sheet:
    """Return what players see of a parsed drawing; links are traced only as they are asked for.

    `ends` has for each place of the drawing the number of its room, or its target on another map.
    If that is None, the place is drawn, but no exit leads there.
    """
    return Sheet(cells=_ShownSymbols(drawing), trails=_Trails(drawing, ends))


class _Traced(Mapping[_K, _V]):
    """A mapping whose values are found on demand; the last answers are kept."""

    def __init__(self) -> None:
        self._value = lru_cache(_MOST)(self._find)

    @abstractmethod
    def _find(self, key: _K) -> _V | None:
        """Return the value of a key; None if it has none."""

    def __getitem__(self, key: _K) -> _V:
        if (value := self._value(key)) is None:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        return self._value(key) is not None

    @cached_property
    def _count(self) -> int:
        return sum(1 for _ in self)

    def __len__(self) -> int:
        return self._count


class _ShownSymbols(_Traced[Cell, str]):
    """The symbols that players see in each cell, taken from the rows of the drawing."""

    def __init__(self, drawing: DrawnMap) -> None:
        super().__init__()
        self._drawn = drawing
        self._rows = len(drawing.drawing.rows)

    def __reduce__(self) -> tuple[type, tuple[DrawnMap]]:
        return type(self), (self._drawn,)

    def _find(self, key: Cell) -> str | None:
        x, y = key
        if not (0 <= y < self._rows and x >= 0):
            return None
        symbol = self._drawn.symbol_at(x, y)
        return symbol if symbol.strip() else None

    def __iter__(self) -> Iterator[Cell]:
        return self._drawn.cells()


class _Trails(_Traced[tuple[int, int, str], tuple[Cell, ...]]):
    """The cells of each exit."""

    def __init__(self, drawing: DrawnMap, ends: Sequence[int | Place | None]) -> None:
        super().__init__()
        self._drawn, self._ends = drawing, ends
        self._numbers = {
            drawing.trace.index(2 * place.x, 2 * place.y): number
            for number, place in enumerate(drawing.places)
            if not isinstance(ends[number], int)
        }

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._drawn, self._ends)

    def _find(self, key: tuple[int, int, str]) -> tuple[Cell, ...] | None:
        way = self._drawn.trail_of(*key)
        if way is None:
            return None
        cells = tuple(map(self._drawn.trace.cell, way.steps))
        if (number := self._numbers.get(way.end)) is None:
            return cells
        if self._ends[number] is None:
            return None
        # the symbol of a transition is not a room's: it belongs to the way there
        return (*cells, self._drawn.trace.cell(way.end))

    def __iter__(self) -> Iterator[tuple[int, int, str]]:
        drawing = self._drawn
        for index, number in enumerate(drawing.source):
            if isinstance(self._ends[number], int) and self._ends[drawing.end[index]] is not None:
                x, y, _ = drawing.places[number]
                yield x, y, drawing.styles[drawing.style[index]].token
