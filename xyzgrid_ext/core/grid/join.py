"""Joins sheets that were drawn one by one into one 3D map, by means of stairs.

    tower:1    #-D        (1,0,1)        the stairs up of (1,0) of sheet 0 lead to (1,0) of
                 :           | up, down  sheet 1; those down of sheet 1 lead back
    tower:0      U-#      (1,0,0)

The sheets have the same origin and may differ in size. Findings name the level, such as `tower:0`,
since that is what the author drew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from xyzgrid_ext.core.coords import Coord, level_name
from xyzgrid_ext.core.findings import Finding, RefusedError, errors_of
from xyzgrid_ext.core.grid.model import Grid, Ints, Options, Prototype, Way
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.grid.rows import LinkRow, Prototypes, grid_from_rows
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.raster import Cell, Sheet

UP, DOWN = "up", "down"
_STEP = {UP: 1, DOWN: -1}
_SHORT = {UP: "u", DOWN: "d"}  # a prototype may mean a stair by this word as well
STAIR_NAMES: Mapping[str, tuple[str, ...]] = {way: (way, _SHORT[way]) for way in (UP, DOWN)}
"""Maps the directions `up` and `down` to the key and aliases of the exit."""


@dataclass(frozen=True)
class Stair:
    """An exit from a room to the room at the same x and y on the level above or below.

    `way.direction` is `up` or `down`.
    """

    x: int
    y: int
    way: Way
    prototype: Prototype
    weight: float = 1.0

    @property
    def rise(self) -> int:
        """The change of the level's number: 1 for a stair up, -1 for a stair down."""
        return _STEP[self.way.direction]

    @classmethod
    def of(
        cls,
        place: tuple[int, int, int],
        direction: str,
        overrides: Overrides,
        default: Prototype,
        names: Sequence[str] = (),
        weight: float = 1.0,
    ) -> Stair:
        """Return the stairs from a room, given as (x, y, z), to the level above or below.

        Args:
            place: the room.
            direction: `up` or `down`.
            overrides: the prototypes by coordinate; the one that fits the stairs is theirs.
            default: the prototype of the stairs if none fits.
            names: key and aliases of the exit; by default those of STAIR_NAMES.
            weight: the cost for routes.
        """
        key, *aliases = names or STAIR_NAMES[direction]
        short = _SHORT[direction]
        match = overrides.match(place, (direction, short, key, *aliases))
        way = Way(direction, key, tuple(aliases), short if short in aliases else key)
        prototype = default if match is None else overrides.prototype(match)
        return cls(place[0], place[1], way, prototype, weight)


def join_sheets(
    name: str,
    sheets: Sequence[Grid],
    stairs: Sequence[Sequence[Stair]],
    options: Options | None = None,
    before: Sequence[Finding] = (),
) -> tuple[Grid, list[Finding]]:
    """Return one 3D Grid from the flat Grids of its levels, and findings: `before`, then its own.

    Args:
        name: the name of the whole map.
        sheets: the drawn Grids, the lowest level first.
        stairs: the stairs that leave each of these levels, in the same order.
        options: the options of the whole map.
        before: findings about the levels; they may explain those about stairs.

    Raises:
        RefusedError: if a stair leads nowhere, or if its room has another exit of the same
            direction.
    """
    stair_findings = (f for z in range(len(sheets)) for f in _check(name, sheets, stairs, z))
    findings = [*before, *stair_findings]
    if errors_of(findings):
        raise RefusedError(findings)
    first_rooms = list(accumulate((sheet.rooms for sheet in sheets), initial=0))
    protos, links, room_proto = Prototypes(), list[LinkRow](), list[int]()
    for sheet, first in zip(sheets, first_rooms, strict=False):
        numbers = [*map(protos.number, sheet.protos), -1]  # -1, none, stays -1
        room_proto += [numbers[proto] for proto in sheet.room_proto.tolist()]
        columns = (sheet.source, sheet.target, sheet.weight, sheet.link_flags, sheet.link_proto)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for link, (source, target, weight, flags, proto) in enumerate(rows):
            end = sheet.outside[link] if target < 0 else first + target
            way = sheet.way_of(link)
            links.append(LinkRow(first + source, end, way, weight, flags, numbers[proto]))
    # after all links of the sheets: stairs are listed behind the other exits of their room
    for z, stair in _each(stairs):
        source_room, target_room = (_room(sheets, stair, level) for level in (z, z + stair.rise))
        assert source_room is not None
        assert target_room is not None
        source, target = first_rooms[z] + source_room, first_rooms[z + stair.rise] + target_room
        proto = protos.number(stair.prototype)
        links.append(LinkRow(source, target, stair.way, stair.weight, 0, proto))
    grid = grid_from_rows(
        name,
        np.concatenate([_lifted(sheet, z) for z, sheet in enumerate(sheets)]),
        links,
        protos,
        room_proto,
        levels=len(sheets),
        room_flags=np.concatenate([sheet.room_flags for sheet in sheets]),
        options=options or {},
        drawn=tuple(map(_drawn, sheets, stairs)),
    )
    return grid, findings


