"""Seats at machines, and the tables of scores of what is won there."""

import os
from dataclasses import replace
from types import SimpleNamespace

import pytest
from coin_board import DOOR, EXTRAS
from django.utils import timezone
from evennia import create_object
from evennia.objects.models import ObjectDB
from twisted.internet.defer import Deferred

from xyzgrid_ext.commands import XYZGridCmdSet
from xyzgrid_ext.game.base import background, task
from xyzgrid_ext.game.db.leftovers import put_command_sets_aside
from xyzgrid_ext.game.world import puzzles
from xyzgrid_ext.parts.boards.core.firing_line import BOARDS, FixedDice
from xyzgrid_ext.parts.boards.game import files as boards
from xyzgrid_ext.parts.boards.game import scores, session
from xyzgrid_ext.parts.boards.game.files import MACHINE
from xyzgrid_ext.parts.boards.game.session import SEATED
from xyzgrid_ext.parts.boards.machine import Machine
from xyzgrid_ext.xyzroom import XYZRoom


def test_who_comes_back_goes_on_and_machines_without_a_board_say_so(cabinet, player):
    player.types("play cabinet")
    player.types("l")
    assert "Your game waits there" in player.types("quit")
    assert "# @$  #" in player.types("play cabinet")
    cabinet.db.board = "nothing"
    told = player.types("play cabinet")
    assert "There is no board 'nothing'." in told
    assert "Put nothing.game into world/boards." in told
    assert "Known boards: boxes, coins, digger, fire, firing-line" in player.types("play cabinet")


def test_a_second_player_watches_and_cannot_take_the_place(cabinet, player, make_player):
    player.types("play cabinet")
    ben = make_player("Ben")
    assert "Ann is playing here." in ben.types("play cabinet")
    seen = ben.types("watch")
    assert "#@ $  #" in seen
    assert "watch again to stop watching" in seen
    before = len(ben.sent)
    player.types("l")
    assert "# @$  #" in ben.text_since(before)
    ben.types("watch")
    before = len(ben.sent)
    player.types("l")
    assert "#" not in ben.text_since(before)


def test_the_place_of_one_who_has_gone_is_free(cabinet, player, make_player):
    player.types("play cabinet")
    player.session.account.unpuppet_object(player.session)
    player.character.location = None
    ben = make_player("Ben")
    assert "#@ $  #" in ben.types("play cabinet")


def test_one_who_walks_away_stands_up(cabinet, player, spawn_maps):
    live = spawn_maps(DOOR).live
    hall, vault = (live.object(("vault", room)) for room in (0, 1))
    player.character.location = cabinet.location = hall
    player.types("play cabinet")
    player.character.move_to(vault, quiet=True, move_type="teleport")
    assert session.machine_of(player.character) is None
    assert not player.character.cmdset.has(SEATED)
    player.character.move_to(hall, quiet=True)
    assert session.machine_of(player.character) is None
    assert "#@ $  #" in player.types("play cabinet")


def test_one_who_was_carried_off_unseen_types_as_ever(cabinet, player, limbo):
    player.types("play cabinet")
    cabinet.location = create_object("typeclasses.rooms.Room", key="Attic")
    seen = player.types("look")
    assert "You are no longer playing" in seen
    assert "Limbo" in seen
    assert "You are no longer playing" not in player.types("look")


def test_a_machine_that_is_destroyed_tells_its_player(cabinet, player):
    player.types("play cabinet")
    before = len(player.sent)
    cabinet.delete()
    assert "The game is over" in player.text_since(before)
    assert "Limbo" in player.types("look")


def test_a_board_that_was_changed_meanwhile_begins_anew(cabinet, folder, player):
    player.types("play cabinet")
    player.types("l")
    text = EXTRAS.replace("#@ $  #\n", "#@ $  #\n#     #\n")
    (folder / "coins.toml").write_text(text)
    os.utime(folder / "coins.toml", (1, 1))
    cabinet.ndb.board_session = None
    assert "You are no longer playing" in player.types("l")
    assert "#@ $  #\n#     #" in player.types("play cabinet")


