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
from typing import Any

import numpy as np

from xyzgrid_ext.core.coords import Coord, level_name
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity, errors_of
from xyzgrid_ext.core.grid.model import Grid, Prototype, Way, assemble
from xyzgrid_ext.core.grid.needs import needs_of
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.raster import Cell, Sheet

UP, DOWN = "up", "down"
_STEP = {UP: 1, DOWN: -1}
_SHORT = {UP: "u", DOWN: "d"}  # a prototype may mean a stair by this word as well
STAIR_NAMES: Mapping[str, tuple[str, ...]] = {way: (way, _SHORT[way]) for way in (UP, DOWN)}
"""Direction -> key and aliases of the exit."""


@dataclass(frozen=True)
class Stair:
    """An exit from a room of one sheet to the room at the same place on the next.

    `way.direction` is `up` (to the next sheet) or `down` (to the one before).
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
        """Return the stairs of a room, with the prototype that the author gave them."""
        key, *aliases = names or STAIR_NAMES[direction]
        short = _SHORT[direction]
        match = overrides.match(place, (direction, short, key, *aliases))
        way = Way(direction, key, tuple(aliases), short if short in aliases else key)
        prototype = default if match is None else overrides.prototype(match)
        return cls(place[0], place[1], way, prototype, weight)


def join(
    name: str,
    sheets: Sequence[Grid],
    stairs: Sequence[Sequence[Stair]],
    options: Mapping[str, Any] | None = None,
    before: Sequence[Finding] = (),
) -> tuple[Grid, list[Finding]]:
    """Make one Grid from several sheets; the findings begin with those `before`.

    Args:
        name: the name of the whole map.
        sheets: drawn Grids without levels, the bottom first.
        stairs: the stairs of each sheet.
        options: the options of the whole map.
        before: findings about the sheets, which may explain those about the stairs.

    Raises:
        RefusedError: if a stair leads nowhere, or if its room has another exit of the same
            direction.

    """
    stair_findings = (f for z in range(len(sheets)) for f in _check(name, sheets, stairs, z))
    findings = [*before, *stair_findings]
    if errors_of(findings):
        raise RefusedError(findings)
    first_room = np.cumsum([0, *(sheet.rooms for sheet in sheets)])
    first_link = np.cumsum([0, *(sheet.links for sheet in sheets)])
    ways: dict[Way, int] = {}
    protos = _JoinedPrototypes()
    way: list[int] = []
    room_proto: list[int] = []
    link_proto: list[int] = []
    for sheet in sheets:
        way_number = [ways.setdefault(w, len(ways)) for w in sheet.ways]
        proto_number = [*(protos.number(p) for p in sheet.protos), -1]  # -1, none, stays -1
        way += [way_number[w] for w in sheet.way.tolist()]
        room_proto += [proto_number[p] for p in sheet.room_proto.tolist()]
        link_proto += [proto_number[p] for p in sheet.link_proto.tolist()]
    source = np.concatenate([s.source + first_room[z] for z, s in enumerate(sheets)]).tolist()
    target = np.concatenate(
        [np.where(s.target < 0, -1, s.target + first_room[z]) for z, s in enumerate(sheets)]
    ).tolist()
    weight = np.concatenate([sheet.weight for sheet in sheets]).tolist()
    flags = np.concatenate([sheet.link_flags for sheet in sheets]).tolist()
    # after all links of the sheets: stairs are listed behind the other exits of their room
    for z, stair in _each(stairs):
        here, there = (_room(sheets, stair, level) for level in (z, z + stair.rise))
        assert here is not None
        assert there is not None
        source.append(int(first_room[z]) + here)
        target.append(int(first_room[z + stair.rise]) + there)
        way.append(ways.setdefault(stair.way, len(ways)))
        weight.append(stair.weight)
        flags.append(0)
        link_proto.append(protos.number(stair.prototype))
    grid = assemble(
        name,
        levels=len(sheets),
        coords=np.concatenate([_lifted(sheet, z) for z, sheet in enumerate(sheets)]),
        source=np.array(source, dtype=np.int64),
        target=np.array(target, dtype=np.int64),
        way=np.array(way, dtype=np.int64),
        ways=list(ways),
        weight=np.array(weight, dtype=np.float64),
        link_flags=np.array(flags, dtype=np.uint8),
        room_flags=np.concatenate([sheet.room_flags for sheet in sheets]),
        outside={
            int(first_link[z]) + link: place
            for z, sheet in enumerate(sheets)
            for link, place in sheet.outside.items()
        },
        needs=needs_of(protos.values, link_proto),
        protos=protos.values,
        room_proto=np.array(room_proto, dtype=np.int32),
        link_proto=np.array(link_proto, dtype=np.int32),
        options=options or {},
        drawn=tuple(_drawn(sheet, own) for sheet, own in zip(sheets, stairs, strict=True)),
    )
    return grid, findings


def _each(stairs: Sequence[Sequence[Stair]]) -> Iterator[tuple[int, Stair]]:
    return ((z, stair) for z, own in enumerate(stairs) for stair in own)


def _room(sheets: Sequence[Grid], stair: Stair, z: int) -> int | None:
    """Return the room beside a stair's room on a sheet.

    Return None if the sheet or the room is missing.
    """
    if not 0 <= z < len(sheets):
        return None
    return sheets[z].room_at(Coord(stair.x, stair.y))


def _lifted(sheet: Grid, z: int) -> Any:
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
        where = f"the stairs {direction} at ({x},{y})"
        next_level = level_name(name, z + stair.rise)
        if word := _taken(sheets[z], stair):
            yield Finding(
                Severity.ERROR,
                "doubled-direction",
                f"({x},{y}) has stairs {direction}, and a drawn link '{word}' as well",
                "draw the link otherwise, or the room without the stairs",
                file=level,
            )
        if not 0 <= z + stair.rise < len(sheets):
            beyond = "above the last sheet" if stair.rise > 0 else "below the first sheet"
            yield Finding(
                Severity.ERROR,
                "stairs-to-nowhere",
                f"{where} lead {beyond}",
                "draw an ordinary room there, or add a sheet",
                file=level,
            )
        elif _room(sheets, stair, z + stair.rise) is None:
            yield Finding(
                Severity.ERROR,
                "stairs-to-nowhere",
                f"{where} lead to ({x},{y}) of {next_level}, where there is no room",
                f"draw a room at ({x},{y}) of {next_level}, or move the stairs",
                file=level,
            )
        elif (z + stair.rise, x, y, -stair.rise) not in partners:
            back = DOWN if stair.rise > 0 else UP
            yield Finding(
                Severity.INFO,
                "no-partner",
                f"{where} lead one way: ({x},{y}) of {next_level} has no stairs {back}",
                f"draw {back[0].upper()} or B there if people should come back",
                file=level,
            )


def _taken(sheet: Grid, stair: Stair) -> str:
    """Return the exit of the stair's room that has its direction or name.

    Return "" if there is none.
    """
    room = sheet.room_at(Coord(stair.x, stair.y))
    assert room is not None
    own = _words(stair.way)
    for link in sheet.links_of(room):
        if own & _words(sheet.way_of(link)):
            return sheet.way_of(link).key
    return ""


def _words(way: Way) -> set[str]:
    return {name_key(word) for word in (way.direction, way.key, way.token)}


# --- what is the same on several sheets


class _JoinedPrototypes:
    """Numbered prototypes. Dicts cannot be keys, so they are found by identity or by their text."""

    def __init__(self) -> None:
        self.values: list[Prototype] = []
        self._by_id: dict[int, int] = {}
        self._by_text: dict[str, list[int]] = {}

    def number(self, prototype: Prototype) -> int:
        """Return the number of a prototype; equal prototypes share one."""
        if id(prototype) not in self._by_id:
            alike = self._by_text.setdefault(repr(prototype), [])
            same = next((n for n in alike if self.values[n] == prototype), len(self.values))
            if same == len(self.values):
                self.values.append(prototype)
                alike.append(same)
            self._by_id[id(prototype)] = same
        return self._by_id[id(prototype)]
