"""Exits without a direction find the way that they are."""

import numpy as np
import pytest

from xyzgrid_ext.core.grid import Way, assemble_grid
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.parts.adopt.adoption import StoredExit, directions_of, shared_coordinates

HERE, NORTH_OF, EAST_OF = XYZ(0, 0, "lane"), XYZ(0, 1, "lane"), XYZ(1, 0, "lane")
WAYS = [
    Way("n", "north", ("n",), "n"),
    Way("u", "up", ("u", "upwards"), "u"),
    Way("D1", "hatch", ("n",), "D1"),
]


@pytest.fixture
def grids():
    """One map: three ways out of (0,0): north, up to the same room, a hatch to the east."""
    lane = assemble_grid(
        "Lane",
        levels=None,
        coords=np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)]),
        source=np.array([0, 0, 0]),
        target=np.array([2, 2, 1]),
        way=np.array([0, 1, 2]),
        ways=WAYS,
    )
    return {"lane": lane}


def found(pk, key, *aliases, room=HERE, target=NORTH_OF, direction=None):
    return StoredExit(pk, room, target, key, frozenset(aliases), direction)


@pytest.mark.parametrize(
    ("exits", "directions"),
    [
        ([found(1, "north"), found(2, "up")], {1: "n", 2: "u"}),
        ([found(1, "NORTH")], {1: "n"}),
        ([found(1, "oak door", "N")], {1: "n"}),
        ([found(1, "oak door", "north")], {1: "n"}),
        ([found(1, "chute")], {}),
        # the name goes before an alias, and an alias that is the name before another
        ([found(1, "oak door", "north"), found(2, "north")], {2: "n"}),
        ([found(1, "oak door", "n"), found(2, "gate", "north")], {2: "n", 1: "D1"}),
        # of several with the alias, one that leads where the way leads, then the oldest
        ([found(1, "gate", "n", target=EAST_OF), found(2, "door", "n")], {2: "n", 1: "D1"}),
        ([found(2, "up"), found(1, "up")], {1: "u"}),
        # what is tagged already keeps its way, however it is written
        ([found(1, "oak", direction="n"), found(2, "north")], {}),
        ([found(1, "oak", direction="d1"), found(2, "hatch")], {}),
        # an exit that leads elsewhere now is still that way: spawn turns it back
        ([found(1, "north", target=XYZ(7, 7, "moon"))], {1: "n"}),
        ([found(1, "north", room=XYZ(5, 5, "lane"))], {}),
        ([found(1, "north", room=XYZ(0, 0, "moon"))], {}),
    ],
)
def test_an_exit_is_the_way_whose_name_it_has(grids, exits, directions):
    assert directions_of(exits, grids) == directions
    assert directions_of(reversed(exits), grids) == directions


def test_coordinates_of_several_rooms_are_told_oldest_first():
    rooms = {9: HERE, 4: HERE, 5: NORTH_OF}
    assert shared_coordinates(rooms) == {HERE: (4, 9)}
