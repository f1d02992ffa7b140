"""Rows in the database that are damaged: each harms nothing beside itself, and the log names it."""

import pytest
from dungeon_maps import row
from evennia import create_object
from evennia.utils import logger

from xyzgrid_ext.game.boards import outcome, scores, session
from xyzgrid_ext.game.db import dungeon_copies, dungeon_record, journeys, stored
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.dungeons import copies
from xyzgrid_ext.game.maps import boards
from xyzgrid_ext.game.typeclasses.machine import Machine
from xyzgrid_ext.game.visibility.dungeon_state import state_of

pytestmark = pytest.mark.django_db
INF, NAN = float("inf"), float("nan")
VAULT = row(
    ["Hall", "Closet", "End"], gives={"Hall": ["smallkey"]}, needs={"Hall east": ["smallkey"]}
)


@pytest.fixture
def log(monkeypatch):
    """Return what the log is told."""
    told = []

    def log_trace(text=None, **kwargs):
        if "is damaged" in str(text):
            told.append(text)

    monkeypatch.setattr(logger, "log_trace", log_trace)
    monkeypatch.setattr(stored._rows, "_told", set())
    return told


@pytest.fixture
def cabinet(limbo):
    """Return a machine in limbo."""
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
    cabinet.ndb.sitting = None
    assert "Nobody plays" in player.types("look brass")
    assert "turned: 0 degrees" in player.types("play brass") or "lines: 0" in player.types("look")
    assert session.of(cabinet).play.keys == ""
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
    assert scores.table(board, 1) == []
    assert "Nobody stands in the table" in player.types("scores brass")
    assert len(log) == 1


@pytest.mark.parametrize("levels", [7, {"boxes": INF}, [1]])
def test_damaged_levels_are_none(cabinet, player, log, levels):
    player.character.attributes.add(outcome.LEVELS, levels, category=CATEGORY)
    assert outcome.won_up_to(player.character, boards.board_named("firing-line")) == 0
    assert len(log) == 1


@pytest.mark.parametrize(
    "damage",
    [
        {"taken": ["9.9"]}, {"taken": ["-1.0"]}, {"taken": ["0.5"]}, {"taken": ["x"]},
        {"taken": None}, {"hurt": 3}, {"hurt": {"kill:1": INF}}, {"seen": [NAN]}, {"left": "x"},
    ],
)  # fmt: skip
def test_a_damaged_record_is_a_dungeon_that_nobody_has_entered(spawn_maps, player, log, damage):
    grid = spawn_maps(VAULT)
    player.character.location = grid.live.object(("vault", 0))
    player.types("open chest")
    key = f"{dungeon_record._PREFIX}vault"
    whole = grid.attributes.get(key, category=CATEGORY)
    grid.attributes.add(key, {**whole, **damage}, category=CATEGORY)
    assert state_of(grid.live, "vault").record.is_new
    assert "locked" in player.types("look")
    assert len(log) == 1


@pytest.mark.parametrize("damage", [7, None, {"state": "flying"}, {"left": [1]}, "gone"])
def test_a_damaged_row_of_a_copy_is_swept_away_and_no_other(spawn_maps, log, damage):
    grid = spawn_maps(VAULT)
    for owner in ("party a", "party b"):
        dungeon_copies.keep(grid, dungeon_copies.new(grid, "vault", owner, "x"))
    rows = dict(grid.attributes.get(dungeon_copies._COPIES, category=CATEGORY))
    rows["vault #1"] = {**rows["vault #1"], **damage} if isinstance(damage, dict) else damage
    grid.attributes.add(dungeon_copies._COPIES, rows, category=CATEGORY)
    found = dungeon_copies.all_copies(grid)
    assert found["vault #1"].state == dungeon_copies.GOING
    assert found["vault #2"].owner == "party b"
    assert "vault #1" in [copy.key for copy in copies.leftovers(grid.live)]
    assert len(log) == 1


@pytest.mark.parametrize("kept", [7, {"map": "vault"}, {"map": "vault", "coord": [1]}, [NAN]])
def test_a_damaged_journey_is_none(spawn_maps, player, log, kept):
    grid = spawn_maps(VAULT)
    player.character.attributes.add(journeys.ATTRIBUTE, kept, category=CATEGORY)
    assert journeys.journey_of(player.character) is None
    player.character.move_to(grid.live.object(("vault", 0)))
    assert "Hall" in player.types("look")
    assert len(log) == 1
