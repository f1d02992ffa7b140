"""Findings about one grid, and about a world of grids.

unreachable     S-->A    B        B: no way from the entrance leads there
trap            S-->A-->T         T: no way out at all
one-way region  S-->A<->B         A, B: once there, no way leads back to the entrance
doubled         #==#              two exits of one room with the same direction or name
no target       A-->[nowhere]     an exit to a map or a room that does not exist
no partner      A-->[other map]   no way back from where it leads (told, not forbidden)
nothing gives   A-/brass key/->B  the name of a thing without `item:`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.grid.descriptions import check_descriptions, things_of
from xyzgrid_ext.core.grid.model import Grid, Ints
from xyzgrid_ext.core.grid.places import (
    authored_place,
    coord_text,
    exit_text,
    find_level,
    is_missing,
    locate,
    place_text,
)
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.core.reach import components, reachable

_SHOWN = 5  # rooms named in one message
_LOCK = "lock"  # a word of `needs`: the exit's own lock decides


def check_grid(
    grid: Grid, entrances: Iterable[int] = (), *, are_all_doors: bool = True
) -> list[Finding]:
    """Return findings about one map by itself: traps, unreachable rooms, doubled exits and others.

    Args:
        grid: the map.
        entrances: numbers of the rooms where people enter. Without any, the start of the map
            counts, or else the largest connected part.
        are_all_doors: whether people enter nowhere else; if they may, no room counts as
            unreachable.
    """
    if not grid.rooms:
        cure = "draw at least one room, or link two"
        return [Finding.warning("empty-map", "the map has no rooms", cure, grid.name)]
    findings = [*_doubled(grid), *_unknown_needs(grid)]
    lost, traps, region = cut_off_rooms(grid, entrances)
    if lost.size and are_all_doors:
        message = f"no way from the entrance leads to {_rooms(grid, lost)}"
        cure = "link them, or remove them"
        findings.append(Finding.warning("unreachable-room", message, cure, grid.name))
    # in a matrix ways that lead one way only are written as such: told, but not warned of
    severity = Severity.INFO if grid.start is not None else Severity.WARNING
    if traps.size and grid.rooms > 1:
        message, cure = f"no way out of {_rooms(grid, traps)}", "add a way out if this is not meant"
        findings.append(Finding(severity, "trap", message, cure, grid.name))
    if region.size:
        message = f"no way leads back from {_rooms(grid, region)}"
        cure = "add a way back if this is not meant"
        findings.append(Finding(severity, "one-way-region", message, cure, grid.name))
    return findings


class CutOffRooms(NamedTuple):
    """Arrays of the numbers of rooms that nobody can get to, can leave, or can come back from."""

    lost: Ints
    traps: Ints
    one_way: Ints


def cut_off_rooms(grid: Grid, entrances: Iterable[int] = ()) -> CutOffRooms:
    """Find the rooms of a map that are cut off in one direction; people enter at `entrances`.

    An endless land has none, since it is never known as a whole.
    """
    if grid.tiles is not None:
        return CutOffRooms(*(np.empty(0, dtype=np.intp) for _ in CutOffRooms._fields))
    tails, heads = _links(grid)
    doors = sorted(set(entrances)) or _default_entrance(grid, tails, heads)
    inside = reachable(grid.rooms, tails, heads, doors)
    goal = [] if grid.end is None or (room := grid.room_at(grid.end)) is None else [room]
    # out by an exit to another map if there is any, for who comes in by one door may not be able
    # to go where the other doors are; who can still win has not lost the way
    back = reachable(grid.rooms, heads, tails, [*(_leaving(grid) or doors), *goal])
    has_exit = np.diff(grid.first_link) > 0
    end = np.zeros(grid.rooms, dtype=bool)
    end[goal] = True
    return CutOffRooms(
        np.flatnonzero(~inside),
        np.flatnonzero(inside & ~has_exit & ~end),
        np.flatnonzero(inside & has_exit & ~back & ~end),
    )


def check_world(
    grids: Mapping[str, Grid], missing: Set[str] = frozenset(), given: Set[str] = frozenset()
) -> list[Finding]:
    """Return findings about maps and the connections between them.

    Args:
        grids: the maps by `map_key`.
        missing: keys of maps that do not load. Nothing is reported that these maps could put right:
            an exit to them, a room without another way in, a word of `needs` that nothing else
            makes true. With ANY_MAP in it, that is any unknown map.
        given: words of `needs` that maps outside `grids` can make true: see `words_given`.
    """
    findings: list[Finding] = []
    entrances: dict[str, list[int]] = {key: [] for key in grids}
    # exits into other maps: map -> (number of the link, where it leads)
    gates: dict[str, list[tuple[int, tuple[str, int]]]] = {key: [] for key in grids}
    for key, grid in sorted(grids.items()):
        for link, place in sorted(grid.outside.items()):
            target = locate(place, grids)
            if target is None and is_missing(place.map, missing):
                continue
            if target is None:
                to = authored_place(place)
                message = f"{exit_text(grid, link)} leads to {to}, where there is no room"
                is_map = find_level(place.map, grids) is not None
                cure = "correct the target, or add " + ("a room there" if is_map else "that map")
                findings.append(Finding.error("no-such-target", message, cure, grid.name))
                continue
            if target[0] != key:  # a gate back into the same map is no entrance
                entrances[target[0]].append(target[1])
                gates[key].append((link, target))
    findings += _no_partner(grids, gates)
    if not missing:
        findings += check_descriptions(grids, given)
    for key, grid in sorted(grids.items()):
        doors = list(entrances[key])
        if doors and grid.start is not None and (room := grid.room_at(grid.start)) is not None:
            doors.append(room)
        # a map from which one can leave is no trap as a whole: an exit out counts as a way back
        findings += check_grid(grid, doors, are_all_doors=not missing)
    return findings


def _no_partner(
    grids: Mapping[str, Grid], gates: Mapping[str, list[tuple[int, tuple[str, int]]]]
) -> list[Finding]:
    """Find one-way exits to other maps."""
    ways_back = {
        ((key, int(grids[key].source[link])), target[0])
        for key, links in gates.items()
        for link, target in links
    }
    joined = {(room[0], other) for room, other in ways_back}
    findings = []
    for key, links in sorted(gates.items()):
        grid, reported = grids[key], set[str]()
        for link, target in links:
            other = target[0]
            if (target, key) in ways_back or other in reported:
                continue
            if (other, key) not in joined:
                reported.add(other)  # once for the whole map
                to = f"{grids[other].name}, and no exit of that map leads back"
            else:
                to = f"{place_text(grids[other], target[1])}, and no exit of that room leads back"
            message = f"{exit_text(grid, link)} leads to {to}"
            cure = "add an exit there if people should come back"
            findings.append(Finding.info("no-way-back", message, cure, grid.name))
    return findings


def _links(grid: Grid) -> tuple[Ints, Ints]:
    """Return sources and targets of links within the map, and of exits that lead back into it."""
    within = grid.target >= 0
    gates = _own_gates(grid)
    source = np.concatenate([grid.source[within], grid.source[list(gates)]])
    target = np.concatenate([grid.target[within], np.array(list(gates.values()), np.int32)])
    return source, target


def _own_gates(grid: Grid) -> dict[int, int]:
    """Return exits out of the map that lead to a room of the same map: link -> room."""
    grids = {map_key(grid.name): grid}
    targets = {link: locate(place, grids) for link, place in grid.outside.items()}
    return {link: target[1] for link, target in targets.items() if target is not None}


def _default_entrance(grid: Grid, tails: Ints, heads: Ints) -> list[int]:
    if grid.start is not None and (room := grid.room_at(grid.start)) is not None:
        return [room]
    part = components(grid.rooms, tails, heads, strong=True)
    largest = np.bincount(part).argmax()
    return [int(np.flatnonzero(part == largest)[0])]


def _leaving(grid: Grid) -> list[int]:
    gates = _own_gates(grid)
    return sorted({int(grid.source[link]) for link in grid.outside if link not in gates})


def _doubled(grid: Grid) -> list[Finding]:
    """Find rooms with two exits of the same direction or name."""
    if not grid.links:
        return []
    doubled: dict[tuple[int, str], None] = {}
    for words in ([w.direction for w in grid.ways], [w.key for w in grid.ways]):
        # ways that differ in their aliases only can share a word
        names = sorted({name_key(word) for word in words})
        number = {name: index for index, name in enumerate(names)}
        of_way = np.array([number[name_key(word)] for word in words], dtype=np.int64)
        pairs = grid.source.astype(np.int64) * len(names) + of_way[grid.way]
        values, counts = np.unique(pairs, return_counts=True)
        for pair in values[counts > 1][:_SHOWN].tolist():
            doubled[pair // len(names), names[pair % len(names)]] = None
    cure = "give each exit of a room a name of its own"
    faults = [(coord_text(grid, room), word) for room, word in sorted(doubled)[:_SHOWN]]
    return [
        Finding.error("doubled-direction", f"{at} has more than one exit '{word}'", cure, grid.name)
        for at, word in faults
    ]


def _unknown_needs(grid: Grid) -> Iterator[Finding]:
    """Find names of things that are written without `item:`, so that no exit opens for them.

    A word of its own kind is left alone: a game may give it. Names have blanks, or are those of
    things on the map.
    """
    first: dict[str, int] = {}
    for link, words in grid.needs.items():
        for word in words:
            first.setdefault(word, link)
    if not first:
        return
    of_parts = (find for part in core_parts() for find in part.given.values())
    gives = {_LOCK, *(word for find in of_parts for word in find(grid))}
    things = {name_key(thing.get("key")) for thing in things_of(grid)}
    for word, link in sorted(first.items()):
        is_name = " " in word.strip() or name_key(word) in things
        if is_name and ":" not in word and not {word, word.strip()} & gives:
            message = f"{exit_text(grid, link)} needs {word!r}, which nothing gives"
            cure = f"did you mean 'item:{word.strip()}'?"
            yield Finding.warning("word-of-nothing", message, cure, grid.name)


def _rooms(grid: Grid, rooms: Ints) -> str:
    names = ", ".join(coord_text(grid, int(room)) for room in rooms[:_SHOWN])
    more = f" and {len(rooms) - _SHOWN} more" if len(rooms) > _SHOWN else ""
    return f"{names}{more}"
