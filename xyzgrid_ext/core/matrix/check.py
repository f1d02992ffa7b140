"""Warnings about things that are allowed in a matrix but are probably mistakes.

Remarks name a statement, not a line, since a matrix need not come from a file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.matrix.model import Matrix, node_keys
from xyzgrid_ext.core.reach import reachable

WormholeEnds = tuple[int, ...]
"""A wormhole as six numbers: x, y, z of its mouth, then of its far end."""


class Notice(NamedTuple):
    """A warning, and what it is about: a keyword (`endnode`), or a wormhole as its two ends."""

    code: str
    message: str
    cure: str
    about: str | WormholeEnds


def check(matrix: Matrix, file: str = "") -> list[Finding]:
    """Return all warnings about a matrix, such as of an end out of reach; none names a line."""
    rows = [tuple(row) for row in matrix.wormholes.tolist()]
    return [
        Finding.warning(warning.code, warning.message, warning.cure, file)
        for warning in (*wormhole_warnings(rows), *end_warnings(matrix))
    ]


def wormhole_warnings(wormholes: Iterable[WormholeEnds]) -> Iterator[Notice]:
    """Yield warnings about wormholes that lead nowhere, and about nodes that have several."""
    mouths: dict[WormholeEnds, list[WormholeEnds]] = defaultdict(list)
    for ends in wormholes:
        mouths[ends[:3]].append(ends)
        if ends[:3] == ends[3:]:
            message = f"the wormhole at {Coord(*ends[:3])} leads to itself"
            yield Notice("wormhole-to-itself", message, "link it elsewhere, or delete it", ends)
    for mouth, several in mouths.items():
        if len(several) > 1:
            message = f"{Coord(*mouth)} has {len(several)} wormholes"
            cure = f"its exits are 'wormhole 1' to 'wormhole {len(several)}', in the order of lines"
            yield Notice("several-wormholes", message, cure, several[1])


def end_warnings(matrix: Matrix) -> Iterator[Notice]:
    """Yield warnings of a start that leads nowhere, and of an end that cannot be reached."""
    start, end, current = matrix.start, matrix.end, matrix.current
    if start == end:
        message = "the start node is the end node: the game is won before the first move"
        yield Notice("start-is-end", message, "put one of them elsewhere", "endnode")
    if not matrix.exits_of(start):
        message = f"no link leads out of the start node {start}"
        yield Notice("start-without-link", message, f"add a node line for {start}", "startnode")
    if not can_reach(matrix, start, end):
        message = f"the end node {end} cannot be reached from the start node {start}"
        yield Notice("end-unreachable", message, "add the missing links", "endnode")
    if current != start and not can_reach(matrix, current, end):
        message = f"the end node {end} cannot be reached from the current node {current}"
        cure = "add the missing links, or move the current node"
        yield Notice("end-unreachable-from-current", message, cure, "currentnode")


def can_reach(matrix: Matrix, source: Coord, target: Coord) -> bool:
    """Whether a walk from `source` can get to `target`; a node always reaches itself."""
    if source == target:
        return True
    if not (matrix.exits_of(source) and len(matrix.rooms())):
        return False
    rooms = node_keys(matrix.rooms())
    mouths, fars = matrix.wormholes[:, :3], matrix.wormholes[:, 3:]
    tails = np.searchsorted(rooms, node_keys(np.concatenate((matrix.sources, mouths))))
    heads = np.searchsorted(rooms, node_keys(np.concatenate((matrix.targets(), fars))))
    start, end = np.searchsorted(rooms, node_keys(np.array([source, target]))).tolist()
    # the target may be no room at all
    return end < len(rooms) and bool(reachable(len(rooms), tails, heads, [start])[end])
