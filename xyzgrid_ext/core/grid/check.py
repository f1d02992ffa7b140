"""What is odd about one grid, and about a world of grids.

unreachable     S-->A    B        B: no way from the entrance leads there
trap            S-->A-->T         T: no way out at all
one-way region  S-->A<->B         A, B: once there, no way leads back to the entrance
doubled         #==#              two exits of one room with the same direction
no partner      A-->[other map]   the other map has no way back (told, not forbidden)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from xyzgrid_ext.core.coords import Coord, Place, map_key, split_level
from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.grid.model import Grid, Ints

_SHOWN = 5  # rooms named in one message


def locate(place: Place, grids: Mapping[str, Grid]) -> tuple[str, int] | None:
    """The room at a place as (key of the map, number of the room); None if there is none.

    `grids` is keyed by `map_key`. The map of a place may be named by a level, `cube:3`; a map of
    just that name goes before.
    """
    key, coord = map_key(place.map), place.coord
    if key not in grids and (level := split_level(key)) is not None and level[0] in grids:
        key, coord = level[0], Coord(coord.x, coord.y, level[1])
    if key not in grids:
        return None
    room = grids[key].room_at(coord)
    return None if room is None else (key, room)


def check_grid(grid: Grid, entrances: Iterable[int] = ()) -> list[Finding]:
    """Check one map by itself.

    Args:
        grid: the map.
        entrances: rooms at which people come in. Without any, the start of the map counts, or
            else the largest part of it that hangs together.

    """
    if not grid.rooms:
        return [_warn(grid, "empty-map", "the map has no rooms", "draw or link at least one room")]
    graph = _graph(grid)
    doors = sorted(set(entrances)) or _default_entrance(grid, graph)
    inside = _reached(graph, doors)
    goal = [] if grid.end is None or (room := grid.room_at(grid.end)) is None else [room]
    # who can still win has not lost the way
    back = _reached(csr_array(graph.T), [*doors, *_leaving(grid), *goal])
    has_exit = np.diff(grid.first) > 0
    end = np.zeros(grid.rooms, dtype=bool)
    end[goal] = True
    found = _doubled(grid)
    if (lost := np.flatnonzero(~inside)).size:
        found.append(
            _warn(
                grid,
                "unreachable-room",
                f"no way from the entrance leads to {_rooms(grid, lost)}",
                "link them, or remove them",
            )
        )
    # in a matrix ways that lead one way only are written as such: told, but not warned of
    severity = Severity.INFO if grid.start is not None else Severity.WARNING
    if (traps := np.flatnonzero(inside & ~has_exit & ~end)).size and grid.rooms > 1:
        message, cure = f"no way out of {_rooms(grid, traps)}", "add a way out if it is no trap"
        found.append(Finding(severity, "trap", message, cure, file=grid.name))
    if (region := np.flatnonzero(inside & has_exit & ~back & ~end)).size:
        message = f"no way leads back from {_rooms(grid, region)}"
        cure = "add a way back if this is not meant"
        found.append(Finding(severity, "one-way-region", message, cure, file=grid.name))
    return found


def check_world(grids: Mapping[str, Grid]) -> list[Finding]:
    """Check maps and how they are joined. `grids` is keyed by `map_key`."""
    found: list[Finding] = []
    entrances: dict[str, list[int]] = {key: [] for key in grids}
    joined: dict[tuple[str, str], Place] = {}
    for key, grid in sorted(grids.items()):
        for link, place in sorted(grid.outside.items()):
            target = locate(place, grids)
            source = grid.place(int(grid.source[link]))
            if target is None:
                found.append(
                    _error(
                        grid,
                        "no-such-target",
                        f"the exit '{grid.way_of(link).key}' of {source.coord} leads to "
                        f"{_as_written(place)}, where there is no room",
                        "add that map, or correct the target",
                    )
                )
                continue
            entrances[target[0]].append(target[1])
            joined.setdefault((key, target[0]), source)
    for (key, other), source in sorted(joined.items()):
        if key != other and (other, key) not in joined:
            found.append(
                _info(
                    grids[key],
                    "no-way-back",
                    f"{source.coord} leads to {grids[other].name}, which has no exit back",
                    "add a transition there if people should come back",
                )
            )
    for key, grid in sorted(grids.items()):
        doors = list(entrances[key])
        if doors and grid.start is not None and (room := grid.room_at(grid.start)) is not None:
            doors.append(room)
        # a map from which one can leave is no trap as a whole: an exit out counts as a way back
        found += check_grid(grid, doors)
    return found


def _graph(grid: Grid) -> csr_array:
    within = grid.target >= 0
    ones = np.ones(int(within.sum()), dtype=np.int8)
    shape = (grid.rooms, grid.rooms)
    return csr_array((ones, (grid.source[within], grid.target[within])), shape=shape)


def _reached(graph: csr_array, rooms: Iterable[int]) -> Ints:
    """(n,) bool: what can be reached from any of `rooms`, themselves included."""
    seen = np.zeros(graph.shape[0], dtype=bool)
    for room in rooms:
        if not seen[room]:
            seen[breadth_first_order(graph, room, return_predecessors=False)] = True
    return seen


def _default_entrance(grid: Grid, graph: csr_array) -> list[int]:
    if grid.start is not None and (room := grid.room_at(grid.start)) is not None:
        return [room]
    _, part = connected_components(graph, connection="strong")
    largest = np.bincount(part).argmax()
    return [int(np.flatnonzero(part == largest)[0])]


def _leaving(grid: Grid) -> list[int]:
    return sorted({int(grid.source[link]) for link in grid.outside})


def _doubled(grid: Grid) -> list[Finding]:
    if not grid.links:
        return []
    pairs = grid.source.astype(np.int64) * len(grid.ways) + grid.way
    values, counts = np.unique(pairs, return_counts=True)
    return [
        _error(
            grid,
            "doubled-direction",
            f"{grid.coord(int(pair) // len(grid.ways))} has more than one exit "
            f"'{grid.ways[int(pair) % len(grid.ways)].key}'",
            "give each exit of a room a name of its own",
        )
        for pair in values[counts > 1][:_SHOWN]
    ]


def _rooms(grid: Grid, rooms: Ints) -> str:
    shown = ", ".join(str(grid.coord(int(room))) for room in rooms[:_SHOWN])
    more = f" and {len(rooms) - _SHOWN} more" if len(rooms) > _SHOWN else ""
    return f"{shown}{more}"


def _as_written(place: Place) -> str:
    """As its author wrote it: a level is part of the name there."""
    return f"({place.coord.x},{place.coord.y},{place.map})"


def _error(grid: Grid, code: str, message: str, cure: str) -> Finding:
    return Finding(Severity.ERROR, code, message, cure, file=grid.name)


def _warn(grid: Grid, code: str, message: str, cure: str) -> Finding:
    return Finding(Severity.WARNING, code, message, cure, file=grid.name)


def _info(grid: Grid, code: str, message: str, cure: str) -> Finding:
    return Finding(Severity.INFO, code, message, cure, file=grid.name)
