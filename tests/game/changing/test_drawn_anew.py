"""What a second spawn changes: drawings before and after, and rows that are the same either way."""

import sys
import types
from importlib.machinery import ModuleSpec

import pytest
from second_spawn import room, settled, walks, way_out

from xyzgrid_ext.game.spawn.apply import SpawnCounts
from xyzgrid_ext.xyzroom import XYZRoom


def test_an_exit_whose_end_is_drawn_elsewhere_keeps_its_row(world):
    before = """
#-# #
| |
#-#-#
"""
    after = """
#-#-#
| |
#-# #
"""
    grid = world(before, options={})
    grid.spawn()
    kept = way_out(0, 0, "east").pk
    world(after).spawn()
    assert walks(1, 1) == {"west": (0, 1), "south": (1, 0), "east": (2, 1)}
    assert walks(1, 0) == {"west": (0, 0), "north": (1, 1)}
    assert way_out(0, 0, "east").pk == kept
    assert settled(grid)


@pytest.fixture(scope="module")
def forge():
    """Return the path of a class of rooms with a hook of its own."""
    module = types.ModuleType("maps.forges")
    module.__spec__ = ModuleSpec("maps.forges", None)

    class ForgeRoom(XYZRoom):
        __module__ = "maps.forges"

        def at_object_creation(self):
            self.db.fire = "lit"
            self.db.desc = "of its class"

    module.ForgeRoom = ForgeRoom
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "maps.forges", module)
        yield "maps.forges.ForgeRoom"


def test_a_room_that_becomes_another_class_gets_what_that_gives_its_rooms(world, way, forge):
    grid = world("#-#")
    grid.spawn()
    room(0, 0).db.smell = "of smoke"
    own = {"prototype_parent": "xyz_room", "typeclass": forge, "desc": "of the map"}
    grid = world("#-#", prototypes={(0, 0): own})
    kept = way()
    assert grid.spawn() == SpawnCounts(changed=1)
    found = room(0, 0)
    assert type(found).__name__ == "ForgeRoom"
    assert (found.db.fire, found.db.desc, found.db.smell) == ("lit", "of the map", "of smoke")
    assert walks(0, 0) == {"east": (1, 0)}
    assert settled(grid)
    del kept
