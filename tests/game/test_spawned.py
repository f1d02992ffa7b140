"""The maps that tests of a file share: what one test does to them, no other finds."""

import pytest
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from worlds import room, room_at

shared_maps = spawned_once(
    {
        "zcoord": "lane",
        "map": "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n",
        "prototypes": {("*", "*"): room("Lane")},
    }
)


@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_finds_the_maps_as_they_were_spawned(grid, limbo, player, turn):
    first, last = room_at(grid, 0, 0, "lane"), room_at(grid, 2, 0, "lane")
    assert (first.key, first.db.mark, first.ndb.mark) == ("Lane", None, None)
    assert [way.key for way in first.exits] == ["east"]
    assert [one.key for one in limbo.contents] == ["Ann"]
    assert grid.live.spawned("lane") == ObjectDB.objects.filter(db_key="Lane").count() == 3
    assert player.types("path (0,0,lane)").startswith("You are not on a map")
    player.character.move_to(first, quiet=True)
    assert player.types("path (2,0)").startswith("Lane is 2 steps")

    first.key, first.db.mark, first.ndb.mark = "Ruin", 1, 1
    first.exits[0].delete()
    last.delete()
    grid.live.forget_objects()
    assert not player.types("path (2,0)").startswith("Lane is 2 steps")


def test_a_test_may_have_maps_of_its_own_instead(no_maps, spawn_maps):
    grid = spawn_maps({"zcoord": "lane", "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"})
    assert grid.live.spawned("lane") == 2


def test_the_maps_are_there_again_after_it(grid):
    assert grid.live.spawned("lane") == 3
