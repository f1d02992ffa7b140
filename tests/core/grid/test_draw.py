"""Sheets of a matrix as drawings."""

import pickle

import pytest

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.core.grid import from_matrix, from_sheet
from xyzgrid_ext.core.grid.draw import draw_sheet, room_symbol
from xyzgrid_ext.core.grid.from_sheet import from_levels
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.view.sight import Sight, known_sheet
from xyzgrid_ext.core.view.visible import cells_in_reach, rooms_in_reach


def grid_of(text, edge=3, **rest):
    head = f"matrixedge {edge}\nstartnode 0 0 0\nendnode 0 0 0\n"
    return from_matrix(parse(head + text, "cube.matrix").matrix, "cube", **rest)[0]


def picture(text, z=0, **rest):
    return "\n".join(draw_sheet(grid_of(text, **rest), z).lines())


def drawing(text):
    """A picture without the margin that it has in the source."""
    lines = text.strip("\n").rstrip().split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n".join(line[margin:].rstrip() for line in lines)


def test_links_are_lines_arrows_and_letters_whose_trails_are_known():
    text = """
        node 0 0 0 right twoway
        node 1 0 0 right twoway
        node 0 0 0 up twoway
        node 2 0 0 up twoway
        node 0 1 0 right twoway
    """
    assert picture(text) == drawing("""
        #----#    #
        |         |
        #----#----#
    """)
    text = """
        node 0 0 0 up
        node 0 1 0 right
        node 1 1 0 down
        node 1 0 0 left
    """
    assert picture(text) == drawing("""
        #--->#
        ^    v
        #<---#
    """)
    text = """
        node 0 0 0 right twoway
        node 0 0 0 forward twoway
        node 0 0 1 forward twoway
        wormhole 0 0 1 2 2 2
    """
    assert picture(text, 0) == "#f---#"
    assert picture(text, 1) == "#fb*"
    assert picture(text, 2) == "          #\n\n\n\n#b"
    text = "node 0 0 0 right twoway\n"
    assert picture(text, transitions={(1, 0, 0, "out"): (0, 0, "town")}) == "#----#="
    sheet = draw_sheet(grid_of("node 0 0 0 right\nnode 1 0 0 up twoway\n"), 0)
    assert sheet.trails == {
        (0, 0, "right"): ((1, 0), (2, 0), (3, 0), (4, 0)),
        (1, 0, "up"): ((5, 1),),
        (1, 1, "down"): ((5, 1),),
    }
    assert all(cell in sheet.cells for trail in sheet.trails.values() for cell in trail)
    assert sheet.room_cell(1, 1) == (5, 2)


@pytest.mark.parametrize("z", [-1, 3])
def test_a_level_that_does_not_exist_is_refused(z):
    with pytest.raises(GridError, match="no level") as refusal:
        draw_sheet(grid_of(""), z)
    assert "0 to 2" in str(refusal.value)


def test_what_an_author_drew_stays_as_drawn(drawn):
    grid = drawn("""
        #>#
        |
        #-#
    """)
    assert "\n".join(draw_sheet(grid, 0).lines()) == "#>#\n|\n#-#"
    assert draw_sheet(grid, 0).room_cell(1, 1) == (2, 2)
    assert grid.room_at(Coord(1, 1)) is not None
    with pytest.raises(GridError):
        draw_sheet(grid, 1)


def test_the_symbol_of_a_room_is_the_one_on_its_sheet():
    grid = grid_of(
        "node 0 0 0 right twoway\nnode 1 0 0 forward oneway\nwormhole 0 0 0 2 2 2 oneway"
    )
    for room in range(grid.rooms):
        x, y, z = grid.coord(room)
        sheet = draw_sheet(grid, z)
        assert room_symbol(grid, room) == sheet.cells[sheet.room_cell(x, y)]


def random_links(chance):
    """Lines of a hundred nodes of a cube of five, each with a way on that stays inside."""
    ways = [(0, "right"), (1, "up"), (2, "forward")]
    for _ in range(100):
        node, (axis, name) = [chance.below(5) for _ in range(3)], chance.choice(ways)
        if node[axis] < 4:
            yield f"node {node[0]} {node[1]} {node[2]} {name} twoway\n"


@pytest.mark.parametrize("steps", range(4))
def test_near_a_room_a_part_of_a_sheet_is_drawn_like_the_whole(steps):
    for seed in range(6):
        grid = grid_of("".join(sorted(set(random_links(Chance("near", seed))))), edge=5)
        for room in range(0, grid.rooms, 3):
            whole = draw_sheet(grid, grid.coord(room).z)
            near = rooms_in_reach(grid, room, steps)
            part = draw_sheet(grid, grid.coord(room).z, near)
            cells = cells_in_reach(grid, whole, room, steps)
            assert cells_in_reach(grid, part, room, steps) == cells
            assert {cell: part.cells[cell] for cell in cells} == {
                cell: whole.cells[cell] for cell in cells
            }
            known = Sight(grid, seen=lambda number: number % 4 != 1)
            seen, of_part = (known_sheet(one, 0, known, near) for one in (whole, part))
            cells = cells_in_reach(grid, seen, room, steps)
            assert cells_in_reach(grid, of_part, room, steps) == cells
            assert all(of_part.cells[cell] == seen.cells[cell] for cell in cells)


# --- sheets of drawings, traced


TOWN = r"""
+ 0 1 2

1 #-#-#
  |  \|
0 #<--#

+ 0 1 2
"""
CELLS = [(x, y) for x in range(-1, 7) for y in range(-1, 5)]
EXITS = [(x, y, way) for x in range(-1, 4) for y in range(3) for way in ("n", "e", "w", "se", "u")]


@pytest.fixture
def sheet():
    return from_levels("town", [TOWN], {}, {})[0].drawn[0]


@pytest.mark.parametrize("most", [1, 5, 10_000])
def test_what_is_kept_and_what_is_traced_anew_is_the_same(most, monkeypatch):
    monkeypatch.setattr(from_sheet, "_MOST", most)
    sheet = from_levels("town", [TOWN], {}, {})[0].drawn[0]
    for found, keys in ((sheet.cells, CELLS), (sheet.trails, EXITS)):
        whole = {key: found[key] for key in found}
        assert len(whole) == len(found) > 5
        for key in [*keys, *keys, *reversed(keys)]:
            assert found.get(key) == whole.get(key)
            assert (key in found) == (key in whole)
            assert found._value.cache_info().currsize <= most


def test_a_sheet_goes_to_another_process_without_what_it_kept(sheet):
    before = len(pickle.dumps(sheet))
    for way in EXITS:
        sheet.trails.get(way)
    sent = pickle.dumps(sheet)
    assert len(sent) == before
    assert dict(pickle.loads(sent).trails) == dict(sheet.trails)
