"""Things that a room's prototype lists stand in it after a spawn, once."""

import sys

import pytest
from evennia import AttributeProperty, DefaultCharacter, DefaultObject, TagProperty
from evennia.objects.models import ObjectDB
from hook_faults import fails
from typeclasses.objects import Object

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.core.spawn.model import ThingKey
from xyzgrid_ext.game.db.stored import stored_rows
from xyzgrid_ext.game.spawn.things import ThingMaker

LAMP = {"typeclass": "typeclasses.objects.Object", "key": "a brass lamp", "aliases": ["lamp"]}
CABINET = {
    "typeclass": "evennia.objects.objects.DefaultObject",
    "key": "a cabinet",
    "board": "ludo",
}


def hall(*things, zcoord="hall"):
    room = {"prototype_parent": "xyz_room", "key": "Hall", "things": list(things)}
    return {"zcoord": zcoord, "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n", "prototypes": {(0, 0): room}}


def lamps():
    return list(ObjectDB.objects.filter(db_key="a brass lamp"))


@pytest.fixture
def spawned(spawn_maps):
    """Return a function: things -> the hall's room, spawned with these."""

    def spawn(*things):
        grid = spawn_maps(hall(*things))
        return grid, grid.live.object(("hall", 0))

    return spawn


def test_a_spawn_makes_the_things_of_a_room(spawned):
    _grid, room = spawned(LAMP, CABINET)
    names = sorted(thing.key for thing in room.contents if not thing.destination)
    assert names == ["a brass lamp", "a cabinet"]
    (cabinet,) = (thing for thing in room.contents if thing.key == "a cabinet")
    assert cabinet.db.board == "ludo"
    assert room.db.things is None


def test_a_second_spawn_makes_no_other_even_if_it_was_carried_away(spawned, player):
    grid, _room = spawned(LAMP)
    lamps()[0].location = player.character
    grid.spawn()
    assert [lamp.location for lamp in lamps()] == [player.character]


def test_a_thing_that_no_prototype_names_goes(spawned, run):
    grid, _room = spawned(LAMP)
    module = grid.records[0]["reference"]
    sys.modules[module].XYMAP_DATA_LIST = [hall()]
    grid.reload()
    code, told = run("plan")
    assert code == 2
    assert "- (0,0,hall) a brass lamp (a thing)" in told
    grid.spawn()
    assert lamps() == []


def test_the_things_of_a_map_go_with_it(spawned):
    grid, _room = spawned(LAMP, CABINET)
    grid.remove_map("hall")
    assert lamps() == []
    assert not ObjectDB.objects.filter(db_key="a cabinet")


def test_plan_tells_of_things(spawn_maps, run):
    grid = spawn_maps(hall(LAMP))
    lamps()[0].delete()
    code, told = run("plan")
    assert code == 2
    assert "+ (0,0,hall) a brass lamp (a thing)" in told
    assert "1 thing to make, 0 to change, 0 to remove" in told
    assert (grid.spawn().things, len(lamps())) == (1, 1)
    assert grid.live.spawned_count("hall") == 2


def test_thing_whose_class_fails_is_named_and_made_by_the_next_spawn(spawn_maps, run, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Object, "at_object_creation", fails)
        patch.setattr("evennia.utils.logger.log_trace", lambda *args: None)
        with pytest.raises(
            MapError, match=r"the thing 'a brass lamp' cannot be made: .*: HookError"
        ):
            spawn_maps(hall(LAMP))
    assert run("spawn", "hall", "--yes")[0] == 0
    assert len(lamps()) == 1


class Chest(DefaultObject):
    depth = AttributeProperty(3)
    wooden = TagProperty(category="of")

    def at_object_creation(self):
        self.db.made = self.location.key
        self.db.colour = "grey"
        self.locks.add("get:false()")

    def at_object_post_spawn(self, prototype=None):
        self.db.spawned = True


class Cat(DefaultCharacter):
    lives = AttributeProperty(9, category="cat")


ALL = {
    "prototype_key": "all",
    "key": "The Old Clock",
    "aliases": ["Clock"],
    "permissions": ["Builder"],
    "locks": "get:false();view:id(1)",
    "tags": ["old", ("Oak", "wood", "3"), ("brass", "metal")],
    "attrs": [("hands", [1, 2], "face", "attrread:all()"), ("hour", 3)],
    "colour": "$just(blue, 8, c)",
    "made": lambda: "here",
}


def rows_of(prototype, room):
    """Make a thing; return all that is stored of it."""
    key = ThingKey(XYZ(0, 0, "hall"), "clock")
    clock = ThingMaker().make(key, prototype, room, None, "someone 1")
    rows = clock.key, clock.location, stored_rows([clock.pk])[clock.pk]
    clock.delete()
    return rows


@pytest.mark.parametrize("cls", [DefaultObject, Chest, Cat])
def test_rows_of_a_thing_are_those_of_evennias_spawner(cls, spawned):
    _grid, room = spawned()
    kind = {"typeclass": f"{cls.__module__}.{cls.__name__}", "home": f"#{room.pk}"}
    prototype = ALL | kind
    by_spawner = prototype | {"key": lambda: ALL["key"]}  # as if each had a name of its own
    assert ThingMaker().template(by_spawner).is_varied
    assert rows_of(prototype, room) == rows_of(by_spawner, room)
