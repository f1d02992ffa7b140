"""Recognises rooms that a map's file has at another place than the database.

    the game   A-B-C        the file   . A-B-C        A, B and C have moved by (1,0)

Rooms are alike if they have the same name and description. Of all offsets by which alike rooms lie
apart, the one that fits the most rooms of a map counts first; if that is none, nobody has moved. A
room moves with others if at least half of its exits lead there to where they led before: to rooms
that have moved or stayed. One without exits moves with the most rooms, or if no other is like it.
What the largest group leaves over moves with it where the file has a room: a room that is rewritten
keeps its place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from xyzgrid_ext.core.coords import Coord, Place, split_level
from xyzgrid_ext.core.spawn.fields import DESC
from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Existing,
    RoomSpec,
    Row,
    Template,
    Traits,
    Wanted,
)

Moves: TypeAlias = Mapping[XYZ, XYZ]
"""The new places of rooms by their old ones; no two have the same.

A room that goes, but whose place another one takes, is put aside: to a place that no map wants.
"""
_STAYS = Coord(0, 0, 0)
_PAIRS, _TRIED = 64, 12  # pairs of alike rooms that are looked at; offsets that are tried


def spot_of(xyz: XYZ) -> Place:
    """Return the coordinate of a room on the map with this key; a flat map has one level, 0."""
    name, z = split_level(xyz.z) or (xyz.z, 0)
    return Place(name, Coord(xyz.x, xyz.y, z))


def moved(moves: Moves, xyz: XYZ) -> XYZ:
    """Return the new place of a room, which is the old one if it stays."""
    return moves.get(xyz, xyz)


def moved_rows(rows: Wanted, moves: Moves) -> Wanted:
    """Return rows as a map wants them, or as they were recorded, at the new places."""
    exits = sorted(rows.exits.items(), key=lambda item: item[0].room in moves)
    return Wanted(
        # a row that is recorded but no longer there gives way to one that comes
        {moved(moves, xyz): rows.rooms[xyz] for xyz in sorted(rows.rooms, key=moves.__contains__)},
        {
            key._replace(room=moved(moves, key.room)): spec._replace(
                target=moved(moves, spec.target)
            )
            for key, spec in exits
        },
    )


def moved_existing(existing: Existing, moves: Moves) -> Existing:
    """Return the rows of the database as they will be after the rooms have moved."""
    return replace(
        existing,
        rooms={moved(moves, xyz): row for xyz, row in existing.rooms.items()},
        exits={
            key._replace(room=moved(moves, key.room)): row
            if row.target is None
            else row._replace(target=moved(moves, row.target))
            for key, row in existing.exits.items()
        },
        others={moved(moves, xyz): pk for xyz, pk in existing.others.items()},
    )


def offsets_of(moves: Moves, wanted: Collection[XYZ]) -> Counter[tuple[str, Coord]]:
    """Return how many rooms move, by map and offset, without rooms put aside (not `wanted`)."""
    counts = Counter[tuple[str, Coord]]()
    for old, new in moves.items():
        if new in wanted:
            name, coord = spot_of(new)
            counts[name, _apart(spot_of(old).coord, coord)] += 1
    return counts


def moves_of(
    wanted: Wanted, existing: Existing, record: Wanted, left_out: Collection[str] = ()
) -> dict[XYZ, XYZ]:
    """Return the new place of each room that has moved, by its old one: see the module.

    Args:
        wanted: the rows that the maps want.
        existing: the rows in the database.
        record: the rows as the last spawn made them, as far as that is known.
        left_out: the keys of maps that are not looked at.
    """
    signs = _Signs()
    before = {xyz: signs.of_row(row, record.rooms.get(xyz)) for xyz, row in existing.rooms.items()}
    after = {xyz: signs.of_spec(spec) for xyz, spec in wanted.rooms.items()}
    gone, come = before.items() - after.items(), after.items() - before.items()
    if not gone or len({xyz for xyz, _ in gone | come}) < 2:
        return {}  # as mostly: one room was rewritten, or none
    old, new = defaultdict[str, _Rooms](dict), defaultdict[str, _Rooms](dict)
    for rooms, signs_of in ((old, before), (new, after)):
        for xyz, sign in signs_of.items():
            name, coord = spot_of(xyz)
            rooms[name][coord] = _Room(xyz, sign)
    differing = {spot_of(xyz).map for xyz, _ in gone} & new.keys() - {*left_out}
    if not differing:
        return {}
    exits = defaultdict[XYZ, set[XYZ]](set), defaultdict[XYZ, set[XYZ]](set)
    for key, row in existing.exits.items():
        recorded = record.exits.get(key)
        if (target := row.target if recorded is None else recorded.target) is not None:
            exits[0][key.room].add(target)
    for key, exit_ in wanted.exits.items():
        exits[1][key.room].add(exit_.target)
    moves: dict[XYZ, XYZ] = {}
    for name in sorted(differing):
        moves |= _MapMoves(old[name], new[name], *exits).moves()
    return moves


_Sign: TypeAlias = tuple[str, str]  # what alike rooms share: name and description


class _Room(NamedTuple):
    place: XYZ
    sign: _Sign


_Rooms: TypeAlias = dict[Coord, _Room]


class _Signs:
    """The signs of rooms; most rooms share their template or traits with others."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def of_spec(self, spec: RoomSpec) -> _Sign:
        return spec.key, self._desc(spec.template)

    def of_row(self, row: Row, spec: RoomSpec | None) -> _Sign:
        return (row.key, self._desc(row.traits)) if spec is None else self.of_spec(spec)

    def _desc(self, owner: Template | Traits) -> str:
        if (text := self._known.get(id(owner))) is None:
            text = self._known[id(owner)] = repr(owner.attrs.get(DESC, ("", ""))[0])
        return text


