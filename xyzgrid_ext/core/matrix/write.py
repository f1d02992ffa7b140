"""Writes a matrix as a definition file; equal matrices give equal texts.

A two-way link is written once, from its lower end, so only as `forward`, `up` or `right`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.matrix.model import DIRECTIONS, Matrix, node_keys

_OPPOSITES = np.array([DIRECTIONS.index(way.opposite) for way in DIRECTIONS], np.int64)
_NAMES = [way.value for way in DIRECTIONS]
IS_RISING = np.array([sum(way.delta) > 0 for way in DIRECTIONS])
"""(6,) bool: whether DIRECTIONS[i] raises a coordinate, as in the lines of two-way links."""


def write(matrix: Matrix) -> str:
    """Return the text of a matrix (head, links by node, wormholes), which `parse` reads back."""
    head = [
        f"matrixedge   {matrix.edge}",
        f"startnode    {_xyz(matrix.start)}",
        f"endnode      {_xyz(matrix.end)}",
        f"currentnode  {_xyz(matrix.current)}",
    ]
    parts = (head, list(_links(matrix)), list(wormhole_lines(matrix.wormholes.tolist())))
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _links(matrix: Matrix) -> Iterator[str]:
    ways = matrix.directions
    links = node_keys(matrix.sources) * 8 + ways
    backs = node_keys(matrix.targets()) * 8 + _OPPOSITES[ways]
    twoway = np.isin(backs, links)
    is_line = ~twoway | IS_RISING[ways]
    rows = zip(
        matrix.sources[is_line].tolist(),
        ways[is_line].tolist(),
        twoway[is_line].tolist(),
        strict=True,
    )
    yield from (link_line(Coord(*node), way, both) for node, way, both in rows)


def link_line(node: Coord, direction: int, both: bool) -> str:
    """Return the line of a file for a link: `node 2 2 0  forward`, with `twoway` behind if `both`.

    Args:
        node: the node that it leaves.
        direction: an index into DIRECTIONS.
        both: whether it also leads back.
    """
    name = _NAMES[direction]
    return f"node {_xyz(node)}  {name:<8}  twoway" if both else f"node {_xyz(node)}  {name}"


def wormhole_lines(wormholes: Iterable[Sequence[int]]) -> Iterator[str]:
    """Yield the lines of a file for wormholes, each given as x, y, z of both ends."""
    rows = [(Coord(*row[:3]), Coord(*row[3:])) for row in wormholes]
    number = 0
    while number < len(rows):
        mouth, far = rows[number]
        # a matrix keeps a way back directly behind its way out where one line can say both
        both = mouth != far and rows[number + 1 : number + 2] == [(far, mouth)]
        yield f"wormhole {_xyz(mouth)}  {_xyz(far)}" + ("  twoway" if both else "")
        number += 1 + both


def _xyz(coord: Coord) -> str:
    return f"{coord.x} {coord.y} {coord.z}"
