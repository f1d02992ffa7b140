"""Turns a part of a land into a Grid: columns of rooms and links, and the drawing.

~~,,o##      rooms wherever one can stand (`ground`), links to the four sides; a step costs what
~,,,,A#      the cell entered costs
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import Finding, MapError, Severity
from xyzgrid_ext.core.grid import Grid, Way, assemble_grid
from xyzgrid_ext.core.grid.from_rooms import parse_exit_name
from xyzgrid_ext.core.grid.model import Prototype
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.grid.rows import needs_by_link
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.lands.core.biomes import Biome, biome_from_row
from xyzgrid_ext.parts.lands.core.ground import (
    Ground,
    Rect,
    ground_in_area,
    ground_in_tiles,
    land_error,
    links_between,
)
from xyzgrid_ext.parts.lands.core.land import Land
from xyzgrid_ext.parts.lands.core.noise import Ints
from xyzgrid_ext.parts.lands.core.roads import Spot
from xyzgrid_ext.parts.lands.core.tiles import FARTHEST, Tile, is_inside_land, tile_at
from xyzgrid_ext.parts.lands.core.words import DIRECTIONS, LandTexts, room_prototype

_EXIT: Mapping[str, object] = {"prototype_parent": "xyz_exit"}
_SHOWN = {"map_mode": "scan", "map_visual_range": 9}
"""Options that a land has unless its author says otherwise: cells are seen, rooms or not."""
_OF_PLACE = ("at", "exits", "symbol")


@dataclass(frozen=True)
class LandContent:
    """The biomes of lands, and the texts that belong to no biome."""

    biomes: Sequence[Biome]
    texts: LandTexts


def make_content(rows: Iterable[Record], **texts: Any) -> LandContent:
    """Return the content of lands; `rows` are its biomes as dicts, `texts` those of `LandTexts`."""
    return LandContent([biome_from_row(row) for row in rows], LandTexts(**texts))


def is_endless(settings: Record) -> bool:
    """Whether a land has no bounds; `settings` is the `land` of its map module."""
    return "area" not in settings


def make_land(settings: Record, content: LandContent) -> Land:
    """Return the land that `settings`, the `land` of a map module, describes, with these biomes."""
    pairs = settings.get("roads")
    return Land(
        settings.get("seed", 1),
        content.biomes,
        {key: tuple(entry["at"]) for key, entry in places_in(settings).items()},
        None if pairs is None else [(first, other) for first, other in pairs],
    )


def places_in(settings: Record) -> dict[str, Record]:
    """Return the places in `settings`, the `land` of a map module: name -> {"at": (x, y), …}."""
    return {key: _entry(entry) for key, entry in (settings.get("places") or {}).items()}


def land_grid(
    settings: Record,
    name: str,
    content: LandContent,
    *,
    prototypes: Mapping[object, Mapping[str, object]] | None = None,
    options: Mapping[str, object] | None = None,
    tiles: Collection[Tile] = (),
) -> tuple[Grid, list[Finding]]:
    """Return (the Grid of a land, findings about the entries of its map module).

    Args:
        settings: `land` of a map module, checked: area, seed, places, roads.
        name: the name of the map.
        content: the biomes and texts of lands.
        prototypes: (x, y) of a room, or (x, y, direction) of an exit -> what is added to its
            prototype.
        options: the map's options.
        tiles: the squares of an endless land that are drawn, beside those of its places.

    Raises:
        RefusedError: if a place is where nobody can stand, or a road cannot be built.
    """
    places = places_in(settings)
    land = make_land(settings, content)
    try:
        ground = _ground(land, content.texts, settings, tiles, places)
    except MapError as fault:
        checked = [
            key
            for key, spot in land.places.items()
            if is_endless(settings) or Rect(*settings["area"]).relative(spot) is not None
        ]
        raise land_error(name, fault, *land.faults(checked)) from fault
    coords = ground.coords
    links = _all_links(ground, places)
    overrides = Overrides(prototypes or {}, axes=2)
    protos = _Protos(overrides)
    room_proto = _texts(land, content, ground, protos)
    for key, spot in ground.places.items():
        room_proto[_room_at(coords, spot)] = protos.add(_of_place(key, places[key], content.texts))
    room_proto = protos.changed(room_proto, *overrides.match_all(coords))
    link_proto = np.full(len(links.source), protos.add(_EXIT))
    for direction, way in enumerate(links.ways):
        of_way = links.way == direction
        matches = overrides.match_all(
            coords[links.source[of_way]], (way.direction, way.key, *way.aliases)
        )
        link_proto[of_way] = protos.changed(link_proto[of_way], *matches)
    within = links.target >= 0
    weight = np.ones(len(within))
    weight[within] = ground.cost[links.target[within]]
    lazy = {"rooms": "lazy"} if is_endless(settings) else {}
    grid = assemble_grid(
        name,
        levels=None,
        coords=np.column_stack([coords, np.zeros(len(coords), dtype=np.int64)]),
        source=links.source,
        target=links.target,
        way=links.way,
        ways=links.ways,
        weight=weight,
        outside=links.outside,
        needs=needs_by_link(protos.values, link_proto.tolist()) if overrides else {},
        protos=protos.values,
        room_proto=room_proto,
        link_proto=link_proto,
        options={**_SHOWN, **(options or {}), **lazy},
        drawn=(ground.sheet,),
    )
    findings = overrides.findings(name)
    if is_endless(settings):  # a key that matches no drawn cell may match one that is not drawn yet
        findings = [finding for finding in findings if finding.severity is Severity.ERROR]
    return grid, findings


def _ground(
    land: Land,
    texts: LandTexts,
    settings: Record,
    tiles: Collection[Tile],
    places: Mapping[str, Record],
) -> Ground:
    """Return the cells that become rooms.

    Raises:
        MapError: if a place or a road cannot be where it is said to be.
    """
    unknown = sorted({key for pair in land.pairs or () for key in pair} - land.places.keys())
    if unknown:
        cure = "known: " + (", ".join(land.places) or "none: add places")
        raise MapError(f"roads lead to {unknown[0]!r}, which is not a place", cure)
    symbols = [str(entry.get("symbol", "")) for entry in places.values()]
    if not is_endless(settings):
        return ground_in_area(land, texts, Rect(*settings["area"]), symbols)
    spots = [*land.places.values(), *([tuple(settings["at"])] if "at" in settings else ())]
    if far := [spot for spot in spots if not is_inside_land(*spot)]:
        cure = f"coordinates of an endless land go from {-FARTHEST:,} to {FARTHEST - 1:,}"
        raise MapError(f"{far[0]} is too far away", cure)
    of_places = [tile_at(*spot) for spot in land.places.values()]
    home = tile_at(*settings["at"]) if "at" in settings else (*of_places, (0, 0))[0]
    return ground_in_tiles(land, texts, {*tiles, *of_places}, home, symbols)


def _room_at(coords: Ints, spot: Spot) -> int:
    return int(np.flatnonzero((coords == spot).all(axis=1))[0])


def _texts(land: Land, content: LandContent, ground: Ground, protos: _Protos) -> Ints:
    """Return (n,): the prototype of each room by its text; each text is made only once."""
    used, which = np.unique(ground.texts, return_inverse=True)
    names = list(land.roads)
    numbers = [
        protos.add(room_prototype(c, content.biomes, content.texts, names)) for c in used.tolist()
    ]
    return np.array(numbers, dtype=np.int64)[which.reshape(-1)]


def _entry(entry: object) -> Record:
    """Return a place as a dict, however it is written."""
    return entry if isinstance(entry, Mapping) else {"at": entry}


class _Links(NamedTuple):
    """Links in the form that `assemble_grid` takes."""

    source: Ints
    target: Ints
    way: Ints
    ways: list[Way]
    outside: dict[int, Place]


def _all_links(ground: Ground, places: Mapping[str, Record]) -> _Links:
    """Return the links between rooms, and the links from places to other maps."""
    leaving = [
        (_room_at(ground.coords, spot), parse_exit_name(word.strip()), _place(to))
        for key, spot in ground.places.items()
        for word, to in places[key].get("exits", {}).items()
    ]
    ways = list(
        dict.fromkeys([*map(parse_exit_name, DIRECTIONS), *(way for _room, way, _to in leaving)])
    )
    source, target, way = links_between(ground.coords)
    return _Links(
        np.append(source, np.array([room for room, _way, _to in leaving], dtype=np.int64)),
        np.append(target, np.full(len(leaving), -1)),
        np.append(way, np.array([ways.index(w) for _r, w, _to in leaving], dtype=np.int64)),
        ways,
        {len(source) + n: to for n, (_room, _way, to) in enumerate(leaving)},
    )


class _Protos:
    """Numbered prototypes; an author's additions create new ones."""

    def __init__(self, overrides: Overrides) -> None:
        self.values: list[Record] = []
        self._overrides = overrides

    def add(self, prototype: Prototype) -> int:
        """Add a prototype, and return its number."""
        self.values.append(prototype)
        return len(self.values) - 1

    def changed(self, numbers: Ints, matches: Any, keys: Sequence[Any]) -> Ints:
        """Return the numbers after the author's additions.

        `found` and `keys` are as of `match_all`.
        """
        if not keys:
            return numbers
        pairs, which = np.unique(numbers * (len(keys) + 1) + matches + 1, return_inverse=True)
        changed = []
        for pair in pairs.tolist():
            number, key = divmod(pair, len(keys) + 1)
            if key:
                added = self._overrides.prototype(keys[key - 1])
                number = self.add({**self.values[number], **added})
            changed.append(number)
        result: Ints = np.array(changed, dtype=np.int64)[which.reshape(-1)]
        return result


def _of_place(name: str, entry: Mapping[str, object], texts: LandTexts) -> Mapping[str, object]:
    more = {key: value for key, value in entry.items() if key not in _OF_PLACE}
    desc = texts.place.replace("{name}", name)
    return {"prototype_parent": "xyz_room", "key": name, "desc": desc, **more}


def _place(to: Sequence[Any]) -> Place:
    """Return where an exit leads: (X, Y, map)."""
    return Place(str(to[2]).strip(), Coord(int(to[0]), int(to[1])))
