"""MapView: what one character may see of one map, as a value.

    Grid, overlay ─┐                        ┌─ GMCP, MSDP    one room at a time
    dungeon state ─┼─ game/view ───► MapView┼─ JSON          web client, page, API
    explored, fog ─┘                        ├─ files         MMP, Mudlet, SVG, DOT
                                            └─ speech        screen readers

All messages to clients are made from this value and nothing else of the world: what is not in it
cannot leak. A way of which only its beginning is known is a stub: an exit without a target.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from zlib import crc32

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "u", "d", "in", "out")
"""The directions that map clients draw by themselves; every other exit has none."""
COMPASS_WORDS = (
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    "up", "down", "in", "out",
)  # fmt: skip
"""The same in full."""
_DIRECTIONS = dict(zip((*COMPASS_WORDS, *COMPASS), COMPASS * 2, strict=True))


def compass_of(names: Iterable[str]) -> str:
    """The direction of COMPASS that an exit has by its names; empty if it has none.

    It is what works when a player, or a client for them, types it.
    """
    return next((_DIRECTIONS[name] for name in map(str.lower, names) if name in _DIRECTIONS), "")


def area_number(key: str) -> int:
    """The number of a map, from its key: the same on every machine, at any time, above 0.

    Clients keep it with their own maps. Nothing has to be kept here, so that a map may go and come
    again; two of a thousand maps share a number once in some four thousand games.
    """
    return (crc32(key.encode()) & 0x7FFFFFFF) or 1


class Door(Enum):
    """The door in a way, as far as the character may know."""

    NONE = ""
    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"


class ExitKind(Enum):
    """The kind of a way, for drawing."""

    WAY = "way"
    STAIRS = "stairs"  # to another level of the same map
    WORMHOLE = "wormhole"
    PORTAL = "portal"  # to another map


@dataclass(frozen=True, slots=True)
class ExitView:
    """A way out of a room.

    Attributes:
        name: what a player types: `north`, `wormhole 2`, `iron door`.
        direction: one of COMPASS; empty for all other ways.
        target: the number of the room that it leads to; None for a stub.
        area: the key of that room's map; empty for a stub.
        kind: what it is. Of a stub, only what is seen from this side.
        door: what stands in it.
        needs: words of what it needs (`smallkey`, `item:lamp`, `puzzle:ID`), as maps tell them.
        weight: the cost of going, 1 for an ordinary step.

    """

    name: str
    direction: str
    target: int | None
    area: str = ""
    kind: ExitKind = ExitKind.WAY
    door: Door = Door.NONE
    needs: tuple[str, ...] = ()
    weight: float = 1.0

    def leads_to(self, number: int | None) -> bool:
        """Whether it is known to lead to the numbered room, and is open."""
        return self.target is not None and self.target == number and self.door is not Door.LOCKED


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room.

    Attributes:
        number: above 0 and lasting: that of its object.
        name: its name.
        x, y, z: where it is on its map; z is 0 on a map of one sheet.
        symbol: what stands for it on a drawing, one column, without colour codes.
        exits: its ways that are seen, in the order in which the room lists them.
        environment: the word of its surroundings (`environment` tag); empty if it has none.
        details: what is found here, by the tags that name places (`shop`).

    """

    number: int
    name: str
    x: int
    y: int
    z: int
    symbol: str = "#"
    exits: tuple[ExitView, ...] = ()
    environment: str = ""
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MapHead:
    """What is told of a map before its rooms.

    Attributes:
        key: its key (`map_key`).
        number: above 0 and lasting, for clients that count areas.
        name: as its author writes it.
        levels: sheets of a 3D map; None for one sheet without a number.
        known: how many of its rooms the character may see.
        rooms: how many there are; None where that is not told.

    """

    key: str
    number: int
    name: str
    levels: int | None
    known: int
    rooms: int | None = None


@dataclass(frozen=True, slots=True)
class MapView:
    """A map, or some levels of it, as one character may see it.

    Attributes:
        head: the map.
        rooms: in the order of the map: by z, y, x.
        here: the number of the room where the character stands; None if it is not on this map.

    """

    head: MapHead
    rooms: tuple[RoomView, ...]
    here: int | None = None