class _MapMoves:
    """The rooms of one map in the game and in the file, and where their exits lead."""

    def __init__(
        self,
        old: _Rooms,
        new: _Rooms,
        exits: Mapping[XYZ, Collection[XYZ]],
        wanted_exits: Mapping[XYZ, Collection[XYZ]],
    ) -> None:
        self._old, self._new = old, new  # those that nobody has claimed
        self._all_old, self._all_new = dict(old), dict(new)
        self._exits, self._wanted_exits = exits, wanted_exits
        self._places = {room.place for room in old.values()}
        self._claims: dict[XYZ, XYZ] = {}

    def moves(self) -> dict[XYZ, XYZ]:
        """Return the rooms that move, and those that are put aside."""
        sizes = {offset: len(self._alike(offset)) for offset in (_STAYS, *self._offsets())}
        order = sorted(sizes, key=lambda offset: (-sizes[offset], offset != _STAYS))
        groups = {
            offset: self._claim(offset, self._group(offset, loose_too=offset == order[0]))
            for offset in order
        }
        largest = max(order, key=lambda offset: groups[offset])
        self._claim(largest, [at for at in self._old if _plus(at, largest) in self._new])
        moves = {old: new for old, new in self._claims.items() if old != new}
        wanted = {room.place for room in self._all_new.values()}
        aside = [room.place for room in self._old.values() if room.place in wanted]
        edge = 1 + max(at.x for at in (*self._all_old, *self._all_new))
        return moves | {xyz: xyz._replace(x=edge + n) for n, xyz in enumerate(sorted(aside))}

    def _offsets(self) -> Iterator[Coord]:
        """Yield the offsets by which alike rooms lie apart that differ from the file."""
        votes = Counter[Coord]()
        by_sign = defaultdict[_Sign, tuple[list[Coord], list[Coord]]](lambda: ([], []))
        for side, (rooms, others) in enumerate(((self._old, self._new), (self._new, self._old))):
            for at, room in rooms.items():
                if (other := others.get(at)) is None or other.sign != room.sign:
                    by_sign[room.sign][side].append(at)
        for old, new in by_sign.values():
            if old and new and len(old) * len(new) <= _PAIRS:
                votes.update(_apart(before, after) for before in old for after in new)
            elif old and new:
                votes.update({offset: len(old) for offset in _of_corners(old, new)})
        votes.update({offset: len(self._old) for offset in _of_corners(self._old, self._new)})
        votes.pop(_STAYS, None)
        yield from (offset for offset, _ in votes.most_common(_TRIED))

    def _alike(self, offset: Coord) -> dict[XYZ, Coord]:
        """Return the unclaimed rooms that are like the unclaimed one at an offset."""
        return {
            room.place: at
            for at, room in self._old.items()
            if (other := self._new.get(_plus(at, offset))) and other.sign == room.sign
        }

    def _group(self, offset: Coord, *, loose_too: bool) -> list[Coord]:
        """Return the coordinates of rooms that move together by an offset.

        `loose_too` is whether rooms without exits move with them, though others are like them.
        """
        group = self._alike(offset)
        if offset == _STAYS:
            return list(group.values())
        ahead = {place: self._new[_plus(at, offset)].place for place, at in group.items()}
        behind = defaultdict[XYZ, list[XYZ]](list)
        for place in group:
            for target in self._exits.get(place, ()):
                behind[target].append(place)
        waiting = list(group)
        while waiting:
            place = waiting.pop()
            is_loose = loose_too and not self._exits.get(place)
            if place in ahead and not is_loose and not self._leads_as_before(place, ahead):
                del ahead[place], group[place]
                waiting += behind[place]
        return list(group.values())

    def _leads_as_before(self, place: XYZ, ahead: Mapping[XYZ, XYZ]) -> bool:
        targets = self._exits.get(place, ())
        if not targets:
            return self._is_alone(place)
        wanted = self._wanted_exits.get(ahead[place], ())
        ends = (
            ahead.get(target) or self._claims.get(target) or self._elsewhere(target)
            for target in targets
        )
        return 2 * sum(end in wanted for end in ends) >= len(targets)

    def _elsewhere(self, target: XYZ) -> XYZ | None:
        return None if target in self._places else target

    def _is_alone(self, place: XYZ) -> bool:
        sign = self._all_old[spot_of(place).coord].sign
        return all(self._counts[side][sign] == 1 for side in (0, 1))

    @cached_property
    def _counts(self) -> tuple[Counter[_Sign], Counter[_Sign]]:
        old, new = self._all_old.values(), self._all_new.values()
        return Counter(room.sign for room in old), Counter(room.sign for room in new)

    def _claim(self, offset: Coord, group: Collection[Coord]) -> int:
        """Let rooms move; return how many."""
        for at in group:
            self._claims[self._old.pop(at).place] = self._new.pop(_plus(at, offset)).place
        return len(group)


def _of_corners(old: Collection[Coord], new: Collection[Coord]) -> set[Coord]:
    """Return the offsets from the lowest to the lowest, and from the highest to the highest."""
    sides = (zip(*old, strict=True), zip(*new, strict=True))
    axes = [(tuple(before), tuple(after)) for before, after in zip(*sides, strict=True)]
    return {Coord(*(end(after) - end(before) for before, after in axes)) for end in (min, max)}


def _plus(at: Coord, offset: Coord) -> Coord:
    return Coord(at.x + offset.x, at.y + offset.y, at.z + offset.z)


def _apart(old: Coord, new: Coord) -> Coord:
    return Coord(new.x - old.x, new.y - old.y, new.z - old.z)
