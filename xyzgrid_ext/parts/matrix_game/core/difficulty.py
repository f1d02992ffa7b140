"""How hard a matrix is: exact figures of its links, and one number from 1 to 10.

    S──#──#──>a──b      S start, E end. Rooms: S and all that can be reached from it, up to E.
    │     │   │         a b c are a lost region: from them no way leads to E. The exit into
    #──E  *   c         a is a gate. c is a trap if nothing leads out of it.

Imagine a walker who draws a map but knows nothing else. On average they try half of the exits
before they find the end, go back through known rooms to the next untried exit, and start again
after each gate. `effort` estimates the number of their moves; `level` is its place on a scale of
ten levels, each needing two thirds more effort than the one before. All figures are whole numbers
and the same on every machine.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.matrix.model import Matrix, node_keys, nodes_of_keys
from xyzgrid_ext.core.reach import components, distances

LEVEL_EFFORTS = (0, 16, 26, 44, 74, 124, 208, 350, 588, 988)
"""The least effort (`Difficulty.effort`) of each difficulty level, from level 1 on."""

_SHOWN = 4  # regions that a finding names

_Ints = NDArray[np.int64]
_Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Region:
    """Connected rooms without a way to the end: the coordinate of the first, and their number."""

    coord: Coord
    rooms: int


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Measures of how hard a matrix is, over the rooms that can be reached from the start.

    Attributes:
        rooms: their number, including the start and the end.
        exits: the number of their exits, including wormholes, without those of the end, where a
            game ends.
        shortest: the steps of the shortest path to the end; None if it cannot be reached.
        without_wormholes: the steps of the shortest path without wormholes; None if there is none.
        wormholes: the fewest wormholes on a path to the end; None if there is no path.
        choices: the number of exits of the rooms from which the end can be reached.
        false_hopes: the number of links that lead nearer to the end in space, but do not shorten
            the path.
        traps: the number of rooms without any exit.
        gates: the number of exits after which the end cannot be reached any more.
        returns: the sum, over all gates, of the steps of the shortest path from the start through
            the gate.
        regions: the regions from which the end cannot be reached, the largest first.
    """

    rooms: int
    exits: int
    shortest: int | None
    without_wormholes: int | None
    wormholes: int | None
    choices: int
    false_hopes: int
    traps: int
    gates: int
    returns: int
    regions: tuple[Region, ...]

    @property
    def lost(self) -> int:
        """The number of rooms from which the end cannot be reached."""
        return sum(region.rooms for region in self.regions)

    @property
    def lost_percent(self) -> int:
        """The percentage of rooms from which the end cannot be reached, rounded."""
        return (200 * self.lost + self.rooms) // (2 * self.rooms)

    @property
    def branching(self) -> float:
        """The average number of exits of a room from which the end can be reached."""
        return self.choices / max(1, self.rooms - self.lost - 1)

    @property
    def effort(self) -> int | None:
        """How many moves a player needs who draws a map, estimated; None if nobody can win."""
        if self.shortest is None:
            return None
        return (3 * self.shortest + self.exits + 3 * self.returns) // 2

    @property
    def level(self) -> int | None:
        """The difficulty, 1 to 10; None if nobody can win."""
        return None if self.effort is None else bisect_right(LEVEL_EFFORTS, self.effort)

    def as_data(self) -> dict[str, object]:
        """Return the measures, with level and effort, as plain values for JSON."""
        plain = (
            *("level", "effort", "rooms", "exits", "shortest", "without_wormholes", "wormholes"),
            *("false_hopes", "traps", "gates", "lost", "lost_percent"),
        )
        return {
            **{name: getattr(self, name) for name in plain},
            "branching": round(self.branching, 2),
            "regions": [{"from": list(r.coord), "rooms": r.rooms} for r in self.regions],
        }


def measure(matrix: Matrix) -> Difficulty:
    """Return how hard it is to find the way from a matrix's start to its end."""
    keys = node_keys(matrix.rooms())
    start, end = np.searchsorted(keys, node_keys(np.array([matrix.start, matrix.end]))).tolist()
    tails, heads, jumps = _exits(matrix, keys, end)
    shape = (len(keys), len(keys))

    from_start = _steps(tails, heads, shape, start)
    inside = from_start >= 0
    reachable = inside[tails]
    tails, heads, jumps = tails[reachable], heads[reachable], jumps[reachable]
    to_end = _steps(heads, tails, shape, end)
    alive = inside & (to_end >= 0)
    gates = alive[tails] & ~alive[heads]
    plain = _steps(tails[~jumps], heads[~jumps], shape, start)[end]

    away = np.abs(nodes_of_keys(keys).astype(np.int64) - np.array(matrix.end)).sum(axis=1)
    nearer = alive[tails] & ~jumps & (away[heads] < away[tails])
    hopes = nearer & (~alive[heads] | (to_end[heads] >= to_end[tails]))
    leads_on = np.zeros(len(keys), bool)
    leads_on[tails] = True
    won = bool(from_start[end] >= 0)
    return Difficulty(
        rooms=int(inside.sum()),
        exits=len(tails),
        shortest=int(from_start[end]) if won else None,
        without_wormholes=int(plain) if plain >= 0 else None,
        wormholes=_fewest(tails, heads, jumps, shape, start, end) if won else None,
        choices=int(alive[tails].sum()),
        false_hopes=int(hopes.sum()),
        traps=int((inside & ~leads_on).sum()) - won,
        gates=int(gates.sum()),
        returns=int((from_start[tails[gates]] + 1).sum()),
        regions=_regions(keys, tails, heads, inside & ~alive),
    )


