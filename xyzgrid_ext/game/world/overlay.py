"""The overlay of live changes on routes: locks, removed exits, and exits made by builders.

    the map says     in the game                         routes
    east, free       `needs`, or a lock that refused     ask the exit, for each walker
    east, free       the exit was deleted                do not go there, until it is spawned
    nothing          open cave = (4,4,town)              have one way more

The database is the truth: it is read once, with two queries, at the first route. Later the exits
report changes themselves (`object_changes`). Each change concerns one link. Locks that hide an exit
are known from the start, a lock that shuts it only after a walk has met it.

When maps change, the exits that builders made are not read again: to find them among the 500,000 of
a large game would hold it for half a second.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from xyzgrid_ext.core.grid import Way, is_apart, locate
from xyzgrid_ext.core.routes import Room
from xyzgrid_ext.core.routes.world import World
from xyzgrid_ext.game.base.evennia_types import ExitObject
from xyzgrid_ext.game.base.open_locks import everybody_sees
from xyzgrid_ext.game.db import rooms
from xyzgrid_ext.game.parts import part_doors
from xyzgrid_ext.game.world.index import Index

ASK_EXIT = ("lock",)
"""In place of an exit's `needs` in a route graph: ask the exit's locks for each walker."""
_ACCESS = {"traverse": "", "call": "", "view": "", "search": "all()"}
"""The relevant locks and their defaults: nobody may pass, but anybody may find."""
_OPEN = ("all()", "true()")


class OpenedExit(NamedTuple):
    """An exit that a builder opened: the object ids of its two rooms, and its names.

    `free` says whether its locks let everybody see it and go through.
    """

    location: int
    destination: int
    way: Way
    free: bool


class Overlay:
    """What routes must know beyond the maps: exits that builders made, locked, or deleted."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._is_read = False
        self._asked: set[int] = set()
        self._gone: set[tuple[Room, int]] = set()
        self._is_known = False
        self._by_hand: dict[int, OpenedExit] = {}
        """All exits that the grid did not make, on the maps or not; complete if `_is_known`."""
        self._links: dict[int, tuple[Room, int]] = {}
        self._objects: dict[tuple[Room, int], int] = {}

    # --- reading

    def refresh(self, index: Index) -> None:
        """Read the exits from the database, unless that was done already."""
        if self._is_read:
            return
        self._is_read = True
        for pk in list(self._links):
            self._shut(pk)
        needs = {"attribute__db_key": "needs", "attribute__db_category": None}
        self._asked.update(
            rooms.attribute_holders(**needs, attribute__db_attrtype=None), index.unseen
        )
        for name in sorted(self._gone):
            self._look_for(*name, index)
        for room, link in (index.links[pk] for pk in self._asked if pk in index.links):
            self._ask(room, link)
        if not self._is_known:
            self._is_known = True
            self._by_hand = {
                pk: OpenedExit(location, destination, parse_exit_name(key), is_free(locks))
                for pk, location, destination, key, locks in rooms.exits_by_hand()
            }
        for pk, opened in self._by_hand.items():
            if pk not in index.links:  # that of a map which was away for a while
                self._open(pk, opened, index)
        for pk in part_doors():
            self.ask(pk, index)

    def forget_places(self) -> None:
        """Have the next route look up anew to which links exits belong, after maps have changed."""
        self._is_read = False

    def mark_stale(self) -> None:
        """Have the next route read the database again, after it has changed."""
        self._is_read = self._is_known = False

    def exit_by_hand(self, room: Room, link: int) -> int | None:
        """Return the object id of an exit that a builder opened; None for others."""
        return self._objects.get((room, link))

    def by_hand(self, key: str) -> list[tuple[Room, int, OpenedExit]]:
        """Return the exits of a map that builders opened: (room, id of the exit, data)."""
        return [
            (room, pk, self._by_hand[pk])
            for pk, (room, _link) in sorted(self._links.items())
            if room[0] == key
        ]

    # --- what exits tell

    def ask(self, pk: int, index: Index) -> None:
        """From now on, ask the exit with the id `pk` for each walker whether they may pass."""
        if pk in self._links:
            self._shut(pk)
            self._by_hand[pk] = opened = self._by_hand[pk]._replace(free=False)
            self._open(pk, opened, index)
            return
        self._asked.add(pk)
        if (link := index.links.get(pk)) is not None and link not in self._gone:
            self._ask(*link)

    def check_waiting_exit(self, room: Room, link: int) -> None:
        """From now on, let routes check whether a walker may use an exit that is not made yet."""
        self._ask(room, link)

    def lose(self, room: Room, link: int) -> None:
        """Record that an exit of the grid is missing: routes do not use its link."""
        if link >= 0 and self._has_link(room, link):
            self._gone.add((room, link))
            self.world.lock(room, link)

    def record_made(self, pks: Iterable[int], index: Index) -> None:
        """Record exits of the grid that were made, or made again."""
        for pk in pks:
            self._forget(pk)
            link = index.links.get(pk)
            if link is not None and link in self._gone:
                self._gone.discard(link)
                if self._has_link(*link):
                    self.world.restore(*link)
            if pk in self._asked and link is not None:
                self._ask(*link)

    def record_spawned(self, pks: Collection[int], index: Index) -> None:
        """Record exits that were made in bulk, without signals."""
        self.record_made(pks, index)
        index.show_exits(pks)
        index.hide_exits(unseen := rooms.unseen_exits(pks))
        for pk in unseen if self._is_read else ():
            self.ask(pk, index)

    def record_removed(self, pks: Iterable[int], index: Index, *, is_lost: bool = True) -> None:
        """Record removed objects; call this before the index forgets them.

        Routes stop using their links if `is_lost`; otherwise the exits will be made again.
        """
        for pk in pks:
            self._forget(pk)
            self._asked.discard(pk)
            if is_lost and (link := index.links.get(pk)) is not None:
                self.lose(*link)

    def record_exit(self, exit_obj: ExitObject, index: Index) -> None:
        """Record a new or changed exit: its place, its target, its locks."""
        pk = exit_obj.pk
        link = index.links.get(pk)
        (index.show_exits if everybody_sees(exit_obj) else index.hide_exits)([pk])
        if link is None:
            self._record_by_hand(exit_obj, index)
        elif not self._is_read:  # it is going to be, with all others, but for its locks
            if not is_free(exit_obj.db_lock_storage):
                self._asked.add(pk)
        elif (exit_obj.db_location_id, exit_obj.db_destination_id) != self._room_ids(*link, index):
            self.lose(*link)
            self._record_by_hand(exit_obj, index)
        else:
            self.record_made([pk], index)
            if not is_free(exit_obj.db_lock_storage):
                self.ask(pk, index)

    # ---

    def _record_by_hand(self, exit_obj: ExitObject, index: Index) -> None:
        self._forget(exit_obj.pk)
        location, destination = exit_obj.db_location_id, exit_obj.db_destination_id
        if location is not None and destination is not None:
            way = parse_exit_name(exit_obj.db_key, exit_obj.aliases.all())
            opened = OpenedExit(location, destination, way, is_free(exit_obj.db_lock_storage))
            self._by_hand[exit_obj.pk] = opened
            if self._is_read:
                self._open(exit_obj.pk, opened, index)

    def _room_ids(self, room: Room, link: int, index: Index) -> tuple[int | None, int | None]:
        """Return the objects of the rooms that a link joins on the map."""
        grid = self.world.grids[room[0]]
        target = int(grid.target[link])
        there: Room | None = (room[0], target)
        if target < 0:
            there = locate(grid.outside[link], self.world.grids)
        return index.objects.get(room), None if there is None else index.objects.get(there)

    def _look_for(self, room: Room, link: int, index: Index) -> None:
        """Look for an exit that was missing, perhaps on a changed map."""
        if not self._has_link(room, link):
            self._gone.discard((room, link))
            return
        way = self.world.way(room, link)
        if (room, way.direction.lower()) in index.exits:
            self._gone.discard((room, link))
            self.world.restore(room, link)
        else:
            self.world.lock(room, link)

    def _ask(self, room: Room, link: int) -> None:
        portal = self.world.portal(room, link)
        if self._has_link(room, link) and (portal is None or not portal.needs):
            self.world.lock(room, link, ASK_EXIT)

    def _has_link(self, room: Room, link: int) -> bool:
        grid = self.world.grids.get(room[0])
        return grid is not None and room[1] < grid.rooms and link in grid.links_of(room[1])

    def _open(self, pk: int, opened: OpenedExit, index: Index) -> None:
        here, end = index.rooms.get(opened.location), index.rooms.get(opened.destination)
        if here is None or end is None or here == end:
            return
        if not (self._is_open_to_all(here) and self._is_open_to_all(end)):
            return
        needs = () if opened.free else ASK_EXIT
        self._links[pk] = name = here, self.world.open(here, end, opened.way, needs=needs)
        self._objects[name] = pk

    def _is_open_to_all(self, room: Room) -> bool:
        """Whether a room is on an ordinary map, where finding the route is not the game."""
        grid = self.world.grids.get(room[0])
        if grid is None or room[1] >= grid.rooms:
            return False
        return not is_apart(grid)

    def _forget(self, pk: int) -> None:
        self._shut(pk)
        self._by_hand.pop(pk, None)

    def _shut(self, pk: int) -> None:
        if (name := self._links.pop(pk, None)) is not None:
            self._objects.pop(name, None)
            self.world.close(*name)


def parse_exit_name(key: str, aliases: Iterable[str] = ()) -> Way:
    """Return the names of an exit that a builder opened; speedwalks use the shortest."""
    aliases = tuple(aliases)
    words = [name for name in (key, *aliases) if " " not in name]
    return Way(key, key, aliases, min(words, key=len, default=key))


def is_free(locks: str) -> bool:
    """Whether locks let everybody see an exit, find it and go through."""
    rules = _ACCESS | dict(lock.split(":", 1) for lock in locks.split(";") if ":" in lock)
    return all(rules[access].strip() in _OPEN for access in _ACCESS)
