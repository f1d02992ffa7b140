"""Doors in play: both sides, keys, routes, clients, what is hidden, and what outlasts a spawn.

Vault                     north of the Hall: an oak door with a key, locked
  |  oak door
Hall---Stair              east: a door that closes by itself
  |  hatch (hidden)
Cellar
"""

import pytest
from client_messages import asks, heard
from evennia import Command, create_object, default_cmds
from spawned import spawned_once
from worlds import room, room_named

from xyzgrid_ext.commands import XYZGridCmdSet
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.command_sets import CharacterCommands
from xyzgrid_ext.game.protocols.changes import changes
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.doors import doors

TOWN = {
    "zcoord": "keep",
    "map": "\n+ 0 1\n\n2 #\n  |\n1 #-#\n  |\n0 #\n\n+ 0 1\n",
    "prototypes": {
        (0, 2): room("Vault"),
        (0, 1): room("Hall", desc="A bookcase stands here."),
        (1, 1): room("Stair"),
        (0, 0): room("Cellar"),
        (0, 1, "n"): {
            "prototype_parent": "xyz_exit",
            "door": {"name": "oak door", "key": "brass key", "locked": True},
        },
        (0, 1, "e"): {"prototype_parent": "xyz_exit", "door": {"closes": 30}},
        (0, 1, "s"): {"prototype_parent": "xyz_exit", "door": {"hidden": "bookcase"}},
        (0, 0, "n"): {"prototype_parent": "xyz_exit", "door": {"hidden": "bookcase"}},
    },
}
shared_maps = spawned_once(TOWN)
OBJECT = "evennia.objects.objects.DefaultObject"


@pytest.fixture
def ann(grid, make_player, clock):
    return make_player("Ann", location=room_named("Hall"))


@pytest.fixture
def bob(grid, make_player, clock):
    return make_player("Bob", location=room_named("Vault"))


def exit_of(key, direction):
    found = room_named(key)
    return found.live.exit(found.here, direction)


def give(player, key, **more):
    create_object(OBJECT, key=key, location=player.character, **more)


def test_a_locked_door_needs_its_key_and_both_sides_hear(ann, bob):
    locked = "The oak door north is locked."
    assert "Exits: north (locked)" in ann.types("look")
    assert [ann.types(line) for line in ("north", "open oak door")] == [locked, locked]
    assert ann.types("unlock north") == "You need the brass key."
    give(ann, "odd thing", tags=[("brass key", "item")])
    begin = len(bob.sent)
    assert ann.types("north") == f"{locked} You have the key: unlock north."
    assert ann.types("knock on door n") == "You knock on the oak door north."
    assert ann.types("unlock n") == "You unlock the oak door north."
    assert "is closed. open north opens it." in ann.types("north")
    assert ann.types("open oak door north") == "You open the oak door north."
    assert bob.text_since(begin).split("\n") == [
        "Somebody knocks on the oak door south.",
        "A key turns in the oak door south.",
        "The oak door south opens.",
    ]
    assert "Exits: south (open)" in bob.types("look")
    assert ann.types("lock north") == "Close the oak door north first."
    assert bob.types("close south") == "You close the oak door south."
    assert "You lock" in ann.types("lock north")
    assert bob.types("unlock door") == "You need the brass key."


def test_goto_opens_what_is_unlocked_and_says_what_is_not(ann, clock):
    assert "The oak door north is locked." in ann.types("goto vault")
    begin = len(ann.sent)
    ann.types("goto stair")
    clock.pump([0.5] * 4)
    assert "You open the door east." in ann.text_since(begin)
    assert ann.at == "Stair"


def test_a_door_closes_by_itself_also_if_it_was_due_while_the_server_was_down(
    ann, bob, clock, monkeypatch
):
    monkeypatch.setattr("time.time", lambda: clock.seconds() + 5000)
    ann.types("open east")
    begin = len(ann.sent)
    clock.advance(29)
    assert doors.door_of(exit_of("Hall", "e")).is_open
    clock.advance(2)
    assert ann.text_since(begin) == "The door east closes."
    ann.types("open east")
    doors._doors.of(current()).__init__()  # as after a start
    clock.calls.clear()
    clock.rightNow += 100
    doors.start()
    clock.advance(0)
    assert "east (closed)" in ann.types("look")


