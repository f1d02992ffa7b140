"""The nearest of many rooms, against the routes to each of them."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.grid import LinkFlag, Way, assemble_grid
from xyzgrid_ext.core.routes import Router, Rules, build_world, nearest_rooms
from xyzgrid_ext.core.routes.questions import cheapest_pair

WAYS = [Way(f"way {number}", f"way {number}", (), str(number)) for number in range(8)]


def random_grid(name, other, chance):
    """Links at random between 12 rooms; some lead to the other map, some are wormholes."""
    rooms, links = 12, 24
    outside = {}
    targets = [chance.randrange(rooms) for _ in range(links)]
    for link in chance.sample(range(links), 3):
        targets[link] = -1
        outside[link] = Place(other, Coord(chance.randrange(rooms), 0))
    return assemble_grid(
        name,
        levels=None,
        coords=np.array([(x, 0, 0) for x in range(rooms)]),
        source=np.array([chance.randrange(rooms) for _ in range(links)]),
        target=np.array(targets),
        way=np.array([number % len(WAYS) for number in range(links)]),
        ways=WAYS,
        weight=np.array([float(chance.choice([1, 1, 2, 5])) for _ in range(links)]),
        link_flags=np.array([chance.choice([0, 0, 0, LinkFlag.WORMHOLE]) for _ in range(links)]),
        outside=outside,
    )


@given(st.integers(0, 10_000), st.booleans())
def test_rooms_come_in_the_order_of_their_routes(seed, all_portals):
    chance = random.Random(seed)
    world = build_world({"a": random_grid("a", "b", chance), "b": random_grid("b", "a", chance)})
    goals = {(chance.choice("ab"), chance.randrange(12)) for _ in range(6)}
    router = Router(world)
    routes = {
        goal: router.find(("a", 0), goal, Rules(lambda portal: all_portals)) for goal in goals
    }
    costs = sorted(route.cost for route in routes.values() if route is not None)
    found = nearest_rooms(world, ("a", 0), goals, Rules(lambda portal: all_portals))
    assert [routes[goal].cost for goal in found] == costs


def test_search_ends_at_the_first_few_and_at_its_limit():
    chance = random.Random(3)
    world = build_world({"a": random_grid("a", "a", chance)})
    goals = [("a", room) for room in range(12)]
    rules = Rules(lambda portal: True)
    assert nearest_rooms(world, ("a", 0), goals, rules, most=1) == [("a", 0)]
    found = nearest_rooms(world, ("a", 0), goals, rules, look_at=2)
    assert (found[0], len(found)) == (("a", 0), 2)


@given(st.integers(0, 10_000), st.booleans())
def test_the_cheapest_pair_of_ends_counts_what_it_costs_to_get_there_and_on(seed, all_portals):
    chance = random.Random(seed)
    world = build_world({"a": random_grid("a", "b", chance), "b": random_grid("b", "a", chance)})
    rules = Rules(lambda portal: all_portals)
    starts, goals = (
        {(chance.choice("ab"), chance.randrange(12)): float(chance.randrange(9)) for _ in range(4)}
        for _end in range(2)
    )
    router, costs = Router(world), {}
    for one in starts:
        for other in goals.keys() - starts.keys():
            if (route := router.find(one, other, rules)) is not None:
                costs[one, other] = starts[one] + route.cost + goals[other]
    found = cheapest_pair(world, starts, goals, rules)
    assert (found is None) == (not costs)
    assert found is None or costs[found] == min(costs.values())


def test_a_search_around_a_map_enters_it_at_goals_alone():
    told = []
    for seed in range(20):
        chance = random.Random(seed)
        world = build_world(
            {"a": random_grid("a", "b", chance), "b": random_grid("b", "a", chance)}
        )
        goals = {("b", room): 0.0 for room in range(12)}
        starts, rules = {("a", 0): 0.0}, Rules(lambda portal: True)
        anywhere = cheapest_pair(world, starts, goals, rules)
        around = cheapest_pair(world, starts, goals, rules, around=["a"])
        is_beside = any(world.room(room)[0] == "b" for room in world.neighbours(("a", 0)))
        assert (around is not None) == is_beside
        told.append((anywhere is not None, is_beside))
    assert {(True, True), (True, False)} <= set(told)
