"""Routes, against the plain search of `conftest`."""

import re
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.grid import Way, assemble_grid, from_matrix
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.routes import Router, Rules, allow_all, build_world, search, speedwalk
from xyzgrid_ext.core.routes.model import Gate
from xyzgrid_ext.core.routes.search import Reader

WORLDS = 300
FAR = float("inf")


def checked(route, start, goal, edges, cost):
    """Assert that a route is a chain of links of the least cost."""
    if route is None:
        assert goal not in cost
        return
    known = {(source, link): (target, weight) for source, link, target, weight in edges}
    here, total = start, 0.0
    for step in route.steps:
        assert step.source == here
        here, weight = known[step.source, step.link]
        assert step.target == here
        total += weight
    assert here == goal
    assert route.cost == pytest.approx(total)
    assert total == pytest.approx(cost[goal])


@pytest.mark.parametrize("tenth", range(10))
def test_routes_equal_brute_force_on_random_worlds(worlds, tenth):
    asked = found = crossing = 0
    for seed in range(tenth * WORLDS // 10, (tenth + 1) * WORLDS // 10):
        chance, grids = worlds.random_world(seed)
        links = list(worlds.all_links(grids))
        marked = [
            (source[0], link)
            for source, link, _, _ in links
            if worlds.depends_on_walker(grids[source[0]], link)
        ]
        rooms = [(key, room) for key, grid in grids.items() for room in range(grid.rooms)]
        router = Router(build_world(grids))
        reader = Reader(router.world)
        for share in (0.0, 0.5, 1.0):  # three walkers, who know nothing, something, everything
            unknown = {link for link in marked if chance.random() >= share}
            edges = [row for row in links if (row[0][0], row[1]) not in unknown]

            def may_use(portal, unknown=unknown):
                return (portal.source[0], portal.link) not in unknown

            start = chance.choice(rooms)
            cost = worlds.costs_from(start, edges)
            for goal in [start, *chance.sample(rooms, min(8, len(rooms)))]:
                route = router.find(start, goal, Rules(may_use))
                checked(route, start, goal, edges, cost)
                gate, ends = Gate(Rules(may_use)), map(router.world.number, (start, goal))
                if goal != start:
                    chain = search.find_path(reader, tuple(ends), gate)
                    other = None if chain is None else router._route(chain, reader, gate)
                    checked(other, start, goal, edges, cost)
                asked += 1
                found += route is not None and goal != start
                crossing += route is not None and goal[0] != start[0]
    assert asked > 500
    assert found > asked / 5  # the worlds are not all rubble
    assert crossing > asked / 50


@settings(max_examples=60)
@given(st.integers(1000, 10**6))
def test_a_route_does_not_depend_on_what_was_asked_before(worlds, seed):
    chance, grids = worlds.random_world(seed)
    rooms = [(key, room) for key, grid in grids.items() for room in range(grid.rooms)]
    pairs = [(chance.choice(rooms), chance.choice(rooms)) for _ in range(6)]
    world = build_world(grids)
    used = Router(world)
    for start, goal in pairs + pairs[::-1]:
        fresh = Router(build_world(grids)).find(start, goal, Rules(allow_all))
        assert used.find(start, goal, Rules(allow_all)) == fresh


@settings(max_examples=60)
@given(st.integers(1000, 10**6))
def test_who_knows_more_never_walks_longer(worlds, seed):
    chance, grids = worlds.random_world(seed)
    rooms = [(key, room) for key, grid in grids.items() for room in range(grid.rooms)]
    router = Router(build_world(grids))
    for _ in range(6):
        start, goal = chance.choice(rooms), chance.choice(rooms)
        costs = []
        for known in range(6):  # the same links, and each time one knows some more
            route = router.find(
                start, goal, Rules(lambda portal, known=known: portal.link % 5 < known)
            )
            costs.append(FAR if route is None else route.cost)
        assert all(more <= less + 1e-9 for less, more in pairwise(costs))


# --- by hand


def tokens(router, start, goal, may_use=lambda portal: False):
    route = router.find(start, goal, Rules(may_use))
    return None if route is None else [router.way(step).token for step in route.steps]


def test_a_route_leaves_the_map_where_another_one_is_shorter(drawn):
    """By itself the map has a long way round; through the cellar it is short."""
    town = """
        #-#-#
        |   |
        #   #
        |   |
        #   #
    """
    grids = {
        "town": drawn(town, "town", {(0, 0, "hatch"): (0, 0, "cellar")}),
        "cellar": drawn("#-#", "cellar", {(1, 0, "ladder"): (2, 0, "Town")}),
    }
    router = Router(build_world(grids))
    start, goal = (("town", grids["town"].room_at(Coord(x, 0))) for x in (0, 2))
    assert tokens(router, start, goal) == ["hatch", "ri", "ladder"]
    assert tokens(router, goal, start) == ["u", "u", "le", "le", "d", "d"]


TWO_WORMHOLES = Matrix.of(
    3,
    Coord(0, 0, 0),
    Coord(2, 2, 2),
    [(Coord(x, 0, 0), Direction.RIGHT) for x in (0, 1)],
    [(Coord(0, 0, 0), Coord(2, 2, 2)), (Coord(0, 0, 0), Coord(2, 0, 0))],
)


def test_known_wormholes_first_exits_and_tiny_weights_are_taken_as_stated():
    grid, _ = from_matrix(TWO_WORMHOLES, "cube", options={"wormholes": "known"})
    router = Router(build_world({"cube": grid}))

    def asked(portal):
        raise AssertionError("there is nothing to ask")

    assert tokens(router, ("cube", 0), ("cube", grid.rooms - 1), asked) == ["wh1"]
    router = Router(build_world({"map": parallel([2.0, 1.0, 1.0])}))
    assert tokens(router, ("map", 0), ("map", 1)) == ["1"]
    grid = replace(corridor(5), weight=np.full(8, 1e-12))
    router = Router(build_world({"map": grid}))
    assert tokens(router, ("map", 0), ("map", 4)) == ["ri"] * 4


def parallel(weights, flags=()):
    """Two rooms and links from the first to the second."""
    count = len(weights)
    return assemble_grid(
        "map",
        levels=None,
        coords=np.array([(0, 0, 0), (1, 0, 0)]),
        source=np.zeros(count, np.int64),
        target=np.ones(count, np.int64),
        way=np.arange(count),
        ways=[Way(str(n), str(n), (), str(n)) for n in range(count)],
        weight=np.array(weights),
        link_flags=flags or 0,
    )


@pytest.mark.parametrize(("rows", "there"), [(12_000, "u u ri ri"), (0, "ri ri u u")])
def test_ties_are_broken_by_the_order_of_exits_or_in_large_worlds_of_rooms(
    drawn, monkeypatch, rows, there
):
    """Here up is listed before right, and the room to the right has the lower number."""
    square = """
        #-#-#
        | | |
        #-#-#
        | | |
        #-#-#
    """
    monkeypatch.setattr("xyzgrid_ext.core.routes.router.MOST_ROWS", rows)
    grid = drawn(square)
    router = Router(build_world({"map": grid}))
    low, high = (("map", grid.room_at(Coord(n, n))) for n in (0, 2))
    assert tokens(router, low, high) == there.split()
    assert tokens(router, high, low) == ["d", "d", "le", "le"]


def corridor(rooms):
    links = [(r, to) for r in range(rooms) for to in (r - 1, r + 1) if 0 <= to < rooms]
    return assemble_grid(
        "map",
        levels=None,
        coords=np.array([(x, 0, 0) for x in range(rooms)]),
        source=np.array([source for source, _ in links]),
        target=np.array([target for _, target in links]),
        way=np.array([int(target > source) for source, target in links]),
        ways=[Way("left", "left", (), "le"), Way("right", "right", (), "ri")],
    )


# --- a route as one line


@pytest.mark.parametrize(
    ("tokens", "line"),
    [
        ([], ""),
        (["n"], "n"),
        (["n", "n", "n", "e", "fo", "fo", "wh2"], "3n e 2fo wh2"),
        (["n", "e", "n"], "n e n"),
    ],
)
def test_repeated_words_are_counted(tokens, line):
    assert speedwalk(tokens) == line


@given(st.lists(st.sampled_from(["n", "e", "fo", "wh2", "u"])))
def test_a_line_reads_back_as_the_same_steps(tokens):
    read = []
    for word in speedwalk(tokens).split():
        count, token = re.fullmatch(r"(\d*)(.+)", word).groups()
        read += [token] * int(count or 1)
    assert read == tokens


def test_a_fault_that_lets_a_way_go_in_a_circle_is_told():
    answers = {0: [[(1, 1)]], 1: [[(2, 1)], []], 2: [[(1, -2), (3, 1)]]}
    columns = SimpleNamespace(ring_width=1, lightest=1)
    faulty = SimpleNamespace(
        world=SimpleNamespace(columns=columns),
        links=({}, {}),
        edges=({}, {}),
        read=lambda number, back: answers[number].pop(0),
    )
    with pytest.raises(AssertionError, match="no way leads from room 0"):
        search.find_path(faulty, (0, 3), lambda portal: True)
