"""Which cells one sees from a room, as drawings: `@` stands where one is, dots are not seen."""

import pytest

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import LinkFlag, from_matrix
from xyzgrid_ext.core.grid.draw import draw_sheet
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.view.visible import cells_in_reach, cells_in_scan, trail_cells

TOWN = """
    #-#-#-#
    |     |
    #   #-#
    |   |
    #-#>#
"""


def shown(sheet, cells):
    """The sheet with dots for what is not among the cells."""
    rows = [row for _, row in sheet.cells]
    columns = [column for column, _ in sheet.cells]
    return "\n".join(
        "".join(
            " " if (c, r) not in sheet.cells else sheet.cells[c, r] if (c, r) in cells else "."
            for c in range(max(columns) + 1)
        ).rstrip()
        for r in range(max(rows), -1, -1)
    )


def drawing(text):
    lines = text.strip("\n").rstrip().split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[margin:].rstrip() for line in lines)


@pytest.fixture
def town(drawn):
    grid = drawn(TOWN)
    return grid, draw_sheet(grid, 0)


@pytest.mark.parametrize(
    ("steps", "picture"),
    [
        (2, """
            #......
            |     .
            #   ...
            |   .
            #-#>#
        """),
        (3, """
            #-#....
            |     .
            #   #..
            |   |
            #-#>#
        """),
    ],
)  # fmt: skip
def test_rooms_within_some_steps_and_the_links_between_them(town, steps, picture):
    grid, sheet = town
    assert shown(sheet, cells_in_reach(grid, sheet, 0, steps)) == drawing(picture)


def test_cells_around_are_seen_without_a_link_but_not_against_one_way_links(town):
    grid, sheet = town
    room = grid.room_at(Coord(2, 0))
    assert shown(sheet, cells_in_reach(grid, sheet, room, 2)) == drawing("""
        .......
        .     .
        .   #-#
        .   |
        ....#
    """)
    _, sheet = town
    assert shown(sheet, cells_in_scan(sheet, (4, 0), 2)) == drawing("""
        .......
        .     .
        .   #-#
        .   |
        ..#>#
    """)
    assert cells_in_scan(sheet, (4, 0), 0) == {(4, 0)}
    assert cells_in_scan(sheet, (99, 99), 3) == set()


def test_a_link_that_players_do_not_see_is_not_followed(drawn):
    grid = drawn("#-#-#", link_flags=[0, 0, 0, 0])
    sheet = draw_sheet(grid, 0)
    assert shown(sheet, cells_in_reach(grid, sheet, 0, 9)) == "#-#-#"
    hidden = [LinkFlag.WORMHOLE if grid.way_of(n).key == "right" else 0 for n in range(4)]
    hidden[0] = 0  # from the first room on
    grid = drawn("#-#-#", link_flags=hidden)
    assert shown(sheet, cells_in_reach(grid, sheet, 0, 9)) == "#-#.."


CUBE = """
    matrixedge 3
    startnode 0 0 0
    endnode 2 2 2
    node 0 0 0 right twoway
    node 1 0 0 forward twoway
    node 1 0 1 right twoway
    wormhole 0 0 0 2 2 0
    node 2 2 0 left twoway
"""


@pytest.fixture
def cube():
    return from_matrix(parse(CUBE, "c.matrix").matrix, "cube")[0]


def test_wormholes_and_ways_to_other_sheets_are_letters(cube):
    sheet = draw_sheet(cube, 0)
    assert shown(sheet, cells_in_reach(cube, sheet, 0, 9)) == drawing("""
             ......


        #*---#f
    """).replace("\n\n\n", "\n\n\n\n")
    sheet = draw_sheet(cube, 1)
    room = cube.room_at(Coord(1, 0, 1))
    assert cells_in_reach(cube, sheet, room, 0) == {(5, 0), (6, 0)}
    assert shown(sheet, cells_in_reach(cube, sheet, room, 5)) == "     #b---#"


def test_the_way_ahead_is_its_links_and_the_rooms_to_which_they_lead(town):
    grid, sheet = town
    links = [
        grid.link_by_name(grid.room_at(Coord(*at)), way)
        for at, way in [((0, 0), "right"), ((1, 0), "right"), ((2, 0), "up")]
    ]
    assert shown(sheet, trail_cells(grid, sheet, 0, links)) == drawing("""
        .......
        .     .
        .   #..
        .   |
        .-#>#
    """)
    assert trail_cells(grid, sheet, 0, []) == set()
