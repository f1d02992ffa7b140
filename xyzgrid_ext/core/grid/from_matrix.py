"""A matrix becomes a Grid: exits named, wormholes numbered, prototypes matched.

node 2 2 0 forward twoway      room (2,2,0) gets the exit `forward`, (2,2,1) `backward`
wormhole 2 2 1  2 1 4          room (2,2,1) gets the exit `wormhole`
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from xyzgrid_ext.core.coords import Coord, Direction, Place
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.grid.model import Grid, LinkFlag, Way, assemble
from xyzgrid_ext.core.grid.needs import needs_of
from xyzgrid_ext.core.grid.options import OF_MATRICES, check_options
from xyzgrid_ext.core.grid.overrides import Overrides, whole_number
from xyzgrid_ext.core.matrix import Matrix

ROOM_PROTOTYPE: Mapping[str, Any] = {"prototype_parent": "xyz_room"}
EXIT_PROTOTYPE: Mapping[str, Any] = {"prototype_parent": "xyz_exit"}

# what an exit is called: key, aliases; the first alias is its word in a speed-walk
_PLAIN = {
    d: (d.value, (d.value[0] if d.value in ("up", "down") else d.value[:2],)) for d in Direction
}
_COMPASS = {
    Direction.RIGHT: ("east", ("e",)),
    Direction.LEFT: ("west", ("w",)),
    Direction.UP: ("north", ("n",)),
    Direction.DOWN: ("south", ("s",)),
    Direction.FORWARD: ("up", ("u",)),
    Direction.BACKWARD: ("down", ("d",)),
}
_NAMES = {"plain": _PLAIN, "compass": _COMPASS}


def from_matrix(
    matrix: Matrix,
    name: str,
    *,
    prototypes: Mapping[Any, Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    transitions: Mapping[Any, Any] | None = None,
) -> tuple[Grid, list[Finding]]:
    """Make the Grid of a matrix, and say what is odd about the module's own entries.

    Args:
        matrix: what `parse` gave.
        name: the name of the map.
        prototypes: (x, y, z) or (x, y, z, direction) -> prototype, with wildcards. Exits go by
            the words of the file and by their own names; where `directions: compass` uses the
            same word for another exit (`up`), the word of the file is meant.
        options: the map's options; here `directions` ("plain" or "compass") and `wormholes`
            ("hidden" or "known") count.
        transitions: (x, y, z, exit name) -> (X, Y, map): exits out of this map.

    Raises:
        RefusedError: if an option has a value that it cannot have, or an entry is malformed.

    """
    findings: list[Finding] = []
    options = _dict("options", options, name, findings)
    prototypes = _dict("prototypes", prototypes, name, findings)
    transitions = _dict("transitions", transitions, name, findings)
    findings += check_options(name, options, OF_MATRICES)
    names = _NAMES.get(str(options.get("directions", "plain")), _PLAIN)
    rooms = matrix.rooms()
    index = {tuple(row): number for number, row in enumerate(rooms.tolist())}
    ways: dict[Way, int] = {
        Way(d.value, names[d][0], names[d][1], names[d][1][0]): number
        for number, d in enumerate(Direction)
    }
    deltas = np.array([d.delta for d in Direction], dtype=np.int64)
    sources = [index[tuple(row)] for row in matrix.sources.tolist()]
    ends = matrix.sources.astype(np.int64) + deltas[matrix.directions]
    targets = [index[tuple(row)] for row in ends.tolist()]
    way = matrix.directions.astype(np.int64).tolist()
    flags = [0] * len(sources)

    for start, end, number in _numbered(matrix):
        sources.append(index[start])
        targets.append(index[end])
        way.append(ways.setdefault(_wormhole_way(number), len(ways)))
        flags.append(int(LinkFlag.WORMHOLE))
    outside: dict[int, Place] = {}
    for room, exit_way, place in _outside(name, index, transitions, findings):
        outside[len(sources)] = place
        sources.append(room)
        targets.append(-1)
        way.append(ways.setdefault(exit_way, len(ways)))
        flags.append(0)

    overrides = Overrides(prototypes, parts=3)
    protos: list[Mapping[str, Any]] = [ROOM_PROTOTYPE, EXIT_PROTOTYPE]
    of_key: dict[Any, int] = {}

    def number_of(key: Any | None, default: int) -> int:
        if key is None:
            return default
        if key not in of_key:
            of_key[key] = len(protos)
            parent = (ROOM_PROTOTYPE, EXIT_PROTOTYPE)[default]
            own = overrides.prototype(key)
            protos.append(
                own if {"prototype_parent", "typeclass"} & own.keys() else {**parent, **own}
            )
        return of_key[key]

    way_names = [_names_of(way) for way in ways]
    coords = rooms.tolist()
    room_proto = [number_of(overrides.match(coord), 0) for coord in coords]
    link_proto = (
        [
            number_of(overrides.match(coords[source], way_names[w]), 1)
            for source, w in zip(sources, way, strict=True)
        ]
        if any(isinstance(key, tuple) and len(key) == 4 for key in prototypes)
        else [1] * len(sources)
    )
    findings += overrides.findings(name)
    grid = assemble(
        name,
        levels=matrix.edge,
        coords=rooms,
        source=np.array(sources, dtype=np.int64),
        target=np.array(targets, dtype=np.int64),
        way=np.array(way, dtype=np.int64),
        ways=list(ways),
        link_flags=np.array(flags, dtype=np.uint8),
        outside=outside,
        needs=needs_of(protos, link_proto),
        protos=protos,
        room_proto=np.array(room_proto, dtype=np.int32),
        link_proto=np.array(link_proto, dtype=np.int32),
        options=options,
        start=matrix.start,
        end=matrix.end,
        current=matrix.current,
    )
    if any(f.severity is Severity.ERROR for f in findings):
        raise RefusedError(findings)
    return grid, findings


def _numbered(matrix: Matrix) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """The wormholes with their number at their node; 0 where a node has only one."""
    pairs = [(tuple(row[:3]), tuple(row[3:])) for row in matrix.wormholes.tolist()]
    count: dict[tuple[int, ...], int] = {}
    for start, _ in pairs:
        count[start] = count.get(start, 0) + 1
    seen: dict[tuple[int, ...], int] = {}
    numbered = []
    for start, end in pairs:
        seen[start] = seen.get(start, 0) + 1
        numbered.append((start, end, seen[start] if count[start] > 1 else 0))
    return numbered


def _names_of(way: Way) -> tuple[str, ...]:
    """The words by which a prototype can mean an exit: its direction goes before other names."""
    words = {d.value for d in Direction}
    return (way.direction, *(name for name in (way.key, *way.aliases) if name not in words))


def _wormhole_way(number: int) -> Way:
    """`wormhole`, or `wormhole 2` where a node has several; the first also answers to `wh`."""
    if not number:
        return Way("wormhole", "wormhole", ("wh",), "wh")
    token = f"wh{number}"
    aliases = (token, "wormhole", "wh") if number == 1 else (token,)
    return Way(f"wormhole {number}", f"wormhole {number}", aliases, token)


def _outside(
    name: str,
    index: Mapping[tuple[int, ...], int],
    transitions: Mapping[Any, Any],
    findings: list[Finding],
) -> list[tuple[int, Way, Place]]:
    """The exits out of the map; what is wrong with an entry goes to `findings`."""
    found = []
    for key, target in transitions.items():
        *node, word = key if isinstance(key, tuple) and key else (key,)
        coord = tuple(n for n in map(whole_number, node) if n is not None)
        place = _place(target)
        exit_name = word.strip() if isinstance(word, str) else ""
        if not len(node) == len(coord) == 3 or not exit_name or place is None:
            fault = f"the transition {key!r}: {target!r} is malformed"
            cure = 'write (x, y, z, "exit name"): (X, Y, "map")'
        elif coord not in index:
            fault = f"the transition {key!r} leaves a node that is no room"
            cure = "start it at a node that a link touches"
        else:
            way = Way(exit_name.casefold(), exit_name, (), exit_name.casefold())
            found.append((index[coord], way, place))
            continue
        findings.append(Finding(Severity.ERROR, "bad-transition", fault, cure, file=name))
    return found


def _place(target: object) -> Place | None:
    """Where a transition leads, of (X, Y, map); None if it is written otherwise."""
    if not isinstance(target, tuple | list) or len(target) != 3:
        return None
    x, y = (whole_number(part) for part in target[:2])
    name = str(target[2]).strip() if isinstance(target[2], str | int) else ""
    return Place(name, Coord(x, y)) if name and x is not None and y is not None else None


def _dict(entry: str, value: object, name: str, findings: list[Finding]) -> dict[Any, Any]:
    """An entry of a map module that has to be a dict; an empty one, and a finding, if it is not."""
    if value is None or isinstance(value, Mapping):
        return dict(value or {})
    findings.append(
        Finding(
            Severity.ERROR,
            "malformed-entry",
            f"{entry} is {value!r}, which is no dict",
            f"write {entry} as a dict, or remove it",
            file=name,
        )
    )
    return {}
