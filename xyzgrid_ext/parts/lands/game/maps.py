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
from xyzgrid_ext.parts.lands.core.picture import PLACE, ROAD
from xyzgrid_ext.parts.lands.core.pieces import land_map, land_picture, land_way, picture_part_json
from xyzgrid_ext.parts.lands.core.roads import Spot
from xyzgrid_ext.parts.lands.core.tiles import Tile
from xyzgrid_ext.parts.lands.core.to_grid import is_endless, make_content, make_land, places_in
from xyzgrid_ext.parts.lands.core.ways import LandWay, NoWay
from xyzgrid_ext.parts.lands.core.zoomed import picture_version

T = TypeVar("T")
_OF_LAND = ("land", "prototypes", "options")
_ROAD = GroundKind("road", ROAD[0], "#7a4a20")
_drawn: dict[str, frozenset[Tile]] = {}


def drawn_squares(key: str, new: Iterable[Tile] | None = None) -> frozenset[Tile]:
    """Return the squares of an endless land that are drawn in this process.

    Set them first if `new` is given.
    """
    if new is not None:
        _drawn[key] = frozenset(new)
    return _drawn.get(key, frozenset())


def forget_squares() -> None:
    """Forget which squares of endless lands are drawn, so that only their places are, at first."""
    _drawn.clear()


def load_land(name: str, reference: str, data: Mapping[Any, Any]) -> LoadedMap:
    """Return the map of a land."""
    own = {key: data[key] for key in _OF_LAND if key in data}
    if not is_endless(own["land"]):
        made = _made(land_map, own, LAND, name)
        return LoadedMap(name, reference, made.grid, made.findings, ground=land_ground())
    loaded_map = LoadedMap(name, reference, ground=land_ground(), land=own)
    return _with(loaded_map, drawn_squares(map_key(name)))


def with_squares(one: LoadedMap, squares: Collection[Tile]) -> LoadedMap:
    """Return a map of an endless land with other squares drawn.

    Lands that are read later get these squares as well.
    """
    found = _with(one, squares)
    if found.grid is not None:
        drawn_squares(map_key(one.name), squares)
    return found


def find_way_over(one: LoadedMap, start: Spot, goal: Spot) -> LandWay | NoWay:
    """Find the way between two cells of an endless land, whatever is drawn."""
    assert one.land is not None
    return _made(land_way, one.land["land"], LAND, start, goal)


def land_picture_of(one: LoadedMap, here: Spot, size: Spot, zoom: int) -> list[str]:
    """Return a picture of an endless land from afar; see `land_picture`."""
    assert one.land is not None
    return _made(land_picture, one.land["land"], LAND, here, size, zoom)


def picture_part(one: LoadedMap, step: int, column: int, row: int) -> bytes:
    """Return a part of an endless land's picture as JSON; see `core.land.zoomed`."""
    assert one.land is not None
    return _made(picture_part_json, one.land["land"], LAND, step, column, row)


class LandOutline(NamedTuple):
    """What there is to know of a land before its parts are drawn.

    `version` is the hash of all that its pictures depend on.
    """

    version: str
    places: tuple[tuple[str, Spot], ...]


def land_outline(one: LoadedMap) -> LandOutline:
    """Return the outline of an endless land."""
    assert one.land is not None
    land = make_land(one.land["land"], _content())
    return LandOutline(picture_version(land), tuple(land.places.items()))


@cache
def land_ground() -> MapGround:
    """Return the ground of lands: the biomes by their numbers, and last the road; its symbols."""
    biomes = _content().biomes
    names: dict[str, list[str]] = defaultdict(list)
    for biome in biomes:
        names[biome.symbol].append(biome.name)
    names[ROAD[0]].append("road")
    names[PLACE[0]].append("place")
    kinds = (GroundKind(biome.name, biome.symbol, biome.paint) for biome in biomes)
    return MapGround((*kinds, _ROAD), {symbol: "/".join(own) for symbol, own in names.items()})


def ground_at(one: LoadedMap, at: Spot) -> str:
    """Return the name of the biome of a cell of an endless land."""
    assert one.land is not None
    land = make_land(one.land["land"], _content())
    return land.biomes[int(sample_cells(land.number, land.biomes, *at, 1, 1).biome[0, 0])].name


def land_places(one: LoadedMap) -> dict[str, Spot]:
    """Return the named places of an endless land."""
    assert one.land is not None
    return {name: tuple(entry["at"]) for name, entry in places_in(one.land["land"]).items()}


@cache
def _content() -> Any:
    return make_content(**cast("dict[str, Any]", LAND))


def _with(one: LoadedMap, squares: Collection[Tile]) -> LoadedMap:
    assert one.land is not None
    made = _made(land_map, one.land, LAND, one.name, sorted(squares))
    return replace(one, grid=made.grid, findings=made.findings, table=made.table)


def _made(make: Callable[..., T], data: Mapping[str, object], *values: object) -> T:
    """Return a piece of a land; one with functions of an author's own is made in this process."""
    return (run_in_process if is_data(data) else call)(make, data, *values)
