"""The matrix of the day as players have it: one game each, a table, replays that hold."""

import pytest
from matrix_lines import plays
from spawned import spawned_once
from worlds import room, room_at

from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.parts.matrix_game.core.daily import replay_text, route_to_end
from xyzgrid_ext.parts.matrix_game.game import daily

pytestmark = pytest.mark.django_db

DAY = "2026-11-17"  # a Tuesday: difficulty 3, with a wormhole on the way
MADE = daily.daily_matrix(DAY)
WAY = route_to_end(MADE.matrix, MADE.matrix.start)
FILE = """
matrixedge 2
startnode 0 0 0
endnode 1 0 0
node 0 0 0 right twoway
node 0 0 0 up twoway
"""

MILL = {
    "zcoord": "mill",
    "matrix": FILE,
    "prototypes": {
        ("*", "*", "*"): room("The Loft"),
        "start": room("The Mill", tags=[("xyzgrid_daily", None)]),
    },
}
shared_maps = spawned_once(
    MILL, {**MILL, "zcoord": "weir", "options": {"title": "The Weir", "play": "matrix"}}
)


@pytest.fixture(autouse=True)
def a_tuesday(monkeypatch):
    monkeypatch.setattr(daily, "today", lambda: DAY)


@pytest.fixture
def ann(grid, make_player):
    return make_player("Ann", location=room_at(grid, 0, 0, "mill:0"))


def test_daily_game_tells_its_ways_goes_on_after_a_reload_or_begins_anew(ann):
    head, *_, last = ann.types("daily").split("\n")
    rooms = MADE.difficulty.rooms
    assert head == f"The matrix of {DAY}, difficulty 3 of 10: {rooms} rooms, one of them the end."
    assert last.startswith("You can go ")
    assert last.endswith("You have made 0 moves so far.")
    plays(ann, "daily", WAY[0])
    ann.character.cmdset.update(init_mode=True)  # as the server does when it starts
    plays(ann, *WAY[1:])
    assert [row.moves for row in daily.score_table(DAY)] == [len(WAY)]
    ann.character.attributes.add("daily", {"day": 5}, category="xyzgrid")
    assert ann.types("daily").startswith(f"The matrix of {DAY}")


def test_it_is_won_in_few_moves_and_stands_in_the_table(ann, make_player):
    told = plays(ann, "daily", *WAY)
    assert f"This is the end: you have won in {len(WAY)} moves!" in told
    assert "That is place 1 in today's scores." in told
    assert ann.types("daily replay") == replay_text(daily.stored_game(ann.character))
    table = ann.types("daily scores")
    assert "Ann" in table
    assert "NOT valid" not in table
    ben = make_player("Ben", location=ann.character.location)
    told = plays(ben, "daily", "hint", *WAY)
    assert "you have won in " in told
    assert "place 2 in today's scores" in told
    assert [(row.name, row.hints) for row in daily.score_table(DAY)] == [("Ann", 0), ("Ben", 1)]


def test_after_the_win_exits_lead_on_and_its_replay_is_verified(ann):
    plays(ann, "daily", *WAY)
    assert "You have already won" in ann.types("daily")
    ann.types("up")
    assert ann.character.location.key == "The Loft"
    text = f"daily:{DAY}:" + replay_text(daily.stored_game(ann.character)).rpartition(":")[2]
    assert ann.types(f"daily verify {text}") == (
        f"The replay is valid: it wins the matrix of {DAY} in {len(WAY)} moves."
    )
    assert ann.types(f"daily verify {text.rpartition(',')[0]}").startswith(
        "The replay is valid, but does not"
    )
    assert ann.types(f"daily verify {text[:30]} {text[30:]}").startswith("The replay is valid")
    assert ann.types(f"daily verify {text},fo") == "That replay is NOT valid."
    assert ann.types("daily verify boxes:1:lll") == "That replay is NOT valid."


@pytest.mark.parametrize("word", ["stop", "out", "give up"])
def test_a_game_that_is_left_waits(ann, word):
    assert "Your game is kept" in plays(ann, "daily", WAY[0], word)
    assert "after 1 move." in ann.types("daily")


def test_a_new_day_has_a_new_game(ann, monkeypatch):
    plays(ann, "daily", *WAY)
    monkeypatch.setattr(daily, "today", lambda: "2026-11-18")
    assert ann.types("daily").startswith("The matrix of 2026-11-18, difficulty 4 of 10")
    assert "Ann" in ann.types(f"daily scores {DAY}")


def test_it_is_played_at_its_places_alone(ann, grid):
    ann.character.move_to(room_at(grid, 0, 1, "mill:0"), quiet=True)
    told = ann.types("daily")
    assert told.startswith("You cannot play the matrix of the day here.")
    assert "You can play it here: goto The Mill." in told
    assert ann.types("daily scores yesterday").startswith("'yesterday' is not a date.")
    assert ann.types("daily scores 2099-01-01") == "2099-01-01 is in the future."
    assert ann.types("daily nonsense").startswith("Usage: daily")


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"edge": 6}, "malformed-entry"),
        ({"edge": "6", "difficulty": 1}, "malformed-entry"),
        ({"edge": 3, "difficulty": 99}, "malformed-entry"),
        ({"edge": 3, "difficulty": 1, "seed": ()}, "malformed-entry"),
        ({"edge": 3, "difficulty": 1, "sed": 1}, "unknown-key"),
        ({"edge": 3, "difficulty": 9}, "too-small"),
    ],
)
def test_an_order_for_a_matrix_that_cannot_be_met_is_told(order, code):
    loaded = load_data("world.m", {"zcoord": "made", "matrix": order})
    assert (loaded.grid, loaded.findings[0].code) == (None, code)
