"""The Grid of a drawing: its rooms and exits with their prototypes.

`grid_of_sheet` makes it from a drawing that `core.sheet` has read, `grid_of_exits` from rooms and
exits of another source, such as the contrib's own parser, and `from_levels` from the sheets of a 3D
map, which the stairs `U`, `D` and `B` join.

tower:1    #-D      `from_levels` reads each sheet with the legend of stairs, and joins them
tower:0      U-#    where stairs lead
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place, level_name
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.grid.join import DOWN, UP, Stair, join
from xyzgrid_ext.core.grid.model import Grid, LinkFlag, Prototype, RoomFlag, Way, assemble
from xyzgrid_ext.core.grid.needs import needs_of
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.grid.traced import sheet_of_drawing
from xyzgrid_ext.core.raster import Sheet
from xyzgrid_ext.core.sheet import DrawnMap, read
from xyzgrid_ext.core.sheet.legend import LEGEND, STAIRS, SymbolKind

_NO_PROTOTYPE: Prototype = {}
_LEADS: Mapping[str, tuple[str, ...]] = {"U": (UP,), "D": (DOWN,), "B": (UP, DOWN)}
_EXIT: Prototype = {"prototype_parent": "xyz_exit"}


class SheetRoom(NamedTuple):
    """A room of a drawing, at (x, y) on the map."""

    x: int
    y: int
    prototype: Prototype
    stops: bool


class SheetExit(NamedTuple):
    """An exit of a drawing.

    `end` is the number of a room, or a place on another map. `directions` are the drawn directions
    of all exits of its room. A prototype for one of these directions never applies to another exit
    that has it as its name.
    """

    source: int
    end: int | Place
    direction: str
    way: Way
    weight: float
    flags: LinkFlag
    prototype: Prototype
    directions: Collection[str]


def grid_of_exits(
    name: str,
    rooms: Sequence[SheetRoom],
    exits: Iterable[SheetExit],
    sheet: Sheet,
    options: Mapping[str, Any],
    overrides: Overrides,
    level: tuple[int, ...] = (),
) -> Grid:
    """Make the Grid of one sheet; `level` is what follows (x, y) in the keys of `overrides`."""
    protos = _SheetPrototypes(overrides)
    ways: dict[Way, int] = {}
    source: list[int] = []
    target: list[int] = []
    way: list[int] = []
    weight: list[float] = []
    flags: list[int] = []
    link_proto: list[int] = []
    outside: dict[int, Place] = {}
    any_prototypes = bool(overrides)
    for one in exits:
        room, words = rooms[one.source], one.way
        if isinstance(one.end, Place):
            outside[len(source)] = one.end
        match = None
        if any_prototypes:
            # the drawn direction is meant before a name that another exit gives itself
            names = (words.direction, words.key, *words.aliases)
            others = [word for word in names if word not in one.directions]
            match = overrides.match((room.x, room.y, *level), (one.direction, *others))
        source.append(one.source)
        target.append(-1 if isinstance(one.end, Place) else one.end)
        way.append(ways.setdefault(words, len(ways)))
        weight.append(one.weight)
        flags.append(one.flags)
        link_proto.append(protos.number(match, one.prototype))
    room_proto = [
        protos.number(overrides.match((room.x, room.y, *level)), room.prototype) for room in rooms
    ]
    return assemble(
        name,
        levels=None,
        coords=np.array([(x, y, 0) for x, y, _, _ in rooms], dtype=np.int32).reshape(-1, 3),
        source=np.array(source, dtype=np.int64),
        target=np.array(target, dtype=np.int64),
        way=np.array(way, dtype=np.int64),
        ways=list(ways),
        weight=np.array(weight, dtype=np.float64),
        link_flags=np.array(flags, dtype=np.uint8),
        room_flags=np.array(
            [RoomFlag.INTERRUPT if room.stops else 0 for room in rooms], dtype=np.uint8
        ),
        outside=outside,
        needs=needs_of(protos.values, link_proto),
        protos=protos.values,
        room_proto=np.array(room_proto, dtype=np.int32),
        link_proto=np.array(link_proto, dtype=np.int32),
        options=options,
        drawn=(sheet,),
    )


def grid_of_sheet(
    drawn: DrawnMap,
    options: Mapping[str, Any],
    overrides: Overrides,
    level: tuple[int, ...] = (),
) -> tuple[Grid, list[Finding]]:
    """Make the Grid of a parsed drawing, and report its faults.

    Raises:
        RefusedError: if a transition has no target.

    """
    name = drawn.drawing.name
    rooms: list[SheetRoom] = []
    ends: list[int | Place | None] = []
    findings: dict[Finding, None] = dict.fromkeys(drawn.warnings)
    reached = set(drawn.end)
    for number, place in enumerate(drawn.places):
        symbol = place.symbol
        if symbol.prototype:
            ends.append(len(rooms))
            rooms.append(SheetRoom(place.x, place.y, symbol.prototype, symbol.stops))
            continue
        target = symbol.target if symbol.kind is SymbolKind.TRANSITION else None
        found = None if target is None else place_of(target)
        ends.append(found)
        if found is None and number in reached:
            where = (place.x, place.y)
            virtual = symbol.kind is not SymbolKind.TRANSITION
            fault = virtual_node(name, where) if virtual else bad_transition(name, where)
            findings[fault] = None
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise RefusedError(findings)
    sheet = sheet_of_drawing(drawn, ends)
    exits = _exits(drawn, ends)
    return grid_of_exits(name, rooms, exits, sheet, options, overrides, level), list(findings)


def place_of(target: Any) -> Place | None:
    """Return the target of a transition as its author wrote it; None if it is not a place."""
    try:
        x, y, name = target
        return None if name is None else Place(str(name).strip(), Coord(int(x), int(y)))
    except (TypeError, ValueError, OverflowError):
        return None


def virtual_node(name: str, at: tuple[int, int]) -> Finding:
    """Return the finding for a place that is drawn but never created, although links lead to it."""
    return Finding(
        Severity.WARNING,
        "virtual-node",
        f"({at[0]},{at[1]}) has no prototype, so no exit leads there",
        "give its legend class a prototype, or make it a transition",
        file=name,
    )


def bad_transition(name: str, at: tuple[int, int], fault: str = "") -> Finding:
    """Return the finding for a transition that does not say where it leads."""
    return Finding(
        Severity.ERROR,
        "bad-transition",
        fault or f"the transition at ({at[0]},{at[1]}) has no usable target_map_xyz",
        'set target_map_xyz = (X, Y, "map")',
        file=name,
    )


def _exits(drawn: DrawnMap, ends: Sequence[int | Place | None]) -> Iterator[SheetExit]:
    ways = [Way(s.token, s.names[0], tuple(s.names[1:]), s.token) for s in drawn.styles]
    flags = [
        (LinkFlag(0) if s.is_route else LinkFlag.NO_ROUTE)
        | (LinkFlag.INTERRUPT if s.stops else LinkFlag(0))
        for s in drawn.styles
    ]
    directions: set[str] = set()
    last = -1
    for index, number in enumerate(drawn.source):
        room, end = ends[number], ends[drawn.end[index]]
        style = drawn.style[index]
        if number != last:
            last, directions = number, set()
            for later in range(index, len(drawn.source)):
                if drawn.source[later] != number:
                    break
                directions.add(drawn.styles[drawn.style[later]].direction)
        # links out of a transition, or to a place that is never made, are not exits
        if not isinstance(room, int) or end is None:
            continue
        one = drawn.styles[style]
        prototype = one.symbol.prototype or _NO_PROTOTYPE
        yield SheetExit(
            room, end, one.direction, ways[style], one.weight, flags[style], prototype, directions
        )


class _SheetPrototypes:
    """The distinct prototypes of a sheet."""

    def __init__(self, overrides: Overrides) -> None:
        self.values: list[Prototype] = []
        self._overrides = overrides
        self._of_keys: dict[Any, int] = {}
        self._of_legend: dict[int, int] = {}

    def number(self, key: Any, default: Prototype) -> int:
        """Return the number of a key's prototype, or of the legend's default if it has none."""
        if key is not None:
            if key not in self._of_keys:
                self._of_keys[key] = len(self.values)
                self.values.append(self._overrides.prototype(key))
            return self._of_keys[key]
        if (found := self._of_legend.get(id(default))) is None:
            # many classes of a legend have equal prototypes; the few are looked through once
            known = self._of_legend.values()
            found = next((n for n in known if self.values[n] == default), len(self.values))
            if found == len(self.values):
                self.values.append(default)
            self._of_legend[id(default)] = found
        return found


def from_levels(
    name: str,
    levels: Sequence[str],
    prototypes: Mapping[Any, Mapping[str, Any]],
    options: Mapping[str, Any],
) -> tuple[Grid, list[Finding]]:
    """Make a Grid from sheets drawn with the contrib's symbols and stairs.

    Raises:
        RefusedError: if a sheet is refused, or stairs lead nowhere; it lists the faults of all
            sheets.

    """
    overrides = Overrides(prototypes, parts=3)
    findings: list[Finding] = []
    grids: list[Grid] = []
    stairs: list[list[Stair]] = []
    for z, drawing in enumerate(levels):
        try:
            drawn = read(drawing, level_name(name, z), {**LEGEND, **STAIRS})
            grid, found = grid_of_sheet(drawn, options, overrides, (z,))
        except RefusedError as err:
            findings += err.findings
            continue
        findings += found
        grids.append(grid)
        stairs.append(_stairs(drawn, z, overrides))
    if len(grids) < len(levels):
        raise RefusedError(findings)
    grid, found = join(name, grids, stairs, options, findings)
    return grid, [*found, *overrides.findings(name)]


def _stairs(drawn: DrawnMap, z: int, overrides: Overrides) -> list[Stair]:
    return [
        Stair.of((x, y, z), lead, overrides, _EXIT)
        for x, y, _ in drawn.places
        for lead in _LEADS.get(drawn.drawing.rows[2 * y][2 * x], ())
    ]
