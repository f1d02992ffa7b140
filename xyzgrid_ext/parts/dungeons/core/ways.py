"""Adds more exits between placed rooms: shortcuts, falls, loops, wormholes.

#-#          loop      a door between neighbours of one zone: no lock is passed by
|!|          drop      a way out of a zone, to one that had to be crossed to come there
#i#          shortcut  a door with a gate between zones, as the mission wished for it
#-#    *..>  wormhole  from a room behind some gate to one near the entrance
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from xyzgrid_ext.parts.dungeons.core.embed import add_side_rooms
from xyzgrid_ext.parts.dungeons.core.mission import ExtraExit, Zone
from xyzgrid_ext.parts.dungeons.core.model import NoPlaceError
from xyzgrid_ext.parts.dungeons.core.placement import ENDS, Placement

_NEEDED = ("smallkey", "bigkey", "find", "item")
_FEW = 2  # rooms that make no loop
_LONG, _BACK = 4, 6  # rooms of a corridor at most, and of one that leads back
_JOURNEY = 3  # steps from a key to its lock that are worth a way back
_KEY = 4  # steps that a way out is worth where a key lies


def add_exits(placement: Placement) -> None:
    """Add to a placement the exits that it needs besides the doors between its zones.

    They are loops, falls, stairs and wormholes. If there is no space for an exit that a rule wished
    for, the rule's name in `Mission.used` becomes "".

    Raises:
        NoPlaceError: if some item would open fewer than two doors.
    """
    used = placement.mission.used
    wished = 0
    for way in placement.mission.extra_exits:
        if _wish(placement, way):
            wished += 1
        else:
            used[way.rule] = ""
    _see_items(placement)
    wished += _rings(placement)
    parameters = placement.parameters
    falls = parameters.one_way or 0
    falls -= _ways_back(placement, falls)
    add_side_rooms(placement)
    pairs = _pairs(placement)
    _stairs(placement)
    _drops(placement, pairs, falls)
    _loops(placement, pairs, max(0, (parameters.cycles or 0) - wished))
    _wormholes(placement, parameters.wormholes or 0)


def _see_items(placement: Placement) -> None:
    """Give each item two doors, one of which is passed before the item is found.

    Raises:
        NoPlaceError: if there is no space for that.
    """
    doors: dict[str, list[int]] = defaultdict(list)
    for a, _b, gate, _both in placement.joins:
        if gate.startswith("item:"):
            doors[gate].append(a)
    big = placement.holds.index("bigkey")
    for room, holds in enumerate(placement.holds):
        kind, _colon, name = holds.partition(":")
        if not name:
            continue
        gate = f"item:{name}"
        way = list(placement.rooms_to_entrance(big if kind == "item" else room))
        passed = any(door in way for door in doors[gate])
        if (not passed or len(doors[gate]) < 2) and not _room_behind(placement, way, gate):
            cure = "ask for fewer rooms, or for larger floors"
            raise NoPlaceError(f"no place for two doors of the {name}", cure)


_Pairs = dict[tuple[int, int], list[tuple[int, int]]]


def _pairs(placement: Placement) -> _Pairs:
    """Yield pairs of adjacent rooms that nothing joins, by their zones, each pair once."""
    joined = {(a, b) if a < b else (b, a) for a, b, _gate, _both in placement.joins}
    at, line = placement.at, placement.line
    by_zones: _Pairs = defaultdict(list)
    for a, cell in enumerate(placement.cells):
        if placement.holds[a] in ENDS:
            continue
        for step in (1, line):
            b = at.get(cell + step)
            if b is None or placement.holds[b] in ENDS:
                continue
            if ((a, b) if a < b else (b, a)) not in joined:
                by_zones[placement.zone[a], placement.zone[b]].append((a, b))
    return by_zones


def _use(placement: Placement, pairs: _Pairs, a: int, b: int, gate: str, *, both: bool) -> None:
    placement.connect(a, b, gate, both)
    for joined in (
        pairs.get((placement.zone[a], placement.zone[b])),
        pairs.get((placement.zone[b], placement.zone[a])),
    ):
        for pair in ((a, b), (b, a)):
            if joined and pair in joined:
                joined.remove(pair)


def _wish(placement: Placement, way: ExtraExit) -> bool:
    """Build an exit of the mission, by a corridor if necessary; False if there is no space."""
    ends = (way.b, way.a) if way.both else (way.a, way.b)
    starts, goals = (placement.rooms_of[zone] for zone in ends)
    if _connect(placement, starts, goals, way.gate, _LONG, both=way.both):
        return True
    if not way.both:  # a fall without a way out is a door
        placement.joins = [
            (a, b, gate, both or placement.zone[b] == way.a) for a, b, gate, both in placement.joins
        ]
    return False


def _connect(
    placement: Placement,
    begin: Sequence[int],
    ends: Sequence[int],
    gate: str,
    most: int,
    *,
    both: bool,
) -> bool:
    """Build the shortest corridor between rooms through free places; its gate is at the far end."""
    begin = [n for n in begin if placement.holds[n] not in ENDS]
    came = {placement.cells[n]: -1 for n in begin}
    layer = list(came)
    for _step in range(most + 1):
        after = []
        for cell in layer:
            for step in placement.around:
                near = cell + step
                other = placement.at.get(near)
                if other is None:
                    if placement.free[near] and near not in came:
                        came[near] = cell
                        after.append(near)
                elif other in ends and _joins(placement, cell, other, gate):
                    _build(placement, came, cell, other, gate, both=both)
                    return True
        layer = placement.chance.shuffled(after)
    return False


def _build(
    placement: Placement, came: dict[int, int], cell: int, end: int, gate: str, *, both: bool
) -> None:
    cells = []
    while cell not in placement.at:
        cells.append(cell)
        cell = came[cell]
    room = placement.at[cell]
    for place in reversed(cells):
        room = placement.add_room(place, placement.zone[room], room)
    if both:
        placement.connect(end, room, gate)
        placement.gates[room].append(gate)
    else:
        placement.connect(room, end, both=False)


def _joins(placement: Placement, cell: int, other: int, gate: str) -> bool:
    """Whether a corridor from a place may end in a room of another zone."""
    room = placement.at.get(cell)
    if not placement.can_have_gate(other, gate):
        return False
    if room is None:
        return True
    near = any({a, b} == {room, other} for a, b, _gate, _both in placement.joins)
    return not near and placement.can_have_gate(room, gate)


def _room_behind(placement: Placement, hosts: Sequence[int], gate: str) -> bool:
    """Build an optional room behind a gate of one of these rooms."""
    for room in hosts:
        cells = placement.free_neighbours(room) if placement.can_have_gate(room, gate) else []
        if cells:
            above = placement.zone[room]
            depth = placement.mission.zones[above].depth + 1
            placement.mission.zones.append(
                Zone(above, gate, 0, 0, frozenset(), depth, is_reward=True)
            )
            for column in (placement.open, placement.coming):
                column.append(0)
            placement.rooms_of.append([])
            placement.add_room(cells[0], len(placement.rooms_of) - 1, room, gate)
            return True
    return False


def _rings(placement: Placement) -> int:
    """Build loops in the zones that are to be patrolled; return their number."""
    count = 0
    for number, zone in enumerate(placement.mission.zones):
        rooms = placement.rooms_of[number]
        if zone.ring and len(rooms) > _FEW:
            first, last = rooms[0], rooms[-1]
            zone.ring = _connect(placement, [last], [first], "", _LONG, both=True)
            count += zone.ring
    if not count:
        _unused(placement, "patrolled loop")
    return count


def _unused(placement: Placement, rule: str) -> None:
    placement.mission.used[:] = ["" if name == rule else name for name in placement.mission.used]


def _stairs(placement: Placement) -> None:
    """Build second stairs within zones that ask for them."""
    done = False
    for number, zone in enumerate(placement.mission.zones):
        if not zone.stairs:
            continue
        joined = {frozenset(join[:2]) for join in placement.joins}
        for room in placement.rooms_of[number]:
            other = placement.at.get(placement.cells[room] + placement.sheet)
            if (
                other is not None
                and placement.zone[other] == number
                and frozenset((room, other)) not in joined
                and placement.holds[room] != "start"
            ):
                placement.connect(room, other)
                done = True
                break
    if not done:
        _unused(placement, "second floor from two sides")


def _ways_back(placement: Placement, count: int) -> int:
    """Add one-way exits that lead from a key back to its lock, for the longest walks first.

    Return their number.
    """
    outer = _outer_zones(placement)
    journeys = set()
    for zone_rooms, zone in zip(placement.rooms_of, placement.mission.zones, strict=True):
        key = zone.key_zone
        if key >= 0 and key != zone.above and outer[key] >> zone.above & 1:
            steps = _apart(placement, placement.rooms_of[key][-1], placement.came[zone_rooms[0]])
            if steps >= _JOURNEY:
                journeys.add((steps, key, zone.above))
    made = 0
    for _steps, key, above in sorted(journeys, reverse=True):
        left = max(0, (placement.parameters.rooms or 0) - len(placement.cells))
        if made < count:
            rooms = placement.rooms_of
            made += _connect(placement, rooms[key], rooms[above], "", min(left, _BACK), both=False)
    return made


def _drops(placement: Placement, pairs: _Pairs, count: int) -> None:
    """Add one-way exits from a zone to one that players have already crossed."""
    outer = _outer_zones(placement)
    drops = []
    for (zone, other), rooms in pairs.items():
        if zone == other:
            continue
        for a, b in rooms:
            if outer[zone] >> other & 1:
                drops.append((a, b))
            elif outer[other] >> zone & 1:
                drops.append((b, a))
    drops = placement.chance.shuffled(drops)
    drops.sort(key=lambda pair: _worth(placement, *pair), reverse=True)
    taken: set[int] = set()
    for a, b in drops:
        if len(taken) < count and placement.zone[a] not in taken:
            taken.add(placement.zone[a])
            _use(placement, pairs, a, b, "", both=False)


def _worth(placement: Placement, a: int, b: int) -> int:
    """Return how many steps an exit between two rooms saves, above all after finding a key."""
    steps = _apart(placement, a, b)
    return steps + _KEY * (placement.holds[a].partition(":")[0] in _NEEDED) if steps > 1 else 0


def _apart(placement: Placement, a: int, b: int) -> int:
    """Return the distance between two rooms through the doors by which they were built."""
    far, came, steps = placement.far, placement.came, 0
    while a != b:
        if far[a] < far[b]:
            a, b = b, a
        a = came[a]
        steps += 1
    return steps


def _outer_zones(placement: Placement) -> list[int]:
    """Return, for each zone, the set of zones on the way to it (including itself), as bits."""
    zones = {(placement.zone[a], placement.zone[b]) for a, b, _gate, _both in placement.joins}
    zones |= {
        (placement.zone[b], placement.zone[a]) for a, b, _gate, both in placement.joins if both
    }
    ways = sorted((a, b) for a, b in zones if a != b)
    outer = [1] + [-1] * (len(placement.mission.zones) - 1)
    changed = True
    while changed:
        changed = False
        for a, b in ways:
            passed = outer[a] | 1 << b
            if outer[b] & ~passed:
                outer[b] &= passed
                changed = True
    return outer


def _loops(placement: Placement, pairs: _Pairs, count: int) -> None:
    """Add doors within a zone, those that save the most steps first."""
    loops = [
        pair
        for (zone, other), pairs_of_rooms in pairs.items()
        if zone == other
        for pair in pairs_of_rooms
    ]
    loops = placement.chance.shuffled(loops)
    loops.sort(key=lambda pair: _worth(placement, *pair), reverse=True)
    for a, b in loops[:count]:
        _use(placement, pairs, a, b, "", both=True)


def _wormholes(placement: Placement, count: int) -> None:
    """Add wormholes from behind a gate to near the entrance, at most one per plain room."""
    near = placement.chance.shuffled(n for n in placement.rooms_of[0] if not placement.holds[n])
    far = placement.chance.shuffled(
        n for n, zone in enumerate(placement.zone) if zone and not placement.holds[n]
    )
    for a, b in list(zip(far, near, strict=False))[:count]:
        placement.jumps.append((a, b))
