"""Places a tree of rooms on floors.

        5   #-#-#             the entrance (S) at the bottom in the middle of the first sheet;
        |   |   :             the heaviest branch goes straight on, lighter ones turn off; a branch
    4-3-2-1-#   u             without a free place beside its room starts from another room of the
            |                 same zone (rooms with no gate between them); stairs (u) change the
            S                 sheet

If the space runs out, the caller tries again with other random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.dungeon.mission import Node
from xyzgrid_ext.core.dungeon.shape import suits
from xyzgrid_ext.core.dungeon_parameters import Parameters
from xyzgrid_ext.core.findings import MapError

ON_SHEET = (Direction.UP, Direction.LEFT, Direction.RIGHT, Direction.DOWN)
STAIRS = (Direction.FORWARD, Direction.BACKWARD)


class Spot(NamedTuple):
    """A placed room: its coordinate, its contents, and the number of its zone."""

    coord: Coord
    holds: str
    zone: int


class Join(NamedTuple):
    """A connection of two rooms, by number; it leads from `a` in `direction`.

    `gate` is what it needs. Without `both` it leads only from `a` to `b`. A wormhole has no
    direction.
    """

    a: int
    b: int
    direction: Direction | None
    gate: str = ""
    both: bool = True


@dataclass(frozen=True)
class Layout:
    """Rooms, the entrance first, and their joins. `above` is the zone before each zone's gate."""

    spots: tuple[Spot, ...]
    joins: tuple[Join, ...]
    above: tuple[int, ...]

    def outer(self, zone: int) -> Iterator[int]:
        """Yield a zone and all zones on the way to it."""
        while zone >= 0:
            yield zone
            zone = self.above[zone]


class NoPlaceError(MapError):
    """Raised when some room found no place in this attempt."""


@dataclass
class _Site:
    """A layout while it is being made."""

    parameters: Parameters
    chance: Chance
    spots: list[Spot] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    above: list[int] = field(default_factory=lambda: [-1])
    at: dict[Coord, int] = field(default_factory=dict)
    gates: list[list[str]] = field(default_factory=list)  # that each room has doors for
    heading: list[Direction] = field(default_factory=list)

    def settle(self, coord: Coord, holds: str, zone: int, heading: Direction) -> int:
        """Put a room on a free place; return its number."""
        self.at[coord] = len(self.spots)
        self.spots.append(Spot(coord, holds, zone))
        self.gates.append([])
        self.heading.append(heading)
        return len(self.spots) - 1

    def is_free(self, coord: Coord) -> bool:
        """Whether a room can be built here."""
        own = self.parameters
        inside = 0 <= coord.x < own.width and 0 <= coord.y < own.height
        return inside and 0 <= coord.z < own.floors and coord not in self.at

    def space(self, coord: Coord) -> int:
        """Return the number of free places around a place."""
        return sum(self.is_free(direction.of(coord)) for direction in ON_SHEET)


def lay_out(root: Node, parameters: Parameters, chance: Chance) -> Layout:
    """Place each room of a tree made by `shape`.

    Raises:
        NoPlaceError: if some room finds no place.

    """
    site = _Site(parameters, chance)
    entrance = Coord(parameters.width // 2, 0, 0)
    waiting = [(root, site.settle(entrance, root.holds, 0, Direction.UP))]
    while waiting:
        # the branch with most to place goes first, while there is space
        waiting.sort(key=lambda pair: -pair[0].weight)
        node, host = waiting.pop(0)
        for rank, child in enumerate(reversed(node.children)):
            number = _place(site, child, host, straight=rank == 0)
            waiting.append((child, number))
    return Layout(tuple(site.spots), tuple(site.joins), tuple(site.above))


def _place(site: _Site, node: Node, host: int, *, straight: bool) -> int:
    """Put the room of a node beside its host, or beside another room of the host's zone."""
    found = _found(site, node, host, straight=straight)
    if found is None:
        raise NoPlaceError(
            f"no place for a room with '{node.holds}' behind '{node.gate}' next to "
            f"{site.spots[host].coord}",
            "ask for fewer rooms, or for larger floors",
        )
    host, direction = found
    zone = site.spots[host].zone
    if node.gate:
        site.above.append(zone)
        zone = len(site.above) - 1
    heading = direction if direction in ON_SHEET else site.heading[host]
    number = site.settle(direction.of(site.spots[host].coord), node.holds, zone, heading)
    site.joins.append(Join(host, number, direction, node.gate))
    site.gates[host].append(node.gate)
    return number


def _found(site: _Site, node: Node, host: int, *, straight: bool) -> tuple[int, Direction] | None:
    """Find a room of the zone, and a direction in which the node has space; the best first."""
    if node.stairs and (up := _stairs(site, host)):
        return host, up
    zone = site.spots[host].zone
    others = [n for n, spot in enumerate(site.spots) if spot.zone == zone and n != host]
    for room in (host, *site.chance.stream("host", len(site.spots)).shuffled(others)):
        if not _can_host(site, room, node.gate) or (room != host and node.holds == "goal"):
            continue
        if direction := _side(site, node, room, straight=straight):
            return room, direction
    for room in (host, *others):  # no wall is left in the zone: maybe a ladder helps
        plain = not node.gate and _can_host(site, room, "") and not site.spots[room].holds
        if plain and (up := _stairs(site, room)):
            return room, up
    return None


def _can_host(site: _Site, room: int, gate: str) -> bool:
    holds = site.spots[room].holds
    if holds == "boss":
        return gate == "kill:boss"
    return holds != "goal" and suits(holds, [*site.gates[room], gate])


def _side(site: _Site, node: Node, room: int, *, straight: bool) -> Direction | None:
    """Return the side of a room on which to build a node; None if all are taken."""
    coord, heading = site.spots[room].coord, site.heading[room]
    free = [d for d in ON_SHEET if site.is_free(d.of(coord))]
    if not free:
        return None
    if node.weight > 1:
        open_to = [d for d in free if site.space(d.of(coord))]
        free = open_to or free
    if straight and heading in free and site.is_free(heading.of(heading.of(coord))):
        return heading
    mixed = site.chance.stream("side", len(site.spots)).shuffled(free)
    if node.weight == 1:  # what needs no space takes a narrow place
        return min(mixed, key=lambda d: site.space(d.of(coord)))
    return max(mixed, key=lambda d: site.space(d.of(coord)))


def _stairs(site: _Site, room: int) -> Direction | None:
    coord = site.spots[room].coord
    return next((d for d in STAIRS if site.is_free(d.of(coord))), None)
