"""Rectangles of a sheet as rows, and symbols in a style."""

import pytest

from xyzgrid_ext.core.view import Window
from xyzgrid_ext.core.view.visible import styled

ROWS = ["# #", "|x|", "#-#"]  # the bottom row first


def text(window, shown=None, marks=None):
    rows = window.rows(lambda x, y: ROWS[y][x], shown, marks or {})
    return ["".join(row) for row in rows]


def test_rows_come_from_the_bottom_up():
    assert text(Window(0, 2, 0, 2)) == ROWS


def test_only_what_is_seen_is_asked_for():
    asked = []
    Window(0, 2, 0, 2).rows(lambda x, y: asked.append((x, y)) or "#", {(0, 0), (9, 9)}, {})
    assert asked == [(0, 0)]


def test_marks_stand_before_what_is_there_and_where_nothing_is_seen():
    assert text(Window(0, 2, 0, 0), shown={(0, 0)}, marks={(2, 0): "@"}) == ["# @"]


def test_a_window_around_a_cell_ends_at_the_edges():
    assert Window.around((1, 1), 5, 0).within(Window(0, 2, 0, 2)) == Window(0, 2, 1, 1)
    assert Window.around((1, 1), None, None).within(Window(0, 2, 0, 2)) == Window(0, 2, 0, 2)


@pytest.mark.parametrize(
    "style",
    [
        "{other}",
        "{",
        "{0}",
        "{display_symbol.x}",
        "{display_symbol:d}",
        "{display_symbol:>200000000}",
    ],
)
def test_a_malformed_style_shows_the_symbol_as_it_is(style):
    assert styled(style, "#") == "#"


def test_a_style_goes_around_the_symbol():
    assert styled("|y{display_symbol}|n", "#") == "|y#|n"
    assert styled(".", "#") == "."
