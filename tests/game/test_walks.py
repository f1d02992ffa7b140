"""Walks: their steps, doors, places to stop at; what goes away meanwhile; reloads."""

import sys

import pytest
from evennia import CmdSet, create_object
from spawned import spawned_once
from twisted.internet.task import Clock
from worlds import room_at, room_named

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.db.memory import journey_of
from xyzgrid_ext.game.spawn import write
from xyzgrid_ext.game.travel import walking

# I is a room at which walks stop, i a link before which they stop
WARD = r"""
+ 0 1 2 3 4

2     #-I-#
      |
1 #-#-#-#-#
  |   |
0 #-#-# #i#

+ 0 1 2 3 4

"""
NAMES = {
    (0, 1): "West End", (1, 1): "Lane", (2, 1): "Cross", (3, 1): "Row", (4, 1): "East End",
    (2, 2): "Chapel", (3, 2): "Bridge", (4, 2): "Garden",
    (0, 0): "Yard", (1, 0): "Shed", (2, 0): "Barn", (3, 0): "Cell", (4, 0): "Vault",
}  # fmt: skip
ROOMS = {at: {"prototype_parent": "xyz_room", "key": name} for at, name in NAMES.items()}
DOOR = {
    (2, 1, "e"): {
        "prototype_parent": "xyz_exit",
        "key": "bronze door",
        "locks": "traverse:holds(key)",
        "attrs": [("err_traverse", "The door does not move.")],
    }
}
# a drawn map of thirteen rooms
shared_maps = spawned_once({"zcoord": "ward", "map": WARD, "prototypes": {**ROOMS, **DOOR}})


@pytest.fixture
def walker(grid, player, clock):
    from worlds import room_named

    player.character.move_to(room_named("West End"), quiet=True)
    return player


@pytest.fixture
def run(clock):
    """Return a function that lets a walk run for a number of steps; what the walker heard of it."""

    def run(walker, steps=30):
        before = len(walker.sent)
        for _ in range(steps):
            clock.advance(0.5)
        return walker.text_since(before)

    return run


def test_the_first_step_is_taken_at_once_and_each_other_after_the_delay(walker, clock):
    walker.types("goto cross")
    assert walker.at == "Lane"
    clock.advance(0.4)
    assert walker.at == "Lane"
    clock.advance(0.2)
    assert walker.at == "Cross"


def test_arrival_is_told_once_and_leaves_nothing_behind(walker, clock, run):
    heard = walker.types("goto cross") + run(walker)
    assert heard.count("You have arrived at Cross.") == 1
    assert not clock.due()
    assert journey_of(walker.character) is None
    assert not walking.is_walking(walker.character)


def test_a_walk_through_many_rooms_of_one_name_gives_signs_of_life(
    spawn_maps, make_player, clock, run
):
    tunnel = {(x, 0, 0): {"key": "Tunnel", "exits": {"east": (x + 1, 0, 0)}} for x in range(25)}
    grid = spawn_maps({"zcoord": "tunnel", "rooms": {**tunnel, (25, 0, 0): {"key": "Cave"}}})
    ann = make_player("Ann", location=room_at(grid, 0, 0, "tunnel"))
    ann.types("goto cave")
    heard = run(ann)
    assert ann.at == "Cave"
    assert heard.splitlines().count("Tunnel") == 2


def test_another_exit_taken_by_hand_ends_the_walk_and_goto_walks_on(walker, run, clock):
    walker.types("goto chapel")
    heard = walker.types("west") + run(walker)
    assert walker.at == "West End"
    assert heard.count("You stop walking to Chapel.") == 1
    assert not clock.due()
    assert "You walk on to Chapel" in walker.types("goto")
    run(walker)
    assert walker.at == "Chapel"


def test_a_locked_exit_tried_by_hand_does_not_end_the_walk(walker, run):
    walker.types("goto chapel")
    run(walker, 1)
    assert walker.at == "Cross"
    assert "You stop walking" not in walker.types("bronze door")
    run(walker)
    assert walker.at == "Chapel"


def test_a_detour_by_hand_that_ends_at_the_goal_is_an_arrival(walker, grid, run):
    walker.types("goto shed")
    walker.types("goto chapel")
    create_object(
        "evennia.objects.objects.DefaultExit",
        key="rope",
        location=walker.character.location,
        destination=room_named("Chapel"),
    )
    heard = walker.types("rope") + run(walker)
    assert heard.count("You have arrived at Chapel.") == 1
    assert "You stop walking" not in heard


