"""Random worlds, and a search that is too plain to be wrong.

The stranger looks at nothing but the columns of the grids: every link of every map is an edge or
not for this walker, and costs are lowered until none can be lowered any more (Bellman-Ford).
"""

import random
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from xyzgrid_ext.core.coords import Coord, Direction, Place, map_key
from xyzgrid_ext.core.grid import LinkFlag, Way, assemble_grid, from_matrix
from xyzgrid_ext.core.matrix import Matrix

FAR = float("inf")
WEIGHTS = [
    [1.0, 2.0, 5.0],
    [2.0, 3.0, 4.0],
    [1.0, 300.0, 70_000.0],
    [1.0, 1.5, 2.0, 7.0],
    [0.1, 0.2, 0.3, 1 / 3],
    [1e-10, 1.0, 1e7],
]
"""Of links: whole ones, with rings of a single cost or of several, near and far; and others.

The last are so far apart that a sum does not hold the least of them.
"""


# --- worlds


def random_matrix(chance, name, targets):
    """A cube of 27 or 64 nodes with links, wormholes and exits to `targets`."""
    edge = chance.choice([2, 3, 4])

    def node():
        return Coord(*(chance.randrange(edge) for _ in range(3)))

    links = []
    for _ in range(chance.randrange(edge**3, 4 * edge**3)):
        coord, direction = node(), chance.choice(list(Direction))
        if all(0 <= n < edge for n in direction.step_from(coord)):
            links.append((coord, direction))
            if chance.random() < 0.8:
                links.append((direction.step_from(coord), direction.opposite))
    # often several of one node, and with repeats
    mouths = [node() for _ in range(3)]
    wormholes = [(chance.choice(mouths), node()) for _ in range(chance.randrange(6))]
    matrix = Matrix.of(edge, node(), node(), links, wormholes)
    rooms = [tuple(room) for room in matrix.rooms().tolist()]
    transitions = {
        (*chance.choice(rooms), f"gate {number}"): chance.choice(targets) for number in range(3)
    }
    options = {"wormholes": chance.choice(["hidden", "known"])}
    grid, _ = from_matrix(matrix, name, transitions=transitions, options=options)
    return grid


def random_sheet(chance, name, targets):
    """Links at random among the rooms of a row: parallel ones, circles, links to itself."""
    rooms = chance.randrange(1, 12)
    links = chance.randrange(rooms, 5 * rooms)
    ends = [chance.randrange(rooms) for _ in range(links)]
    outside = {}
    for link in range(0, links, 5):
        ends[link] = -1
        x, y, to_map = chance.choice(targets)
        outside[link] = Place(to_map, Coord(x, y))
    ways = [Way(f"way {number}", f"way {number}", (), str(number)) for number in range(links)]
    return assemble_grid(
        name,
        levels=None,
        coords=np.array([(x, 0, 0) for x in range(rooms)]),
        source=np.array([chance.randrange(rooms) for _ in range(links)]),
        target=np.array(ends),
        way=np.arange(links),
        ways=ways,
        outside=outside,
    )


def with_chance(chance, grid):
    """The grid with weights, needs and links that no route may take."""
    links = range(grid.links)
    weights = chance.choice([[1.0], *WEIGHTS])
    flags = [int(f) | (LinkFlag.NO_ROUTE if chance.random() < 0.1 else 0) for f in grid.link_flags]
    needy = [link for link in links if chance.random() < 0.15]
    return replace(
        grid,
        weight=np.array([chance.choice(weights) for _ in links], dtype=np.float64),
        link_flags=np.array(flags, dtype=np.uint8),
        needs=dict.fromkeys(needy, ("item:key",)),
    )


def random_world(seed):
    """Some maps that lead into each other, to levels and to places that do not exist."""
    chance = random.Random(seed)
    targets = [(x, y, "Sheet A") for x in range(6) for y in (0, 1)]
    targets += [(x, 0, "sheet b") for x in range(6)]
    targets += [(x, y, f"CUBE:{z}") for x in (0, 1) for y in (0, 1) for z in (0, 1, 9)]
    grids = [
        random_matrix(chance, "Cube", targets),
        random_sheet(chance, "Sheet A", targets),
        random_sheet(chance, "Sheet B", targets),
    ]
    if chance.random() < 0.3:
        grids.append(random_matrix(chance, "7", targets))
    return chance, {map_key(grid.name): with_chance(chance, grid) for grid in grids}


# --- the stranger


def depends_on_walker(grid, link):
    hidden = grid.options.get("wormholes", "hidden") == "hidden"
    return link in grid.needs or (hidden and grid.link_flags[link] & LinkFlag.WORMHOLE)


def all_links(grids):
    """All links of the world: (source, link, target, weight), but for those no route takes."""
    rooms = {}
    for key, grid in grids.items():
        for number, (x, y, z) in enumerate(grid.coords.tolist()):
            rooms[map_key(grid.zname(z)), x, y] = (key, number)
    for key, grid in grids.items():
        for room in range(grid.rooms):
            for link in range(int(grid.first_link[room]), int(grid.first_link[room + 1])):
                if grid.link_flags[link] & LinkFlag.NO_ROUTE:
                    continue
                target = (key, int(grid.target[link]))
                if link in grid.outside:
                    (x, y, _), name = grid.outside[link].coord, grid.outside[link].map
                    target = rooms.get((map_key(name), x, y))
                if target is not None:
                    yield (key, room), link, target, float(grid.weight[link])


def costs_from(start, edges):
    """What the way from `start` to each room costs."""
    cost = {start: 0.0}
    changed = True
    while changed:
        changed = False
        for source, _, target, weight in edges:
            if cost.get(source, FAR) + weight < cost.get(target, FAR) - 1e-9:
                cost[target] = cost[source] + weight
                changed = True
    return cost


@pytest.fixture(scope="session")
def worlds():
    """Return the functions above."""
    return SimpleNamespace(
        random_world=random_world,
        all_links=all_links,
        costs_from=costs_from,
        depends_on_walker=depends_on_walker,
    )


@pytest.fixture(scope="module", autouse=True)
def _searched_by_columns():
    """Search small worlds with arrays, as large ones; brute force asks the plain search as well.

    For no longer than a module of this folder: other tests of the process need the search of small
    worlds, which takes another one of equally short routes.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("xyzgrid_ext.core.routes.router.MOST_ROWS", 0)
        yield
