"""Places the rooms of zones on floors: each zone grows from the door that leads into it.

        5-5   S-1-1-1      zone by zone, in the order in which they were made; a lock whose key is
        i     |   k        found later stands beside the way to that key, so that one has seen it;
    1-1-1-1---1   2-2      what lies in a zone lies at its ends

If the space runs out, the caller tries again with other random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.parts.dungeons.core.mission import KILL_BOSS, Mission, Zone
from xyzgrid_ext.parts.dungeons.core.model import NoPlaceError
from xyzgrid_ext.parts.dungeons.core.parameters import Parameters
from xyzgrid_ext.parts.dungeons.core.placement import ENDS, Placement

_TURN = 25  # percent of the rooms that begin a side branch of their zone
_LONGER = 55  # percent of the side rooms that lie behind another
_TRIES = 20
_ROOMY = 5  # what a place is worth at least from which more rooms are to be built
_NARROW = 4  # places that are compared where a single room shall stand


def place_mission(mission: Mission, parameters: Parameters, chance: Chance) -> Placement:
    """Return the rooms of a mission with their places on the floors.

    Raises:
        NoPlaceError: if there is no space for a required room, or for stairs to each floor.
    """
    placement = Placement(parameters, mission, chance)
    sizes = _sizes(mission, parameters, chance, placement.side)
    floors = _floors(mission.zones, sizes, parameters.floors)
    behind: list[list[int]] = [[] for _ in mission.zones]
    for number, zone in enumerate(mission.zones[1:], start=1):
        behind[zone.above].append(number)
    placement.coming = [size - 1 + len(zones) for size, zones in zip(sizes, behind, strict=True)]
    entrance = placement.add_room(placement.cell(parameters.width // 2, 0, 0), 0, -1)
    placement.holds[entrance] = "start"
    for number, zone in enumerate(mission.zones):
        (room,) = placement.rooms_of[number]
        while placement.floor(room) < floors[number]:
            up = _climbed(placement, room, number)
            if up is None:
                break  # it stays below
            room = up
        _spread(placement, number, room, sizes[number])
        _fill(placement, number, zone)
        placement.coming[number] = len(behind[number])
        for other in behind[number]:  # at once, as long as there are places
            heavy = sizes[other] > 1 or bool(behind[other])
            _enter(placement, other, mission.zones[other], floors[other], heavy=heavy)
    if len(set(map(placement.floor, range(len(placement.cells))))) < parameters.floors:
        raise NoPlaceError("no place for stairs", "ask for fewer rooms, or for larger floors")
    return placement


def _sizes(mission: Mission, parameters: Parameters, chance: Chance, side: int) -> list[int]:
    """Return the number of rooms of each zone: enough for its contents, the rest at random."""
    sizes = []
    for zone in mission.zones:
        size = max(1, len(zone.holds)) + (zone.above < 0) + 2 * zone.ring
        sizes.append(size)
    for zone in mission.zones:
        if zone.gate in ("bigkey",) or zone.gate.startswith(("item:", "puzzle", "kill")):
            host = mission.zones[zone.above]
            if zone.gate != KILL_BOSS and sizes[zone.above] <= len(host.holds) + (host.above < 0):
                sizes[zone.above] += 1  # such a door has a room in which nothing lies
    left = (parameters.rooms or 0) - sum(sizes) - (parameters.floors - 1)
    needed = [n for n, zone in enumerate(mission.zones) if not zone.is_reward and not _is_end(zone)]
    for _ in range(left - (parameters.rooms or 0) * side // 100):
        sizes[chance.choice(needed)] += 1
    return sizes


def _is_end(zone: Zone) -> bool:
    return zone.gate == KILL_BOSS


def _floors(zones: Sequence[Zone], sizes: Sequence[int], floors: int) -> list[int]:
    """Return the sheet of each zone: earlier zones are lower, with as many rooms on each sheet."""
    share = sum(sizes) / floors
    floor_of: list[int] = []
    total = 0
    for zone, size in zip(zones, sizes, strict=True):
        least = floor_of[zone.above] if zone.above >= 0 else 0
        floor_of.append(max(least, min(floors - 1, int(total / share), least + 1)))
        total += size
    if floors > 1:
        floor_of[-1] = floor_of[zones[-1].above]
        # a sheet that no zone came to is on the way of the last
        missing = floors - 1 - max(floor_of)
        for up in range(missing):
            floor_of[-2] += 1 if up >= 0 else 0
        floor_of[-1] = floor_of[zones[-1].above]
    return floor_of


def _enter(placement: Placement, number: int, zone: Zone, floor: int, *, heavy: bool) -> None:
    """Build the first room of a zone, beside a room of the zone that leads to it."""
    hosts = [n for n in placement.rooms_of[zone.above] if placement.can_have_gate(n, zone.gate)]
    places = [(n, cells) for n in hosts if (cells := placement.free_neighbours(n))]
    if not places and zone.gate != KILL_BOSS:  # a corridor leads to where a door has its place
        room = _added(placement, zone.above)
        places = [(room, placement.free_neighbours(room))]
    if not places or not places[0][1]:
        raise NoPlaceError(
            f"no place for a room behind '{zone.gate}' of zone {zone.above}",
            "ask for fewer rooms, or for larger floors",
        )
    if zone.key_zone >= 0:  # one passes its lock before one has the key
        order = {room: place for place, room in enumerate(_way_to_key(placement, zone))}
        least = _ROOMY if heavy else 0
        on_way = [
            (room, roomy)
            for room, cells in places
            if room in order
            and (roomy := [c for c in cells if placement.cell_score(c, number) >= least])
        ]
        if on_way:
            places = on_way
            if placement.chance.percent(placement.close):
                places = [min(on_way, key=lambda pair: order[pair[0]])]
    places = [pair for pair in places if placement.floor(pair[0]) == floor] or places
    pairs = [(cell, room) for room, cells in places for cell in cells]
    if heavy:
        cell = _best(placement, [cell for cell, _room in pairs], number)
        pairs = [pair for pair in pairs if pair[0] == cell]
    else:  # what needs no space takes a narrow place
        pairs = placement.chance.shuffled(pairs)[:_NARROW]
        pairs.sort(key=lambda pair: _narrow(placement, pair[0], number))
    cell, room = pairs[0]
    placement.coming[zone.above] -= 1
    placement.add_room(cell, number, room, zone.gate, both=not zone.falls)


def _way_to_key(placement: Placement, zone: Zone) -> Iterator[int]:
    """Return the rooms on the path to the room with a zone's key, the last one first."""
    key = zone.key_zone
    while not placement.rooms_of[key]:
        key = placement.mission.zones[key].above
    return placement.rooms_to_entrance(placement.rooms_of[key][-1])


