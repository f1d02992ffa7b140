"""With a version of Evennia or Django that nobody has seen, all is as with those that we know.

Each test runs twice: as it is, and with the slower public ways.
"""

import ast
import importlib
import inspect
import pkgutil
import sys
from functools import cache
from pathlib import Path

import pytest
from evennia import CmdSet, Command
from evennia.commands.default.general import CmdLook
from evennia.locks.lockhandler import LockHandler
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultExit
from evennia.typeclasses.attributes import Attribute

import xyzgrid_ext.game
from xyzgrid_ext.game.base import command_sets
from xyzgrid_ext.game.base import evennia_internals as internals
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.world import prefetch
from xyzgrid_ext.game.world.current import current

TOWN = """
+ 0 1 2

1 #-#
  |
0 #-#-#

+ 0 1 2

"""
ROOM = {
    "prototype_parent": "xyz_room",
    "desc": "Grass.",
    "aliases": ["meadow"],
    "tags": [("wet", "ground"), ("green", None)],
    "attrs": [("deep", 3)],
}


THEIRS = {"evennia", "django", "twisted"}


@pytest.fixture(params=["known", "another"])
def version(request, monkeypatch):
    """Let the versions of Evennia and Django be those that are here, or such as nobody knows."""
    if request.param == "another":
        monkeypatch.setattr(internals, "EVENNIA", "99.0")
        monkeypatch.setattr(internals, "DJANGO", "99.0")
    return request.param


@pytest.fixture
def grid(spawn_maps, version):
    """Return the grid of a spawned map."""
    return spawn_maps({"zcoord": "town", "map": TOWN, "prototypes": {("*", "*"): ROOM}})


def room(x, y):
    return current().object(current().room_at_xyz(x, y, "town"))


def change(grid, **data):
    """Let the map be another, and spawn it."""
    (module,) = (sys.modules[name] for name in sys.modules if name.startswith("testmaps_"))
    module.XYMAP_DATA_LIST[0].update(data)
    grid.reload()
    grid.spawn()


def test_the_versions_that_are_tested_are_known(version):
    if version == "known":
        assert internals.EVENNIA in internals._EVENNIAS
        assert internals.DJANGO in internals._DJANGOS


def test_rooms_that_are_read_ahead_say_what_they_say_anyway(grid):
    def told(one):
        return {
            "attributes": [(a.key, a.category, a.value) for a in one.attributes.all()],
            "deep": one.attributes.get("deep"),
            "none": one.attributes.get("needs"),
            "tags": sorted(one.tags.all(return_key_and_category=True), key=str),
            "ground": one.tags.get(category="ground"),
            "aliases": sorted(one.aliases.all()),
            "permissions": one.permissions.all(),
            "contents": sorted(thing.pk for thing in one.contents),
        }

    def all_of_it():
        return [told(one) for place in places() for one in (place, *place.contents)]

    def places():
        return [ObjectDB.objects.get(pk=pk) for pk in sorted(objects.rooms_of().values())]

    def forget():
        for one in ObjectDB.get_all_cached_instances():
            one.flush_from_cache(force=True)
        Attribute.flush_instance_cache(force=True)

    forget()
    evennias = all_of_it()
    forget()
    prefetch.warm(sorted(objects.rooms_of().values()), {})
    assert all_of_it() == evennias


def test_rooms_in_memory_know_what_is_made_moved_and_taken(grid, player):
    west, east = room(0, 0), room(2, 0)
    assert sorted(way.key for way in west.exits) == ["east", "north"]
    player.character.move_to(east, quiet=True)
    change(grid, map=TOWN.replace("#-#\n  |\n", "#-#\n  | |\n").replace("#-#-#", "#-#"))
    assert sorted(way.key for way in room(1, 0).exits) == ["north", "west"]
    assert player.character.location == room(1, 0)
    assert player.character in room(1, 0).contents
    assert room(0, 0) is west
    assert sorted(way.key for way in west.exits) == ["east", "north"]


def test_all_rows_of_what_goes_go(grid, player):
    spawning.delete(grid.live, ["town"])
    assert objects.rooms_of() == {}
    assert not objects.TagLinks.objects.filter(objectdb__isnull=True).exists()
    assert not Attribute.objects.filter(db_key="deep").exists()


