"""The matrix: a cube of nodes, of which only some are linked, and its links and wormholes.

    z = 0        z = 1        A link joins two nodes that touch: forward from (0,0,0) leads to
    1 .  .       1 .  .       (0,0,1). A wormhole joins any two. Both have a direction; a two-way
    0 #──#       0 #  .       link is two of them. Rooms are the nodes that something touches.
      0  1  x      0  1  x

A cube may have 1000³ nodes, so nothing here is as large as the cube: links are columns, one row
for each, and a node is found in them by bisection.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError

Columns = NDArray[np.int32]
"""An int32 array; each docstring gives its shape."""
Keys = NDArray[np.int64]
"""An int64 array of nodes, each packed into one number by `node_keys`."""
_Array = TypeVar("_Array", bound=NDArray[Any])

MAX_EDGE = 1000
"""The most nodes along an edge of the cube."""
_BITS = 10  # of a coordinate
"""The longest edge of a cube."""

DIRECTIONS = tuple(Direction)
"""The six directions; `Matrix.directions` and files of links hold indices into this."""

_DELTAS = np.array([d.delta for d in DIRECTIONS], dtype=np.int32)


class NodeExit(NamedTuple):
    """One exit of a node; `name` is `forward` … `right`, `wormhole`, or `wormhole 2` and so on."""

    name: str
    target: Coord
    is_wormhole: bool


@dataclass(frozen=True, eq=False)
class Matrix:
    """A matrix and where the player stands in it. The constructor takes links in any order.

    Attributes:
        edge: the number of nodes along an edge of the cube, 1 … MAX_EDGE.
        start: where a game begins.
        end: the node to reach.
        current: where the player stands.
        sources: int32 (m, 3), the x, y, z of the node that each link leaves; sorted, each link
            once.
        directions: uint8 (m,), the direction of each link: an index into DIRECTIONS.
        wormholes: int32 (w, 6), x, y, z of mouth and of far end. Each stands once, in the order of
            the file, by which the wormholes of one node are numbered. A wormhole that leads back
            comes directly after the one that leads there, if that changes no number: both are then
            one line of the file.

    Raises:
        MapError: if something lies outside the cube.
    """

    edge: int
    start: Coord
    end: Coord
    current: Coord
    sources: Columns = field(default_factory=lambda: np.zeros((0, 3), np.int32))
    directions: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))
    wormholes: Columns = field(default_factory=lambda: np.zeros((0, 6), np.int32))
    _link_keys: Keys = field(init=False, repr=False)
    _mouth_keys: Keys = field(init=False, repr=False)
    _mouths: NDArray[np.intp] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not 1 <= self.edge <= MAX_EDGE:
            raise MapError(f"an edge of {self.edge}", f"an edge has 1 to {MAX_EDGE} nodes")
        for name in ("start", "end", "current"):
            self._set(name, Coord(*(int(n) for n in getattr(self, name))))
        self._inside(np.array([self.start, self.end, self.current]), "start, end or current node")

        sources = np.asarray(self.sources, np.int64).reshape(-1, 3)
        directions = np.asarray(self.directions, np.int64).reshape(-1)
        self._inside(sources, "link")
        if directions.size and not 0 <= directions.min() <= directions.max() < len(DIRECTIONS):
            raise UsageError("a direction that does not exist", "it is an index into DIRECTIONS")
        self._inside(sources + _DELTAS[directions], "far end of a link")
        # one number for a link sorts by node first, by direction then
        links = sorted_unique(node_keys(sources) * 8 + directions)
        self._set("sources", _frozen(nodes_of_keys(links >> 3)))
        self._set("directions", _frozen((links & 7).astype(np.uint8)))
        self._set("_link_keys", _frozen(links >> 3))

        ends = np.asarray(self.wormholes, np.int64).reshape(-1, 2, 3)
        self._inside(ends.reshape(-1, 3), "wormhole")
        pairs = _lined_up(zip(*node_keys(ends).T.tolist(), strict=True))
        mouths = np.array([mouth for mouth, _ in pairs], np.int64)
        order = np.argsort(mouths, kind="stable")
        flat = nodes_of_keys(np.array(pairs, np.int64).reshape(-1))
        self._set("wormholes", _frozen(flat.reshape(-1, 6)))
        self._set("_mouths", _frozen(order))
        self._set("_mouth_keys", _frozen(mouths[order]))

    @classmethod
    def of(
        cls,
        edge: int,
        start: Coord,
        end: Coord,
        links: Iterable[tuple[Coord, Direction]],
        wormholes: Iterable[tuple[Coord, Coord]] = (),
        current: Coord | None = None,
    ) -> Matrix:
        """Return the Matrix with these directed links; the player is at `start` by default.

        Args:
            edge: the number of nodes along an edge of the cube.
            start: where a game begins.
            end: the node to reach.
            links: (node that the link leaves, direction).
            wormholes: (mouth, far end).
            current: where the player stands.
        """
        rows = list(links)
        return cls(
            edge,
            start,
            end,
            start if current is None else current,
            np.array([node for node, _ in rows], np.int32).reshape(-1, 3),
            np.array([DIRECTIONS.index(way) for _, way in rows], np.uint8),
            np.array([(*mouth, *far) for mouth, far in wormholes], np.int32).reshape(-1, 6),
        )

    def targets(self) -> Columns:
        """Return the targets of the links: int32 (m, 3), row for row with `sources`."""
        targets: Columns = self.sources + _DELTAS[self.directions]
        return targets

    def rooms(self) -> Columns:
        """Return the nodes in use, int32 (n, 3), sorted by x, y, z.

        These are the start, the end, and each node at either end of a link or a wormhole.
        """
        return self._rooms

    @cached_property
    def _rooms(self) -> Columns:
        ends = np.array([self.start, self.end, self.current], np.int32)
        nodes = (self.sources, self.targets(), self.wormholes.reshape(-1, 3), ends)
        if self.edge**3 <= len(self.sources):  # then marks in a cube are quicker than to sort
            is_room = np.zeros((self.edge,) * 3, bool)
            for some in nodes:
                is_room[tuple(some.T)] = True
            return _frozen(np.stack(np.nonzero(is_room), axis=-1).astype(np.int32))
        return _frozen(nodes_of_keys(sorted_unique(np.concatenate([node_keys(n) for n in nodes]))))

    def exits_of(self, node: Coord) -> tuple[NodeExit, ...]:
        """Return the exits of a node: links in the order of DIRECTIONS, then its wormholes."""
        if not all(0 <= n < self.edge for n in node):
            return ()
        key = (node[0] << 2 * _BITS) + (node[1] << _BITS) + node[2]
        first, last = np.searchsorted(self._link_keys, (key, key + 1)).tolist()
        ways = [DIRECTIONS[d] for d in self.directions[first:last].tolist()]
        first, last = np.searchsorted(self._mouth_keys, (key, key + 1)).tolist()
        far = [Coord(*row) for row in self.wormholes[self._mouths[first:last], 3:].tolist()]
        return (
            *(NodeExit(way.value, way.step_from(node), False) for way in ways),
            *(
                NodeExit(name, to, True)
                for name, to in zip(wormhole_names(len(far)), far, strict=True)
            ),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        columns = (self.sources, self.directions, self.wormholes)
        return (self.edge, self.start, self.end, self.current, *(c.tobytes() for c in columns))

    def _set(self, name: str, value: object) -> None:
        # the dataclass is frozen for everybody but its own constructor
        object.__setattr__(self, name, value)

    def _inside(self, nodes: NDArray[np.int64], noun: str) -> None:
        outside = np.flatnonzero(((nodes < 0) | (nodes >= self.edge)).any(axis=1))
        if outside.size:
            node = Coord(*nodes[outside[0]].tolist())
            raise MapError(
                f"{noun} outside the cube: {node}", f"coordinates go from 0 to {self.edge - 1}"
            )


def wormhole_names(count: int) -> Sequence[str]:
    """Return the names of a node's `count` wormholes: `wormhole`, or `wormhole 1`, `wormhole 2`."""
    return ["wormhole"] if count == 1 else [f"wormhole {n}" for n in range(1, count + 1)]


