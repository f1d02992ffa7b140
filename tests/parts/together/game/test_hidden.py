"""What is hidden is not told in passing either: by others who go there, by names, by ways through.

Shore ── Pier      town, open          vault, in fog     quern, to be played
  │        └───────────────────────────── Crypt             Hopper ── Stone ── Heart
  └── in ──────────────────────────────────────────────────────┘                 │out
Loft ◄───────────────────────────────────────────────────────────────────────────┘
"""

import pytest
from evennia import create_object
from spawned import spawned_once
from worlds import room as named

from xyzgrid_ext.game.travel import exploring
from xyzgrid_ext.parts.dungeons.core.order import dungeon
from xyzgrid_ext.xyzroom import XYZExit

ROW = "matrixedge 3\nstartnode 0 0 0\nendnode 2 0 0\nnode 0 0 0 right twoway\n"


TOWN = {
    "zcoord": "town",
    "matrix": ROW,
    "prototypes": {(0, 0, 0): named("The Shore"), (1, 0, 0): named("The Pier")},
    "transitions": {(1, 0, 0, "gate"): (0, 0, "vault:0"), (0, 0, 0, "in"): (0, 0, "quern:0")},
}
VAULT = {
    "zcoord": "vault",
    "matrix": ROW,
    "options": {"fog": "explored"},
    "prototypes": {("*", "*", "*"): named("The Crypt")},
    "transitions": {(0, 0, 0, "gate"): (1, 0, "town:0")},
}
QUERN = {
    "zcoord": "quern",
    "matrix": f"{ROW}node 1 0 0 right twoway\n",
    "options": {"play": "matrix"},
    "prototypes": {(0, 0, 0): named("The Hopper"), ("*", "*", "*"): named("The Heart")},
    "transitions": {(0, 0, 0, "in"): (0, 0, "town:0"), (2, 0, 0, "out"): (0, 0, "loft")},
}
LOFT = {
    "zcoord": "loft",
    "map": "+ 0 1\n\n0 #-#\n\n+ 0 1\n",
    "prototypes": {("*", "*"): named("The Loft")},
}
DEEP = dungeon("deep", seed=30, floors=2, rooms=16, outside=(0, 0, "town:0"))


shared_maps = spawned_once(TOWN, VAULT, QUERN, LOFT, DEEP)
pytestmark = pytest.mark.usefixtures("clock")  # nothing is written down later


@pytest.fixture
def shore(grid, player):
    room = grid.live.object(("town", 0))
    player.character.move_to(room, move_type="teleport")
    return room


def seen_leaving(watcher, somebody, room):
    """What is told of somebody who goes away for a room, and comes back."""
    back, before = somebody.location, len(watcher.sent)
    somebody.move_to(room, move_type="teleport")
    somebody.move_to(back, move_type="teleport")
    return watcher.text_since(before).splitlines()


@pytest.mark.parametrize("key", ["vault", "quern"])
def test_who_is_seen_to_go_to_a_hidden_room_goes_somewhere(grid, shore, player, key):
    ben = create_object("evennia.objects.objects.DefaultCharacter", key="Ben", location=shore)
    assert seen_leaving(player, ben, grid.live.object((key, 1))) == [
        "Ben is leaving The Shore, heading for somewhere.",
        "Ben arrives to The Shore from somewhere.",
    ]


def test_who_is_seen_to_go_to_a_known_room_goes_there(grid, shore, player):
    ben = create_object("evennia.objects.objects.DefaultCharacter", key="Ben", location=shore)
    exploring.reveal(grid.live, player.character, "vault", [1])
    for room, name in (("vault", "The Crypt"), ("town", "The Pier"), ("quern", "The Hopper")):
        number = 0 if room == "quern" else 1
        told = seen_leaving(player, ben, grid.live.object((room, number)))
        assert told[0] == f"Ben is leaving The Shore, heading for {name}."


def test_an_exit_that_not_all_see_is_not_named_when_somebody_takes_it(grid, player, make_player):
    room = grid.live.object(("vault", 1))
    (way,) = [one for one in room.exits if one.key == "left"]
    way.locks.add("view:id(0)")
    player.character.move_to(room, move_type="teleport")
    ben, before = make_player("Ben", location=room), len(player.sent)
    ben.types("left")
    assert "Ben goes somewhere." in player.text_since(before)


