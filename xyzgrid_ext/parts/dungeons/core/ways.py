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


def add_exits(site: Placement) -> None:
    """Add to a placement the exits that it needs besides the doors between its zones.

    They are loops, falls, stairs and wormholes. If there is no space for an exit that a rule wished
    for, the rule's name in `Mission.used` becomes "".

    Raises:
        NoPlaceError: if some item would open fewer than two doors.
    """
    used = site.mission.used
    wished = 0
    for way in site.mission.ways:
        if _wish(site, way):
            wished += 1
        else:
            used[way.rule] = ""
    _see_items(site)
    wished += _rings(site)
    parameters = site.parameters
    falls = parameters.one_way or 0
    falls -= _ways_back(site, falls)
    add_side_rooms(site)
    pairs = _pairs(site)
    _stairs(site)
    _drops(site, pairs, falls)
    _loops(site, pairs, max(0, (parameters.cycles or 0) - wished))
    _wormholes(site, parameters.wormholes or 0)


def _see_items(site: Placement) -> None:
    """Give each item two doors, one of which is passed before the item is found.

    Raises:
        NoPlaceError: if there is no space for that.
    """
    doors: dict[str, list[int]] = defaultdict(list)
    for a, _b, gate, _both in site.joins:
        if gate.startswith("item:"):
            doors[gate].append(a)
    big = site.holds.index("bigkey")
    for room, holds in enumerate(site.holds):
        kind, _colon, name = holds.partition(":")
        if not name:
            continue
        gate = f"item:{name}"
        way = list(site.rooms_to_entrance(big if kind == "item" else room))
        passed = any(door in way for door in doors[gate])
        if (not passed or len(doors[gate]) < 2) and not _room_behind(site, way, gate):
            cure = "ask for fewer rooms, or for larger floors"
            raise NoPlaceError(f"no place for two doors of the {name}", cure)


_Pairs = dict[tuple[int, int], list[tuple[int, int]]]


def _pairs(site: Placement) -> _Pairs:
    """Yield pairs of adjacent rooms that nothing joins, by their zones, each pair once."""
    joined = {(a, b) if a < b else (b, a) for a, b, _gate, _both in site.joins}
    at, line = site.at, site.line
    found: _Pairs = defaultdict(list)
    for a, cell in enumerate(site.cells):
        if site.holds[a] in ENDS:
            continue
        for step in (1, line):
            b = at.get(cell + step)
            if b is None or site.holds[b] in ENDS:
                continue
            if ((a, b) if a < b else (b, a)) not in joined:
                found[site.zone[a], site.zone[b]].append((a, b))
    return found


def _use(site: Placement, pairs: _Pairs, a: int, b: int, gate: str, *, both: bool) -> None:
    site.connect(a, b, gate, both)
    for own in (pairs.get((site.zone[a], site.zone[b])), pairs.get((site.zone[b], site.zone[a]))):
        for pair in ((a, b), (b, a)):
            if own and pair in own:
                own.remove(pair)


def _wish(site: Placement, way: ExtraExit) -> bool:
    """Build an exit of the mission, by a corridor if necessary; False if there is no space."""
    one, two = (way.b, way.a) if way.both else (way.a, way.b)
    if _connect(site, site.rooms_of[one], site.rooms_of[two], way.gate, _LONG, both=way.both):
        return True
    if not way.both:  # a fall without a way out is a door
        site.joins = [
            (a, b, gate, both or site.zone[b] == way.a) for a, b, gate, both in site.joins
        ]
    return False


def _connect(
    site: Placement, begin: Sequence[int], ends: Sequence[int], gate: str, most: int, *, both: bool
) -> bool:
    """Build the shortest corridor between rooms through free places; its gate is at the far end."""
    begin = [n for n in begin if site.holds[n] not in ENDS]
    came = {site.cells[n]: -1 for n in begin}
    layer = list(came)
    for _step in range(most + 1):
        after = []
        for cell in layer:
            for step in site.around:
                near = cell + step
                other = site.at.get(near)
                if other is None:
                    if site.free[near] and near not in came:
                        came[near] = cell
                        after.append(near)
                elif other in ends and _joins(site, cell, other, gate):
                    _build(site, came, cell, other, gate, both=both)
                    return True
        layer = site.chance.shuffled(after)
    return False


def _build(
    site: Placement, came: dict[int, int], cell: int, end: int, gate: str, *, both: bool
) -> None:
    cells = []
    while cell not in site.at:
        cells.append(cell)
        cell = came[cell]
    room = site.at[cell]
    for place in reversed(cells):
        room = site.add_room(place, site.zone[room], room)
    if both:
        site.connect(end, room, gate)
        site.gates[room].append(gate)
    else:
        site.connect(room, end, both=False)


def _joins(site: Placement, cell: int, other: int, gate: str) -> bool:
    """Whether a corridor from a place may end in a room of another zone."""
    own = site.at.get(cell)
    if not site.can_have_gate(other, gate):
        return False
    if own is None:
        return True
    near = any({a, b} == {own, other} for a, b, _gate, _both in site.joins)
    return not near and site.can_have_gate(own, gate)


