"""MapView: the part of a map that one character may see, as a value.

    Grid, overlay ─┐                        ┌─ GMCP, MSDP    one room at a time
    rules of maps ─┼─ game/view ───► MapView┼─ JSON          web client, page, API
    explored, fog ─┘                        ├─ files         MMP, Mudlet, SVG, DOT
                                            └─ speech        screen readers

All messages to clients are made from this value alone, so nothing else can leak. An exit whose
target is unknown is a stub: it has no target.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from xyzgrid_ext.core.grid import Grid, LinkFlag

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "u", "d", "in", "out")
"""The directions that map clients can draw; an exit with another name has no direction."""
COMPASS_WORDS = (
    *("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"),
    *("up", "down", "in", "out"),
)
"""The directions of COMPASS as full words, in the same order."""
_WORMHOLE = int(LinkFlag.WORMHOLE)  # numpy's numbers and flags of Python take long together
_DIRECTIONS = dict(zip((*COMPASS_WORDS, *COMPASS), COMPASS * 2, strict=True))


def compass_direction(names: Iterable[str]) -> str:
    """Return the direction of COMPASS among the names of an exit; empty if there is none.

    A player, or a client, can type it as a command.
    """
    return next((_DIRECTIONS[name] for name in map(str.lower, names) if name in _DIRECTIONS), "")


def area_number(key: str) -> int:
    """Return the number of a map, computed from its key: above 0 and the same on every machine.

    Clients store it with their own maps. The server does not store it, so a map that is removed and
    added again keeps its number. In a game of a thousand maps the chance that two share a number is
    about one in four thousand.
    """
    return (crc32(key.encode()) & 0x7FFFFFFF) or 1


class Door(Enum):
    """The state of the door in an exit, as a character knows it: NONE, OPEN, CLOSED or LOCKED."""

    NONE = ""
    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"


class ExitKind(Enum):
    """How an exit is drawn: WAY (an ordinary one), STAIRS (to another level), WORMHOLE, PORTAL.

    A PORTAL leads to another map.
    """

    WAY = "way"
    STAIRS = "stairs"  # to another level of the same map
    WORMHOLE = "wormhole"
    PORTAL = "portal"  # to another map


@dataclass(frozen=True, slots=True)
class ExitView:
    """An exit of a room, as a character sees it.

    Attributes:
        name: what a player types: `north`, `wormhole 2`, `iron door`.
        direction: one of COMPASS (`n`); "" if the exit has none.
        target: the number (`RoomView.number`) of the room that it leads to; None if the character
            does not know it.
        area: the key (`map_key`) of that room's map; "" if unknown.
        kind: its kind; if its target is unknown, what can be seen from this side.
        door: the state of its door.
        needs: what it needs, as maps write it: `smallkey`, `item:lamp`, `puzzle:ID`.
        weight: the cost for routes, 1 for an ordinary step.
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
        """Whether the exit is open and is known to lead to the room with this number."""
        return self.target is not None and self.target == number and self.door is not Door.LOCKED


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room, as a character sees it.

    Attributes:
        number: the id of its object: above 0 and permanent.
        name: its name.
        x, y, z: its coordinates; z is 0 on a flat map.
        symbol: its symbol on a drawing, one column, without colour codes.
        exits: the exits that the character sees, in the order in which the room lists them.
        environment: its `environment` tag; empty if it has none.
        details: its tags that tell what is found here, such as `shop`.
        area: the name of its innermost area; empty if it has none.
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
    area: str = ""


@dataclass(frozen=True, slots=True)
class MapHead:
    """Name, size and so on of a map, without its rooms, as a character may see it.

    Attributes:
        key: its key (`map_key`).
        number: its `area_number`, for clients that number maps.
        name: its name as the author writes it.
        levels: the number of levels of a 3D map; None for a flat map.
        known: how many of its rooms the character may see.
        rooms: how many there are; None where that is secret.
        land: whether it is an endless land, all of which the character may see from afar.
    """

    key: str
    number: int
    name: str
    levels: int | None
    known: int
    rooms: int | None = None
    land: bool = False


class GroundKind(NamedTuple):
    """A kind of ground of a land, such as forest; `name` is among the `details` of its rooms."""

    name: str
    symbol: str
    colour: str
    """`#rrggbb`."""


@dataclass(frozen=True, slots=True)
class MapView:
    """A map, or some levels of it, as one character may see it.

    Attributes:
        head: the map.
        rooms: its rooms, sorted by z, y, x.
        here: the number of the room where the character stands; None if it is not on this map.
        ground: the kinds of ground of a land or a part of one; of other maps none.
        colours: name of an area of these rooms -> its colour, `#rrggbb`.
    """

    head: MapHead
    rooms: tuple[RoomView, ...]
    here: int | None = None
    ground: tuple[GroundKind, ...] = ()
    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def exit_kind(grid: Grid, link: int) -> ExitKind:
    """Return how the exit of a link is drawn."""
    source, target = grid.source.item(link), grid.target.item(link)
    if grid.link_flags.item(link) & _WORMHOLE:
        return ExitKind.WORMHOLE
    if target < 0:
        return ExitKind.PORTAL
    is_level = grid.coords.item(source, 2) == grid.coords.item(target, 2)
    return ExitKind.WAY if is_level else ExitKind.STAIRS
