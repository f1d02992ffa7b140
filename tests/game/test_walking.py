"""Automatic walks, step by step: what stops them, what does not, and what outlives the process."""

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from spawned import spawned_once
from twisted.internet.task import Clock
from worlds import room_named

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.db.journeys import journey_of
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.world import prefetch

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
    (0, 1): "West End",
    (1, 1): "Lane",
    (2, 1): "Cross",
    (3, 1): "Row",
    (4, 1): "East End",
    (2, 2): "Chapel",
    (3, 2): "Bridge",
    (4, 2): "Garden",
    (0, 0): "Yard",
    (1, 0): "Shed",
    (2, 0): "Barn",
    (3, 0): "Cell",
    (4, 0): "Vault",
}
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
    """Return an ordinary player at the west end."""
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


def test_rooms_ahead_are_loaded_between_two_steps(walker, clock):
    rooms = ObjectDB.objects.filter(db_key__in=("Cross", "Chapel", "Bridge"))
    pks = list(rooms.values_list("pk", flat=True))
    walker.types("goto bridge")
    assert not any(map(prefetch.is_warm, pks))
    clock.advance(0.3)
    assert walker.at == "Lane"
    assert all(map(prefetch.is_warm, pks))


def test_arrival_is_told_once_and_leaves_nothing_behind(walker, clock, run):
    heard = walker.types("goto cross") + run(walker)
    assert heard.count("You have arrived at Cross.") == 1
    assert not clock.due()
    assert journey_of(walker.character) is None
    assert not walking.is_walking(walker.character)


def test_looking_and_talking_do_not_stop_a_walk(walker, run):
    walker.types("goto garden")
    walker.types("look")
    walker.types("say hello")
    run(walker, 2)
    assert walker.at == "Chapel"


def test_a_second_goto_replaces_the_first(walker, clock, run):
    walker.types("goto cross")  # there is one shortest way, and it begins to the east
    walker.types("goto yard")
    assert len(clock.due()) == 1
    heard = run(walker)
    assert walker.at == "Yard"
    assert heard.count("arrived") == 1
    assert "Cross" not in heard


def test_another_exit_taken_by_hand_ends_the_walk_and_goto_walks_on(walker, run, clock):
    walker.types("goto chapel")
    heard = walker.types("west") + run(walker)
    assert walker.at == "West End"
    assert heard.count("You stop walking to Chapel.") == 1
    assert not clock.due()
    assert "You walk on to Chapel" in walker.types("goto")
    run(walker)
    assert walker.at == "Chapel"


def test_a_builders_exit_taken_by_hand_ends_the_walk(walker, limbo, run, clock):
    walker.types("goto chapel")
    lane = walker.character.location
    create_object(
        "evennia.objects.objects.DefaultExit", key="hole", location=lane, destination=limbo
    )
    assert "You stop walking to Chapel." in walker.types("hole")
    assert not clock.due()


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


def test_an_own_step_before_a_walk_goes_on_after_a_reload_ends_it(walker, grid, monkeypatch):
    walker.types("goto chapel")
    walker.character.ndb.xyzgrid_walk = None
    clock = Clock()
    monkeypatch.setattr(task, "call_later", clock.callLater)
    grid.at_server_start()
    assert "You stop walking to Chapel." in walker.types("west")
    assert not clock.getDelayedCalls()


def test_walking_along_the_way_by_hand_is_no_other_way(walker, run):
    walker.types("goto chapel")
    walker.types("east")
    heard = run(walker)
    assert "another way" not in heard
    assert "You stop walking" not in heard
    assert walker.at == "Chapel"


def test_one_who_is_brought_elsewhere_walks_on_from_there(walker, run):
    walker.types("goto lane")  # one step: there at once
    walker.types("goto chapel")
    walker.character.move_to(room_named("Shed"), quiet=True)
    run(walker)
    assert walker.at == "Chapel"


def test_one_who_is_brought_off_the_maps_is_told_that_the_walk_ends(walker, limbo, run, clock):
    walker.types("goto chapel")
    walker.character.move_to(limbo, quiet=True)
    assert run(walker).splitlines()[-1] == "You have left the maps, so your walk to Chapel ends."
    assert not clock.due()
    assert "Usage" in walker.types("path")


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


def test_behind_an_opened_door_goto_walks_on(walker, run):
    walker.types("goto east end")
    run(walker)
    create_object("evennia.objects.objects.DefaultObject", key="key", location=walker.character)
    walker.types("goto")
    run(walker)
    assert walker.at == "East End"


