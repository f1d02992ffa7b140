"""From map modules to rows: what is spawned, what a second spawn changes, what stays."""

import sys
import types

import pytest
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game import spawning
from xyzgrid_ext.game.script import get_xyzgrid
from xyzgrid_ext.game.typeclasses import XYZExit, XYZRoom

pytestmark = pytest.mark.django_db

HALL = r"""
+ 0 1 2

1 #-#
  |
0 #-->#

+ 0 1 2

"""


@pytest.fixture
def module(monkeypatch):
    """Return a function that makes a map module of keyword arguments."""

    def make(name, **data):
        found = types.ModuleType(name)
        found.XYMAP_DATA = data
        monkeypatch.setitem(sys.modules, name, found)
        return name

    return make


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


def names_of_exits(room):
    return sorted(exi.key for exi in room.exits)


def test_rooms_and_exits_stand_where_they_are_drawn(hall):
    cellar = XYZRoom.objects.get_xyz((0, 0, "Hall 7"))
    assert cellar.key == "Cellar"
    assert cellar.xyz == (0, 0, "Hall 7")
    assert cellar.db.desc == "Damp."
    assert names_of_exits(cellar) == ["east", "north"]
    north = XYZExit.objects.get(db_key="north")
    assert north.destination == XYZRoom.objects.get_xyz((0, 1, "Hall 7"))
    assert north.aliases.all() == ["n"]
    assert north.direction == "n"
    assert north.xyz_destination == (0, 1, "hall 7")


def test_a_spawned_room_has_what_evennia_gives_every_room(hall):
    room = XYZRoom.objects.get_xyz((0, 1, "Hall 7"))
    by_hand, _ = XYZRoom.create("Elsewhere", xyz=(9, 9, "elsewhere"))
    assert str(room.locks) == str(by_hand.locks)
    assert room.home == by_hand.home
    assert room.tags.get("warm", category="climate") == "warm"


def test_a_lock_of_one_direction_stays_on_that_exit(hall):
    north, south = XYZExit.objects.get(db_key="north"), XYZExit.objects.get(db_key="south")
    assert "traverse:perm(Builder)" in str(north.locks)
    assert "traverse:all()" in str(south.locks)


def test_a_second_spawn_has_nothing_to_do(hall):
    todo, _ = spawning.plan_of(hall.live, hall.live.grids)
    assert not todo


def test_what_a_builder_changed_and_no_prototype_names_survives(hall, module):
    hall_room = XYZRoom.objects.get_xyz((0, 1, "Hall 7"))
    hall_room.db.smell = "of bread"
    hall_room.db.desc = "A builder's words."
    hall_room.db_key = "Great hall"
    hall_room.save()
    hall.spawn()
    hall_room = XYZRoom.objects.get_xyz((0, 1, "Hall 7"))
    assert hall_room.key == "Hall"  # the prototype names it
    assert hall_room.db.smell == "of bread"


def test_a_changed_drawing_is_followed(hall, module, player):
    end = XYZRoom.objects.get_xyz((1, 1, "Hall 7"))
    player.character.move_to(end, quiet=True)
    drawn = HALL.replace("1 #-#", "1 #  ").replace("#-->#", "#-#  ")
    module("maps.hall", zcoord="Hall 7", map=drawn)
    hall.reload()
    todo, _ = spawning.plan_of(hall.live, hall.live.grids)
    assert set(todo.gone_rooms) == {(1, 1, "hall 7"), (2, 0, "hall 7")}
    hall.spawn()
    assert XYZRoom.objects.count() == 3
    east = XYZExit.objects.get(db_key="east")
    assert east.destination == XYZRoom.objects.get_xyz((1, 0, "Hall 7"))
    assert player.character.location.xyz == (0, 1, "Hall 7")


def test_what_the_grid_did_not_make_is_left_alone(hall, limbo):
    from evennia import create_object

    cellar = XYZRoom.objects.get_xyz((0, 0, "Hall 7"))
    create_object("evennia.DefaultExit", key="hatch", location=cellar, destination=limbo)
    hall.spawn()
    assert "hatch" in names_of_exits(cellar)


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
        assert not spawning.plan_of(grid.live, ["big"])[0]
    assert ObjectDB.objects.count() == 1 + 231 + 860


def test_deleting_a_map_removes_its_rooms_and_exits_only(hall, module):
    hall.add(module("maps.other", zcoord="other", map=HALL))
    hall.spawn()
    hall.remove_map("HALL 7")
    assert XYZRoom.objects.count() == 4
    assert {room.xyz[2] for room in XYZRoom.objects.all()} == {"other"}
    assert [record["maps"] for record in hall.records] == [["other"]]


def test_a_map_that_fails_leaves_the_others_working(hall, module):
    bad = module("maps.bad", zcoord="bad", map=HALL.replace("#-->#", "#-->-"))
    hall.db.maps = [*hall.records, {"reference": bad, "maps": ["bad"]}]
    hall.reload()
    assert [one.name for one in hall.live.failed] == ["bad"]
    assert "points to empty space" in hall.live.failed[0].findings[0].message
    assert hall.get_map("hall 7") is not None
