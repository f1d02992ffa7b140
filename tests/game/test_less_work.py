"""What rooms and exits of the grid do not do at a step, and that nobody can tell."""

import sys

import pytest
from django.utils import translation
from evennia import CmdSet, Command, create_object
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.locks.lockhandler import LockHandler
from evennia.objects.objects import DefaultExit
from spawned import spawned_once

from xyzgrid_ext.game.base.command_sets import ExitCmdSet
from xyzgrid_ext.game.base.lru_cache import LRUCache, bytes_of
from xyzgrid_ext.game.base.open_locks import OpenLocks, is_open
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.protocols.sessions import FittingSession
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.text import room_map
from xyzgrid_ext.game.travel import exploring
from xyzgrid_ext.game.typeclasses import XYZExit
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.world.current import current

TOWN = {
    "zcoord": "town",
    "map": """
 + 0 1 2

 1 #-#
   |
 0 #-#-#

 + 0 1 2
""",
}

shared_maps = spawned_once(TOWN)


def room(x, y, z="town"):
    live = current()
    return live.object(live.room_at_xyz(x, y, z))


@pytest.fixture
def ann(grid, make_player):
    """Return a player who stands at (0, 0) of the town."""
    player = make_player("Ann")
    player.character.move_to(room(0, 0), quiet=True)
    memory.note_told(player.character, "letters")
    return player


# --- locks

LOCKS = [
    "all()",
    "true()",
    " all( ) ",
    "not all()",
    "false()",
    "all() and false()",
    "all() or false()",
    "all() and all()",
    "perm(Builder)",
    "id(1)",
    "holds()",
]


@pytest.mark.parametrize("text", LOCKS)
def test_locks_answer_as_evennias_do(text, ann, superuser, limbo):
    ways = {}
    for handler in (LockHandler, OpenLocks):
        way = create_object(DefaultExit, key="way", location=limbo)
        way.locks.clear()
        way.locks.add(f"view:{text}")
        locks = handler(way)
        ways[handler] = [
            locks.check(who, access, default=default, no_superuser_bypass=strict)
            for who in (ann.character, superuser.character, ann.account, ann.session)
            for access in ("view", "open")
            for default in (False, True)
            for strict in (False, True)
        ]
    assert ways[OpenLocks] == ways[LockHandler]


def test_a_lock_that_is_shut_later_is_shut(ann):
    way = room(0, 0).exits[0]
    assert way.access(ann.character, "view")
    way.locks.add("view:false()")
    assert not way.access(ann.character, "view")
    assert way.key not in ann.types("look").partition("Exits:")[2]


def test_a_games_own_function_called_all_is_asked(ann):
    way = room(0, 0).exits[0]
    evennias = way.locks.locks["view"]
    assert is_open(evennias)
    own = lambda *args, **kwargs: False  # noqa: E731
    way.locks.locks["view"] = (evennias[0], ((own, (), {}),), evennias[2])
    assert not way.access(ann.character, "view")


def test_commands_of_exits_parse_the_same_locks_once(ann):
    ways = [way.create_exit_cmdset(way).commands[0] for way in room(1, 0).exits]
    assert {type(way.lockhandler) for way in ways} == {OpenLocks}
    assert all(way.access(ann.character, "cmd") for way in ways)
    assert not any(way.access(ann.character, "nothing") for way in ways)
    shut = room(0, 0).exits[0]
    shut.locks.add("cmd:false()")
    assert not shut.create_exit_cmdset(shut).commands[0].access(ann.character, "cmd")


def test_whether_a_looker_is_a_builder_is_asked_once_a_room(ann, superuser, monkeypatch):
    asked = []
    evennias = OpenLocks.check_lockstring

    def check(self, who, text, *args, **kwargs):
        asked.append(text)
        return evennias(self, who, text, *args, **kwargs)

    monkeypatch.setattr(OpenLocks, "check_lockstring", check)
    assert room(0, 0).get_extra_display_name_info(ann.character) == ""
    assert asked == ["perm(Builder)"]
    assert "(0,0,town)" in room(0, 0).get_extra_display_name_info(superuser.character)


