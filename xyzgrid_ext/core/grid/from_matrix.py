"""Turns a matrix into a Grid: names the exits, numbers the wormholes, matches the prototypes.

node 2 2 0 forward twoway      room (2,2,0) gets the exit `forward`, (2,2,1) `backward`
wormhole 2 2 1  2 1 4          room (2,2,1) gets the exit `wormhole`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from xyzgrid_ext.core.coords import Coord, Direction, Place
from xyzgrid_ext.core.findings import Finding, RefusedError, errors_of
from xyzgrid_ext.core.grid.model import (
    Grid,
    Ints,
    LinkFlag,
    MadeMap,
    Options,
    Prototype,
    Way,
    assemble_grid,
)
from xyzgrid_ext.core.grid.overrides import Overrides, parse_whole_number
from xyzgrid_ext.core.grid.rows import needs_by_link
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.matrix.model import node_keys
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.records import Record

_ROOM: Prototype = {"prototype_parent": "xyz_room"}
_EXIT: Prototype = {"prototype_parent": "xyz_exit"}

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


def exit_names_by_direction(options: Options) -> Mapping[Direction, tuple[str, tuple[str, ...]]]:
    """Return direction -> (name, aliases) of exits, as the map option `directions` chooses them."""
    return _NAMES.get(str(options.get("directions", "plain")), _PLAIN)


def map_from_matrix(
    matrix: Matrix, findings: tuple[Finding, ...], name: str, data: Record
) -> MadeMap:
    """Return the map of a parsed matrix file, with the file's findings and those about `data`.

    `data` is an XYMAP_DATA with `prototypes`, `options` and `transitions`, where `"start"` and
    `"end"` may stand for coordinates.
    """
    try:
        grid, faults = from_matrix(
            matrix,
            name,
            prototypes=_placed(matrix, data.get("prototypes")),
            options=data.get("options"),
            transitions=_placed(matrix, data.get("transitions")),
        )
    except RefusedError as err:
        return MadeMap(None, (*findings, *err.findings))
    return MadeMap(grid, (*findings, *faults), matrix)


def _placed(matrix: Matrix, entries: object) -> Any:
    """Return the entries of a module, with `"start"` and `"end"` replaced by coordinates."""
    if not isinstance(entries, Mapping):
        return entries
    ends = {"start": matrix.start, "end": matrix.end}

    def place(key: object) -> object:
        first, *tail = key if isinstance(key, tuple) and key else (key,)
        is_end = isinstance(first, str) and first in ends
        return (*ends[first], *tail) if is_end else key

    return {place(key): value for key, value in entries.items()}


def from_matrix(
    matrix: Matrix,
    name: str,
    *,
    prototypes: Mapping[object, Prototype] | None = None,
    options: Options | None = None,
    transitions: Mapping[object, object] | None = None,
) -> tuple[Grid, list[Finding]]:
    """Return the Grid of a matrix, and findings about prototypes, options and transitions.

    Args:
        matrix: the result of `parse`.
        name: the name of the map.
        prototypes: (x, y, z) or (x, y, z, direction) -> prototype, with wildcards. A direction is
            the word of the file or the name of the exit; where `directions: compass` gives another
            exit that name (`up`), it is the word of the file.
        options: the map's options; here `directions` ("plain" or "compass") and `wormholes`
            ("hidden" or "known") count.
        transitions: (x, y, z, exit name) -> (X, Y, map): exits out of this map.

    Raises:
        RefusedError: if an entry is malformed.
    """
    findings: list[Finding] = []
    options = _dict("options", options, name, findings)
    transitions = _dict("transitions", transitions, name, findings)
    names = exit_names_by_direction(options)
    rooms = matrix.rooms()
    ways: dict[Way, int] = {
        Way(d.value, names[d][0], names[d][1], names[d][1][0]): number
        for number, d in enumerate(Direction)
    }
    source, target = [_rows(rooms, matrix.sources)], [_rows(rooms, matrix.targets())]
    way: list[Ints] = [matrix.directions]
    holes, numbers = matrix.wormholes, _numbers(matrix)
    source.append(_rows(rooms, holes[:, :3]))
    target.append(_rows(rooms, holes[:, 3:]))
    way.append(_integers(ways.setdefault(_wormhole_way(n), len(ways)) for n in numbers))
    leaving = _outside(name, rooms, transitions, findings)
    source.append(_integers(room for room, _, _ in leaving))
    target.append(np.full(len(leaving), -1))
    way.append(_integers(ways.setdefault(exit_way, len(ways)) for _, exit_way, _ in leaving))
    first = len(matrix.sources) + len(holes)
    flags = np.zeros(first + len(leaving), np.uint8)
    flags[len(matrix.sources) : first] = LinkFlag.WORMHOLE

    laid = assemble_grid(
        name,
        levels=matrix.edge,
        coords=rooms,
        source=np.concatenate(source),
        target=np.concatenate(target),
        way=np.concatenate(way),
        ways=list(ways),
        link_flags=flags,
        outside={first + number: place for number, (_, _, place) in enumerate(leaving)},
        options=options,
        start=matrix.start,
        end=matrix.end,
        current=matrix.current,
    )
    return with_prototypes(laid, prototypes, findings)


def with_prototypes(
    grid: Grid, prototypes: Mapping[object, Prototype] | None = None, before: Iterable[Finding] = ()
) -> tuple[Grid, list[Finding]]:
    """Return the Grid of a matrix with other prototypes, and findings: `before` and newer ones.

    It shares rooms and links with `grid`, since these take most of the time on a large map.

    Args:
        grid: the Grid.
        prototypes: (x, y, z) or (x, y, z, direction), "*" for any -> prototype.
        before: findings from earlier steps.

    Raises:
        RefusedError: if an entry is malformed.
    """
    findings = list(before)
    overrides = Overrides(_dict("prototypes", prototypes, grid.name, findings), axes=3)
    protos = _MatrixPrototypes(overrides)
    room_proto = protos.numbers(*overrides.match_all(grid.coords), 0)
    link_proto = _of_links(overrides, protos, grid)
    findings += overrides.findings(grid.name)
    if errors_of(findings):
        raise RefusedError(findings)
    needs = needs_by_link(protos.values, link_proto.tolist())
    return grid.with_prototypes(protos.values, room_proto, link_proto, needs), findings


class _MatrixPrototypes:
    """Numbered prototypes: the two that all maps have, then those of keys that are used."""

    def __init__(self, overrides: Overrides) -> None:
        self.values: list[Prototype] = [_ROOM, _EXIT]
        self._overrides = overrides
        self._of_key: dict[object, int] = {}

    def numbers(self, matches: Ints, keys: Sequence[object], default: int) -> Ints:
        """Return the numbers of the prototypes that `match_all` found."""
        of_match = np.full(len(keys) + 1, default, np.int32)  # the last is for -1, no match
        for number in np.unique(matches[matches >= 0]).tolist():
            of_match[number] = self._number(keys[number], default)
        numbers: Ints = of_match[matches]
        return numbers

    def _number(self, key: object, default: int) -> int:
        if key not in self._of_key:
            self._of_key[key] = len(self.values)
            prototype = self._overrides.prototype(key)
            is_whole = {"prototype_parent", "typeclass"} & prototype.keys()
            self.values.append(prototype if is_whole else {**self.values[default], **prototype})
        return self._of_key[key]


def _of_links(overrides: Overrides, protos: _MatrixPrototypes, grid: Grid) -> Ints:
    """Return the prototype numbers of the links of a map."""
    if not overrides.may_match_exits:
        return np.ones(grid.links, np.int32)
    matches, keys = np.full(grid.links, -1), list[object]()
    coords = np.repeat(grid.coords, np.diff(grid.first_link), axis=0)
    parts = np.split(np.argsort(grid.way, kind="stable"), np.bincount(grid.way).cumsum()[:-1])
    for way, links in zip(grid.ways, parts, strict=False):
        of_way, keys_of_way = overrides.match_all(coords[links], _names_of(way))
        matches[links] = np.where(of_way < 0, -1, of_way + len(keys))
        keys += keys_of_way
    # one key can fit several ways
    same = {key: number for number, key in reversed(list(enumerate(keys)))}
    once = _integers([*(same[key] for key in keys), -1])
    return protos.numbers(once[matches], keys, 1)


def _rows(rooms: Ints, nodes: Ints) -> Ints:
    """Return the index in `rooms` of each of these nodes."""
    numbers: Ints = np.searchsorted(node_keys(rooms), node_keys(nodes))
    return numbers


def _integers(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, np.int64)


def _numbers(matrix: Matrix) -> list[int]:
    """Return each wormhole's number at its node; 0 where a node has only one wormhole."""
    starts = [tuple(row) for row in matrix.wormholes[:, :3].tolist()]
    count, seen, numbers = Counter(starts), Counter[tuple[int, ...]](), []
    for start in starts:
        seen[start] += 1
        numbers.append(seen[start] if count[start] > 1 else 0)
    return numbers


