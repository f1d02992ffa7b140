"""Whole maps as their author sees them, as MapViews: for files that are made without a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.grid.draw import room_symbol
from xyzgrid_ext.core.view.snapshot import (
    ExitView,
    MapHead,
    MapView,
    RoomView,
    area_number,
    compass_direction,
    exit_kind,
)


def full_map_views(grids: Sequence[Grid]) -> list[MapView]:
    """Return a MapView of each Grid with nothing hidden, as for its author.

    An exit to a map that is not among `grids` has no target. Rooms are numbered from 1 in the order
    of the Grids. A room without a name is called by its coordinate.
    """
    by_key = {map_key(grid.name): grid for grid in grids}
    first, begin = {}, 1
    for key, grid in by_key.items():
        first[key] = begin
        begin += grid.rooms
    return [_view(key, by_key, first) for key in by_key]


def _view(key: str, grids: Mapping[str, Grid], first: Mapping[str, int]) -> MapView:
    grid = grids[key]
    rooms = []
    for room in range(grid.rooms):
        coord = grid.coord(room)
        prototype = grid.protos[grid.room_proto[room]] if grid.room_proto[room] >= 0 else {}
        exits = tuple(_exit(key, link, grids, first) for link in grid.links_of(room))
        name = str(prototype.get("key") or coord)
        rooms.append(RoomView(first[key] + room, name, *coord, room_symbol(grid, room), exits))
    head = MapHead(key, area_number(key), grid.name, grid.levels, grid.rooms, grid.rooms)
    return MapView(head, tuple(rooms))


def _exit(key: str, link: int, grids: Mapping[str, Grid], first: Mapping[str, int]) -> ExitView:
    grid = grids[key]
    inside = int(grid.target[link])
    target = (key, inside) if inside >= 0 else locate(grid.outside[link], grids)
    way = grid.way_of(link)
    prototype = grid.protos[grid.link_proto[link]] if grid.link_proto[link] >= 0 else {}
    return ExitView(
        str(prototype.get("key") or way.key),
        compass_direction((way.key, *way.aliases)),
        None if target is None else first[target[0]] + target[1],
        "" if target is None else target[0],
        exit_kind(grid, link),
        needs=grid.needs.get(link, ()),
        weight=float(grid.weight[link]),
    )
