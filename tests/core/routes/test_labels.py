"""Routes on maps with labels, against the plain search of `conftest` and ours without labels."""

from dataclasses import replace

import numpy as np
import pytest

from xyzgrid_ext.core.grid import LinkFlag, Way, assemble
from xyzgrid_ext.core.routes import Router, Rules, make_labels, world_graph
from xyzgrid_ext.core.routes.dissection import parts_of
from xyzgrid_ext.core.routes.model import Gate

ON = Way("on", "on", (), "on")


def cube(edge, seed, weights=(1,), jumps=10):
    """A cube without some links, with wormholes that everybody knows."""
    chance = np.random.default_rng(seed)
    room = np.arange(edge**3).reshape(edge, edge, edge)
    pairs = []
    for axis in range(3):
        low, high = (np.delete(room, at, axis).ravel() for at in (edge - 1, 0))
        pairs += [(low, high), (high, low)]
    source, target = (np.concatenate(ends) for ends in zip(*pairs, strict=True))
    kept = chance.random(len(source)) > 0.2
    mouths, exits = chance.integers(0, edge**3, (2, jumps))
    source, target = np.append(source[kept], mouths), np.append(target[kept], exits)
    number = np.arange(edge**3)
    grid = assemble(
        "cube",
        levels=edge,
        coords=np.stack([number % edge, number // edge % edge, number // edge**2], axis=1),
        source=source,
        target=target,
        way=np.zeros(len(source), dtype=np.int32),
        ways=[ON],
        weight=chance.choice(np.array(weights, dtype=np.float64), len(source)),
        link_flags=(np.arange(len(source)) >= len(source) - jumps) * np.uint8(LinkFlag.WORMHOLE),
        options={"wormholes": "known"},
    )
    return grid, chance


def labelled(grids):
    """A router whose maps have labels, where they can have them."""
    router = Router(world_graph(grids))
    for key in grids:
        router.labelled.of(key)
    router.label()
    return router


def everybody(portal):
    return True


def test_routes_by_labels_equal_brute_force_on_random_worlds_with_changes(worlds):
    read = asked = 0
    for seed in range(40):
        chance, grids = worlds.random_world(seed)
        grids = {key: replace(grid, weight=np.ceil(grid.weight * 2)) for key, grid in grids.items()}
        router, links = labelled(grids), list(worlds.all_links(grids))
        rooms = [(key, room) for key, grid in grids.items() for room in range(grid.rooms)]
        unknown = set()
        for source, link, _target, weight in chance.sample(links, min(2, len(links))):
            router.world.lock(source, link)
            unknown.add((source[0], link))
            ends = chance.choice(rooms), chance.choice(rooms)
            links.append((ends[0], router.world.open(*ends, ON, weight), ends[1], weight))
        for source, link, _target, _weight in links:
            is_marked = link >= 0 and worlds.depends_on_walker(grids[source[0]], link)
            if is_marked and chance.random() < 0.3:
                unknown.add((source[0], link))
        edges = [row for row in links if (row[0][0], row[1]) not in unknown]

        def may_use(portal, unknown=unknown):
            return (portal.source[0], portal.link) not in unknown

        known = {(source, link): (target, weight) for source, link, target, weight in edges}
        for start in chance.sample(rooms, min(6, len(rooms))):
            cost = worlds.costs_from(start, edges)
            for goal in chance.sample(rooms, min(6, len(rooms))):
                route = router.route(start, goal, may_use)
                assert (route is None) == (goal not in cost)
                if route is None:
                    continue
                here = start
                for step in route.steps:
                    assert step.source == here
                    assert step.target == known[step.source, step.link][0]
                    here = step.target
                assert here == goal
                assert route.cost == cost[goal]
                assert sum(known[one.source, one.link][1] for one in route.steps) == route.cost
                asked += 1
                if start[0] == goal[0] and (hubs := router.labelled.of(start[0])) is not None:
                    gate = Gate(Rules(may_use))
                    ends = start[1], goal[1]
                    read += hubs.route(router.world, ends, gate, None) is not None
    assert read > asked / 5


@pytest.mark.parametrize("weights", [(1,), (1, 2, 9), (40, 90)])
def test_routes_by_labels_cost_what_searched_ones_cost(weights):
    grid, chance = cube(9, 5, weights)
    router, plain = labelled({"cube": grid}), Router(world_graph({"cube": grid}))
    hubs = router.labelled.of("cube")
    for start, goal in chance.integers(0, grid.rooms, (300, 2)).tolist():
        route = hubs.route(router.world, (start, goal), Gate(Rules(everybody)), None)
        other = plain.route(("cube", start), ("cube", goal), everybody)
        assert (None if route is None else route.cost) == (None if other is None else other.cost)


def test_no_link_leads_from_one_half_of_a_part_to_the_other():
    grid, _ = cube(8, 3)
    parts = list(parts_of(grid.coords, grid.source, grid.target))
    number = np.empty(grid.rooms, dtype=np.int64)
    for part in parts:
        number[part.hubs] = part.number
    assert sum(len(part.hubs) for part in parts) == grid.rooms
    for ends in zip(number[grid.source].tolist(), number[grid.target].tolist(), strict=True):
        low, high = sorted(ends)
        assert high >> (high.bit_length() - low.bit_length()) == low


def test_labels_are_bounded_and_need_whole_weights():
    grid, _ = cube(8, 3)
    labels = make_labels(grid)
    assert labels.to.dtype == np.uint8
    assert make_labels(grid, labels.nbytes) is not None
    assert make_labels(grid, labels.nbytes - 1) is None
    assert make_labels(replace(grid, weight=grid.weight * 1.5)) is None


def test_a_map_that_changes_wants_new_labels_and_until_then_is_searched():
    grid, _ = cube(6, 3)
    router = labelled({"cube": grid})
    assert router.labelled.wanted() is None
    other, _ = cube(6, 4)
    router.world.put("cube", other)
    plain = Router(world_graph({"cube": other}))
    ends = ("cube", 0), ("cube", 200)
    assert router.route(*ends, everybody).cost == plain.route(*ends, everybody).cost
    assert router.labelled.wanted()[:2] == ("cube", other)
