"""What the contrib spawns or routes wrongly; numbers are those of `spec/upstream.md`."""

import pickle

from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

LANE = "\n+ 0 1 2\n\n0 #-#-{}\n\n+ 0 1 2\n\n"


def lane(end="#", name="lane", **data):
    return {"zcoord": name, "map": LANE.format(end), **data}


# --- 7


def test_a_node_can_be_unspawned_and_spawned_again(limbo, module):
    grid = get_xyzgrid()
    grid.add(module("defectmaps", lane()))
    grid.spawn()
    node = grid.get_map("lane").get_node_from_coord((1, 0))
    node.unspawn()
    assert sorted(room.xyz[0] for room in XYZRoom.objects.all()) == [0, 2]
    assert not XYZExit.objects.count()
    node.unspawn()
    grid.spawn()
    assert (XYZRoom.objects.count(), XYZExit.objects.count()) == (3, 4)


# --- 18


def test_nothing_is_pickled_and_no_file_is_written(limbo, module, monkeypatch, tmp_path, settings):
    def refuse(*args, **kwargs):
        raise AssertionError("pickled")

    settings.CACHE_DIR = settings.GAME_DIR = str(tmp_path / "gone")
    monkeypatch.setattr("evennia.contrib.grid.xyzgrid.xymap._CACHE_DIR", str(tmp_path / "gone"))
    for name in ("load", "dump"):  # to and from files; Evennia keeps attributes by `dumps`
        monkeypatch.setattr(pickle, name, refuse)
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o500)
    try:
        grid = get_xyzgrid()
        grid.add(module("defectmaps", lane(name="../../x"), lane(name="/etc/x")))
        grid.spawn()
        assert grid.get_map("../../x").get_shortest_path((0, 0), (2, 0))[0] == ["e", "e"]
        assert list(tmp_path.iterdir()) == []
    finally:
        tmp_path.chmod(0o700)
