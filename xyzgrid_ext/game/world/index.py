"""The index from objects to rooms and links of the maps, and back, without queries.

    object ──► code ──► (map, room) or (map, link)        8 bytes an object (`ObjectCodes`)
    room, link ──► object                                 8 bytes each, in columns of its map

Objects without a place on any map are stored by coordinates, so that the index can be made again
for other maps without the database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from sys import intern
from typing import NamedTuple, TypeVar

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.grid.model import Ints
from xyzgrid_ext.core.grid.places import find_level
from xyzgrid_ext.core.routes import Room
from xyzgrid_ext.core.spawn import XYZ, ExitKey
from xyzgrid_ext.game.db.objects import ObjectColumns

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_MOST = 4_096  # answers that are kept, of some 200 bytes


class Lookup(Mapping[_Key, _Value]):
    """A read-only mapping whose values a function finds on demand, with a cache of the last."""

    def __init__(
        self, look: Callable[[_Key], _Value | None], every: Callable[[], Iterable[_Key]]
    ) -> None:
        self._look, self._every = lru_cache(_MOST)(look), every
        self.forget = self._look.cache_clear
        self.get = self._look  # type: ignore[assignment,method-assign]

    def __getitem__(self, key: _Key) -> _Value:
        if (value := self._look(key)) is None:
            raise KeyError(key)
        return value

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._every())

    def __len__(self) -> int:
        return len(list(self._every()))


class _Objects:
    """The objects of one map: one for each room and each link, 0 where there is none."""

    def __init__(self, key: str, grid: Grid) -> None:
        self.key, self.grid = key, grid
        self.rooms: Ints = np.zeros(grid.rooms, np.int64)
        self.links: Ints = np.zeros(grid.links, np.int64)


class Index:
    """Which object in the database, by its id, is which room or exit of the maps, and the reverse.

    Attributes:
        rooms: object id -> its room; several objects may have the same room.
        objects: room -> the id of its object.
        links: object id -> the room that an exit leaves, and its link.
        exits: (room, direction in lower case) -> the id of the exit's object.
        spawned: map key -> the number of its rooms with an object.
        unseen: the ids of exits that some players cannot see.
        veils: map -> the links of the unseen exits.
    """

    def __init__(self, grids: Mapping[str, Grid]) -> None:
        self._grids = grids
        self._maps: list[_Objects] = []
        self._numbers: dict[str, int] = {}
        self._codes = ObjectCodes()
        self._elsewhere: dict[int, XYZ | ExitKey] = {}
        self._odd: dict[tuple[Room, str], int] = {}  # exits in directions that the map has not
        self.unseen: set[int] = set()
        self.spawned: Counter[str] = Counter()
        self.veils: dict[str, set[int]] = {}
        self.rooms: Lookup[int, Room] = Lookup(self._room_of, lambda: self._ids(False))
        self.links: Lookup[int, tuple[Room, int]] = Lookup(self._link_of, lambda: self._ids(True))
        self.objects: Lookup[Room, int] = Lookup(self._object_of, self._rooms_with_objects)
        self.exits: Lookup[tuple[Room, str], int] = Lookup(self._exit_of, lambda: self._odd)

    @classmethod
    def from_columns(cls, grids: Mapping[str, Grid], columns: ObjectColumns) -> Index:
        """Make the index of all objects with coordinate tags."""
        index = cls(grids)
        index._add_columns(columns)
        return index

    def for_maps(self, grids: Mapping[str, Grid]) -> Index:
        """Make an index of the same objects for other maps.

        Another thread may change this one meanwhile: whether the new one has that does not matter.
        """
        index = Index(grids)
        for number, are_links, pks, numbers in self._codes.groups():
            map_ = self._maps[number]
            if map_.key in grids and grids[map_.key].has_same_layout(map_.grid):
                index._put_all(map_.key, pks, numbers, are_links)
            else:  # their rooms are looked for anew
                index._add_columns(_columns_of(map_.grid, pks, numbers, are_links))
        for pk, place in sorted(self._elsewhere.items()):
            index._add(place, pk)
        index.hide_exits(tuple(self.unseen))
        return index

    def last_room(self, key: str) -> int:
        """Return the highest id among a map's room objects; 0 if there is none."""
        number = self._numbers.get(key)
        return 0 if number is None else int(self._maps[number].rooms.max(initial=0))

    def rooms_off_map(self, zname: str) -> int:
        """Return how many room objects have a coordinate on a level where its map has no room."""
        places = self._elsewhere.values()
        return sum(isinstance(place, XYZ) and place.z == zname for place in places)

    def rooms_without(self, key: str) -> Ints:
        """Return (n,): the numbers of a map's rooms that have no object, ascending."""
        number = self._numbers.get(key)
        if number is None:
            return np.arange(self._grids[key].rooms)
        return np.flatnonzero(self._maps[number].rooms == 0)

    def of_map(self, key: str, *, by_age: bool = False) -> tuple[Ints, Ints]:
        """Return (room numbers, link numbers) of a map: those that have an object.

        They ascend; if `by_age`, the rooms with the oldest objects come first.
        """
        number = self._numbers.get(key)
        if number is None:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        map_ = self._maps[number]
        rooms = np.flatnonzero(map_.rooms != 0)  # NumPy finds true values in half the time
        if by_age:
            rooms = rooms[np.argsort(map_.rooms[rooms])]
        return rooms, np.flatnonzero(map_.links != 0)

    def is_whole(self, room: Room) -> bool:
        """Whether a room has an object, and at least one exit object if it has links."""
        map_ = self._map_of(room)
        if map_ is None or not map_.rooms.item(room[1]):
            return False
        links = map_.grid.links_of(room[1])
        return not links or bool(map_.links[links.start : links.stop].any())

    # --- what changes

    def add_room(self, xyz: XYZ, pk: int) -> None:
        """Add the object of a room; an earlier object of that room stays its main one."""
        self._forget(pk)
        room = locate(Place(xyz.z, Coord(xyz.x, xyz.y)), self._grids)
        if room is None:
            self._elsewhere[pk] = xyz
            return
        number = self._number(room[0])
        self._codes.put(pk, Code(number, room[1], False))
        column = self._maps[number].rooms
        if not column[room[1]]:
            column[room[1]] = pk
            self.spawned[room[0]] += 1
        self._forget_lookups()

    def add_exit(self, key: ExitKey, pk: int) -> None:
        """Add the object of an exit; an earlier object of that exit stays its main one."""
        self._forget(pk)
        xyz, direction = key.room, intern(key.direction.lower())
        room = locate(Place(xyz.z, Coord(xyz.x, xyz.y)), self._grids)
        link = None if room is None else self._grids[room[0]].link_by_name(room[1], direction)
        if room is None or link is None:
            self._elsewhere[pk] = key
            if room is not None:
                self._odd.setdefault((room, direction), pk)
            self._forget_lookups()
            return
        number = self._number(room[0])
        self._codes.put(pk, Code(number, link, True))
        column = self._maps[number].links
        if not column[link]:
            column[link] = pk
        self._forget_lookups()

    def _add(self, place: XYZ | ExitKey, pk: int) -> None:
        if isinstance(place, ExitKey):
            self.add_exit(place, pk)
        else:
            self.add_room(place, pk)

    def hide_exits(self, exits: Iterable[int]) -> None:
        """Mark exits as hidden from some players."""
        for pk in exits:
            self.unseen.add(pk)
            if (place := self.links.get(pk)) is not None:
                (key, _number), link = place
                self.veils.setdefault(key, set()).add(link)

    def show_exits(self, exits: Iterable[int]) -> None:
        """Mark exits as visible to everybody, or as removed."""
        for pk in self.unseen.intersection(exits):
            self.unseen.discard(pk)
            if (place := self.links.get(pk)) is not None:
                (key, _number), link = place
                self.veils[key].discard(link)

    def remove(self, pks: Iterable[int]) -> None:
        """Remove objects from the index."""
        pks = tuple(pks)
        self.show_exits(pks)
        for pk in pks:
            self._forget(pk)

    def _forget(self, pk: int) -> None:
        if (code := self._codes.get(pk)) is not None:
            map_ = self._maps[code.map]
            column = map_.links if code.is_link else map_.rooms
            if column[code.number] == pk:
                column[code.number] = 0
                self.spawned[map_.key] -= not code.is_link
            self._codes.put(pk, None)
        known = self._elsewhere.pop(pk, None)
        if isinstance(known, ExitKey) and self._odd:
            room = locate(Place(known.room.z, Coord(known.room.x, known.room.y)), self._grids)
            if room is not None and self._odd.get(name := (room, known.direction.lower())) == pk:
                del self._odd[name]
        self._forget_lookups()

    def _forget_lookups(self) -> None:
        for lookup in (self.rooms, self.links, self.objects, self.exits):
            lookup.forget()

    # --- many at once

    def _add_columns(self, columns: ObjectColumns) -> None:
        """Add objects in ascending order; of two in one place, the first stays the main one."""
        rooms = np.full(len(columns.pks), -1)
        levels = [find_level(zname, self._grids) for zname in columns.znames]
        for key in dict.fromkeys(level[0] for level in levels if level is not None):
            grid = self._grids[key]
            sheet = np.array([-1 if o is None or o[0] != key else o[1] or 0 for o in levels])
            at = np.flatnonzero(sheet[columns.z] >= 0)
            places = np.stack((columns.x[at], columns.y[at], sheet[columns.z[at]]), axis=-1)
            rooms[at] = grid.rooms_at(places)
            at = at[rooms[at] >= 0]
            are_rooms = columns.direction[at] < 0
            self._put_all(key, columns.pks[at[are_rooms]], rooms[at[are_rooms]], False)
            exits = at[~are_rooms]
            links = _links_named(grid, rooms[exits], columns.direction[exits], columns.directions)
            self._put_all(key, columns.pks[exits[links >= 0]], links[links >= 0], True)
            rooms[exits[links < 0]] = -1
        for row in np.flatnonzero(rooms < 0).tolist():
            self._add(columns.place(row), int(columns.pks[row]))

    def _put_all(self, key: str, pks: Ints, numbers: Ints, are_links: bool) -> None:
        """Add objects, in ascending order, as rooms or links of a map."""
        number = self._number(key)
        self._codes.put_all(pks, number, numbers, are_links)
        map_ = self._maps[number]
        column = map_.links if are_links else map_.rooms
        new = column[numbers] == 0
        # of what is written to one place the last stays
        column[numbers[new][::-1]] = pks[new][::-1]
        if not are_links:
            self.spawned[key] += int((column[numbers[new]] == pks[new]).sum())
        self._forget_lookups()

    def _number(self, key: str) -> int:
        """Return the number of a map, which changes if its Grid does."""
        number = self._numbers.get(key)
        if number is None or self._maps[number].grid is not self._grids[key]:
            number = self._numbers[key] = len(self._maps)
            self._maps.append(_Objects(key, self._grids[key]))
        return number

    # --- looking up

    def _room_of(self, pk: int) -> Room | None:
        code = self._codes.get(pk)
        return None if code is None or code.is_link else (self._maps[code.map].key, code.number)

    def rooms_with(self, pks: Ints) -> Iterator[tuple[str, Ints, Ints]]:
        """Yield (map key, numbers of its rooms with objects in `pks`, positions of these in `pks`).

        `pks` ascend; they are found map by map, since thousands of rooms may have one name.
        """
        for key, number in self._numbers.items():
            rooms = np.flatnonzero(self._maps[number].rooms)
            ids = self._maps[number].rooms[rooms]
            at = np.searchsorted(pks, ids).clip(max=len(pks) - 1)
            hit = pks[at] == ids
            if hit.any():
                yield key, rooms[hit], at[hit]

    def _link_of(self, pk: int) -> tuple[Room, int] | None:
        code = self._codes.get(pk)
        if code is None or not code.is_link:
            return None
        map_ = self._maps[code.map]
        return (map_.key, map_.grid.source.item(code.number)), code.number

    def _object_of(self, room: Room) -> int | None:
        map_ = self._map_of(room)
        return None if map_ is None else map_.rooms.item(room[1]) or None

    def _exit_of(self, name: tuple[Room, str]) -> int | None:
        room, direction = name
        if (map_ := self._map_of(room)) is not None:
            link = map_.grid.link_by_name(room[1], direction)
            if link is not None and (pk := map_.links.item(link)):
                return int(pk)
        return self._odd.get(name) if self._odd else None

    def _map_of(self, room: Room) -> _Objects | None:
        number = self._numbers.get(room[0])
        map_ = None if number is None else self._maps[number]
        return map_ if map_ is not None and 0 <= room[1] < len(map_.rooms) else None

    def _ids(self, links: bool) -> Iterable[int]:
        for _map, are_links, pks, _numbers in self._codes.groups():
            if are_links is links:
                yield from pks.tolist()

    def _rooms_with_objects(self) -> Iterable[Room]:
        for key, number in self._numbers.items():
            for room in np.flatnonzero(self._maps[number].rooms).tolist():
                yield key, room


