"""The parameters of a dungeon: one value, checked when it is made.

A parameter that is None is drawn when the dungeon is made: `rooms` from the tier and the floors,
all others from the number of rooms; see `dungeon.mission.fill_parameters`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xyzgrid_ext.core.findings import Finding, RefusedError

_FULL = 60  # percent of the places of a floor; beyond, branches lock each other in
_FIXED = 12  # rooms that every dungeon has: entrance, boss, goal, chests, where branches meet


@dataclass(frozen=True)
class Parameters:
    """The parameters of a dungeon.

    Attributes:
        seed: any whole number or text; equal seeds give equal dungeons.
        tier: the step of the quest, 1 to 99: it decides which item is hidden here.
        floors: the number of floors, each a level of the map, 1 to 9.
        rooms: the approximate number; never fewer than keys and chests need.
        width, height: the size of a floor in rooms, 5 to 50 each.
        keys, dead_ends, fairies: how many small keys, dead ends and fairies.
        seals: how many doors stay shut until a puzzle is solved or an enemy is beaten.
        cycles, one_way: how many doors close a loop, and how many lead in one direction only.
        wormholes: how many wormholes.
        items: the order in which a quest hides its items; empty: the catalogue's, shuffled.

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
    seals: int | None = None
    cycles: int | None = None
    one_way: int | None = None
    wormholes: int | None = None
    items: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        findings = list(self._out_of_bounds())
        if not findings:
            findings = list(self._too_many())
        if findings:
            raise RefusedError(findings)

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
        if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
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
    "seals": (0, 20, "doors that a solved puzzle or a beaten enemy opens"),
    "cycles": (0, 100, "doors that close a loop"),
    "one_way": (0, 100, "one-way doors"),
    "wormholes": (0, 5, "shortcuts"),
}
"""The name of each numeric parameter -> (least value, greatest value, meaning)."""


def _error(message: str, cure: str) -> Finding:
    return Finding.error("bad-parameter", message, cure, file="dungeon")