def test_a_hidden_exit_is_told_to_nobody_before_it_is_found(ann, bob, superuser, clock):
    sees = "south" in ann.types("look"), "#\n\n#" in ann.types("map")
    assert sees == (False, True)
    assert "know of no way" in ann.types("goto cellar")
    assert ann.types("south") == "There is no exit south here."
    bob.character.move_to(room_named("Hall"), quiet=True)
    assert "You find something: door south." in ann.types("look bookcase")
    assert "south (closed)" in ann.types("look")
    begin = len(bob.sent)
    ann.types("open south")
    assert bob.text_since(begin) == ""
    assert bob.types("search the chair") == "You find nothing hidden."
    assert bob.types("search") == "You find something: door south."
    superuser.character.move_to(room_named("Hall"), quiet=True)
    superuser.types("south")
    assert superuser.at == "Cellar"


def test_what_no_text_speaks_of_is_found_and_a_games_own_command_stays(bob, ann, monkeypatch):
    bob.character.move_to(room_named("Cellar"), quiet=True)
    assert bob.types("look bookcase") == "You find something: door north."
    sets = (default_cmds.AccountCmdSet, OwnSet)
    monkeypatch.setattr(settings, "command_sets_of_players", lambda: sets)
    monkeypatch.setattr("xyzgrid_ext.commands.character_commands", CharacterCommands())
    ann.character.cmdset.remove_default()
    ann.character.cmdset.add_default(OwnSet)
    assert ann.types("search") == "You find a coin."
    assert ann.types("close east") == "The door east is already closed."


def test_state_of_play_outlasts_a_spawn_and_a_plan_shows_the_declaration_alone(ann, grid, run):
    ann.types("open east")
    grid.spawn()
    assert "east (open)" in ann.types("look")
    assert "Nothing to do" in run("plan")[1]


def test_clients_know_the_state_on_both_sides(ann, bob, clock, monkeypatch):
    sync = "session_portal_partial_sync"
    monkeypatch.setattr(ann.session.sessionhandler, sync, lambda data: None)
    monkeypatch.setattr(changes, "_waits", False)  # which tests before this one have left
    for player in ann, bob:
        asks(player, "Room 1")
    ann.types("open east")
    give(ann, "brass key")
    ann.types("unlock north")
    clock.advance(0)
    (change,) = heard(ann, "room_updateexits")
    assert {way: exit_["flags"] for way, exit_ in change.items()} == {
        "n": ["door", "closed"],
        "e": ["door"],
    }
    assert heard(bob, "room_updateexits")[0]["s"]["flags"] == ["door", "closed"]
    view = room_view.map_view(current(), bob.character, "keep")
    states = {(r.name, e.name): e.door.value for r in view.rooms for e in r.exits}
    assert states == {
        ("Vault", "south"): "closed",
        ("Hall", "north"): "closed",
        ("Hall", "east"): "open",
        ("Stair", "west"): "open",
    }


def test_doors_join_maps_and_builders_pass_them(no_maps, spawn_maps, make_player, superuser, clock):
    gate = {"locked": True, "key": "seal", "used_up": True}
    spawn_maps(
        {
            "zcoord": "inn",
            "rooms": {
                (0, 0): room("Inn") | {"exits": {"gate": {"to": (0, 0, "road"), "door": gate}}}
            },
        },
        {"zcoord": "road", "rooms": {(0, 0): room("Road") | {"exits": {"in": (0, 0, "inn")}}}},
    )
    ann = make_player("Ann", location=room_named("Road"))
    assert "The door in is locked." in ann.types("goto inn")
    give(ann, "seal")
    assert "used up" in ann.types("unlock in")
    assert ann.types("lock in") == "You need the seal."
    superuser.character.move_to(room_named("Inn"), quiet=True)
    superuser.types("lock gate")
    superuser.types("gate")
    assert superuser.at == "Road"


class CmdOwnSearch(Command):
    key = "search"

    def func(self):
        self.msg("You find a coin.")


class OwnSet(default_cmds.CharacterCmdSet):
    """The commands of a game that has its own `search`."""

    def at_cmdset_creation(self):
        super().at_cmdset_creation()
        self.add(CmdOwnSearch)
        self.add(XYZGridCmdSet)


def test_the_page_about_doors_is_true(documented, no_maps, spawn_maps, make_player, clock):
    module = {}
    exec(next(code for code in documented("python") if '"manor"' in code), module)
    spawn_maps(module["XYMAP_DATA"])
    ann = make_player("Ann", location=room_named("Hall"))
    (shown,) = (text for text in documented("text") if "> get brass key" in text)
    for said in shown.split("> ")[1:]:
        typed, _line, answer = said.partition("\n")
        assert ann.types(typed).strip() == answer.strip()