def test_one_who_is_brought_elsewhere_walks_on_from_there(walker, run):
    walker.types("goto lane")  # one step: there at once
    walker.types("goto chapel")
    walker.character.move_to(room_named("Shed"), quiet=True)
    run(walker)
    assert walker.at == "Chapel"


def test_one_who_is_brought_where_no_way_leads_back_is_told_and_may_go_on_later(walker, run):
    walker.types("goto chapel")
    walker.character.move_to(room_named("Cell"), quiet=True)
    heard = run(walker)
    assert "You know of no way from here to Chapel." in heard
    walker.character.move_to(room_named("Lane"), quiet=True)
    walker.types("goto")
    run(walker)
    assert walker.at == "Chapel"


def test_a_locked_door_is_named_once_and_ends_the_walk(walker, clock, run):
    heard = walker.types("goto east end") + run(walker)
    assert walker.at == "Cross"
    assert heard.count("The door does not move.") == 1
    assert heard.count("This exit is locked to you: bronze door, east from Cross.") == 1
    assert "arrived" not in heard
    assert not clock.due()


def test_rooms_and_links_to_stop_at_stop_the_walk(walker, run, grid):
    room_named("Bridge").db.xyz_path_interrupt_msg = "The planks creak."
    heard = walker.types("goto garden") + run(walker)
    assert walker.at == "Bridge"
    assert "The planks creak." in heard
    walker.types("goto")
    assert walker.at == "Garden"
    walker.character.move_to(room_named("Cell"), quiet=True)
    exit_obj = grid.live.exit(grid.live.locate(Place("ward", Coord(3, 0))), "e")
    exit_obj.db.xyz_path_interrupt_msg = "It is dark in there."
    heard = walker.types("goto vault") + run(walker)
    assert walker.at == "Cell"
    assert "It is dark in there." in heard


def test_behind_a_link_to_stop_at_goto_walks_on(spawn_maps, player, run):
    drawn = "+ 0 1 2 3\n\n0 #-#i#-#\n\n+ 0 1 2 3\n"
    rooms = {(x, 0): {"prototype_parent": "xyz_room", "key": f"Hut {x}"} for x in range(4)}
    grid = spawn_maps({"zcoord": "huts", "map": drawn, "prototypes": rooms})
    player.character.move_to(grid.live.object(("huts", 0)), quiet=True)
    heard = player.types("goto hut 3") + run(player)
    assert heard.startswith("You set out for Hut 3: 3 steps")
    assert heard.endswith("You stop here.\nTake east yourself, then type goto to walk on to Hut 3.")
    player.types("east")
    assert "You walk on to Hut 3: 1 step," in player.types("goto")
    assert player.at == "Hut 3"


def test_an_exit_that_was_removed_behind_the_servers_back_is_told_and_gone_around(
    walker, grid, run
):
    walker.types("goto chapel")
    exit_obj = grid.live.exit(grid.live.locate(Place("ward", Coord(1, 1))), "e")
    write.remove_objects([exit_obj.pk])  # of which no signal tells
    exit_obj.flush_from_cache(force=True)
    heard = run(walker)
    assert heard.count("This exit no longer exists: east from Lane.") == 1
    assert heard.count("You take another way to Chapel.") == 1
    assert walker.at == "Chapel"


def test_an_exit_that_takes_its_time_is_waited_for(walker, grid, run, clock, monkeypatch):
    slow = type(grid.live.exit(grid.live.locate(Place("ward", Coord(1, 1))), "e"))
    at_once = slow.at_traverse

    def at_traverse(self, character, target, **kwargs):
        clock.callLater(3, at_once, self, character, target)

    monkeypatch.setattr(slow, "at_traverse", at_traverse)
    heard = walker.types("goto cross") + run(walker)
    assert walker.at == "Cross"
    assert heard.count("You have arrived") == 1


def test_what_never_lets_anybody_through_is_given_up(walker, run, clock, monkeypatch):
    monkeypatch.setattr(type(walker.character), "at_pre_move", lambda *args, **kwargs: False)
    heard = walker.types("goto cross") + run(walker)
    assert heard.count("You cannot get through: east from West End.") == 1
    assert not clock.due()


