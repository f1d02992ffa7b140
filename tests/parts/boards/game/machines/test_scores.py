"""Tables of scores, and puzzles that are solved by a win."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from coin_board import DOOR
from django.utils import timezone
from evennia import create_object
from twisted.internet.defer import Deferred

from xyzgrid_ext.game.base import background, task
from xyzgrid_ext.game.world import puzzles
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS, FixedDice
from xyzgrid_ext.parts.boards.game import files as boards
from xyzgrid_ext.parts.boards.game import scores, session
from xyzgrid_ext.parts.boards.machine import Machine


def verified(row):
    """Whether a row of the table of coins holds."""
    return scores.is_valid(boards.board_named("coins"), row)


def test_a_win_stands_in_the_table_with_a_replay_that_holds(cabinet, player):
    player.types("play cabinet")
    assert "Ann takes place 1" in player.types("lhll")
    player.types("restart")
    assert "Ann takes place 1" in player.types("ll")
    (row,) = scores.score_table(boards.board_named("coins"), 1)
    assert (row.name, row.score, row.replay) == ("Ann", 2, "coins:1:ll")
    assert verified(row)
    assert not verified(row._replace(score=1))
    assert not verified(row._replace(replay="coins:1:l"))
    assert not verified(row._replace(replay="coins:1:lll"))
    assert not verified(row._replace(replay="boxes:1:ll"))
    assert "Ann" in player.types("scores")


@pytest.mark.beside("matrix_game")
def test_a_solved_puzzle_is_remembered_for_the_player_alone(cabinet, player, make_player):
    cabinet.db.puzzle = "coin trick"
    player.types("play cabinet")
    assert player.types("moves").startswith("Exits do not work while you play")
    assert "lock springs open" not in player.types("ll")  # no exit needs it
    assert puzzles.is_solved("coin trick", player.character)
    assert not puzzles.is_solved("coin trick", make_player("Ben").character)


def test_a_puzzle_may_be_solved_for_everybody(cabinet, player, make_player):
    cabinet.db.puzzle, cabinet.db.for_all = "coin trick", True
    player.types("play cabinet")
    player.types("ll")
    assert puzzles.is_solved("coin trick", make_player("Ben").character)


@pytest.fixture
def squares(monkeypatch):
    """Let only squares fall; return the keys that fill two rows of the tank with five of them."""
    name = "firing-line-turns"
    monkeypatch.setitem(BOARDS, name, replace(BOARDS[name], dice=FixedDice((1,) * 60)))
    return "hhhhfhhffllfllllf"


def test_a_game_without_a_point_has_no_place(firing, player):
    player.types("play brass")
    seen = ""
    while not session.session_of(firing).is_over:
        seen += player.types("shoot drop")
    assert "You have lost. Score 0." in seen
    assert "takes place" not in seen
    assert "There are no scores yet" in player.types("scores")


def test_the_game_of_the_day_is_the_same_for_all_and_has_a_table_of_its_own(
    firing, player, squares
):
    day = timezone.localdate().isoformat()
    assert f"Firing Line, in turns - {day}" in player.types("play brass = daily")
    pieces = player.types("look")
    player.types("shoot left")
    player.types("restart")
    assert player.types("look") == pieces
    player.types(squares)
    while "takes place" not in player.types("shoot drop"):
        assert not session.session_of(firing).is_over
    assert "Ann" in player.types("scores")
    player.types("stop")
    assert "There are no scores yet" in player.types("scores brass")
    assert "Ann" in player.types("scores brass = daily")
    assert player.types("play brass = 7") == "This game has no levels."


def test_a_lost_game_is_scored_and_filed_once_however_many_keys_follow(
    firing, player, timer, squares
):
    player.types("play brass")
    seen = player.types(squares)
    while not session.session_of(firing).is_over:
        timer.advance(1.0)
        seen += player.types("shoot drop")
    assert "You have lost. Score 300." in seen
    assert "Ann takes place 1 in the scores of Firing Line" in seen
    assert len(scores.score_table(boards.board_named("firing-line-turns"), 1)) == 1
    timer.advance(9.0)
    for line in ("shoot left", "left", "f", "", "wait"):
        assert player.types(line).startswith("This game is over.\nType restart to play again")
    player.session.sessionhandler.call_inputfuncs(player.session, xyzgrid_key=[["left"], {}])
    firing.ndb.board_session = None  # nor after a restart of the server
    player.types("shoot left")
    assert len(scores.score_table(boards.board_named("firing-line-turns"), 1)) == 1


@pytest.mark.parametrize("line", ["l", "wait", "back"])
def test_a_win_is_told_to_its_hook_once_whatever_follows(cabinet, player, monkeypatch, line):
    wins = []
    monkeypatch.setattr(Machine, "at_board_won", lambda *args: wins.append(args))
    player.types("play cabinet")
    player.types("ll")
    player.types("checkpoint")
    for _ in range(3):
        assert "takes place" not in player.types(line)
    assert len(wins) == 1
    player.types("restart")
    player.types("ll")
    assert len(wins) == 2


def test_a_door_opens_for_who_has_what_it_needs(cabinet, player, spawn_maps):
    live = spawn_maps(DOOR).live
    hall, vault = (live.object(("vault", room)) for room in (0, 1))
    player.character.location = cabinet.location = hall
    refusal = "You cannot go there: you need the bronze key and the solution of coin trick."
    assert refusal in player.types("bronze door")
    create_object("typeclasses.objects.Object", key="bronze key", location=player.character)
    assert "you need the solution of coin trick." in player.types("bronze door")
    cabinet.db.puzzle = "coin trick"
    player.types("play cabinet")
    player.types("ll")
    player.types("stop")
    player.types("bronze door")
    assert player.character.location == vault


def test_games_are_verified_in_another_thread(cabinet, player, make_player, monkeypatch):
    player.types("play cabinet")
    player.types("h" * 40 + "ll")
    staff = make_player("Eve", permissions=("Helper",))
    work, done = [], Deferred()
    monkeypatch.setattr(background, "reactor", SimpleNamespace(running=True))
    monkeypatch.setattr(task, "deferToThread", lambda function: work.append(function) or done)
    before = len(staff.sent)
    assert "being replayed" in staff.types("scores/verify cabinet")
    assert "valid" not in staff.text_since(before)
    (replay,) = work
    replay()
    done.callback(None)
    assert "valid" in staff.text_since(before)


def test_staff_take_a_game_out_of_the_table(cabinet, player, make_player):
    player.types("play cabinet")
    player.types("ll")
    staff = make_player("Eve", permissions=("Helper",))
    assert "Ann is removed from the scores" in staff.types("scores/strike cabinet = 1")
    assert scores.score_table(boards.board_named("coins"), 1) == []


def test_a_solved_puzzle_may_give_a_thing_once(cabinet, player):
    cabinet.db.puzzle = "coin trick"
    cabinet.db.gives = {"key": "a tin key", "typeclass": "typeclasses.objects.Object"}
    player.types("play cabinet")
    assert "The machine hands you" in player.types("ll")
    player.types("restart")
    player.types("ll")
    assert [thing.key for thing in player.character.contents] == ["a tin key"]


def test_a_builder_lets_a_puzzle_be_forgotten(player, superuser):
    puzzles.solve("coin trick", player.character)
    assert "Solved: coin trick." in superuser.types("puzzles Ann")
    assert "'coin trick' is unsolved again." in superuser.types("puzzles/forget coin trick = Ann")
    assert "was not solved" in superuser.types("puzzles/forget coin trick = Ann")
    assert not puzzles.is_solved("coin trick", player.character)
    refused = superuser.types("puzzles/solve coin trik")
    assert "There is no puzzle 'coin trik'" in refused
    assert "coin trick" not in refused, "no machine has it yet"
    create_object(Machine, key="a box").db.puzzle = "coin trick"
    assert "Similar: coin trick." in superuser.types("puzzles/solve coin trik")
    superuser.types("puzzles/solve coin trick")
    assert puzzles.is_solved("coin trick", player.character)
    superuser.types("puzzles/forget coin trick")
    assert not puzzles.is_solved("coin trick", player.character)
    assert "Solved" not in player.types("puzzles")
