"""Reachability in a directed graph: small graphs in Python, large ones with scipy.

A graph has `count` nodes, and its links are two arrays, `tails` and `heads`. Importing scipy takes
longer than checking a usual map, so it is imported only for large graphs. Both implementations give
the same results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

SMALL = 20_000
"""The most links for which pure Python is faster than importing scipy."""

_Ints = NDArray[np.integer]
_Floats = NDArray[np.floating]
_Bools = NDArray[np.bool_]


def reached(count: int, tails: _Ints, heads: _Ints, starts: Iterable[int]) -> _Bools:
    """Return (count,): whether each node can be reached from any of `starts`, or is one."""
    seen = np.zeros(count, dtype=bool)
    if len(tails) > SMALL:
        from scipy.sparse.csgraph import breadth_first_order

        graph = _matrix(count, tails, heads)
        for start in starts:
            if not seen[start]:
                seen[breadth_first_order(graph, start, return_predecessors=False)] = True
        return seen
    beyond, numbers = _beyond(count, tails, heads), set(starts)
    waiting = list(numbers)
    while waiting:
        new = set(beyond[waiting.pop()]) - numbers
        numbers |= new
        waiting += new
    seen[list(numbers)] = True
    return seen


def distances(
    count: int, tails: _Ints, heads: _Ints, start: int, weights: _Floats | None = None
) -> _Floats:
    """Return (count,): the cost of the cheapest path from `start`, inf where there is none.

    Without `weights` each link costs 1. If several links join two nodes, the cheapest counts.
    """
    if len(tails) > SMALL:
        from scipy.sparse.csgraph import dijkstra

        if weights is None:
            graph = _matrix(count, tails, heads)
            return np.asarray(dijkstra(graph, indices=start, unweighted=True))
        order = np.lexsort((weights, heads, tails))
        tails, heads, weights = tails[order], heads[order], weights[order]
        first = np.ones(len(tails), bool)  # a sparse matrix would add the others up
        first[1:] = (tails[1:] != tails[:-1]) | (heads[1:] != heads[:-1])
        return np.asarray(
            dijkstra(_matrix(count, tails[first], heads[first], weights[first]), indices=start)
        )
    costs = np.full(count, np.inf)
    for node, cost in _cheapest(count, tails, heads, start, weights):
        costs[node] = cost
    return costs


def parts(count: int, tails: _Ints, heads: _Ints, *, strong: bool) -> _Ints:
    """Return (count,): for each node the number of its component, which is its first node.

    With `strong`, the nodes of a component can all reach each other. Without it, the direction of
    links does not count.
    """
    if len(tails) > SMALL:
        from scipy.sparse.csgraph import connected_components

        kind = "strong" if strong else "weak"
        _, labels = connected_components(_matrix(count, tails, heads), connection=kind)
    else:
        if not strong:
            tails, heads = np.concatenate([tails, heads]), np.concatenate([heads, tails])
        labels = np.array(_strong(_beyond(count, tails, heads)), dtype=np.int64)
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[number.reshape(-1)])


def _matrix(count: int, tails: _Ints, heads: _Ints, weights: _Floats | None = None) -> object:
    from scipy.sparse import csr_array

    values = np.ones(len(tails), np.int8) if weights is None else weights
    return csr_array((values, (tails, heads)), shape=(count, count))


def _beyond(count: int, tails: _Ints, heads: _Ints) -> list[list[int]]:
    heads_of: list[list[int]] = [[] for _ in range(count)]
    for tail, head in zip(tails.tolist(), heads.tolist(), strict=True):
        heads_of[tail].append(head)
    return heads_of


def _cheapest(
    count: int, tails: _Ints, heads: _Ints, start: int, weights: _Floats | None
) -> Iterator[tuple[int, float]]:
    """Yield each node that can be reached, with its cost."""
    beyond: list[list[tuple[int, float]]] = [[] for _ in range(count)]
    costs = [1.0] * len(tails) if weights is None else weights.tolist()
    for tail, head, cost in zip(tails.tolist(), heads.tolist(), costs, strict=True):
        beyond[tail].append((head, cost))
    done: set[int] = set()
    waiting = [(0.0, start)]
    while waiting:
        cost, node = heappop(waiting)
        if node in done:
            continue
        done.add(node)
        yield node, cost
        for other, more in beyond[node]:
            if other not in done:
                heappush(waiting, (cost + more, other))


def _strong(beyond: list[list[int]]) -> list[int]:
    """Return each node's strong component, by Tarjan's algorithm without recursion."""
    count = len(beyond)
    label, number, lowest = [-1] * count, [-1] * count, [0] * count
    stack: list[int] = []
    seen = 0
    for root in range(count):
        if number[root] >= 0:
            continue
        path = [(root, iter(beyond[root]))]
        number[root] = lowest[root] = seen
        seen += 1
        stack.append(root)
        while path:
            node, onward = path[-1]
            other = next(onward, None)
            if other is None:
                path.pop()
                if path:
                    before = path[-1][0]
                    lowest[before] = min(lowest[before], lowest[node])
                if lowest[node] == number[node]:
                    while label[node] < 0:
                        label[stack.pop()] = node
            elif number[other] < 0:
                number[other] = lowest[other] = seen
                seen += 1
                stack.append(other)
                path.append((other, iter(beyond[other])))
            elif label[other] < 0:
                lowest[node] = min(lowest[node], number[other])
    return label
