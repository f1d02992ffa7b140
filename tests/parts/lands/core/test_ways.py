"""Ways over a land that is not drawn: over the ground near, along the roads beyond."""

from itertools import pairwise

import pytest

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.routes import Router, build_world
from xyzgrid_ext.parts.lands.content import LAND
from xyzgrid_ext.parts.lands.core.directions import split_legs
from xyzgrid_ext.parts.lands.core.land import Land
from xyzgrid_ext.parts.lands.core.tiles import tile_at
from xyzgrid_ext.parts.lands.core.to_grid import land_grid, make_content
from xyzgrid_ext.parts.lands.core.ways import NoWay, find_way

CONTENT = make_content(**LAND)
PLACES = {"Ashwick": (302, 530), "Southmoor": (250, 200), "Westmoor": (-150, 200)}
PLACES["Farhold"] = (-600, 100)


@pytest.fixture(scope="module")
def land():
    return Land(5, CONTENT.biomes, PLACES)


def test_a_way_over_the_ground_is_one_of_the_map_and_its_stops_draw_it(land):
    start, goal = (310, 545), (180, 470)
    found = find_way(land, start, goal)
    assert found.stops[-1] == goal
    tiles = {tile_at(*spot) for spot in (start, *found.stops)}
    assert all(tile_at(*one) != tile_at(*to) for one, to in pairwise(found.stops[:-1]))
    order = {"seed": 5, "places": PLACES}
    grid, _ = land_grid(order, "wilds", CONTENT, tiles=sorted(tiles))
    rooms = [("wilds", grid.room_at(Coord(*at))) for at in (start, *found.stops)]
    router = Router(build_world({"wilds": grid}))
    legs = [router.find(*pair) for pair in pairwise(rooms)]
    assert sum(leg.cost for leg in legs) == router.find(rooms[0], rooms[-1]).cost
    assert abs(sum(len(leg.steps) for leg in legs) - found.steps) < 9  # of equal ways any may do


def test_beyond_that_a_way_leads_along_roads_and_names_what_it_passes(land):
    found = find_way(land, (311, 560), (-580, 130))
    assert found.stops[-1] == (-580, 130)
    assert 1_000 < found.steps < 2_500
    assert sum(leg.steps for leg in found.legs) == found.steps
    assert [leg.place for leg in found.legs if leg.place] == ["Ashwick", "Westmoor", "Farhold"]
    assert len(found.legs) < 30
    assert not found.legs[0].is_road
    assert all(leg.is_road for leg in found.legs[2:-2])
    between = find_way(land, PLACES["Ashwick"], PLACES["Farhold"])
    assert "Westmoor" in [leg.place for leg in between.legs]


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ((9000, 530), NoWay.TOO_FAR),  # no road leads near
        ((302, -30), NoWay.NONE),  # in the sea
    ],
)
def test_where_no_way_leads_it_says_why(land, goal, why):
    assert find_way(land, (302, 530) if why is NoWay.TOO_FAR else (302, 300), goal) is why
    assert find_way(Land(5, CONTENT.biomes), (302, 530), (9000, 530)) is NoWay.TOO_FAR


# --- the legs of a way


def line(start, *moves):
    """Return the cells of a way: (dx, dy, how often) from a start."""
    x, y = start
    cells = [start]
    for dx, dy, times in moves:
        for _ in range(times):
            x, y = x + dx, y + dy
            cells.append((x, y))
    return cells


def test_a_leg_ends_at_a_place_where_a_road_begins_and_where_the_way_turns():
    ground, road = line((0, 0), (0, 1, 20)), line((0, 20), (1, 0, 30), (0, -1, 15))
    places = {(30, 20): "Hillford"}
    assert split_legs([*ground, *road[1:]], set(road), places) == (
        (20, "north", False, ""),
        (30, "east", True, "Hillford"),
        (15, "south", True, ""),
    )