@pytest.mark.parametrize("lock", ["view:perm(Builder)", "search:perm(Builder)"])
def test_where_a_way_leads_that_not_all_see_is_not_told_when_somebody_takes_it(
    grid, shore, player, make_player, lock
):
    (way,) = [one for one in shore.exits if one.key == "right"]
    way.locks.add(lock)
    ben, before = make_player("Ben", location=shore), len(player.sent)
    there = make_player("Cleo", location=grid.live.object(("town", 1)))
    ben.types("right")
    assert player.text_since(before) == "Ben goes somewhere."
    assert there.sent[-1]["text"] == ("Ben comes in.", {"type": "traverse"})


def test_no_way_leads_through_a_matrix_in_play_or_an_unseen_exit(shore, player, grid, run):
    assert player.types("path loft").startswith("You know of no way from here to The Loft")
    assert "The Hopper is 1 step from here." in player.types("path hopper")
    (way,) = [one for one in shore.exits if one.key == "right"]
    assert isinstance(way, XYZExit)
    way.locks.add("view:perm(Builder)")
    assert player.types("path pier").startswith("You know of no way")
    grid.live.overlay.mark_stale()
    assert player.types("path pier").startswith("You know of no way")


@pytest.fixture
def quag(shore):
    """A room with a way that only builders see; an ordinary player is in it."""
    (way,) = [one for one in shore.exits if one.key == "right"]
    way.key = "quagmire"
    way.aliases.clear()
    way.at_cmdset_get(force_init=True)  # as Evennia's `name` does it
    way.locks.add("view:perm(Builder)")
    return shore


@pytest.mark.parametrize("line", ["quagmir", "quagmirr", "quagmier"])
def test_a_way_that_is_not_seen_is_not_suggested(quag, player, line):
    told = player.types(line)
    assert told == f"Command '{line}' is not available. Type \"help\" for help."


def test_a_way_that_is_not_seen_is_walked_by_who_knows_its_name(quag, grid, player):
    player.types("quagmire")
    assert player.character.location is grid.live.object(("town", 1))


@pytest.mark.parametrize("line", ["look {}", "whisper {} = hello", "get {}", "follow {}"])
@pytest.mark.parametrize("name", ["q", "quag", "quagmire"])
def test_a_way_that_is_not_seen_is_found_by_no_command(quag, player, line, name):
    told = player.types(line.format(name))
    assert told == player.types(line.format("nowhere")).replace("nowhere", name)


@pytest.fixture
def loft(grid, player, superuser):
    """Two rooms; an ordinary player and a superuser are in the western one."""
    room = grid.live.object(("loft", 0))
    for who in (player, superuser):
        who.character.move_to(room, move_type="teleport")
    return room


def veil(grid, lock, *ways):
    """Lock the ways of the loft: (room, name)."""
    for number, name in ways:
        (way,) = [one for one in grid.live.object(("loft", number)).exits if one.key == name]
        way.locks.add(lock)


def drawn(who):
    """The rows in which somebody stands, on the map and above the room."""
    rows = [who.types(line).splitlines() for line in ("map", "look")]
    return [line.strip() for lines in rows for line in lines if "@" in line]


BOTH = ((0, "east"), (1, "west"))


def test_way_is_drawn_only_if_it_or_its_way_back_is_seen(grid, loft, player, superuser):
    assert drawn(player) == ["@-#", "@-#"]
    veil(grid, "view:perm(Builder)", *BOTH)
    assert drawn(player) == ["@ #", "@ #"]
    assert drawn(superuser) == ["@-#", "@-#"]
    assert player.types("path (1,0,loft)").startswith("You know of no way")
    veil(grid, "view:all()", *BOTH)
    assert drawn(player) == ["@-#", "@-#"]
    veil(grid, "search:perm(Builder)", BOTH[0])
    assert drawn(player) == ["@-#", "@-#"]


def test_no_letter_stands_for_a_way_out_that_is_not_seen(grid, shore, player):
    (way,) = [one for one in shore.exits if one.key == "in"]
    assert [line[:5] for line in drawn(player)[:1]] == ["@=---"]
    way.locks.add("view:perm(Builder)")
    assert [line[:5] for line in drawn(player)[:1]] == ["@ ---"]
