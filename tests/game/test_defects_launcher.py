"""What the contrib's launcher does wrongly, and is right here; numbers as in `spec/upstream.md`."""

import sys
import types

import pytest
from evennia import create_object
from evennia.contrib.grid.xyzgrid import xymap_legend
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.models import ObjectDB

from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom

LANE = "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n\n"


@pytest.fixture
def maps(module):
    """Return a function that writes the maps of a module, and gives its name."""
    return lambda *names, **data: module(
        "launchmaps", *({"zcoord": z, "map": LANE, **data} for z in names)
    )


def zs():
    return sorted(str(room.xyz[2]) for room in XYZRoom.objects.all())


# --- 7


def test_a_legend_class_that_is_renamed_leaves_the_grid_readable(run, maps, monkeypatch):
    module = types.ModuleType("legends")
    module.Old = type("Old", (xymap_legend.BasicMapNode,), {"__module__": "legends"})
    monkeypatch.setitem(sys.modules, "legends", module)
    run("add", maps("lane", legend={"#": module.Old}))
    run("spawn", "--yes")
    del module.Old
    module.New = type("New", (xymap_legend.BasicMapNode,), {"__module__": "legends"})
    maps("lane", legend={"#": module.New})
    script = get_xyzgrid()
    for model in (*script.db_attributes.all(), script):
        model.flush_from_cache(force=True)  # as after a start of the server
    assert get_xyzgrid() is not script
    assert run("plan") == (0, "Nothing to do: the rooms are as the maps say.\n")


def test_database_keeps_plain_values_and_rooms_on_no_list_are_pruned(run, maps, make_player):
    run("add", maps("lane", legend={"#": type("Own", (xymap_legend.BasicMapNode,), {})}))
    (kept,) = (a.value for a in get_xyzgrid().db_attributes.all() if a.db_key == "maps")
    assert kept == [{"reference": "launchmaps", "maps": ["lane"]}]
    run("add", maps("lane", "old"))
    run("spawn", "--yes")
    ann = make_player("Ann", location=XYZRoom.objects.get_xyz((0, 0, "old")))
    get_xyzgrid().remove("old")
    for word in ("list", "plan"):
        assert "old                      is on no list, and has 3 rooms; " in run(word)[1]
    code, text = run("prune", "--yes")
    assert code == 0
    assert "- (0,0,old)" in text
    assert "> (0,0,old) Ann goes to Limbo\n" in text
    assert "removed 3 rooms and 4 exits, moved 1 character\n" in text
    assert zs() == ["lane"] * 3
    assert ann.character.location.key == "Limbo"
    assert run("prune")[1].startswith("Nothing to do")
    assert "on no list" not in run("list")[1]


# --- 6, 12: how it ends, and pruning


def test_delete_names_who_goes_where_before_it_asks(run, maps, monkeypatch, make_player):
    run("add", maps("one", "two"))
    run("spawn", "--yes")
    here = XYZRoom.objects.get_xyz((0, 0, "one"))
    ann = make_player("Ann", location=here).character
    lamp = create_object("evennia.DefaultObject", key="lamp", location=here)
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda question: "n")
    lines = f"> (0,0,one) Ann goes to Limbo\n> (0,0,one) lamp (#{lamp.pk}) goes to Limbo\n"
    assert lines in run("delete", "one")[1]
    assert f"- (0,0,one) lamp (#{lamp.pk})\n" in run("delete", "one", "--with-contents")[1]
    number = lamp.pk
    assert (ann.location, lamp.location, zs()) == (here, here, ["one"] * 3 + ["two"] * 3)
    code, text = run("delete", "one", "--with-contents", "--yes")
    assert (code, lamp.pk, ann.location.key) == (0, None, "Limbo")
    assert f"- (0,0,one) lamp (#{number})\n" in text


def test_pruning_leaves_what_the_grid_did_not_make_and_what_is_listed(run, maps, limbo):
    run("add", maps("lane", "broken"))
    run("spawn", "--yes")
    by_hand, _ = XYZRoom.create("By hand", xyz=(0, 0, "nowhere"))
    of_contrib, _ = contrib.XYZRoom.create("Old", xyz=(0, 0, "elsewhere"))
    door = create_object("evennia.DefaultExit", "door", by_hand, destination=limbo)
    module = sys.modules[maps("lane", "broken")]
    module.XYMAP_DATA_LIST[1]["map"] = LANE.replace("-#\n", "--\n")  # it does not load any more
    get_xyzgrid().reload()
    assert run("prune", "--yes")[1].startswith("Nothing to do")
    assert {by_hand.pk, of_contrib.pk, door.pk} <= set(
        ObjectDB.objects.values_list("pk", flat=True)
    )
    assert len(zs()) == 7


# --- 15


@pytest.mark.parametrize("name", ["Old Town", "7", 7, "a, b", "a,b,c", " Blank  s ", "007", "ünï"])
def test_any_name_of_a_map_works_everywhere(run, maps, player, superuser, clock, name):
    shown = str(name).strip()
    run("add", maps(name))
    assert f"{shown}:" in run("show", shown.upper())[1]
    assert run("plan", f"(1,0,{shown})")[0] == 2
    assert run("spawn", shown.lower(), "--yes")[0] == 0
    assert run("spawn", f"(0, 0, {shown.upper()})", "--yes")[0] == 0
    assert f"{shown:<24} 3 rooms, 4 exits, all spawned" in run("list")[1]
    assert run("path", f"(0,0,{shown})", f"(2,0,{shown})") == (0, "2 steps: 2 east\n2e\n")
    grid = get_xyzgrid()
    assert grid.get_map(name) is grid.get_map(shown.upper()) is not None
    assert len(XYZRoom.objects.filter_xyz(("*", "*", name))) == 3 or shown != name
    superuser.types(f"tel (0,0,{shown})")
    assert superuser.character.location == XYZRoom.objects.get_xyz((0, 0, shown))
    player.character.move_to(superuser.character.location, quiet=True)
    assert "@-#-#" in player.types("look")
    assert "@-#-#" in player.types(f"map {shown.upper()}")
    player.types(f"goto (2,0,{shown})")
    clock.pump([0.5] * 5)
    assert player.character.location == XYZRoom.objects.get_xyz((2, 0, shown))
    assert run("delete", shown, "--yes")[0] == 0
    assert not XYZRoom.objects.count()
