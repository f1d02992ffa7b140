"""Reaching and parting graphs: as costs between all nodes say."""

import random

import numpy as np

from xyzgrid_ext.core import reach


def graphs():
    chance = random.Random(3)
    for _ in range(60):
        count = chance.randrange(1, 14)
        links = chance.randrange(0, 2 * count)
        ends = [[chance.randrange(count) for _ in range(links)] for _ in range(2)]
        weights = np.array([chance.choice([0.5, 1, 3]) for _ in range(links)])
        yield count, *(np.array(end, dtype=np.int64) for end in ends), weights


def costs(count, tails, heads, weights):
    least = np.where(np.eye(count, dtype=bool), 0.0, np.inf)  # as Floyd and Warshall do it
    np.minimum.at(least, (tails, heads), weights)
    for node in range(count):
        least = np.minimum(least, least[:, [node]] + least[[node]])
    return least


def firsts(joined):
    first = joined.argmax(axis=1)
    return np.unique(first, return_inverse=True)[1].tolist()


def test_graphs_are_answered_as_costs_between_all_nodes_say_also_with_parallel_links():
    for count, tails, heads, weights in graphs():
        weighted, even = (costs(count, tails, heads, w) for w in (weights, 1))
        reaches, both = even < np.inf, (np.r_[tails, heads], np.r_[heads, tails])
        assert reach.distances(count, tails, heads, 0, weights).tolist() == weighted[0].tolist()
        assert reach.distances(count, tails, heads, 0).tolist() == even[0].tolist()
        seen = reach.reachable(count, tails, heads, [0, count - 1])
        assert seen.tolist() == (reaches[0] | reaches[-1]).tolist()
        strong = reach.components(count, tails, heads, strong=True)
        assert strong.tolist() == firsts(reaches & reaches.T)
        weak = reach.components(count, tails, heads, strong=False)
        assert weak.tolist() == firsts(costs(count, *both, 1) < np.inf)
    ends = np.zeros(256, dtype=np.int64)
    assert reach.reachable(2, ends, ends + 1, [0]).all()
    nothing = np.zeros(0, dtype=np.int64)
    assert len(reach.reachable(0, nothing, nothing, [])) == 0
    assert len(reach.components(0, nothing, nothing, strong=True)) == 0
