"""Drawings that are kept for all who see the same, and what a step does not do."""

import sys

import pytest
from django.utils import translation
from evennia import create_object
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.objects import DefaultExit
from spawned import built_once, spawn
from town_map import TOWN, room

from xyzgrid_ext.game.base.open_locks import is_open
from xyzgrid_ext.game.text import room_map
from xyzgrid_ext.game.travel import exploring
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.xyzroom import XYZExit


@built_once
def shared_maps(folder, monkeypatch):
    from town_map import TOWN

    return spawn([TOWN], folder, monkeypatch)


@pytest.fixture
def ann(grid, make_player):
    from town_map import room

    from xyzgrid_ext.game.db import memory

    player = make_player("Ann")
    player.character.move_to(room(0, 0), quiet=True)
    memory.note_told(player.character, "letters")
    return player


def picture(player):
    """Return the map that a look sends."""
    before = len(player.sent)
    player.types("look")
    return [
        message["text"][0]
        for message in player.sent[before:]
        if isinstance(message.get("text"), tuple) and message["text"][1].get("type") == "xymap"
    ]


def fresh(player):
    """Return the same, drawn anew."""
    room_map.pictures.of(current()).clear()
    return picture(player)


def author_writes(change, grid, monkeypatch):
    """Let the module of the town say something else, and let the grid read it."""
    module = sys.modules[grid.records[0]["reference"]]
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [TOWN | change])
    grid.reload()
    grid.spawn()


@pytest.mark.parametrize("change", ["width", "style", "way", "map", "options", "language"])
def test_no_drawing_is_shown_that_would_be_drawn_otherwise_now(change, ann, grid, monkeypatch):
    before = picture(ann)
    if change == "width":
        ann.session.protocol_flags["SCREENWIDTH"] = {0: 60}
    elif change == "style":
        room(0, 0).map_character_symbol = "X"
    elif change == "way":
        ann.types("path (2,0)")
    elif change == "map":
        author_writes({"map": TOWN["map"].replace("#-#-#", "#-#  ")}, grid, monkeypatch)
    elif change == "options":
        author_writes({"options": {"map_visual_range": 1}}, grid, monkeypatch)
    elif change == "language":
        with translation.override("de"):
            assert picture(ann) == fresh(ann)
        return
    assert picture(ann) == fresh(ann) != before


def test_in_fog_one_sees_what_one_has_explored_since(no_maps, spawn_maps, make_player):
    spawn_maps(TOWN | {"options": {"fog": "explored"}})
    ann, bob = make_player("Ann"), make_player("Bob")
    for one in (ann, bob):
        one.character.move_to(room(0, 0), quiet=True)
        exploring.record_arrival(current(), one.character, room(0, 0).here)
    before = picture(ann)
    for line in ("east", "west"):
        ann.types(line)
    assert picture(ann) != before == picture(bob)
    assert len(room_map.pictures.of(current())) == 0


def told(player):
    """Return the room as it is told, and as it would be if it were made anew."""
    live, here = current(), room(0, 0).here
    found = room_view.room_view(live, player.character, here)
    room_view.views.of(live).clear()
    assert room_view.room_view(live, player.character, here) == found
    return found


CHANGES = {
    "a name": lambda: setattr(room(0, 0), "key", "Yard"),
    "a tag": lambda: room(0, 0).tags.add("meadow", category="environment"),
    "the name of an exit": lambda: setattr(way(), "key", "gate"),
    "where an exit leads": lambda: setattr(way(), "destination", room(2, 0)),
    "who may see an exit": lambda: way().locks.add("view:false()"),
    "who may search an exit": lambda: way().locks.add("search:false()"),
    "who may pass an exit": lambda: way().locks.add("traverse:false()"),
    "what an exit needs": lambda: way().attributes.add("needs", ["item:key"]),
    "an exit that goes": lambda: way().delete(),
    "an exit by hand": lambda: create_object(
        DefaultExit, key="hole", location=room(0, 0), destination=room(2, 0)
    ),
}


