"""The values of adoption: what changes when a game goes from the contrib to us, and back.

One part of it is found here: which way of the map an exit is that nobody wrote a direction on. The
contrib knows its exits by their names alone. Ours carry their direction in a tag, so that they
may be called anything. For a room with the ways

    north (n)    up (u)

an exit `north` is the way north, an exit `oak door` with the alias `n` is as well if no other is,
and an exit `chute` is somebody's own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.spawn.model import XYZ
from xyzgrid_ext.core.spawn.wanted import xyz_of

Records = tuple[Mapping[str, Any], ...]  # `reference`, and `maps`: the names of its maps


@dataclass(frozen=True, slots=True)
class FoundExit:
    """An exit as the database has it; `direction` is None for one without the tag."""

    id: int
    room: XYZ
    target: XYZ | None
    key: str
    aliases: frozenset[str] = frozenset()
    direction: str | None = None


@dataclass(frozen=True)
class OwnClass:
    """A class of the game's own on the grid: how many objects there are, and whether it is ours."""

    path: str
    number: int
    mixes_ours_in: bool = False
    imports: bool = True


@dataclass(frozen=True)
class Adoption:
    """The changes that make a game ours, and what its owner should know.

    Attributes:
        script: the grid that becomes ours; None for a new one, beside the contrib's.
        dropped: grids that go, as their maps are in that one now.
        kept: the contrib's grids that stay -> the maps that stay with them.
        records: what our grid remembers: `reference` and `maps`.
        rooms, exits: how many change their class.
        directions: exit -> the direction that it gets as a tag.
        script_changes: whether anything of the scripts changes.
        unreadable: the contrib's list of its maps cannot be read.
        left: maps that stay with the contrib, as no module is known for them.
        unmapped: Z of rooms that no map has -> how many.
        findings: why maps do not load.
        own_exits: exits with coordinates that are no way of any map.
        opened: how many exits builders opened in rooms of the grid.
        doubled: coordinates that several rooms claim.
        own_classes: the game's own.
        orphans: tags of prototypes that nothing has.

    """

    script: int | None
    dropped: tuple[int, ...]
    kept: Mapping[int, Mapping[Any, Any]]
    records: Records
    rooms: int
    exits: int
    directions: Mapping[int, str]
    script_changes: bool
    unreadable: bool
    left: tuple[str, ...]
    unmapped: Mapping[str, int]
    findings: tuple[Finding, ...]
    own_exits: tuple[FoundExit, ...]
    opened: int
    doubled: Mapping[XYZ, tuple[int, ...]]
    own_classes: tuple[OwnClass, ...]
    orphans: int

    def __bool__(self) -> bool:
        return bool(self.script_changes or self.rooms or self.exits or self.directions)


@dataclass(frozen=True)
class Unadoption:
    """The changes that make a game the contrib's again.

    Attributes:
        script: the grid that becomes the contrib's; None if there is no grid.
        dropped: grids that go, as their maps are in that one now.
        map_data: what the contrib's grid stores.
        records: what stays written down for our next turn.
        solid: 3D maps, which the contrib cannot show.
        missing: maps that their modules no longer define.
        rooms, exits: how many change their class.
        own_classes: the game's own that mix ours in.

    """

    script: int | None
    dropped: tuple[int, ...]
    map_data: Mapping[Any, Any]
    records: Records
    solid: tuple[str, ...]
    missing: tuple[str, ...]
    rooms: int
    exits: int
    own_classes: tuple[OwnClass, ...]

    def __bool__(self) -> bool:
        return self.script is not None or bool(self.rooms or self.exits)


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
