"""Ways over a land that is not drawn: over the ground near, along the roads beyond."""

from itertools import pairwise, product

import numpy as np
import pytest

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import assemble_grid
from xyzgrid_ext.core.routes import ExploredRooms, Router, build_world
from xyzgrid_ext.core.view.visible import cells_in_scan, cells_that_fit
from xyzgrid_ext.parts.lands.content import LAND
from xyzgrid_ext.parts.lands.core.directions import split_legs
from xyzgrid_ext.parts.lands.core.land import Land
from xyzgrid_ext.parts.lands.core.numbers import FIRST_LAZY_NUMBER, NumberBox, add_number_boxes
from xyzgrid_ext.parts.lands.core.paths import NoPath, find_land_path
from xyzgrid_ext.parts.lands.core.tiles import SIZE, tile_at, with_neighbours
from xyzgrid_ext.parts.lands.core.to_grid import land_grid, make_content

CONTENT = make_content(**LAND)
PLACES = {"Ashwick": (302, 530), "Southmoor": (250, 200), "Westmoor": (-150, 200)}
PLACES["Farhold"] = (-600, 100)


@pytest.fixture(scope="module")
def land():
    return Land(5, CONTENT.biomes, PLACES)


def test_way_over_the_ground_leads_along_roads_beyond_the_map(land):
    start, goal = (310, 545), (180, 470)
    found = find_land_path(land, start, goal)
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
    found = find_land_path(land, (311, 560), (-580, 130))
    assert found.stops[-1] == (-580, 130)
    assert 1_000 < found.steps < 2_500
    assert sum(leg.steps for leg in found.legs) == found.steps
    assert [leg.place for leg in found.legs if leg.place] == ["Ashwick", "Westmoor", "Farhold"]
    assert len(found.legs) < 30
    assert not found.legs[0].is_road
    assert all(leg.is_road for leg in found.legs[2:-2])
    between = find_land_path(land, PLACES["Ashwick"], PLACES["Farhold"])
    assert "Westmoor" in [leg.place for leg in between.legs]


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ((9000, 530), NoPath.TOO_FAR),  # no road leads near
        ((302, -30), NoPath.NONE),  # in the sea
    ],
)
def test_where_no_way_leads_it_says_why(land, goal, why):
    assert find_land_path(land, (302, 530) if why is NoPath.TOO_FAR else (302, 300), goal) is why
    assert find_land_path(Land(5, CONTENT.biomes), (302, 530), (9000, 530)) is NoPath.TOO_FAR


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


ORDER = {"seed": 5, "places": {"Ashwick": (302, 530), "Otterbank": (312, 541)}}
CORNER = 256, 512  # of the square with both places
FAR = 123456, -7877


def wilds(*tiles, **more):
    return land_grid(ORDER | more, "wilds", CONTENT, tiles=tiles)[0]


@pytest.fixture(scope="module")
def near():
    """The squares around the places."""
    return wilds(*with_neighbours([tile_at(302, 530)]))


def told(grid, shift=(0, 0)):
    """What each room says, and the ways out of it with what they cost."""
    (dx, dy), ways = shift, [way.key for way in grid.ways]
    found = {}
    for room, (x, y, _z) in enumerate(grid.coords.tolist()):
        links = grid.links_of(room)
        exits = {ways[grid.way[link]]: grid.weight[link] for link in links}
        found[x + dx, y + dy] = grid.protos[grid.room_proto[room]], exits
    return found


def test_squares_are_what_an_area_of_the_land_is_their_borders_included(near):
    size = 3 * SIZE
    corner = CORNER[0] - SIZE, CORNER[1] - SIZE
    order = {**ORDER, "area": (*corner, size, size)}
    area, _ = land_grid(order, "wilds", CONTENT)
    mine, theirs = told(near), told(area, corner)
    assert theirs.items() <= mine.items()
    # what an area leaves out are islands, to which no route leads
    apart = mine.keys() - theirs
    grey = {at: area.drawn[0].cells[at[0] - corner[0], at[1] - corner[1]] for at in apart}
    assert apart
    assert all(symbol.startswith("|x") for symbol in grey.values())
    assert not any((x + 1, y) in theirs or (x, y + 1) in theirs for x, y in mine.keys() - theirs)
    cells = near.drawn[0].cells
    assert all(
        cells[x + corner[0], y + corner[1]] == symbol
        for (x, y), symbol in area.drawn[0].cells.items()
        if (x + corner[0], y + corner[1]) not in apart
    )


