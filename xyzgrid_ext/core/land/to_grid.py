"""A rectangle of a land becomes a Grid: columns of rooms and links, and the drawing.

~~,,o##      rooms wherever one can stand: the largest part that hangs together, and all parts
~,,,,A#      with a place; islands beyond the sea are drawn, but nobody comes there
             links to the four sides; a step costs what the cell entered costs

Room (0, 0) of the map is the lower left cell of its area.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError, Severity
from xyzgrid_ext.core.grid import Grid, Way, assemble, needs_of
from xyzgrid_ext.core.grid.from_rooms import way_named
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.land.biomes import Biome, biome_of
from xyzgrid_ext.core.land.land import Land, Seen
from xyzgrid_ext.core.land.noise import Bools, Ints
from xyzgrid_ext.core.land.picture import PLACE, ROAD
from xyzgrid_ext.core.land.roads import Spot, misplaced
from xyzgrid_ext.core.land.sheet import sheet_of_land
from xyzgrid_ext.core.land.words import MARGIN, STEPS, WAYS, Words, codes, prototype
from xyzgrid_ext.core.raster import Sheet
from xyzgrid_ext.core.reach import parts

_EXIT: Mapping[str, Any] = {"prototype_parent": "xyz_exit"}
_SHOWN = {"map_mode": "scan", "map_visual_range": 9}
"""Options that a land has unless its author says otherwise: cells are seen, rooms or not."""
_OF_PLACE = ("at", "exits", "symbol")


@dataclass(frozen=True)
class Content:
    """What lands are made of: the rows of biomes, and texts."""

    biomes: Sequence[Biome]
    words: Words


def content_of(rows: Iterable[Mapping[str, Any]], **texts: Any) -> Content:
    """What lands are made of, of rows as written and the texts of `Words`."""
    return Content([biome_of(row) for row in rows], Words(**texts))


def land_grid(
    order: Mapping[str, Any],
    name: str,
    content: Content,
    *,
    prototypes: Mapping[Any, Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[Grid, list[Finding]]:
    """Make the Grid of a land, and say what is odd about the module's own entries.

    Args:
        order: `land` of a map module, checked: area, seed, places, roads.
        name: the name of the map.
        content: what lands are made of.
        prototypes: (x, y) or (x, y, direction) -> what is added to the prototype there.
        options: the map's options.

    Raises:
        RefusedError: if a place is where nobody can stand, or a road cannot be built.

    """
    area = _Area(*order["area"])
    places = {key: _entry(entry) for key, entry in (order.get("places") or {}).items()}
    pairs = order.get("roads")
    land = Land(
        order.get("seed", 1),
        content.biomes,
        {key: tuple(entry["at"]) for key, entry in places.items()},
        None if pairs is None else [(one, other) for one, other in pairs],
    )
    seen = _seen(land, name, area)
    inside = {key: at for key, spot in land.places.items() if (at := area.at(spot)) is not None}
    rooms = _rooms(content.biomes, seen, inside)
    number = np.full(rooms.shape, -1, dtype=np.int64)
    number[rooms] = np.arange(rooms.sum())
    links = _all_links(number, inside, places)
    coords = np.argwhere(rooms)[:, ::-1]
    overrides = Overrides(prototypes or {}, parts=2)
    protos = _Protos(overrides)
    room_proto = _texts(land, content, seen, protos)[rooms]
    for key, (column, row) in inside.items():
        room_proto[number[row, column]] = protos.add(_of_place(key, places[key], content.words))
    room_proto = protos.changed(room_proto, *overrides.match_all(coords))
    link_proto = np.full(len(links.source), protos.add(_EXIT))
    for direction, one in enumerate(links.ways):
        own = links.way == direction
        found = overrides.match_all(
            coords[links.source[own]], (one.direction, one.key, *one.aliases)
        )
        link_proto[own] = protos.changed(link_proto[own], *found)
    within = links.target >= 0
    weight = np.ones(len(within))
    weight[within] = _costs(content.biomes, seen)[rooms][links.target[within]]
    grid = assemble(
        name,
        levels=None,
        coords=np.column_stack([coords, np.zeros(len(coords), dtype=np.int64)]),
        source=links.source,
        target=links.target,
        way=links.way,
        ways=links.ways,
        weight=weight,
        outside=links.outside,
        needs=needs_of(protos.values, link_proto.tolist()) if overrides else {},
        protos=protos.values,
        room_proto=room_proto,
        link_proto=link_proto,
        options={**_SHOWN, **(options or {})},
        drawn=(_sheet(content.biomes, seen, list(places.values())),),
    )
    return grid, overrides.findings(name)


def _texts(land: Land, content: Content, seen: Seen, protos: _Protos) -> Ints:
    """(rows, columns) the prototype of each cell by its text; each text is made once."""
    texts = codes(land.number, content.biomes, content.words, seen)
    walked = _costs(content.biomes, seen) > 0
    used, which = np.unique(texts[walked], return_inverse=True)
    names = list(land.roads)
    made = [protos.add(prototype(c, content.biomes, content.words, names)) for c in used.tolist()]
    result = np.full(texts.shape, -1, dtype=np.int64)
    result[walked] = np.array(made, dtype=np.int64)[which.reshape(-1)]
    return result


class _Area(NamedTuple):
    """The rectangle of a land that is a map: its lower left cell, and how large it is."""

    x: int
    y: int
    columns: int
    rows: int

    def at(self, spot: Spot) -> Spot | None:
        """Where a cell of the land is on the map; None outside of it."""
        column, row = spot[0] - self.x, spot[1] - self.y
        return (column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None


def _entry(entry: Any) -> Mapping[str, Any]:
    """A place as a dict, however it is written."""
    return entry if isinstance(entry, Mapping) else {"at": entry}


def _seen(land: Land, name: str, area: _Area) -> Seen:
    """The area and a margin around it.

    Raises:
        RefusedError: if a place or a road cannot be where it is said to be.

    """
    unknown = sorted({key for pair in land.pairs or () for key in pair} - land.places.keys())
    if unknown:
        cure = "known are " + (", ".join(land.places) or "none: add places")
        _refuse(name, f"roads lead to {unknown[0]!r}, which is no place", cure)
    x, y, columns, rows = area
    wide, high = columns + 2 * MARGIN, rows + 2 * MARGIN
    try:
        seen = land.seen(x - MARGIN, y - MARGIN, wide, high)
        for key, spot in land.places.items():
            if area.at(spot) and (fault := misplaced(key, spot, land.biomes, seen.cells)):
                raise fault
    except MapError as fault:
        _refuse(name, fault.message, fault.cure)
    return seen


def _refuse(name: str, message: str, cure: str) -> NoReturn:
    raise RefusedError([Finding(Severity.ERROR, "bad-land", message, cure, file=name)])


def _inner(column: Ints) -> Ints:
    """A column without the margin."""
    return column[MARGIN:-MARGIN, MARGIN:-MARGIN]


def _costs(biomes: Sequence[Biome], seen: Seen) -> Ints:
    """(rows, columns) what a step into each cell costs a route, 0 where nobody can walk."""
    cost = np.array([biome.cost for biome in biomes])[_inner(seen.cells.biome)]
    cost[(_inner(seen.road) >= 0) | (_inner(seen.place) >= 0)] = 1
    return cost


def _rooms(biomes: Sequence[Biome], seen: Seen, inside: Mapping[str, Spot]) -> Bools:
    """(rows, columns) which cells are rooms: ground that hangs together, or has a place."""
    ground = _costs(biomes, seen) > 0
    number = np.full(ground.shape, -1, dtype=np.int64)
    number[ground] = np.arange(ground.sum())
    tails, heads, _way = _links(number)
    part = parts(int(ground.sum()), tails, heads, strong=False)
    if len(part):
        kept = {int(np.bincount(part).argmax())}
        kept |= {int(part[number[row, column]]) for column, row in inside.values()}
        ground[ground] = np.isin(part, sorted(kept))
    return ground


class _Links(NamedTuple):
    """Links as `assemble` takes them."""

    source: Ints
    target: Ints
    way: Ints
    ways: list[Way]
    outside: dict[int, Place]


def _all_links(
    number: Ints, inside: Mapping[str, Spot], places: Mapping[str, Mapping[str, Any]]
) -> _Links:
    """The links between rooms, and those of places to other maps."""
    leaving = [
        (int(number[row, column]), way_named(word.strip()), _place(to))
        for key, (column, row) in inside.items()
        for word, to in places[key].get("exits", {}).items()
    ]
    ways = list(dict.fromkeys([*map(way_named, WAYS), *(way for _room, way, _to in leaving)]))
    source, target, way = _links(number)
    return _Links(
        np.append(source, np.array([room for room, _way, _to in leaving], dtype=np.int64)),
        np.append(target, np.full(len(leaving), -1)),
        np.append(way, np.array([ways.index(one) for _r, one, _to in leaving], dtype=np.int64)),
        ways,
        {len(source) + n: to for n, (_room, _way, to) in enumerate(leaving)},
    )


def _links(number: Ints) -> tuple[Ints, Ints, Ints]:
    """The links between cells that have a number: from where, to where, and which way."""
    found = []
    rows, columns = number.shape
    for way, (dx, dy) in enumerate(STEPS):
        here = number[max(0, -dy) : rows - max(0, dy), max(0, -dx) : columns - max(0, dx)]
        there = number[max(0, dy) : rows + min(0, dy), max(0, dx) : columns + min(0, dx)]
        both = (here >= 0) & (there >= 0)
        found.append((here[both], there[both], np.full(int(both.sum()), way)))
    source, target, ways = (np.concatenate(column) for column in zip(*found, strict=True))
    return source, target, ways


class _Protos:
    """Prototypes by number; what an author adds makes new ones."""

    def __init__(self, overrides: Overrides) -> None:
        self.values: list[Mapping[str, Any]] = []
        self._overrides = overrides

    def add(self, prototype: Mapping[str, Any]) -> int:
        """Keep a prototype; its number."""
        self.values.append(prototype)
        return len(self.values) - 1

    def changed(self, numbers: Ints, found: Any, keys: Sequence[Any]) -> Ints:
        """The numbers with what the author adds; `found` and `keys` are as of `match_all`."""
        if not keys:
            return numbers
        pairs, which = np.unique(numbers * (len(keys) + 1) + found + 1, return_inverse=True)
        changed = []
        for pair in pairs.tolist():
            number, key = divmod(pair, len(keys) + 1)
            if key:
                own = self._overrides.prototype(keys[key - 1])
                number = self.add({**self.values[number], **own})
            changed.append(number)
        result: Ints = np.array(changed, dtype=np.int64)[which.reshape(-1)]
        return result


def _of_place(name: str, entry: Mapping[str, Any], words: Words) -> Mapping[str, Any]:
    own = {key: value for key, value in entry.items() if key not in _OF_PLACE}
    desc = words.place.replace("{name}", name)
    return {"prototype_parent": "xyz_room", "key": name, "desc": desc, **own}


def _place(to: Sequence[Any]) -> Place:
    """Where an exit leads: (X, Y, map)."""
    return Place(str(to[2]).strip(), Coord(int(to[0]), int(to[1])))


def _sheet(biomes: Sequence[Biome], seen: Seen, places: Sequence[Mapping[str, Any]]) -> Sheet:
    """The drawing of the area, places and roads included."""
    numbers = _inner(seen.cells.biome).astype(np.int16)
    built = np.array([bool(biome.of) for biome in biomes])
    road, place = _inner(seen.road) >= 0, _inner(seen.place)
    numbers[road & ~built[numbers]] = len(biomes)
    numbers[place >= 0] = len(biomes) + 1 + place[place >= 0]
    symbols = [str(entry.get("symbol", "")).strip() or PLACE[0] for entry in places]
    symbols = [symbol.replace("|", "||") for symbol in symbols]  # alone it would begin a colour
    shown = [f"|{ROAD[1]}{ROAD[0]}|n", *(f"|{PLACE[1]}{symbol}|n" for symbol in symbols)]
    return sheet_of_land(numbers, [*(biome.shown for biome in biomes), *shown])
