"""Bounds of what players can cause: each is kept, told, and stands in the table of the docs.

# west ─ # east      a lane to ask for ways on
"""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from evennia import create_object
from evennia.typeclasses.tags import Tag
from spawned import spawned_once

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.setting_faults import setting_faults
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.parts import limit_rows, setting_rows
from xyzgrid_ext.game.protocols import oob
from xyzgrid_ext.game.web import visitors
from xyzgrid_ext.parts.boards.core.board import parse_typed_moves, play_game, press
from xyzgrid_ext.parts.boards.core.firing_line import FixedDice
from xyzgrid_ext.parts.boards.game import files as boards
from xyzgrid_ext.parts.boards.game import scores, session
from xyzgrid_ext.parts.boards.machine import Machine
from xyzgrid_ext.parts.tuning import server

pytestmark = pytest.mark.django_db

HERE = Path(__file__).resolve()
DOCS = HERE.parents[4] / "docs" / "reference" / "bounds.md"
LANE = {
    "zcoord": "lane",
    "map": "\n + 0 1\n\n 0 #-#\n\n + 0 1\n",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "West"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "East"},
    },
}
shared_maps = spawned_once(LANE)


# --- the table


def test_the_table_of_the_docs_is_that_of_the_settings():
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| ([\d,]+) \|$", DOCS.read_text("utf-8"), re.MULTILINE)
    told = [(name, about, int(usual.replace(",", ""))) for name, about, usual in rows]
    rows = limit_rows().values()
    assert sorted(told) == sorted((row.name, row.about, row.usual) for row in rows)


def test_a_games_own_bound_counts_and_what_is_none_is_told(settings):
    settings.XYZGRID_LIMITS = {"copies": 7, "keys": -1, "via": "x", "typed": True, "moons": 3}
    rows = limit_rows()
    assert limits.limit_value(rows["copies"]) == 7
    for name in ("keys", "via", "typed"):
        assert limits.limit_value(rows[name]) == rows[name].usual
    told = dict(setting_faults(setting_rows(), limit_rows()))
    assert len(told) == 4
    fault = "XYZGRID_LIMITS: keys is -1, not a whole number, 0 or more"
    assert told[fault] == "correct it; until then it is 60, the default"
    assert "XYZGRID_LIMITS: there is no limit 'moons'" in told


# --- what is typed


def test_word_of_a_party_is_short_and_nothing_stays_of_an_empty_one(player, make_player):
    assert "at most 40 characters" in player.types("party " + "w" * 41)
    assert memory.party_of(player.character) == ""
    assert "You are now in the party" in player.types("party " + "w" * 40)
    ben = make_player("Ben")
    for number in range(5):
        player.types(f"party w{number}")
    ben.types("party w4")
    parties = Tag.objects.filter(db_category=memory.PARTY)
    assert [tag.db_key for tag in parties] == ["w4"]
    player.types("party leave")
    assert memory.party_of(ben.character) == "w4"
    ben.character.delete()
    player.types("party leave")
    assert not parties.all()


@pytest.fixture
def walker(grid, player):
    player.character.location = grid.live.object(("lane", 0))
    return player


@pytest.mark.parametrize("word", ["goto", "path", "map", "party", "play", "watch", "scores"])
def test_what_is_longer_than_any_name_is_refused(walker, word):
    assert walker.types(f"{word} {'x' * 201}") == "That is too long: 200 characters at most."
    assert "too long" not in walker.types(f"{word} {'x' * 190}")


@pytest.mark.parametrize("word", ["study", "follow"])
def test_of_what_is_longer_than_any_name_only_its_beginning_is_looked_for(walker, word):
    assert "x" * 201 not in walker.types(f"{word} {'x' * 300}")


def test_way_passes_so_many_places_and_numbers_are_as_long_as_a_line(walker, found_at_once):
    assert "A route can go via 8 places at most." in walker.types("path east" + " via west" * 9)
    assert "A route can go via" not in walker.types("path east" + " via west" * 8)
    before = sys.get_int_max_str_digits()
    server.read_long_numbers()
    try:
        assert "Could not find" in walker.types(f"get lamp-{'9' * 5000}")
    finally:
        sys.set_int_max_str_digits(before)


