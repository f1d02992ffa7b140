"""What a second spawn changes: drawings before and after, and rows that are the same either way."""

import sys
import types
from importlib.machinery import ModuleSpec

import pytest
from evennia.contrib.grid.xyzgrid.xymap_legend import MapTransitionNode
from spawned_again import room, settled, walks, way_out

from xyzgrid_ext.game.spawn.apply import Counts
from xyzgrid_ext.xyzroom import XYZRoom

pytestmark = pytest.mark.django_db


# --- drawings


def test_a_node_that_becomes_a_gate_is_followed(world):
    grid = world("#-#-#")
    grid.spawn()
    gate = type("Gate", (MapTransitionNode,), {"target_map_xyz": (0, 0, "world")})
    grid = world("#-#-T", legend={"T": gate})
    grid.spawn()
    assert walks(1, 0) == {"west": (0, 0), "east": (0, 0)}
    assert XYZRoom.objects.count() == 2
    assert settled(grid)


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


def test_a_way_that_gets_longer_leads_past_where_the_room_was(world):
    world("#-#-#").spawn()
    east = way_out(0, 0, "east").pk
    grid = world("#---#")
    grid.spawn()
    assert walks(0, 0) == {"east": (2, 0)}
    assert walks(2, 0) == {"west": (0, 0)}
    assert way_out(0, 0, "east").pk == east
    assert settled(grid)


def test_an_exit_that_is_renamed_stays_the_same_object_and_keeps_its_old_names(world, way):
    grid = world("#-#")
    grid.spawn()
    door = way_out(0, 0, "east").pk
    named = {(0, 0, "e"): {"prototype_parent": "xyz_exit", "key": "Oak door"}}
    grid = world("#-#", prototypes=named)
    kept = way()
    grid.spawn()
    found = way_out(0, 0, "Oak door")
    assert (found.pk, set(found.aliases.all())) == (door, {"east", "e"})
    assert settled(grid)
    del kept


# --- classes


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
    assert grid.spawn() == Counts(changed=1)
    found = room(0, 0)
    assert type(found).__name__ == "ForgeRoom"
    assert (found.db.fire, found.db.desc, found.db.smell) == ("lit", "of the map", "of smoke")
    assert walks(0, 0) == {"east": (1, 0)}
    assert settled(grid)
    del kept
