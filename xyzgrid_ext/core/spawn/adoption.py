"""Exits that nobody wrote a direction on: which way of the map each of them is.

The contrib knows its exits by their names alone. Ours carry their direction in a tag, so that they
may be called anything. For a room with the ways

    north (n)    up (u)

an exit `north` is the way north, an exit `oak door` with the alias `n` is as well if no other is,
and an exit `chute` is somebody's own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.spawn.model import XYZ
from xyzgrid_ext.core.spawn.wanted import xyz_of


@dataclass(frozen=True, slots=True)
class FoundExit:
    """An exit as the database has it; `direction` is None for one without the tag."""

    id: int
    room: XYZ
    target: XYZ | None
    key: str
    aliases: frozenset[str] = frozenset()
    direction: str | None = None


def directions_of(exits: Iterable[FoundExit], grids: Mapping[str, Grid]) -> dict[int, str]:
    """The directions of those exits that have none yet and are a way of their room, by id.

    A way goes to the exit that has its name, else to one that has it as an alias; of several to
    one that leads where the way leads, else to the oldest. No way is given twice.
    """
    of_room: dict[XYZ, list[FoundExit]] = defaultdict(list)
    for found in exits:
        of_room[found.room].append(found)
    directions: dict[int, str] = {}
    for xyz, here in of_room.items():
        room = locate(Place(xyz.z, Coord(xyz.x, xyz.y)), grids)
        if room is not None:
            directions.update(_of_room(here, grids[room[0]], room[1], grids))
    return directions


def _of_room(
    exits: Iterable[FoundExit], grid: Grid, room: int, grids: Mapping[str, Grid]
) -> dict[int, str]:
    taken = {found.direction for found in exits if found.direction is not None}
    fits = []
    for link in grid.links_of(room):
        way = grid.way_of(link)
        key, others = way.key.lower(), {word.lower() for word in (way.direction, *way.aliases)}
        place = locate(grid.target_of(link), grids)
        target = xyz_of(grids[place[0]], place[1]) if place is not None else None
        for found in exits:
            rank = _rank(found, key, others)
            if found.direction is None and rank is not None:
                fits.append((rank, found.target != target, found.id, way.direction))
    matched: dict[int, str] = {}
    for _, _, pk, direction in sorted(fits):
        if pk not in matched and direction.lower() not in taken:
            matched[pk] = direction
            taken.add(direction.lower())
    return matched


def _rank(found: FoundExit, key: str, others: set[str]) -> int | None:
    """How well an exit's names are a way's: 0 is best, None not at all."""
    names = {found.key.lower(), *(alias.lower() for alias in found.aliases)}
    if found.key.lower() == key:
        return 0
    if key in names:
        return 1
    return 2 if names & others else None


def doubled(rooms: Mapping[int, XYZ]) -> dict[XYZ, tuple[int, ...]]:
    """Coordinates that several rooms claim, with the ids of these, oldest first."""
    claims: dict[XYZ, list[int]] = defaultdict(list)
    for pk, xyz in sorted(rooms.items()):
        claims[xyz].append(pk)
    return {xyz: tuple(ids) for xyz, ids in claims.items() if len(ids) > 1}