def test_who_is_thrown_back_again_and_again_gives_up(walker, run, clock, monkeypatch):
    west_end, lane = room_named("West End"), room_named("Lane")
    receive = type(lane).at_object_receive

    def throw_back(self, moved, source, **kwargs):
        receive(self, moved, source, **kwargs)
        if self == lane:
            moved.move_to(room_named("Yard"), quiet=True)
        elif self == room_named("Shed"):
            moved.move_to(west_end, quiet=True)

    monkeypatch.setattr(type(lane), "at_object_receive", throw_back)
    heard = walker.types("goto cross") + run(walker, 200)
    assert "You are not getting any closer to Cross." in heard
    assert not clock.due()


def test_a_goal_that_is_deleted_ends_the_walk(walker, run, grid):
    walker.types("goto chapel")
    room_named("Chapel").delete()
    assert "Chapel no longer exists, so your walk ends." in run(walker)
    assert journey_of(walker.character) is None


def test_a_menu_keeps_the_walker_where_it_is(walker, run):
    class Menu(CmdSet):
        key = "menu"
        no_exits = True

    walker.types("goto chapel")
    walker.character.cmdset.add(Menu)
    assert "You cannot walk now." in run(walker)


def test_who_loses_the_connection_is_told_at_the_next_login(walker, clock):
    character, account = walker.character, walker.account
    walker.types("goto chapel")
    account.unpuppet_object(walker.session)
    assert not clock.due()
    before = len(walker.sent)
    account.puppet_object(walker.session, character)
    assert "You were walking to Chapel. Type goto to walk on." in walker.text_since(before)
    assert walker.at == "Lane"
    walker.types("goto")
    assert walker.at == "Cross"


def test_a_walk_goes_on_by_itself_after_a_reload(walker, grid, run, monkeypatch):
    walker.types("goto chapel")
    # a new process: no timers, nothing kept in memory
    walker.character.ndb.xyzgrid_walk = None
    clock = Clock()
    monkeypatch.setattr(task, "call_later", clock.callLater)
    grid.at_server_start()
    before = len(walker.sent)
    clock.pump([1] * 10)
    assert walker.at == "Chapel"
    assert "You have arrived at Chapel." in walker.text_since(before)
    assert "another way" not in walker.text_since(before)


def test_after_a_crash_a_walk_waits_until_its_player_acts_as_the_character_again(
    walker, grid, monkeypatch
):
    character, session = walker.character, walker.session
    walker.types("goto chapel")
    character.ndb.xyzgrid_walk = None
    session.puppet = None  # Evennia's Portal does not know whom it played
    clock = Clock()
    monkeypatch.setattr(task, "call_later", clock.callLater)
    grid.at_server_start()
    clock.pump([1] * 10)
    assert character.location.key == "Lane"
    session.puppet = character
    clock.pump([1] * 10)
    assert character.location.key == "Chapel"


def test_a_walk_waits_while_its_map_does_not_load(walker, grid, run, monkeypatch):
    walker.types("goto chapel")
    module = next(one for name, one in sys.modules.items() if name.startswith("testmaps_"))
    (ward,) = module.XYMAP_DATA_LIST
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [ward | {"map": "#-#"}])
    grid.reload()
    assert run(walker).endswith(
        "A map on your way is missing now, so you stop here.\nType goto to walk on to Chapel."
    )
    assert walker.types("goto") == "The map of this place is missing now.\nIts exits still work."
    assert walker.at == "Lane"
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [ward])
    grid.reload()
    walker.types("goto")
    run(walker)
    assert walker.at == "Chapel"


def test_who_logs_in_again_after_a_start_learns_that_the_walk_goes_on(walker, grid, monkeypatch):
    character, session = walker.character, walker.session
    walker.types("goto chapel")
    character.ndb.xyzgrid_walk = None
    character.sessions.remove(session)
    session.puppet = None
    monkeypatch.setattr(task, "call_later", Clock().callLater)
    grid.at_server_start()
    before = len(walker.sent)
    walker.account.puppet_object(session, character)
    assert "You walk on to Chapel. Type goto to stop." in walker.text_since(before)


def test_a_walk_whose_player_does_not_come_back_after_a_reload_waits_for_the_login(
    walker, grid, monkeypatch
):
    character, session = walker.character, walker.session
    walker.types("goto chapel")
    character.ndb.xyzgrid_walk = None
    character.sessions.remove(session)
    clock = Clock()
    monkeypatch.setattr(task, "call_later", clock.callLater)
    grid.at_server_start()
    clock.pump([1] * 60)
    assert not clock.getDelayedCalls()
    assert character.location.key == "Lane"
    assert journey_of(character).state == "parted"
