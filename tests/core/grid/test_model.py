"""The Grid as a value: assembled in any order, read by coordinate and by link."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Place, map_key
from xyzgrid_ext.core.grid import Way, assemble_grid, locate

WAYS = [Way(f"way {number}", f"way {number}", (), str(number)) for number in range(5)]


def columns(seed):
    """Rooms and links as rows: what a grid is made of, in no order."""
    chance = random.Random(seed)
    count = chance.randrange(1, 12)
    coords = set()
    while len(coords) < count:
        coords.add(tuple(chance.randrange(4) for _ in range(3)))
    rooms = [(coord, chance.randrange(2), chance.randrange(-1, 2)) for coord in sorted(coords)]
    links = []
    for number in range(chance.randrange(20)):
        source = chance.choice(rooms)[0]
        target = chance.choice([None, *(coord for coord, _, _ in rooms)])
        outside = Place("other", Coord(number, 0)) if target is None else None
        links.append(
            (
                source,
                number % 5,
                target,
                outside,
                chance.random() + 0.1,
                chance.randrange(16),
                chance.randrange(-1, 2),
                ("lock",) if chance.random() < 0.3 else None,
            )
        )
    return chance, rooms, links


def assembled(rooms, links):
    number = {coord: row for row, (coord, _, _) in enumerate(rooms)}
    return assemble_grid(
        "cube",
        levels=4,
        coords=np.array([coord for coord, _, _ in rooms]),
        room_flags=np.array([flag for _, flag, _ in rooms]),
        room_proto=np.array([proto for _, _, proto in rooms]),
        source=np.array([number[link[0]] for link in links], np.int64),
        way=np.array([link[1] for link in links], np.int64),
        ways=WAYS,
        target=np.array([number.get(link[2], -1) for link in links], np.int64),
        outside={row: link[3] for row, link in enumerate(links) if link[3]},
        weight=np.array([link[4] for link in links]),
        link_flags=np.array([link[5] for link in links]),
        link_proto=np.array([link[6] for link in links]),
        needs={row: link[7] for row, link in enumerate(links) if link[7]},
        protos=({"key": "a"}, {"key": "b"}),
    )


def read(grid):
    """The rows of a grid again, with coordinates in the place of numbers."""
    rooms = [
        (tuple(grid.coord(room)), int(grid.room_flags[room]), int(grid.room_proto[room]))
        for room in range(grid.rooms)
    ]
    links = [
        (
            tuple(grid.coord(room)),
            int(grid.way[link]),
            tuple(grid.coord(int(grid.target[link]))) if grid.target[link] >= 0 else None,
            grid.outside.get(link),
            float(grid.weight[link]),
            int(grid.link_flags[link]),
            int(grid.link_proto[link]),
            grid.needs.get(link),
        )
        for room in range(grid.rooms)
        for link in grid.links_of(room)
    ]
    return rooms, links


@given(st.integers(0, 10**6))
def test_any_order_in_gives_the_same_grid(seed):
    chance, rooms, links = columns(seed)
    shuffled = rooms[:]
    chance.shuffle(shuffled)
    one, other = read(assembled(rooms, links)), read(assembled(shuffled, links))
    assert one == other
    assert Counter(map(repr, one[1])) == Counter(map(repr, links))  # and nothing is lost
    assert one[0] == sorted(rooms, key=lambda room: room[0][::-1])  # by z, then y, then x


@given(st.integers(0, 10**6))
def test_every_room_is_found_at_its_coordinate_and_no_other(seed):
    _, rooms, links = columns(seed)
    grid = assembled(rooms, links)
    held = {coord for coord, _, _ in rooms}
    for x in range(-1, 5):
        for y in range(-1, 5):
            for z in range(-1, 5):
                room = grid.room_at(Coord(x, y, z))
                assert (room is not None) == ((x, y, z) in held)
                assert room is None or grid.coord(room) == (x, y, z)


@given(st.integers(0, 10**6))
def test_the_rooms_of_a_level_stand_together(seed):
    _, rooms, links = columns(seed)
    grid = assembled(rooms, links)
    for z in range(5):
        begin, end = grid.rooms_of_level(z)
        assert {tuple(grid.coord(r)) for r in range(begin, end)} == {
            coord for coord, _, _ in rooms if coord[2] == z
        }


@pytest.mark.parametrize("far", [2**20, 2**40, -1])
def test_a_coordinate_beyond_all_maps_is_no_room(drawn, far):
    assert drawn("#-#").room_at(Coord(far, 0, 0)) is None
    assert drawn("#-#").room_at(Coord(0, 0, far)) is None


def test_grid_cannot_be_changed_and_finds_an_exit_by_its_direction(drawn):
    grid = drawn("#-#", outside={(0, 0, "out"): (1, 1, "b")})
    for column in (grid.coords, grid.first_link, grid.target, grid.way, grid.weight, grid.source):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0
    with pytest.raises(TypeError):
        grid.outside[0] = None
    grid = drawn("#-#\n|\n#", outside={(0, 1, "out"): (1, 1, "b")})
    room = grid.room_at(Coord(0, 1))
    assert grid.way_of(grid.link_by_name(room, "down")).key == "down"
    assert grid.target_of(grid.link_by_name(room, "right")) == Place("map", Coord(1, 1))
    assert grid.target_of(grid.link_by_name(room, "out")) == Place("b", Coord(1, 1))
    assert grid.link_by_name(room, "up") is None


# --- places in the world


@pytest.fixture
def world(drawn):
    grids = [assembled(*columns(4)[1:]), drawn("#-#", "The Town"), drawn("#", "7")]
    grids += [drawn("#-#-#", "cube:1")]  # a map named like a level goes before the level
    return {map_key(grid.name): grid for grid in grids}


@pytest.mark.parametrize("name", ["the town", " The Town ", "THE TOWN"])
def test_blanks_and_case_of_a_map_do_not_matter(world, name):
    assert locate(Place(name, Coord(1, 0)), world) == ("the town", 1)


def test_room_is_found_by_its_level_unless_a_map_has_just_that_name(world):
    grid = world["cube"]
    x, y, z = next(grid.coord(room) for room in range(grid.rooms) if grid.coord(room).z != 1)
    room = grid.room_at(Coord(x, y, z))
    assert locate(Place(f" CUBE:{z}", Coord(x, y)), world) == ("cube", room)
    assert locate(Place("cube", Coord(x, y, z)), world) == ("cube", room)
    assert locate(Place("cube:1", Coord(2, 0)), world) == ("cube:1", 2)


@pytest.mark.parametrize(
    "place",
    [
        Place("nowhere", Coord(0, 0)),
        Place("nowhere:0", Coord(0, 0)),
        Place("the town", Coord(5, 5)),
        Place("cube:99", Coord(0, 0)),
        Place("cube:99999999999999999999", Coord(0, 0)),
        Place("the town", Coord(-1, 0)),
        Place("", Coord(0, 0)),
    ],
)
def test_a_place_that_does_not_exist_is_none(world, place):
    assert locate(place, world) is None
