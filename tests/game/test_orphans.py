"""What `prune` removes, and what it spares."""

import pytest

from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db.objects import INSTANCE
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.spawning import orphans, rooms_left
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

pytestmark = pytest.mark.django_db

LANE = {"zcoord": "lane", "map": "+\n\n  #-#-#\n\n+\n\n"}


def test_rooms_of_a_map_that_is_on_no_list_are_left_over(spawn_maps):
    grid = spawn_maps(LANE)
    assert not orphans(grid.live)
    grid.remove("lane")
    left = orphans(grid.live)
    assert rooms_left(left) == {"lane": 3}
    drain(spawning.apply_steps(grid.live, left))
    assert (XYZRoom.objects.count(), XYZExit.objects.count()) == (0, 0)


def test_rooms_of_an_instance_and_the_exits_in_them_are_spared(spawn_maps):
    grid = spawn_maps(LANE)
    for room in XYZRoom.objects.all():
        room.tags.add("of Ann", category=INSTANCE)
    grid.remove("lane")
    assert not orphans(grid.live)


def test_a_room_that_somebody_made_by_hand_is_spared(spawn_maps):
    grid = spawn_maps(LANE)
    XYZRoom.create("Cave", xyz=(1, 1, "elsewhere"))
    assert not orphans(grid.live)
