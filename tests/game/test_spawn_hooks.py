"""Hooks of a game's classes in a spawn: their order, what they see, and hooks that raise."""

import sys
import types
from importlib.machinery import ModuleSpec

import pytest
from spawned import HALL, forget_objects

from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom


def test_hooks_come_in_the_order_that_evennia_documents_and_see_the_prototype(
    limbo, module, monkeypatch
):
    rooms = types.ModuleType("maps.rooms")
    rooms.__spec__ = ModuleSpec("maps.rooms", None)
    monkeypatch.setitem(sys.modules, "maps.rooms", rooms)
    calls = []

    class ManyHooksRoom(XYZRoom):
        __module__ = "maps.rooms"

        def at_object_creation(self):
            calls.append("made")
            self.db.desc = "of its class"
            self.db.echo = "of its class"

        def at_object_post_creation(self):
            calls.append(f"ready as {self.db.desc}")

        def at_object_post_spawn(self, prototype=None):
            calls.append(f"spawned as {prototype['key']}, {self.db.desc}, {self.db.echo}")

    rooms.ManyHooksRoom = ManyHooksRoom
    prototype = {
        "prototype_parent": "xyz_room",
        "typeclass": "maps.rooms.ManyHooksRoom",
        "key": "Bay",
        "desc": "of the map",
        "number": lambda: 7,
    }
    grid = get_xyzgrid()
    grid.add(module("maps.hall", zcoord="hall", map=HALL, prototypes={(2, 0): prototype}))
    grid.spawn()
    assert calls == ["made", "ready as of the map", "spawned as Bay, of the map, of its class"]
    room = XYZRoom.objects.filter_xyz((2, 0, "hall")).get()
    assert room.db.number == 7
    assert room.tags.get(category="from_prototype") == "xyz_room"
    assert not drain(spawning.plan_steps(grid.live, grid.live.grids))
    changed = prototype | {"desc": "of the new map"}
    module("maps.hall", zcoord="hall", map=HALL, prototypes={(2, 0): changed})
    calls.clear()
    forget_objects()
    grid.reload()
    grid.spawn()
    assert calls == ["spawned as Bay, of the new map, of its class"], "as the contrib's update does"


@pytest.mark.parametrize(
    "hook", ["at_object_creation", "at_object_post_creation", "at_object_post_spawn"]
)
def test_a_hook_that_raises_is_named_by_spawn_with_its_object(
    limbo, run, module, monkeypatch, hook
):
    def fails(self, **kwargs):
        raise ZeroDivisionError("of the game")

    rooms = types.ModuleType("maps.rooms")
    rooms.__spec__ = ModuleSpec("maps.rooms", None)
    monkeypatch.setitem(sys.modules, "maps.rooms", rooms)
    rooms.Failing = type("Failing", (XYZRoom,), {"__module__": "maps.rooms", hook: fails})
    prototype = {"prototype_parent": "xyz_room", "typeclass": "maps.rooms.Failing", "key": "Bay"}
    module("maps.hall", zcoord="hall", map=HALL, prototypes={(2, 0): prototype})
    run("add", "maps.hall")
    code, told = run("spawn", "--yes")
    assert code == 1
    assert f"{hook} of maps.rooms.Failing failed for Bay (#" in told
    assert "ZeroDivisionError: of the game" in told
    assert "mend that hook" in told
    assert "Traceback" not in told
