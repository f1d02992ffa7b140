"""Areas: named sets of a map's rooms, with what these rooms share.

    "areas": {"old town": {"rooms": ["(0,0)-(2,1)"], "prototype": {"tags": [("pvp", "zone")]}},
              "market": {"rooms": [(1, 0), "M", "tag:shop"], "goto": "no"}}

    1  o M o        an area whose rooms are all in another lies within it: what it says itself
    0  o m o        comes before what the area around it says

What a room's own prototype says comes before that of its areas, and these come before a prototype
with wildcards or of a symbol. Tags and Attributes of all of them add up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid.model import Bools, Grid, Ints, MapArea, Prototype
from xyzgrid_ext.core.grid.overrides import parse_whole_number
from xyzgrid_ext.core.markup import strip_markup
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.raster import Rectangle, Sheet
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.sheet.margins import find_frame

UNUSED_AREA = "unused-area"
"""The code of findings about areas that contain no room."""
TAG, AREA = "tag:", "area:"
_CORNER = r"\(\s*(-?\d{1,7})\s*,\s*(-?\d{1,7})\s*(?:,\s*(\d{1,7})\s*)?\)"
_RANGE = re.compile(rf"\s*{_CORNER}\s*-\s*{_CORNER}\s*", re.ASCII)
_PLAIN_PARENT = "xyz_room"
MERGED_KEYS = ("tags", "attrs")
"""Keys of prototypes whose lists are joined in a merge; of others, one value replaces the other."""
_SHOWN = 3


class CoordinateRange(NamedTuple):
    """A box of coordinates from corner `low` to corner `high`, both included.

    A corner is (x, y, z), or (x, y) for all levels.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]


def parse_range(selector: object) -> CoordinateRange | None:
    """Return the range that `(2, 2)` or a text `(0,0)-(4,4)` selects; None for anything else."""
    if isinstance(selector, list | tuple) and len(selector) in (2, 3):
        place = tuple(n for n in map(parse_whole_number, selector) if n is not None)
        return CoordinateRange(place, place) if len(place) == len(selector) else None
    parts = _RANGE.fullmatch(selector) if isinstance(selector, str) else None
    if parts is None or (parts[3] is None) != (parts[6] is None):
        return None
    numbers = [int(part) for part in parts.groups() if part is not None]
    half = len(numbers) // 2
    return CoordinateRange(tuple(numbers[:half]), tuple(numbers[half:]))


def with_areas(grid: Grid, data: Mapping[Any, Any]) -> tuple[Grid, list[Finding]]:
    """Return the Grid with the areas that its map data names, and findings about areas.

    Prototypes of areas are merged into those of their rooms. Values of keys that parts add to map
    data (`CorePart.map_keys`) become options of the Grid.

    Args:
        grid: the rooms and exits of the map, with their own prototypes.
        data: the XYMAP_DATA, checked.

    Raises:
        RefusedError: if areas overlap without one lying within the other.
    """
    keys = (row.key for part in core_parts() for row in part.map_keys)
    if of_parts := {key: data[key] for key in keys if data.get(key)}:
        grid = replace(grid, options={**grid.options, **of_parts})
    if texts := tuple(data.get("levels") or filter(None, [data.get("map")])):
        grid = replace(grid, drawings=texts)
    entries: Mapping[str, Record] = data.get("areas") or {}
    if not entries:
        return (replace(grid, areas=(), room_area=None) if grid.areas else grid), []
    findings: list[Finding] = []
    selection = _Selection(grid)
    rooms = {key: selection.rooms(key, entry["rooms"]) for key, entry in entries.items()}
    # the outer ones first; of equal ones, the first written is the outer
    ordered = sorted(rooms, key=lambda key: -np.count_nonzero(rooms[key]))
    room_area = np.full(grid.rooms, -1, np.int32)
    areas: list[MapArea] = []
    protos: list[Prototype] = []
    for number, key in enumerate(ordered):
        entry, inside = entries[key], rooms[key]
        around = np.unique(room_area[inside]).tolist()
        outer = around[0] if len(around) == 1 else -1
        if len(around) > 1:
            findings += _overlaps(grid, ordered, rooms, number, around)
        room_area[inside] = number
        areas.append(_area(key, entry, areas[outer] if outer >= 0 else None, outer))
        proto = entry.get("prototype") or {}
        protos.append(merge_prototypes(protos[outer], proto) if outer >= 0 else proto)
    findings += selection.findings
    if any(finding.code != UNUSED_AREA for finding in findings):
        raise RefusedError(findings)
    grid = _with_prototypes(grid, room_area, protos, _is_exact(grid, data))
    grid = replace(grid, areas=tuple(areas), room_area=room_area)
    return replace(grid, drawn=tuple(_coloured(grid))), findings


