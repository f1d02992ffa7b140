"""The graph of the world: what stands in its columns, maps that come and go, doors that change."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.grid import Way, assemble_grid
from xyzgrid_ext.core.routes import Router, Rules, allow_all, build_world, search

SEEDS = st.integers(0, 10**6)
WAY = Way("on", "on", (), "on")


def grid_of(rooms, links, weights=1.0, flags=0, needs=None):
    """Rooms in a row and links (source, target) between them."""
    pairs = np.array(links, np.int64).reshape(-1, 2)
    return assemble_grid(
        "map",
        levels=None,
        coords=np.stack([np.arange(rooms), *np.zeros((2, rooms))], axis=1),
        source=pairs[:, 0],
        target=pairs[:, 1],
        way=np.zeros(len(pairs), np.int64),
        ways=[WAY],
        weight=weights,
        link_flags=flags,
        needs=needs,
    )


def cost(world, start, goal, may_use=allow_all):
    route = Router(world).find(start, goal, Rules(may_use))
    return None if route is None else route.cost


# --- columns


@pytest.mark.parametrize("exits", [8, 9, 40])
def test_rooms_may_have_more_exits_and_entrances_than_a_row_has_places(exits):
    spokes = range(1, exits + 1)
    links = [(0, room) for room in spokes] + [(room, 0) for room in spokes]
    world = build_world(
        {"map": grid_of(exits + 1, links, [1.0 + link for link in range(len(links))])}
    )
    router = Router(world)
    assert world.columns.forth.shape[1] == 8
    assert all(len(router.find(("map", 0), ("map", room)).steps) == 1 for room in spokes)
    assert all(len(router.find(("map", room), ("map", 0)).steps) == 1 for room in spokes)


# --- what changes in the game


def test_doors_and_exits_of_builders_are_seen_at_once(drawn):
    world = build_world({"map": (grid := drawn("#-#-#"))})
    link = grid.link_by_name(1, "right")
    ends = ("map", 0), ("map", 2)
    world.lock(("map", 1), link, ["item:key"])
    assert (cost(world, *ends, lambda p: False), cost(world, *ends)) == (None, 2)
    assert cost(world, *ends[::-1]) == 2  # the way back has an exit of its own
    world.lock(("map", 1), link)
    assert cost(world, *ends) is None
    world.restore(("map", 1), link)
    assert cost(world, *ends, lambda p: False) == 2
    world = build_world({"map": drawn("#-#-#-#-#")})
    router = Router(world)
    hatch = world.open(("map", 0), ("map", 4), Way("hatch", "hatch", (), "hatch"))
    route = router.find(("map", 0), ("map", 3))
    assert [router.way(step).token for step in route.steps] == ["hatch", "le"]
    world.close(("map", 0), hatch)
    world.close(("map", 0), hatch)  # gone already
    assert cost(world, ("map", 0), ("map", 3)) == 3
    world = build_world({"map": drawn("#-#")})
    with pytest.raises(GridError, match="has no link 1"):
        world.lock(("map", 0), 1)
    with pytest.raises(GridError, match="weight of an exit is 0"):
        world.open(("map", 0), ("map", 1), WAY, weight=0)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_after_any_changes_routes_are_those_of_the_plain_search(worlds, seed):
    chance, grids = worlds.random_world(seed)
    world = build_world(grids)
    links = {(s[0], n): (s, n, t, w) for s, n, t, w in worlds.all_links(grids)}
    edges, opened = dict(links), []
    rooms = [(key, room) for key, grid in grids.items() for room in range(grid.rooms)]
    router = Router(world)
    for _ in range(30):
        pair = chance.choice(rooms), chance.choice(rooms)
        router.find(*pair, Rules(allow_all))
        # what is read of rooms is forgotten when they change
        search.find_path(router._reader(True), tuple(map(world.number, pair)), allow_all)
        name = chance.choice([*links])
        source, link = links[name][:2]
        what = chance.choice(["lock", "unlock", "restore", "open", "close"])
        if what == "lock":
            world.lock(source, link)
            edges.pop(name, None)
        elif what == "open":
            ends, weight = chance.sample(rooms, 2), chance.choice([0.3, 1.0, 4.0])
            link = world.open(*ends, WAY, weight)
            opened.append((ends[0], link))
            edges[ends[0][0], link] = (ends[0], link, ends[1], weight)
        elif what == "close" and opened:
            source, link = opened.pop()
            world.close(source, link)
            del edges[source[0], link]
        elif what in ("unlock", "restore"):
            getattr(world, what)(source, link)
            edges[name] = links[name]
    start = chance.choice(rooms)
    costs = worlds.costs_from(start, list(edges.values()))
    for goal in chance.sample(rooms, min(8, len(rooms))):
        route = router.find(start, goal, Rules(allow_all))
        assert (None if route is None else pytest.approx(route.cost)) == costs.get(goal)
        if start == goal:
            continue
        ends = world.number(start), world.number(goal)
        chain = search.find_path(router._reader(True), ends, allow_all)
        assert (chain is None) == (goal not in costs)
        if chain is not None:
            route = router._route(chain, router._reader(True), allow_all)
            assert route.cost == pytest.approx(costs[goal])


# --- maps come and go


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_maps_that_come_and_go_leave_the_same_world_as_one_made_anew(worlds, seed):
    chance, grids = worlds.random_world(seed)
    world, there = build_world({}), {}
    for _ in range(12):
        key = chance.choice([*grids])
        if key in there and chance.random() < 0.5:
            world.drop(key)
            del there[key]
        else:
            world.put(key, grids[key])
            there[key] = grids[key]
    fresh = build_world(there)
    rooms = [(key, room) for key, grid in there.items() for room in range(grid.rooms)]
    for _ in range(10 if rooms else 0):
        ends = chance.choice(rooms), chance.choice(rooms)
        assert cost(world, *ends) == pytest.approx(cost(fresh, *ends))
    names = [
        {(p.source, p.link, p.target) for key in there for p in w.portals(key)}
        for w in (world, fresh)
    ]
    assert names[0] == names[1]


def test_map_drawn_anew_takes_the_place_and_the_rows_of_the_old_one(drawn):
    world = build_world({"map": drawn("#-#-#")})
    world.lock(("map", 0), 0)
    world.put("map", drawn("#-#-#-#-#"))
    assert cost(world, ("map", 0), ("map", 4)) == 4
    world.drop("never heard of")
    assert Router(world).find(("never heard of", 0), ("map", 0)) is None
    yard = drawn("#-#-#", "yard", {(2, 0, "gate"): (0, 0, "cave 0")})
    world = build_world({"yard": yard})
    cave = drawn("#-#-#-#", "cave")
    for number in range(1000):
        world.put(f"cave {number}", cave)
        if number:
            world.drop(f"cave {number - 1}")
        else:
            assert cost(world, ("yard", 0), ("cave 0", 3)) == 6
    assert world.columns.rows < 3 + 4 * 4
    assert cost(world, ("yard", 0), ("yard", 2)) == 2
    world.put("cave 0", cave)  # and its gate leads there again
    assert cost(world, ("yard", 0), ("cave 0", 3)) == 6


def test_a_map_with_other_prototypes_keeps_its_table_and_the_changes_to_its_exits():
    grid = grid_of(3, [(0, 1), (1, 0), (1, 2)])
    world = build_world({"map": grid})
    world.lock(("map", 1), 2)
    before = world.version, world.shape
    new = grid.with_prototypes([{"key": "Hall"}], np.zeros(3, np.int32), np.full(3, -1), {})
    world.put("map", new)
    assert (world.version, world.shape) == before
    assert world.grids["map"] is new
    assert cost(world, ("map", 0), ("map", 2)) is None
    world.put("map", grid.with_prototypes([], grid.room_proto, grid.link_proto, {0: ("bigkey",)}))
    assert world.shape == before[1] + 2
    assert cost(world, ("map", 0), ("map", 2)) is not None