def difficulty_lines(measures: Difficulty) -> list[str]:
    """Return the measures in a few lines of text for an author."""
    lines = [f"{_count(measures.rooms, 'room')} within reach, {_count(measures.exits, 'exit')}"]
    if measures.shortest is not None:
        lines[0] += f", {measures.branching:.1f} a room where the end can be reached"
        way = f"shortest route {_count(measures.shortest, 'step')}, "
        if measures.wormholes:
            way += f"{_count(measures.wormholes, 'wormhole')} needed"
        else:
            way += f"{measures.without_wormholes} without wormholes"
        lines.append(f"{way}; {_count(measures.false_hopes, 'false hope')}")
    lost = f"the end is lost in {_count(measures.lost, 'room')}, {measures.lost_percent} %"
    if measures.regions:
        lost += f", in {_count(len(measures.regions), 'region')}; {_count(measures.traps, 'trap')}"
    return [*lines, lost]


def difficulty_findings(matrix: Matrix, file: str = "") -> list[Finding]:
    """Return findings for an author: the difficulty, and the regions from which nobody can win.

    `file` is the name of the file, as the findings print it.
    """
    measures = measure(matrix)
    if measures.level is None:
        return []  # that there is no way to the end has been told, as a warning
    head = f"difficulty {measures.level} of {len(LEVEL_EFFORTS)}, effort {measures.effort}"
    findings = [Finding.info("difficulty", head, "\n".join(difficulty_lines(measures)), file)]
    if measures.regions:
        texts = [f"{r.coord} {_count(r.rooms, 'room')}" for r in measures.regions[:_SHOWN]]
        more = len(measures.regions) - len(texts)
        texts += [f"{more} more"] * bool(more)
        message = f"out of reach of the end: {', '.join(texts)}"
        cure = "a region is named by its first room; add a way back if it is not meant"
        findings.append(Finding.info("end-lost", message, cure, file))
    return findings


def _exits(matrix: Matrix, keys: _Ints, end: int) -> tuple[_Ints, _Ints, _Bools]:
    """Return all exits except those of the end as row numbers: sources, targets, and wormholes."""
    links, jumps = len(matrix.sources), len(matrix.wormholes)
    sources = np.concatenate((matrix.sources, matrix.wormholes[:, :3]))
    targets = np.concatenate((matrix.targets(), matrix.wormholes[:, 3:]))
    tails = np.searchsorted(keys, node_keys(sources)).astype(np.int64)
    heads = np.searchsorted(keys, node_keys(targets)).astype(np.int64)
    is_jump = np.repeat([False, True], [links, jumps])
    is_not_end = tails != end
    return tails[is_not_end], heads[is_not_end], is_jump[is_not_end]


def _steps(tails: _Ints, heads: _Ints, shape: tuple[int, int], source: int) -> _Ints:
    """Return (n,): the steps from a room to each room, -1 for those that cannot be reached."""
    steps = distances(shape[0], tails, heads, source)
    return np.where(np.isinf(steps), -1, steps).astype(np.int64)


def _fewest(
    tails: _Ints, heads: _Ints, jumps: _Bools, shape: tuple[int, int], start: int, end: int
) -> int:
    """Return the fewest wormholes on a path, by making one cost more than all links together."""
    dear = shape[0] + 1
    weights = np.where(jumps, float(dear), 1.0)
    return int(distances(shape[0], tails, heads, start, weights)[end]) // dear


def _regions(keys: _Ints, tails: _Ints, heads: _Ints, lost: _Bools) -> tuple[Region, ...]:
    """Return the connected parts of the lost rooms, ignoring the direction of links."""
    rooms = np.flatnonzero(lost)
    if not rooms.size:
        return ()
    number = np.cumsum(lost) - 1
    within = lost[tails] & lost[heads]
    part = components(rooms.size, number[tails[within]], number[heads[within]], strong=False)
    _, first, size = np.unique(part, return_index=True, return_counts=True)
    coords = [Coord(*row) for row in nodes_of_keys(keys[rooms[first]]).tolist()]
    regions = (Region(coord, rooms) for coord, rooms in zip(coords, size.tolist(), strict=True))
    return tuple(sorted(regions, key=lambda region: (-region.rooms, region.coord)))


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s'[: number != 1]}"
