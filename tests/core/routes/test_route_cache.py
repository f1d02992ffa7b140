"""Routes that are kept are those that a search would find, and take a bounded place."""

import random

from xyzgrid_ext.core.routes import Router, Rules, world_graph
from xyzgrid_ext.core.routes.model import Gate
from xyzgrid_ext.core.routes.route_cache import RouteCache


def test_a_kept_route_is_the_one_that_a_search_finds_for_each_walker_and_after_each_change(worlds):
    hits = 0
    for seed in range(40):
        chance, grids = worlds.random_world(seed)
        rooms = [(key, room) for key, grid in grids.items() for room in range(grid.rooms)]
        pairs = [(chance.choice(rooms), chance.choice(rooms)) for _ in range(4)]
        walkers = [lambda portal, known=known: portal.link % 4 < known for known in range(5)]
        world = world_graph(grids)
        used = Router(world)
        for _ in range(60):
            start, goal = chance.choice(pairs)
            rules = Rules(chance.choice(walkers), wormholes=chance.random() < 0.8)
            kept = used._kept.find(world.version, start, goal, Gate(rules))
            hits += kept is not None
            assert used.find(start, goal, rules) == Router(world).find(start, goal, rules)
            if chance.random() < 0.1:
                key, room = chance.choice(rooms)
                for link in list(grids[key].links_of(room))[:1]:
                    chance.choice([world.lock, world.unlock, world.restore])((key, room), link)
    assert hits > 200


def test_kept_routes_are_no_more_than_their_bound_and_the_last_asked_for_stay(worlds):
    chance = random.Random(2)
    _, grids = worlds.random_world(3)
    router = Router(world_graph(grids))
    router._kept = kept = RouteCache(most_steps=60)
    rooms = [(key, room) for key, grid in grids.items() for room in range(grid.rooms)]
    often = rooms[0], rooms[1]
    for _ in range(300):
        router.find(chance.choice(rooms), chance.choice(rooms), Rules())
        router.find(*often, Rules())
        assert kept.size == sum(one.size for one in kept._routes.values()) <= 60
    assert kept.find(router.world.version, *often, Gate(Rules())) is not None
