"""What rooms and exits of the grid do not do at a step, and that nobody can tell."""

import pytest
from evennia import CmdSet, Command, create_object
from evennia.locks.lockhandler import LockHandler
from evennia.objects.objects import DefaultExit
from stepped_town import room

from xyzgrid_ext.game.base.command_sets import ExitCmdSet
from xyzgrid_ext.game.base.open_locks import OpenLocks, is_open
from xyzgrid_ext.game.protocols.sessions import FittingSession
from xyzgrid_ext.xyzroom import XYZExit

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
    assert {*merged} == {"ExitCmdSet"}  # the sets of the exits were made when Bob came


@pytest.mark.parametrize("x", [1, 2])
def test_what_exits_are_laid_upon_keeps_its_settings(x, ann):
    for below in (commands_of("look", "east"), commands_of()):
        below.key, below.no_exits, below.no_objs, below.no_channels = "Menu", True, None, False
        merged = [below + sum(sets[1:], sets[0]) for sets in sets_of(room(x, 0))]
        told = [{name: getattr(one, name) for name in SETTINGS} for one in merged]
        assert told[0] == told[1]
        assert [keys(one) for one in merged[:1]] == [keys(one) for one in merged[1:]]


SETTINGS = (*CmdSet.to_duplicate, "actual_mergetype", "key_mergetypes", "system_commands")
