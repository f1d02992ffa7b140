"""Maps that are a land from noise: an area of it, or a whole land, drawn square by square."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from operator import call
from typing import Any, NamedTuple, TypeVar, cast

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.view.snapshot import GroundKind
from xyzgrid_ext.foreign.values import is_data
from xyzgrid_ext.game.base.background import run_in_process
from xyzgrid_ext.game.maps.loaded import LoadedMap, MapGround
from xyzgrid_ext.parts.lands.content import LAND
from xyzgrid_ext.parts.lands.core.cells import sample_cells
from xyzgrid_ext.parts.lands.core.paths import LandPath, NoPath
from xyzgrid_ext.parts.lands.core.picture import PLACE, ROAD
from xyzgrid_ext.parts.lands.core.pieces import land_map, land_path, land_picture, picture_part_json
from xyzgrid_ext.parts.lands.core.roads import Spot
from xyzgrid_ext.parts.lands.core.tiles import Tile
from xyzgrid_ext.parts.lands.core.to_grid import is_endless, make_content, make_land, places_in
from xyzgrid_ext.parts.lands.core.zoomed import picture_version

_T = TypeVar("_T")
_OF_LAND = ("land", "prototypes", "options")
_ROAD = GroundKind("road", ROAD[0], "#7a4a20")
_drawn: dict[str, frozenset[Tile]] = {}


def drawn_squares(key: str, new: Iterable[Tile] | None = None) -> frozenset[Tile]:
    """Return the squares of the land `key` that are drawn in this process; `new` sets them."""
    if new is not None:
        _drawn[key] = frozenset(new)
    return _drawn.get(key, frozenset())


def forget_squares() -> None:
    """Forget which squares of endless lands are drawn, so that only their places are, at first."""
    _drawn.clear()


def load_land(name: str, reference: str, data: Mapping[Any, Any]) -> LoadedMap:
    """Return the map of a land; `data` is the XYMAP_DATA of its module, `reference` its path."""
    land_data = {key: data[key] for key in _OF_LAND if key in data}
    if not is_endless(land_data["land"]):
        land = _made(land_map, land_data, LAND, name)
        return LoadedMap(name, reference, land.grid, land.findings, ground=land_ground())
    loaded_map = LoadedMap(name, reference, ground=land_ground(), land=land_data)
    return _with(loaded_map, drawn_squares(map_key(name)))


def with_squares(loaded: LoadedMap, squares: Collection[Tile]) -> LoadedMap:
    """Return a map of an endless land with other squares drawn, now and when it is read again."""
    new_map = _with(loaded, squares)
    if new_map.grid is not None:
        drawn_squares(map_key(loaded.name), squares)
    return new_map


def find_path_over(loaded: LoadedMap, start: Spot, goal: Spot) -> LandPath | NoPath:
    """Return the cheapest route between two cells of an endless land, drawn or not."""
    assert loaded.land is not None
    return _made(land_path, loaded.land["land"], LAND, start, goal)


def land_picture_of(loaded: LoadedMap, here: Spot, size: Spot, zoom: int) -> list[str]:
    """Return the lines of a picture of an endless land around a cell; see `land_picture`."""
    assert loaded.land is not None
    return _made(land_picture, loaded.land["land"], LAND, here, size, zoom)


def picture_part(loaded: LoadedMap, step: int, column: int, row: int) -> bytes:
    """Return a part of an endless land's picture as JSON; see `core.zoomed`."""
    assert loaded.land is not None
    return _made(picture_part_json, loaded.land["land"], LAND, step, column, row)


class LandOutline(NamedTuple):
    """The named places of a land; `version` is a hash of all that its pictures depend on."""

    version: str
    places: tuple[tuple[str, Spot], ...]


def land_outline(loaded: LoadedMap) -> LandOutline:
    """Return the outline of an endless land."""
    assert loaded.land is not None
    land = make_land(loaded.land["land"], _content())
    return LandOutline(picture_version(land), tuple(land.places.items()))


@cache
def land_ground() -> MapGround:
    """Return the kinds of ground of lands: the biomes by their numbers, and last the road."""
    biomes = _content().biomes
    names: dict[str, list[str]] = defaultdict(list)
    for biome in biomes:
        names[biome.symbol].append(biome.name)
    names[ROAD[0]].append("road")
    names[PLACE[0]].append("place")
    kinds = (GroundKind(biome.name, biome.symbol, biome.paint) for biome in biomes)
    return MapGround(
        (*kinds, _ROAD),
        {symbol: "/".join(names_of_symbol) for symbol, names_of_symbol in names.items()},
    )


def ground_at(loaded: LoadedMap, at: Spot) -> str:
    """Return the name of the biome of a cell of an endless land."""
    assert loaded.land is not None
    land = make_land(loaded.land["land"], _content())
    return land.biomes[int(sample_cells(land.number, land.biomes, *at, 1, 1).biome[0, 0])].name


def land_places(loaded: LoadedMap) -> dict[str, Spot]:
    """Return name -> cell of the places of an endless land."""
    assert loaded.land is not None
    return {name: tuple(entry["at"]) for name, entry in places_in(loaded.land["land"]).items()}


@cache
def _content() -> Any:
    return make_content(**cast("dict[str, Any]", LAND))


def _with(loaded: LoadedMap, squares: Collection[Tile]) -> LoadedMap:
    assert loaded.land is not None
    land = _made(land_map, loaded.land, LAND, loaded.name, sorted(squares))
    return replace(loaded, grid=land.grid, findings=land.findings, table=land.table)


def _made(make: Callable[..., _T], data: Mapping[str, object], *values: object) -> _T:
    """Return a piece of a land; one with functions of an author's own is made in this process."""
    return (run_in_process if is_data(data) else call)(make, data, *values)
