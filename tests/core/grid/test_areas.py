"""Areas of a map: which rooms they have, what their rooms get, and what is wrong with them."""

from __future__ import annotations

from time import process_time

import pytest

from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import Grid, from_rooms
from xyzgrid_ext.core.grid.areas import with_areas
from xyzgrid_ext.core.grid.from_sheet import from_levels, grid_from_sheet
from xyzgrid_ext.core.grid.overrides import Overrides
from xyzgrid_ext.core.mapdata.validate import validate
from xyzgrid_ext.core.sheet import read_drawing

TOWN = """
+ 0 1 2 3

2 #-#-#-#
  |
1 #-#-I-#
  |
0 #-#

+ 0 1 2 3
"""
ROOM = {"prototype_parent": "xyz_room"}


def _town(**areas: object) -> Grid:
    prototypes = {
        (0, 0): {**ROOM, "key": "Gate", "tags": ["shop"]},
        ("*", "*"): {**ROOM, "key": "A lane", "desc": "Cobbles.", "tags": [("wet", "weather")]},
    }
    data = {"zcoord": "town", "map": TOWN, "prototypes": prototypes, "areas": areas}
    assert validate(data) == []
    grid, _ = grid_from_sheet(read_drawing(TOWN, "town"), {}, Overrides(prototypes, axes=2))
    return with_areas(grid, data)[0]


def _drawn(grid: Grid) -> str:
    """Return the map with the first letter of each room's innermost area in place of the room."""
    letters = [getattr(grid.area_of(room), "key", ".")[0] for room in range(grid.rooms)]
    cells = {tuple(grid.coords[room, :2].tolist()): letter for room, letter in enumerate(letters)}
    rows = range(int(grid.coords[:, 1].max()), -1, -1)
    return " ".join("".join(cells.get((x, y), "_") for x in range(4)) for y in rows)


@pytest.mark.parametrize(
    ("areas", "drawn"),
    [
        ({"old": ["(0,0)-(1,1)"]}, ".... oo.. oo__"),
        ({"old": [(3, 2), "( 0, 2 ) - (1,2)"]}, "oo.o .... ..__"),
        ({"inn": ["I"], "old": ["(0,1)-(3,1)"]}, ".... ooio ..__"),
        ({"shops": ["tag:Shop"], "old": ["(0,0)-(3,0)"]}, ".... .... so__"),
        ({"a": ["(0,1)-(3,2)"], "c": [(2, 2)], "b": ["(2,1)-(3,2)"]}, "aacb aabb ..__"),
        ({"first": [(0, 0)], "second": [(0, 0)]}, ".... .... s.__"),
    ],
)
def test_areas_have_the_rooms_that_are_selected_and_inner_ones_come_first(areas, drawn):
    grid = _town(**{key: {"rooms": rooms} for key, rooms in areas.items()})
    assert _drawn(grid) == drawn
    outermost = grid.rooms_in(0)
    assert all(bool(outermost[room]) == (0 in grid.areas_of(room)) for room in range(grid.rooms))


