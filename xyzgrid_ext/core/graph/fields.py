"""Distances towards one room of a map, from every room of it; shared by all walkers.

3 2 1       a field towards T: each room has its distance, and a walker
4 # 0 T     at any room goes to a neighbour that is nearer
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from scipy.sparse.csgraph import breadth_first_order, dijkstra

from xyzgrid_ext.core.graph.model import MapGraph
from xyzgrid_ext.core.grid.model import Floats

# all fields together; the oldest go first. 64 MB hold eight fields of a million rooms.
DEFAULT_BYTES = 64 * 1024 * 1024


def distances(graph: MapGraph, room: int) -> Floats:
    """(n,) float64: what the way from each room to `room` costs; inf where there is none."""
    if graph.uniform is None:
        found: Floats = np.asarray(dijkstra(graph.reverse, indices=room))
    else:
        found = _steps(graph, room) * graph.uniform
    found.setflags(write=False)
    return found


def _steps(graph: MapGraph, room: int) -> Floats:
    """The number of steps: breadth first, each room comes after all that are nearer."""
    order, before = breadth_first_order(graph.reverse, room)
    position = np.empty(graph.rooms, dtype=np.int64)
    position[order] = np.arange(len(order))
    # where in the order the predecessor of each room but the first stands; it never falls
    parent = position[before[order[1:]]]
    bounds = [0, 1]  # of the rooms that are 0, 1, ... steps away
    while bounds[-1] < len(order):
        # one step further are those whose predecessors stand before this bound
        bounds.append(1 + int(parent.searchsorted(bounds[-1])))
    steps = np.full(graph.rooms, np.inf)
    steps[order] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    return steps


class Fields:
    """A bounded store of fields; `drop` forgets those of one map."""

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._fields: OrderedDict[tuple[str, int], Floats] = OrderedDict()

    def towards(self, key: str, graph: MapGraph, room: int) -> Floats:
        """The field towards a room of the map `key`."""
        if (field := self._fields.get((key, room))) is not None:
            self._fields.move_to_end((key, room))
            return field
        field = distances(graph, room)
        self._fields[key, room] = field
        self._bytes += field.nbytes
        while self._bytes > self._max_bytes and len(self._fields) > 1:
            _, old = self._fields.popitem(last=False)
            self._bytes -= old.nbytes
        return field

    def drop(self, key: str) -> None:
        """Forget all fields of a map."""
        for name in [name for name in self._fields if name[0] == key]:
            self._bytes -= self._fields.pop(name).nbytes
