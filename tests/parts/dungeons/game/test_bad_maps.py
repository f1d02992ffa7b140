"""A dungeon that cannot be is refused with place and fault; the caretaker sees to the others."""

import sys

from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker

DRAWN = {"zcoord": "bad", "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"}


def test_a_dungeon_without_its_goal_is_refused():
    dungeon = {"dungeon": {"start": (0, 0), "goal": (7, 7)}}
    loaded = load_data("world.m", {**DRAWN, "options": dungeon})
    assert loaded.grid is None
    assert any("bad has no goal at (7,7,0)" in one.message for one in loaded.findings)


def test_the_caretaker_goes_on_beside_a_map_that_does_not_load(spawn_maps, monkeypatch):
    town = {**DRAWN, "zcoord": "town"}
    grid = spawn_maps(DRAWN, town)
    module = next(one for name, one in sys.modules.items() if name.startswith("testmaps_"))
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [{**DRAWN, "map": "no drawing"}, town])
    grid.reload()
    caretaker = Caretaker()
    caretaker._world = lambda: grid.live
    caretaker.sweep()
    caretaker.look()
