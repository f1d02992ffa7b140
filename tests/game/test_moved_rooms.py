"""Rooms that have moved in their file, and maps that go by another name, keep what is theirs."""

import itertools
import sys
from functools import partial

import pytest
from django.db import connection
from evennia import create_object
from evennia.objects.models import ObjectDB
from spawned import add, rename_in_module
from worlds import room

from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db import exploration, memory, objects, typeclass_paths
from xyzgrid_ext.game.db.memory import Journey
from xyzgrid_ext.game.spawn import moving, spawning
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

LAMP = {"typeclass": "evennia.objects.objects.DefaultObject", "key": "a lamp"}
NAMES = ("Gate", "Mill", "Well")


def lane(west, names=NAMES):
    """A lane, of which the first room is so far in the east; the last has a lamp."""
    line = "-".join("#" * len(names))
    return {
        "zcoord": "lane",
        "map": f"+\n\n  {'  ' * west}{line}\n\n+\n",
        "prototypes": {
            (west + x, 0): room(name, things=[LAMP] if name == "Well" else [])
            for x, name in enumerate(names)
        },
    }


def moor(x):
    """Another map, from which a gate leads to a room of the lane."""
    gate = {"to": (x, 0, "lane")}
    return {"zcoord": "moor", "rooms": {(0, 0): {"key": "Moor", "exits": {"gate": gate}}}}


@pytest.fixture
def drawn(limbo, tmp_path, monkeypatch):
    """Return a function that gives the game's module other maps."""
    grid = add([lane(0), moor(1)], tmp_path, monkeypatch)
    grid.spawn()
    module = sys.modules[grid.records[0]["reference"]]

    def call(*maps):
        module.XYMAP_DATA_LIST = list(maps)
        get_xyzgrid().reload()

    return call


def rows():
    """All that is stored of the objects of the grid, by their ids."""
    tags = objects.coordinates()
    ends = ObjectDB.objects.values_list("pk", "db_key", "db_location_id", "db_destination_id")
    return {pk: (tags.get(pk), *row) for pk, *row in ends}


def places(name):
    return [one.xyz for one in ObjectDB.objects.filter(db_key=name) if hasattr(one, "xyz")]


def test_a_shifted_map_keeps_all_rows_and_what_is_known_of_it(drawn, run, make_player):
    mill = current().object(("lane", 1))
    cup = create_object("evennia.objects.objects.DefaultObject", "cup", mill)
    ann = make_player("Ann", location=mill)
    ann.types("east")
    exploration.save(ann.character)
    memory.set_wormholes(ann.character, {"1,0,0,lane east", "1,0,0,moor east"})
    memory.store_journey(
        ann.character, Journey(current().router.place(("lane", 0)), "gate"), "resting"
    )
    before = rows()
    drawn(lane(4), moor(5))
    code, text = run("plan")
    assert code == 2
    assert "3 rooms of 'lane' have moved by (4,0): `spawn --moved` keeps them" in text
    code, text = run("plan", "--moved")
    assert "nothing to make, 0 to change, 0 to remove" in text
    assert run("spawn", "--moved", "--yes")[0] == 0
    after = rows()
    assert {pk: row[1:] for pk, row in after.items()} == {pk: row[1:] for pk, row in before.items()}
    assert (mill.xyz, cup.location) == ((5, 0, "lane"), mill)
    assert run("plan") == (0, "Nothing to do: the rooms are as the maps say.\n")
    assert len(exploration.explored_rooms(ann.character)["lane"]) == 2
    assert (6, 0, 0) in exploration.explored_rooms(ann.character)["lane"]
    assert memory.wormholes(ann.character) == {"5,0,0,lane east", "1,0,0,moor east"}
    assert memory.journey_of(ann.character).place.coord == (4, 0, 0)
    mill.key = "Mine"
    assert "1 of these was changed in the game by hand" in run("plan")[1]