# --- ears


def listened(monkeypatch, cls, hook):
    """Let a class note what it is told."""
    heard = []

    def note(self, text=None, **kwargs):
        heard.append((self.key, text))
        return True

    monkeypatch.setattr(cls, hook, note, raising=False)
    return heard


def test_people_and_things_hear_who_comes_and_goes(ann, make_player, limbo):
    bob = make_player("Bob")
    bob.character.move_to(room(1, 0), quiet=True)
    ann.types("east")
    assert "Ann arrives at" in bob.text_since(0)
    before = len(bob.sent)
    ann.types("west")
    assert "Ann is leaving" in bob.text_since(before)


def test_an_exit_whose_class_listens_hears(ann, monkeypatch):
    heard = listened(monkeypatch, XYZExit, "at_msg_receive")
    told = f"Ann is leaving {room(0, 0).key}, heading for {room(1, 0).key}."
    ann.types("east")
    assert ("east", (told, {"type": "traverse"})) in heard


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


# --- commands


def commands_of(*names):
    """Return a set of commands."""
    found = CmdSet()
    found.add([Command(key=name, aliases=[f"{name[:2]}x"]) for name in names])
    return found


def sets_of(room):
    """Return the sets of the exits of a room, ours and as Evennia would make them."""
    ours = [way.create_exit_cmdset(way) for way in room.exits]
    evennias = [DefaultExit.create_exit_cmdset(way, way) for way in room.exits]
    assert all(isinstance(one, ExitCmdSet) for one in ours)
    assert not any(isinstance(one, ExitCmdSet) for one in evennias)
    return ours, evennias


def keys(merged):
    return sorted(command.key for command in merged.commands)


@pytest.mark.parametrize(
    "below",
    [("look",), ("look", "east"), ("exit", "eax", "e", "north"), ("__nomatch_command", "west")],
)
@pytest.mark.parametrize("mergetype", ["Union", "Replace", "Remove", "Intersect"])
@pytest.mark.parametrize("x", [1, 2])
def test_exits_are_merged_with_other_commands_as_evennia_does_it(x, mergetype, below, ann):
    found = []
    for sets in sets_of(room(x, 0)):
        exits = sum(sets[1:], sets[0])
        over = commands_of(*below)
        over.priority, over.mergetype = 200, mergetype
        merged = [commands_of(*below) + exits, exits + over, exits + exits, exits + None]
        found.append([keys(one) for one in merged])
    assert found[0] == found[1]


def test_to_merge_exits_compares_each_command_with_each_exit_once(ann, monkeypatch):
    compared = []
    evennias = Command.__eq__
    monkeypatch.setattr(
        Command, "__eq__", lambda one, other: compared.append(1) or evennias(one, other)
    )
    ours, _ = sets_of(room(1, 0))
    others = commands_of(*(f"{number} way" for number in range(100)))
    exits = ours[0] + ours[1]
    compared.clear()
    merged = others + exits
    assert len(merged.commands) == 102
    assert len(compared) <= len(ours)


def test_a_line_merges_the_exits_and_nothing_else(grid, request, monkeypatch):
    monkeypatch.setattr("evennia.server.serversession.ServerSession", FittingSession)
    bob = request.getfixturevalue("make_player")("Bob")
    bob.character.move_to(room(0, 0), quiet=True)
    merged = []
    evennias = CmdSet.__add__

    def add(one, other):
        merged.append(other.key if other else None)
        return evennias(one, other)

    monkeypatch.setattr(CmdSet, "__add__", add)
    bob.types("east")
    assert {*merged} >= {"ExitCmdSet", "DefaultCharacter"}
    merged.clear()
    bob.types("look")
    assert {*merged} == {"ExitCmdSet", None}  # None: Evennia makes a set of an exit


