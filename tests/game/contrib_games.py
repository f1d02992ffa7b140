"""Games of the contrib, made by its own code, for the tests of adopting and unadopting."""

import random
import sys
import types
from contextlib import contextmanager

import pytest
from django.conf import settings as django_settings
from evennia.contrib.grid.xyzgrid import example, xymap
from evennia.contrib.grid.xyzgrid import xyzgrid as contrib_grid
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.models import ObjectDB
from evennia.prototypes import prototypes as protlib
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.create import create_object

from xyzgrid_ext.game.db import typeclass_paths

NOTHING = (0, "Nothing to do: the rooms are as the maps say.\n")


@contextmanager
def legends_put_back(*more):
    """The contrib's parser writes into the classes of legends: put back what was there."""
    legends = (xymap.DEFAULT_LEGEND, example.LEGEND_MAP1, example.LEGEND_MAP2)
    classes = {cls for legend in legends for cls in legend.values()} | {*more}
    before = [(cls, vars(cls).get("prototype", legends)) for cls in classes]
    yield
    for cls, prototype in before:
        if prototype is not legends:
            cls.prototype = prototype
        elif "prototype" in vars(cls):
            del cls.prototype


@contextmanager
def unnamed_in_locks():
    """Spawn without the names of rooms and exits in what Evennia's locks log, which nobody reads.

    It is made up for each lock that a prototype replaces; the contrib takes six queries for a name.
    """
    with pytest.MonkeyPatch.context() as patch:
        for cls in (contrib.XYZRoom, contrib.XYZExit):
            patch.setattr(cls, "__str__", object.__repr__)
        yield


def contrib_game(folder, monkeypatch, settings=django_settings):
    """Return a function: modules or data -> the contrib's grid with these maps, spawned by it."""
    settings.GAME_DIR = str(folder)
    monkeypatch.setattr(xymap, "_CACHE_DIR", str(folder))
    # the prototypes xyz_room and xyz_exit as a game of the contrib has them
    monkeypatch.setattr(protlib, "_MODULE_PROTOTYPES", dict(protlib._MODULE_PROTOTYPES))
    protlib.load_module_prototypes("evennia.contrib.grid.xyzgrid.prototypes")

    def make(*maps):
        grid = contrib_grid.get_xyzgrid.__wrapped__()  # as before this package was there
        for one in maps:
            grid.add_maps(*([one] if isinstance(one, dict) else grid.maps_from_module(one)))
        grid.reload()
        with unnamed_in_locks():
            grid.spawn()
        return grid

    return make


def module(monkeypatch, name, **values):
    made = types.ModuleType(name)
    vars(made).update(values)
    monkeypatch.setitem(sys.modules, name, made)
    return name


def lane(name, length=4, **more):
    """A map: rooms in a row."""
    axis = "+ " + " ".join(str(x % 10) for x in range(length))
    return {"zcoord": name, "map": f"{axis}\n\n0 {'-'.join('#' * length)}\n\n{axis}\n"} | more


def room(x, y, z):
    return contrib.XYZRoom.objects.get_xyz((x, y, z))


def exit_of(xyz, key):
    return next(exi for exi in room(*xyz).exits if exi.key == key)


def rows():
    """All that the database holds: objects, scripts, tags, attributes, and who has which."""
    typeclass_paths.flush_objects()
    links = [
        model.objects
        for owner in (ObjectDB, ScriptDB)
        for model in (owner.db_tags.through, owner.db_attributes.through)
    ]
    found = {
        manager.model.__name__: {row[0]: row for row in manager.all().values_list()}
        for manager in (ObjectDB.objects, ScriptDB.objects, Tag.objects, Attribute.objects)
    }
    # a link is what it links
    found |= {m.model.__name__: {row[1:] for row in m.all().values_list()} for m in links}
    return found


def without_labels(found):
    """Rows without the tags of prototypes, which the contrib's spawner makes anew each time."""
    labels = {pk for pk, row in found["Tag"].items() if row[2] == "from_prototype"}
    return found | {
        "Tag": {pk: row for pk, row in found["Tag"].items() if pk not in labels},
        "ObjectDB_db_tags": {link for link in found["ObjectDB_db_tags"] if link[1] not in labels},
    }


def change_by_hand(seed=7):
    """What builders and players do to a world: all of it must stay."""
    chance = random.Random(seed)
    rooms = sorted(contrib.XYZRoom.objects.all_family(), key=lambda one: one.pk)
    exits = sorted(contrib.XYZExit.objects.all_family(), key=lambda one: one.pk)
    for one in chance.sample(rooms, 6):
        one.db.secret = [one.key, {"n": chance.random()}]
        one.tags.add("haunted", category=chance.choice(["mood", None]))
        one.aliases.add(f"place{one.pk}")
    for one in chance.sample(rooms, 3):
        one.locks.add("view:perm(Builder)")
        one.permissions.add("Helper")
    for one in chance.sample(exits, 3):
        one.locks.add("traverse:false()")
        one.db.err_traverse = "It is locked."
        one.db.desc = "Heavy."
        one.aliases.add("portal")
    own = chance.sample(rooms, 2)
    shed = create_object(django_settings.BASE_ROOM_TYPECLASS, key="shed")
    create_object("evennia.objects.objects.DefaultExit", "trapdoor", own[0], destination=shed)
    create_object("evennia.objects.objects.DefaultExit", "ladder", shed, destination=own[0])
    create_object(contrib.XYZExit, "rope", own[0], destination=own[1])
    create_object("evennia.objects.objects.DefaultObject", "lamp", chance.choice(rooms))
    create_object(django_settings.BASE_CHARACTER_TYPECLASS, "Zoe", chance.choice(rooms))