def _links_named(grid: Grid, rooms: Ints, directions: Ints, names: list[str]) -> Ints:
    """Return the links out of rooms in directions (indices into `names`), or -1."""
    number = {name: n for n, name in enumerate(names)}
    wanted = np.array([number.get(way.direction.lower(), -1) for way in grid.ways] or [-1])
    links = np.full(len(rooms), -1)
    first, last = grid.first_link[rooms], grid.first_link[rooms + 1]
    for more in range(int((last - first).max(initial=0))):
        link = np.minimum(first + more, last - 1)
        fits = (links < 0) & (first + more < last) & (wanted[grid.way[link]] == directions)
        links[fits] = link[fits]
    return links


def _columns_of(grid: Grid, pks: Ints, numbers: Ints, are_links: bool) -> ObjectColumns:
    """Return the coordinates of objects that are rooms or links of a map."""
    x, y, z = grid.coords[grid.source[numbers] if are_links else numbers].T
    directions = [way.direction.lower() for way in grid.ways]
    way = grid.way[numbers] if are_links else np.full(len(pks), -1)
    znames = [map_key(grid.zname(level)) for level in range(grid.levels or 1)]
    return ObjectColumns(pks, x, y, z, way, znames, directions)


# --- the room or link of each object, as one number: 8 bytes per object


