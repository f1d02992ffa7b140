"""What is odd about a map and about a world of maps: each fault, and the same without it."""

import pytest

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.core.grid import check_grid, check_world, from_matrix, from_rooms
from xyzgrid_ext.core.grid.places import ANY_MAP
from xyzgrid_ext.core.matrix import parse


@pytest.fixture
def faults(drawn):
    """Return a function: a drawing -> [(code, message), ...]."""
    return lambda drawing, **rest: told(check_grid(drawn(drawing, **rest)))


def told(findings):
    assert all(f.file and f.cure and f.line == 0 for f in findings)
    return [(f.code, f.message) for f in findings]


def world_of(*grids):
    return told(check_world({map_key(grid.name): grid for grid in grids}))


# --- one map


NO_WAY = "no way from the entrance leads to"
ONE_MAP = [  # a drawing, the code and the message
    ("#-#-#\n|   |\nS #-#", None, ""),
    ("#>#\n^ v\nS<#", None, ""),
    ("#", None, ""),
    ("S-#-#", None, ""),
    ("S-# #-#>#", "unreachable-room", f"{NO_WAY} (2,0), (3,0), (4,0)"),
    ("S-#<#", "unreachable-room", f"{NO_WAY} (2,0)"),
    (
        "S-# # # # # # # #",
        "unreachable-room",
        f"{NO_WAY} (2,0), (3,0), (4,0), (5,0), (6,0) and 2 more",
    ),
    (
        "# #-#-#",
        "unreachable-room",
        f"{NO_WAY} (0,0)",
    ),  # without a start the largest part is the inside
    ("S-#>#", "trap", "no way out of (2,0)"),
    ("S-#>E", None, ""),  # the end of a matrix is no trap
    ("S-#>E-#", None, ""),  # nor what lies behind it only
    ("S-#>#-#-E-#", None, ""),
    ("S-#>#-#", "one-way-region", "no way leads back from (2,0), (3,0)"),
    ("", "empty-map", "the map has no rooms"),
]


@pytest.mark.parametrize(("drawing", "code", "message"), ONE_MAP)
def test_rooms_without_a_way_in_or_out_are_told(faults, drawing, code, message):
    assert faults(drawing) == ([(code, message)] if code else [])


def test_doors_are_where_people_come_in_and_gates_into_the_same_map_are_links(drawn):
    grid = drawn("#-# #-#-#")
    assert told(check_grid(grid, [0])) == [
        ("unreachable-room", "no way from the entrance leads to (2,0), (3,0), (4,0)")
    ]
    assert check_grid(grid, [0, 2]) == []
    back = drawn("S-#>#", "a", {(2, 0, "gate"): (0, 0, "A")})
    assert world_of(back) == []
    far = drawn("S-# #-#", "a", {(0, 0, "gate"): (2, 0, "a")})
    assert world_of(far) == [("one-way-region", "no way leads back from (2,0), (3,0)")]
    island = drawn("#-#-# #-#", "a", {(3, 0, "gate"): (4, 0, "a")})
    assert world_of(island) == [
        ("unreachable-room", "no way from the entrance leads to (3,0), (4,0)")
    ]


def test_exit_to_another_map_and_a_wormhole_are_ways(faults):
    assert faults("S-#>#", outside={(2, 0, "out"): (0, 0, "b")}) == []
    assert told(check_grid(matrix("wormhole 0 0 0 2 2 2 twoway\n"))) == []
    assert told(check_grid(matrix("wormhole 2 2 2 0 0 0\n"))) == [
        ("unreachable-room", "no way from the entrance leads to (2,2,2)")
    ]
    assert told(check_grid(matrix("wormhole 0 0 0 2 2 2\n"))) == [("trap", "no way out of (2,2,2)")]


def matrix(text, **rest):
    head = "matrixedge 3\nstartnode 0 0 0\nendnode 1 0 0\nnode 0 0 0 right twoway\n"
    return from_matrix(parse(head + text, "c.matrix").matrix, "cube", **rest)[0]


# --- doubled directions


def doubled(*exit_names, **rest):
    transitions = {(0, 0, 0, name): (0, 0, "b") for name in exit_names}
    return [
        message
        for code, message in told(check_grid(matrix("", transitions=transitions, **rest)))
        if code == "doubled-direction"
    ]


def test_exits_that_a_word_could_mean_both_are_told():
    assert doubled("out", "gate", "left") == []
    assert doubled("Right") == ["(0,0,0) has more than one exit 'right'"]
    assert doubled("Gate", "gate ") == ["(0,0,0) has more than one exit 'gate'"]
    compass = {"directions": "compass"}
    assert doubled("east", options=compass) == ["(0,0,0) has more than one exit 'east'"]
    assert doubled("right", options=compass) == ["(0,0,0) has more than one exit 'right'"]
    assert doubled("west", options=compass) == []


def test_doubled_directions_ways_of_a_matrix_and_needs_without_item_are_told():
    found = check_grid(matrix("", transitions={(0, 0, 0, "right"): (0, 0, "b")}))
    assert [f.severity for f in found] == [Severity.ERROR]
    found = check_grid(matrix("node 1 0 0 up\n"))
    assert [(f.code, f.severity) for f in found] == [("trap", Severity.INFO)]
    east = "the exit 'east' of (0,0) needs"
    assert needing("brass key") == [
        (
            Severity.WARNING,
            f"{east} 'brass key', which nothing gives",
            "did you mean 'item:brass key'?",
        )
    ]
    ((_, said, cure),) = needing("lantern", things=[{"typeclass": "a.B", "key": "Lantern"}])
    assert said == f"{east} 'lantern', which nothing gives"
    assert cure == "did you mean 'item:lantern'?"


