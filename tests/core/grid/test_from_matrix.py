"""A matrix becomes a Grid: rooms, exits and their names, wormholes, transitions, options."""

import pytest

from tests.core.grid.cube_maps import CROSS, HEAD, WORMHOLES, grid_of, refused
from xyzgrid_ext.core.coords import Coord, Place


def exits(grid, *coord):
    """The exits of a room in the order in which they are listed: (key, aliases, token)."""
    room = grid.room_at(Coord(*coord))
    return [grid.way_of(link)[1:] for link in grid.links_of(room)]


# --- rooms and exits


def test_rooms_are_the_nodes_touched_and_exits_are_called_as_in_the_file():
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


def test_compass_renames_exits_and_keeps_their_directions():
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


def test_several_wormholes_of_a_node_are_numbered_in_the_order_of_the_file():
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
