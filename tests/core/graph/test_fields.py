"""Distances towards a room, the store that keeps them, and the size of a graph."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.graph import Router, map_graph, world_graph
from xyzgrid_ext.core.graph.fields import Fields, distances
from xyzgrid_ext.core.grid import LinkFlag, Way, assemble

FAR = float("inf")
WAY = Way("on", "on", (), "on")


def grid_of(rooms, links, weights=None, flags=None, needs=None):
    """Rooms in a row and links (source, target) between them."""
    pairs = np.array(links, np.int64).reshape(-1, 2)
    return assemble(
        "map",
        levels=None,
        coords=np.stack([np.arange(rooms), *np.zeros((2, rooms))], axis=1),
        source=pairs[:, 0],
        target=pairs[:, 1],
        way=np.zeros(len(pairs), np.int64),
        ways=[WAY],
        weight=None if weights is None else np.array(weights),
        link_flags=None if flags is None else np.array(flags),
        needs=needs,
    )


@st.composite
def graphs(draw):
    rooms = draw(st.integers(1, 9))
    room = st.integers(0, rooms - 1)
    links = draw(st.lists(st.tuples(room, room), max_size=25))
    uniform = draw(st.booleans())
    weight = st.just(2.5) if uniform else st.sampled_from([0.5, 1.0, 3.0])
    return rooms, links, draw(st.lists(weight, min_size=len(links), max_size=len(links)))


@given(graphs())
def test_a_field_holds_the_cost_of_the_way_from_every_room(graph):
    rooms, links, weights = graph
    built = map_graph(grid_of(rooms, links, weights))
    for goal in range(rooms):
        cost = [FAR] * rooms
        cost[goal] = 0.0
        for _ in range(rooms):
            for (source, target), weight in zip(links, weights, strict=True):
                cost[source] = min(cost[source], cost[target] + weight)
        assert np.allclose(distances(built, goal), cost)


def test_one_weight_for_all_links_is_seen():
    assert map_graph(grid_of(3, [(0, 1), (1, 2)], [2.0, 2.0])).uniform == 2.0
    assert map_graph(grid_of(3, [(0, 1), (1, 2)], [2.0, 1.0])).uniform is None
    assert map_graph(grid_of(3, [])).uniform is None


def test_only_links_that_anybody_may_use_at_any_time_stand_in_a_map():
    links = [(0, 1), (0, 2), (1, 2), (2, 0)]
    flags = [LinkFlag.WORMHOLE, LinkFlag.NO_ROUTE, 0, 0]
    graph = map_graph(grid_of(3, links, flags=flags, needs={2: ("bigkey",)}))
    assert graph.link.tolist() == [3]
    assert (graph.first.tolist(), graph.target.tolist()) == ([0, 0, 0, 1], [0])


def test_a_map_without_rooms_has_a_graph():
    world = world_graph({"map": grid_of(0, [])})
    assert world.maps["map"].rooms == 0


def test_columns_and_fields_cannot_be_written():
    graph = map_graph(grid_of(3, [(0, 1), (1, 2)]))
    for column in (graph.first, graph.target, graph.weight, graph.link, distances(graph, 0)):
        assert not column.flags.writeable


# --- the store


def chain(rooms):
    return map_graph(grid_of(rooms, [(room, room + 1) for room in range(rooms - 1)]))


def held(fields):
    return sum(field.nbytes for field in fields._fields.values())


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9), st.booleans()), max_size=40))
def test_the_store_never_holds_more_bytes_than_it_may(asked):
    graph = chain(10)  # 80 bytes a field
    fields = Fields(max_bytes=250)
    for key, room, drop in asked:
        if drop:
            fields.drop(key)
            assert all(name != key for name, _ in fields._fields)
        else:
            assert fields.towards(key, graph, room)[0] == room
        assert held(fields) == fields._bytes <= 250


def test_a_field_larger_than_the_store_is_found_all_the_same():
    fields = Fields(max_bytes=1)
    assert fields.towards("a", chain(10), 9)[0] == 9
    assert fields.towards("b", chain(10), 8)[0] == 8
    assert held(fields) == 80  # only the last one stays


def test_what_was_asked_last_stays_longest():
    fields, graph = Fields(max_bytes=160), chain(10)
    first = fields.towards("a", graph, 1)
    fields.towards("a", graph, 2)
    assert fields.towards("a", graph, 1) is first
    fields.towards("a", graph, 3)  # one has to go: it is 2
    assert [room for _, room in fields._fields] == [1, 3]


def test_dropping_one_map_leaves_the_others():
    fields, graph = Fields(), chain(10)
    kept = fields.towards("b", graph, 1)
    fields.towards("a", graph, 1)
    fields.drop("a")
    fields.drop("never heard of")
    assert fields.towards("b", graph, 1) is kept
    assert list(fields._fields) == [("b", 1)]


# --- size


def block(x, y, z):
    """All rooms of a block and the links between all neighbours."""
    rooms = np.arange(x * y * z).reshape(z, y, x)
    pairs = [
        (rooms[:, :, :-1], rooms[:, :, 1:]),
        (rooms[:, :-1, :], rooms[:, 1:, :]),
        (rooms[:-1], rooms[1:]),
    ]
    both = [*pairs, *((b, a) for a, b in pairs)]
    return assemble(
        "block",
        levels=z,
        coords=np.stack(np.meshgrid(*map(np.arange, (z, y, x)), indexing="ij"), -1).reshape(-1, 3)[
            :, ::-1
        ],
        source=np.concatenate([a.ravel() for a, _ in both]),
        target=np.concatenate([b.ravel() for _, b in both]),
        way=np.concatenate([np.full(a.size, n) for n, (a, _) in enumerate(both)]),
        ways=[Way(str(n), str(n), (), str(n)) for n in range(6)],
    )


def size(world):
    """The bytes of all arrays of a world."""
    total = 0
    for graph in world.maps.values():
        sparse = graph.reverse
        columns = (graph.first, graph.target, graph.weight, graph.link)
        total += sum(c.nbytes for c in (*columns, sparse.data, sparse.indices, sparse.indptr))
    return total


def test_a_graph_of_100_000_rooms_takes_less_than_200_bytes_a_room():
    """Six links a room: 16 bytes each to walk, 12 each to search, and two pointers a room."""
    small, large = (world_graph({"block": block(100, 100, z)}) for z in (1, 10))
    grid = large.grids["block"]
    assert grid.rooms == 100_000
    assert size(large) < 200 * grid.rooms
    assert size(large) < 16 * size(small)  # a sheet alone has fewer links a room
    far = ("block", grid.room_at(Coord(99, 99, 9)))
    assert Router(large).route(("block", 0), far).cost == 99 + 99 + 9