def _narrow(placement: Placement, cell: int, zone: int) -> int:
    """Return the score of a cell for a narrow layout: the less space around it, the higher."""
    space = placement.free_cells_near(cell)
    return space + 2 * (space - placement.cell_score(cell, zone))


def _best(placement: Placement, cells: Sequence[int], zone: int) -> int:
    """Return the best cell for a room of a zone, or one of several equally good ones."""
    if len(cells) == 1:
        return cells[0]
    worth = [placement.cell_score(cell, zone) for cell in cells]
    most = max(worth)
    return placement.chance.choice([c for c, w in zip(cells, worth, strict=True) if w == most])


def _climbed(placement: Placement, room: int, zone: int) -> int | None:
    """Build a room on the floor above, by stairs from a room of the zone; None without space."""
    for host in (room, *reversed(placement.rooms_of[zone])):
        cell = placement.cells[host] + placement.sheet
        if placement.free[cell] and placement.holds[host] == "":
            return placement.add_room(cell, zone, host)
    for cell in placement.free_neighbours(room):
        if placement.free[cell + placement.sheet]:
            return placement.add_room(
                cell + placement.sheet, zone, placement.add_room(cell, zone, room)
            )
    return None


def _spread(placement: Placement, zone: int, room: int, size: int) -> None:
    """Grow a zone from a room, mostly straight on; it stays smaller if the space runs out."""
    rooms = placement.rooms_of[zone]
    chance = placement.chance
    while len(rooms) < size:
        cells = placement.free_neighbours(room)
        if not cells or (len(rooms) > 1 and chance.percent(_TURN)):
            hosts = [n for n in rooms if placement.free_neighbours(n)]
            if not hosts:
                return
            host = chance.choice(hosts)
            cells = placement.free_neighbours(host)
        else:
            host = room
        room = placement.add_room(_best(placement, cells, zone), zone, host)


def _fill(placement: Placement, number: int, zone: Zone) -> None:
    """Put the contents of a zone into its rooms, beginning with those that are reached last."""
    rooms = [n for n in placement.rooms_of[number] if not placement.holds[n]]
    while len(rooms) < len(zone.holds):
        rooms.append(_added(placement, number))
    rooms.reverse()
    if placement.chance.percent(placement.at_end):
        rooms.sort(
            key=lambda n: placement.doors[n] > 1
        )  # ends first; of these the last that was built
    if "boss" in zone.holds:
        rooms.sort(key=lambda n: not placement.free_neighbours(n))
    for what, place in zip(reversed(zone.holds), rooms, strict=False):
        placement.holds[place] = what


def _added(placement: Placement, zone: int) -> int:
    """Add a room to a zone where there is most space.

    Raises:
        NoPlaceError: if there is no free place beside any of its rooms.
    """
    places = [
        (placement.free_cells_near(cell), cell, room)
        for room in placement.rooms_of[zone]
        if placement.holds[room] not in ENDS
        for cell in placement.free_neighbours(room)
    ]
    if not places:
        raise NoPlaceError(
            f"no place for another room of zone {zone}", "ask for fewer rooms, or for larger floors"
        )
    _space, cell, room = max(places)
    return placement.add_room(cell, zone, room)


def add_side_rooms(placement: Placement) -> None:
    """Add dead ends to a placement, as many as its parameters ask for, if there is space."""
    chance = placement.chance
    zones = [n for n, zone in enumerate(placement.mission.zones) if not _is_end(zone)]
    last = -1
    for _ in range((placement.parameters.rooms or 0) - len(placement.cells)):
        cells = placement.free_neighbours(last) if last >= 0 and chance.percent(_LONGER) else []
        for _try in range(_TRIES):
            if cells:
                break
            zone = chance.choice(zones)
            last = chance.choice(placement.rooms_of[zone])
            cells = placement.free_neighbours(last) if placement.holds[last] not in ENDS else []
        if cells:
            last = placement.add_room(chance.choice(cells), placement.zone[last], last)
