"""Which object stands for which room and link of the maps, both ways, without a query.

It remembers the coordinates of all objects, also of those that no map has a room for, so that it
can be made again for other maps without reading the database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from sys import intern

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.graph import Room
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.spawn import XYZ, ExitKey
from xyzgrid_ext.game.base.task import Pace, Steps
from xyzgrid_ext.game.db import objects


class Index:
    """Objects by rooms and links, and rooms and links by objects."""

    def __init__(self, grids: Mapping[str, Grid]) -> None:
        self._grids = grids
        self.rooms: dict[int, Room] = {}
        self.objects: dict[Room, int] = {}
        self.exits: dict[tuple[Room, str], int] = {}
        self.links: dict[int, tuple[Room, int]] = {}
        self.spawned: Counter[str] = Counter()
        self.veils: dict[str, set[int]] = {}
        """The links of each map whose exits not everybody sees."""
        self._unseen: set[int] = set()
        self._known: dict[int, XYZ | ExitKey] = {}
        self._places: dict[XYZ, Room | None] = {}

    @classmethod
    def of_tags(
        cls, grids: Mapping[str, Grid], tags: Iterable[tuple[int, Mapping[str, str]]]
    ) -> Index:
        """That of all objects with coordinates in their tags, (id, category -> key), by their ids.

        Texts and rooms that many have are there once: a large world has half a million exits.
        """
        index = cls(grids)
        for pk, own in tags:
            xyz = objects.xyz_in(own)
            if xyz is None:
                continue
            if not objects.is_exit(own):
                index.add_room(xyz, pk)
            elif (direction := own.get(objects.DIRECTION)) is not None:
                index.add_exit(ExitKey(xyz, direction), pk)
        return index

    def moved_steps(self, grids: Mapping[str, Grid], pace: Pace) -> Steps[Index]:
        """The same objects on other maps."""
        index = Index(grids)

        def add(part: Iterable[tuple[int, XYZ | ExitKey]]) -> None:
            for pk, known in part:
                if isinstance(known, ExitKey):
                    index.add_exit(known, pk)
                else:
                    index.add_room(known, pk)

        yield from pace.each("objects read", sorted(self._known.items()), add)
        index.veil(self._unseen)
        return index

    def add_room(self, xyz: XYZ, pk: int) -> None:
        """An object is the room of a coordinate; if there is one already, that stays it."""
        self._known[pk] = xyz
        if (room := self._room(xyz)) is not None:
            self.rooms[pk] = room
            if room not in self.objects:
                self.objects[room] = pk
                self.spawned[room[0]] += 1

    def add_exit(self, key: ExitKey, pk: int) -> None:
        """Note an object as the exit of a room in a direction, or as a second one there."""
        self._known[pk] = key
        if (room := self._room(key.room)) is not None:
            # an exit keeps its direction in a tag, and Evennia keeps tags in lower case
            direction = intern(key.direction.lower())
            self.exits.setdefault((room, direction), pk)
            if (link := self._grids[room[0]].link_named(room[1], direction)) is not None:
                self.links[pk] = (room, link)

    def veil(self, exits: Iterable[int]) -> None:
        """Note that not everybody sees these exits."""
        for pk in exits:
            self._unseen.add(pk)
            if (found := self.links.get(pk)) is not None:
                (key, _number), link = found
                self.veils.setdefault(key, set()).add(link)

    def unveil(self, exits: Iterable[int]) -> None:
        """Everybody sees these exits, or they are no more."""
        for pk in self._unseen.intersection(exits):
            self._unseen.discard(pk)
            if (found := self.links.get(pk)) is not None:
                (key, _number), link = found
                self.veils[key].discard(link)

    def remove(self, gone: Iterable[int]) -> None:
        """Objects are no rooms and exits any more."""
        gone = tuple(gone)
        self.unveil(gone)
        for pk in gone:
            known = self._known.pop(pk, None)
            room = self.rooms.pop(pk, None)
            if room is not None and self.objects.get(room) == pk:
                del self.objects[room]
                self.spawned[room[0]] -= 1
            self.links.pop(pk, None)
            if isinstance(known, ExitKey) and (at := self._room(known.room)) is not None:
                key = at, known.direction.lower()
                if self.exits.get(key) == pk:
                    del self.exits[key]

    def _room(self, xyz: XYZ) -> Room | None:
        if xyz not in self._places:
            self._places[xyz] = locate(Place(xyz.z, Coord(xyz.x, xyz.y)), self._grids)
        return self._places[xyz]
