"""A map that goes by another name keeps its rooms, and all that is remembered of it."""

from functools import partial

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from spawned import add, rename_in_module
from worlds import room

from xyzgrid_ext.game.db import memory, typeclass_paths
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world.current import current

LAMP = {"typeclass": "evennia.objects.objects.DefaultObject", "key": "a lamp"}
TOWN = {
    "zcoord": "Town",
    "map": "+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n",
    "prototypes": {("*", "*"): room("Hut"), (2, 0): room("Mill", things=[LAMP])},
}
WORMHOLES = {
    "town wormhole": "city wormhole",
    "town wormhole 2": "city wormhole 2",
    "town e": "city e",
    "town hall wormhole": "town hall wormhole",
    "town hall wormhole 2": "town hall wormhole 2",
    "old town e": "old town e",
}
TOWER = {
    "zcoord": "tower",
    "levels": ["+ 0\n\n0 U\n\n+ 0\n", "+ 0\n\n0 D\n\n+ 0\n"],
    "prototypes": {("*", "*", "*"): room("Step")},
}


@pytest.fixture
def maps(limbo, tmp_path, monkeypatch):
    """Return a function that gives a map of the game's module another name."""
    grid = add([TOWN, TOWER], tmp_path, monkeypatch)
    grid.spawn()
    return partial(rename_in_module, grid)


def ids():
    return set(ObjectDB.objects.values_list("pk", flat=True))


def test_after_a_rename_the_record_is_of_the_new_name_and_the_history_ends(maps, run):
    current().object(("town", 0)).key = "Mine"
    maps("Town", "City")
    assert run("rename", "Town", "City", "--yes")[0] == 0
    assert "1 of these was changed in the game by hand" in run("plan", "City")[1]
    assert "There is nothing to undo" in run("undo", "--yes")[1]


def test_a_plan_says_what_to_do_about_a_map_with_another_name(maps, run):
    maps("Town", "City")
    code, text = run("plan")
    assert code == 1
    assert "does not define 'Town' any more, but 'City'" in text
    assert 'evennia xyzgrid rename "Town" "City"` keeps its rooms' in text


@pytest.mark.parametrize(("old", "new"), [("Town", "City of Brass"), ("tower", "Keep")])
def test_a_renamed_map_keeps_its_rooms_and_what_is_in_them(maps, run, old, new):
    before = ids()
    hut = current().object((old.lower(), 0))
    chest = create_object("evennia.objects.objects.DefaultObject", "chest", hut)
    maps(old, new)
    code, text = run("rename", old, new, "--yes")
    assert (code, f"The map is '{new}' now." in text) == (0, True)
    assert run("plan") == (0, "Nothing to do: the rooms are as the maps say.\n")
    assert run("spawn", "--yes")[0] == 0
    assert ids() == before | {chest.pk}
    kept = ObjectDB.objects.get(pk=hut.pk)
    assert kept.xyz[2].split(":")[0] == new
    assert ObjectDB.objects.get(pk=chest.pk).location == kept
    assert "is on no list" not in run("list")[1]


def test_what_is_remembered_of_a_renamed_map_stays(maps, run, make_player):
    ann = make_player("Ann", location=current().object(("town", 0)))
    ann.types("east")
    ann.character.attributes.add("town", "0.0:3", category="xyzgrid_explored")
    memory.set_wormholes(ann.character, {f"1,0,0,{text}" for text in WORMHOLES})
    maps("Town", "City")
    assert run("rename", "town", "city", "--yes")[0] == 0
    typeclass_paths.flush_objects()
    ann = ObjectDB.objects.get(pk=ann.character.pk)
    assert ann.attributes.get("city", category="xyzgrid_explored") == "0.0:3"
    assert memory.wormholes(ann) == {f"1,0,0,{text}" for text in WORMHOLES.values()}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("town",), "rename needs two names"),
        (("nowhere", "city"), "there is no map 'nowhere'"),
        (("town", "tower"), "there is a map 'tower' already"),
        (("town", "city"), "does not define 'city' in place of 'town'"),
    ],
)
def test_what_cannot_be_renamed_is_refused_with_a_word(maps, run, words, said):
    code, text = run("rename", *words, "--yes")
    assert (code, said in text) == (1, True)


def test_a_name_that_rooms_have_already_is_not_given(maps, run):
    maps("Town", "City")
    reference = get_xyzgrid().records[0]["reference"]
    run("add", reference)
    run("spawn", "city", "--yes")
    get_xyzgrid().db.maps = [{"reference": reference, "maps": ["Town", "tower"]}]
    code, text = run("rename", "town", "city", "--yes")
    assert (code, "there are rooms of 'city' already" in text) == (1, True)