def test_room_has_its_ways_and_drawing_whatever_else_is_drawn(near):
    far = tile_at(*FAR)
    both = told(wilds(*with_neighbours([tile_at(302, 530), far])))
    assert all(both[at] == one for at, one in told(near).items())
    grid = wilds(far)
    alone = told(grid)
    inside = {at for at in alone if not grid.tiles.is_at_edge(*at)}
    assert inside
    assert all(both[at] == alone[at] for at in inside)
    sheet = wilds(tile_at(*FAR)).drawn[0]
    left, right, bottom, top = sheet.extent_around(FAR)
    assert (right - left + 1, top - bottom + 1) == (SIZE, SIZE)
    assert sheet.extent == (CORNER[0], CORNER[0] + SIZE - 1, CORNER[1], CORNER[1] + SIZE - 1)
    assert len(list(sheet.lines())) == SIZE
    assert len(cells_in_scan(sheet, (left + 2, top), 2)) == 15  # nothing is drawn above
    assert len(sheet.cells) == 2 * SIZE * SIZE
    shown = cells_that_fit(near.drawn[0], (302, 530), 70, 20)
    assert len(shown) == 70 * 20
    assert (302, 530) in shown


def test_numbers_and_what_is_explored_last_wherever_a_map_is():
    first, second = wilds(), wilds(tile_at(*FAR))
    before = add_number_boxes({}, {"wilds": first})
    after = add_number_boxes(before, {"wilds": second})
    assert after["wilds"][:1] == before["wilds"]
    (old, new) = after["wilds"]
    assert old.end == new.base
    assert new.coord(new.number(Coord(*FAR))) == Coord(*FAR)
    assert old.number(Coord(*FAR)) is None
    assert add_number_boxes(after, {"wilds": first}) == after
    grid = wilds(tile_at(*FAR))
    seen = ExploredRooms.of([Coord(*FAR), Coord(302, 530), Coord(-7, -9), Coord(1_000_000, 3)])
    assert ExploredRooms.from_text(seen.text()) == seen
    assert len(seen.text()) < 160
    rooms = np.flatnonzero(seen.rooms(grid))
    assert sorted(map(grid.coord, rooms.tolist())) == [Coord(302, 530), Coord(*FAR)]


# --- numbers that stand for coordinates


def grid(*coords):
    none = np.zeros(0, dtype=np.int32)
    ordered = np.array(sorted(coords, key=lambda at: at[::-1]), dtype=np.int32)
    return assemble_grid("m", levels=9, coords=ordered, source=none, target=none, way=none, ways=())


def test_each_coordinate_of_a_box_keeps_a_number_of_its_own():
    box = NumberBox(100, 3, 2, 4)
    coords = [Coord(x, y, z) for z, y, x in product(range(4), range(2), range(3))]
    assert [box.number(coord) for coord in coords] == list(range(100, box.end))
    assert [box.coord(number) for number in range(100, box.end)] == coords
    for outside in (Coord(3, 0, 0), Coord(0, 2, 0), Coord(0, 0, 4)):
        assert box.number(outside) is None
    assert box.coord(99) is box.coord(box.end) is None
    first = add_number_boxes({}, {"a": grid((0, 0, 0), (5, 5, 0)), "b": grid((9, 9, 1))})
    assert first["a"] == (NumberBox(FIRST_LAZY_NUMBER, 64, 64, 1),)
    assert first["b"][0].base == first["a"][0].end
    assert add_number_boxes(first, {"a": grid((63, 63, 0))}) == first
    grown = add_number_boxes(first, {"a": grid((0, 0, 0), (64, 0, 2))})
    assert grown["a"][0] == first["a"][0]
    assert grown["a"][1] == NumberBox(first["b"][0].end, 128, 64, 3)
