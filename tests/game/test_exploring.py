"""Maps in fog, what is left to explore, charts that are studied, parties that explore."""

import sys

import pytest
from evennia import create_object
from fog_maps import MOOR, ROAD, TOWER, names_in, stand, walk
from spawned import spawned_once

from xyzgrid_ext.game.db import exploration
from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.game.visibility import room_view, viewer
from xyzgrid_ext.game.visibility.viewer import explored_rooms

shared_maps = spawned_once(MOOR, TOWER, ROAD)
pytestmark = pytest.mark.usefixtures("found_at_once")  # nothing is written down later


# --- what is left to explore


def test_map_todo_lists_ways_that_were_not_gone_the_nearest_first(grid, player):
    stand(grid, player, "moor", 0)
    walk(grid, player, "north south east east west")
    assert player.types("map todo").split("\n") == [
        "Not yet explored in Moor, nearest first:",
        "  northwest from Fen, 1 step: e",
        "  north and east from Ridge, 2 steps: w n",
    ]
    walk(grid, player, "w n n s e")
    assert player.types("map todo") == "You have taken every exit on Moor that you know of."


def test_map_todo_names_the_ways_of_the_room_where_one_stands_first(grid, player):
    stand(grid, player, "moor", 0)
    assert player.types("map todo").split("\n")[1:] == ["  north and east from Gate"]


def test_map_todo_hides_what_one_may_not_see_and_goto_says_what_to_type(grid, player):
    stand(grid, player, "road", 0)
    stand(grid, player, "road", 1)
    grid.live.exit(("road", 1), "hole").locks.add("view:false()")
    told = player.types("map todo").split("\n")[1:]
    assert told == ["  gate from A road (0,0,0,road), 1 step: le"]
    walk(grid, player, "right left")
    told = player.types("goto todo")
    assert told == "You have not taken gate from here yet. Type its name to go on."


def test_map_explored_lists_maps_and_what_was_studied_is_written_down(grid, player):
    assert player.types("map explored") == "You have not explored any maps yet."
    stand(grid, player, "moor", 0)
    stand(grid, player, "tower", 0)
    stand(grid, player, "road", 0)
    stand(grid, player, "road", 1)
    assert player.types("map explored").split("\n") == [
        "Explored:",
        "  Moor   1 of 6 rooms, 16%",
        "  road   2 of 2 rooms, 100%",
        "  tower  1 of 4 rooms, 25%",
    ]
    assert "Explored:" not in player.types("map")
    chart("moor", player.character)
    player.types("study chart")
    exploration.save(player.character)
    player.character.ndb.xyzgrid_chart = None
    assert len(explored_rooms(player.character)["moor"]) == 6


# --- to learn of rooms without having been there


def chart(reveals, where):
    thing = create_object(key="chart", location=where)
    thing.db.reveals = reveals
    return thing


@pytest.mark.parametrize(
    ("reveals", "names"),
    [
        ("moor", ["Gate", "Bog", "Fen", "Ridge", "Cairn", "Beacon"]),
        (["Moor", [0, 1, 1, 2]], ["Gate", "Ridge", "Cairn", "Beacon"]),
        ([["moor", [2, 0, 1, 0]], ("moor", (0, 2, 0, 2))], ["Gate", "Bog", "Fen", "Beacon"]),
    ],
)
def test_who_studies_a_chart_knows_what_is_on_it(reveals, names, grid, player):
    stand(grid, player, "moor", 0)
    chart(reveals, player.character)
    said = player.types("study chart")
    assert said == f"Chart shows you {len(names) - 1} rooms of Moor. See map Moor."
    assert names_in(room_view.map_view(grid.live, player.character, "moor")) == names
    assert (
        player.types("study chart") == "Chart shows nothing of Moor that you do not already know."
    )


def test_a_look_of_somebody_without_a_player_leaves_nothing_in_memory(grid):
    gate = grid.live.object(("moor", 0))
    guard = create_object("evennia.objects.objects.DefaultCharacter", "guard", gate)
    assert "Exits" in guard.at_look(gate)
    assert not guard.nattributes.all()


@pytest.mark.parametrize(
    ("reveals", "fault"),
    [
        (None, "chart does not show a map."),
        (5, "reveals holds 5, which is not a part of a map"),
        (["moor", [1, 2, 3]], "reveals holds [1, 2, 3], which is not a rectangle"),
        ("mooor", "reveals names the map 'mooor', which does not exist"),
    ],
)
def test_what_shows_no_map_says_so(reveals, fault, grid, player):
    chart(reveals, player.character)
    assert fault in player.types("study chart")


# --- together


def test_a_party_learns_what_any_of_it_explores_on_the_map_where_it_is(
    grid, player, make_player, settings
):
    settings.XYZGRID_SHARE_EXPLORED = True
    bob, eve = make_player("Bob"), make_player("Eve")
    for one in (player, bob):
        one.types("party gulls")
    for one in (player, bob, eve):
        stand(grid, one, "moor", 0)
    walk(grid, player, "east")
    known = [names_in(room_view.map_view(grid.live, p.character, "moor")) for p in (bob, eve)]
    assert known == [["Gate", "Bog"], ["Gate"]]
    stand(grid, bob, "road", 0)
    walk(grid, player, "east")
    assert names_in(room_view.map_view(grid.live, bob.character, "moor")) == ["Gate", "Bog"]


def test_nobody_learns_from_others_unless_the_game_says_so(grid, player, make_player):
    bob = make_player("Bob")
    for one in (player, bob):
        one.types("party gulls")
        stand(grid, one, "moor", 0)
    walk(grid, player, "east")
    assert names_in(room_view.map_view(grid.live, bob.character, "moor")) == ["Gate"]


FRIENDS = {}


def friends_of(character):
    return FRIENDS.get(character.key, ())


def test_a_game_may_say_who_learns_what_somebody_explores(
    grid, player, make_player, settings, monkeypatch
):
    bob = make_player("Bob")
    monkeypatch.setitem(sys.modules, "fog_friends", sys.modules[__name__])
    monkeypatch.setitem(FRIENDS, "Ann", [bob.character])
    settings.XYZGRID_EXPLORERS = "fog_friends.friends_of"
    stand(grid, player, "moor", 0)
    assert names_in(room_view.map_view(grid.live, bob.character, "moor")) == ["Gate"]


def fails(character):
    raise ValueError("friends of friends")


@pytest.mark.parametrize("name", ["fog_friends.fails", "fog_friends.nobody", "nowhere.at_all"])
def test_a_function_that_fails_stops_no_step(grid, player, settings, monkeypatch, name):
    monkeypatch.setitem(sys.modules, "fog_friends", sys.modules[__name__])
    settings.XYZGRID_EXPLORERS = name
    stand(grid, player, "moor", 0)
    assert names_in(room_view.map_view(grid.live, player.character, "moor")) == ["Gate"]


@pytest.mark.parametrize(
    "style", [{"map_mode": "scan", "map_visual_range": 5}, {"map_visual_range": None}]
)
def test_no_way_to_show_the_map_above_a_room_shows_more(style, grid, player):
    stand(grid, player, "moor", 0)
    room = player.character.location
    text = room.map_appearance(player.character, **style)
    assert [line.strip() for line in text.split("\n")[1:3]] == ["||", "|g@|n-"]
    assert "#" not in text


def test_map_shows_where_one_has_been_and_names_of_exits_one_stands_before(grid, player):
    stand(grid, player, "moor", 0)
    assert "Exits: north and east" in player.types("look")
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
