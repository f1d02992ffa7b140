"""Rows in the database that are damaged: each harms nothing beside itself, and the log names it."""

import pytest
from dungeon_maps import row
from evennia import create_object
from evennia.server.models import ServerConfig
from evennia.utils import logger

from xyzgrid_ext.game.db import jobs, memory, stored
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.maps import roster
from xyzgrid_ext.game.world import puzzles
from xyzgrid_ext.parts.boards.game import files as boards
from xyzgrid_ext.parts.boards.game import scores, session
from xyzgrid_ext.parts.boards.machine import Machine
from xyzgrid_ext.parts.dungeons.game import copies
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.state import state_of
from xyzgrid_ext.parts.dungeons.game.stored import Copy

pytestmark = pytest.mark.django_db
INF, NAN = float("inf"), float("nan")
VAULT = row(
    ["Hall", "Closet", "End"], gives={"Hall": ["smallkey"]}, needs={"Hall east": ["smallkey"]}
)


@pytest.fixture
def log(monkeypatch):
    told = []

    def log_trace(text=None, **kwargs):
        if "is damaged" in str(text):
            told.append(text)

    monkeypatch.setattr(logger, "log_trace", log_trace)
    monkeypatch.setattr(stored, "_damaged", set())
    return told


@pytest.fixture
def cabinet(limbo):
    machine = create_object(Machine, key="a brass cabinet", location=limbo, home=limbo)
    machine.db.board = "firing-line-turns"
    return machine


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seconds", INF), ("seconds", NAN), ("seconds", -5.0), ("seconds", None),
        ("touched", NAN), ("touched", INF), ("seed", INF), ("player", INF), ("player", "x"),
        ("state", None), ("state", {"tank": NAN}), ("watchers", 7), ("watchers", [NAN]),
        ("checkpoint", [1]), ("board", NAN),
    ],
)  # fmt: skip
def test_a_damaged_game_is_passed_over_and_a_new_one_begins(cabinet, player, log, key, value):
    player.types("play brass")
    player.types("shoot left")
    stored_game = cabinet.attributes.get(session.GAME, category=CATEGORY)
    stored_game[key] = value
    cabinet.ndb.board_session = None
    assert "Nobody is playing" in player.types("look brass")
    assert "turned: 0 degrees" in player.types("play brass") or "lines: 0" in player.types("look")
    assert session.session_of(cabinet).play.keys == ""
    if log:
        assert f"the game on #{cabinet.pk} in the database is damaged" in log[0]
        assert len(log) == 1


@pytest.mark.parametrize(
    "rows", [7, [NAN], [{"name": "Ann"}], [{"name": "A", "id": INF}], {"a": 1}]
)
def test_a_damaged_table_of_scores_is_an_empty_one(cabinet, player, log, rows):
    grid = scores.get_grid()
    board = boards.board_named("firing-line-turns")
    grid.attributes.add(scores._key(board, 1), rows, category=CATEGORY)
    assert scores.score_table(board, 1) == []
    assert "There are no scores yet" in player.types("scores brass")
    assert len(log) == 1


@pytest.mark.parametrize(
    "damage",
    [
        {"taken": ["9.9"]}, {"taken": ["-1.0"]}, {"taken": ["0.5"]}, {"taken": ["x"]},
        {"taken": None}, {"fights": 3}, {"fights": {"kill:1": [1, INF]}}, {"seen": [NAN]},
        {"left": "x"},
    ],
)  # fmt: skip
def test_a_damaged_record_is_a_dungeon_that_nobody_has_entered(spawn_maps, player, log, damage):
    grid = spawn_maps(VAULT)
    player.character.location = grid.live.object(("vault", 0))
    player.types("open chest")
    key = f"{dungeons._PREFIX}vault"
    whole = grid.attributes.get(key, category=CATEGORY)
    grid.attributes.add(key, {**whole, **damage}, category=CATEGORY)
    assert state_of(grid.live, "vault").record.is_new
    assert "locked" in player.types("look")
    assert len(log) == 1


@pytest.mark.parametrize("damage", [7, None, {"state": "flying"}, {"left": [1]}, "gone"])
def test_a_damaged_row_of_a_copy_is_swept_away_and_no_other(spawn_maps, log, damage):
    grid = spawn_maps(VAULT)
    for owner in ("party a", "party b"):
        dungeons.store_copy(grid, dungeons.new_copy(grid, Copy("", "vault", owner, "x")))
    rows = dict(grid.attributes.get(dungeons._COPIES, category=CATEGORY))
    rows["vault #1"] = {**rows["vault #1"], **damage} if isinstance(damage, dict) else damage
    grid.attributes.add(dungeons._COPIES, rows, category=CATEGORY)
    found = dungeons.all_copies(grid)
    assert found["vault #1"].state == dungeons.GOING
    assert found["vault #2"].owner == "party b"
    assert "vault #1" in [copy.key for copy in copies.leftover_copies(grid.live)]
    assert len(log) == 1


@pytest.mark.parametrize(
    "damage", [7, None, {"reference": "x", "maps": [{"x": "y"}]}, {"maps": []}, {"reference": 5}]
)
def test_a_damaged_row_of_the_list_of_maps_is_passed_over(log, damage):
    whole = {"reference": "world.town", "maps": ["town"]}
    assert roster.records_of([damage, whole]) == [whole]
    assert roster.records_of(damage) == []
    assert log


@pytest.mark.parametrize("kept", [7, {"map": "vault"}, {"map": "vault", "coord": [1]}, [NAN]])
def test_a_damaged_journey_is_none(spawn_maps, player, log, kept):
    grid = spawn_maps(VAULT)
    player.character.attributes.add(memory.JOURNEY, kept, category=CATEGORY)
    assert memory.journey_of(player.character) is None
    player.character.move_to(grid.live.object(("vault", 0)))
    assert "Hall" in player.types("look")
    assert len(log) == 1


@pytest.mark.parametrize("kept", [7, [[1]], {"a": NAN}, "x"])
def test_damaged_lists_of_what_a_character_knows_are_none(spawn_maps, player, log, kept):
    grid = spawn_maps(VAULT)
    for name in (memory.WORMHOLES, puzzles._SOLVED):
        player.character.attributes.add(name, kept, category=CATEGORY)
    player.character.move_to(grid.live.object(("vault", 0)))
    assert player.types("path hall") == "You are already there: this is Hall."
    assert not puzzles.is_solved("moon", player.character)
    assert puzzles.solve("moon", player.character)
    assert puzzles.is_solved("moon", player.character)


@pytest.mark.parametrize("kept", [INF, NAN, "x", [1], {}])
def test_a_damaged_seat_or_leader_is_none(cabinet, player, log, kept):
    for name in (session.SEAT, memory.FOLLOWS):
        player.character.attributes.add(name, kept, category=CATEGORY)
    assert session.machine_of(player.character) is None
    assert memory.leader_of(player.character) is None
    assert len(log) == 2
    assert "lines: 0" in player.types("play brass")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "NaN", '{"state": "flying"}', "[" * 5000])
def test_a_damaged_job_is_passed_over_and_others_are_done(db, log, text):
    ServerConfig.objects.create(db_key="xyzgrid job 1 1", db_value=text)
    job = jobs.submit("spawn", ["town"])
    assert jobs.all_jobs() == [job]
    assert jobs.find_job("xyzgrid job 1 1") is None
    assert len(log) == 1
