"""Reachability in a directed graph, by scipy, which is imported when it is needed.

A graph has `count` nodes, and its links are two arrays, `tails` and `heads`.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

_Ints = NDArray[np.integer]
_Floats = NDArray[np.floating]
_Bools = NDArray[np.bool_]


def reachable(count: int, tails: _Ints, heads: _Ints, starts: Iterable[int]) -> _Bools:
    """Return (count,) bool: whether each node is one of `starts` or can be reached from one.

    Nodes are numbered from 0; link i leads from tails[i] to heads[i].
    """
    from scipy.sparse.csgraph import breadth_first_order

    seen = np.zeros(count, dtype=bool)
    graph = _matrix(count, tails, heads)
    for start in starts:
        if not seen[start]:
            seen[breadth_first_order(graph, start, return_predecessors=False)] = True
    return seen


def distances(
    count: int, tails: _Ints, heads: _Ints, start: int, weights: _Floats | None = None
) -> _Floats:
    """Return (count,): the cost of the cheapest path from `start` to each node, inf if none.

    Link i leads from tails[i] to heads[i] and costs weights[i], or 1 without `weights`. If several
    links join two nodes, the cheapest counts.
    """
    from scipy.sparse.csgraph import dijkstra

    if weights is not None:
        order = np.lexsort((weights, heads, tails))
        tails, heads, weights = tails[order], heads[order], weights[order]
        first = np.ones(len(tails), bool)  # a sparse matrix would add the others up
        first[1:] = (tails[1:] != tails[:-1]) | (heads[1:] != heads[:-1])
        tails, heads, weights = tails[first], heads[first], weights[first]
    graph = _matrix(count, tails, heads, weights)
    return np.asarray(dijkstra(graph, indices=start, unweighted=weights is None))


def components(count: int, tails: _Ints, heads: _Ints, *, strong: bool) -> _Ints:
    """Return (count,): for each node the number of its component, which is its first node.

    Link i leads from tails[i] to heads[i]. With `strong`, the nodes of a component can all reach
    each other. Without it, the direction of links does not count.
    """
    from scipy.sparse.csgraph import connected_components

    kind = "strong" if strong else "weak"
    _, labels = connected_components(_matrix(count, tails, heads), connection=kind)
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[number.reshape(-1)])


def _matrix(count: int, tails: _Ints, heads: _Ints, weights: _Floats | None = None) -> object:
    from scipy.sparse import csr_array

    values = np.ones(len(tails), bool) if weights is None else weights
    return csr_array((values, (tails, heads)), shape=(count, count))
