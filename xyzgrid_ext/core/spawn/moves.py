"""Recognises rooms that a map's file has at another place than the database.

    the game   A-B-C        the file   . A-B-C        A, B and C have moved by (1,0)

Rooms are alike if they have the same name and description. All rooms that move by one offset are a
group. The offset at which the most rooms are alike comes first; if that is none, nobody has moved.
A room that is alike at several offsets, as one of many lanes, goes with the nearest room that is
alike at only one.
A room is of the group if at least half of its exits lead there to where they led before: to rooms
that have moved or stayed, or to another map. What the largest group leaves over moves with it where
the file has a room: a room that is rewritten keeps its place.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from xyzgrid_ext.core.coords import Coord, Place, split_level
from xyzgrid_ext.core.spawn.fields import DESC
from xyzgrid_ext.core.spawn.model import XYZ, Existing, ExitKey, Template, Traits, Wanted

Moves: TypeAlias = Mapping[XYZ, XYZ]
"""Old place -> new place of rooms; all new places differ.

A room that will be removed, but whose place another one takes, moves to a place that no map wants.
"""
_STAYS = Coord(0, 0, 0)
_TRIED = 12  # offsets


def xyz_to_place(xyz: XYZ) -> Place:
    """Return the coordinate of a room as a Place; on a flat map, z is 0."""
    name, z = split_level(xyz.z) or (xyz.z, 0)
    return Place(name, Coord(xyz.x, xyz.y, z))


def new_place(moves: Moves, xyz: XYZ) -> XYZ:
    """Return the new place of a room, which is the old one if it stays."""
    return moves.get(xyz, xyz)


def moved_rows(rows: Wanted, moves: Moves) -> Wanted:
    """Return rooms and exits, with the moved rooms and exits from and to them at the new places."""
    exits = sorted(rows.exits.items(), key=lambda item: item[0].room in moves)
    return Wanted(
        # a row that is recorded but no longer there gives way to one that comes
        {
            new_place(moves, xyz): rows.rooms[xyz]
            for xyz in sorted(rows.rooms, key=moves.__contains__)
        },
        {
            key._replace(room=new_place(moves, key.room)): spec._replace(
                target=new_place(moves, spec.target)
            )
            for key, spec in exits
        },
    )


def moved_existing(existing: Existing, moves: Moves) -> Existing:
    """Return the rooms and exits of the database as they will be after the rooms have moved."""
    return replace(
        existing,
        rooms={new_place(moves, xyz): row for xyz, row in existing.rooms.items()},
        exits={
            key._replace(room=new_place(moves, key.room)): row
            if row.target is None
            else row._replace(target=new_place(moves, row.target))
            for key, row in existing.exits.items()
        },
        others={new_place(moves, xyz): pk for xyz, pk in existing.others.items()},
    )


def count_offsets(moves: Moves, wanted: Collection[XYZ]) -> Counter[tuple[str, Coord]]:
    """Return (key of map, offset) -> how many of its rooms move by this offset.

    Only moves to places that are `wanted` count.
    """
    counts = Counter[tuple[str, Coord]]()
    for old, new in moves.items():
        if new in wanted:
            name, coord = xyz_to_place(new)
            counts[name, _offset(xyz_to_place(old).coord, coord)] += 1
    return counts


def find_moves(
    wanted: Wanted, existing: Existing, record: Wanted, left_out: Collection[str] = ()
) -> dict[XYZ, XYZ]:
    """Return old place -> new place of the rooms that their author has moved in the file.

    Args:
        wanted: the rooms and exits that the maps want.
        existing: those in the database.
        record: those that the last spawn made, as far as known.
        left_out: the keys of maps to ignore.
    """
    texts: dict[int, str] = {}  # most rooms share their template or traits with others

    def sign(name: str, owner: Template | Traits) -> _Sign:
        if id(owner) not in texts:
            texts[id(owner)] = repr(owner.attrs.get(DESC, ("", ""))[0])
        return name, texts[id(owner)]

    after = {xyz: sign(spec.key, spec.template) for xyz, spec in wanted.rooms.items()}
    before = {
        xyz: sign(spec.key, spec.template)
        if (spec := record.rooms.get(xyz)) is not None
        else sign(row.key, row.traits)
        for xyz, row in existing.rooms.items()
    }
    gone, come = before.items() - after.items(), after.items() - before.items()
    if not gone or len({xyz for xyz, _ in gone | come}) < 2:
        return {}  # as mostly: one room was rewritten, or none
    exits = {key: exit_.target for key, exit_ in wanted.exits.items()}
    led = {key: record.exits.get(key, row).target for key, row in existing.exits.items()}
    old, new = _by_map(before, led), _by_map(after, exits)
    differing = {xyz_to_place(xyz).map for xyz, _ in gone} & new.keys() - {*left_out}
    moves: dict[XYZ, XYZ] = {}
    for name in sorted(differing):
        moves |= _MapMoves(old[name], new[name]).moves()
    return moves


_Sign: TypeAlias = tuple[str, str]  # what alike rooms share: name and description


class _Room(NamedTuple):
    xyz: XYZ
    sign: _Sign
    ends: Collection[XYZ]  # where its exits lead


_Rooms: TypeAlias = dict[Coord, _Room]


def _by_map(
    signs: Mapping[XYZ, _Sign], exits: Mapping[ExitKey, XYZ | None]
) -> Mapping[str, _Rooms]:
    ends = defaultdict[XYZ, set[XYZ]](set)
    for key, target in exits.items():
        if target is not None:
            ends[key.room].add(target)
    rooms = defaultdict[str, _Rooms](dict)
    for xyz, sign in signs.items():
        name, coord = xyz_to_place(xyz)
        rooms[name][coord] = _Room(xyz, sign, ends.get(xyz, ()))
    return rooms


class _MapMoves:
    """The moves of the rooms of one map."""

    def __init__(self, old: _Rooms, new: _Rooms) -> None:
        self._old, self._new = dict(old), dict(new)  # those that belong to no group yet
        self._moves: dict[XYZ, XYZ] = {}
        self._at = {room.xyz: at for at, room in old.items()}
        self._sources = defaultdict[XYZ, list[XYZ]](list)
        for room in old.values():
            for end in room.ends:
                self._sources[end].append(room.xyz)

    def moves(self) -> dict[XYZ, XYZ]:
        """Return the rooms that move, also those that only make way for another."""
        edge = 1 + max(at.x for at in (*self._old, *self._new))
        wanted = {room.xyz for room in self._new.values()}
        alike = {offset: self._alike(offset) for offset in self._offsets()}
        offsets = sorted(alike, key=lambda offset: -len(alike[offset]))
        only = self._by_neighbours(alike)
        sizes = {offset: self._move_group(offset, only) for offset in offsets}
        largest = max(offsets, key=sizes.__getitem__)
        for at in [at for at in self._old if _plus(at, largest) in self._new]:
            self._moves[self._old.pop(at).xyz] = self._new.pop(_plus(at, largest)).xyz
        displaced = sorted(wanted & {room.xyz for room in self._old.values()})
        moves = {xyz: there for xyz, there in self._moves.items() if xyz != there}
        return moves | {xyz: xyz._replace(x=edge + n) for n, xyz in enumerate(displaced)}

    def _offsets(self) -> list[Coord]:
        """Return no offset at all, and those between corners of what differs from the file."""
        differing = defaultdict[_Sign, tuple[list[Coord], list[Coord]]](lambda: ([], []))
        for side, (rooms, others) in enumerate(((self._old, self._new), (self._new, self._old))):
            for at, room in rooms.items():
                if (other := others.get(at)) is None or other.sign != room.sign:
                    differing[room.sign][side].append(at)
        votes = Counter[Coord]()
        for old, new in (*differing.values(), ([*self._old], [*self._new])):
            if old and new:
                votes.update({offset: len(old) for offset in _between_corners(old, new)})
        votes.pop(_STAYS, None)
        return [_STAYS, *(offset for offset, _ in votes.most_common(_TRIED))]

    def _alike(self, offset: Coord) -> dict[XYZ, Coord]:
        """Return the rooms that are like the one at an offset."""
        return {
            room.xyz: at
            for at, room in self._old.items()
            if (other := self._new.get(_plus(at, offset))) and other.sign == room.sign
        }

    def _by_neighbours(self, alike: Mapping[Coord, Mapping[XYZ, Coord]]) -> dict[XYZ, Coord]:
        """Return the offset of each room that is alike at only one, and of those linked with it."""
        choices = defaultdict[XYZ, set[Coord]](set)
        for offset, rooms in alike.items():
            for xyz in rooms:
                choices[xyz].add(offset)
        only = {xyz: min(some) for xyz, some in choices.items() if len(some) == 1}
        near = deque(only)
        while near:
            xyz = near.popleft()
            for beside in (*self._old[self._at[xyz]].ends, *self._sources[xyz]):
                if beside not in only and only[xyz] in choices.get(beside, ()):
                    only[beside] = only[xyz]
                    near.append(beside)
        return only

    def _move_group(self, offset: Coord, only: Mapping[XYZ, Coord]) -> int:
        """Let rooms move together by an offset; return how many do."""
        group = {
            xyz: at for xyz, at in self._alike(offset).items() if only.get(xyz, offset) == offset
        }
        self._moves |= {xyz: self._new[_plus(at, offset)].xyz for xyz, at in group.items()}
        waiting = [] if offset == _STAYS else [*group]
        while waiting:
            xyz = waiting.pop()
            if xyz in group and not self._leads_as_before(group[xyz], offset):
                del group[xyz], self._moves[xyz]
                waiting += self._sources[xyz]
        for at in group.values():
            del self._old[at], self._new[_plus(at, offset)]
        return len(group)

    def _leads_as_before(self, at: Coord, offset: Coord) -> bool:
        ends = self._old[at].ends
        wanted = self._new[_plus(at, offset)].ends
        now = (self._moves.get(end, None if end in self._at else end) for end in ends)
        return 2 * sum(end in wanted for end in now) >= len(ends)


def _between_corners(old: Collection[Coord], new: Collection[Coord]) -> set[Coord]:
    """Return the offsets from the lowest to the lowest, and from the highest to the highest."""
    sides = zip(zip(*old, strict=True), zip(*new, strict=True), strict=True)
    axes = [(tuple(before), tuple(after)) for before, after in sides]
    return {Coord(*(end(after) - end(before) for before, after in axes)) for end in (min, max)}


def _plus(at: Coord, offset: Coord) -> Coord:
    return Coord(at.x + offset.x, at.y + offset.y, at.z + offset.z)


def _offset(old: Coord, new: Coord) -> Coord:
    return Coord(new.x - old.x, new.y - old.y, new.z - old.z)