def _room_behind(site: Placement, hosts: Sequence[int], gate: str) -> bool:
    """Build an optional room behind a gate of one of these rooms."""
    for room in hosts:
        cells = site.free_neighbours(room) if site.can_have_gate(room, gate) else []
        if cells:
            above = site.zone[room]
            depth = site.mission.zones[above].depth + 1
            site.mission.zones.append(Zone(above, gate, 0, 0, frozenset(), depth, is_reward=True))
            for column in (site.open, site.coming):
                column.append(0)
            site.rooms_of.append([])
            site.add_room(cells[0], len(site.rooms_of) - 1, room, gate)
            return True
    return False


def _rings(site: Placement) -> int:
    """Build loops in the zones that are to be patrolled; return their number."""
    count = 0
    for number, zone in enumerate(site.mission.zones):
        rooms = site.rooms_of[number]
        if zone.ring and len(rooms) > _FEW:
            first, last = rooms[0], rooms[-1]
            zone.ring = _connect(site, [last], [first], "", _LONG, both=True)
            count += zone.ring
    if not count:
        _unused(site, "patrolled loop")
    return count


def _unused(site: Placement, rule: str) -> None:
    site.mission.used[:] = ["" if name == rule else name for name in site.mission.used]


def _stairs(site: Placement) -> None:
    """Build second stairs within zones that ask for them."""
    done = False
    for number, zone in enumerate(site.mission.zones):
        if not zone.stairs:
            continue
        joined = {frozenset(join[:2]) for join in site.joins}
        for room in site.rooms_of[number]:
            other = site.at.get(site.cells[room] + site.sheet)
            if (
                other is not None
                and site.zone[other] == number
                and frozenset((room, other)) not in joined
                and site.holds[room] != "start"
            ):
                site.connect(room, other)
                done = True
                break
    if not done:
        _unused(site, "second floor from two sides")


def _ways_back(site: Placement, count: int) -> int:
    """Add one-way exits that lead from a key back to its lock, for the longest walks first.

    Return their number.
    """
    outer = _outer_zones(site)
    journeys = set()
    for own, zone in zip(site.rooms_of, site.mission.zones, strict=True):
        key = zone.seen_from
        if key >= 0 and key != zone.above and outer[key] >> zone.above & 1:
            steps = _apart(site, site.rooms_of[key][-1], site.came[own[0]])
            if steps >= _JOURNEY:
                journeys.add((steps, key, zone.above))
    made = 0
    for _steps, key, above in sorted(journeys, reverse=True):
        left = max(0, (site.parameters.rooms or 0) - len(site.cells))
        if made < count:
            rooms = site.rooms_of
            made += _connect(site, rooms[key], rooms[above], "", min(left, _BACK), both=False)
    return made


def _drops(site: Placement, pairs: _Pairs, count: int) -> None:
    """Add one-way exits from a zone to one that players have already crossed."""
    outer = _outer_zones(site)
    found = []
    for (one, two), own in pairs.items():
        if one == two:
            continue
        for a, b in own:
            if outer[one] >> two & 1:
                found.append((a, b))
            elif outer[two] >> one & 1:
                found.append((b, a))
    found = site.chance.shuffled(found)
    found.sort(key=lambda pair: _worth(site, *pair), reverse=True)
    taken: set[int] = set()
    for a, b in found:
        if len(taken) < count and site.zone[a] not in taken:
            taken.add(site.zone[a])
            _use(site, pairs, a, b, "", both=False)


def _worth(site: Placement, a: int, b: int) -> int:
    """Return how many steps an exit between two rooms saves, above all after finding a key."""
    steps = _apart(site, a, b)
    return steps + _KEY * (site.holds[a].partition(":")[0] in _NEEDED) if steps > 1 else 0


def _apart(site: Placement, a: int, b: int) -> int:
    """Return the distance between two rooms through the doors by which they were built."""
    far, came, steps = site.far, site.came, 0
    while a != b:
        if far[a] < far[b]:
            a, b = b, a
        a = came[a]
        steps += 1
    return steps


def _outer_zones(site: Placement) -> list[int]:
    """Return, for each zone, the set of zones on the way to it (including itself), as bits."""
    zones = {(site.zone[a], site.zone[b]) for a, b, _gate, _both in site.joins}
    zones |= {(site.zone[b], site.zone[a]) for a, b, _gate, both in site.joins if both}
    ways = sorted((a, b) for a, b in zones if a != b)
    outer = [1] + [-1] * (len(site.mission.zones) - 1)
    changed = True
    while changed:
        changed = False
        for a, b in ways:
            passed = outer[a] | 1 << b
            if outer[b] & ~passed:
                outer[b] &= passed
                changed = True
    return outer


def _loops(site: Placement, pairs: _Pairs, count: int) -> None:
    """Add doors within a zone, those that save the most steps first."""
    found = [
        pair
        for (one, two), pairs_of_rooms in pairs.items()
        if one == two
        for pair in pairs_of_rooms
    ]
    found = site.chance.shuffled(found)
    found.sort(key=lambda pair: _worth(site, *pair), reverse=True)
    for a, b in found[:count]:
        _use(site, pairs, a, b, "", both=True)


def _wormholes(site: Placement, count: int) -> None:
    """Add wormholes from behind a gate to near the entrance, at most one per plain room."""
    near = site.chance.shuffled(n for n in site.rooms_of[0] if not site.holds[n])
    far = site.chance.shuffled(n for n, zone in enumerate(site.zone) if zone and not site.holds[n])
    for a, b in list(zip(far, near, strict=False))[:count]:
        site.jumps.append((a, b))