def test_own_values_come_before_those_of_areas_on_maps_of_any_kind():
    grid = _town(
        old={
            "rooms": ["(0,0)-(3,0)"],
            "colour": "#aa8844",
            "prototype": {"prototype_parent": "wall", "key": "Old", "desc": "Walls."},
        },
        gate={
            "rooms": [(0, 0)],
            "goto": "no",
            "prototype": {"desc": "Open.", "tags": [("pvp", "zone"), ("shop", "kind")]},
        },
    )
    gate, lane, other = (grid.protos[grid.room_proto[room]] for room in (0, 1, 2))
    assert (gate["prototype_parent"], gate["key"], gate["desc"]) == ("wall", "Gate", "Open.")
    assert gate["tags"] == [("pvp", "zone"), ("shop", "kind"), "shop"]
    assert (lane["key"], lane["desc"], lane["tags"]) == ("Old", "Walls.", [("wet", "weather")])
    assert other["desc"] == "Cobbles."
    assert grid.areas[1].options == {"colour": "#aa8844", "goto": "no"}
    assert grid.drawn[0].cells[2, 0] == "|#aa8844#|n"
    rooms = {(0, 0, 0): {"key": "Inn", "symbol": "i"}, (0, 0, 1): {"attrs": [("light", 1)]}}
    prototype = {"key": "A house", "attrs": [("light", 0), ("cold", 2)]}
    areas = {"house": {"rooms": [(0, 0)], "prototype": prototype}, "inn": {"rooms": ["i"]}}
    data = {"zcoord": "tower", "rooms": rooms, "areas": areas}
    grid, findings = with_areas(from_rooms(rooms, "tower")[0], data)
    assert (findings, validate(data), grid.areas_of(0), grid.areas_of(1)) == ([], [], (1, 0), (0,))
    assert [grid.protos[number]["key"] for number in grid.room_proto] == ["Inn", "A house"]
    assert grid.protos[grid.room_proto[1]]["attrs"] == [("cold", 2), ("light", 1)]
    levels = ["+ 0 1\n\n0 #-U\n\n+ 0 1\n", "+ 0 1\n\n0 #-D\n\n+ 0 1\n"]
    data = {"levels": levels, "areas": {"top": {"rooms": ["(0,0,1)-(1,0,1)"]}, "d": {"rooms": "D"}}}
    tower, _ = with_areas(from_levels("tower", levels, {}, {})[0], data)
    assert [tower.areas_of(room) for room in range(4)] == [(), (), (0,), (1, 0)]


@pytest.mark.parametrize(
    ("area", "message"),
    [
        ({"rooms": ["(2,0)-(1,3)"]}, "areas.a.rooms[0]: the range '(2,0)-(1,3)' does not begin"),
        ({"rooms": ["(0,0)-(1,1,1)"]}, 'areas.a.rooms[0]: must be (x, y), "(x,y)-(x,y)"'),
        ({"rooms": ["##"]}, 'areas.a.rooms[0]: must be (x, y), "(x,y)-(x,y)"'),
        ({"rooms": [(0, 0)], "gotoo": "no"}, "areas.a.gotoo: there is no such key"),
        ({"rooms": [(0, 0)], "fog": "yes"}, "areas.a.fog: must be 'open' or 'explored'"),
        ({"rooms": [(0, 0)], "colour": "red"}, "areas.a.colour: must be a colour, '#rrggbb'"),
        ({"title": "A"}, "areas.a.rooms: it is missing"),
    ],
)
def test_malformed_areas_are_reported(area, message):
    (finding,) = validate({"zcoord": "town", "map": TOWN, "areas": {"a": area}})
    assert finding.message.startswith(message)


def test_areas_that_overlap_are_refused_and_those_of_nothing_told():
    with pytest.raises(RefusedError) as refused:
        _town(old={"rooms": ["(0,0)-(0,1)"]}, low={"rooms": ["(0,1)-(1,1)"]})
    (finding,) = refused.value.findings
    assert finding.message == "the areas 'old' and 'low' overlap, at (0, 1)"
    data = {"map": TOWN, "areas": {"a": {"rooms": [(0, 0), (7, 7), "M", "tag:inn"]}}}
    grid, _ = grid_from_sheet(read_drawing(TOWN, "town"), {}, Overrides({}, axes=2))
    messages = [finding.message for finding in with_areas(grid, data)[1]]
    assert messages == [
        "areas.a: (7, 7) selects no room",
        "areas.a: 'M' selects no room",
        "areas.a: 'tag:inn' selects no room",
    ]


def test_areas_of_ten_thousand_rooms_take_no_time():
    rooms = {(x, y): {"key": f"{x % 7}"} for x in range(100) for y in range(100)}
    grid, _ = from_rooms(rooms, "plain")
    areas = {
        f"{n}": {"rooms": [f"({n},0)-({n},99)"], "prototype": {"desc": "."}} for n in range(99)
    }
    before = process_time()
    grid, _ = with_areas(grid, {"rooms": rooms, "areas": areas})
    assert process_time() - before < 0.5
    assert grid.area_of(5050) == grid.areas[50]
