"""Nobody is lost when rooms go: where they are after it, and what they are told.

before  #-#-#-#        after  #-#
          A B
"""

from dataclasses import replace

import pytest
from evennia import DefaultObject, create_object
from evennia.objects.models import ObjectDB
from evennia.utils.idmapper.models import flush_cache
from worlds import room as prototype

from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.report import departure_lines
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.spawning import RoomFilter
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom

TOLD = "The room you were in was removed. You are now in {}."


class Eternal(DefaultObject):
    def at_object_delete(self):
        return False


@pytest.fixture
def lane(limbo, module):
    """Return a function: number of rooms in a row -> the grid, with its map as long as that."""

    def draw(rooms):
        drawn = f"+\n\n  {'-'.join('#' * rooms)}\n\n+\n\n"
        prototypes = {(x, 0): prototype(f"Room {x}") for x in range(rooms)}
        module("maps.lane", zcoord="lane", map=drawn, prototypes=prototypes)
        grid = get_xyzgrid()
        if grid.records:
            grid.reload()
        else:
            grid.add("maps.lane")
        return grid

    return draw


def room(x):
    return XYZRoom.objects.get_xyz((x, 0, "lane"))


def test_plan_says_who_goes_where_and_who_plays_is_moved_and_told(lane, player):
    lane(4).spawn()
    lamp = create_object("evennia.DefaultObject", key="lamp", location=room(2))
    create_object("evennia.DefaultObject", key="wick", location=lamp)
    key = create_object("evennia.DefaultObject", key="key", location=room(0), home=room(2))
    player.character.move_to(room(3), quiet=True)
    live = lane(2).live
    todo = drain(spawning.plan_steps(live, ["lane"]))
    assert departure_lines(todo, live) == [
        f"> (2,0,lane) is the home of key (#{key.pk}): Limbo takes its place",
        f"> (2,0,lane) lamp (#{lamp.pk}) with 1 thing in it goes to Limbo",
        "> (3,0,lane) Ann goes to Room 1 (1,0,lane)",
    ]
    assert departure_lines(replace(todo, with_contents=True), live)[1] == (
        f"- (2,0,lane) lamp (#{lamp.pk}) with 1 thing in it"
    )
    assert {one.name for one in RoomFilter(x="2").cut_plan(todo).departures} == {"lamp", "key"}
    player.character.move_to(room(3), quiet=True)
    before = len(player.sent)
    lane(2).spawn()
    assert player.character.location == room(1)
    assert player.text_since(before) == TOLD.format("Room 1")
    assert "Room 1\n" in player.types("look")
    assert not player.character.attributes.has("moved", category="xyzgrid")


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
def test_things_and_npcs_go_to_limbo_with_their_homes(lane, limbo, in_memory):
    lane(4).spawn()
    lamp = create_object("evennia.DefaultObject", key="lamp", location=room(2), home=room(3))
    guard = create_object("evennia.DefaultCharacter", key="guard", location=room(3), home=room(0))
    purse = create_object("evennia.DefaultObject", key="purse", location=guard, home=room(3))
    kept = (lamp, guard, purse, limbo.contents) if in_memory else ()
    ids = lamp.pk, guard.pk, purse.pk
    if not in_memory:
        del lamp, guard, purse
        flush_cache()
    lane(2).spawn()
    lamp, guard, purse = (ObjectDB.objects.get(pk=pk) for pk in ids)
    limbo = ObjectDB.objects.get(pk=limbo.pk)
    assert (lamp.location, guard.location, purse.location) == (limbo, limbo, guard)
    assert {lamp, guard} <= set(limbo.contents)
    assert (lamp.home, guard.home, purse.home) == (limbo, room(0), limbo)
    assert not guard.attributes.has("moved", category="xyzgrid")
    del kept


def test_an_npc_made_by_a_builder_is_no_person_until_somebody_plays_it(lane, superuser, limbo):
    lane(4).spawn()
    superuser.character.move_to(room(3), quiet=True)
    keeper = create_object("evennia.DefaultCharacter", key="keeper", location=room(3), home=limbo)
    superuser.account.characters.add(keeper)  # as Evennia's command `create` does
    lane(2).spawn()
    assert (superuser.character.location, keeper.location) == (room(1), limbo)
    keeper.move_to(room(1), quiet=True)
    keeper.db.prelogout_location = room(1)  # as after it was played
    lane(1).spawn()
    assert keeper.location == room(0)


@pytest.mark.parametrize("in_memory", [True, False])
def test_with_contents_all_but_people_is_deleted(lane, limbo, player, in_memory):
    lane(4).spawn()
    cart = create_object("evennia.DefaultObject", key="cart", location=room(3), home=limbo)
    create_object("evennia.DefaultCharacter", key="driver", location=cart, home=limbo)
    create_object("evennia.DefaultObject", key="whip", location=cart.contents[0], home=limbo)
    player.character.move_to(cart, quiet=True)
    hat = create_object("evennia.DefaultObject", key="hat", location=player.character)
    before = ObjectDB.objects.count()
    del cart
    if not in_memory:
        flush_cache()
    grid = lane(2)
    todo = drain(spawning.plan_steps(grid.live, ["lane"]))
    gone = len(todo.gone_rooms) + len(todo.gone_exits) + 3
    done = drain(spawning.apply_steps(grid.live, replace(todo, with_contents=True)))
    assert (done.moved, done.stranded, done.deleted) == (1, 0, 3)
    assert ObjectDB.objects.count() == before - gone
    ann, hat = (ObjectDB.objects.get(pk=pk) for pk in (player.character.pk, hat.pk))
    assert (ann.location, hat.location) == (room(1), ann)


def test_what_refuses_to_be_deleted_goes_to_limbo_and_so_does_a_home(lane, limbo):
    lane(3).spawn()
    chest = create_object("evennia.DefaultObject", key="chest", location=room(2), home=limbo)
    gem = create_object(Eternal, key="gem", location=chest, home=room(2))
    grid = lane(2)
    todo = drain(spawning.plan_steps(grid.live, ["lane"]))
    drain(spawning.apply_steps(grid.live, replace(todo, with_contents=True)))
    assert chest.pk is None
    assert (gem.location, gem.home) == (limbo, limbo)
    lane(3).spawn()
    lamp = create_object("evennia.DefaultObject", key="lamp", location=limbo, home=room(2))
    room(2).delete()
    assert lamp.home == limbo


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
    return replace(SERVER, first=1, least=1, most=1)
