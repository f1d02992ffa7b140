"""Machines: boards that stand in rooms, are played, watched, scored, and open doors."""

import pytest
from evennia import create_object
from twisted.internet.task import Clock

from xyzgrid_ext.game.machines import scores, shelf, sitting, solved
from xyzgrid_ext.game.machines.machine import Machine

pytestmark = pytest.mark.django_db

# a walker that eats coins: h and l move, each list against its scan
COINS = "\n".join(
    (
        "@*** **** ***@****h",
        "@***$**** ***@****h",
        "",
        "@**** *** ****@***l",
        "@****$*** ****@***l",
        "",
        "8 3",
        "#######",
        "#@ $  #",
        "#######",
        "",
    )
)
EXTRAS = """
title = "Coins"
turns = true
hero = "@"
win = "none $"
names."$" = "a coin"
names."#" = "a wall"
colours."@" = "bright yellow"
keys.h = "left"
keys.l = "right"

[[levels]]
name = "One"
map = '''
#######
#@ $  #
#######
'''
par = 2

[[levels]]
name = "Two"
map = '''
#######
#$ @ $#
#######
'''
"""


@pytest.fixture
def folder(tmp_path, settings):
    """Return a folder with one game, where the shelf looks."""
    (tmp_path / "coins.game").write_text(COINS)
    (tmp_path / "coins.toml").write_text(EXTRAS)
    settings.XYZGRID_BOARDS = [str(tmp_path)]
    return tmp_path


@pytest.fixture
def timer(monkeypatch):
    """Return the clock of live boards."""
    clock = Clock()
    monkeypatch.setattr(sitting, "call_later", clock.callLater)
    monkeypatch.setattr(sitting, "now", clock.seconds)
    return clock


@pytest.fixture
def cabinet(limbo, folder):
    """Return a machine in limbo."""
    machine = create_object(Machine, key="a tin cabinet", location=limbo, home=limbo)
    machine.db.board = "coins"
    return machine


@pytest.fixture
def firing(limbo, timer):
    """Return a Firing Line cabinet."""
    machine = create_object(Machine, key="a brass cabinet", location=limbo, home=limbo)
    machine.db.board = "firing-line-turns"
    machine.db.live = "firing-line"
    return machine


def test_a_player_wins_a_level_by_runs_of_letters(cabinet, player):
    seen = player.types("play cabinet")
    assert "Coins - Level 1 of 2: One" in seen
    assert "#@ $  #" in seen
    assert "h left, l right" in seen
    seen = player.types("ll")
    assert "#  @  #" in seen
    assert "You have won! 2 moves. Par is 2." in seen
    assert "next plays level 2" in seen
    assert "#$ @ $#" in player.types("next")


def test_other_words_work_while_one_plays(cabinet, player):
    player.types("play cabinet")
    assert 'You say, "hello"' in player.types("say hello")
    assert "#@ $  #" in player.types("look")


def test_moves_can_be_taken_back(cabinet, player):
    player.types("play cabinet")
    assert "# @$  #" in player.types("l")
    assert "#@ $  #" in player.types("undo")
    assert "Nothing can be taken back." in player.types("undo")


def test_who_leaves_and_comes_back_goes_on(cabinet, player):
    player.types("play cabinet")
    player.types("l")
    assert "You leave the machine" in player.types("quit")
    assert "# @$  #" in player.types("play cabinet")


def test_a_game_survives_the_memory_of_the_server(cabinet, player):
    player.types("play cabinet")
    player.types("l")
    cabinet.ndb.sitting = None
    assert "#  @  #" in player.types("l")


def test_a_second_player_watches_and_cannot_take_the_place(cabinet, player, make_player):
    player.types("play cabinet")
    ben = make_player("Ben")
    assert "Ann plays here." in ben.types("play cabinet")
    assert "#@ $  #" in ben.types("watch")
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


def test_a_win_stands_in_the_table_with_a_replay_that_holds(cabinet, player):
    player.types("play cabinet")
    assert "Ann takes place 1" in player.types("hll l".replace(" ", ""))
    player.types("restart")
    assert "Ann takes place 1" in player.types("ll")
    (row,) = scores.table(shelf.board_named("coins"), 1)
    assert (row.name, row.score, row.replay) == ("Ann", 2, "coins:1:ll")
    assert scores.verify(shelf.board_named("coins"), row)
    assert not scores.verify(shelf.board_named("coins"), row._replace(score=1))
    assert "Ann" in player.types("scores")


