"""Finds the rooms that places mean, and writes places as text.

(2,2,town)      on a flat map
(2,2,0,cube)    on a 3D map; an author may also name its level, (2,2,cube:0)
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from xyzgrid_ext.core.coords import Place, map_key, split_level
from xyzgrid_ext.core.grid.model import Grid

ANY_MAP = "*"
"""In a set of maps that do not load, stands for maps of unknown names: it may be any map."""


def locate(place: Place, grids: Mapping[str, Grid]) -> tuple[str, int] | None:
    """Find the room at a place as (map key, room number); None if there is none.

    `grids` is keyed by `map_key`. The map may be named by a level, such as `cube:3`; a map of
    exactly that name takes precedence.
    """
    if (level := find_level(place.map, grids)) is None:
        return None
    key, z = level
    room = grids[key].room_at(place.coord if z is None else place.coord._replace(z=z))
    return None if room is None else (key, room)


def find_level(name: str, grids: Mapping[str, Grid]) -> tuple[str, int | None] | None:
    """Return (key of the map, its level) for a name: `("cube", 3)` for `cube:3`; None if unknown.

    The level is None for a map's own name. `grids` is keyed by `map_key`.
    """
    key = map_key(name)
    if key in grids:
        return key, None
    level = split_level(key)
    if level is None or level[0] not in grids or grids[level[0]].levels is None:
        return None  # a flat map has no levels
    return level


def is_missing(name: str, missing: Set[str]) -> bool:
    """Whether a name is that of a map that does not load, or of a level of such a map.

    `missing` has the keys (`map_key`) of these maps; with ANY_MAP in it, every name counts.
    """
    key = map_key(name)
    level = split_level(key)
    return not missing.isdisjoint((key, level[0] if level else key, ANY_MAP))


def coord_text(grid: Grid, room: int) -> str:
    """Return the coordinate of a room as its author writes it: without z on a flat map."""
    return Place("", grid.coord(room)).text(is_flat=grid.levels is None)


def place_text(grid: Grid, room: int) -> str:
    """Return the place of a room as commands take and print it: `(2,2,0,cube)`, `(2,2,town)`."""
    return grid.place(room).text(is_flat=grid.levels is None)


def exit_text(grid: Grid, link: int) -> str:
    """Return the name of a link's exit, and where it is: `the exit 'gate' of (1,0)`."""
    return f"the exit '{grid.way_of(link).key}' of {coord_text(grid, int(grid.source[link]))}"


def authored_place(place: Place) -> str:
    """Return a place as authors write it, (X, Y, map): `(2,2,cube:1)`; z is left out if it is 0."""
    return place.text(is_flat=not place.coord.z)