def test_a_board_that_is_broken_says_where(cabinet, folder, player):
    (folder / "coins.toml").write_text("title = 7")
    assert "coins.toml" in player.types("play cabinet")
    assert not player.character.cmdset.has(SEATED)


def test_a_seat_is_free_after_ten_idle_minutes(cabinet, player, make_player, timer, monkeypatch):
    monkeypatch.setattr(session, "calendar_time", timer.seconds)
    player.types("play cabinet")
    ben = make_player("Ben")
    timer.advance(599.0)
    assert "Ann is playing here" in ben.types("play cabinet")
    timer.advance(2.0)
    before = len(player.sent)
    assert "#@ $  #" in ben.types("play cabinet")
    assert "Somebody else is playing now" in player.text_since(before)
    assert "Limbo" in player.types("look")


def test_a_game_that_was_left_is_forgotten_if_its_builder_says_so(
    cabinet, player, timer, monkeypatch
):
    monkeypatch.setattr(session, "calendar_time", timer.seconds)
    cabinet.db.reset = 5
    player.types("play cabinet")
    player.types("l")
    player.types("stop")
    timer.advance(299.0)
    assert "# @$  #" in player.types("play cabinet")
    player.types("stop")
    timer.advance(301.0)
    assert "#@ $  #" in player.types("play cabinet")


def test_others_in_the_room_are_told_who_comes_and_goes(cabinet, player, make_player):
    ben = make_player("Ben")
    before = len(ben.sent)
    player.types("play cabinet")
    player.types("stop")
    seen = ben.text_since(before)
    assert "Ann sits down at a tin cabinet." in seen
    assert "Ann leaves a tin cabinet." in seen


def commands():
    cmdset = XYZGridCmdSet()
    cmdset.at_cmdset_creation()
    return {command.key for command in cmdset.commands}


def test_doctor_names_and_removes_what_boards_left(without, cabinet, player, run):
    player.types("play cabinet")
    number, who = cabinet.pk, player.character
    assert "left by the part" not in run("doctor")[1]
    without("boards")
    assert "The machine is switched off." in player.types("look cabinet")
    assert "play" not in commands()
    put_command_sets_aside()  # the Server does, at its start
    assert SEATED not in who.cmdset_storage
    without()
    put_command_sets_aside()
    assert SEATED in who.cmdset_storage
    without("boards")
    put_command_sets_aside()
    code, text = run("doctor")
    assert code == 0
    assert "left by the part boards      1 object, 1 command set" in text
    code, text = run("doctor", "--fix")
    assert code == 0
    assert "removed 1 object, 1 command set of parts that the game does not have" in text
    assert not ObjectDB.objects.filter(pk=number).exists()
    assert SEATED not in who.cmdset_storage
    assert "Limbo" in player.types("look")
    assert "left by the part" not in run("doctor")[1]
    without()
    put_command_sets_aside()
    assert SEATED not in who.cmdset_storage
    assert "play" in commands()
    assert "There is nothing to play here." in player.types("play")


def test_a_machine_of_a_map_waits_for_its_part_and_its_room_does_not(without, run, module):
    thing = {"typeclass": MACHINE, "key": "box", "board": "boxes"}
    room = {"prototype_parent": "xyz_room", "things": [thing]}
    rooms = {(0, 0): room, (1, 0): {**room, "key": "End"}}
    drawing = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"
    name = module("lane_with_a_machine", zcoord="lane", map=drawing, prototypes=rooms)
    told = "it needs the part boards, which the game does not have; things that wait for it: 2"
    without("boards")
    code, text = run("check", name)
    assert (code, text.count("warning: "), told in text) == (0, 1, True), text
    assert "write in XYZGRID_PARTS (in a terminal: in --parts): boards" in text
    assert run("add", name)[0] == run("spawn", "--yes")[0] == 0
    machines = ObjectDB.objects.filter(db_key="box")
    lanes = XYZRoom.objects.filter_xyz(("*", "*", "lane"))
    assert (lanes.count(), machines.exists()) == (2, False)
    without()
    assert run("check", name)[0] == run("spawn", "--yes")[0] == 0
    box = machines.first()
    without("boards")
    assert "Nothing to do" in run("plan")[1]
    assert machines.first() == box, "what was made stays"


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
