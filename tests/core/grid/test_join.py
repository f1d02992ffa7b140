"""Drawn sheets become one map: rooms lifted, links kept, stairs between the sheets."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.core.grid import Way
from xyzgrid_ext.core.grid.draw import draw_sheet
from xyzgrid_ext.core.grid.join import Stair, join_sheets
from xyzgrid_ext.core.routes import Router, build_world

UP, DOWN = Way("up", "up", ("u",), "u"), Way("down", "down", ("d",), "d")
EXIT = {"prototype_parent": "xyz_exit"}


def up(x, y, **more):
    return Stair(x, y, UP, EXIT, **more)


def down(x, y, **more):
    return Stair(x, y, DOWN, EXIT, **more)


@pytest.fixture
def joined(drawn):
    """Return a function (drawing, [stairs], drawing, [stairs], ...), the bottom first."""

    def make(*parts, outside=None, **rest):
        drawings, stairs = parts[::2], parts[1::2]
        outside = outside or [None] * len(drawings)
        sheets = [drawn(d, "x", o, **rest) for d, o in zip(drawings, outside, strict=True)]
        return join_sheets("Tower", sheets, stairs)

    return make


def pictures(grid):
    return ["\n".join(draw_sheet(grid, z).lines()) for z in range(grid.levels)]


def exits(grid, *coord):
    room = grid.room_at(Coord(*coord))
    return {grid.way_of(n).key: tuple(grid.target_of(n).coord) for n in grid.links_of(room)}


def walked(grid, start, goal):
    router = Router(build_world({"tower": grid}))
    ends = (("tower", grid.room_at(Coord(*end))) for end in (start, goal))
    route = router.find(*ends)
    return route and (" ".join(router.way(step).token for step in route.steps), route.cost)


def refusal(make, *parts):
    with pytest.raises(RefusedError) as refused:
        make(*parts)
    return [(str(f.severity), f.code, f.file, f.message) for f in refused.value.findings]


def test_sheets_with_stairs_are_one_map_with_one_prototype_for_several(drawn, joined):
    hall, equal_hall = {"key": "Hall"}, {"key": "Hall"}
    sheets = [
        drawn("#-#", "x", protos=[hall, EXIT], room_proto=np.array([0, 0]), link_proto=[1, 1]),
        drawn("#-#", "x", protos=[equal_hall, EXIT], room_proto=np.array([0, 0])),
    ]
    grid, _ = join_sheets("Tower", sheets, [[up(0, 0)], []])
    assert grid.protos == (hall, EXIT)
    assert grid.room_proto.tolist() == [0, 0, 0, 0]
    assert sorted(grid.link_proto.tolist()) == [-1, -1, 1, 1, 1]
    grid, findings = joined("#-#", [up(1, 0)], "#\n|\n#-#", [down(1, 0)])
    assert findings == []
    assert (grid.name, grid.levels, grid.rooms) == ("Tower", 2, 5)
    assert grid.coords.tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1]]
    assert pictures(grid) == ["#-#", "#\n|\n#-#"]
    assert exits(grid, 1, 0, 0) == {"left": (0, 0, 0), "up": (1, 0, 1)}
    assert exits(grid, 1, 0, 1) == {"left": (0, 0, 1), "down": (1, 0, 0)}
    assert exits(grid, 0, 1, 1) == {"down": (0, 0, 1)}
    grid, _ = joined("#-#", [up(1, 0)], "#-#", [down(1, 0), up(0, 0)], "#", [down(0, 0)])
    assert [dict(sheet.leaving) for sheet in grid.drawn] == [
        {(2, 0): ("up",)},
        {(2, 0): ("down",), (0, 0): ("up",)},
        {(0, 0): ("down",)},
    ]


# --- any stack of sheets, against plain sets


@st.composite
def stacks(draw):
    """Per sheet: its cells in three rows of three, with a link east where two are side by side."""
    symbols = st.lists(st.sampled_from(" ##UDB"), min_size=9, max_size=9)
    return [
        {(n % 3, n // 3): symbol for n, symbol in enumerate(draw(symbols)) if symbol != " "}
        for _ in range(draw(st.integers(1, 4)))
    ]


def drawing_of(cells):
    rows = []
    for y in (2, 1, 0):
        row = ["#" if (x, y) in cells else " " for x in range(3)]
        joints = ["-" if {(x, y), (x + 1, y)} <= cells.keys() else " " for x in range(2)]
        rows += [row[0] + joints[0] + row[1] + joints[1] + row[2], ""]
    return "\n".join(rows[:-1])


@given(stacks())
def test_every_stack_has_the_links_that_plain_sets_have(drawn, stack):
    # a room in each corner, so that the picture of each sheet has the same origin
    stack = [{(0, 0): "#", **cells} for cells in stack]
    rooms = {(x, y, z) for z, cells in enumerate(stack) for x, y in cells}
    expected = Counter()
    lost = False
    for x, y, z in rooms:
        for other, key in (((x + 1, y, z), "right"), ((x - 1, y, z), "left")):
            if other in rooms:
                expected[(x, y, z), key, other] += 1
        for symbols, step, key in (("UB", 1, "up"), ("DB", -1, "down")):
            if stack[z][x, y] in symbols:
                lost |= (x, y, z + step) not in rooms
                expected[(x, y, z), key, (x, y, z + step)] += 1
    stairs = [
        [
            make(x, y)
            for (x, y), symbol in cells.items()
            for symbols, make in (("UB", up), ("DB", down))
            if symbol in symbols
        ]
        for cells in stack
    ]
    sheets = [drawn(drawing_of(cells)) for cells in stack]
    if lost:
        with pytest.raises(RefusedError):
            join_sheets("Tower", sheets, stairs)
        return
    grid, findings = join_sheets("Tower", sheets, stairs)
    assert {tuple(coord) for coord in grid.coords.tolist()} == rooms
    assert expected == Counter(
        (
            tuple(grid.coord(int(grid.source[link]))),
            grid.way_of(link).key,
            tuple(grid.target_of(link).coord),
        )
        for link in range(grid.links)
    )
    one_way = [
        link
        for link in expected
        if link[1] in ("up", "down")
        and not any(other[0] == link[2] and other[2] == link[0] for other in expected)
    ]
    assert len(findings) == len(one_way)


# --- what is wrong


def test_stairs_without_a_room_at_their_other_end_are_refused_and_one_way_ones_told(joined):
    assert refusal(joined, "#-#", [up(1, 0)], "#", [down(0, 0)]) == [
        (
            "error",
            "stairs-to-nowhere",
            "Tower:0",
            "the stairs up at (1,0) lead to (1,0) of Tower:1, where there is no room",
        ),
        (
            "info",
            "no-partner",
            "Tower:1",
            "the stairs down at (0,0) lead one way: (0,0) of Tower:0 has no stairs up",
        ),
    ]
    assert refusal(joined, "#\n|\n#", [up(0, 0)], "#", [down(0, 0)]) == [
        (
            "error",
            "doubled-direction",
            "Tower:0",
            "(0,0) has stairs up, and a drawn link 'up' as well",
        )
    ]
    grid, (finding,) = joined("#-#", [up(1, 0)], "#-#", [])
    assert (finding.severity, finding.code, finding.file) == (
        Severity.INFO,
        "no-partner",
        "Tower:0",
    )
    assert str(finding) == (
        "Tower:0: info: the stairs up at (1,0) lead one way: (1,0) of Tower:1 has no stairs down\n"
        "draw D or B there if people should come back"
    )
    assert exits(grid, 1, 0, 1) == {"left": (0, 0, 1)}
    assert walked(grid, (0, 0, 0), (0, 0, 1)) == ("ri u le", 3)
    assert walked(grid, (0, 0, 1), (0, 0, 0)) is None


@pytest.mark.parametrize(
    ("parts", "file", "message"),
    [
        (("#", [up(0, 0)]), "Tower:0", "the stairs up at (0,0) lead above the last sheet"),
        (
            ("#", [down(0, 0)], "#", []),
            "Tower:0",
            "the stairs down at (0,0) lead below the first sheet",
        ),
        (("#", [], "#", [up(0, 0)]), "Tower:1", "the stairs up at (0,0) lead above the last sheet"),
    ],
)
def test_stairs_off_the_stack_are_refused(joined, parts, file, message):
    assert refusal(joined, *parts) == [("error", "stairs-to-nowhere", file, message)]
