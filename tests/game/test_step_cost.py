"""What a step on the grid asks of the database, beside a step between rooms without one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia import create_object

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