# --- a world


@pytest.mark.parametrize("target", [(9, 9, "Cellar"), (0, 0, "cellar:7")])
def test_what_a_map_that_does_not_load_may_explain_is_not_reported(drawn, target):
    town = drawn("S-#  #-#", "Town", {(1, 0, "down"): target})
    alone = {"town": town}
    assert {code for code, _ in told(check_world(alone))} == {"no-such-target", "unreachable-room"}
    assert check_world(alone, {"cellar"}) == []
    assert check_world(alone, {ANY_MAP}) == []  # a module failed before it could name its maps
    assert {code for code, _ in told(check_world(alone, {"inn"}))} == {"no-such-target"}


@pytest.mark.parametrize(
    "target", [(0, 0, "nowhere"), (5, 5, "cellar"), (0, 0, "cellar:7"), (-1, 0, "cellar")]
)
def test_a_target_that_does_not_exist_is_told(drawn, target):
    town = drawn("#-#", "Town", {(1, 0, "down"): target})
    cellar = drawn("#-#", "Cellar", {(0, 0, "up"): (1, 0, "TOWN")})
    x, y, name = target
    assert world_of(town, cellar)[0] == (
        "no-such-target",
        f"the exit 'down' of (1,0) leads to ({x},{y},{name}), where there is no room",
    )


def test_targets_and_exits_without_partner_are_told_where_others_have_theirs(drawn):
    cube = matrix("", transitions={(1, 0, 0, "out"): (0, 0, "town")})
    town = drawn("#-#", "town", {(0, 0, "in"): (1, 0, " CUBE:0 ")})
    assert world_of(cube, town) == []
    assert world_of(cube, drawn("#-#", "town", {(0, 0, "in"): (1, 0, "cube:1")}))[0][0] == (
        "no-such-target"
    )
    town = drawn("#-#", "Town", {(1, 0, "down"): (0, 0, "pit")})
    assert world_of(town, drawn("#-#", "Pit")) == [
        ("no-way-back", "the exit 'down' of (1,0) leads to Pit, and no exit of that map leads back")
    ]
    outside = {(0, 0, "down"): (0, 0, "pit"), (1, 0, "jump"): (1, 0, "pit")}
    back = {(0, 0, "up"): (0, 0, "town")}
    town, pit = drawn("#-#", "Town", outside), drawn("#-#", "Pit", back)
    assert world_of(town, pit) == [
        (
            "no-way-back",
            "the exit 'jump' of (1,0) leads to (1,0,Pit), and no exit of that room leads back",
        )
    ]
    both = {**back, (1, 0, "climb"): (0, 0, "town")}  # back to the map, if not to the same room
    assert world_of(town, drawn("#-#", "Pit", both)) == []
    grids = {
        "town": drawn("#-#", "town", {(1, 0, "down"): (0, 0, "pit")}),
        "pit": drawn("#-#", "pit"),
    }
    assert {f.severity for f in check_world(grids)} == {Severity.INFO}


def test_rooms_are_reached_from_where_other_maps_lead_and_left_by_some_door(drawn):
    """By itself the right part is the larger one; people come in on the left."""
    outside = {(0, 0, "out"): (0, 0, "town")}
    split = drawn("#-# #-#-#", "split", outside)
    town = drawn("#", "town", {(0, 0, "in"): (0, 0, "split")})
    assert world_of(split, town) == [
        ("unreachable-room", "no way from the entrance leads to (2,0), (3,0), (4,0)")
    ]
    split = drawn("#-# #-#", "split", {(0, 0, "out"): (0, 0, "town")})
    doors = {(0, 0, "in"): (0, 0, "split"), (0, 0, "chute"): (2, 0, "split")}
    assert world_of(split, drawn("#", "town", doors)) == [
        (
            "no-way-back",
            "the exit 'chute' of (0,0) leads to (2,0,split), and no exit of that room leads back",
        ),
        ("one-way-region", "no way leads back from (2,0), (3,0)"),
    ]
    joined = drawn("#-#-#-#", "split", {(0, 0, "out"): (0, 0, "town")})
    assert [code for code, _ in world_of(joined, drawn("#", "town", doors))] == ["no-way-back"]


def test_each_map_is_named_by_what_is_found_in_it(drawn):
    grids = {"a": drawn("#-#", "A"), "b": drawn("#-# #", "B"), "c": drawn("S-#>#", "C")}
    assert [(f.file, f.code) for f in check_world(grids)] == [
        ("B", "unreachable-room"),
        ("C", "trap"),
    ]
    assert check_world({}) == []


def needing(*words, **hall):
    rooms = {
        (0, 0, 0): {**hall, "exits": {"east": {"to": (1, 0, 0), "needs": list(words)}}},
        (1, 0, 0): {"exits": {"west": (0, 0, 0)}},
    }
    grid, _ = from_rooms(rooms, "hall")
    return [(f.severity, f.message, f.cure) for f in check_grid(grid)]


@pytest.mark.parametrize(
    ("word", "hall"),
    [
        ("item:brass key", {}),
        ("puzzle:the old lamp", {}),
        ("lock", {"things": [{"key": "lock"}]}),
        ("glyph", {}),  # of a game's own
    ],
)
def test_what_an_exit_may_need_is_not_warned_of(word, hall):
    assert needing(word, **hall) == []