def test_a_solved_puzzle_is_remembered_for_the_player_alone(cabinet, player, make_player):
    cabinet.db.puzzle = "coin trick"
    player.types("play cabinet")
    assert "lock springs open" in player.types("ll")
    assert solved.is_solved("coin trick", player.character)
    assert not solved.is_solved("coin trick", make_player("Ben").character)


def test_a_puzzle_may_be_solved_for_everybody(cabinet, player, make_player):
    cabinet.db.puzzle, cabinet.db.for_all = "coin trick", True
    player.types("play cabinet")
    player.types("ll")
    assert solved.is_solved("coin trick", make_player("Ben").character)


def test_a_screen_reader_gets_words(cabinet, player):
    player.session.protocol_flags["SCREENREADER"] = True
    seen = player.types("play cabinet")
    assert "#" not in seen
    assert "a coin" in seen


def test_a_live_board_ticks_while_its_player_is_there(firing, player, timer):
    player.types("play brass = live")
    first = sitting.of(firing).play
    for _ in range(3):
        timer.advance(1.0)
    assert sitting.of(firing).play.keys == "tick,tick,tick"
    player.session.account.unpuppet_object(player.session)
    timer.advance(10.0)
    assert sitting.of(firing).play.keys == "tick,tick,tick"
    assert first.seed == sitting.of(firing).play.seed


def test_controls_are_targets_that_are_shot(firing, player):
    player.types("play brass")
    player.types("shoot left")
    assert sitting.of(firing).play.keys.startswith("left")
    assert "The targets are" in player.types("shoot the moon")


def test_firing_line_is_played_to_its_defeat_and_scored(firing, player):
    player.types("play brass")
    seen = ""
    for _ in range(60):
        seen += player.types("shoot drop")
        if "takes place" in seen:
            break
    assert "You have lost." in seen
    assert "Ann takes place 1 in the table of Firing Line" in seen


def test_nobody_keeps_the_server_busy(firing, player, timer):
    player.types("play brass")
    assert "At most 60 keys" in player.types("l" * 61)
    player.types("l" * 60)
    player.types("r" * 60)
    assert "Not so fast" in player.types("l" * 60)
    timer.advance(2.0)
    assert "Not so fast" not in player.types("l" * 60)


def test_a_machine_without_a_board_says_what_it_lacks(cabinet, player):
    cabinet.db.board = "nothing"
    assert "there is no board 'nothing'" in player.types("play cabinet")
    assert "known are coins, firing-line" in player.types("play cabinet")


def test_two_machines_in_a_room_are_told_apart(cabinet, firing, player):
    seen = player.types("play")
    assert "a tin cabinet" in seen
    assert "a brass cabinet" in seen
    assert "Coins" in player.types("play tin")


DOOR = {
    "zcoord": "vault",
    "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n",
    "prototypes": {
        (0, 0, "e"): {
            "prototype_parent": "xyz_exit",
            "key": "bronze door",
            "needs": ["item:bronze key", "puzzle:coin trick"],
        }
    },
}


def test_a_door_opens_for_who_has_what_it_needs(cabinet, player, spawn_maps):
    live = spawn_maps(DOOR).live
    hall, vault = (live.object(("vault", room)) for room in (0, 1))
    player.character.location = cabinet.location = hall
    refusal = "You cannot go there: you need the bronze key and the puzzle coin trick solved."
    assert refusal in player.types("bronze door")
    create_object("typeclasses.objects.Object", key="bronze key", location=player.character)
    assert "you need the puzzle coin trick solved." in player.types("bronze door")
    cabinet.db.puzzle = "coin trick"
    player.types("play cabinet")
    player.types("ll")
    player.types("stop")
    player.types("bronze door")
    assert player.character.location == vault


def test_a_client_may_send_single_keys(cabinet, player):
    player.types("play cabinet")
    before = len(player.sent)
    player.session.sessionhandler.call_inputfuncs(player.session, xyzgrid_key=[["right"], {}])
    assert "# @$  #" in player.text_since(before)


def test_a_machine_has_no_article_but_its_own(cabinet, player):
    cabinet.key = "the Salt Store"
    assert "You see: the Salt Store" in player.types("look")
