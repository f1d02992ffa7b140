"""The graph of the world: one table for all maps, and the portals.

    room of the world   0 1 2 3 4 | 5 6 7 | . . . | 8 ..      one number for each room
                         town       cellar   free   cube

A new map is written into free rows, and a removed map frees its rows; the others stay as they are.
A change in the game (a door locks, a builder opens an exit) changes one row or one portal. No
search result is stored here; caches elsewhere are valid for one `version`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from xyzgrid_ext.core.coords import Place, map_key, split_level
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.grid import Grid, LinkFlag, Way, locate
from xyzgrid_ext.core.routes.columns import Columns, Table, build_table
from xyzgrid_ext.core.routes.model import Portal, Room, is_restricted, must_be_known

_NO_ROUTE = int(LinkFlag.NO_ROUTE)  # plain numbers are many times as fast as flags
_AS_DRAWN = ("as the map says",)
_MOST_TOUCHED = 1000
Edge = tuple[int, float, Portal]
"""A portal from or to a room: (number of the other room, weight, the portal)."""


class Exit(NamedTuple):
    """An exit of a room: `target` is the number, in the world, of the room to which it leads.

    `portal` is what a search asks about (see Portal); None if everybody may use the exit.
    """

    target: int
    weight: float
    link: int
    portal: Portal | None = None


class World:
    """All maps joined in one graph, whose exits can be locked, opened and closed while a game runs.

    A room has a number in the world, besides its number on its map; `key` is a map's `map_key`.

    Attributes:
        columns: the links as arrays, for searches.
        version: a number that grows with each change.
        shape: a number that grows when maps come or go.
        touched: numbers in the world of rooms whose exits or entrances have changed since `shape`
            last grew.
        changed: (key of its map, number) of a link that is not as its map says -> what it needs
            now, None if nobody may use it.
        edges_from, edges_to: number of a room in the world -> portals out of it, and into it.
    """

    def __init__(
        self, grids: Mapping[str, Grid] | None = None, tables: Mapping[str, Table] | None = None
    ) -> None:
        self.version = self.shape = 0
        self.touched: list[int] = []
        self._grids: dict[str, Grid] = {}
        self._base: dict[str, int] = {}
        self._starts: list[int] = []  # first rows in ascending order, and the map at each
        self._keys: list[str] = []
        self.edges_from: dict[int, list[Edge]] = defaultdict(list)
        self.edges_to: dict[int, list[Edge]] = defaultdict(list)
        self._portals: dict[tuple[str, int], Portal] = {}
        self._of_map: dict[str, dict[tuple[str, int], Portal]] = defaultdict(dict)
        self._columns: dict[str, tuple[Any, ...]] = {}
        self._waiting: dict[str, set[tuple[str, int]]] = defaultdict(set)  # links by their goal
        self._opened: dict[tuple[str, int], Way] = {}
        self._drawn: dict[str, frozenset[int]] = {}  # links that are portals on the map itself
        self.changed: dict[tuple[str, int], tuple[str, ...] | None] = {}
        ready, grids = tables or {}, grids or {}
        all_tables = {key: ready.get(key) or build_table(grid) for key, grid in grids.items()}
        self.columns = Columns(all_tables.values())
        for key, grid in grids.items():
            self._place(key, grid, all_tables.pop(key))
        for key in self._grids:
            self._connect(key)

    # --- what it holds

    @property
    def grids(self) -> Mapping[str, Grid]:
        """The maps of the world, by key."""
        return MappingProxyType(self._grids)

    def number(self, room: Room) -> int:
        """Return the number in the world of a room, (key of its map, number on it)."""
        return self._base[room[0]] + room[1]

    def room(self, number: int) -> Room:
        """Return (key of its map, number on it) of the room with this number in the world."""
        at = bisect_right(self._starts, number) - 1
        return self._keys[at], number - self._starts[at]

    def has(self, room: Room) -> bool:
        """Whether the world has a room, (key of its map, number on it)."""
        return room[0] in self._grids and room[1] < self._grids[room[0]].rooms

    def room_range(self, key: str) -> tuple[int, int]:
        """Return (number in the world of a map's first room, one after that of its last room)."""
        return self._base[key], self._base[key] + self._grids[key].rooms

    def neighbours(self, room: Room) -> list[int]:
        """Return the numbers in the world of the rooms to which a room's exits lead.

        Exits with needs count, too; those that no route uses do not.
        """
        number = self.number(room)
        rooms = [target for target in self.columns.forth[number].tolist() if target != number]
        return rooms + [target for target, _, _ in self.edges_from.get(number, ())]

    def portal(self, room: Room, link: int) -> Portal | None:
        """Return the portal of the exit `link` of a room; None if searches do not ask about it."""
        return self._portals.get((room[0], link))

    def portals(self, key: str) -> Iterable[Portal]:
        """Yield all portals out of a map and into it."""
        return self._of_map[key].values()

    def way(self, room: Room, link: int) -> Way:
        """Return name, aliases and direction of the exit `link` (negative: opened in the game)."""
        return self._opened[room[0], link] if link < 0 else self._grids[room[0]].way_of(link)

    def exits(self, number: int) -> list[Exit]:
        """Return those exits of the room with this number in the world that routes use.

        They come in the order in which the map lists them, then those that were opened in the game.
        """
        key, room = self.room(number)
        if key not in self._columns:
            grid = self._grids[key]
            # numpy's own indexing of single numbers is several times as slow
            columns = (grid.first_link, grid.target, grid.weight, grid.link_flags)
            self._columns[key] = tuple(column.data for column in columns)
        first, targets, weights, flags = self._columns[key]
        begin, portals = self._base[key], self._portals
        exits = [
            Exit(begin + targets[link], weights[link], link)
            for link in range(first[room], first[room + 1])
            if targets[link] not in (-1, room)
            and not flags[link] & _NO_ROUTE
            and (key, link) not in portals
            and (key, link) not in self.changed
        ]
        if edges := self.edges_from.get(number):
            exits += [Exit(target, weight, portal.link, portal) for target, weight, portal in edges]
            exits.sort(key=lambda exit_: (exit_.link < 0, abs(exit_.link)))
        return exits

    # --- adding and removing maps

    def put(self, key: str, grid: Grid, table: Table | None = None) -> None:
        """Add or replace a map; its links lose what `lock`, `open` and `close` have changed.

        `table` is what `build_table` returns for the grid, if it was made before.
        """
        if key in self._grids and grid.shares_links_with(self._grids[key]):
            self._grids[key] = grid
            return
        table = build_table(grid) if table is None else table
        if key in self._grids:
            self.drop(key)
        self._place(key, grid, table)
        self._connect(key)
        self._rejoin(key)

    def drop(self, key: str) -> None:
        """Remove a map and the links into it; do nothing if the map does not exist."""
        if key not in self._grids:
            return
        for name in list(self._of_map.pop(key, ())):
            self._remove(name)
        begin = self._base[key]
        self.columns.free(begin, self._grids[key].rooms)
        at = bisect_right(self._starts, begin) - 1
        for link, place in self._grids[key].outside.items():
            for goal in _names(place):
                self._waiting[goal].discard((key, link))
        del self._keys[at], self._starts[at]
        for by_map in (self._base, self._grids, self._drawn, self._columns):
            by_map.pop(key, None)
        for changes in (self._opened, self.changed):
            for name in [name for name in changes if name[0] == key]:
                del changes[name]
        self._rejoin(key)

    def _rejoin(self, key: str) -> None:
        """Update links of other maps to a map which was added or removed, and the counters."""
        for name in sorted(self._waiting.get(key, ())):
            self._remove(name)
            self._join(*name)
        self.version += 1
        self.shape += 1
        self.touched.clear()

    def _place(self, key: str, grid: Grid, table: Table) -> None:
        begin = self.columns.add(table)
        self.columns.note_weights(grid.weight)
        at = bisect_right(self._starts, begin)
        self._starts.insert(at, begin)
        self._keys.insert(at, key)
        self._base[key], self._grids[key] = begin, grid
        self._drawn[key] = frozenset(table.portals)

    # --- live changes

    def lock(self, room: Room, link: int, needs: Sequence[str] = ()) -> None:
        """Let those use the exit `link` for whom all words in `needs` are true; nobody for ()."""
        self._change(room, link, tuple(needs) or None)

    def unlock(self, room: Room, link: int) -> None:
        """Let everybody use the exit `link`, whatever the map says it needs."""
        self._change(room, link, ())

    def restore(self, room: Room, link: int) -> None:
        """Let the exit `link` need what its map says, and nothing else."""
        self._change(room, link, _AS_DRAWN)

    def open(
        self, source: Room, target: Room, way: Way, weight: float = 1.0, needs: Sequence[str] = ()
    ) -> int:
        """Add an exit `way` that is not on the map; return its negative number, for `close`.

        Raises:
            UsageError: if the weight is not above 0.
        """
        if not weight > 0:
            raise UsageError(f"the weight of an exit is {weight}", "it must be above 0")
        link = min((number for key, number in self._opened if key == source[0]), default=0) - 1
        self._opened[source[0], link] = way
        self._add(Portal(source, target, link, weight, bool(needs), needs=tuple(needs)))
        self.version += 1
        return link

    def close(self, source: Room, link: int) -> None:
        """Remove the exit `link`, which `open` added; do nothing if it is gone already."""
        if self._opened.pop((source[0], link), None) is not None:
            self._remove((source[0], link))
            self.version += 1

    def _change(self, room: Room, link: int, needs: tuple[str, ...] | None) -> None:
        key, grid = room[0], self._grids[room[0]]
        if link not in grid.links_of(room[1]):
            raise UsageError(f"{grid.place(room[1])} has no link {link}", "take one of links_of()")
        if grid.link_flags[link] & LinkFlag.NO_ROUTE:
            return  # no route uses it, whatever it needs
        if needs is _AS_DRAWN:
            self.changed.pop((key, link), None)
        else:
            self.changed[key, link] = needs
        self._remove((key, link))
        if link in self._drawn[key] or (needs is not None and needs is not _AS_DRAWN):
            self._join(key, link)
        if link not in self._drawn[key] and grid.target[link] >= 0:
            self._rewrite(key, room[1], int(grid.target[link]))
        self.version += 1

    def _rewrite(self, key: str, source: int, target: int) -> None:
        """Update two rooms of the table."""
        if source != target:
            first, second = self.number((key, source)), self.number((key, target))
            weights = [
                exit_.weight
                for exit_ in self.exits(first)
                if exit_.target == second and exit_.portal is None
            ]
            self.columns.set_link(first, second, min(weights, default=None))
            self._touch(first, second)

    # --- portals

    def _connect(self, key: str) -> None:
        grid = self._grids[key]
        for link in sorted(self._drawn[key]):
            for name in _names(grid.outside[link]) if link in grid.outside else ():
                self._waiting[name].add((key, link))
            self._join(key, link)

    def _join(self, key: str, link: int) -> None:
        """Make the portal of a link, unless nobody may use it or it leads nowhere."""
        grid = self._grids[key]
        needs = self.changed.get((key, link), _AS_DRAWN)
        target = int(grid.target[link])
        far_end = (key, target) if target >= 0 else locate(grid.outside[link], self._grids)
        if far_end is None or needs is None:
            return
        wormhole = bool(grid.link_flags[link] & LinkFlag.WORMHOLE)
        if needs is _AS_DRAWN:
            restricted, needs = is_restricted(grid, link), grid.needs.get(link, ())
        else:
            hidden = grid.options.get("wormholes", "hidden") == "hidden"
            out = target < 0 and must_be_known(grid, link)
            restricted = bool(needs) or (wormhole and hidden) or out
        source = (key, int(grid.source[link]))
        weight = float(grid.weight[link])
        self._add(Portal(source, far_end, link, weight, restricted, wormhole, needs))

    def _add(self, portal: Portal) -> None:
        first, second = self.number(portal.source), self.number(portal.target)
        self._portals[name := (portal.source[0], portal.link)] = portal
        for key in (portal.source[0], portal.target[0]):
            self._of_map[key][name] = portal
        self.edges_from[first].append((second, portal.weight, portal))
        self.edges_to[second].append((first, portal.weight, portal))
        self.columns.begins[first] = self.columns.ends[second] = True
        self.columns.note_weights(np.array([portal.weight]))
        self._touch(first, second)

    def _remove(self, name: tuple[str, int]) -> None:
        """Remove a portal, if it exists."""
        if (portal := self._portals.pop(name, None)) is None:
            return
        for key in (portal.source[0], portal.target[0]):
            self._of_map[key].pop(name, None)
        begins, ends = self.columns.begins, self.columns.ends
        both = ((self.edges_from, portal.source, begins), (self.edges_to, portal.target, ends))
        for edges, room, has_portal in both:
            number = self.number(room)
            edges[number] = [edge for edge in edges[number] if edge[2] is not portal]
            if not edges[number]:
                del edges[number]
                has_portal[number] = False
            self._touch(number)

    def _touch(self, *numbers: int) -> None:
        self.touched += numbers
        if len(self.touched) > _MOST_TOUCHED:
            self.touched.clear()
            self.shape += 1


def build_world(grids: Mapping[str, Grid], tables: Mapping[str, Table] | None = None) -> World:
    """Return the graph of these maps, keyed by `map_key`; `tables` has those made before.

    Transitions to places that do not exist are left out: `check_world` reports them.
    """
    return World(grids, tables)


def _names(place: Place) -> list[str]:
    """Return the maps that a place may be on: the map of that name, or the map with that level."""
    key = map_key(place.map)
    level = split_level(key)
    return [key] if level is None else [key, level[0]]