def test_exits_of_other_maps_keep_their_target_though_their_file_names_the_old_place(drawn, run):
    gate = ObjectDB.objects.get(db_key="gate")
    drawn(lane(4), moor(1))
    run("spawn", "lane", "--moved", "--yes")
    assert gate.destination.key == "Mill"
    assert objects.coordinates()[gate.pk][objects.X_TO] == "5"


def test_who_goes_makes_way_for_another(drawn, run):
    gate, well = current().object(("lane", 0)), current().object(("lane", 2))
    cup = create_object("evennia.objects.objects.DefaultObject", "cup", gate)
    drawn(lane(0, ("Mill", "Well")), moor(0))
    text = run("plan", "--moved")[1]
    assert "- (0,0,lane)\n" in text
    assert f"> (0,0,lane) cup (#{cup.pk}) goes to Limbo" in text
    run("spawn", "--moved", "--yes")
    assert (well.xyz, places("Gate")) == ((1, 0, "lane"), [])
    assert run("plan")[0] == 0


def test_a_spawn_without_moved_says_what_it_loses(drawn, run, monkeypatch):
    drawn(lane(4), moor(5))
    asked = []
    monkeypatch.setattr("builtins.input", lambda *_: asked.append(1) or "no")
    assert "have moved by (4,0)" in run("spawn")[1]
    code, text = run("plan", "(0,0,lane)", "--moved")
    assert (code, "--moved is about whole maps" in text) == (1, True)


def test_whoever_is_killed_finds_all_as_it_was(drawn, run):
    drawn(lane(4), moor(5))
    before, live = rows(), get_xyzgrid().live
    todo = drain(spawning.plan_steps(live, ["lane", "moor"], is_moving=True))

    def killed_at(statement):
        written = itertools.count(1)

        def execute_or_die(execute, sql, *others):
            if sql.startswith(("UPDATE", "INSERT", "DELETE")) and next(written) == statement:
                raise RuntimeError("killed")
            return execute(sql, *others)

        try:
            with connection.execute_wrapper(execute_or_die):
                moving.move_rooms(live, todo.moves, todo.wanted.rooms)
        except RuntimeError:
            return True
        return False

    statement = 1
    while killed_at(statement):
        assert rows() == before
        statement += 1
    assert statement > 5
    assert rows() != before
    assert run("plan") == (0, "Nothing to do: the rooms are as the maps say.\n")


def test_the_contribs_queries_know_rooms_west_of_0(limbo, tmp_path, monkeypatch, run, make_player):
    rooms = {
        (-5, 3): {"key": "Far", "exits": {"east": (-4, 3)}},
        (-4, 3): {"key": "Near", "exits": {"west": (-5, 3), "south": (-4, -2)}},
        (-4, -2): {"key": "Low", "exits": {"north": (-4, 3)}},
    }
    grid = add([{"zcoord": "moor", "rooms": rooms}], tmp_path, monkeypatch)
    grid.spawn()
    assert run("check")[0] == 0
    far, near = XYZRoom.objects.filter_xyz(("*", 3, "moor")).order_by("pk")
    assert {far, near} == {XYZRoom.objects.get_xyz((x, 3, "moor")) for x in (-5, -4)}
    far = grid.get_room((-5, 3, "moor")).get()
    exit_ = grid.get_exit((-5, 3, "moor"), "east").get()
    assert exit_ == XYZExit.objects.get_xyz_exit((-5, 3, "moor"), (-4, 3, "moor"))
    level = grid.get_map("moor")
    assert (level.get_node_from_coord((-5, 3)).X, str(level)[:3]) == (-5, "#-#")
    assert level.get_shortest_path((-5, 3), (-4, -2))[0] == ["e", "s"]
    assert level.get_visual_range((-5, 3), dist=1, character=None) == "#-#"
    assert run("plan", "(-5,3,moor)") == (0, "Nothing to do: the rooms are as the maps say.\n")
    assert make_player("Ann", location=far).types("path (-4,-2)").startswith("Low is 2 steps")


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