def test_after_a_failure_those_in_memory_are_what_their_rows_say(grid, monkeypatch):
    def fail(*args):
        raise OSError("no space left on device")

    west = room(0, 0)
    before = west.key, west.db.desc, type(west), [way.destination for way in west.exits]
    monkeypatch.setattr("xyzgrid_ext.game.spawn.write.update_rows", fail)
    with pytest.raises(OSError, match="no space"):
        change(grid, prototypes={("*", "*"): {**ROOM, "key": "Mud", "desc": "Mud."}})
    assert room(0, 0) is west
    assert (west.key, west.db.desc, type(west), [way.destination for way in west.exits]) == before


def test_commands_are_known_by_all_their_names(version):
    command = Command(key="Look", aliases=["l", "ls"])
    assert set(internals.names_of(command)) == {"look", "l", "ls"}
    assert set(internals.names_of(CmdLook())) == {"look", "l", "ls"}


def test_commands_of_a_class_share_what_they_are_found_by(version, monkeypatch):
    class CmdDance(internals.SharedNames, Command):
        key = "dance"
        aliases = ("+jig",)

    class CmdWaltz(CmdDance):
        key = "waltz"

    def found_by(command):
        return command._matchset, command._keyaliases, command._noprefix_aliases

    for cls in (CmdDance, CmdWaltz):
        theirs = Command(key=cls.key, aliases=["+jig"])
        one, another, renamed, called = cls(), cls(), cls(), cls(key="hop")
        renamed.set_key("leap")
        assert found_by(one) == found_by(another) == found_by(theirs)
        assert (one._matchset is another._matchset) == (version == "known")
        assert [sorted(c._matchset)[-1] for c in (called, renamed)] == ["hop", "leap"]
        assert another.match("jig", include_prefixes=False) == theirs.match("jig", False)
    monkeypatch.setattr(CmdWaltz, "aliases", ["jive"])
    assert found_by(CmdWaltz()) == found_by(Command(key="waltz", aliases=["jive"]))
    assert found_by(CmdDance()) == found_by(Command(key="dance", aliases=["+jig"]))


def test_exits_are_merged_as_evennia_does_it(grid, player, version):
    ways = list(room(0, 0).exits)
    ours = [way.create_exit_cmdset(way) for way in ways]
    kind = command_sets.ExitCmdSet if version == "known" else CmdSet
    assert {type(one) for one in [*ours, ours[0] + ours[1]]} == {kind}
    evennias = [DefaultExit.create_exit_cmdset(way, way) for way in ways]
    below = CmdSet()
    below.add([Command(key="look"), Command(key="dance", aliases=["east"])])
    merged = [below + (east + north) for east, north in (ours, evennias)]
    keys = [sorted(command.key for command in one.commands) for one in merged]
    assert keys[0] == keys[1]


def test_locks_are_read_as_evennia_reads_them(grid):
    for text in ("", "view:all()", "get:false();view:perm(Builder) or id(1)"):
        theirs, ours = (kind(room(0, 0)) for kind in (LockHandler, internals.ParsedOnce))
        for handler in (theirs, ours, ours):
            handler.replace(text) if text else handler.clear()
        assert ours.locks == theirs.locks
    assert ours.check_lockstring(room(0, 0), "all()")


# --- no name of ours stands in the way of theirs


def private_names(cls):
    """Names with one underscore that a class, as it is written, defines or sets."""
    for node in ast.walk(cls):
        match node:
            case ast.FunctionDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                pass
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                pass
            case _:
                continue
        if name.startswith("_") and not name.startswith("__"):
            yield name


@cache
def names_above(base):
    """The private names of a class of theirs; its whole module is read to find it."""
    return set(private_names(ast.parse(inspect.getsource(base))))


def classes():
    """All classes of the game at the top of a module: as they are written, and themselves."""
    for found in pkgutil.walk_packages(xyzgrid_ext.game.__path__, "xyzgrid_ext.game."):
        module = importlib.import_module(found.name)
        for node in ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                yield node, getattr(module, node.name)


def test_no_class_of_ours_uses_a_private_name_of_a_class_above_it():
    found = set()
    for node, cls in classes():
        for base in cls.__mro__[1:]:
            home = sys.modules[base.__module__]
            if cls is internals.ParsedOnce or home.__name__.split(".")[0] not in THEIRS:
                continue
            if getattr(home, base.__name__, None) is not base:  # Django made it, of no text
                continue
            both = names_above(base) & {*private_names(node)}
            found |= {f"{node.name}: {name} of {base}" for name in both}
    assert found == set()
