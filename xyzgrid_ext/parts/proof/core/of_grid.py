"""Makes a problem for the prover from a map that was drawn by hand.

The prototypes say what rooms give and what exits need, besides the grid's own `needs`:

    prototypes = {(2, 3): {"gives": ["smallkey", {"what": "map", "needs": ["kill:rat"]}]},
                  (2, 3, "n"): {"needs": ["smallkey"]},          a small key is spent on it
                  (2, 4, "s"): {"needs": ["smallkey"]}}          the same door, seen from behind
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError
from xyzgrid_ext.core.names import item_names, name_key
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.parts.proof.core.problem import (
    SMALL_KEY,
    Link,
    Pickup,
    Problem,
    ProblemRoom,
    RoomId,
)

if TYPE_CHECKING:
    from xyzgrid_ext.core.grid import Grid


def problem_from_grid(grid: Grid, start: Coord | None = None, goal: Coord | None = None) -> Problem:
    """Return the problem of a map: its rooms, by their numbers, its exits and its pickups.

    Exits to other maps are left out.

    Args:
        grid: the map.
        start: a room; by default the start of the grid.
        goal: a room; by default the end of the grid.

    Raises:
        RefusedError: if a prototype's `gives` or `needs` are malformed.
        MapError: if there is no room at the start or at the goal.
    """
    findings: list[Finding] = []
    rooms = tuple(
        ProblemRoom(number, _gives(grid, number, findings), grid.coord(number))
        for number in range(grid.rooms)
    )
    links = tuple(
        link for number in range(grid.links) if (link := _link(grid, number, findings)) is not None
    )
    if findings:
        raise RefusedError(findings)
    ends = (_room(grid, "start", start or grid.start), _room(grid, "goal", goal or grid.end))
    return Problem(*ends, rooms, _paired(links), grid.name)


def with_placed_items(problem: Problem, grid: Grid) -> Problem:
    """Return the problem with the things on the map added, as `item:NAME` pickups of their rooms.

    Things are added if some exit needs them and they can be in one room only.
    """
    needed = {word for link in problem.links for word in link.needs if word.startswith("item:")}
    names = {name_key(word.partition(":")[2]): word for word in needed}
    more = defaultdict[RoomId, list[Pickup]](list)
    for rooms, thing in _things(grid) if needed else ():
        for name in sorted(item_names(thing) & names.keys()):
            more[rooms[0]].append(Pickup(names[name]))
    richer = (room._replace(gives=(*room.gives, *more[room.id])) for room in problem.rooms)
    return replace(problem, rooms=tuple(richer))


def _things(grid: Grid) -> Iterator[tuple[Sequence[int], Record]]:
    for room, number in enumerate(grid.room_proto.tolist()):
        things = grid.protos[number].get("things") or () if number >= 0 else ()
        yield from (([room], thing) for thing in things if isinstance(thing, Mapping))
    for part in core_parts():
        yield from ((rooms, thing) for rooms, _, thing in part.things(grid) if len(rooms) == 1)


def _place(grid: Grid, room: int) -> str:  # `place_text`, without its NumPy
    return grid.place(room).text(is_flat=grid.levels is None)


def _room(grid: Grid, what: str, coord: Coord | None) -> int:
    room = None if coord is None else grid.room_at(coord)
    if room is None:
        text = "" if coord is None else f" at {coord}"
        raise MapError(f"{grid.name} has no {what}{text}", f"name the room that is its {what}")
    return room


def _prototype(grid: Grid, number: int) -> Record:
    return grid.protos[number] if number >= 0 else {}


def _gives(grid: Grid, room: int, findings: list[Finding]) -> tuple[Pickup, ...]:
    value = _prototype(grid, int(grid.room_proto[room])).get("gives", ())
    gives = []
    for entry in value if isinstance(value, list | tuple) else [value]:
        row = {"what": entry} if isinstance(entry, str) else entry
        if isinstance(row, Mapping) and isinstance(row.get("what"), str):
            needs = row.get("needs", ())
            if isinstance(needs, list | tuple) and all(isinstance(word, str) for word in needs):
                gives.append(Pickup(row["what"], tuple(needs)))
                continue
        message = f"{_place(grid, room)} gives {entry!r}"
        cure = 'write "gives": ["smallkey", {"what": "map", "needs": ["kill:rat"]}]'
        findings.append(Finding.error("malformed-gives", message, cure, grid.name))
    return tuple(gives)


def _link(grid: Grid, number: int, findings: list[Finding]) -> Link | None:
    source, target = int(grid.source[number]), int(grid.target[number])
    if target < 0:
        return None
    prototype = _prototype(grid, int(grid.link_proto[number]))
    needs = grid.needs.get(number) or prototype.get("needs", ())
    if not isinstance(needs, list | tuple) or not all(isinstance(word, str) for word in needs):
        message = f"the exit '{grid.way_of(number).key}' of {_place(grid, source)} needs {needs!r}"
        cure = 'write "needs": ["smallkey"]'
        findings.append(Finding.error("malformed-needs", message, cure, grid.name))
        return None
    door = prototype.get("door")
    consumes = SMALL_KEY in needs
    return Link(source, target, grid.way_of(number).key, tuple(needs), door, consumes)


def _paired(links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Pair opposite links that both take a small key as one door, unless `door` says otherwise."""
    doors: list[str | int | None] = [link.door for link in links]
    waiting: dict[tuple[object, object], list[int]] = {}
    for number, link in enumerate(links):
        if not link.consumes or link.door is not None:
            continue
        partners = waiting.get((link.target, link.source))
        if partners:
            partner = partners.pop(0)
            doors[number] = doors[partner] = f"{link.target}-{link.source}-{partner}"
        else:
            waiting.setdefault((link.source, link.target), []).append(number)
    return tuple(
        Link(link.source, link.target, link.exit, link.needs, door, link.consumes)
        for link, door in zip(links, doors, strict=True)
    )
