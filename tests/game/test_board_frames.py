"""Frames of boards, for clients that draw them in one place."""

import pytest
from evennia import create_object
from twisted.internet.task import Clock

from xyzgrid_ext.game import oob
from xyzgrid_ext.game.clients import changes, wants
from xyzgrid_ext.game.machines.machine import Machine

pytestmark = pytest.mark.django_db

DOOR = {
    "zcoord": "arcade",
    "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n",
    "prototypes": {
        (0, 0, "e"): {"prototype_parent": "xyz_exit", "key": "east", "needs": ["puzzle:salt"]},
    },
}


@pytest.fixture(autouse=True)
def _no_portal(monkeypatch):
    monkeypatch.setattr(wants, "keep", lambda session: None)


@pytest.fixture
def later(monkeypatch):
    """Return the clock of what is told after a change."""
    clock = Clock()
    monkeypatch.setattr(changes, "call_later", clock.callLater)
    monkeypatch.setattr(changes.changes, "_waits", False)
    return clock


@pytest.fixture
def machine(limbo):
    """Return a machine in limbo, with a lock of its own."""
    found = create_object(Machine, key="the Salt Store", location=limbo, home=limbo)
    found.db.board, found.db.puzzle = "boxes", "salt"
    return found


def asks(player, *words):
    oob.xyzgrid_subscribe(player.session, *words)
    player.sent.clear()


def told(player, name):
    return [message[name][1] for message in player.sent if name in message]


def test_who_asks_for_frames_gets_them_instead_of_pictures(machine, player):
    asks(player, "board")
    assert "# @o .#" not in player.types("play")
    (frame,) = told(player, "xyzgrid_board")
    assert frame["rows"] == ["#######", "#     #", "# @o .#", "#     #", "#######"]
    assert (frame["title"], frame["phase"], frame["plays"]) == ("The Salt Store", "playing", True)


def test_who_watches_is_told_that_the_keys_are_anothers(machine, player, make_player):
    watcher = make_player("Wat")
    player.types("play")
    asks(watcher, "board")
    watcher.types("watch")
    player.types("l")
    assert [frame["plays"] for frame in told(watcher, "xyzgrid_board")] == [False, False]
    watcher.types("watch")
    assert told(watcher, "xyzgrid_board")[-1]["phase"] == "left"


def test_who_gets_up_is_told_that_there_is_no_board_any_more(machine, player):
    asks(player, "board")
    player.types("play")
    player.types("stop")
    assert told(player, "xyzgrid_board")[-1]["phase"] == "left"


def test_a_door_that_a_board_opens_is_told_where_it_is_seen(machine, player, spawn_maps, later):
    live = spawn_maps(DOOR).live
    hall = live.object(("arcade", 0))
    player.character.location = machine.location = hall
    asks(player, "room", "board")
    player.types("play")
    player.types("ll")
    assert told(player, "xyzgrid_board")[-1]["phase"] == "won"
    later.advance(0)
    (ways,) = told(player, "room_updateexits")
    assert ways["e"]["flags"] != ["door", "closed", "locked"]
