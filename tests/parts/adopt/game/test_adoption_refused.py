"""Adopting and unadopting games whose maps change or fail on the way; each test has its own."""

import sys
import types

import pytest
from contrib_games import (
    NOTHING,
    change_by_hand,
    contrib_game,
    exit_of,
    lane,
    legends_put_back,
    module,
    rows,
)
from evennia.contrib.grid.xyzgrid import xymap_legend
from evennia.contrib.grid.xyzgrid import xyzgrid as contrib_grid
from evennia.scripts.models import ScriptDB
from spawned import savepoint_undone

from xyzgrid_ext.game.db import typeclass_paths
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid


class GoneNode(xymap_legend.MapNode):
    """A class of a legend that its module does not have for long."""

    symbol = "G"


@pytest.fixture(autouse=True)
def game(limbo, tmp_path, monkeypatch, settings):
    """Return a function: modules or data -> the contrib's grid with these maps, spawned by it."""
    with legends_put_back(GoneNode):
        yield contrib_game(tmp_path, monkeypatch, settings)


# --- there


def test_a_game_without_any_grid_has_nothing_to_adopt(limbo, run):
    assert run("adopt")[0] == run("unadopt")[0] == 0
    assert not ScriptDB.objects.exists()


# --- what is told


def test_a_list_of_maps_that_cannot_be_read_is_made_anew_of_named_modules(game, run, monkeypatch):
    node = types.ModuleType("maps_node")
    node.Gone = type("Gone", (GoneNode,), {"__module__": "maps_node", "__qualname__": "Gone"})
    monkeypatch.setitem(sys.modules, "maps_node", node)
    name = module(monkeypatch, "maps_gone", XYMAP_DATA=lane("Gone Lane", legend={"G": node.Gone}))
    game(name)
    before = rows()
    monkeypatch.delattr(node, "Gone")
    typeclass_paths.flush_objects()
    code, text = run("adopt", "--yes")
    assert code == 1
    assert "the contrib's list of its maps cannot be read" in text
    assert "Its rooms are on 'gone lane'" in text
    assert "evennia xyzgrid adopt world.mymap" in text
    assert rows()["ObjectDB"] == before["ObjectDB"]
    monkeypatch.setattr(sys.modules["maps_gone"], "XYMAP_DATA", lane("Gone Lane"))
    assert run("adopt", name, "--yes")[0] == 0
    assert run("plan") == NOTHING
    run("unadopt", "--yes")
    assert list(contrib_grid.get_xyzgrid().grid) == ["Gone Lane"]


def test_a_map_that_does_not_load_is_told_and_adopted_to_the_end_when_it_does(
    game, run, monkeypatch
):
    name = module(monkeypatch, "maps_lane", XYMAP_DATA=lane("lane"))
    game(name)
    monkeypatch.setattr(sys.modules[name], "XYMAP_DATA", lane("lane") | {"map": "+ 0\n"})
    code, text = run("adopt", "--yes")
    assert (code, "Adopt again when it does" in text) == (0, True)
    assert exit_of((0, 0, "lane"), "east").direction is None
    monkeypatch.setattr(sys.modules[name], "XYMAP_DATA", lane("lane"))
    get_xyzgrid().reload()
    assert "6 exits get the tag" in run("adopt", "--yes")[1]
    assert exit_of((0, 0, "lane"), "east").direction == "e"


# --- and back


def test_there_and_back_leaves_every_row_as_it_was(game, run, monkeypatch):
    data = [lane("Lane One", 5), lane("2", 4), lane(3, 3) | {"options": {"map_mode": "scan"}}]
    game(module(monkeypatch, "maps_lanes", XYMAP_DATA_LIST=data))
    for seed in range(6):
        with savepoint_undone():
            change_by_hand(seed)
            before = rows()
            assert run("adopt", "--yes")[0] == 0
            assert rows() != before
            assert run("unadopt", "--yes")[0] == 0
            assert rows() == before, seed
            assert list(contrib_grid.get_xyzgrid().grid) == ["Lane One", "2", 3]


def test_a_module_that_does_not_load_keeps_the_game_ours(game, run, monkeypatch):
    name = module(monkeypatch, "maps_lane", XYMAP_DATA=lane("lane"))
    game(name)
    run("adopt", "--yes")
    before = rows()
    monkeypatch.delattr(sys.modules[name], "XYMAP_DATA")
    code, text = run("unadopt", "--yes")
    assert (code, "until maps_lane is corrected" in text) == (1, True)
    assert rows() == before