def test_a_locked_exit_that_is_the_last_is_not_called_an_arrival(walker, run):
    heard = walker.types("goto row") + run(walker)
    assert "locked" in heard
    assert "arrived" not in heard
    assert walker.at == "Cross"


def test_a_room_to_stop_at_stops_the_walk_with_its_own_words(walker, run):
    room_named("Bridge").db.xyz_path_interrupt_msg = "The planks creak."
    heard = walker.types("goto garden") + run(walker)
    assert walker.at == "Bridge"
    assert "The planks creak." in heard
    walker.types("goto")
    assert walker.at == "Garden"


def test_a_room_to_stop_at_that_is_the_goal_is_an_arrival(walker, run):
    heard = walker.types("goto bridge") + run(walker)
    assert "You have arrived at Bridge." in heard
    assert "stop here" not in heard


def test_a_walk_stops_before_a_link_to_stop_at(walker, run, grid):
    walker.character.move_to(room_named("Cell"), quiet=True)
    exit_obj = grid.live.exit(grid.live.locate(Place("ward", Coord(3, 0))), "e")
    exit_obj.db.xyz_path_interrupt_msg = "It is dark in there."
    heard = walker.types("goto vault") + run(walker)
    assert walker.at == "Cell"
    assert "It is dark in there." in heard


def test_before_a_link_to_stop_at_one_is_told_to_take_it_however_often_one_asks(walker, run):
    walker.character.move_to(room_named("Cell"), quiet=True)
    told = "You stop here.\nTake east yourself to get to Vault."
    for line in ("goto vault", "goto", "goto"):
        assert walker.types(line) + run(walker) == told
    assert walker.at == "Cell"


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


def test_an_exit_that_is_gone_is_gone_around(walker, grid, run, clock):
    walker.types("goto chapel")
    grid.live.exit(grid.live.locate(Place("ward", Coord(1, 1))), "e").delete()
    heard = run(walker)
    assert heard.count("You take another way to Chapel.") == 1
    assert walker.at == "Chapel"
    assert not clock.due()


def test_an_exit_that_was_removed_behind_the_servers_back_is_told_and_gone_around(
    walker, grid, run
):
    walker.types("goto chapel")
    exit_obj = grid.live.exit(grid.live.locate(Place("ward", Coord(1, 1))), "e")
    ObjectDB.objects.filter(pk=exit_obj.pk).delete()
    exit_obj.flush_from_cache(force=True)
    heard = run(walker)
    assert heard.count("This exit no longer exists: east from Lane.") == 1
    assert heard.count("You take another way to Chapel.") == 1
    assert walker.at == "Chapel"


def test_an_exit_with_a_name_of_its_own_is_found_by_its_direction(walker, grid, run):
    exit_obj = grid.live.exit(grid.live.locate(Place("ward", Coord(1, 1))), "e")
    exit_obj.key = "look"  # the worst of names: a command has it as well
    exit_obj.aliases.clear()
    walker.types("goto chapel")
    run(walker)
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


def test_maps_that_are_loaded_anew_on_the_way_do_not_end_it(walker, grid, run):
    walker.types("goto chapel")
    grid.reload()
    heard = run(walker)
    assert walker.at == "Chapel"
    assert "another way" not in heard


def test_a_character_that_is_deleted_leaves_no_timer(walker, clock):
    walker.types("goto chapel")
    walker.character.delete()
    clock.advance(5)
    assert not clock.due()


def test_a_menu_keeps_the_walker_where_it_is(walker, run):
    from evennia import CmdSet

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


def test_the_way_ahead_is_there_only_while_one_is_on_it(walker, grid):
    character, live = walker.character, grid.live
    walker.types("path chapel")
    assert [live.router.way(step).key for step in walking.ahead(live, character)] == [
        "east",
        "east",
        "north",
    ]
    walker.types("east")
    assert len(walking.ahead(live, character)) == 2
    character.move_to(room_named("Yard"), quiet=True)
    assert not walking.ahead(live, character)


def test_a_step_asks_the_database_no_more_than_typing_the_exit(walker, run, clock):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for way in ("goto garden", "goto", "goto west end", "goto"):  # know the rooms
        walker.types(way)
        run(walker)
    with CaptureQueriesContext(connection) as by_hand:
        walker.types("east")
    walker.types("west")
    walker.types("goto garden")  # stands in the Lane now
    with CaptureQueriesContext(connection) as walked:
        clock.advance(0.5)
    assert walker.at == "Cross"
    assert len(walked) <= len(by_hand)
