"""What a character has seen of a map: kept as a text, and outlives changes of the map."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.routes import ExploredRooms

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
