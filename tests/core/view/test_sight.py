"""What is known of a map, as drawings: what was explored, and the map as it is shown then."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import LinkFlag, from_matrix
from xyzgrid_ext.core.grid.draw import draw_sheet
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.routes import ExploredRooms
from xyzgrid_ext.core.view import Sight
from xyzgrid_ext.core.view.sight import LinkKnowledge, known_sheet
from xyzgrid_ext.core.view.visible import (
    cells_in_reach,
    cells_in_scan,
    rooms_in_reach,
    rooms_in_scan,
)

TOWN = """
    #-#-#-#
    |     |
    #   #-#
    |   |
    #-#>#
"""


def drawing(text):
    lines = text.strip("\n").rstrip().split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[margin:].rstrip() for line in lines)


def sight_of(grid, *coords, **rest):
    seen = ExploredRooms.of(Coord(*coord) for coord in coords)
    return Sight(grid, lambda room: grid.coord(room) in seen, **rest)


def shown(sheet, cells=None):
    """The sheet from its lower left corner, blanks for what is not among the cells."""
    cells = sheet.cells.keys() if cells is None else cells
    high, wide = max(row for _, row in cells), max(column for column, _ in cells)
    return "\n".join(
        "".join(sheet.cells[c, r] if (c, r) in cells else " " for c in range(wide + 1)).rstrip()
        for r in range(high, -1, -1)
    )


@pytest.mark.parametrize(
    ("explored", "picture"),
    [
        (
            [(0, 0)],
            """
            |
            #-
            """,
        ),
        # of the way back of an arrow nothing is seen
        (
            [(0, 0), (0, 1), (0, 2), (1, 2), (2, 0)],
            """
            #-#-
            |
            #
            |   |
            #-  #
            """,
        ),
    ],
)
def test_of_a_way_that_goes_on_its_first_cell_is_drawn_and_nothing_behind_it(
    drawn, explored, picture
):
    grid = drawn(TOWN)
    assert shown(known_sheet(draw_sheet(grid, 0), 0, sight_of(grid, *explored))) == drawing(picture)


def test_around_a_room_only_known_rooms_and_links_are_shown(drawn):
    grid = drawn(TOWN)
    sheet, start = draw_sheet(grid, 0), grid.room_at(Coord(0, 0))
    known = sight_of(grid, (0, 0), (0, 1))
    expected = drawing("""
        |
        #
        |
        #-
    """)
    near = known_sheet(sheet, 0, known, rooms_in_reach(grid, start, 3))
    assert shown(near, cells_in_reach(grid, near, start, 3)) == expected
    near = known_sheet(sheet, 0, known, rooms_in_scan(grid, sheet, start, 9))
    assert shown(near, cells_in_scan(near, (0, 0), 9)) == expected
    grid = drawn("#-#-#")
    known = sight_of(grid, (0, 0), (1, 0))
    assert [known.link(link) for link in range(grid.links)] == [
        LinkKnowledge.YES,
        LinkKnowledge.YES,
        LinkKnowledge.STUB,
        LinkKnowledge.NO,
    ]


def test_where_secrets_and_other_maps_lead_is_not_known(drawn):
    grid = drawn("#-#")
    known = Sight(grid, secret=lambda link: link == 0)
    assert (known.link(0), known.link(1)) == (LinkKnowledge.STUB, LinkKnowledge.YES)
    assert sight_of(grid, (1, 0), secret=lambda link: link == 0).link(0) is LinkKnowledge.NO
    grid = drawn("#", outside={(0, 0, "gate"): (3, 4, "town")})
    assert Sight(grid).link(0) is LinkKnowledge.STUB
    assert Sight(grid, beyond=lambda place: place.map == "town").link(0) is LinkKnowledge.YES


def test_a_way_that_may_not_be_seen_is_not_drawn(drawn):
    grid = drawn("""
        #-#-#
        |   |
        #-#-#
    """)
    sheet, hall = draw_sheet(grid, 0), grid.room_at(Coord(1, 0, 0))
    ways = {link for link in grid.links_of(hall) if grid.way_of(link).key == "right"}
    back = {link for link in grid.links_of(hall + 1) if grid.way_of(link).key == "left"}

    def seen(hidden, rooms=None):
        sight = Sight(grid, veiled=hidden.__contains__)
        return "\n".join(known_sheet(sheet, 0, sight, rooms).lines())

    assert seen(ways | back) == "#-#-#\n|   |\n#-# #"
    assert seen(ways) == "#-#-#\n|   |\n#-#-#"  # the way back is seen
    assert known_sheet(sheet, 0, Sight(grid, veiled=lambda link: False)) is sheet


def test_a_letter_stands_beside_a_room_for_the_ways_that_may_be_seen():
    cube = """
        matrixedge 3
        startnode 0 0 0
        endnode 2 0 0
        node 0 0 0 right twoway
        node 1 0 0 forward twoway
        node 1 0 0 right twoway
        wormhole 0 0 0 2 2 0
    """
    grid, _ = from_matrix(parse(cube).matrix, "cube")
    sheet = draw_sheet(grid, 0)
    room = grid.room_at(Coord(1, 0, 0))
    hidden = {link for link in grid.links_of(room) if grid.way_of(link).key == "forward"}
    wormholes = {n for n in range(grid.links) if grid.link_flags[n] & LinkFlag.WORMHOLE}

    def seen(veiled, known=None, rooms=None):
        sight = Sight(grid, known, veiled=veiled.__contains__)
        return "\n".join(known_sheet(sheet, 0, sight, rooms).lines())

    whole = "\n".join(sheet.lines())
    assert seen(set()) == whole
    assert seen(hidden) == seen(hidden, rooms=[room]) == whole.replace("f", " ")
    assert seen(wormholes) == whole.replace("*", " ")
    assert "f" in seen(set(), lambda room: True)
    assert "f" not in seen(hidden, lambda room: True)


# --- for every map and whatever was explored


@st.composite
def mazes(draw):
    """A grid of up to five by five rooms with some of the ways, and some rooms of it."""
    wide, high = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    rows = []
    for row in range(2 * high - 1):
        line = ""
        for column in range(2 * wide - 1):
            if row % 2 == 0 and column % 2 == 0:
                line += "#"
            elif row % 2 and column % 2:
                line += " "
            else:
                line += draw(st.sampled_from("  |^v" if row % 2 else "  -<>"))
        rows.append(line)
    spots = st.tuples(st.integers(0, wide - 1), st.integers(0, high - 1))
    return "\n".join(rows), draw(st.sets(spots))


@settings(max_examples=150, deadline=None)
@given(mazes())
def test_nothing_is_shown_that_is_not_of_an_explored_room(drawn, maze):
    picture, explored = maze
    grid = drawn(picture)
    sheet, known = draw_sheet(grid, 0), sight_of(grid, *explored)
    cells = known_sheet(sheet, 0, known).cells
    allowed = {sheet.room_cell(x, y) for x, y in explored}
    for (x, y, _direction), trail in sheet.trails.items():
        if (x, y) in explored:
            allowed |= set(trail)
    assert set(cells) == allowed
    for x, y in explored:
        room = grid.room_at(Coord(x, y))
        near = known_sheet(sheet, 0, known, rooms_in_reach(grid, room, 2))
        assert cells_in_reach(grid, near, room, 2) <= allowed
        near = known_sheet(sheet, 0, known, rooms_in_scan(grid, sheet, room, 3))
        here = sheet.room_cell(x, y)
        assert cells_in_scan(near, here, 3) == cells_in_scan(sheet, here, 3) & allowed
    assert known.rooms().sum() == len(explored)
