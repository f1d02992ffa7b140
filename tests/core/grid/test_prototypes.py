"""Which prototype a room or an exit of a matrix has, and the keys that are told of."""

import numpy as np
import pytest

from tests.core.grid.cube_maps import CROSS, WORMHOLES, grid_of, refused
from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.core.grid import check_world, from_rooms
from xyzgrid_ext.core.grid.descriptions import words_in
from xyzgrid_ext.core.grid.from_matrix import with_prototypes


def proto_of(grid, coord, direction=None):
    """The name that the prototype of a room or exit has."""
    room = grid.room_at(Coord(*coord))
    if direction is None:
        return grid.protos[grid.room_proto[room]].get("key")
    return grid.protos[grid.link_proto[grid.link_by_name(room, direction)]].get("key")


def named(*keys):
    return {key: {"key": " ".join(map(str, key))} for key in keys}


def test_rooms_and_exits_have_prototypes_of_their_own_or_the_default_ones():
    grid, _ = grid_of(CROSS)
    assert grid.protos == ({"prototype_parent": "xyz_room"}, {"prototype_parent": "xyz_exit"})
    assert set(grid.room_proto.tolist()) == {0}
    assert set(grid.link_proto.tolist()) == {1}
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
    prototypes = named((1, 1, 1), (1, 1, 1, "up"), ("*", "*", "*", "*"), ("*", "*", "*", "fo"))
    grid, _ = grid_of(CROSS, prototypes=prototypes)
    assert proto_of(grid, (1, 1, 1), "up") == "1 1 1 up"
    assert proto_of(grid, (1, 1, 1), "forward") == "* * * fo"
    assert proto_of(grid, (1, 1, 1), "left") == "* * * *"
    assert proto_of(grid, (1, 2, 1), "down") == "* * * *"  # the way back has its own
    assert proto_of(grid, (1, 2, 1)) is None
    prototypes = named((1, 1, 1, "up"), (1, 1, 1, "south"))
    grid, _ = grid_of(CROSS, prototypes=prototypes, options={"directions": "compass"})
    assert proto_of(grid, (1, 1, 1), "up") == "1 1 1 up"  # the exit `north`
    assert proto_of(grid, (1, 1, 1), "forward") is None  # the exit `up`
    assert proto_of(grid, (1, 1, 1), "down") == "1 1 1 south"


def test_key_with_the_fewest_wildcards_wins_then_what_is_exact_further_left():
    prototypes = named((1, 1, 1), ("*", 1, 1), ("*", "*", 1), ("*", "*", "*"))
    grid, _ = grid_of(CROSS, prototypes=prototypes)
    assert proto_of(grid, (1, 1, 1)) == "1 1 1"
    assert proto_of(grid, (0, 1, 1)) == "* 1 1"
    assert proto_of(grid, (1, 2, 1)) == "* * 1"
    assert proto_of(grid, (1, 1, 2)) == "* * *"
    prototypes = named((1, "*", "*"), ("*", 1, "*"), ("*", "*", 1))
    grid, _ = grid_of(CROSS, prototypes=prototypes)
    assert proto_of(grid, (1, 1, 1)) == "1 * *"
    assert proto_of(grid, (0, 1, 1)) == "* 1 *"


def test_other_prototypes_make_the_same_grid_as_reading_it_anew_but_keep_its_rooms_and_links():
    columns = ("coords", "first_link", "target", "way", "weight", "link_flags")
    grid, _ = grid_of(WORMHOLES, prototypes=named((1, 1, 1)))
    for keys in ([], [(0, 0, 0), ("*", "*", "*")], [(0, 0, 0, "wh2"), ("*", "*", "*", "*")]):
        prototypes = {key: {"key": str(key), "needs": ["smallkey"]} for key in [*keys, (2, 0, 0)]}
        new, found = with_prototypes(grid, prototypes)
        fresh, anew = grid_of(WORMHOLES, prototypes=prototypes)
        assert [f.code for f in found] == [f.code for f in anew] == ["unused-prototype-key"]
        for name, value in vars(fresh).items():
            if isinstance(value, np.ndarray):
                assert getattr(new, name).tolist() == value.tolist(), name
            else:
                assert getattr(new, name) == value, name
        assert all(getattr(new, name) is getattr(grid, name) for name in columns)
        assert new.shares_links_with(grid) == (not new.needs)
    with pytest.raises(RefusedError, match="not a coordinate"):
        with_prototypes(grid, {"here": {}})


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


@pytest.mark.parametrize(
    "key", ["abc", None, (1, 1), (1, 1, 1, "up", 1), (1, 1, "x"), (True, 1, 1), (1, 1, "1" * 5000)]
)
def test_a_malformed_key_is_told(key):
    assert [code for code, _ in refused(prototypes={key: {}})] == ["malformed-prototype-key"]


def test_keys_that_mean_the_same_are_told_and_words_are_without_markup():
    prototypes = {(1, 1, 1, "up"): {}, ("1", 1, 1, "UP"): {}}
    assert refused(prototypes=prototypes) == [
        (
            "doubled-prototype-key",
            "the prototype keys (1, 1, 1, 'up') and ('1', 1, 1, 'UP') mean the same",
        )
    ]
    assert words_in("It |whums|n, the |ckeeper's|n bell.") == [
        "it", "hums", "the", "keeper's", "bell",
    ]  # fmt: skip


HALL = {"desc": ["A bell.", {"text": "It |whums|n.", "needs": ["puzzle:the lamp"]}]}


def found(hall, **lamp):
    """The findings of a world of two rooms: a hall, and another one."""
    rooms = {
        (0, 0, 0): {"key": "Hall", "exits": {"east": (1, 0, 0)}, **hall},
        (1, 0, 0): {"key": "Lamp", "exits": {"west": (0, 0, 0)}, **lamp},
    }
    grid = from_rooms(rooms, "isle")[0]
    codes = ("word-of-nothing", "detail-of-nothing")
    return [finding.code for finding in check_world({"isle": grid}) if finding.code in codes]


@pytest.mark.parametrize(
    ("hall", "lamp", "codes"),
    [
        (HALL, {}, ["word-of-nothing"]),
        (HALL, {"solves": "the lamp"}, []),
        (HALL, {"things": [{"key": "a lamp", "puzzle": "the lamp"}]}, []),
        ({"desc": [{"text": "Bats.", "unless": ["item:rope"]}]}, {}, []),
        ({"desc": "A bell.", "details": {"bell, rope": "Green."}}, {}, []),
        ({"desc": "A bell.", "details": {"gong": "Green."}}, {}, ["detail-of-nothing"]),
        ({"desc": "A bell.", "details": {"bell": "With a gong.", "gong": "So."}}, {}, []),
    ],
)
def test_words_and_details_of_nothing_are_told_of(hall, lamp, codes):
    assert found(hall, **lamp) == codes
