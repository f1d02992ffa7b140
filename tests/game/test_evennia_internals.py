"""With a version of Django that nobody has seen, all is as with those that we know."""

import ast
import importlib
import inspect
import pkgutil
import sys
from functools import cache
from pathlib import Path

import pytest
from django.db.models import QuerySet

import xyzgrid_ext.game
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
def grid(request, spawn_maps, monkeypatch):
    """Return the grid of a spawned map, with Django as it is, or without its private function."""
    if request.param == "another":
        monkeypatch.delattr(QuerySet, "_raw_delete")
    return spawn_maps({"zcoord": "town", "map": TOWN, "prototypes": {("*", "*"): ROOM}})


def room(x, y):
    return current().object(current().room_at_xyz(x, y, "town"))


def change(grid, **data):
    """Let the map be another, and spawn it."""
    (module,) = (sys.modules[name] for name in sys.modules if name.startswith("testmaps_"))
    module.XYMAP_DATA_LIST[0].update(data)
    grid.reload()
    grid.spawn()


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
            if home.__name__.split(".")[0] not in THEIRS:
                continue
            if getattr(home, base.__name__, None) is not base:  # Django made it, of no text
                continue
            both = names_above(base) & {*private_names(node)}
            found |= {f"{node.name}: {name} of {base}" for name in both}
    assert found == set()
