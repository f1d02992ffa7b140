"""Pictures of a sheet: where one stands, what is cropped, the way ahead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.grid import Sheet
from xyzgrid_ext.core.grid.draw import draw_sheet
from xyzgrid_ext.core.view import Door, ExitView, MapHead, MapView, Window
from xyzgrid_ext.core.view.payload import head_payload, map_payload
from xyzgrid_ext.core.view.picture import paint_sheet
from xyzgrid_ext.core.view.snapshot import ExitKind, RoomView
from xyzgrid_ext.core.view.visible import apply_style

TOWN = """
    #-#-#-#
    |     |
    #-#-#-#
"""


@pytest.fixture
def sheet(drawn):
    return draw_sheet(drawn(TOWN), 0)


def lines(picture):
    """The picture as it comes out on the screen, where `||` is one `|`."""
    return "\n".join(picture.lines).replace("||", "|")


def drawing(text):
    rows = text.strip("\n").rstrip().split("\n")
    margin = min(len(row) - len(row.lstrip()) for row in rows if row.strip())
    return "\n".join(row[margin:].rstrip() for row in rows)


@pytest.mark.parametrize(
    ("here", "width", "height", "picture"),
    [
        ((2, 0), 5, 0, "#-#-#\n|\n#-@-#"),
        ((6, 0), 4, 0, "-#-#\n   |\n-#-@"),
        ((0, 2), 3, 0, "@-#\n|\n#-#"),
        ((2, 0), 0, 1, "#-@-#-#"),
        ((2, 2), 0, 2, "#-@-#-#\n|     |"),
        ((2, 0), 1, 1, "@"),
        ((2, 0), 99, 99, "#-#-#-#\n|     |\n#-@-#-#"),
    ],
)
def test_what_is_cropped_is_farthest_from_where_one_stands(sheet, here, width, height, picture):
    cut = paint_sheet(sheet, sheet.cells, here, max_width=width, max_height=height)
    assert lines(cut) == picture


cells = st.tuples(st.integers(0, 30), st.integers(0, 30))


@given(st.sets(cells, min_size=1), cells, st.integers(0, 12), st.integers(0, 12))
def test_one_is_always_in_the_picture_and_it_is_never_too_large(held, here, width, height):
    sheet = Sheet(cells=dict.fromkeys(held, "#"), trails={})
    picture = paint_sheet(sheet, sheet.cells, here, max_width=width, max_height=height)
    assert not width or picture.width <= width
    assert not height or len(picture.lines) <= height
    assert all(len(line) <= picture.width for line in picture.lines)
    assert [line[picture.at] for line in picture.lines if "@" in line] == ["@"]


# --- within the columns of a screen


def test_looking_leaves_no_ghosts_and_stands_in_the_middle_with_the_way_ahead_shown(sheet):
    for column in (0, 2, 4, 6):
        row = paint_sheet(sheet, {(c, 0) for c in range(7)}, (column, 0)).aligned(41)
        assert row.index("@") == 20
    before = dict(sheet.cells)
    for cell in sheet.cells:
        picture = paint_sheet(sheet, sheet.cells, cell, ahead=[(0, 0)], style="|y{display_symbol}")
        assert lines(picture).count("@") == 1
    assert sheet.cells == before
    assert "@" not in "".join(sheet.lines())
    ahead = [(2, 0), (3, 0), (4, 0), (5, 0)]
    picture = paint_sheet(
        sheet, {(2, 0), (3, 0), (4, 0)}, (2, 0), ahead=ahead, style="<{display_symbol}>"
    )
    assert lines(picture) == "@<-><#>"
    assert picture.width == 3  # colours take no columns
    assert paint_sheet(sheet, {(0, 1)}, None).lines == ("||",)
    coloured = Sheet(cells={(0, 0): "|r#|n", (1, 0): "||"}, trails={})
    assert paint_sheet(coloured, coloured.cells, None).lines == ("|r#|n||",)


# --- rectangles of a sheet as rows


ROWS = ["# #", "|x|", "#-#"]  # the bottom row first


def text(window, shown=None, marks=None):
    rows = window.rows(lambda x, y: ROWS[y][x], shown, marks or {})
    return ["".join(row) for row in rows]


def test_rows_come_from_the_bottom_up_with_marks_first_and_windows_end_at_the_edges():
    assert text(Window(0, 2, 0, 2)) == ROWS
    assert text(Window(0, 2, 0, 0), shown={(0, 0)}, marks={(2, 0): "@"}) == ["# @"]
    assert Window.around((1, 1), 5, 0).clipped_to(Window(0, 2, 0, 2)) == Window(0, 2, 1, 1)
    assert Window.around((1, 1), None, None).clipped_to(Window(0, 2, 0, 2)) == Window(0, 2, 0, 2)


@pytest.mark.parametrize(
    "style",
    [
        "{other}", "{", "{0}", "{display_symbol.x}", "{display_symbol:d}",
        "{display_symbol:>200000000}",
    ],
)  # fmt: skip
def test_a_malformed_style_shows_the_symbol_as_it_is(style):
    assert apply_style(style, "#") == "#"


# A MapView as JSON: what is in it, and what is left out of it.
#
# 502 Vault
#  |
# 501 Hall  iron door: locked, leads nobody knows where
HEAD = MapHead("tower", 412, "Tower", levels=3, known=2, rooms=9)
VAULT = RoomView(502, "Vault", 0, 1, 2)
HALL = RoomView(
    501,
    "Hall",
    0,
    0,
    2,
    symbol="@",
    environment="stone",
    details=("shop", "bank"),
    exits=(
        ExitView("north", "n", 502, "tower"),
        ExitView("wormhole 2", "", 77, "cave", ExitKind.WORMHOLE, Door.OPEN, ("item:lamp",), 2.5),
        ExitView("iron door", "", None, door=Door.LOCKED, needs=("smallkey",)),
    ),
)


def test_all_that_a_view_holds_is_in_its_payload_and_nothing_else():
    payload = map_payload(MapView(HEAD, (HALL, VAULT), here=501))
    hall, vault = payload.pop("rooms")
    assert payload == {
        "key": "tower", "number": 412, "name": "Tower", "levels": 3, "known": 2, "rooms_total": 9,
        "here": 501,
    }  # fmt: skip
    assert vault == {"num": 502, "name": "Vault", "x": 0, "y": 1, "z": 2, "exits": []}
    north, wormhole, door = hall.pop("exits")
    assert hall == {
        "num": 501, "name": "Hall", "x": 0, "y": 0, "z": 2, "symbol": "@", "environment": "stone",
        "details": ["shop", "bank"],
    }  # fmt: skip
    assert north == {"name": "north", "dir": "n", "to": 502}
    assert wormhole == {
        "name": "wormhole 2", "to": 77, "area": "cave", "kind": "wormhole", "door": "open",
        "needs": ["item:lamp"], "weight": 2.5,
    }  # fmt: skip
    assert door == {"name": "iron door", "to": None, "door": "locked", "needs": ["smallkey"]}
    head = MapHead("town", 3, "Town", levels=None, known=0)
    assert map_payload(MapView(head, ())) == {
        "key": "town", "number": 3, "name": "Town", "known": 0, "rooms": [],
    }  # fmt: skip
    assert head_payload(head) == {"key": "town", "number": 3, "name": "Town", "known": 0}
