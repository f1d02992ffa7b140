"""Numbers that stand for coordinates."""

from itertools import product

import numpy as np

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import assemble
from xyzgrid_ext.parts.lands.core.numbers import FIRST, Box, with_room


def grid(*coords):
    none = np.zeros(0, dtype=np.int32)
    ordered = np.array(sorted(coords, key=lambda at: at[::-1]), dtype=np.int32)
    return assemble("m", levels=9, coords=ordered, source=none, target=none, way=none, ways=())


def test_each_coordinate_of_a_box_has_a_number_of_its_own():
    box = Box(100, 3, 2, 4)
    coords = [Coord(x, y, z) for z, y, x in product(range(4), range(2), range(3))]
    assert [box.number(coord) for coord in coords] == list(range(100, box.end))
    assert [box.coord(number) for number in range(100, box.end)] == coords
    for outside in (Coord(3, 0, 0), Coord(0, 2, 0), Coord(0, 0, 4)):
        assert box.number(outside) is None
    assert box.coord(99) is box.coord(box.end) is None


def test_a_map_that_outgrows_its_box_keeps_its_numbers():
    first = with_room({}, {"a": grid((0, 0, 0), (5, 5, 0)), "b": grid((9, 9, 1))})
    assert first["a"] == (Box(FIRST, 64, 64, 1),)
    assert first["b"][0].base == first["a"][0].end
    assert with_room(first, {"a": grid((63, 63, 0))}) == first
    grown = with_room(first, {"a": grid((0, 0, 0), (64, 0, 2))})
    assert grown["a"][0] == first["a"][0]
    assert grown["a"][1] == Box(first["b"][0].end, 128, 64, 3)
