"""The matrix as a value: its order, its queries, what it refuses."""

import numpy as np
import pytest

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.matrix import Matrix
from xyzgrid_ext.core.matrix.check import can_reach
from xyzgrid_ext.core.matrix.model import MAX_EDGE, NodeExit

A, B, C = Coord(0, 0, 0), Coord(1, 0, 0), Coord(1, 1, 0)


def matrix(links=(), wormholes=(), end=B):
    return Matrix.of(5, A, end, links, wormholes)


def test_matrices_differ_by_every_part():
    values = {
        matrix(),
        matrix(end=C),
        matrix([(A, Direction.RIGHT)]),
        matrix([(A, Direction.UP)]),
        matrix([], [(A, B)]),
        matrix([], [(B, A)]),
        Matrix.of(6, A, B, []),
        Matrix.of(5, A, B, [], current=B),
    }
    assert len(values) == 8
    assert matrix() != "a matrix"


def test_exits_are_links_in_their_order_then_wormholes_in_file_order():
    links = [(A, Direction.RIGHT), (A, Direction.FORWARD), (B, Direction.LEFT)]
    assert matrix(links, [(A, C), (B, A), (A, B)]).ways(A) == (
        NodeExit("forward", Coord(0, 0, 1), False),
        NodeExit("right", B, False),
        NodeExit("wormhole 1", C, True),
        NodeExit("wormhole 2", B, True),
    )


def test_a_way_back_moves_up_to_its_way_out_if_no_number_changes():
    assert matrix([], [(A, B), (C, C), (B, A)]) == matrix([], [(A, B), (B, A), (C, C)])


def test_a_way_back_stays_where_it_would_change_a_number():
    found = matrix([], [(A, B), (B, C), (B, A)])
    assert [way.target for way in found.ways(B)] == [C, A]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Matrix.of(0, A, A, []),
        lambda: Matrix.of(MAX_EDGE + 1, A, A, []),
        lambda: Matrix.of(1, A, B, []),
        lambda: Matrix.of(5, A, B, [], current=Coord(0, -1, 0)),
        lambda: Matrix.of(5, A, B, [(A, Direction.LEFT)]),
        lambda: Matrix.of(5, A, B, [(Coord(9, 0, 0), Direction.LEFT)]),
        lambda: Matrix.of(5, A, B, [], [(A, Coord(5, 0, 0))]),
        lambda: Matrix(5, A, B, A, np.zeros((1, 3), np.int32), np.array([6], np.uint8)),
    ],
)
def test_nothing_may_lie_outside_the_cube(make):
    with pytest.raises(GridError):
        make()


def test_reach_goes_through_wormholes_and_one_way_only():
    found = matrix([(A, Direction.RIGHT)], [(B, C)])
    assert can_reach(found, A, C)
    assert not can_reach(found, C, A)
    assert can_reach(found, C, C)
