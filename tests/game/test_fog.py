"""Maps of which everybody sees only where they have been: option `fog: explored`."""

import pytest
from evennia import create_object
from fog_maps import MOOR, ROAD, TOWER, names_in, stand, walk
from spawned import spawned_once

from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.game.visibility import room_view, viewer

shared_maps = spawned_once(MOOR, TOWER, ROAD)
pytestmark = pytest.mark.usefixtures("found_at_once")  # nothing is written down later


def test_the_map_shows_where_one_has_been_and_that_ways_go_on(grid, player):
    stand(grid, player, "moor", 0)
    assert player.types("map").split("\n")[:3] == ["Moor", "|", "@-"]
    walk(grid, player, "north")
    assert player.types("map").split("\n")[:6] == [
        "Moor",
        "|",
        "@-",
        "|",
        "#-",
        "Explored: 2 of 6 rooms, 33%.",
    ]


@pytest.mark.parametrize(
    "style", [{"map_mode": "scan", "map_visual_range": 5}, {"map_visual_range": None}]
)
def test_no_way_to_show_the_map_above_a_room_shows_more(style, grid, player):
    stand(grid, player, "moor", 0)
    room = player.character.location
    text = room.map_appearance(player.character, **style)
    assert [line.strip() for line in text.split("\n")[1:3]] == ["||", "|g@|n-"]
    assert "#" not in text


def test_the_names_of_exits_are_seen_by_who_stands_before_them(grid, player):
    stand(grid, player, "moor", 0)
    assert "Exits: north and east" in player.types("look")


def test_builders_see_everything(grid, superuser):
    stand(grid, superuser, "moor", 0)
    assert len(room_view.map_view(grid.live, superuser.character, "moor").rooms) == 6
    assert superuser.types("map").count("#") == 5


def test_an_unknown_room_of_a_name_does_not_hide_a_known_one(grid, player):
    stand(grid, player, "moor", 0)
    seen, unseen = grid.live.object(("moor", 0)), grid.live.object(("moor", 5))
    seen.key, unseen.key = "Old Peat Hut", "Peat Hut"
    assert player.types("path peat hut").startswith("You are already there: this is Old Peat Hut")


def test_a_way_leads_only_through_what_one_has_seen(grid, player, clock):
    # from Ridge it is two steps over Cairn, where Ann has never been
    stand(grid, player, "moor", 0)
    walk(grid, player, "east east west west north")
    assert "Fen is 3 steps from here" in player.types("path fen")
    walk(grid, player, "east west")
    assert "Fen is 2 steps from here" in player.types("path fen")
    player.types("goto nearest shop")
    clock.advance(5)
    assert player.character.location.key == "Fen"


def test_somebody_is_not_found_where_one_has_not_been(grid, player, make_player):
    bob = make_player("Bob")
    stand(grid, player, "moor", 0)
    stand(grid, bob, "moor", 2)
    assert player.types("path bob").startswith("You know of no place")
    walk(grid, player, "east east west west")
    assert "Bob is 2 steps from here" in player.types("path bob")


def test_a_way_into_a_map_in_fog_is_a_stub_until_one_was_there(grid, player):
    live, ann = grid.live, player.character

    def gate():
        view = room_view.map_view(live, ann, "road")
        return next((one.target, one.area) for one in view.rooms[0].exits if one.name == "gate")

    assert gate() == (None, "")
    stand(grid, player, "moor", 0)
    stand(grid, player, "road", 0)
    assert gate() == (live.object(("moor", 0)).id, "moor")


def test_an_account_has_seen_what_its_characters_have(grid, player):
    account = player.account
    account.characters.add(player.character)
    stand(grid, player, "moor", 0)
    zoe = create_object(player.character.typeclass_path, key="Zoe")
    account.characters.add(zoe)
    zoe.attributes.add("moor", "0.0:4", category="xyzgrid_explored")
    eyes = viewer.account_viewer(grid.live, account)
    assert names_in(room_view.map_view(grid.live, eyes, "moor")) == ["Gate", "Fen"]


def test_needs_of_a_games_own_are_right_and_its_options_are_named_as_unread():
    own = {"options": {"weather": "rain"}, "prototypes": {("*", "*", "*"): {"needs": "rank:7"}}}
    findings = load_data("world.test", {**MOOR, **own}).findings
    assert [(f.severity, f.code) for f in findings] == [("info", "unread-key")]
