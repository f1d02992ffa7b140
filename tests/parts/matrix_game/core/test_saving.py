"""Saving a game in a file that was made by hand: one line changes."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.matrix import parse, write
from xyzgrid_ext.parts.matrix_game.core.generate import generate
from xyzgrid_ext.parts.matrix_game.core.saving import move_current


def test_saving_changes_one_line_and_nothing_else():
    before = "# a trap\nmatrixedge 9\ncurrentnode  4 2 0\nnode 4 2 0 up  # out\nendnode 4 3 0\n"
    assert move_current(before, Coord(8, 6, 8)) == before.replace("  4 2 0", "  8 6 8")


def test_saving_adds_the_line_where_there_is_none():
    text = "endnode 0 0 1\r\nstartnode 0 0 0\r\nmatrixedge 3\r\n"
    after = text.replace("0 0 0\r\n", "0 0 0\r\ncurrentnode  0 1 0\r\n")
    assert move_current(text, Coord(0, 1, 0)) == after


def test_saving_keeps_byte_order_mark_comment_and_line_end():
    text = "\ufeffcurrentnode\t0 0  0 # here\r\nmatrixedge 3\r\n"
    assert move_current(text, Coord(0, 1, 0)) == text.replace("0 0  0", "0 1 0")


@given(st.integers(0, 30), st.builds(Coord, *[st.integers(0, 3)] * 3))
def test_a_saved_game_is_the_same_matrix_with_another_current_node(seed, node):
    matrix = generate(4, 3, seed).matrix
    assert parse(move_current(write(matrix), node)).matrix == replace(matrix, current=node)
