"""Two searches that meet, compiled by numba: breadth-first, and Dijkstra's with heaps."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from scipy.sparse import csr_array

FAR = np.inf


@numba.njit(cache=False)
def _push(keys, rooms, size, key, room):  # type: ignore[no-untyped-def]
    at = size
    while at > 0 and keys[(at - 1) >> 1] > key:
        keys[at], rooms[at] = keys[(at - 1) >> 1], rooms[(at - 1) >> 1]
        at = (at - 1) >> 1
    keys[at], rooms[at] = key, room
    return size + 1


@numba.njit(cache=False)
def _pop(keys, rooms, size):  # type: ignore[no-untyped-def]
    size -= 1
    key, room, at = keys[size], rooms[size], 0
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        if child + 1 < size and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[at], rooms[at] = keys[child], rooms[child]
        at = child
    keys[at], rooms[at] = key, room
    return size


@numba.njit(cache=False)
def _weighted(first, target, weight, cost, before, keys, rooms, touched, ends):  # type: ignore[no-untyped-def]
    """The room at which both meet; -1 if they do not. Row 0 of each is forth, row 1 back."""
    size, count = np.zeros(2, np.int64), 0
    for side in range(2):
        cost[side, ends[side]] = 0.0
        before[side, ends[side]] = ends[side]
        size[side] = _push(keys[side], rooms[side], 0, 0.0, ends[side])
        touched[count] = ends[side]
        count += 1
    best, met = FAR, -1
    while size[0] > 0 and size[1] > 0 and keys[0, 0] + keys[1, 0] < best:
        side = 0 if size[0] <= size[1] else 1
        key, room = keys[side, 0], rooms[side, 0]
        size[side] = _pop(keys[side], rooms[side], size[side])
        if key > cost[side, room]:
            continue
        for link in range(first[side, room], first[side, room + 1]):
            there, total = target[side, link], key + weight[side, link]
            if total < cost[side, there]:
                cost[side, there], before[side, there] = total, room
                touched[count] = there
                count += 1
                size[side] = _push(keys[side], rooms[side], size[side], total, there)
                if total + cost[1 - side, there] < best:
                    best, met = total + cost[1 - side, there], there
    return met, count


@numba.njit(cache=False)
def _even(first, target, cost, before, queue, ends):  # type: ignore[no-untyped-def]
    """The same by rings."""
    head, level, tail = np.zeros(2, np.int64), np.ones(2, np.int64), np.ones(2, np.int64)
    for side in range(2):
        cost[side, ends[side]] = 0.0
        before[side, ends[side]] = ends[side]
        queue[side, 0] = ends[side]
    while head[0] < tail[0] and head[1] < tail[1]:
        side = 0 if tail[0] - head[0] <= tail[1] - head[1] else 1
        best, met = FAR, -1
        while head[side] < level[side]:
            room = queue[side, head[side]]
            head[side] += 1
            for link in range(first[side, room], first[side, room + 1]):
                there = target[side, link]
                if cost[side, there] == FAR:
                    cost[side, there], before[side, there] = cost[side, room] + 1, room
                    queue[side, tail[side]] = there
                    tail[side] += 1
                    if cost[side, there] + cost[1 - side, there] < best:
                        best, met = cost[side, there] + cost[1 - side, there], there
        level[side] = tail[side]
        if met >= 0:
            return met, tail[0], tail[1]
    return -1, tail[0], tail[1]


class Search:
    """One graph, and the columns that a search writes."""

    def __init__(self, graph: Any) -> None:
        rooms, links = graph.rooms, len(graph.target)
        shape = (rooms, rooms)
        forth = csr_array((np.arange(1, links + 1), graph.target, graph.first), shape=shape)
        back = forth.T.tocsr()
        self.first = np.stack([graph.first, back.indptr]).astype(np.int64)
        self.target = np.stack([graph.target, back.indices]).astype(np.int32)
        self.weight = np.stack([graph.weight, graph.weight[back.data - 1]]).astype(np.float32)
        self.weighted = graph.weighted
        self.cost = np.full((2, rooms), FAR, np.float32)
        self.before = np.zeros((2, rooms), np.int32)
        self.keys = np.zeros((2, links if graph.weighted else 1), np.float32)
        self.queue = np.zeros((2, links if graph.weighted else rooms), np.int32)
        self.touched = np.zeros(2 * links if graph.weighted else 1, np.int32)

    def path(self, start: int, goal: int) -> list[int]:
        """The rooms of a shortest path."""
        if start == goal:
            return [start]
        ends = np.array([start, goal])
        if self.weighted:
            met, count = _weighted(
                self.first,
                self.target,
                self.weight,
                self.cost,
                self.before,
                self.keys,
                self.queue,
                self.touched,
                ends,
            )
            rooms = [self.touched[:count]] * 2
        else:
            met, *tails = _even(self.first, self.target, self.cost, self.before, self.queue, ends)
            rooms = [self.queue[side, :tail] for side, tail in enumerate(tails)]
        found = [] if met < 0 else self._chain(0, met)[::-1] + self._chain(1, met)[1:]
        for side in range(2):
            self.cost[side, rooms[side]] = FAR
        return found

    def _chain(self, side: int, room: int) -> list[int]:
        found = [int(room)]
        while (there := int(self.before[side, found[-1]])) != found[-1]:
            found.append(there)
        return found
