"""Towers in play: 3D maps from drawings, spawned and walked, and shown by the launcher."""

import pytest
from evennia.contrib.grid.xyzgrid.xyzroom import XYZRoom as ContribRoom
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from tower_maps import FIELD_DATA, TOWER

from xyzgrid_ext.xyzroom import XYZExit

shared_maps = spawned_once(TOWER, FIELD_DATA)


@pytest.fixture
def walker(grid, player, clock):
    """Return a function: name of a room -> an ordinary player in it, with `walks`."""

    def put(name):
        player.character.move_to(ObjectDB.objects.get(db_key=name), quiet=True)
        return player

    def walks(line):
        before = len(player.sent)
        player.types(line)
        clock.pump([0.5] * 30)
        return player.text_since(before)

    player.walks = walks
    return put


def test_sheets_are_levels_of_the_contrib_and_ways_may_leave_them(grid):
    assert ContribRoom.objects.get_xyz(xyz=(1, 1, "tower:2")).key == "Lamp"
    assert len(ContribRoom.objects.filter_xyz(xyz=("*", "*", "tower:1"))) == 4
    ends = {"xyz": (2, 0, "tower:0"), "xyz_destination": (2, 0, "tower:1")}
    up = XYZExit.objects.get_xyz_exit(**ends)
    assert (up.key, up.aliases.all(), up.direction) == ("up", ["u"], "up")
    assert up.destination.key == "Hall"
    done = grid.spawn()  # and there is nothing more to do
    assert (done.rooms, done.exits, done.changed, done.removed) == (0, 0, 0, 0)
    directions, path = grid.get_map("tower:2").get_shortest_path((1, 1), (2, 0))
    assert directions == ["d", "e", "s", "u"]
    assert [(part.X, part.Y, part.Z) for part in path if hasattr(part, "node_index")] == [
        (1, 1, "tower:2"),
        (1, 1, "tower:1"),
        (2, 1, "tower:1"),
        (2, 0, "tower:1"),
        (2, 0, "tower:2"),
    ]


@pytest.mark.parametrize(
    ("typed", "level", "legend"),
    [
        ("map +", "floor 2 (also map 0 to map 2)", "D stairs down"),
        ("map 2", "floor 2 (also map 0 to map 2)", "D stairs down"),
        ("map -", "ground floor (also map 0 to map 2)", "U stairs up"),
        ("map 0", "ground floor (also map 0 to map 2)", "U stairs up"),
    ],
)
def test_map_shows_the_sheets_above_and_below(walker, typed, level, legend):
    lines = walker("Hall").types(typed).splitlines()
    assert lines[0].endswith(level)
    assert lines[-1] == legend
    assert lines[-1][0] in "".join(lines[1:-1])


def test_the_map_above_a_room_shows_stairs_and_names_the_level(walker):
    player = walker("Hall")
    player.types("west")
    before = len(player.sent)
    player.types("east")
    assert [line.strip() for line in player.text_since(before).splitlines()[1:6]] == [
        "U-#",
        "|",
        "-@-#",
        "floor 1, @ you: stairs up and down, U stairs up",
        "~" * 78,
    ]