def rooms_selected(grid: Grid, selectors: Sequence[object]) -> tuple[Bools, list[object]]:
    """Return the rooms that any selector picks, (n,) bool, and a list of selectors that pick none.

    A selector is a coordinate, a range `(0,0)-(4,4)`, a symbol of the drawing, `tag:NAME` or
    `area:NAME`.
    """
    selection, inside = _Selection(grid), np.zeros(grid.rooms, dtype=bool)
    unused = []
    for selector in selectors:
        selected = selection.selected(selector)
        inside |= selected
        if not selected.any():
            unused.append(selector)
    return inside, unused


def merge_prototypes(under: Prototype, over: Prototype) -> Prototype:
    """Return one prototype from two: values of `over` win, and tags and Attributes are joined.

    If `over` has the parent `xyz_room`, as nearly every prototype has, and `under` another parent,
    that of `under` stays.
    """
    if not under or not over:
        return over or under
    both = {**under, **over}
    parent = under.get("prototype_parent")
    if parent is not None and over.get("prototype_parent") == _PLAIN_PARENT:
        both["prototype_parent"] = parent
    for key in MERGED_KEYS:
        if under.get(key) and over.get(key):
            items = _listed(over[key])
            names = [_name(key, item) for item in items]
            both[key] = [*(i for i in _listed(under[key]) if _name(key, i) not in names), *items]
    return both


def _listed(value: Any) -> list[object]:
    return [value] if isinstance(value, str) or callable(value) else list(value)


def _name(key: str, item: object) -> object:
    """Return what tells a tag, or an Attribute, from others: its name and its category."""
    name, *more = item if isinstance(item, list | tuple) else (item,)
    category = more[:1] if key == "tags" else more[1:2]  # behind the value of an Attribute
    return name, *category


def _area(key: str, entry: Record, outer: MapArea | None, number: int) -> MapArea:
    """Return an area; what it does not say itself is as in the area around it."""
    options = {} if outer is None else dict(outer.options)
    options |= {k: v for k, v in entry.items() if k not in ("rooms", "prototype", "title", "text")}
    return MapArea(key, str(entry.get("title") or key), entry.get("text") or "", number, options)


class _Selection:
    """Selects rooms; what selects none goes to `findings`."""

    def __init__(self, grid: Grid) -> None:
        self.findings: list[Finding] = []
        self._grid = grid
        self._symbols: list[str] | None = None

    def rooms(self, key: str, selectors: Sequence[object]) -> Bools:
        """Return (n,) bool: the rooms of an area."""
        inside = np.zeros(self._grid.rooms, dtype=bool)
        for selector in selectors:
            selected = self.selected(selector)
            if not selected.any():
                self._tell(f"areas.{key}: {selector!r} selects no room", "correct or remove it")
            inside |= selected
        if not selectors:
            self._tell(f"areas.{key} has no rooms", 'write "rooms": ["(0,0)-(4,4)"]')
        return inside

    def _tell(self, message: str, cure: str) -> None:
        self.findings.append(Finding.warning(UNUSED_AREA, message, cure, self._grid.name))

    def selected(self, selector: object) -> Bools:
        """Return (n,) bool: the rooms that one selector means."""
        grid = self._grid
        if (span := parse_range(selector)) is not None:
            near = grid.coords[:, : len(span.low)]
            return np.asarray(((near >= span.low) & (near <= span.high)).all(axis=1))
        text = str(selector)
        if text.startswith(TAG):
            tag = name_key(text.removeprefix(TAG))
            tagged = [number for number, proto in enumerate(grid.protos) if tag in _tags(proto)]
            return np.isin(grid.room_proto, tagged)
        if text.startswith(AREA):
            name = name_key(text.removeprefix(AREA))
            numbers = [n for n, area in enumerate(grid.areas) if name_key(area.key) == name]
            return grid.rooms_in(numbers[0]) if numbers else np.zeros(grid.rooms, dtype=bool)
        if self._symbols is None:
            self._symbols = list(_symbols(grid))
        return np.array([symbol == text for symbol in self._symbols], dtype=bool)


def _tags(prototype: Prototype) -> set[str]:
    tags = _listed(prototype.get("tags") or [])
    return {name_key(tag[0] if isinstance(tag, list | tuple) else tag) for tag in tags if tag}


