"""The proof of a catalogue: every demand that a generator can make has a candidate.

A generator may demand the following for one room:

- for each side nothing, a plain door of any kind, or a door that needs the room's one item;
- with an entrance or a big-key door nothing else, since these take the whole room;
- otherwise the obstacle and any part of FULLEST_CONTENTS, in that order; or the boss;
- fillers until none fits, a floor.

A fuller room has fewer candidates. So it is enough to prove the fullest rooms: with a door in each
side and with all FULLEST_CONTENTS. Kinds of doors that claim the same bits are tried only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.parts.dungeons.core.masks.catalogue import BOSS, Catalogue, Demand
from xyzgrid_ext.parts.dungeons.core.masks.mask import NO_DOOR, SLOTS, WHOLE, RoomMask, Side
from xyzgrid_ext.parts.dungeons.core.masks.names import DOOR_KINDS, Kind, join_with_or
from xyzgrid_ext.parts.dungeons.core.masks.rows import Entry

WHOLE_ROOM_DOORS = ("bigkey", "entrance")
"""The kinds of doors that take the whole room: it has doors, but no contents."""

PLAIN_DOORS = tuple(kind for kind in DOOR_KINDS if kind not in WHOLE_ROOM_DOORS)
"""The kinds of doors that leave space for other things."""

FULLEST_CONTENTS = (
    (Kind.TREASURE, "open"),
    (Kind.TREASURE, "open"),
    (Kind.TREASURE, "bigkey"),
    (Kind.PUZZLE, ""),
    (Kind.ENEMY, ""),
)
"""The most that one room may hold besides its doors and obstacle: (kind, `what`) of `Demand`."""

MIN_FLOORS = 2
"""How many entries of Kind.FLOOR a catalogue needs at each depth, so that rooms differ."""


class UnmetDemand(NamedTuple):
    """A demand that nothing in a catalogue meets, and the mask of its room."""

    demand: Demand
    room: RoomMask


def check_catalogue(
    catalogue: Catalogue, file: str = "catalogue", boards: Mapping[str, int] | None = None
) -> list[Finding]:
    """Return findings about what a catalogue lacks, and about doubtful entries.

    Args:
        catalogue: the catalogue.
        file: its name in findings.
        boards: the name of each board -> its number of levels, 0 for a board without levels; by
            default the boards of puzzles are not checked.
    """
    findings = list(_odd_rows(catalogue, file, boards))
    if not catalogue.items:
        findings.append(_missing("no obstacle: no item would be needed", "add obstacles", file))
    holes: dict[object, UnmetDemand] = {}
    for depth in _depths(catalogue):
        for hole in (*_empty_slots(catalogue, depth), *_rooms(catalogue, depth)):
            # a hole that goes through several depths is one hole
            same = replace(hole.demand, depth=0)
            holes.setdefault((same, hole.room) if same.kind is Kind.FILLER else same, hole)
    for depth in _depths(catalogue):
        number = len(catalogue.all_candidates(Demand(Kind.FLOOR, depth=depth)))
        if number < MIN_FLOORS:
            message = (
                f"{number} floor{'s'[: number != 1]} at depth {depth}, and {MIN_FLOORS} are needed"
            )
            findings.append(_missing(message, "add a row such as floor_flagstones", file))
            break
    return findings + [_unmet(hole, file) for hole in holes.values()]


def fullest_rooms(catalogue: Catalogue, depth: int) -> Iterator[tuple[RoomMask, list[Demand]]]:
    """Yield the fullest possible rooms as (mask before anything is placed, demands in order)."""
    contents = [Demand(kind, what, (), depth) for kind, what in FULLEST_CONTENTS]
    boss = [Demand(Kind.ENEMY, BOSS, (), depth)]
    for number in range(len(Side) + 1):
        for barred in combinations(Side, number):
            plain = [side for side in Side if side not in barred]
            start = RoomMask.of_sides(plain)
            for doors in _doors(catalogue, plain, PLAIN_DOORS, depth):
                for item in catalogue.items if barred else ():
                    obstacle = Demand(Kind.OBSTACLE, item, barred, depth)
                    yield start, [*doors, obstacle, *contents]
                if not barred:
                    yield start, [*doors, *contents]
                    yield start, [*doors, *boss]
    for whole in Side:
        others = [side for side in Side if side is not whole]
        for doors in _doors(catalogue, others, PLAIN_DOORS, depth):
            for kind in WHOLE_ROOM_DOORS:
                first = Demand(Kind.DOOR, kind, (whole,), depth)
                yield RoomMask.of_sides(Side), [first, *doors]


def _doors(
    catalogue: Catalogue, sides: Sequence[Side], kinds: Sequence[str], depth: int
) -> Iterator[list[Demand]]:
    """Return doors for these sides, in every combination that makes a difference to the room."""
    of_side = []
    for side in sides:
        differing: dict[frozenset[RoomMask], Demand] = {}
        for kind in kinds:
            demand = Demand(Kind.DOOR, kind, (side,), depth)
            claims = frozenset(choice.claim for choice in catalogue.all_candidates(demand))
            differing.setdefault(claims, demand)
        of_side.append(list(differing.values()))
    yield from map(list, product(*of_side))


def _rooms(catalogue: Catalogue, depth: int) -> Iterator[UnmetDemand]:
    """Yield findings about the fullest rooms that cannot be filled.

    Missing kinds of doors come first.
    """
    for kind, side in product(DOOR_KINDS, Side):
        demand = Demand(Kind.DOOR, kind, (side,), depth)
        if not catalogue.all_candidates(demand):
            yield UnmetDemand(demand, RoomMask.of_sides(Side))
    for start, demands in fullest_rooms(catalogue, depth):
        end = catalogue.first_unmet(demands, start)
        if end is not None:
            yield UnmetDemand(*end)


def _empty_slots(catalogue: Catalogue, depth: int) -> Iterator[UnmetDemand]:
    """Return the slots that would stay empty in an otherwise full room."""
    demand = Demand(Kind.FILLER, depth=depth)
    doors = RoomMask.of_sides(Side)
    for slot in SLOTS:
        room = doors | (WHOLE - slot)
        if not any(choice.fits(room) for choice in catalogue.all_candidates(demand)):
            yield UnmetDemand(demand, room)


def _depths(catalogue: Catalogue) -> list[int]:
    """Return the depths where entries begin or have just ended; between them nothing changes."""
    begin = {entry.least for entry in catalogue.entries}
    ended = {entry.most + 1 for entry in catalogue.entries if entry.most is not None}
    return sorted({0} | begin | ended)


def _odd_rows(
    catalogue: Catalogue, file: str, boards: Mapping[str, int] | None
) -> Iterator[Finding]:
    for entry in catalogue.entries:
        component = entry.component
        place = f"{file} {entry.name}"
        if component.mask & NO_DOOR:
            message = f"the mask has {component.mask & NO_DOOR}, where a room has no door"
            cure = f"did you mean {component.mask - NO_DOOR}?"
            yield Finding.warning("no-such-door", message, cure, place)
        if component.what in WHOLE_ROOM_DOORS and component.kind is Kind.DOOR:
            yield from _whole_room(entry, place)
        if boards is not None and entry.board:
            yield from _board(entry, boards, place)


def _board(entry: Entry, boards: Mapping[str, int], place: str) -> Iterator[Finding]:
    name, _, level = entry.board.partition(":")
    if name not in boards:
        message = f"there is no board '{name}'"
        cure = f"expected {join_with_or(sorted(boards)) if boards else 'none: there are no boards'}"
        yield Finding.error("no-such-board", message, cure, place)
    elif level and (not level.isdecimal() or not 1 <= int(level) <= (boards[name] or int(level))):
        message = f"the board {name} has no level {level}"
        cure = f"write a number from 1 to {boards[name]}" if boards[name] else "write a number"
        yield Finding.error("no-such-level", message, cure, place)


def _whole_room(entry: Entry, place: str) -> Iterator[Finding]:
    free = WHOLE - entry.component.mask
    if free:
        message = f"a door of this kind takes the whole room, and this one leaves {free}"
        cure = f"write {entry.component.mask | WHOLE}"
        yield Finding.error("door-leaves-slots", message, cure, place)


def _unmet(hole: UnmetDemand, file: str) -> Finding:
    demand, room = hole
    free = (WHOLE - room) | RoomMask.of_sides(demand.sides)
    message = f"no candidate for {demand} in a room with {room}"
    return _missing(message, f"add a row that takes no more than {free}", file)


def _missing(message: str, cure: str, file: str) -> Finding:
    return Finding.error("no-candidate", message, cure, file)
