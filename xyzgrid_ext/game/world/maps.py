"""The maps of the game and copies of them, independently of any viewer.

    names      town, cube:3            ──►  maps and levels
    places     (2,2,town), (2,2,0,cube) ──►  rooms ──► coordinates, as tags carry them
    links      wormholes, what is hidden, what is a secret

This module does not use objects or the database; `world` does.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from xyzgrid_ext.core.coords import Coord, Place, map_key, split_level
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import Grid, LinkFlag, Sheet, check_world, has_fog, is_apart, locate
from xyzgrid_ext.core.grid.draw import draw_sheet
from xyzgrid_ext.core.grid.model import Bools
from xyzgrid_ext.core.grid.places import ANY_MAP, is_missing
from xyzgrid_ext.core.routes import Room
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.core.spawn.wanted import xyz_of
from xyzgrid_ext.core.view.visible import rooms_in_reach
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.lru_cache import LRUCache
from xyzgrid_ext.game.maps.loaded import LoadedMap, MapGround

_SHEETS = 64  # drawn levels kept
_WORMHOLE = int(LinkFlag.WORMHOLE)  # numpy's numbers and flags of Python take long together


class Grids(dict[str, Grid]):
    """Map key -> Grid of all maps of the game; copies are found by key but never listed.

    Copies are for a few players each; nobody else should see them.
    """

    @cached_property
    def copies(self) -> dict[str, Grid]:
        """Key -> Grid of the copies."""
        return {}

    def __missing__(self, key: str) -> Grid:
        return self.copies[key]


class Maps:
    """All loaded maps of the game, and the copies of some that parties play in."""

    def __init__(self, loaded: Sequence[LoadedMap]) -> None:
        self.loaded = {map_key(map_.name): map_ for map_ in loaded}
        self.grids = Grids(
            {key: map_.grid for key, map_ in self.loaded.items() if map_.grid is not None}
        )
        self._sheets = LRUCache[Sheet](_SHEETS)
        self._being_drawn: set[tuple[str, int]] = set()
        self.caches: dict[object, Any] = {}
        """The values of `PerWorld`."""

    # --- copies

    @property
    def copies(self) -> Mapping[str, Grid]:
        """Key -> Grid of the copies of maps."""
        return self.grids.copies

    def add_copy(self, key: str, grid: Grid) -> None:
        """Add a copy of a map by its own key; its rooms are found as soon as they exist."""
        self.grids.copies[key] = grid

    def drop_copy(self, key: str) -> None:
        """Remove the copy with this key."""
        self.grids.copies.pop(key, None)
        self.caches.clear()  # a new copy may reuse the key

    @property
    def everywhere(self) -> Mapping[str, Grid]:
        """Map key -> Grid of all maps and copies."""
        return ChainMap(self.grids.copies, self.grids)

    # --- faults

    @property
    def unloaded_maps(self) -> list[LoadedMap]:
        """The maps that did not load."""
        return [map_ for map_ in self.loaded.values() if map_.grid is None]

    @cached_property
    def unloaded_keys(self) -> frozenset[str]:
        """The keys of the maps that did not load."""
        keys = {key for key, map_ in self.loaded.items() if map_.grid is None}
        is_nameless = any(map_.name == map_.reference for map_ in self.unloaded_maps)
        return frozenset(keys | {ANY_MAP} if is_nameless else keys)

    def fails_to_load(self, name: str) -> bool:
        """Whether a map of this name, or the map of this level, does not load."""
        return is_missing(name, self.unloaded_keys - {ANY_MAP})

    def lacks_part(self, name: str) -> bool:
        """Whether a map of this name, or of this level, needs a part that the game has not."""
        absent = (
            map_key(map_.name)
            for map_ in self.unloaded_maps
            if any(finding.code == "absent-part" for finding in map_.findings)
        )
        return is_missing(name, frozenset(absent))

    def findings(self) -> list[Finding]:
        """Return all findings about the maps, each by itself and in their connections."""
        # the maps of a module that does not load have the same
        of_maps = dict.fromkeys(f for map_ in self.loaded.values() for f in map_.findings)
        return [*of_maps, *check_world(self.grids, self.unloaded_keys)]

    # --- names and coordinates

    def locate(self, place: Place) -> Room | None:
        """Return the room at a place, whose map may be named by a level; None without a room."""
        return locate(place, self.everywhere)

    def xyz(self, room: Room) -> XYZ:
        """Return the coordinate of a room in the form of its tags."""
        return xyz_of(self.grids[room[0]], room[1])

    def place_text(self, xyz: XYZ) -> str:
        """Return a coordinate of tags as commands take it, with its map's name as in the file."""
        level = self.level(xyz.z)
        return str(xyz) if level is None else xyz.text(self.grids[level[0]].zname(level[1]))

    def room_at_xyz(self, x: int, y: int, z: str) -> Room | None:
        """Return the room at a coordinate as in tags, `z` being `cube:3`; None if there is none."""
        return self.locate(Place(z, Coord(x, y)))

    def level(self, zname: str) -> tuple[str, int] | None:
        """Return (map key, level) for a Z of tags, such as `cube:3`; None if there is none."""
        key = map_key(zname)
        if key in self.grids:
            return key, 0
        if (level := split_level(key)) is not None and level[0] in self.grids:
            return level if level[1] < (self.grids[level[0]].levels or 0) else None
        return None

    def is_undrawn(self, place: Place) -> bool:
        """Whether a place is in an endless land, in a part that has not been drawn."""
        key = map_key(place.map)
        tiles = self.grids[key].tiles if key in self.grids else None
        return tiles is not None and tiles.is_undrawn(*place.coord[:2])

    def ground(self, key: str) -> MapGround | None:
        """Return the kinds of ground of an endless land; None for other maps, and for copies."""
        return self.loaded[key].ground if key in self.loaded else None

    @cached_property
    def in_fog(self) -> frozenset[str]:
        """The keys of the maps where players see only rooms that they have visited."""
        return frozenset(key for key, grid in self.grids.items() if has_fog(grid))

    @cached_property
    def without_goto(self) -> Mapping[str, Bools]:
        """Map key -> (n,) bool: its rooms into which no automatic walk leads."""
        pairs = ((key, grid.rooms_with_option("goto", "no")) for key, grid in self.grids.items())
        return {key: rooms for key, rooms in pairs if rooms is not None}

    def entry_texts(self, origin: Room | None, here: Room) -> list[str]:
        """Return the texts of areas that one enters by a move to `here`, the outer area first."""
        grid = self.grids[here[0]]
        old = grid.areas_of(origin[1]) if origin is not None and origin[0] == here[0] else ()
        new = [grid.areas[n] for n in reversed(grid.areas_of(here[1])) if n not in old]
        return [area.text for area in new if area.text]

    @cached_property
    def apart(self) -> frozenset[str]:
        """The keys of maps with rules of their own, such as dungeons: see `CorePart.apart`."""
        return frozenset(key for key, grid in self.grids.items() if is_apart(grid))

    # --- links

    def is_common(self, z: str) -> bool:
        """Whether rooms with this Z are ordinary: on no map with own rules or fog, or on no map.

        False for a map that does not load, since nobody can tell.
        """
        key = z if z in self.everywhere else (split_level(z) or (z,))[0]
        if (grid := self.everywhere.get(key)) is None:
            return key not in self.loaded
        return not is_apart(grid) and not has_fog(grid)

    def is_wormhole(self, room: Room, link: int) -> bool:
        """Whether a link is a wormhole."""
        return bool(self.grids[room[0]].link_flags.item(link) & _WORMHOLE)

    def is_hidden(self, room: Room, link: int) -> bool:
        """Whether a link is a hidden wormhole, known only after use."""
        options = self.grids[room[0]].options
        return options.get("wormholes", "hidden") == "hidden" and self.is_wormhole(room, link)

    def wormhole_id(self, room: Room, link: int) -> str:
        """Return the name under which characters remember a link that is a wormhole.

        The name stays the same when the map changes.
        """
        grid = self.grids[room[0]]
        x, y, z = grid.coord(room[1])
        # who has jumped it in one copy of a map knows it in all others
        name = map_key(grid.original)
        return f"{x},{y},{z},{name} {grid.way_of(link).direction}"

    # --- drawings

    def sheet(self, key: str, z: int) -> Sheet:
        """Return the drawing of a level; the last few are cached."""
        grid = self.grids[key]
        return self._sheets.get((grid, z), lambda: draw_sheet(grid, z))

    def sheet_near(self, room: Room, steps: int | None) -> Sheet:
        """Return the drawing of a room's level: all, or at least what is within `steps` steps.

        A large level of a matrix is drawn whole in another thread; until then, only the near part
        is there, unless `steps` is None.
        """
        grid = self.grids[room[0]]
        key, z = name = room[0], grid.coord(room[1]).z
        if steps is not None and not grid.drawn and (grid, z) not in self._sheets:
            if name not in self._being_drawn:
                task.begin(self.drawing_steps(key, z), lambda _: None)
            if name in self._being_drawn:
                return draw_sheet(grid, z, rooms_in_reach(grid, room[1], steps))
        return self.sheet(key, z)

    def drawing_steps(self, key: str, z: int) -> task.Steps[None]:
        """Draw a level in another thread, if it is a large one of a matrix and not drawn yet."""
        grid, name = self.grids[key], (key, z)
        begin, end = grid.rooms_of_level(z)
        if grid.drawn or end - begin < FEWEST_FOR_THREAD or (grid, z) in self._sheets:
            return

        def draw() -> Sheet:
            sheet = draw_sheet(grid, z)
            assert sheet.letter_cells is not None  # it takes long as well, and is kept in the sheet
            return sheet

        self._being_drawn.add(name)
        try:
            sheet = yield from run_in_thread("levels drawn", end - begin, draw)
        finally:  # what failed is tried again at the next look
            self._being_drawn.discard(name)
        self._sheets.get((grid, z), lambda: sheet)
