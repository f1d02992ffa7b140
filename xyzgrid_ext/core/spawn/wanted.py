"""The rows that the database should hold for a grid: pure, without reading the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence

import numpy as np

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.grid.model import Way
from xyzgrid_ext.core.names import typed_aliases
from xyzgrid_ext.core.spawn.model import XYZ, ExitKey, ExitSpec, RoomSpec, Template, Wanted


def xyz_of(grid: Grid, room: int) -> XYZ:
    """Return the coordinate of a room in the form of its tags."""
    x, y, z = grid.coord(room)
    return XYZ(x, y, map_key(grid.zname(z)))


def wanted(grid: Grid, templates: Sequence[Template], grids: Mapping[str, Grid]) -> Wanted:
    """Return the wanted rooms and exits of a map.

    Args:
        grid: the map.
        templates: one for each of `grid.protos`, in that order.
        grids: all maps by `map_key`, to find the targets of exits that leave the map. An exit
            whose target is not a room is left out: `check_world` reports it.

    """
    making = Making(grid, templates, grids)
    making.rooms(range(grid.rooms))
    making.exits(range(grid.links))
    return making.result


def exit_names(way: Way, key: str | None, aliases: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """Return the name and the aliases of an exit whose prototype has this key and these aliases.

    A renamed exit still answers to the name of its direction.
    """
    key = key or way.key
    return key, typed_aliases(key, (way.key, *way.aliases, *aliases))


class Making:
    """Makes the wanted rows of a map step by step, so that a server can do other work in between.

    Pass all rooms first, in any pieces; exits may belong to rooms that are not wanted. They are
    added to `rooms` and `exits`, if these are given: those of several maps.
    """

    def __init__(
        self,
        grid: Grid,
        templates: Sequence[Template] | Mapping[int, Template],
        grids: Mapping[str, Grid],
        rooms: dict[XYZ, RoomSpec] | None = None,
        exits: MutableMapping[ExitKey, ExitSpec] | None = None,
    ) -> None:
        self._grid, self._templates, self._grids = grid, templates, grids
        self._places: dict[int, XYZ] = {}
        self._rooms = {} if rooms is None else rooms
        self._exits = {} if exits is None else exits
        self._names: dict[tuple[int, int], tuple[str, str, tuple[str, ...]]] = {}
        self._znames = grid.zkeys
        self.result = Wanted(self._rooms, self._exits)

    def rooms(self, part: Sequence[int]) -> None:
        """Add the rooms with these numbers."""
        rows = np.array(part, dtype=np.int64)
        protos = self._grid.room_proto[rows].tolist()
        coords = self._grid.coords[rows].tolist()
        specs: dict[int, RoomSpec] = {}
        for room, (x, y, z), proto in zip(part, coords, protos, strict=True):
            if proto not in specs:
                template = self._templates[proto]
                specs[proto] = RoomSpec(template.key or "A room", template)
            self._places[room] = xyz = XYZ(x, y, self._znames[z])
            self._rooms[xyz] = specs[proto]

    def exits(self, part: Sequence[int]) -> None:
        """Add the links with these numbers."""
        grid, places = self._grid, self._places
        rows = np.array(part, dtype=np.int64)
        columns = (grid.source, grid.target, grid.way, grid.link_proto)
        lists = (column[rows].tolist() for column in columns)
        for link, source, inside, way, proto in zip(part, *lists, strict=True):
            if inside >= 0:
                target = places[inside] if inside in places else xyz_of(grid, inside)
            elif (found := locate(grid.outside[link], self._grids)) is not None:
                target = xyz_of(self._grids[found[0]], found[1])
            else:
                continue
            direction, key, aliases = self._named(way, proto)
            spec = ExitSpec(key, aliases, target, self._templates[proto])
            here = places[source] if source in places else xyz_of(grid, source)
            self._exits[ExitKey(here, direction)] = spec

    def _named(self, number: int, proto: int) -> tuple[str, str, tuple[str, ...]]:
        """Return the direction, name and aliases of the exits that a prototype makes for a way."""
        if (found := self._names.get((number, proto))) is None:
            way, template = self._grid.ways[number], self._templates[proto]
            key, others = exit_names(way, template.key, template.aliases)
            found = self._names[number, proto] = way.direction, key, others
        return found
