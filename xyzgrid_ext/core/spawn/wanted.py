"""What the database shall hold for a grid: pure, no look at the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.spawn.model import XYZ, ExitKey, ExitSpec, RoomSpec, Template, Wanted


def xyz_of(grid: Grid, room: int) -> XYZ:
    """The coordinate of a room as its tags carry it."""
    x, y, z = grid.coord(room)
    return XYZ(x, y, map_key(grid.zname(z)))


def wanted(grid: Grid, templates: Sequence[Template], grids: Mapping[str, Grid]) -> Wanted:
    """The rooms and exits of a map.

    Args:
        grid: the map.
        templates: one for each of `grid.protos`, in that order.
        grids: all maps by `map_key`, to find the targets of exits that leave the map. An exit
            whose target is no room is left out: `check_world` tells of it.

    """
    places = [xyz_of(grid, room) for room in range(grid.rooms)]
    rooms = {
        xyz: RoomSpec(template.key or "A room", template)
        for xyz, template in zip(places, (templates[i] for i in grid.room_proto), strict=True)
    }
    exits: dict[ExitKey, ExitSpec] = {}
    for link in range(grid.links):
        if grid.target[link] >= 0:
            target = places[grid.target[link]]
        elif (found := locate(grid.outside[link], grids)) is not None:
            target = xyz_of(grids[found[0]], found[1])
        else:
            continue
        way, template = grid.way_of(link), templates[grid.link_proto[link]]
        aliases = dict.fromkeys(a.lower() for a in (*way.aliases, *template.aliases))
        key = template.key or way.key
        if template.key:  # a renamed exit still answers to the name of its direction
            aliases = {way.key.lower(): None} | aliases
        exits[ExitKey(places[grid.source[link]], way.direction)] = ExitSpec(
            key, tuple(alias for alias in aliases if alias != key.lower()), target, template
        )
    return Wanted(rooms, exits)