def _names_of(way: Way) -> tuple[str, ...]:
    """Return the names by which a prototype can mean an exit; the direction comes first.

    `wormhole` means the first of several, too.
    """
    words = {d.value for d in Direction}
    first = ("wormhole",) if way.direction == "wormhole 1" else ()
    return (way.direction, *first, *(name for name in (way.key, *way.aliases) if name not in words))


def _wormhole_way(number: int) -> Way:
    """Return the way of a wormhole: `wormhole` (alias `wh`), or `wormhole 2` (`wh2`) of several."""
    if not number:
        return Way("wormhole", "wormhole", ("wh",), "wh")
    token = f"wh{number}"
    return Way(f"wormhole {number}", f"wormhole {number}", (token,), token)


def _outside(
    name: str, rooms: Ints, transitions: Mapping[object, object], findings: list[Finding]
) -> list[tuple[int, Way, Place]]:
    """Return the exits that leave the map; faults of entries go to `findings`."""
    exits: list[tuple[int, Way, Place]] = []
    index = {tuple(r): n for n, r in enumerate(rooms.tolist())} if transitions else {}
    for key, target in transitions.items():
        *node, word = key if isinstance(key, tuple) and key else (key,)
        coord = tuple(n for n in map(parse_whole_number, node) if n is not None)
        place = _place(target)
        exit_name = word.strip() if isinstance(word, str) else ""
        if not len(node) == len(coord) == 3 or not exit_name or place is None:
            fault = f"the transition {key!r}: {target!r} is malformed"
            cure = 'write (x, y, z, "exit name"): (X, Y, "map")'
        elif coord not in index:
            fault = f"the transition {key!r} leaves a node that is not a room"
            cure = "start it at a node that a link touches"
        else:
            way = Way(name_key(exit_name), exit_name, (), name_key(exit_name))
            exits.append((index[coord], way, place))
            continue
        findings.append(Finding.error("bad-transition", fault, cure, name))
    return exits


def _place(target: object) -> Place | None:
    """Return the target of a transition, read from (X, Y, map); None if it has another form."""
    if not isinstance(target, tuple | list) or len(target) != 3:
        return None
    x, y = (parse_whole_number(part) for part in target[:2])
    name = str(target[2]).strip() if isinstance(target[2], str | int) else ""
    return Place(name, Coord(x, y)) if name and x is not None and y is not None else None


def _dict(entry: str, value: object, name: str, findings: list[Finding]) -> dict[Any, Any]:
    """Return an entry of a map module that must be a dict.

    If it is not a dict, report that and return an empty dict.
    """
    if value is None or isinstance(value, Mapping):
        return dict(value or {})
    message = f"{entry} must be a dict, not {value!r}"
    cure = f"write {entry} as a dict, or remove it"
    findings.append(Finding.error("malformed-entry", message, cure, name))
    return {}