def node_keys(nodes: NDArray[np.integer]) -> Keys:
    """Return a number for each of `nodes`, (…, 3) becomes (…); numbers sort as x, y, z do."""
    wide = nodes.astype(np.int64)
    keys: Keys = (wide[..., 0] << 2 * _BITS) + (wide[..., 1] << _BITS) + wide[..., 2]
    return keys


def nodes_of_keys(keys: Keys) -> Columns:
    """Return the nodes with these keys, (n,) becomes (n, 3) int32: the inverse of `node_keys`."""
    nodes = np.empty((len(keys), 3), np.int32)
    for column in range(3):
        nodes[:, column] = keys >> (2 - column) * _BITS & (1 << _BITS) - 1
    return nodes


def sorted_unique(keys: Keys) -> Keys:
    """Return the distinct numbers in ascending order; `numpy.unique` can take ten times as long."""
    if bool((keys[1:] > keys[:-1]).all()):
        return keys
    ordered = np.sort(keys)
    is_new = np.ones(len(ordered), bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def _frozen(column: _Array) -> _Array:
    column.flags.writeable = False
    return column


def _lined_up(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Keep every wormhole once, followed by its way back where that changes no number.

    A way back may move up only if it is the next wormhole of its own mouth; otherwise `wormhole 1`
    and `wormhole 2` of that mouth would be swapped.
    """
    rows = list(dict.fromkeys(pairs))
    waiting: dict[int, deque[int]] = {}
    for mouth, far in rows:
        waiting.setdefault(mouth, deque()).append(far)
    done: dict[tuple[int, int], None] = {}
    for mouth, far in rows:
        if (mouth, far) in done:
            continue
        done[mouth, far] = None
        waiting[mouth].popleft()
        back = waiting.get(far)
        if back and back[0] == mouth:
            done[far, mouth] = None
            back.popleft()
    return list(done)
