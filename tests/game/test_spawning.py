"""From map modules to rows: what is spawned, what a second spawn changes, what stays."""

import pickle
import sys
import types
from importlib.machinery import ModuleSpec

import pytest
from django.utils import timezone
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from spawned import HALL, forget_objects

from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db.stored import AttributeKey, AttributeRow
from xyzgrid_ext.game.spawn import creation, spawning, write
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom


@pytest.fixture
def hall(limbo, module):
    """Return the grid with a drawn map of three rooms and five exits, spawned."""
    grid = get_xyzgrid()
    prototypes = {
        (0, 0): {"prototype_parent": "xyz_room", "key": "Cellar", "desc": "Damp."},
        (0, 1): {"prototype_parent": "xyz_room", "key": "Hall", "tags": [("warm", "climate")]},
        (0, 0, "n"): {"prototype_parent": "xyz_exit", "locks": "traverse:perm(Builder)"},
    }
    grid.add(module("maps.hall", zcoord="Hall 7", map=HALL, prototypes=prototypes))
    grid.spawn()
    return grid


def test_hall_keeps_its_locks_tags_and_name(hall):
    north, south = XYZExit.objects.get(db_key="north"), XYZExit.objects.get(db_key="south")
    assert "traverse:perm(Builder)" in str(north.locks)
    assert "traverse:all()" in str(south.locks)
    steps = spawning.plan_steps(hall.live, hall.live.grids, pace=SERVER)
    step = next(steps)
    while step.what != "read":
        step = next(steps)
    last = XYZExit.objects.order_by("-pk").first()
    last.tags.add("gleam", category="a new one")
    assert not drain(steps)
    room = XYZRoom.objects.get_xyz((2, 0, "Hall 7"))
    room.delete()
    assert "None" in repr(room)
    assert str(room) == "A room"
    assert room.xyz == (None, None, None)


def test_what_lies_in_the_second_room_of_one_place_is_kept_in_the_first(hall, limbo):
    second, _ = XYZRoom.create("Double", xyz=(9, 1, "Hall 7"))
    second.tags.remove("9", category="room_x_coordinate")
    second.tags.add("0", category="room_x_coordinate")
    box = create_object("evennia.DefaultObject", key="box", location=second, home=limbo)
    hall.spawn()
    box.refresh_from_db()
    assert box.location == XYZRoom.objects.get(db_key="Hall")


def test_the_number_of_queries_does_not_grow_with_the_rooms(
    limbo, module, django_assert_max_num_queries
):
    grid = get_xyzgrid()
    row = "#" + "-#" * 20
    lines = "\n".join([f"  {row}", "  " + "| " * 21] * 10)
    grid.add(module("maps.big", zcoord="big", map=f"+\n\n{lines}\n  {row}\n\n+\n\n"))
    assert grid.live.grids["big"].rooms == 231
    with django_assert_max_num_queries(200):
        grid.spawn()
    with django_assert_max_num_queries(20):
        assert not drain(spawning.plan_steps(grid.live, ["big"]))
    assert ObjectDB.objects.count() == 1 + 231 + 860


def test_the_name_of_a_map_that_was_taken_off_the_list_is_free(limbo, module):
    grid = get_xyzgrid()
    both = module("maps.both")
    drawn = {"map": HALL}
    sys.modules[both].XYMAP_DATA_LIST = [{"zcoord": "a", **drawn}, {"zcoord": "b", **drawn}]
    grid.add(both)
    grid.remove("a")
    grid.add(module("maps.other", zcoord="a", **drawn))
    assert not grid.live.unloaded_maps
    assert grid.live.loaded["a"].reference == "maps.other"


def test_values_that_are_functions_are_made_anew_for_each_room(limbo, module):
    numbers = iter(range(100))
    prototype = {"prototype_parent": "xyz_room", "number": lambda: next(numbers)}
    grid = get_xyzgrid()
    grid.add(module("maps.hall", zcoord="hall", map=HALL, prototypes={("*", "*"): prototype}))
    grid.spawn()
    values = [room.db.number for room in XYZRoom.objects.all()]
    assert len(set(values)) == 4
    grid.spawn()
    assert values == [room.db.number for room in XYZRoom.objects.all()]


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


VALUES = ["", "tab\there", "line\nbreak\r\n", r"back\slash \N \.", "Straße 道", "'\"%s", None,
          {"a": [1, 2.5, None], "b": ("x", True)}]  # fmt: skip


def test_inserted_attributes_are_stored_as_evennia_stores_them(limbo):
    for number, value in enumerate(VALUES):
        limbo.attributes.add(f"by_hand {number}", value)
    write.insert_attributes(
        [
            (limbo.pk, AttributeKey(f"in_bulk {n}", None), AttributeRow(creation.stored_value(one)))
            for n, one in enumerate(VALUES)
        ]
    )
    columns = "db_value", "db_strvalue", "db_category", "db_attrtype", "db_model"
    by_hand, in_bulk = (
        list(
            Attribute.objects.filter(db_key__startswith=word)
            .order_by("db_key")
            .values_list(*columns)
        )
        for word in ("by_hand", "in_bulk")
    )
    assert in_bulk == by_hand
    assert [row[0] for row in in_bulk] == VALUES
    made = Attribute.objects.get(db_key="in_bulk 0").db_date_created
    assert abs(made - timezone.now()).total_seconds() < 60
