"""A matrix becomes a Grid: rooms, exits and their names, wormholes, transitions, prototypes."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord, Direction, Place
from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.core.grid import LinkFlag, dressed, from_matrix
from xyzgrid_ext.core.matrix import parse

HEAD = "matrixedge 3\nstartnode 0 0 0\nendnode 2 2 2\n"
CROSS = HEAD + "".join(f"node 1 1 1 {d.value} twoway\n" for d in Direction)
WORMHOLES = HEAD + "wormhole 0 0 0 2 2 2\nwormhole 0 0 0 1 1 1 twoway\nwormhole 1 1 1 2 2 2\n"


def grid_of(text, **rest):
    grid, findings = from_matrix(parse(text, "cube.matrix").matrix, "Cube", **rest)
    return grid, findings


def exits(grid, *coord):
    """The exits of a room in the order in which they are listed: (key, aliases, token)."""
    room = grid.room_at(Coord(*coord))
    return [grid.way_of(link)[1:] for link in grid.links_of(room)]


def refused(text=CROSS, **rest):
    """The findings that refuse a map: (code, message, cure)."""
    with pytest.raises(RefusedError) as refusal:
        grid_of(text, **rest)
    found = refusal.value.findings
    assert all(finding.file == "Cube" and finding.cure for finding in found)
    return [(finding.code, finding.message) for finding in found]


# --- rooms and exits


def test_rooms_are_the_nodes_that_something_touches():
    grid, _ = grid_of(HEAD + "node 0 0 0 right\nwormhole 0 0 0 0 2 1\n")
    assert [tuple(c) for c in grid.coords.tolist()] == [
        (0, 0, 0), (1, 0, 0), (0, 2, 1), (2, 2, 2),
    ]  # fmt: skip
    assert (grid.start, grid.end, grid.current) == ((0, 0, 0), (2, 2, 2), (0, 0, 0))
    assert grid.levels == 3


def test_exits_are_called_as_in_the_file_and_listed_in_its_order():
    grid, _ = grid_of(CROSS)
    assert exits(grid, 1, 1, 1) == [
        ("forward", ("fo",), "fo"),
        ("backward", ("ba",), "ba"),
        ("up", ("u",), "u"),
        ("down", ("d",), "d"),
        ("left", ("le",), "le"),
        ("right", ("ri",), "ri"),
    ]
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
    assert grid.target_of(grid.link_named(room, "forward")) == Place("Cube", Coord(1, 1, 2))


def test_a_single_wormhole_has_no_number():
    grid, _ = grid_of(HEAD + "wormhole 0 0 0 2 2 2\n")
    assert exits(grid, 0, 0, 0) == [("wormhole", ("wh",), "wh")]


def test_several_wormholes_of_a_node_are_numbered_in_the_order_of_the_file():
    grid, _ = grid_of(WORMHOLES)
    assert exits(grid, 0, 0, 0) == [
        ("wormhole 1", ("wh1", "wormhole", "wh"), "wh1"),
        ("wormhole 2", ("wh2",), "wh2"),
    ]
    room = grid.room_at(Coord(0, 0, 0))
    assert grid.target_of(grid.link_named(room, "wormhole 1")).coord == (2, 2, 2)
    assert grid.target_of(grid.link_named(room, "wormhole 2")).coord == (1, 1, 1)
    # the way back of a two-way one counts among those of its own node
    assert [key for key, *_ in exits(grid, 1, 1, 1)] == ["wormhole 1", "wormhole 2"]


def test_only_wormholes_are_marked_as_wormholes():
    grid, _ = grid_of(WORMHOLES + "node 0 0 0 right\n")
    room = grid.room_at(Coord(0, 0, 0))
    marked = {
        grid.way_of(link).key: bool(grid.link_flags[link] & LinkFlag.WORMHOLE)
        for link in grid.links_of(room)
    }
    assert marked == {"right": False, "wormhole 1": True, "wormhole 2": True}


# --- transitions


def test_a_transition_is_an_exit_to_another_map():
    grid, findings = grid_of(CROSS, transitions={(1, 1, 1, " Trap Door "): (3, 4, " town ")})
    room = grid.room_at(Coord(1, 1, 1))
    link = grid.link_named(room, "trap door")
    assert grid.way_of(link)[1:] == ("Trap Door", (), "trap door")
    assert grid.target_of(link) == Place("town", Coord(3, 4))
    assert grid.target[link] == -1
    assert findings == []


@pytest.mark.parametrize(
    ("key", "target"),
    [
        ((1, 1, "out"), (0, 0, "town")),
        ((1, 1, 1, 1, "out"), (0, 0, "town")),
        ((), (0, 0, "town")),
        ("out", (0, 0, "town")),
        ("111x", (0, 0, "town")),
        (7, (0, 0, "town")),
        (None, (0, 0, "town")),
        ((1, 1, "x", "out"), (0, 0, "town")),
        ((1, 1, 1.5, "out"), (0, 0, "town")),
        ((1, 1, float("inf"), "out"), (0, 0, "town")),
        ((1, 1, "--1", "out"), (0, 0, "town")),
        ((1, 1, 1, " "), (0, 0, "town")),
        ((1, 1, 1, None), (0, 0, "town")),
        ((1, 1, 1, "out"), (0, 0)),
        ((1, 1, 1, "out"), (0, 0, 0, "town")),
        ((1, 1, 1, "out"), (0, 0, " ")),
        ((1, 1, 1, "out"), (0, 0, None)),
        ((1, 1, 1, "out"), (0, None, "town")),
        ((1, 1, 1, "out"), (0, float("inf"), "town")),
        ((1, 1, 1, "out"), "00t"),
        ((1, 1, 1, "out"), None),
        ((1, 1, 1, "out"), {"x": 1, "y": 2, "z": 3}),
    ],
)
def test_a_malformed_transition_is_told(key, target):
    code, message = refused(transitions={key: target})[0]
    assert (code, message) == ("bad-transition", f"the transition {key!r}: {target!r} is malformed")


def test_a_transition_leaves_a_room():
    assert refused(transitions={(0, 2, 0, "out"): (0, 0, "town")}) == [
        ("bad-transition", "the transition (0, 2, 0, 'out') leaves a node that is not a room")
    ]


# --- prototypes


def proto_of(grid, coord, direction=None):
    """The name that the prototype of a room or exit has."""
    room = grid.room_at(Coord(*coord))
    if direction is None:
        return grid.protos[grid.room_proto[room]].get("key")
    return grid.protos[grid.link_proto[grid.link_named(room, direction)]].get("key")


def named(*keys):
    """Prototypes whose names are their keys."""
    return {key: {"key": " ".join(map(str, key))} for key in keys}


def test_without_prototypes_rooms_and_exits_have_the_default_ones():
    grid, _ = grid_of(CROSS)
    assert grid.protos == ({"prototype_parent": "xyz_room"}, {"prototype_parent": "xyz_exit"})
    assert set(grid.room_proto.tolist()) == {0}
    assert set(grid.link_proto.tolist()) == {1}


def test_a_prototype_without_parent_gets_the_default_one():
    own = {
        (1, 1, 1): {"key": "Hub"},
        (0, 1, 1): {"key": "Own", "prototype_parent": "other"},
        (2, 1, 1): {"key": "Class", "typeclass": "a.Room"},
        (1, 1, 1, "up"): {"key": "ladder"},
    }
    grid, _ = grid_of(CROSS, prototypes=own)
    by_name = {proto.get("key"): proto for proto in grid.protos}
    assert by_name["Hub"]["prototype_parent"] == "xyz_room"
    assert by_name["ladder"]["prototype_parent"] == "xyz_exit"
    assert by_name["Own"]["prototype_parent"] == "other"
    assert "prototype_parent" not in by_name["Class"]
    assert own[1, 1, 1] == {"key": "Hub"}  # what the author wrote stays as it is


def test_the_key_with_the_fewest_wildcards_wins():
    prototypes = named((1, 1, 1), ("*", 1, 1), ("*", "*", 1), ("*", "*", "*"))
    grid, _ = grid_of(CROSS, prototypes=prototypes)
    assert proto_of(grid, (1, 1, 1)) == "1 1 1"
    assert proto_of(grid, (0, 1, 1)) == "* 1 1"
    assert proto_of(grid, (1, 2, 1)) == "* * 1"
    assert proto_of(grid, (1, 1, 2)) == "* * *"


def test_of_equally_many_wildcards_what_is_exact_further_left_wins():
    prototypes = named((1, "*", "*"), ("*", 1, "*"), ("*", "*", 1))
    grid, _ = grid_of(CROSS, prototypes=prototypes)
    assert proto_of(grid, (1, 1, 1)) == "1 * *"
    assert proto_of(grid, (0, 1, 1)) == "* 1 *"


def test_rooms_and_exits_have_prototypes_of_their_own():
    prototypes = named((1, 1, 1), (1, 1, 1, "up"), ("*", "*", "*", "*"), ("*", "*", "*", "fo"))
    grid, _ = grid_of(CROSS, prototypes=prototypes)
    assert proto_of(grid, (1, 1, 1), "up") == "1 1 1 up"
    assert proto_of(grid, (1, 1, 1), "forward") == "* * * fo"
    assert proto_of(grid, (1, 1, 1), "left") == "* * * *"
    assert proto_of(grid, (1, 2, 1), "down") == "* * * *"  # the way back has its own
    assert proto_of(grid, (1, 2, 1)) is None


def test_other_prototypes_make_the_same_grid_as_reading_it_anew_but_keep_its_rooms_and_links():
    columns = ("coords", "first", "target", "way", "weight", "link_flags")
    grid, _ = grid_of(WORMHOLES, prototypes=named((1, 1, 1)))
    for keys in ([], [(0, 0, 0), ("*", "*", "*")], [(0, 0, 0, "wh2"), ("*", "*", "*", "*")]):
        prototypes = {key: {"key": str(key), "needs": ["smallkey"]} for key in [*keys, (2, 0, 0)]}
        new, found = dressed(grid, prototypes)
        fresh, anew = grid_of(WORMHOLES, prototypes=prototypes)
        assert [f.code for f in found] == [f.code for f in anew] == ["unused-prototype-key"]
        for name, value in vars(fresh).items():
            if isinstance(value, np.ndarray):
                assert getattr(new, name).tolist() == value.tolist(), name
            else:
                assert getattr(new, name) == value, name
        assert all(getattr(new, name) is getattr(grid, name) for name in columns)
        assert new.has_links_of(grid) == (not new.needs)
    with pytest.raises(RefusedError, match="not a coordinate"):
        dressed(grid, {"here": {}})


def test_exits_go_by_all_their_names_in_any_case():
    prototypes = named((1, 1, 1, "FO"), (1, 1, 1, " Ba "))
    grid, _ = grid_of(CROSS, prototypes=prototypes)
    assert proto_of(grid, (1, 1, 1), "forward") == "1 1 1 FO"
    assert proto_of(grid, (1, 1, 1), "backward") == "1 1 1  Ba "
    grid, _ = grid_of(WORMHOLES, prototypes=named((0, 0, 0, "wh2")))
    assert proto_of(grid, (0, 0, 0), "wormhole 2") == "0 0 0 wh2"
    assert proto_of(grid, (0, 0, 0), "wormhole 1") is None


def test_a_word_of_the_file_is_meant_before_the_same_word_of_the_compass():
    prototypes = named((1, 1, 1, "up"), (1, 1, 1, "south"))
    grid, _ = grid_of(CROSS, prototypes=prototypes, options={"directions": "compass"})
    assert proto_of(grid, (1, 1, 1), "up") == "1 1 1 up"  # the exit `north`
    assert proto_of(grid, (1, 1, 1), "forward") is None  # the exit `up`
    assert proto_of(grid, (1, 1, 1), "down") == "1 1 1 south"


def test_a_transition_has_a_prototype_like_other_exits():
    grid, _ = grid_of(
        CROSS, prototypes=named((1, 1, 1, "out")), transitions={(1, 1, 1, "Out"): (0, 0, "town")}
    )
    assert proto_of(grid, (1, 1, 1), "out") == "1 1 1 out"


@pytest.mark.parametrize(
    "key",
    [
        (0, 2, 0),
        (1, 1, 1, "sideways"),
        (0, 0, 0, "up"),
        ("*", "*", 7),
        ("*", "*", "*", "foward"),
        (-1, 0, 0),
        (10**18, 0, 0),
    ],
)
def test_a_prototype_that_nothing_uses_is_told(key):
    _, findings = grid_of(CROSS, prototypes={key: {}})
    assert [(f.severity, f.code) for f in findings] == [(Severity.WARNING, "unused-prototype-key")]
    assert repr(key) in findings[0].message


def test_a_default_that_nothing_uses_is_fine():
    every_room = named(*{tuple(c) for c in grid_of(CROSS)[0].coords.tolist()})
    _, findings = grid_of(CROSS, prototypes={**every_room, ("*", "*", "*"): {"key": "any"}})
    assert findings == []


@pytest.mark.parametrize(
    "key",
    [
        5,
        "abc",
        None,
        (),
        (1, 1),
        (1, 1, 1, "up", 1),
        (1, 1, "x"),
        (1, 1, 1.5),
        (1, 1, "--5"),
        (1, 1, None),
        (True, 1, 1),
        (1, 1, "1" * 5000),
    ],
)
def test_a_malformed_key_is_told(key):
    assert [code for code, _ in refused(prototypes={key: {}})] == ["malformed-prototype-key"]


@pytest.mark.parametrize("prototype", ["xyz_room", None, 5, [("key", "Hall")]])
def test_a_prototype_that_is_no_dict_is_told(prototype):
    assert [code for code, _ in refused(prototypes={(1, 1, 1): prototype})] == [
        "malformed-prototype"
    ]


def test_two_keys_that_mean_the_same_are_told():
    prototypes = {(1, 1, 1, "up"): {}, ("1", 1, 1, "UP"): {}}
    assert refused(prototypes=prototypes) == [
        (
            "doubled-prototype-key",
            "the prototype keys (1, 1, 1, 'up') and ('1', 1, 1, 'UP') mean the same",
        )
    ]


# --- options and odd data


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("directions", "Compass"),
        ("wormholes", True),
        ("play", None),
        ("play", ["matrix"]),
        ("fog", "explore"),
        ("public", False),
        ("rooms", "some"),
    ],
)
def test_an_option_with_a_wrong_value_is_told(option, value):
    assert refused(options={option: value}) == [
        ("bad-option", f"option {option!r} cannot be {value!r}")
    ]


def test_options_that_are_not_ours_are_kept():
    grid, _ = grid_of(CROSS, options={"map_visual_range": 3})
    assert grid.options == {"map_visual_range": 3}


@pytest.mark.parametrize("entry", ["prototypes", "options", "transitions"])
@pytest.mark.parametrize("value", ["text", 5, [1, 2], [(1, 1, 1)], {1, 2}, object()])
def test_an_entry_that_is_no_dict_is_told(entry, value):
    assert [code for code, _ in refused(**{entry: value})] == ["malformed-entry"]


def test_all_faults_are_told_at_once():
    codes = [
        code
        for code, _ in refused(
            prototypes={5: {}, (1, 1, 1): 5},
            options={"play": "no", "wormholes": "no"},
            transitions={(1, 1, 1, "x"): 5},
        )
    ]
    assert sorted(codes) == [
        "bad-option",
        "bad-option",
        "bad-transition",
        "malformed-prototype",
        "malformed-prototype-key",
    ]


odd = st.recursive(
    st.none() | st.integers(-2, 3) | st.sampled_from(["*", "up", "1", ""]) | st.floats(),
    lambda inner: st.tuples(inner, inner) | st.tuples(inner, inner, inner, inner),
    max_leaves=5,
)
entries = st.dictionaries(odd, odd, max_size=4) | odd


@given(entries, entries, entries)
def test_odd_entries_give_a_grid_or_findings(prototypes, options, transitions):
    with suppress(RefusedError):
        grid, _ = grid_of(CROSS, prototypes=prototypes, options=options, transitions=transitions)
        assert grid.rooms == 9
