"""Coordinates, directions and names of maps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Direction, Place, level_name, map_key, split_level


def test_a_coordinate_reads_as_it_is_typed():
    assert str(Coord(2, 3)) == "(2,3,0)"
    assert str(Place("Cube", Coord(2, 3, 4))) == "(2,3,4,Cube)"


@pytest.mark.parametrize("direction", Direction)
def test_the_opposite_direction_leads_back(direction):
    assert direction.opposite.of(direction.of(Coord(1, 2, 3))) == Coord(1, 2, 3)
    assert direction.opposite.opposite is direction


@pytest.mark.parametrize("name", ["Cube", " cube ", "CUBE", "\tcuBe\n"])
def test_names_of_maps_are_the_same_however_they_are_written(name):
    assert map_key(name) == "cube"


def test_a_name_of_digits_is_one_name():
    assert map_key(7) == map_key("7") == map_key(" 7 ")


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("cube:3", ("cube", 3)),
        (" cube:0 ", ("cube", 0)),
        ("a:b:12", ("a:b", 12)),
        ("cube", None),
        ("cube:", None),
        (":3", None),
        ("cube:-1", None),
        ("cube:²", None),  # a digit for Python, but no number
        ("cube: 3", None),
        ("", None),
    ],
)
def test_a_level_is_a_name_a_colon_and_a_number(name, level):
    assert split_level(name) == level


@given(st.text(min_size=1).filter(lambda name: name.strip() == name), st.integers(0, 10**6))
def test_every_level_name_comes_apart_again(name, z):
    assert split_level(level_name(name, z)) == (name, z)


@given(st.text())
def test_the_key_of_a_key_is_itself(name):
    assert map_key(map_key(name)) == map_key(name)
