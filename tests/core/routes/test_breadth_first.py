"""A breadth-first search from several rooms reaches each room once, the near ones first."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.grid import LinkFlag, Way, assemble
from xyzgrid_ext.core.routes import breadth_first, world_graph

ROOMS = 12
WAYS = [Way(f"way {number}", f"way {number}", (), str(number)) for number in range(8)]


def grid_of(name, links, outside=(), wormholes=()):
    """A map of twelve rooms in a row, with links (source, target); `outside`: link -> place."""
    outside = dict(outside)
    return assemble(
        name,
        levels=None,
        coords=np.array([(x, 0, 0) for x in range(ROOMS)]),
        source=np.array([source for source, _ in links]),
        target=np.array([-1 if n in outside else to for n, (_, to) in enumerate(links)]),
        way=np.array([number % len(WAYS) for number in range(len(links))]),
        ways=WAYS,
        weight=np.ones(len(links)),
        link_flags=np.array([LinkFlag.WORMHOLE * (n in wormholes) for n in range(len(links))]),
        outside=outside,
    )


def test_the_starts_come_first_and_then_ring_after_ring():
    row = [(n, n + 1) for n in range(ROOMS - 1)] + [(n + 1, n) for n in range(ROOMS - 1)]
    world = world_graph({"a": grid_of("a", row)})
    order = [number for _, number in breadth_first(world, [("a", 2), ("a", 9)])]
    assert (order[:2], set(order[2:6])) == ([2, 9], {1, 3, 8, 10})
    assert sorted(order) == list(range(ROOMS))


def test_they_go_through_wormholes_and_to_other_maps():
    first = grid_of("a", [(0, 1), (1, 0)], {1: Place("b", Coord(5, 0))}, wormholes={0})
    world = world_graph({"a": first, "b": grid_of("b", [(5, 6)])})
    assert list(breadth_first(world, [("a", 0)])) == [("a", 0), ("a", 1), ("b", 5), ("b", 6)]


def test_from_nowhere_nothing_is_reached():
    assert list(breadth_first(world_graph({"a": grid_of("a", [(0, 1)])}), [])) == []


@given(st.integers(0, 10_000))
def test_each_room_comes_by_the_number_of_steps_to_it(seed):
    chance = random.Random(seed)
    links = [(chance.randrange(ROOMS), chance.randrange(ROOMS)) for _ in range(20)]
    starts = chance.sample(range(ROOMS), 2)
    far = dict.fromkeys(starts, 0)
    for _ in range(ROOMS):  # until nothing changes any more, and longer
        for source, target in links:
            if source in far:
                far[target] = min(far.get(target, ROOMS), far[source] + 1)
    world = world_graph({"a": grid_of("a", links)})
    found = [number for _, number in breadth_first(world, [("a", start) for start in starts])]
    assert sorted(found) == sorted(far)
    assert [far[number] for number in found] == sorted(far.values())
