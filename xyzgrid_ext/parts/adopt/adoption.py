"""The values of adoption: the changes that move a game from the contrib to us, or back.

This module also matches exits without a direction to the links of the map. The contrib knows its
exits only by name. This package's exits have their direction in a tag, so they may have any name.
For a room with the links

    north (n)    up (u)

an exit `north` is the link north, an exit `oak door` with the alias `n` is that link if no other
exit is, and an exit `chute` was made by a builder.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import Grid, locate
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.spawn.model import XYZ, GameClass
from xyzgrid_ext.core.spawn.wanted import xyz_of

Records = tuple[Mapping[str, Any], ...]
"""The list of maps of a grid: {"reference": a module or file, "maps": [names]} each."""


@dataclass(frozen=True, slots=True)
class StoredExit:
    """An exit in the database; `direction` is None for one without the tag."""

    id: int
    room: XYZ
    target: XYZ | None
    key: str
    aliases: frozenset[str] = frozenset()
    direction: str | None = None


@dataclass(frozen=True)
class Adoption:
    """The changes that move a game to this package, and notes for its owner.

    Attributes:
        script: the grid that becomes ours; None for a new one besides the contrib's.
        dropped: grids that are removed, since `script` now has their maps.
        kept: the contrib's grids that stay -> the maps that stay with them.
        records: the records of our grid: `reference` and `maps`.
        rooms, exits: how many of them change their class.
        directions: exit -> the direction that it gets as a tag.
        script_changes: whether the scripts change at all.
        unreadable: whether the contrib's list of its maps cannot be read.
        left: maps that stay with the contrib, since their modules are unknown.
        unmapped: Z of rooms that are on no map -> how many there are.
        findings: the reasons why maps do not load.
        own_exits: exits with coordinates that match no link of any map.
        opened: the number of exits that builders opened in rooms of the grid.
        doubled: coordinates that several rooms claim.
        game_classes: the game's own classes.
        orphans: prototype tags that no object has.
        needs: exits with an Attribute of that name, which becomes a lock: id -> name.
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
    own_exits: tuple[StoredExit, ...]
    opened: int
    doubled: Mapping[XYZ, tuple[int, ...]]
    game_classes: tuple[GameClass, ...]
    orphans: int
    needs: Mapping[int, str]

    def __bool__(self) -> bool:
        return bool(self.script_changes or self.rooms or self.exits or self.directions)


@dataclass(frozen=True)
class Unadoption:
    """The changes that make a game the contrib's again.

    Attributes:
        script: the grid that becomes the contrib's; None if there is no grid.
        dropped: grids that are removed, since `script` now has their maps.
        map_data: the data that the contrib's grid stores.
        records: the records that are kept for a later adoption.
        solid: 3D maps, which the contrib cannot show.
        missing: maps that their modules no longer define.
        rooms, exits: how many of them change their class.
        game_classes: the game's own classes that inherit from ours.
        memories: the number of objects and accounts with Attributes of this package.
    """

    script: int | None
    dropped: tuple[int, ...]
    map_data: Mapping[Any, Any]
    records: Records
    solid: tuple[str, ...]
    missing: tuple[str, ...]
    rooms: int
    exits: int
    game_classes: tuple[GameClass, ...]
    memories: int

    def __bool__(self) -> bool:
        return self.script is not None or bool(self.rooms or self.exits)


def directions_of(exits: Iterable[StoredExit], grids: Mapping[str, Grid]) -> dict[int, str]:
    """Return exit id -> direction, for exits without one that match a link of their room.

    A link belongs to the exit with its name, or otherwise to one with its name as an alias. If
    there are several, it belongs to one that leads to the same room, or otherwise to the oldest. No
    link belongs to two exits.
    """
    of_room: dict[XYZ, list[StoredExit]] = defaultdict(list)
    for exit_ in exits:
        of_room[exit_.room].append(exit_)
    directions: dict[int, str] = {}
    for xyz, here in of_room.items():
        room = locate(Place(xyz.z, Coord(xyz.x, xyz.y)), grids)
        if room is not None:
            directions.update(_match_room(here, grids[room[0]], room[1], grids))
    return directions


def _match_room(
    exits: Iterable[StoredExit], grid: Grid, room: int, grids: Mapping[str, Grid]
) -> dict[int, str]:
    directions = {exit_.direction for exit_ in exits if exit_.direction is not None}
    fits = []
    for link in grid.links_of(room):
        way = grid.way_of(link)
        key, others = name_key(way.key), {name_key(word) for word in (way.direction, *way.aliases)}
        place = locate(grid.target_of(link), grids)
        target = xyz_of(grids[place[0]], place[1]) if place is not None else None
        for exit_ in exits:
            rank = _rank(exit_, key, others)
            if exit_.direction is None and rank is not None:
                fits.append((rank, exit_.target != target, exit_.id, way.direction))
    matched: dict[int, str] = {}
    for _, _, pk, direction in sorted(fits):
        if pk not in matched and direction.lower() not in directions:
            matched[pk] = direction
            directions.add(direction.lower())
    return matched


def _rank(exit_: StoredExit, key: str, others: set[str]) -> int | None:
    """Return how well an exit's names match a link's: 0 is best, None means not at all."""
    names = {name_key(name) for name in (exit_.key, *exit_.aliases)}
    if name_key(exit_.key) == key:
        return 0
    if key in names:
        return 1
    return 2 if names & others else None


def shared_coordinates(rooms: Mapping[int, XYZ]) -> dict[XYZ, tuple[int, ...]]:
    """Return coordinate -> ids of the rooms that claim it, oldest first, if there are several."""
    claims: dict[XYZ, list[int]] = defaultdict(list)
    for pk, xyz in sorted(rooms.items()):
        claims[xyz].append(pk)
    return {xyz: tuple(ids) for xyz, ids in claims.items() if len(ids) > 1}
