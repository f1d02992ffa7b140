"""The graph of all maps as it changes, and questions about routes, reach and the nearest rooms."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.grid import LinkFlag, Way, assemble_grid
from xyzgrid_ext.core.routes import (
    ExploredRooms,
    Router,
    Rules,
    allow_all,
    allow_none,
    build_world,
    nearest_rooms,
    rooms_within,
    search,
    trap_rooms,
    unreachable_rooms,
)
from xyzgrid_ext.core.routes.questions import cheapest_pair

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


class Case:
    """A world, a walker in it, and all links as this walker has them."""

    def __init__(self, worlds, seed):
        self.chance, self.grids = worlds.random_world(seed)
        self.world = build_world(self.grids)
        self.router = Router(self.world)
        self.links = list(worlds.all_links(self.grids))
        self.rooms = [(key, room) for key, grid in self.grids.items() for room in range(grid.rooms)]
        unknown = {
            (source[0], link)
            for source, link, _, _ in self.links
            if worlds.depends_on_walker(self.grids[source[0]], link) and self.chance.random() < 0.5
        }
        self.may_use = lambda portal: (portal.source[0], portal.link) not in unknown
        self.edges = [row for row in self.links if (row[0][0], row[1]) not in unknown]
        self.costs_from = worlds.costs_from

    def some(self, count):
        return self.chance.sample(self.rooms, min(count, len(self.rooms)))

    def is_wormhole(self, row):
        return bool(self.grids[row[0][0]].link_flags[row[1]] & LinkFlag.WORMHOLE)

    def same(self, route, cost):
        """Assert that a route has a cost, or that there is none."""
        assert (route is None) == (cost is None)
        if route is not None:
            assert route.cost == pytest.approx(cost)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_routes_take_known_wormholes_and_explored_rooms_alone(worlds, seed):
    case = Case(worlds, seed)
    edges = [row for row in case.edges if not case.is_wormhole(row)]
    start, *goals = case.some(6)
    cost = case.costs_from(start, edges)
    for goal in goals:
        route = case.router.find(start, goal, Rules(case.may_use, wormholes=False))
        case.same(route, cost.get(goal))
    start, *goals = case.some(6)
    seen = {room for room in case.rooms if case.chance.random() < 0.7} | set(goals[:4])
    only = {
        key: ExploredRooms.of(grid.coord(room) for room in range(grid.rooms) if (key, room) in seen)
        for key, grid in case.grids.items()
    }
    edges = [row for row in case.edges if row[2] in seen]
    cost = case.costs_from(start, edges)
    for goal in goals:
        route = case.router.find(start, goal, Rules(case.may_use, only=only))
        case.same(route, cost.get(goal))
        if route is not None:
            assert all(step.target in seen for step in route.steps)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_nearest_and_unreachable_rooms_are_those_of_the_plain_search(worlds, seed):
    case = Case(worlds, seed)
    start, *goals = case.some(8)
    cost = case.costs_from(start, case.edges)
    found = nearest_rooms(case.world, start, goals, Rules(case.may_use))
    assert [cost[goal] for goal in found] == pytest.approx(
        sorted(cost[goal] for goal in goals if goal in cost)
    )
    column = np.zeros(case.world.columns.rows, dtype=bool)
    column[[case.world.number(goal) for goal in goals]] = True
    some = set(goals[::2])
    of_column = nearest_rooms(
        case.world, start, column, Rules(case.may_use), is_meant=some.__contains__
    )
    assert of_column == [goal for goal in found if goal in some]
    start, rules = case.chance.choice(case.rooms), Rules(case.may_use)
    there = set(case.costs_from(start, case.edges))
    back = set(case.costs_from(start, [(to, n, source, w) for source, n, to, w in case.edges]))

    def rooms(found):
        return {(key, int(room)) for key, numbers in found.items() for room in numbers}

    assert rooms(unreachable_rooms(case.world, start, rules)) == set(case.rooms) - there
    assert rooms(trap_rooms(case.world, start, rules)) == there - back


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.sampled_from([0.0, 1.0, 2.5, 6.0]), st.booleans())
def test_within_reach_are_all_rooms_that_cost_no_more(worlds, seed, most, steps):
    case = Case(worlds, seed)
    start = case.chance.choice(case.rooms)
    edges = [(*row[:3], 1.0 if steps else row[3]) for row in case.edges]
    cost = case.costs_from(start, edges)
    found = rooms_within(case.world, start, most, Rules(case.may_use), steps=steps)
    assert found == pytest.approx({room: c for room, c in cost.items() if c <= most + 1e-9})


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_what_blocks_is_on_the_best_way_that_there_would_be(worlds, seed):
    case = Case(worlds, seed)
    start, *goals = case.some(6)
    mine, all_costs = (case.costs_from(start, e) for e in (case.edges, case.links))
    for goal in goals:
        blocked = case.router.blocking(start, goal, Rules(case.may_use))
        if goal not in all_costs:
            assert blocked is None
        elif goal not in mine:
            assert blocked.portals
            assert blocked.route.cost == pytest.approx(all_costs[goal])
        for portal in blocked.portals if blocked else ():
            assert not case.may_use(portal)
            assert portal.needs == tuple(case.grids[portal.source[0]].needs.get(portal.link, ()))
        if blocked:
            taken = [(step.source, step.link) for step in blocked.route.steps]
            assert [(p.source, p.link) for p in blocked.portals] == [
                step for step in taken if step in {(p.source, p.link) for p in blocked.portals}
            ]


def test_what_a_door_needs_is_told(drawn):
    grid = drawn("#-#-#")
    link = grid.link_by_name(1, "right")
    world = build_world({"map": grid})
    world.lock(("map", 1), link, ["item:bronze key"])
    router = Router(world)
    assert router.find(("map", 0), ("map", 2)) is None
    (door,) = router.blocking(("map", 0), ("map", 2), Rules()).portals
    assert (door.source, door.link, door.needs) == (("map", 1), link, ("item:bronze key",))
    # of what a walker may not know it is not told
    assert router.blocking(("map", 0), ("map", 2), Rules(), may_know=allow_none) is None
    assert router.find(("map", 0), ("map", 2), Rules(allow_all)).cost == 2


COORDS = st.builds(Coord, st.integers(0, 40), st.integers(0, 4), st.integers(0, 4))


@given(st.lists(COORDS))
def test_text_and_back_is_the_same_set(coords):
    seen = ExploredRooms.of(coords)
    assert ExploredRooms.from_text(seen.text()) == seen
    assert ExploredRooms.from_text(seen.text()).text() == seen.text()
    assert len(seen) == len(set(coords))
    assert all(coord in seen for coord in coords)


@given(st.lists(COORDS), COORDS)
def test_only_what_was_added_is_in_it(coords, other):
    seen = ExploredRooms.of(coords)
    assert (other in seen) == (other in coords)
    assert seen.add(other) == (other not in coords)
    assert other in seen


def test_rooms_of_a_grid_that_are_in_the_set(drawn):
    """Also of one that was drawn anew: what is seen is a place, not a number."""
    seen = ExploredRooms.of([Coord(0, 0), Coord(2, 0), Coord(2, 1), Coord(90, 0), Coord(0, 9)])
    grid = drawn("""
        #   #
            |
        #-#-#-#
    """)
    places = [grid.coord(room)[:2] for room in range(grid.rooms) if seen.rooms(grid)[room]]
    assert places == [(0, 0), (2, 0), (2, 1)]
    narrow = drawn("#-#")
    assert seen.rooms(narrow).tolist() == [True, False]
    assert ExploredRooms().rooms(narrow).tolist() == [False, False]


@pytest.mark.parametrize("text", ["x", "1.2", "1.2:g", "-1.0:1", "0.0:-1", "0.0:1:2"])
def test_what_is_no_such_text_is_refused(text):
    with pytest.raises(GridError, match="explored rooms"):
        ExploredRooms.from_text(text)


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


def test_search_ends_at_its_limit_and_enters_maps_at_goals_alone():
    chance = random.Random(3)
    world = build_world({"a": random_grid("a", "a", chance)})
    goals = [("a", room) for room in range(12)]
    rules = Rules(lambda portal: True)
    assert nearest_rooms(world, ("a", 0), goals, rules, most=1) == [("a", 0)]
    found = nearest_rooms(world, ("a", 0), goals, rules, look_at=2)
    assert (found[0], len(found)) == (("a", 0), 2)
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
