"""What players ask for takes few statements, in the language of whoever asked."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter
from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.base.task import begin
from xyzgrid_ext.game.db import rooms
from xyzgrid_ext.game.text import room_map

CUBE = {
    "zcoord": "cube",
    "matrix": "matrixedge 3\nstartnode 0 0 0\nendnode 2 2 2\n"
    + "".join(f"node {x} {y} {z} {way} twoway\n"
        for x in range(3) for y in range(3) for z in range(3)
        for way, end in (("right", x), ("up", y), ("forward", z)) if end < 2),
}  # fmt: skip


@pytest.fixture
def looker(spawn_maps):
    """Return somebody in the middle of a cube of which Evennia has nothing in memory."""
    grid = spawn_maps(CUBE)
    for number in (*grid.live._index.rooms, *grid.live._index.links):
        if (known := ObjectDB.get_cached_instance(number)) is not None:
            known.flush_from_cache(force=True)
    Attribute.flush_instance_cache(force=True)
    middle = grid.get_room((1, 1, "cube:1"))[0]
    return create_object(DefaultCharacter, "Ann", location=middle, home=middle)


def test_rooms_of_a_name_are_looked_up_by_the_index_of_names(looker):
    room = looker.location
    create_object("evennia.DefaultExit", room.key, location=room, destination=room)
    with CaptureQueriesContext(connection) as asked:
        found = rooms.rooms_of_key(room.key, 30)
    assert room.pk in found
    assert len(found) == 27
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN QUERY PLAN " + asked.captured_queries[0]["sql"])
            assert ["(db_key=?)" in row[-1] for row in cursor.fetchall()] == [True]


def test_a_task_speaks_the_language_of_whoever_began_it(clock):
    told = []

    def work():
        for _ in "abc":
            told.append(translation.get_language())
            yield
        return translation.get_language()

    before = translation.get_language()
    with translation.override("de"):
        begin(work(), told.append)
    clock.pump([0.01] * 5)
    assert told == ["de"] * 4
    assert translation.get_language() == before != "de"


def test_the_legend_of_a_drawn_level_reads_each_symbol_once(spawn_maps, player, monkeypatch):
    row = "#" + "-#" * 60
    grid = spawn_maps({"zcoord": "long", "map": f"\n + 0\n\n 0 {row}\n\n + 0\n"})
    player.character.move_to(grid.live.object(("long", 0)), quiet=True)
    read, strip_ansi = [], room_map.strip_ansi
    monkeypatch.setattr(room_map, "strip_ansi", lambda one: read.append(one) or strip_ansi(one))
    assert "#-#" in player.types("map")
    # of all links, and that of the player; no room has a meaning to be told
    assert sorted(read) == ["-", "|g@|n"]