def way():
    return next(one for one in room(0, 0).exits if one.key == "east")


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_told_at_once(change, ann):
    before = told(ann)
    assert told(ann) == before
    CHANGES[change]()
    assert told(ann) != before


def test_locks_that_let_only_some_see_an_exit_are_asked_for_each(ann, superuser):
    way().locks.add("view:perm(Builder)")
    superuser.character.move_to(room(0, 0), quiet=True)
    assert len(told(ann).exits) == len(told(superuser).exits) - 1
    assert len(room_view.views.of(current())) == 0


@pytest.mark.parametrize("class_", [XYZExit, contrib.XYZExit], ids=["ours", "below ours"])
def test_a_class_that_decides_itself_who_sees_an_exit_is_asked_for_each(ann, class_, monkeypatch):
    assert len(told(ann).exits) == 2

    def access(self, who, access_type="read", *args, **kwargs):
        return access_type != "view"

    monkeypatch.setattr(class_, "access", access)
    monkeypatch.setattr(hooks, "asks_only_locks", hooks.asks_only_locks.__wrapped__)
    assert told(ann).exits == ()


def test_exit_whose_class_listens_hears(ann, monkeypatch):
    heard = []
    monkeypatch.setattr(XYZExit, "at_access", lambda self, found, who, lock: heard.append(lock))
    assert way().access(ann.character, "view")
    assert heard == ["view"]
    heard = listened(monkeypatch, XYZExit, "at_msg_receive")
    told = f"Ann is leaving {room(0, 0).key}, heading for {room(1, 0).key}."
    ann.types("east")
    assert ("east", (told, {"type": "traverse"})) in heard


def test_a_games_own_function_called_all_is_asked(ann):
    way = room(0, 0).exits[0]
    evennias = way.locks.locks["view"]
    assert is_open(evennias)
    own = lambda *args, **kwargs: False  # noqa: E731
    way.locks.locks["view"] = (evennias[0], ((own, (), {}),), evennias[2])
    assert not way.access(ann.character, "view")


def listened(monkeypatch, cls, hook):
    """Let a class note what it is told."""
    heard = []

    def note(self, text=None, **kwargs):
        heard.append((self.key, text))
        return True

    monkeypatch.setattr(cls, hook, note, raising=False)
    return heard


def test_an_exit_that_somebody_plays_hears(ann, make_player):
    way = room(0, 0).exits[0]
    bob = make_player("Bob")
    bob.account.unpuppet_object(bob.session)
    way.locks.add("puppet:all()")
    bob.account.puppet_object(bob.session, way)
    before = len(bob.sent)
    ann.types("say Hello")
    assert "Hello" in bob.text_since(before)


def test_who_is_left_out_hears_nothing(ann, make_player):
    bob, eve = make_player("Bob"), make_player("Eve")
    for one in (bob, eve):
        one.character.move_to(room(0, 0), quiet=True)
    before = len(bob.sent), len(eve.sent)
    room(0, 0).msg_contents("Psst", exclude=bob.character)
    room(0, 0).msg_contents("Hey", exclude=[bob.character])
    room(0, 0).msg_contents("You!", exclude=(), from_obj=bob.character)
    assert bob.text_since(before[0]) == "You!"
    assert eve.text_since(before[1]) == "Psst\nHey\nYou!"


def test_a_speaker_whose_class_minds_whom_it_tells_tells_exits_too(ann, monkeypatch):
    told = []
    note = lambda self, text=None, to_obj=None, **kwargs: told.append(to_obj.key)  # noqa: E731
    monkeypatch.setattr(type(ann.character), "at_msg_send", note, raising=False)
    room(0, 0).msg_contents("Oyez", from_obj=ann.character)
    assert {way.key for way in room(0, 0).exits} <= set(told)
