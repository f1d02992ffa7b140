"""The rooms of a dungeon while they are placed: the free places, and the joins.

Places are whole numbers, with a margin around each sheet. So a step is an addition, without a test
for the edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.parts.dungeons.core.mission import KILL_BOSS, SEALS, Mission
from xyzgrid_ext.parts.dungeons.core.parameters import Parameters

_HURT = 12  # the penalty of a place that a zone needs for a lock
ENDS = ("boss", "goal")
"""What the last two rooms of a dungeon hold; nothing else is joined to these rooms."""


class Placement:
    """The rooms of a dungeon, by their numbers, while they get their places.

    A cell is a place for a room; the cells of all floors are numbered in one: see `Placement.cell`.
    """

    def __init__(self, parameters: Parameters, mission: Mission, chance: Chance) -> None:
        self.parameters = parameters
        self.mission = mission
        self.chance = chance
        # each dungeon has a character of its own
        self.close = 40 + chance.below(61)  # percent of the locks that one comes to at once
        # percent of the rooms that lead nowhere; the walks of large dungeons pass by less anyway
        self.side = max(0, 16 - (parameters.rooms or 0) // 4) + chance.below(41)
        self.at_end = chance.below(101)  # percent of the zones whose things lie at their ends
        self.line = parameters.width + 2
        self.sheet = self.line * (parameters.height + 2)
        self.steps = {
            Direction.UP: self.line,
            Direction.LEFT: -1,
            Direction.RIGHT: 1,
            Direction.DOWN: -self.line,
        }
        self.around = tuple(self.steps.values())
        line = self.line
        self.wide = (
            *self.around,
            *(2 * step for step in self.around),
            *(row + side for row in (line, -line) for side in (1, -1)),
        )
        self.free = bytearray(self.sheet * (parameters.floors + 2))
        for z in range(parameters.floors):
            for y in range(parameters.height):
                begin = self.cell(0, y, z)
                self.free[begin : begin + parameters.width] = b"\1" * parameters.width
        self.at: dict[int, int] = {}
        self.cells: list[int] = []
        self.zone: list[int] = []
        self.holds: list[str] = []
        self.came: list[int] = []  # the room from which each was built
        self.far: list[int] = []  # rooms from the entrance, through all doors by which it was built
        self.gates: list[list[str]] = []
        self.doors: list[int] = []  # how many each has
        self.joins: list[tuple[int, int, str, bool]] = []  # from, to, gate, both ways
        self.jumps: list[tuple[int, int]] = []
        self.rooms_of: list[list[int]] = [[] for _ in mission.zones]
        # of each zone, the sides of its rooms that are free, and how many rooms are still to come
        self.open = [0] * len(mission.zones)
        self.coming = [0] * len(mission.zones)

    def cell(self, x: int, y: int, z: int) -> int:
        """Return the number of the cell at a coordinate."""
        return (z + 1) * self.sheet + (y + 1) * self.line + x + 1

    def coord(self, room: int) -> Coord:
        """Return the coordinate of the room with the number `room`."""
        z, rest = divmod(self.cells[room], self.sheet)
        y, x = divmod(rest, self.line)
        return Coord(x - 1, y - 1, z - 1)

    def floor(self, room: int) -> int:
        """Return the number of the floor, from 0, on which a room is."""
        return self.cells[room] // self.sheet - 1

    def add_room(self, cell: int, zone: int, host: int, gate: str = "", both: bool = True) -> int:
        """Add a room in a free cell and return its number.

        Args:
            cell: the number of the cell.
            zone: the number of the room's zone.
            host: the number of the room to join it to; -1 for none.
            gate: what the door between them needs, as `smallkey` or `item:rope`; "" for nothing.
            both: whether that door also leads back.
        """
        number = len(self.cells)
        self.free[cell] = 0
        self.at[cell] = number
        for step in self.around:
            if self.free[cell + step]:
                self.open[zone] += 1
            elif (other := self.at.get(cell + step)) is not None:
                self.open[self.zone[other]] -= 1
        self.cells.append(cell)
        self.zone.append(zone)
        self.holds.append("")
        self.came.append(host)
        self.far.append(self.far[host] + 1 if host >= 0 else 0)
        self.gates.append([])
        self.doors.append(0)
        self.rooms_of[zone].append(number)
        if host >= 0:
            self.connect(host, number, gate, both)
        return number

    def connect(self, a: int, b: int, gate: str = "", both: bool = True) -> None:
        """Join room `a` to room `b` by a door that needs `gate` (may be ""); `both`: and back."""
        self.joins.append((a, b, gate, both))
        self.gates[a].append(gate)
        self.doors[a] += 1
        self.doors[b] += 1

    def free_neighbours(self, room: int) -> list[int]:
        """Return the numbers of the free cells beside a room."""
        cell, free = self.cells[room], self.free
        return [cell + step for step in self.around if free[cell + step]]

    def free_cells_near(self, cell: int) -> int:
        """Return how many cells within two steps of a cell are free."""
        free = self.free
        return sum([free[cell + step] for step in self.wide])

    def cell_score(self, cell: int, zone: int) -> int:
        """Return how well a cell suits a room of the zone with this number; the highest is best.

        It is the number of free cells within two steps, less a penalty for each neighbour of
        another zone that will need its last free cells for rooms to come.
        """
        worth = self.free_cells_near(cell)
        for step in self.around:
            other = self.at.get(cell + step)
            if other is not None and (near := self.zone[other]) != zone:
                worth -= _HURT * (self.open[near] <= self.coming[near] + 1)
        return worth

    def can_have_gate(self, room: int, gate: str) -> bool:
        """Whether a room can have one more door, which needs `gate`, as `item:rope`, or ""."""
        holds = self.holds[room]
        if holds in ENDS:
            return gate == KILL_BOSS and holds == "boss"
        if not gate or gate == "smallkey":
            return True
        return can_have_gates(holds, [*self.gates[room], gate])

    def rooms_to_entrance(self, room: int) -> Iterator[int]:
        """Yield a room, the room to which it was joined when added, and so on to the entrance."""
        while room >= 0:
            yield room
            room = self.came[room]


def can_have_gates(host: str, gates: Sequence[str]) -> bool:
    """Whether a room that holds `host` ("" for nothing) can have doors that need `gates`."""
    items = {gate for gate in gates if gate.startswith("item:")}
    seals = set(SEALS) & set(gates)
    if "bigkey" in gates:
        return not (host or items or seals)
    return len(items) <= 1 and not (host and (items or seals))
