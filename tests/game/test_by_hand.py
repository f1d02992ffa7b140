"""What a second spawn changes: after changes by hand, and after another drawing."""

import sys
import types
from importlib.machinery import ModuleSpec

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.idmapper.models import flush_cache

from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.apply import SpawnCounts
from xyzgrid_ext.xyzroom import XYZRoom


def room(x, y):
    return XYZRoom.objects.get_xyz((x, y, "world"))


def way_out(x, y, name):
    return next(one for one in room(x, y).exits if one.key == name)


def walks(x, y):
    return {one.key: one.destination.xyz[:2] for one in room(x, y).exits}


def settled(grid):
    """Nothing is left to do, and no row is left over."""
    assert not drain(spawning.plan_steps(grid.live, ["world"]))
    attributes = Attribute.objects.filter(db_model="objectdb", objectdb__isnull=True)
    assert not attributes.exists()
    assert not objects.TagLinks.objects.filter(objectdb__isnull=True).exists()
    return True


def framed(drawing):
    """A drawing as a map string: the first line is y = 1, or y = 0 if it is one line."""
    lines = [f"  {line}" for line in drawing.strip("\n").split("\n")]
    return "\n".join(["+", "", *lines, "", "+", ""])


@pytest.fixture
def world(limbo, module):
    """Return a function: drawing, data of the map -> the grid with it, loaded but not spawned."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    def write(drawing, **data):
        module("maps.world", zcoord="world", map=framed(drawing), **data)
        grid = get_xyzgrid()
        if grid.records:
            grid.reload()
        else:
            grid.add("maps.world")
        return grid

    return write


@pytest.fixture(params=["in memory", "by rows"])
def way(request):
    """Return a function that brings all objects into memory, or forgets them all."""
    from evennia.objects.models import ObjectDB
    from evennia.utils.idmapper.models import flush_cache

    from xyzgrid_ext.game.db import objects

    def prepare():
        flush_cache()
        if request.param == "in memory":
            return list(ObjectDB.objects.all())
        assert not any(ObjectDB.get_cached_instance(pk) for pk in objects.coordinates())
        return []

    return prepare


def facts():
    """All that the database holds of each object of the grid, without numbers of rows."""
    found = {}
    for obj in ObjectDB.objects.filter(pk__in=objects.coordinates()):
        tags = sorted(
            (str(tag.db_tagtype), str(tag.db_category), tag.db_key) for tag in obj.db_tags.all()
        )
        attributes = sorted(
            (a.db_key, str(a.db_category), repr(a.db_value), str(a.db_strvalue), a.db_lock_storage)
            for a in obj.db_attributes.all()
        )
        found[obj.pk] = (
            obj.db_key, obj.db_typeclass_path, obj.db_lock_storage, obj.db_home_id,
            obj.db_location_id, obj.db_destination_id, tags, attributes,
        )  # fmt: skip
    return found


BENT = {
    "link": lambda one, limbo: setattr(one, "destination", limbo),
    "unlink": lambda one, limbo: setattr(one, "destination", one.location),
    "move": lambda one, limbo: setattr(one, "location", limbo),
    "rename": lambda one, limbo: setattr(one, "key", "gap"),
    "untag": lambda one, limbo: one.tags.clear(category="exit_dest_x_coordinate"),
    "unalias": lambda one, limbo: one.aliases.clear(),
    "lock": lambda one, limbo: one.locks.add("traverse:none()"),
    "desc": lambda one, limbo: one.attributes.add("desc", "Mine."),
    "forget": lambda one, limbo: one.attributes.remove("desc"),
    "prototype": lambda one, limbo: one.tags.add("mine", category="from_prototype"),
    "direction": lambda one, limbo: one.tags.clear(category="exit_direction"),
}


@pytest.mark.parametrize("bend", BENT.values(), ids=BENT)
def test_what_a_builder_bent_on_an_exit_and_its_prototype_names_is_put_right(
    world, way, limbo, bend
):
    prototypes = {
        ("*", "*", "*"): {"prototype_parent": "xyz_exit", "locks": "traverse:all()", "desc": "Way."}
    }
    grid = world("#-#", prototypes=prototypes)
    grid.spawn()
    before = facts()
    bend(way_out(0, 0, "east"), limbo)
    assert drain(spawning.plan_steps(grid.live, ["world"]))
    kept = way()
    grid.spawn()
    flush_cache()
    after = facts()
    # a lock that was changed stands where it stood: the order of locks says nothing
    assert {pk: sorted_locks(one) for pk, one in after.items()} == {
        pk: sorted_locks(one) for pk, one in before.items()
    }
    assert settled(grid)
    del kept


def sorted_locks(fact):
    return (*fact[:2], sorted(fact[2].split(";")), *fact[3:])


def test_exit_bent_by_hand_is_right_in_memory_at_once_and_comes_back_into_its_room(world, limbo):
    grid = world("#-#")
    grid.spawn()
    east, here = way_out(0, 0, "east"), room(0, 0)
    east.destination, east.location = limbo, limbo
    assert here.exits == []
    grid.spawn()
    assert (east.destination, east.location) == (room(1, 0), here)
    assert here.exits == [east]
    assert [one for one in limbo.contents if one.destination] == []
    here = room(0, 0)
    assert [one.key for one in here.exits] == ["east"]
    ObjectDB.objects.filter(db_key="east").update(db_location=limbo)
    here.exits[0].flush_from_cache(force=True)
    here.contents_cache.init()
    assert here.exits == []
    grid.spawn()
    assert [one.key for one in here.exits] == ["east"]


def test_all_that_a_prototype_can_name_is_the_same_by_rows_as_by_handlers(world, limbo):
    home = create_object("evennia.DefaultRoom", key="Lodge")
    full = {
        "prototype_key": "Full", "prototype_parent": "xyz_room", "key": "Hall",
        "typeclass": "evennia.contrib.grid.xyzgrid.xyzroom.XYZRoom",
        "home": home.dbref, "aliases": ["Great Hall", "hall"], "permissions": ["Helper"],
        "locks": "view:all() ; get: false()", "tags": ["Warm", ("Dry", "Climate", "data")],
        "Attrs": "plain", "attrs": [("Smell", ["bread", {"a": (1, 2)}], "Air", "attredit:none()")],
        "number": lambda: 7, "friend": home,
    }  # fmt: skip
    found = []
    for in_memory in (True, False):
        grid = world("#-#")
        grid.spawn()
        grid = world("#-#", prototypes={("*", "*"): full})
        flush_cache()
        kept = list(ObjectDB.objects.all()) if in_memory else []
        assert grid.spawn() == SpawnCounts(changed=2)
        flush_cache()
        assert settled(grid)
        found.append(sorted(fact[:4] + fact[6:] for fact in facts().values()))
        del kept
        spawning.delete(grid.live, ["world"])
    assert found[0] == found[1]
    grid = world("#-#", prototypes={("*", "*"): full})
    grid.spawn()
    assert settled(grid)
    rooms = [fact for fact in found[0] if fact[0] == "Hall"]
    assert len(rooms) == 2
    assert ("None", "climate", "dry") in rooms[0][4]
    assert ("smell", "air", "['bread', {'a': (1, 2)}]", "None", "attredit:none()") in rooms[0][5]


def test_data_of_a_tag_is_what_the_last_spawn_says_and_rows_of_exits_stay(world):
    for data in ("first", "second"):
        tags = {"prototype_parent": "xyz_room", "desc": data, "tags": [("warm", "climate", data)]}
        world("#-#", prototypes={("*", "*"): tags}).spawn()
        assert Tag.objects.get(db_key="warm").db_data == data
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
    assert grid.spawn() == SpawnCounts(changed=1)
    found = room(0, 0)
    assert type(found).__name__ == "ForgeRoom"
    assert (found.db.fire, found.db.desc, found.db.smell) == ("lit", "of the map", "of smoke")
    assert walks(0, 0) == {"east": (1, 0)}
    assert settled(grid)
    del kept
