"""Grids made of `rooms` and of matrices."""

import pytest

from tests.core.grid.cube_maps import CROSS, HEAD, WORMHOLES, grid_of, refused
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


def test_ways_are_lines_past_rooms_and_symbols_of_two_columns_shift_no_row():
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


def test_exits_and_prototypes_of_rooms_are_as_they_are_written():
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


def exits(grid, *coord):
    room = grid.room_at(Coord(*coord))
    return [grid.way_of(link)[1:] for link in grid.links_of(room)]


# --- rooms and exits


def test_exits_are_called_as_in_the_file_or_by_the_compass_with_numbered_wormholes():
    grid, _ = grid_of(HEAD + "node 0 0 0 right\nwormhole 0 0 0 0 2 1\n")
    assert [tuple(c) for c in grid.coords.tolist()] == [
        (0, 0, 0), (1, 0, 0), (0, 2, 1), (2, 2, 2),
    ]  # fmt: skip
    assert (grid.start, grid.end, grid.current) == ((0, 0, 0), (2, 2, 2), (0, 0, 0))
    assert grid.levels == 3
    grid, _ = grid_of(CROSS)
    assert exits(grid, 1, 1, 1) == [
        ("forward", ("fo",), "fo"), ("backward", ("ba",), "ba"), ("up", ("u",), "u"),
        ("down", ("d",), "d"), ("left", ("le",), "le"), ("right", ("ri",), "ri"),
    ]  # fmt: skip
    assert exits(grid, 1, 1, 2) == [("backward", ("ba",), "ba")]
    grid, _ = grid_of(CROSS, options={"directions": "compass"})
    room = grid.room_at(Coord(1, 1, 1))
    assert {grid.way_of(link).direction: grid.way_of(link)[1:] for link in grid.links_of(room)} == {
        "forward": ("up", ("u",), "u"),
        "backward": ("down", ("d",), "d"),
        "up": ("north", ("n",), "n"),
        "down": ("south", ("s",), "s"),
        "left": ("west", ("w",), "w"),
        "right": ("east", ("e",), "e"),
    }
    assert grid.target_of(grid.link_by_name(room, "forward")) == Place("Cube", Coord(1, 1, 2))
    grid, _ = grid_of(WORMHOLES)
    assert exits(grid, 0, 0, 0) == [
        ("wormhole 1", ("wh1",), "wh1"),
        ("wormhole 2", ("wh2",), "wh2"),
    ]
    room = grid.room_at(Coord(0, 0, 0))
    assert grid.target_of(grid.link_by_name(room, "wormhole 1")).coord == (2, 2, 2)
    assert grid.target_of(grid.link_by_name(room, "wormhole 2")).coord == (1, 1, 1)
    # the way back of a two-way one counts among those of its own node
    assert [key for key, *_ in exits(grid, 1, 1, 1)] == ["wormhole 1", "wormhole 2"]


# --- transitions


def test_transition_is_an_exit_of_a_room_to_another_map():
    grid, findings = grid_of(CROSS, transitions={(1, 1, 1, " Trap Door "): (3, 4, " town ")})
    room = grid.room_at(Coord(1, 1, 1))
    link = grid.link_by_name(room, "trap door")
    assert grid.way_of(link)[1:] == ("Trap Door", (), "trap door")
    assert grid.target_of(link) == Place("town", Coord(3, 4))
    assert grid.target[link] == -1
    assert findings == []
    assert refused(transitions={(0, 2, 0, "out"): (0, 0, "town")}) == [
        ("bad-transition", "the transition (0, 2, 0, 'out') leaves a node that is not a room")
    ]


@pytest.mark.parametrize(
    ("key", "target"),
    [
        ((1, 1, "out"), (0, 0, "town")), ((), (0, 0, "town")), ("out", (0, 0, "town")),
        (None, (0, 0, "town")), ((1, 1, 1.5, "out"), (0, 0, "town")),
        ((1, 1, "--1", "out"), (0, 0, "town")), ((1, 1, 1, " "), (0, 0, "town")),
        ((1, 1, 1, "out"), (0, 0)), ((1, 1, 1, "out"), (0, 0, " ")),
        ((1, 1, 1, "out"), (0, None, "town")), ((1, 1, 1, "out"), None),
    ],
)  # fmt: skip
def test_a_malformed_transition_is_told(key, target):
    code, message = refused(transitions={key: target})[0]
    assert (code, message) == ("bad-transition", f"the transition {key!r}: {target!r} is malformed")


# --- options and odd data


@pytest.mark.parametrize("entry", ["prototypes", "options", "transitions"])
@pytest.mark.parametrize("value", ["text", [(1, 1, 1)], object()])
def test_an_entry_that_is_no_dict_is_told(entry, value):
    assert [code for code, _ in refused(**{entry: value})] == ["malformed-entry"]
