"""The parameters of a dungeon: one value, checked when it is made.

A parameter that is None is derived from the tier and the number of rooms:

    tier       keys  dead ends  fairies  branches      cycles     one for 12 rooms
    1 to 2        1          0        0         3      one_way    one for 10 rooms, or a wormhole
    3 to 4        2          1        0         4      wormholes  one where there are floors
    5 to 9        3          2        1         5      seals      one from tier 2, two from tier 6
    from 10       4          3        1         6      rooms      14 and two a tier up to tier 10,
                                                                  four more for each more floor
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from xyzgrid_ext.core.findings import Finding, RefusedError, Severity

# from this tier on: keys, dead ends, fairies, branches
_TIERS = ((1, (1, 0, 0, 3)), (3, (2, 1, 0, 4)), (5, (3, 2, 1, 5)), (10, (4, 3, 1, 6)))
_FULL = 60  # percent of the places of a floor; beyond, branches lock each other in
NEWEST = 2  # the generator that new orders name
_FIXED = 12  # rooms that every dungeon has: entrance, boss, goal, chests, where branches meet


@dataclass(frozen=True)
class Parameters:
    """The parameters of a dungeon.

    Attributes:
        seed: any whole number or text; equal seeds give equal dungeons.
        tier: the step of the quest, 1 to 99: it decides which item is hidden here and which are
            brought.
        floors: sheets, 1 to 9.
        rooms: the approximate number; never fewer than keys, branches and chests need.
        width, height: the size of a sheet in rooms, 5 to 50 each.
        keys, dead_ends, fairies: their numbers. branches: the most that meet in one room.
        seals: doors that stay shut until a puzzle is solved or an enemy is beaten.
        cycles: doors that close a loop. one_way: doors of one direction. wormholes: shortcuts.
        items: the order in which a quest hides its items; empty: the catalogue's, shuffled.
        generator: the version of the generator; a later version does not change older dungeons.

    Raises:
        RefusedError: with every value that is out of bounds, or if there is no space for the rooms.

    """

    seed: int | str = 1
    tier: int = 1
    floors: int = 1
    rooms: int | None = None
    width: int = 10
    height: int = 10
    keys: int | None = None
    dead_ends: int | None = None
    fairies: int | None = None
    branches: int | None = None
    seals: int | None = None
    cycles: int | None = None
    one_way: int | None = None
    wormholes: int | None = None
    items: tuple[str, ...] = ()
    generator: int = 1

    def __post_init__(self) -> None:
        found = list(self._out_of_bounds())
        if not found:
            found = list(self._too_many())
        if found:
            raise RefusedError(found)

    def resolved(self) -> Parameters:
        """Return the parameters with a number for every None."""
        row = next(own for least, own in reversed(_TIERS) if self.tier >= least)
        keys, dead_ends, fairies, branches = row
        size = 14 + 2 * min(self.tier, 10) + 4 * (self.floors - 1)
        rooms = size if self.rooms is None else self.rooms
        wormholes = int(self.floors > 1) if self.wormholes is None else self.wormholes
        usual: dict[str, Any] = {
            "rooms": size,
            "keys": keys,
            "dead_ends": dead_ends,
            "fairies": fairies,
            "branches": branches,
            "seals": min(2, (self.tier + 2) // 4),
            "cycles": rooms // 12,
            "one_way": rooms // 10 - min(1, wormholes),
            "wormholes": wormholes,
        }
        return replace(self, **{k: v for k, v in usual.items() if getattr(self, k) is None})

    def _out_of_bounds(self) -> Iterator[Finding]:
        for name, (least, most, _meaning) in BOUNDS.items():
            value = getattr(self, name)
            if value is None and getattr(Parameters, name) is None:
                continue
            if type(value) is not int or not least <= value <= most:
                yield _error(f"{name} is {value!r}", f"write a whole number from {least} to {most}")
        if type(self.seed) not in (int, str):
            yield _error(f"seed is {self.seed!r}", "write a whole number or a text")
        items: object = self.items
        if not isinstance(items, list | tuple) or not all(isinstance(one, str) for one in items):
            yield _error(f"items are {self.items!r}", "write the names of items")
        elif len(set(self.items)) != len(self.items):
            yield _error(f"items are {self.items!r}", "name each item once")

    def _too_many(self) -> Iterator[Finding]:
        places = self.width * self.height * self.floors
        most = places * _FULL // 100
        counted = [n for n in (self.keys, self.keys, self.seals, self.dead_ends, self.fairies) if n]
        needed = max(self.rooms or 0, _FIXED + sum(counted))
        if needed > most:
            message = f"about {needed} rooms do not fit into {places} places"
            yield _error(message, f"ask for {most} at most, or make the floors larger")


BOUNDS = {
    "tier": (1, 99, "the stage of the quest"),
    "floors": (1, 9, "levels, joined by stairs"),
    "rooms": (12, 300, "the approximate number of rooms"),
    "width": (5, 50, "places of a level, from west to east"),
    "height": (5, 50, "places of a level, from south to north"),
    "keys": (0, 40, "small keys"),
    "dead_ends": (0, 50, "rooms that lead nowhere"),
    "fairies": (0, 20, "rooms with a fairy"),
    "branches": (2, 9, "the largest number of branches that meet"),
    "seals": (0, 20, "doors that a solved puzzle or a beaten enemy opens"),
    "cycles": (0, 100, "doors that close a loop"),
    "one_way": (0, 100, "one-way doors"),
    "wormholes": (0, 5, "shortcuts"),
    "generator": (1, NEWEST, "the version of the generator"),
}
"""The numeric parameters: least, most, and the meaning of each."""


def _error(message: str, cure: str) -> Finding:
    return Finding(Severity.ERROR, "bad-parameter", message, cure, file="dungeon")
