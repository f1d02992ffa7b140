"""From map modules to rows: what is spawned, what a second spawn changes, what stays."""

import sys

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from spawned import HALL

from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom


@pytest.fixture
def hall(limbo, module):
    """Return the grid with a drawn map of three rooms and five exits, spawned."""
    grid = get_xyzgrid()
    prototypes = {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Cellar", "desc": "Damp."},
        (0, 1): {"prototype_parent": "xyz_room", "key": "Hall", "tags": [("warm", "climate")]},
        (0, 0, "n"): {"prototype_parent": "xyz_exit", "locks": "traverse:perm(Builder)"},
    }
    grid.add(module("maps.hall", zcoord="Hall 7", map=HALL, prototypes=prototypes))
    grid.spawn()
    return grid


def test_a_lock_of_one_direction_stays_on_that_exit(hall):
    north, south = XYZExit.objects.get(db_key="north"), XYZExit.objects.get(db_key="south")
    assert "traverse:perm(Builder)" in str(north.locks)
    assert "traverse:all()" in str(south.locks)


def test_tags_that_are_made_while_a_map_is_read_are_no_harm(hall):
    steps = spawning.plan_steps(hall.live, hall.live.grids, pace=SERVER)
    step = next(steps)
    while step.what != "read":
        step = next(steps)
    last = XYZExit.objects.order_by("-pk").first()
    last.tags.add("gleam", category="a new one")
    assert not drain(steps)


def test_what_lies_in_the_second_room_of_one_place_is_kept_in_the_first(hall, limbo):
    second, _ = XYZRoom.create("Double", xyz=(9, 1, "Hall 7"))
    second.tags.remove("9", category="room_x_coordinate")
    second.tags.add("0", category="room_x_coordinate")
    box = create_object("evennia.DefaultObject", key="box", location=second, home=limbo)
    hall.spawn()
    box.refresh_from_db()
    assert box.location == XYZRoom.objects.get(db_key="Hall")


def test_the_number_of_queries_does_not_grow_with_the_rooms(
    limbo, module, django_assert_max_num_queries
):
    grid = get_xyzgrid()
    row = "#" + "-#" * 20
    lines = "\n".join([f"  {row}", "  " + "| " * 21] * 10)
    grid.add(module("maps.big", zcoord="big", map=f"+\n\n{lines}\n  {row}\n\n+\n\n"))
    assert grid.live.grids["big"].rooms == 231
    with django_assert_max_num_queries(200):
        grid.spawn()
    with django_assert_max_num_queries(20):
        assert not drain(spawning.plan_steps(grid.live, ["big"]))
    assert ObjectDB.objects.count() == 1 + 231 + 860


def test_the_name_of_a_map_that_was_taken_off_the_list_is_free(limbo, module):
    grid = get_xyzgrid()
    both = module("maps.both")
    drawn = {"map": HALL}
    sys.modules[both].XYMAP_DATA_LIST = [{"zcoord": "a", **drawn}, {"zcoord": "b", **drawn}]
    grid.add(both)
    grid.remove("a")
    grid.add(module("maps.other", zcoord="a", **drawn))
    assert not grid.live.unloaded_maps
    assert grid.live.loaded["a"].reference == "maps.other"


def test_values_that_are_functions_are_made_anew_for_each_room(limbo, module):
    numbers = iter(range(100))
    prototype = {"prototype_parent": "xyz_room", "number": lambda: next(numbers)}
    grid = get_xyzgrid()
    grid.add(module("maps.hall", zcoord="hall", map=HALL, prototypes={("*", "*"): prototype}))
    grid.spawn()
    values = [room.db.number for room in XYZRoom.objects.all()]
    assert len(set(values)) == 4
    grid.spawn()
    assert values == [room.db.number for room in XYZRoom.objects.all()]


def test_a_room_that_was_deleted_can_still_be_printed(hall):
    room = XYZRoom.objects.get_xyz((2, 0, "Hall 7"))
    room.delete()
    assert "None" in repr(room)
    assert str(room) == "A room"
    assert room.xyz == (None, None, None)
