"""What doors add to core: the key `door` of exits, and its check.

    {"name": "oak door", "key": "brass key", "locked": True}

A door is in two exits: that with the key, and the one back from where it leads. It is written at
one of them, or alike at both. If several exits lead back, it is the one in the opposite direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.grid import Grid, is_apart
from xyzgrid_ext.core.grid.places import exit_text, place_text
from xyzgrid_ext.core.mapdata.kinds import WORD, Flag, KeyRow, KeyTable, Number, Predicate
from xyzgrid_ext.core.parts import CorePart
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.view.snapshot import COMPASS, compass_direction

ATTRIBUTE = "door"
"""The key of map modules, and the Attribute of exits, for a door."""
NAME = "door"
"""What a door is called, unless its row says otherwise."""
_MOST_SECONDS = 366 * 24 * 3600
_IN_A_LOCK = Predicate(  # since it becomes a part of one
    "a word or several, without , ; = and parentheses",
    lambda value: isinstance(value, str) and bool(re.fullmatch(r"\s*[^\s,;=()][^,;=()]*", value)),
    {"type": "string", "pattern": "^[^,;=()]+$"},
)
DOOR = KeyTable(
    "a dict",
    (
        KeyRow("name", WORD, "what it is called: `oak door`", NAME),
        KeyRow("open", Flag(), "whether it stands open at first", False),
        KeyRow("locked", Flag(), "whether it is locked at first", False),
        KeyRow("key", WORD, "a name, or a tag of category `item`, of what locks it", None),
        KeyRow("used_up", Flag(), "whether unlocking it uses the key up", False),
        KeyRow("closes", Number(_MOST_SECONDS), "seconds until it closes by itself", None),
        KeyRow("hidden", _IN_A_LOCK, "nobody sees the exit before finding this", None),
    ),
    own=None,
    code="malformed-door",
    cure='write "door": {"name": "oak door", "key": "brass key"}',
)
"""The keys of a door."""


def opposite_first(names: Iterable[str], others: Sequence[tuple[Any, Iterable[str]]]) -> list[Any]:
    """Return the exits of `others`, (exit, its names): first the one opposite to `names`."""
    way = compass_direction(names)
    number = COMPASS.index(way) if way else -1
    back = COMPASS[(number + 4) % 8 if number < 8 else number ^ 1] if way else ""
    ordered = sorted(others, key=lambda other: not back or compass_direction(other[1]) != back)
    return [exit_ for exit_, _names in ordered]


def _door_of(grid: Grid, link: int) -> Mapping[str, object] | None:
    proto = grid.link_proto.item(link)
    door = grid.protos[proto].get(ATTRIBUTE) if proto >= 0 else None
    return door if isinstance(door, Mapping) else None


def _link_back(grid: Grid, link: int) -> int | None:
    source, target = grid.source.item(link), grid.target.item(link)
    if target < 0:
        return None
    back = [other for other in grid.links_of(target) if grid.target.item(other) == source]
    named = [(other, _names(grid, other)) for other in back if other != link]
    return next(iter(opposite_first(_names(grid, link), named)), None)


def _names(grid: Grid, link: int) -> tuple[str, ...]:
    way = grid.way_of(link)
    return (way.direction, way.key, *way.aliases)


def _faults(grid: Grid) -> Iterator[Finding]:
    """Find doors where there can be none, and those that contradict themselves."""
    with_doors = [
        n for n, proto in enumerate(grid.protos) if isinstance(proto.get("door"), Mapping)
    ]
    if not with_doors:
        return
    rooms = np.flatnonzero(np.isin(grid.room_proto, with_doors))[:1]
    for room in rooms.tolist():
        cure = 'write it at an exit: "prototypes": {(x, y, "n"): {"door": …}}'
        message = f"{place_text(grid, room)} has a door, but doors are in exits"
        yield Finding.warning("door-of-a-room", message, cure, grid.name)
    checked = set[int]()
    for link in np.flatnonzero(np.isin(grid.link_proto, with_doors)).tolist():
        door, exit_ = _door_of(grid, link), exit_text(grid, link)
        assert door is not None
        if (proto := grid.link_proto.item(link)) not in checked:
            checked.add(proto)
            yield from _contradictions(grid, door, exit_)
        back = _link_back(grid, link)
        other = None if back is None else _door_of(grid, back)
        if back is not None and other is not None and link < back and dict(door) != dict(other):
            message = f"{exit_} and {exit_text(grid, back)} are one door, but differ"
            cure = "write `door` for one of them, or the same for both"
            yield Finding.warning("two-doors", message, cure, grid.name)
        if back is not None and other is None and door.get("hidden"):
            message = f"{exit_} is hidden, but {exit_text(grid, back)} is not, and maps show both"
            cure = "write the same `door` there, unless this is meant"
            yield Finding.info("seen-from-behind", message, cure, grid.name)


def _contradictions(grid: Grid, door: Record, exit_: str) -> Iterator[Finding]:
    if is_apart(grid):
        message = f"{exit_} has a door, but the game of this map opens and shuts its exits"
        yield Finding.error("no-door-here", message, "leave `door` out", grid.name)
    if door.get("open") and door.get("locked"):
        message, cure = f"the door of {exit_} is open and locked", "remove one of them"
        yield Finding.error("open-and-locked", message, cure, grid.name)
    if not door.get("key"):
        for word in ("locked", "used_up"):
            if door.get(word):
                message = f"the door of {exit_} is {word!r}, but has no key"
                cure = 'add "key": "brass key", unless your code opens it'
                yield Finding.warning("door-without-key", message, cure, grid.name)


def _keys(grid: Grid) -> Iterator[tuple[int, str]]:
    """Yield the links whose doors have keys, with the names of these."""
    for link in range(grid.links):
        if (door := _door_of(grid, link)) is not None and (key := door.get("key")):
            yield link, str(key)


CORE = CorePart(
    "doors",
    exit_keys=(KeyRow(ATTRIBUTE, DOOR, "its door, which the exit back has, too", None),),
    items=_keys,
    faults=(_faults,),
)