@pytest.mark.parametrize("x", [1, 2])
def test_what_exits_are_laid_upon_keeps_its_settings(x, ann):
    for below in (commands_of("look", "east"), commands_of()):
        below.key, below.no_exits, below.no_objs, below.no_channels = "Menu", True, None, False
        merged = [below + sum(sets[1:], sets[0]) for sets in sets_of(room(x, 0))]
        told = [{name: getattr(one, name) for name in SETTINGS} for one in merged]
        assert told[0] == told[1]
        assert [keys(one) for one in merged[:1]] == [keys(one) for one in merged[1:]]


SETTINGS = (*CmdSet.to_duplicate, "actual_mergetype", "key_mergetypes", "system_commands")


# --- pictures


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


def test_a_map_is_searched_for_letters_once(ann, make_player, monkeypatch):
    bob = make_player("Bob")
    bob.character.move_to(room(0, 0), quiet=True)
    picture(bob)
    monkeypatch.setattr("xyzgrid_ext.game.text.frame.strip_ansi", None)
    assert picture(bob) == picture(ann)


def test_all_who_stand_in_a_room_get_one_drawing(ann, make_player):
    bob = make_player("Bob")
    bob.character.move_to(room(0, 0), quiet=True)
    assert picture(ann) == picture(bob) != []
    assert len(room_map.pictures.of(current())) == 1


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
        exploring.arrived(current(), one.character, room(0, 0).here)
    before = picture(ann)
    for line in ("east", "west"):
        ann.types(line)
    assert picture(ann) != before == picture(bob)
    assert len(room_map.pictures.of(current())) == 0


def test_drawings_are_kept_within_a_bound_and_the_oldest_go():
    kept = LRUCache(3000, bytes_of)
    drawn = []

    def draw(key):
        drawn.append(key)
        return key * 100

    for key in "abcabcd":
        assert kept.get(key, lambda key=key: draw(key)) == key * 100
    assert drawn == list("abcd")
    assert len(kept) == 3
    kept.get("a", lambda: draw("a"))
    assert drawn == list("abcda")


def test_a_picture_larger_than_all_room_for_them_is_shown_all_the_same():
    kept = LRUCache(10, bytes_of)
    assert kept.get("a", lambda: "x" * 100) == "x" * 100
    assert len(kept) == 0


def test_a_map_that_is_spawned_anew_is_drawn_anew(ann):
    live = current()
    picture(ann)
    spawning.spawn(live, ["town"])
    assert picture(ann) == fresh(ann)


# --- rooms as they are told


def told(player):
    """Return the room as it is told, and as it would be if it were made anew."""
    live, here = current(), room(0, 0).here
    found = room_view.room_view(live, player.character, here)
    room_view.views.of(live).clear()
    assert room_view.room_view(live, player.character, here) == found
    return found


def test_a_room_that_all_see_alike_is_made_once(ann, superuser):
    superuser.character.move_to(room(0, 0), quiet=True)
    assert told(ann) == told(superuser)
    assert len(room_view.views.of(current())) == 1


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


def test_a_class_that_decides_itself_who_sees_an_exit_is_asked_for_each(ann, monkeypatch):
    assert len(told(ann).exits) == 2

    def access(self, who, access_type="read", *args, **kwargs):
        return access_type != "view"

    monkeypatch.setattr(XYZExit, "access", access)
    assert told(ann).exits == ()


def test_below_ours_a_class_that_decides_itself_is_asked_in_spite_of_open_locks(ann, monkeypatch):
    assert way().access(ann.character, "view")
    monkeypatch.setattr(contrib.XYZExit, "access", lambda *args, **kwargs: False)
    assert not way().access(ann.character, "view")


def test_an_exit_hears_who_asks_for_its_open_locks_if_it_listens(ann, monkeypatch):
    heard = []
    monkeypatch.setattr(XYZExit, "at_access", lambda self, found, who, lock: heard.append(lock))
    assert way().access(ann.character, "view")
    assert heard == ["view"]


def test_nothing_is_kept_as_well_as_something():
    made, kept = [], LRUCache(2, lambda value: 1)
    for _time in range(5):
        assert kept.get("nothing", lambda: made.append(1)) is None
    assert made == [1]