def test_so_many_questions_a_second_are_answered(walker, settings, monkeypatch):
    settings.XYZGRID_LIMITS = {"questions": 2}
    now = [100.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    lines = ["path east", "map", "goto nowhere at all", "map todo", "path west"] * 2
    slow = "Not so fast, please: you can ask about routes and maps 2 times a second at most."
    assert not any("Not so fast" in walker.types(line) for line in lines)
    for line in lines:
        assert walker.types(line) == slow
    assert 'You say, "hello"' in walker.types("say hello")
    now[0] += 0.5
    assert "West" in walker.types("map") + walker.types("look")
    assert walker.types("map") == slow


def test_so_many_follow_somebody(make_player, player, settings):
    settings.XYZGRID_LIMITS = {"followers": 1}
    ben, eve = make_player("Ben"), make_player("Eve")
    assert "You follow Ann" in ben.types("follow Ann")
    assert "Too many people are already following Ann" in eve.types("follow Ann")
    assert memory.followers_of(player.character) == [ben.character]


# --- boards


@pytest.fixture
def cabinet(limbo):
    machine = create_object(Machine, key="a brass cabinet", location=limbo, home=limbo)
    machine.db.board, machine.db.live = "firing-line-turns", "firing-line"
    return machine


def test_so_many_watch_a_machine(cabinet, player, make_player, settings):
    settings.XYZGRID_LIMITS = {"spectators": 1}
    player.types("play brass")
    ben, eve = make_player("Ben"), make_player("Eve")
    assert "You now see every move" in ben.types("watch")
    assert "Too many people are already watching" in eve.types("watch")
    ben.character.location = None
    assert "You now see every move" in eve.types("watch"), "who has gone watches no more"


def test_a_game_ends_where_its_replay_is_too_long(cabinet, player, settings, clock, monkeypatch):
    settings.XYZGRID_LIMITS = {"game": 20}
    monkeypatch.setattr(session, "monotonic_time", clock.seconds)
    player.types("play brass")
    player.types("llllrrrr")
    assert len(keys := session.session_of(cabinet).play.keys) >= 20
    assert "This game has become too long to go on." in player.types("l")
    assert session.session_of(cabinet).play.keys == keys
    player.types("restart")
    assert "too long" not in player.types("l")
    player.types("stop")
    player.session.protocol_key = "websocket"  # lines of a terminal would scroll away
    player.types("play brass = live")
    before = len(player.sent)
    clock.pump([1.0] * 10)
    assert "too long to go on" in player.text_since(before)
    assert session.session_of(cabinet).play.keys == "tick,tick,tick,tick,tick"[:24]


def test_a_table_has_so_many_rows(limbo, settings):
    settings.XYZGRID_LIMITS = {"scores": 2}
    name = "firing-line-turns"
    board = replace(boards.board_named(name), dice=FixedDice((1,) * 80))  # squares: they fill rows
    for number in range(4):
        play = play_game(
            board, number, parse_typed_moves(board, "hhhhfhhffllfllllf" + "h" * number)
        )
        while board.status(play.state).phase == "playing":
            play = press(board, play, "drop")
        scores.enter_score(board, play, f"p{number}", number, "2026-11-22")
    assert len(scores.score_table(board, 1)) == 2


# --- clients and the website


def test_messages_of_a_client_beyond_its_bound_are_passed_over(walker, settings, monkeypatch):
    settings.XYZGRID_LIMITS = {"client_messages": 1}
    now = [100.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    for _ in range(5):
        oob.msdp_send(walker.session, "ROOM_NAME")
    before = len(walker.sent)
    for function in (
        oob.xyzgrid_subscribe, oob.supports_set, oob.supports_add, oob.supports_remove,
        oob.msdp_report, oob.msdp_unreport, oob.msdp_reset, oob.msdp_send, oob.msdp_list,
    ):  # fmt: skip
        function(walker.session, "room", "Room 1", "ROOM", "ROOM_NAME")
    assert len(walker.sent) == before
    now[0] += 1
    oob.msdp_send(walker.session, "ROOM_NAME")
    assert len(walker.sent) == before + 1


def test_the_website_answers_so_many_questions_a_second(grid, settings, monkeypatch):
    settings.XYZGRID_LIMITS = {"web_questions": 1}
    now = [100.0]
    monkeypatch.setattr(visitors, "_rates", limits.Rates("web_questions", lambda: now[0]))
    client = Client()
    for number in range(5):
        assert client.get("/map/api/search", {"q": f"west{number}"}).status_code == 200
    slow = "Not so fast, please: the website answers 1 requests a second at most."
    for address in ("/map/api/maps", "/map/api/search?q=x", "/map/world.xml", "/map/api/maps/lane"):
        refused = client.get(address)
        assert refused.status_code == 429
        assert refused.json() == {"error": slow}
        assert refused["Retry-After"] == "1"
    for address in ("/map/", "/map/list/"):
        refused = client.get(address)
        assert (refused.status_code, refused.content) == (429, slow.encode())
    assert client.get("/map/api/maps", REMOTE_ADDR="10.0.0.9").status_code == 200
    now[0] += 1
    assert client.get("/map/api/maps").status_code == 200


def test_rates_are_remembered_of_the_last_holders(monkeypatch):
    monkeypatch.setattr(limits, "_HOLDERS", 2)
    rates = limits.Rates("client_maps", lambda: 0.0)
    assert rates.spend("a")
    assert not rates.spend("a")
    assert all(rates.spend(name) for name in "bc")
    assert len(rates._allowances) == 2
