"""Rooms that all see alike are made once, and follow all that happens to them.

# north          the lane; beside it the moor, which everybody sees only where they have been
|
# middle ─ # east
"""

import pytest
from evennia import create_object
from spawned import spawned_once

from xyzgrid_ext.core.view import Door
from xyzgrid_ext.game.visibility import room_view

pytestmark = pytest.mark.django_db

LANE = {
    "zcoord": "lane",
    "map": """
 + 0 1

 1 #
   |
 0 #-#

 + 0 1
""",
}
MOOR = {"zcoord": "moor", "map": "\n + 0 1\n\n 0 #-#\n\n + 0 1\n", "options": {"fog": "explored"}}
MIDDLE = ("lane", 0)


shared_maps = spawned_once(LANE, MOOR)


@pytest.fixture
def room(grid):
    return grid.live.object(MIDDLE)


def seen(grid, player):
    return room_view.room_view(grid.live, player.character, MIDDLE)


def way(grid, direction):
    return grid.live.exit(MIDDLE, direction)


def told(view):
    return {one.direction or one.name: one for one in view.exits}


def test_it_is_made_once_for_everybody(grid, player, superuser):
    assert seen(grid, player) is seen(grid, superuser)


def test_a_name_or_a_tag_of_a_room_is_seen_at_once(grid, room, player):
    seen(grid, player)
    room.key = "Ford"
    assert seen(grid, player).name == "Ford"
    room.tags.add("shop", category="landmark")
    assert seen(grid, player).details == ("shop",)
    room.tags.remove("shop", category="landmark")
    assert seen(grid, player).details == ()


@pytest.mark.parametrize("lock", ["view:false()", "search:false()"])
def test_a_way_that_is_hidden_is_seen_by_nobody_else_any_more(grid, player, superuser, lock):
    seen(grid, player)
    way(grid, "e").locks.add(lock)
    assert set(told(seen(grid, player))) == {"n"}
    assert set(told(seen(grid, superuser))) == {"n", "e"}
    assert set(told(seen(grid, player))) == {"n"}


def test_a_lock_and_what_a_way_needs_are_seen_by_each_for_themselves(grid, player, superuser):
    seen(grid, player)
    way(grid, "e").locks.add("traverse:perm(Builder)")
    assert told(seen(grid, player))["e"].door is Door.LOCKED
    assert told(seen(grid, superuser))["e"].door is Door.NONE
    way(grid, "e").locks.add("traverse:all()")
    assert told(seen(grid, player))["e"].door is Door.NONE
    way(grid, "n").db.needs = ["item:lamp"]
    assert told(seen(grid, player))["n"].door is Door.LOCKED


def test_a_way_that_comes_goes_is_renamed_or_moves_is_seen(grid, room, player):
    seen(grid, player)
    hatch = create_object(
        "evennia.objects.objects.DefaultExit",
        key="hatch",
        location=room,
        destination=grid.live.object(("lane", 1)),
    )
    assert set(told(seen(grid, player))) == {"n", "e", "hatch"}
    hatch.key = "trapdoor"
    assert "trapdoor" in told(seen(grid, player))
    hatch.aliases.add("down")
    assert "d" in told(seen(grid, player))
    hatch.location = grid.live.object(("lane", 1))
    assert set(told(seen(grid, player))) == {"n", "e"}
    way(grid, "e").delete()
    assert set(told(seen(grid, player))) == {"n"}


def test_a_way_to_a_map_in_fog_is_told_to_who_has_been_there(grid, room, player, make_player):
    create_object(
        "evennia.objects.objects.DefaultExit",
        key="moor",
        location=room,
        destination=grid.live.object(("moor", 0)),
    )
    ben = make_player("Ben")
    ben.character.move_to(grid.live.object(("moor", 0)), move_type="teleport")
    there = grid.live.object_id(("moor", 0))
    assert told(seen(grid, ben))["moor"].target == there
    assert told(seen(grid, player))["moor"].target is None
    assert told(seen(grid, ben))["moor"].target == there