def _symbols(grid: Grid) -> Iterator[str]:
    """Yield the symbol of each room: as its author drew it, or else as it is shown."""
    rows = [_rows(text) for text in grid.drawings]
    for x, y, z in grid.coords.tolist():
        row = rows[z] if z < len(rows) else None
        if row is not None:
            yield row[2 * y][2 * x]
        else:
            sheet = grid.drawn[z] if grid.drawn else None
            yield "" if sheet is None else strip_markup(sheet.cells.get(sheet.room_cell(x, y), ""))


def _rows(text: str) -> list[str] | None:
    """Return the rows of a drawing, the lowest first."""
    lines = text.split("\n")
    if (frame := find_frame(lines)) is None:
        return None
    return [line[frame.left :] for line in reversed(lines[frame.upper + 2 : frame.lower - 1])]


def _overlaps(
    grid: Grid, keys: Sequence[str], rooms: Mapping[str, Bools], number: int, around: list[int]
) -> Iterator[Finding]:
    """Yield findings about areas that have only some of the rooms of another."""
    inside = rooms[keys[number]]
    for other in around:
        if other < 0 or not (inside & ~rooms[keys[other]]).any():
            continue
        shared = np.flatnonzero(inside & rooms[keys[other]])[:_SHOWN].tolist()
        places = ", ".join(
            str(tuple(grid.coord(room)[: 3 if grid.levels else 2])) for room in shared
        )
        message = f"the areas {keys[other]!r} and {keys[number]!r} overlap, at {places}"
        cure = "an area may be inside another, but not only partly: remove these rooms from one"
        yield Finding.error("areas-overlap", message, cure, grid.name)


def _is_exact(grid: Grid, data: Mapping[Any, Any]) -> Bools:
    """Return (n,) bool: the rooms whose prototype stands there with their own coordinate."""
    if data.get("rooms"):
        return np.ones(grid.rooms, dtype=bool)
    length = 2 if grid.levels is None else 3
    exact = np.zeros(grid.rooms, dtype=bool)
    ends = {"start": grid.start, "end": grid.end}
    keys = [
        (ends.get(key) if isinstance(key, str) else key) for key in data.get("prototypes") or ()
    ]
    coords = []
    for key in keys:
        numbers = [parse_whole_number(part) for part in key] if isinstance(key, tuple) else []
        if len(numbers) == length and None not in numbers:
            coords.append([*numbers, 0][:3])
    if coords:
        rows = grid.rooms_at(np.array(coords, dtype=np.int64))
        exact[rows[rows >= 0]] = True
    return exact


def _with_prototypes(
    grid: Grid, room_area: Ints, protos: Sequence[Prototype], exact: Bools
) -> Grid:
    """Return the Grid whose rooms have the prototypes of their areas, too."""
    columns = np.stack([room_area, grid.room_proto, exact])
    kinds, which = np.unique(columns, axis=1, return_inverse=True)
    values, numbers = list(grid.protos), []
    for area, proto, is_exact in kinds.T.tolist():
        if area < 0 or not protos[area]:
            numbers.append(proto)
            continue
        old = grid.protos[proto] if proto >= 0 else {"prototype_parent": _PLAIN_PARENT}
        values.append(
            merge_prototypes(protos[area], old) if is_exact else merge_prototypes(old, protos[area])
        )
        numbers.append(len(values) - 1)
    room_proto = np.array(numbers, np.int32)[which.reshape(-1)]
    return grid.with_prototypes(values, room_proto, grid.link_proto, grid.needs)


def _coloured(grid: Grid) -> Iterator[Sheet]:
    """Yield the sheets with the rooms in the colours of their areas, unless they have their own."""
    assert grid.room_area is not None
    colours = [area.options.get("colour", "") for area in grid.areas]
    for z, sheet in enumerate(grid.drawn):
        if sheet.is_endless or isinstance(sheet.cells, Rectangle):
            yield sheet  # cells that are computed where they are shown
            continue
        cells = {}
        rooms = slice(*grid.rooms_of_level(z))
        places = grid.coords[rooms, :2].tolist()
        for (x, y), area in zip(places, grid.room_area[rooms].tolist(), strict=True):
            if area >= 0 and (colour := colours[area]):
                cell = sheet.room_cell(x, y)
                symbol = sheet.cells.get(cell, "")
                if symbol and symbol == strip_markup(symbol):
                    cells[cell] = colour_symbol(symbol, colour)
        yield replace(sheet, cells={**sheet.cells, **cells}) if cells else sheet


def colour_symbol(symbol: str, colour: str) -> str:
    """Return a symbol with Evennia's markup for a colour, given as `#rrggbb`, around it."""
    return f"|{colour}{symbol}|n"
