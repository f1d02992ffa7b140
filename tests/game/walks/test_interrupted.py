"""Walks whose exits, goals, maps or walkers go away meanwhile, and walks over a reload."""

import sys

from evennia import CmdSet
from twisted.internet.task import Clock
from worlds import room_named

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.db.memory import journey_of
from xyzgrid_ext.game.spawn import write


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
