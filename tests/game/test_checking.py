"""`check` sees a map with the game: prototypes, classes, locks, boards; and has an end."""

import time
from itertools import count

import pytest
from evennia import create_object
from evennia.contrib.grid.xyzgrid.xymap_legend import MapLink
from worlds import room

from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.matrix.parse import MAX_FINDINGS
from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.terminal.files import read_text

DRAWING = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"
THING = "typeclasses.objects.Object"
numbers = count()


@pytest.fixture
def check(run, module):
    """Return a function (what the map says) -> exit code and what `check` prints of its module."""

    def checked(*, word="check", **data):
        data = {"zcoord": "lane", "map": DRAWING, **data}
        data = {key: value for key, value in data.items() if value is not None}
        return run(word, module(f"checked_{next(numbers)}", **data))

    return checked


@pytest.mark.parametrize(
    ("exit_", "told"),
    [
        ({"l": (1, 0, 0)}, "the exit 'l' is called 'l', and hides the command 'look'"),
        ({"map": (1, 0, 0)}, "'map', and hides the command 'map'"),
        (
            {"in": {"to": (1, 0, 0), "aliases": ["i"]}},
            "the exit 'in' is called 'i', and hides the command 'inventory'",
        ),
        ({"way": {"to": (1, 0, 0), "key": "|rsay|n"}}, "'say', and hides the command 'say'"),
    ],
)
def test_exit_called_as_a_command_is_warned_of(checked_rooms, exit_, told):
    code, text = checked_rooms(exit_)
    assert code == 0
    assert "lane: warning: (0,0,lane): the exit" in text
    assert told in text


def test_link_without_a_prototype_and_warnings_of_a_refused_map_are_told(check):
    """As MapLink itself has none; a spawn would have nothing to make its exits from."""

    class Ramp(MapLink):
        symbol = "/"
        directions = {"e": "w", "w": "e"}  # noqa: RUF012

    code, text = check(map="\n+ 0 1\n\n0 #/#\n\n+ 0 1\n", legend={"/": Ramp})
    assert code == 1
    assert "(0,0,lane) e: the prototype {} cannot be resolved: it is empty" in text
    assert "give it the prototype_parent xyz_room (for exits xyz_exit)" in text
    odd = {"prototype_parent": "xyz_room", "lokcs": "view:all()", "aliases": 5, "desc": 7, "key": 8}
    code, text = check(word="add", prototypes={(0, 0): odd}, options={"map_visual_range": "far"})
    assert (code, "did you mean 'locks'?" in text, "map_visual_range" in text) == (1, True, True)


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("brass key", "no findings"),
        ("stamp", "no findings"),
        ("Lamp", "no findings"),  # an object of the game
        ("bras key", "did you mean 'brass key'?"),
        ("crown", "needs 'crown', and nothing in the game has this name"),
    ],
)
def test_item_that_nothing_in_the_game_is_called_is_warned_of(check, item, told):
    create_object("evennia.objects.objects.DefaultObject", "lamp")
    brass, seal = {"key": "Brass Key"}, {"aliases": ["$choice('red seal', 'stamp')"]}
    things = {
        "prototype_parent": "xyz_room",
        "things": [t | {"typeclass": THING} for t in (brass, seal)],
    }
    gate = {"prototype_parent": "xyz_exit", "needs": [f"item:{item}"]}
    assert told in check(prototypes={(0, 0): things, (0, 0, "e"): gate})[1]


@pytest.mark.parametrize("name", ["north", "ladder", "look out", "tunnel", "u", "out"])
def test_exit_called_as_no_command_of_players_is_accepted(checked_rooms, name):
    """`tunnel` is for builders alone, and `out` answers only where there is no such exit."""
    assert checked_rooms({name: (1, 0, 0)})[1].strip() == "no findings"


@pytest.fixture
def checked_rooms(check):
    """Return a function (the exits of a room) -> exit code and what `check` prints."""

    def checked(exits):
        rooms = {(0, 0, 0): {"exits": exits}, (1, 0, 0): {"exits": {"back": (0, 0, 0)}}}
        return check(map=None, rooms=rooms)

    return checked


@pytest.mark.parametrize(
    ("prototype", "told"),
    [
        ({"prototype_parent": "xyz_rom"}, "resolved: there is no prototype 'xyz_rom'"),
        ({"prototype_parent": "xyz_roo"}, "'xyz_roo'; did you mean 'xyz_room'?"),
        ({"typeclass": "typeclasses.rooms.Rom"}, "Could not load typeclass"),
        (
            {"key": "Hall"},
            "lane: (0,0,lane): the prototype 'Hall' cannot be resolved: its class "
            "typeclasses.objects.Object is not based on",
        ),
        ({"typeclass": "xyzgrid_ext.xyzroom.XYZExit"}, "XYZExit is not based on"),
        (
            room("Hall", locks="get:"),
            "lane: (0,0,lane): the prototype 'Hall' cannot be resolved: Lock: 'get:'",
        ),
        (
            room("Hall", things=[{"prototype_parent": "no_box", "key": "box"}]),
            "(0,0,lane) things[0]: the prototype 'box' cannot be resolved: there is no prototype",
        ),
    ],
)
def test_what_the_game_does_not_have_is_told_with_its_place(check, prototype, told):
    code, text = check(prototypes={(0, 0): prototype})
    assert code == 1
    assert told in text


def test_a_file_of_which_nearly_all_is_wrong_is_given_up_within_a_second():
    began = time.process_time()
    parsed = parse("nodd 1 2 3 foward\n" * 100_000, "odd.matrix")
    assert time.process_time() - began < 1
    assert len(parsed.findings) == MAX_FINDINGS + 1
    assert "nothing after line 1,000 was read" in parsed.findings[-1].message


def test_device_is_no_file_of_a_map_and_read_to_a_bound(tmp_path):
    (one,) = load_maps("/dev/zero.matrix")
    assert one.findings[0].code == "unreadable"
    (tmp_path / "endless.matrix").symlink_to("/dev/zero")
    (one,) = load_maps(str(tmp_path / "endless.matrix"))
    assert "it is no file" in one.findings[0].message
    finding = read_text("/dev/zero")
    assert finding.code == "too-large"