def _each(stairs: Sequence[Sequence[Stair]]) -> Iterator[tuple[int, Stair]]:
    return ((z, stair) for z, of_level in enumerate(stairs) for stair in of_level)


def _room(sheets: Sequence[Grid], stair: Stair, z: int) -> int | None:
    """Return the room beside a stair's room on a sheet.

    Return None if the sheet or the room is missing.
    """
    if not 0 <= z < len(sheets):
        return None
    return sheets[z].room_at(Coord(stair.x, stair.y))


def _lifted(sheet: Grid, z: int) -> Ints:
    """Return the coordinates of a sheet's rooms within the whole map."""
    coords = sheet.coords.copy()
    coords[:, 2] = z
    return coords


def _drawn(sheet: Grid, stairs: Sequence[Stair]) -> Sheet:
    """Return the drawing of a sheet, with the cells where stairs leave it."""
    drawing = sheet.drawn[0]
    leaving: dict[Cell, tuple[str, ...]] = {}
    for stair in stairs:
        cell = drawing.room_cell(stair.x, stair.y)
        leaving[cell] = (*leaving.get(cell, ()), stair.way.direction)
    return replace(drawing, leaving=leaving)


# --- what is wrong


def _check(
    name: str, sheets: Sequence[Grid], stairs: Sequence[Sequence[Stair]], z: int
) -> Iterator[Finding]:
    """Yield findings about the stairs of one sheet."""
    level = level_name(name, z)
    partners = {(at, stair.x, stair.y, stair.rise) for at, stair in _each(stairs)}
    for stair in stairs[z]:
        x, y, direction = stair.x, stair.y, stair.way.direction
        subject = f"the stairs {direction} at ({x},{y})"
        next_level = level_name(name, z + stair.rise)
        if word := _same_exit(sheets[z], stair):
            message = f"({x},{y}) has stairs {direction}, and a drawn link '{word}' as well"
            cure = "draw the link in another direction, or the room without the stairs"
            yield Finding.error("doubled-direction", message, cure, level)
        if not 0 <= z + stair.rise < len(sheets):
            beyond = "above the last sheet" if stair.rise > 0 else "below the first sheet"
            cure = "draw an ordinary room there, or add a sheet"
            yield Finding.error("stairs-to-nowhere", f"{subject} lead {beyond}", cure, level)
        elif _room(sheets, stair, z + stair.rise) is None:
            message = f"{subject} lead to ({x},{y}) of {next_level}, where there is no room"
            cure = f"draw a room at ({x},{y}) of {next_level}, or move the stairs"
            yield Finding.error("stairs-to-nowhere", message, cure, level)
        elif (z + stair.rise, x, y, -stair.rise) not in partners:
            back = DOWN if stair.rise > 0 else UP
            message = f"{subject} lead one way: ({x},{y}) of {next_level} has no stairs {back}"
            cure = f"draw {back[0].upper()} or B there if people should come back"
            yield Finding.info("no-partner", message, cure, level)


def _same_exit(sheet: Grid, stair: Stair) -> str:
    """Return the exit of the stair's room that has its direction or name; "" if there is none."""
    room = sheet.room_at(Coord(stair.x, stair.y))
    assert room is not None
    words = _words(stair.way)
    ways = map(sheet.way_of, sheet.links_of(room))
    return next((way.key for way in ways if words & _words(way)), "")


def _words(way: Way) -> set[str]:
    return {name_key(word) for word in (way.direction, way.key, way.token)}
