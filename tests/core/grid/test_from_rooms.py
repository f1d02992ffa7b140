"""Maps that are written room by room: pictures of what becomes of them, and each fault by name."""

import pytest

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.core.grid import LinkFlag, check_grid, from_rooms

ISLE = {
    (0, 0, 0): {
        "key": "Beach",
        "exits": {"north": (0, 1, 0), "ne": (2, 2), "up": (0, 0, 1), "boat": (2, 3, "harbour")},
    },
    (0, 1, 0): {"key": "Path", "exits": {"s": (0, 0, 0), "east": (3, 1, 0)}},
    (2, 2, 0): {
        "symbol": "T",
        "exits": {
            "southwest": (0, 0, 0),
            "Gate": {"to": (3, 1, 0), "needs": ["item:key"], "weight": 2, "aliases": ["g"]},
        },
    },
    (3, 1, 0): {"exits": {"hole": {"to": (0, 0, 1), "wormhole": True}}},
    (0, 0, 1): {"exits": {"down": (0, 0, "isle:0")}},
}


def picture(grid, z=0):
    return "\n" + "\n".join(grid.drawn[z].lines())


def test_ways_that_lead_where_they_point_are_lines_but_not_through_a_room():
    grid, findings = from_rooms(ISLE, "isle")
    assert findings == []
    assert (
        picture(grid)
        == r"""
    T
   /
#-/-->#
|/
U"""
    )
    assert picture(grid, 1) == "\nD"
    assert check_grid(grid) == []
    rooms = {(x, 0, 0): {"exits": {}} for x in range(3)}
    rooms[0, 0, 0]["exits"] = {"east": (2, 0, 0)}
    grid, _ = from_rooms(rooms, "row")
    assert picture(grid) == "\n# # #"
    assert grid.links == 1


def test_symbol_of_two_columns_is_warned_of_and_does_not_shift_its_row():
    rooms = {
        (0, 0, 0): {"symbol": "店", "exits": {"east": (1, 0, 0)}},
        (1, 0, 0): {"symbol": "e\u0301", "exits": {"west": (0, 0, 0)}},
    }
    grid, findings = from_rooms(rooms, "street")
    assert picture(grid) == "\n?-\u00e9"
    assert [str(finding) for finding in findings] == [
        "street: warning: the symbol '店' takes 2 columns, and is shown as '?'\n"
        "use a symbol that takes one column"
    ]


def test_exits_are_called_as_written_may_weigh_need_and_lead_out():
    grid, _ = from_rooms(ISLE, "isle")
    found = {grid.way_of(link).key: grid.way_of(link).aliases for link in range(grid.links)}
    assert found["northeast"] == ("ne",)
    assert found["south"] == ("s",)
    assert found["Gate"] == found["boat"] == ()
    gate = grid.link_by_name(grid.room_at(Coord(2, 2)), "gate")
    assert (grid.weight[gate], grid.needs[gate]) == (2.0, ("item:key",))
    assert grid.protos[grid.link_proto[gate]]["aliases"] == ["g"]
    hole = grid.link_by_name(grid.room_at(Coord(3, 1)), "hole")
    assert grid.link_flags[hole] == LinkFlag.WORMHOLE
    assert list(grid.outside.values()) == [Place("harbour", Coord(2, 3))]
    down = grid.link_by_name(grid.room_at(Coord(0, 0, 1)), "d")
    assert grid.target_of(down) == Place("isle", Coord(0, 0, 0))


def test_rooms_are_their_prototypes_and_options_dicts():
    rooms = {(x, 0): {"key": "Lane", "tags": ["a"]} for x in range(5)}
    grid, _ = from_rooms(rooms, "lane")
    assert grid.protos == ({"prototype_parent": "xyz_room", "key": "Lane", "tags": ["a"]},)
    with pytest.raises(RefusedError, match="options must be a dict, not 'fog'"):
        from_rooms({(0, 0): {}}, "bad", "fog")
    assert from_rooms({(0, 0): {}}, "good", {"fog": "explored"})[0].options == {"fog": "explored"}


@pytest.mark.parametrize(
    ("rooms", "fault"),
    [
        ([], "rooms must be a dict"),
        ({}, "rooms must be a dict"),
        ({"here": {}}, "'here' is not a place for a room"),
        ({(0, 0, -1): {}}, "(0, 0, -1) is not a place"),
        ({(0, 1000): {}}, "is not a place for a room"),
        ({(0, 0): {}, ("0", 0): {}}, "there are two rooms at (0,0,0)"),
        ({(0, 0): "Hall"}, "are not a dict"),
        ({(0, 0): {"exits": ["n"]}}, "or its exits are not a dict"),
        ({(0, 0): {"symbol": "##"}}, "the symbol of (0, 0) is too long"),
        ({(0, 0): {"exits": {"n": "north"}}}, "the exit 'n': 'north' of (0,0,0) is malformed"),
        ({(0, 0): {"exits": {" ": (0, 0)}}}, "is malformed"),
        ({(0, 0): {"exits": {"n": (1, "x", "town")}}}, "is malformed"),
        (
            {(0, 0): {"exits": {"n": (0, 1)}}},
            "the exit 'north' of (0,0,0) leads to (0,1,0), where there is no room",
        ),
        ({(0, 0): {"exits": {"n": {"to": (0, 0), "weight": 0}}}}, "cannot weigh 0"),
        ({(0, 0): {"exits": {"n": (0, 0), "North": (0, 0)}}}, "(0,0,0) has two exits 'North'"),
    ],
)
def test_what_is_malformed_is_refused_with_its_place(rooms, fault):
    with pytest.raises(RefusedError) as refused:
        from_rooms(rooms, "bad")
    (finding,) = refused.value.findings
    assert fault in finding.message
    assert finding.file == "bad"
    assert finding.cure
