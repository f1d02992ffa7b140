"""Nobody is lost when rooms go: where they are after it, and what they are told.

before  #-#-#-#        after  #-#
          A B
"""

import sys
import types

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.utils.idmapper.models import flush_cache

from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.room_filter import RoomFilter
from xyzgrid_ext.game.typeclasses import XYZRoom
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

pytestmark = pytest.mark.django_db

TOLD = "The room you were in was removed. You are now in {}."


@pytest.fixture
def lane(limbo, monkeypatch):
    """Return a function: number of rooms in a row -> the grid, with its map as long as that."""

    def draw(rooms):
        module = types.ModuleType("maps.lane")
        prototypes = {
            (x, 0): {"prototype_parent": "xyz_room", "key": f"Room {x}"} for x in range(rooms)
        }
        module.XYMAP_DATA = {
            "zcoord": "lane", "map": f"+\n\n  {'-'.join('#' * rooms)}\n\n+\n\n",
            "prototypes": prototypes,
        }  # fmt: skip
        monkeypatch.setitem(sys.modules, "maps.lane", module)
        grid = get_xyzgrid()
        if grid.records:
            grid.reload()
        else:
            grid.add("maps.lane")
        return grid

    return draw


def room(x):
    return XYZRoom.objects.get_xyz((x, 0, "lane"))


def test_who_plays_is_moved_and_told_at_once(lane, player):
    lane(4).spawn()
    player.character.move_to(room(3), quiet=True)
    before = len(player.sent)
    lane(2).spawn()
    assert player.character.location == room(1)
    assert player.text_since(before) == TOLD.format("Room 1")
    assert "Room 1\n" in player.types("look")
    assert not player.character.attributes.has("moved", category="xyzgrid")


def test_the_plan_says_who_would_be_moved(lane, player):
    lane(4).spawn()
    create_object("evennia.DefaultObject", key="lamp", location=room(2))
    player.character.move_to(room(3), quiet=True)
    todo = drain(spawning.plan_steps(lane(2).live, ["lane"]))
    assert todo.people == {XYZ(2, 0, "lane"): ("lamp",), XYZ(3, 0, "lane"): ("Ann",)}
    assert RoomFilter(x="2").cut(todo).people == {XYZ(2, 0, "lane"): ("lamp",)}


@pytest.mark.parametrize("in_memory", [True, False])
def test_who_logged_off_there_is_told_at_the_next_login(lane, make_player, in_memory):
    lane(4).spawn()
    ann = make_player("Ann")
    ann.character.move_to(room(3), quiet=True)
    ann.account.unpuppet_object(ann.session)
    assert ann.character.location is None
    if not in_memory:
        flush_cache()
    lane(2).spawn()
    before = len(ann.sent)
    ann.account.puppet_object(ann.session, ObjectDB.objects.get(pk=ann.character.pk))
    assert ann.session.puppet.location == room(1)
    assert TOLD.format("Room 1") in ann.text_since(before)
    ann.account.unpuppet_object(ann.session)
    before = len(ann.sent)
    ann.account.puppet_object(ann.session, ObjectDB.objects.get(pk=ann.character.pk))
    assert TOLD.format("Room 1") not in ann.text_since(before)


@pytest.mark.parametrize("in_memory", [True, False])
def test_things_and_characters_that_nobody_plays_are_moved_as_well(lane, limbo, in_memory):
    lane(4).spawn()
    lamp = create_object("evennia.DefaultObject", key="lamp", location=room(2), home=room(3))
    guard = create_object("evennia.DefaultCharacter", key="guard", location=room(3), home=limbo)
    kept = (lamp, guard, room(1)) if in_memory else ()
    if not in_memory:
        lamp, guard = lamp.pk, guard.pk
        flush_cache()
    grid = lane(2)
    grid.spawn()
    found = {one.key: one for one in room(1).contents if not one.destination}
    assert set(found) == {"lamp", "guard"}
    assert found["lamp"].home == room(1)
    assert found["guard"].home == limbo
    assert found["guard"].attributes.get("moved", category="xyzgrid") is True
    assert not found["lamp"].attributes.has("moved", category="xyzgrid")
    del kept


def test_where_no_room_of_the_map_stays_people_go_to_the_start_of_new_players(
    lane, player, settings
):
    grid = lane(3)
    grid.spawn()
    XYZRoom.create("Refuge", xyz=(2, 0, "refuge"))
    start, _ = XYZRoom.create("Gate", xyz=(40, 40, "town"))
    settings.XYZGRID_START = (40, 40, "Town")
    player.character.move_to(room(2), quiet=True)
    spawning.delete(grid.live, ["lane"])
    assert player.character.location == start


def test_without_a_start_people_go_to_the_nearest_room_of_another_map_or_home(lane, player, limbo):
    grid = lane(3)
    grid.spawn()
    other, _ = XYZRoom.create("Refuge", xyz=(7, 7, "refuge"))
    player.character.move_to(room(2), quiet=True)
    spawning.delete(grid.live, ["lane"])
    assert player.character.location == other
    spawning.delete(grid.live, None)
    assert player.character.location == limbo


def test_a_thing_with_no_place_to_go_to_goes_where_evennia_puts_it(lane, limbo):
    grid = lane(2)
    grid.spawn()
    lamp = create_object("evennia.DefaultObject", key="lamp", location=room(1), home=limbo)
    spawning.delete(grid.live, ["lane"])
    assert lamp.location == limbo


def test_a_room_that_a_builder_deletes_leaves_nobody_without_home(lane, limbo):
    lane(3).spawn()
    lamp = create_object("evennia.DefaultObject", key="lamp", location=limbo, home=room(2))
    room(2).delete()
    assert lamp.home == room(1)


def test_at_every_step_everybody_is_in_a_room_with_a_way_out(lane, player):
    lane(12).spawn()
    player.character.move_to(room(11), quiet=True)
    grid = lane(3)
    steps = spawning.spawn_steps(grid.live, ["lane"], pace=one_at_a_time())
    seen = set()
    for _ in steps:
        here = player.character.location
        assert here is not None
        assert [one for one in here.exits if one.destination], here.key
        seen.add(here.key)
    assert seen == {"Room 11", "Room 2"}


def one_at_a_time():
    from dataclasses import replace

    from xyzgrid_ext.game.base.pace import SERVER

    return replace(SERVER, first=1, least=1, most=1)


def test_to_move_many_takes_no_more_queries_than_to_move_few(lane, limbo):
    asked = []
    for number in (3, 60):
        lane(6).spawn()
        for count in range(number):
            create_object(
                "evennia.DefaultObject", key=f"lamp {count}", location=room(5), home=limbo
            )
        flush_cache()
        grid = lane(2)
        with CaptureQueriesContext(connection) as queries:
            done = grid.spawn()
        assert done.moved == number
        asked.append(len(queries))
        assert len([one for one in room(1).contents if not one.destination]) == number
        ObjectDB.objects.filter(db_key__startswith="lamp").delete()
        flush_cache()
    assert asked[0] == asked[1]