_NUMBER = 40  # bits: the number of a room or link, and one that says which of both
_REST = (1 << _NUMBER) - 1


class Code(NamedTuple):
    """A room or link as numbers: of its map in the index, and its own on the map."""

    map: int
    number: int
    is_link: bool


class ObjectCodes:
    """Object id -> the room or link that it is, in an array with 8 bytes for each id."""

    def __init__(self) -> None:
        self._codes = np.zeros(0, np.int64)

    def get(self, pk: int | None) -> Code | None:
        """Return the code of an object; None if it is not on the grid, or was deleted."""
        if pk is None or pk >= len(self._codes) or not (code := self._codes.item(pk)):
            return None
        rest = (code - 1) & _REST
        return Code((code - 1) >> _NUMBER, rest >> 1, bool(rest & 1))

    def put(self, pk: int, code: Code | None) -> None:
        """Set which room or link an object is; None removes it."""
        self._grow(pk)
        self._codes[pk] = 0 if code is None else _encode(code.map, code.number, code.is_link)

    def put_all(self, pks: Ints, map_number: int, numbers: Ints, are_links: bool) -> None:
        """Set which rooms or links of a map the objects `pks` are, by their `numbers`."""
        self._grow(int(pks.max(initial=0)))
        self._codes[pks] = _encode(map_number, numbers.astype(np.int64), are_links)

    def _grow(self, pk: int) -> None:
        if pk >= len(self._codes):
            more = np.zeros(2 * pk + 1, np.int64)  # the system gives memory where it is written
            more[: len(self._codes)] = self._codes
            self._codes = more

    def groups(self) -> Iterator[tuple[int, bool, Ints, Ints]]:
        """Yield (map number, are_links, object ids, link or room numbers): rooms and links apart.

        The object ids ascend.
        """
        codes = self._codes.copy()  # another thread may change them
        pks = np.flatnonzero(codes)
        codes = codes[pks] - 1
        kinds = (codes >> _NUMBER) << 1 | codes & 1
        order = np.argsort(kinds, kind="stable")
        for group in np.split(order, np.flatnonzero(np.diff(kinds[order])) + 1):
            if len(group):
                kind = int(kinds[group[0]])
                yield kind >> 1, bool(kind & 1), pks[group], (codes[group] & _REST) >> 1


def _encode(map_number: int, number: Ints | int, is_link: bool) -> Ints | int:
    return ((map_number << _NUMBER) | (number << 1) | is_link) + 1
