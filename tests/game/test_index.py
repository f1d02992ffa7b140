"""The index in columns says what one object after the other says, also after maps have changed."""

import random

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia import create_object

from xyzgrid_ext.core.grid import from_matrix
from xyzgrid_ext.core.matrix import parse
from xyzgrid_ext.core.spawn import XYZ, ExitKey
from xyzgrid_ext.game.db.objects import ObjectColumns
from xyzgrid_ext.game.world.index import Index

WAYS = ["forward", "backward", "up", "down", "left", "right", "wormhole", "no way"]


def grids_of(chance):
    found = {}
    for name in ("cube", "den"):
        nodes = [" ".join(str(chance.randrange(3)) for _ in "xyz") for _ in range(20)]
        lines = [f"node {node} {chance.choice(WAYS[:6])} twoway" for node in nodes]
        sound = [line for line in lines if parse_of([line]) is not None]
        found[name] = from_matrix(parse_of([*sound, "wormhole 0 0 0 2 2 2"]), name)[0]
    return found


def parse_of(lines):
    return parse("\n".join(["matrixedge 3", "startnode 0 0 0", "endnode 2 2 2", *lines])).matrix


def objects_of(chance):
    """Rooms and exits, some of them twice, some on maps and in directions that there are not."""
    found, pk = {}, 4000
    for _ in range(300):
        pk += chance.choice([1, 1, 1, 3000])
        z = chance.choice(["cube:0", "cube:1", "cube:2", "den:1", "cube", "cube:9", "moor"])
        xyz = XYZ(chance.randrange(-1, 4), chance.randrange(3), z)
        found[pk] = xyz if chance.random() < 0.4 else ExitKey(xyz, chance.choice(WAYS))
    return found


def columns_of(known):
    rooms = [one.room if isinstance(one, ExitKey) else one for one in known.values()]
    znames = sorted({xyz.z for xyz in rooms})
    ways = [WAYS.index(o.direction) if isinstance(o, ExitKey) else -1 for o in known.values()]
    x, y, z = ([xyz.x for xyz in rooms], [xyz.y for xyz in rooms], [xyz.z for xyz in rooms])
    z = [znames.index(name) for name in z]
    return ObjectColumns(*map(np.array, (list(known), x, y, z, ways)), znames, WAYS)


def added(grids, known):
    index = Index(grids)
    for pk, one in known.items():
        (index.add_exit if isinstance(one, ExitKey) else index.add_room)(one, pk)
    return index


def said(index, grids, known):
    """All answers of an index."""
    rooms = [(key, room) for key, grid in grids.items() for room in range(grid.rooms)]
    return (
        {pk: (index.rooms.get(pk), index.links.get(pk)) for pk in known},
        {room: index.objects.get(room) for room in rooms},
        {(room, way): index.exits.get((room, way)) for room in rooms for way in WAYS},
        {key: index.spawned[key] for key in grids},
        (sorted(index.rooms), sorted(index.links), sorted(index.objects)),
    )


@pytest.mark.parametrize("seed", range(12))
def test_columns_say_what_objects_say_one_by_one(seed):
    chance = random.Random(seed)
    grids, others, known = grids_of(chance), grids_of(chance), objects_of(chance)
    grids["cube"] = others["cube"]  # one of the maps stays
    bulk, single = Index.from_columns(grids, columns_of(known)), added(grids, known)
    assert said(bulk, grids, known) == said(single, grids, known)

    moved = bulk.for_maps(others)
    assert said(moved, others, known) == said(added(others, known), others, known)

    gone = chance.sample(sorted(known), 40)
    bulk.remove(gone)
    single.remove(gone)
    assert said(bulk, grids, known) == said(single, grids, known)
    assert not any(pk in bulk.rooms or pk in bulk.links for pk in gone)


TOWN = "\n+ 0 1\n\n1 #-#\n  |\n0 #-#\n\n+ 0 1\n\n"
CUBE = """matrixedge 3
startnode 0 0 0
endnode 2 0 0
node 0 0 0 right twoway
node 1 0 0 right twoway
"""
DUNGEON = {"dungeon": {"start": (0, 0), "goal": (1, 0)}}
KINDS = {
    "drawn": {"zcoord": "town", "map": TOWN},
    "drawn, without a map": {"zcoord": "town", "map": TOWN, "options": {"map_display": False}},
    "matrix": {"zcoord": "town", "matrix": CUBE, "options": {"map_display": True}},
    "dungeon": {"zcoord": "town", "map": TOWN, "options": DUNGEON},
}


def statements(player, line):
    with CaptureQueriesContext(connection) as asked:
        told = player.types(line)
    assert "Exits:" in told
    return [one["sql"].split()[0] for one in asked.captured_queries]


def walk(player, start, there, back):
    """Go there and back twice; what the last two steps ask."""
    player.character.location = start
    for line in ("look", there, back):
        player.types(line)
    return statements(player, there), statements(player, back)


@pytest.fixture
def plain(make_player, settings, limbo):
    """Return what a step between two rooms of Evennia asks."""
    there = create_object(settings.BASE_ROOM_TYPECLASS, key="There")
    for name, start, end in (("east", limbo, there), ("west", there, limbo)):
        create_object(settings.BASE_EXIT_TYPECLASS, key=name, location=start, destination=end)
    return walk(make_player("Bob"), limbo, "east", "west")


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_on_the_grid_asks_what_a_step_anywhere_does(kind, plain, spawn_maps, make_player):
    live = spawn_maps(KINDS[kind]).live
    way, back = ("right", "left") if kind == "matrix" else ("east", "west")
    start = live.object(live.room_at_xyz(0, 0, "town:0" if kind == "matrix" else "town"))
    assert walk(make_player("Ann"), start, way, back) == plain
