"""Machines: boards that stand in rooms, are played, watched, scored, and open doors."""

import os

import pytest
from django.utils import timezone
from evennia import create_object

from xyzgrid_ext.core.board import Phase, begin, press
from xyzgrid_ext.game import compat
from xyzgrid_ext.game.boards import scores, session
from xyzgrid_ext.game.boards import ticker as clock
from xyzgrid_ext.game.maps import boards
from xyzgrid_ext.game.typeclasses.machine import Machine
from xyzgrid_ext.game.world import solved

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


def verified(row):
    """Whether a row of the table of coins holds."""
    steps = scores.verify_steps(boards.board_named("coins"), row)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.fixture
def folder(tmp_path, settings):
    """Return a folder with one game, where the shelf looks."""
    (tmp_path / "coins.game").write_text(COINS)
    (tmp_path / "coins.toml").write_text(EXTRAS)
    settings.XYZGRID_BOARDS = [str(tmp_path)]
    return tmp_path


@pytest.fixture
def timer(clock, monkeypatch):
    """Return the clock of live boards."""
    monkeypatch.setattr(session, "now", clock.seconds)
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
    assert "w left, e right" in seen
    seen = player.types("ll")
    assert "#  @  #" in seen
    assert "You have won! 2 moves. Par is 2." in seen
    assert "next plays level 2" in seen
    assert "#$ @ $#" in player.types("next")


def test_other_words_work_while_one_plays(cabinet, player):
    player.types("play cabinet")
    assert 'You say, "hello"' in player.types("say hello")
    assert "#@ $  #" in player.types("look")


def test_single_keys_can_be_asked_for_with_the_name_of_the_board(cabinet, player):
    for wish in ("From now on, boards stay in one place", "Keys:"):  # it stays on
        told = player.types("play/single cabinet")
        assert wish in told
        assert "Keys:" in told
        assert "From now on, you type lines" not in told
        player.types("stop")
    assert "From now on, you type lines" in player.types("play/single")


def test_moves_can_be_taken_back(cabinet, player):
    player.types("play cabinet")
    assert "# @$  #" in player.types("l")
    assert "#@ $  #" in player.types("undo")
    assert "Nothing can be taken back." in player.types("undo")


def test_a_game_without_a_key_has_no_replay(cabinet, player):
    player.types("play cabinet")
    assert "nothing to replay" in player.types("replay")
    player.types("l")
    assert player.types("replay").strip() == "coins:1:l"


def test_its_name_begins_with_a_capital_where_that_is_a_heading(cabinet, player):
    cabinet.key = "the cabinet"
    assert player.types("look cabinet").startswith("The cabinet")
    assert "the cabinet" in player.types("look")


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
    assert "Ann is playing here." in ben.types("play cabinet")
    seen = ben.types("watch")
    assert "#@ $  #" in seen
    assert "watch once more ends it" in seen
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
    assert "Ann takes place 1" in player.types("lhll")
    player.types("restart")
    assert "Ann takes place 1" in player.types("ll")
    (row,) = scores.table(boards.board_named("coins"), 1)
    assert (row.name, row.score, row.replay) == ("Ann", 2, "coins:1:ll")
    assert verified(row)
    assert not verified(row._replace(score=1))
    assert not verified(row._replace(replay="coins:1:l"))
    assert not verified(row._replace(replay="coins:1:lll"))
    assert not verified(row._replace(replay="boxes:1:ll"))
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
    assert "##" not in seen
    assert "A coin" in seen


def test_a_live_board_ticks_while_its_player_is_there(firing, player, timer):
    player.types("play brass = live")
    first = session.of(firing).play
    for _ in range(3):
        timer.advance(1.0)
    assert session.of(firing).play.keys == "tick,tick,tick"
    player.session.account.unpuppet_object(player.session)
    timer.advance(10.0)
    assert session.of(firing).play.keys == "tick,tick,tick"
    assert first.seed == session.of(firing).play.seed


def test_controls_are_targets_that_are_shot(firing, player):
    player.types("play brass")
    player.types("shoot left")
    assert session.of(firing).play.keys.startswith("left")
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


def test_the_game_of_the_day_is_the_same_for_all_and_has_a_table_of_its_own(firing, player):
    day = timezone.localdate().isoformat()
    assert f"Firing Line, in turns - {day}" in player.types("play brass = daily")
    pieces = player.types("look")
    player.types("shoot left")
    player.types("restart")
    assert player.types("look") == pieces
    while "takes place" not in player.types("shoot drop"):
        assert not session.of(firing).is_over
    assert "Ann" in player.types("scores")
    player.types("stop")
    assert "The table is still empty" in player.types("scores brass")
    assert "Ann" in player.types("scores brass = daily")
    assert player.types("play brass = 7") == "This game has no levels."


def test_a_lost_game_is_filed_once_however_many_keys_follow(firing, player, timer):
    player.types("play brass")
    while not session.of(firing).is_over:
        timer.advance(1.0)
        player.types("shoot drop")
    assert len(scores.table(boards.board_named("firing-line-turns"), 1)) == 1
    timer.advance(9.0)
    for line in ("shoot left", "left", "f", "", "wait"):
        assert player.types(line).startswith("This game is over.\nrestart plays again")
    player.session.sessionhandler.call_inputfuncs(player.session, xyzgrid_key=[["left"], {}])
    firing.ndb.sitting = None  # nor after a restart of the server
    player.types("shoot left")
    assert len(scores.table(boards.board_named("firing-line-turns"), 1)) == 1


@pytest.mark.parametrize("line", ["l", "h", "", "wait", "checkpoint", "back", "look"])
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


def test_the_same_game_stands_in_the_table_once(firing, player):
    board = boards.board_named("firing-line-turns")
    play = begin(board, 7)
    while board.status(play.state).phase is Phase.PLAYING:
        play = press(board, play, "drop")
    assert scores.enter(board, play, "Ann", 1, "2026-11-22") == 1
    assert scores.enter(board, play, "Ann", 1, "2026-11-22") is None


def test_nobody_keeps_the_server_busy(firing, player, timer):
    player.types("play brass")
    assert "At most 60 keys" in player.types("l" * 61)
    player.types("l" * 60)
    player.types("r" * 60)
    assert "Moves on boards: 60 a second at most." in player.types("l" * 60)
    timer.advance(2.0)
    assert "Not so fast" not in player.types("l" * 60)


def test_a_machine_without_a_board_says_what_it_lacks(cabinet, player):
    cabinet.db.board = "nothing"
    told = player.types("play cabinet")
    assert "There is no board 'nothing'." in told
    assert "nothing.game belongs in world/boards." in told
    assert "Known are boxes, coins, digger, fire, firing-line" in player.types("play cabinet")


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


def test_a_client_may_send_single_keys(cabinet, player):
    player.types("play cabinet")
    before = len(player.sent)
    player.session.sessionhandler.call_inputfuncs(player.session, xyzgrid_key=[["right"], {}])
    assert "# @$  #" in player.text_since(before)


def test_a_machine_has_no_article_but_its_own(cabinet, player):
    cabinet.key = "the Salt Store"
    assert "You see: the Salt Store" in player.types("look")


# --- what goes wrong while somebody plays


def test_one_who_walks_away_stands_up(cabinet, player, spawn_maps):
    live = spawn_maps(DOOR).live
    hall, vault = (live.object(("vault", room)) for room in (0, 1))
    player.character.location = cabinet.location = hall
    player.types("play cabinet")
    player.character.move_to(vault, quiet=True, move_type="teleport")
    assert session.machine_of(player.character) is None
    assert not player.character.cmdset.has(compat.SEATED)
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


def test_a_live_board_of_a_destroyed_machine_ticks_no_more(firing, player, timer):
    player.types("play brass = live")
    firing.delete()
    timer.advance(10.0)
    assert not timer.getDelayedCalls()


def test_a_live_game_goes_on_when_its_player_is_back(firing, player, timer):
    player.types("play brass = live")
    timer.advance(1.0)
    player.session.account.unpuppet_object(player.session)
    timer.advance(100.0)
    before = len(player.sent)
    player.session.account.puppet_object(player.session, player.character)
    assert "You are still sitting at a brass cabinet" in player.text_since(before)
    timer.advance(1.0)
    assert session.of(firing).play.keys == "tick,tick"
    player.types("shoot left")
    assert session.of(firing).play.keys == "tick,tick,left"


def test_a_live_game_goes_on_after_a_reload(firing, player, timer):
    player.types("play brass = live")
    timer.advance(1.0)
    session.stop(session.of(firing))
    session.keep(firing)
    firing.ndb.sitting = None
    clock.resume_all()
    timer.advance(1.0)
    assert session.of(firing).play.keys == "tick,tick"


def test_a_crash_costs_at_most_three_seconds_of_live_play(firing, player, timer):
    player.types("play brass = live")
    for _ in range(8):
        timer.advance(1.0)
    firing.ndb.sitting = None  # the process is gone, what was written is there
    assert len(session.of(firing).play.keys.split(",")) >= 8 - 3


def test_a_live_board_is_faster_with_the_time_whatever_keys_are_pressed(firing, player, timer):
    assert "speed: 1.0 a second" in player.types("play brass = live")
    for _ in range(70):
        timer.advance(0.5)  # before each tick a key begins the wait anew
        player.types("shoot down")
    assert session.of(firing).seconds == pytest.approx(35.0) or session.of(firing).is_over


def test_a_live_board_waits_for_one_who_does_nothing(cabinet, folder, player, timer, monkeypatch):
    (folder / "coins.toml").write_text(EXTRAS.replace("turns = true", "wait = 0.5"))
    days = timer.seconds
    monkeypatch.setattr(session, "today", days)
    player.types("play cabinet = live")
    before = len(player.sent)
    for _ in range(400):
        timer.advance(0.5)
    assert "The board waits" in player.text_since(before)
    assert session.of(cabinet).play.keys == "~" * 240
    player.types("l")
    timer.advance(0.5)
    assert session.of(cabinet).play.keys == "~" * 240 + "l~"


def test_a_board_that_was_changed_meanwhile_begins_anew(cabinet, folder, player):
    player.types("play cabinet")
    player.types("l")
    text = EXTRAS.replace("#@ $  #\n", "#@ $  #\n#     #\n")
    (folder / "coins.toml").write_text(text)
    os.utime(folder / "coins.toml", (1, 1))
    cabinet.ndb.sitting = None
    assert "You are no longer playing" in player.types("l")
    assert "#@ $  #\n#     #" in player.types("play cabinet")


def test_a_board_that_is_broken_says_where(cabinet, folder, player):
    (folder / "coins.toml").write_text("title = 7")
    assert "coins.toml" in player.types("play cabinet")
    assert not player.character.cmdset.has(compat.SEATED)


def test_who_is_refused_still_watches(cabinet, player, make_player):
    player.types("play cabinet")
    ben = make_player("Ben")
    ben.types("watch cabinet")
    ben.types("play cabinet")
    before = len(ben.sent)
    player.types("l")
    assert "# @$  #" in ben.text_since(before)


def test_a_seat_is_free_after_ten_idle_minutes(cabinet, player, make_player, timer, monkeypatch):
    monkeypatch.setattr(session, "today", timer.seconds)
    player.types("play cabinet")
    ben = make_player("Ben")
    timer.advance(599.0)
    assert "Ann is playing here" in ben.types("play cabinet")
    timer.advance(2.0)
    before = len(player.sent)
    assert "#@ $  #" in ben.types("play cabinet")
    assert "somebody else is playing now" in player.text_since(before)
    assert "Limbo" in player.types("look")


def test_a_game_that_was_left_is_forgotten_if_its_builder_says_so(
    cabinet, player, timer, monkeypatch
):
    monkeypatch.setattr(session, "today", timer.seconds)
    cabinet.db.reset = 5
    player.types("play cabinet")
    player.types("l")
    player.types("stop")
    timer.advance(299.0)
    assert "# @$  #" in player.types("play cabinet")
    player.types("stop")
    timer.advance(301.0)
    assert "#@ $  #" in player.types("play cabinet")


def test_a_level_that_is_none_costs_nobody_a_game(cabinet, player):
    player.types("play cabinet")
    player.types("l")
    assert "Coins has no level 9. It has 1 to 2." in " ".join(player.types("level 9").split())
    for wrong in ("²", "9" * 180, "-1", "x"):
        assert "Usage: level" in player.types(f"level {wrong}")
        assert "Usage: play" in player.types(f"play cabinet = {wrong}")
    player.types("play cabinet = 9")
    assert "# @$  #" in player.types("look")


# --- what it costs

ONE_WRITE = ["SAVEPOINT", "UPDATE", "RELEASE"]  # the savepoints are those of a test


def test_a_line_of_keys_is_written_down_once(cabinet, player, django_assert_num_queries):
    player.types("play cabinet")
    player.types("h")
    with django_assert_num_queries(3) as seen:
        player.types("l")
    assert [query["sql"].split()[0] for query in seen.captured_queries] == ONE_WRITE
    with django_assert_num_queries(3):
        player.types("hhhh")


def test_a_tick_asks_the_database_nothing(firing, player, timer, django_assert_num_queries):
    player.types("play brass = live")
    timer.advance(1.0)
    with django_assert_num_queries(0):
        timer.advance(1.0)


def test_a_new_game_gives_no_new_keys_to_spend(cabinet, player, timer):
    player.types("play cabinet")
    seen = ""
    for _ in range(4):
        player.types("play cabinet = 1")
        seen += player.types("h" * 60)
    assert "Not so fast" in seen


def test_keys_of_one_message_are_pressed_once_each(firing, player):
    player.types("play brass")
    player.types("shoot " + "left " * 30)
    assert session.of(firing).play.keys == "left"


def test_games_are_verified_in_slices(cabinet, player, make_player, timer, monkeypatch):
    player.types("play cabinet")
    player.types("h" * 40 + "ll")
    staff = make_player("Eve", permissions=("Helper",))
    monkeypatch.setattr(session, "now", iter(range(10_000)).__next__)  # each look a second later
    before = len(staff.sent)
    assert "being replayed" in staff.types("scores/verify cabinet")
    assert "valid" not in staff.text_since(before)
    for _ in range(50):
        timer.advance(1.0)
    assert "valid" in staff.text_since(before)


def test_players_do_not_verify(cabinet, player):
    assert "That is for staff" in player.types("scores/verify cabinet")
    assert "That is for staff" in player.types("scores/strike cabinet = 1")


def test_staff_take_a_game_out_of_the_table(cabinet, player, make_player):
    player.types("play cabinet")
    player.types("ll")
    staff = make_player("Eve", permissions=("Helper",))
    assert "Ann is removed from the table" in staff.types("scores/strike cabinet = 1")
    assert scores.table(boards.board_named("coins"), 1) == []


# --- what a builder may expect


def test_a_checkpoint_is_gone_back_to(cabinet, player):
    player.types("play cabinet")
    assert "There is no checkpoint" in player.types("back")
    player.types("l")
    player.types("checkpoint")
    player.types("h")
    cabinet.ndb.sitting = None
    assert "# @$  #" in player.types("back")
    player.types("restart")
    assert "There is no checkpoint" in player.types("back")


def test_a_solved_puzzle_may_give_a_thing_once(cabinet, player):
    cabinet.db.puzzle = "coin trick"
    cabinet.db.gives = {"key": "a tin key", "typeclass": "typeclasses.objects.Object"}
    player.types("play cabinet")
    assert "The machine hands you" in player.types("ll")
    player.types("restart")
    player.types("ll")
    assert [thing.key for thing in player.character.contents] == ["a tin key"]


def test_a_builder_lets_a_puzzle_be_forgotten(player, superuser):
    solved.solve("coin trick", player.character)
    assert "Solved: coin trick." in superuser.types("puzzles Ann")
    assert "'coin trick' is unsolved again." in superuser.types("puzzles/forget coin trick = Ann")
    assert "was not solved" in superuser.types("puzzles/forget coin trick = Ann")
    assert not solved.is_solved("coin trick", player.character)
    superuser.types("puzzles/solve coin trick")
    assert solved.is_solved("coin trick", player.character)
    superuser.types("puzzles/forget coin trick")
    assert not solved.is_solved("coin trick", player.character)
    assert "Solved" not in player.types("puzzles")


# --- what is seen, heard and typed


def test_a_letter_of_the_board_means_the_board_whatever_else_it_means(
    cabinet, player, limbo, settings
):
    create_object(
        settings.BASE_EXIT_TYPECLASS, key="hatch", aliases=["h", "l"],
        location=limbo, destination=create_object(settings.BASE_ROOM_TYPECLASS, key="Loft"),
    )  # fmt: skip
    player.types("play cabinet")
    assert "# @$  #" in player.types("l")
    assert "You leave the machine" in player.types("quit")
    player.types("h")
    assert player.character.location.key == "Loft"


def test_a_screen_reader_hears_what_a_key_has_changed(cabinet, player):
    player.session.protocol_flags["SCREENREADER"] = True
    player.types("play cabinet")
    seen = player.types("l")
    assert "@: 1 right, column 3, row 2." in seen
    assert "Right: a coin." in seen
    assert "A coin: column 4, row 2" not in seen  # it lies where it lay
    assert "A coin: column 4, row 2." in player.types("look")


def test_a_screen_reader_is_not_talked_over_by_the_clock(firing, player, timer):
    player.session.protocol_flags["SCREENREADER"] = True
    player.types("play brass = live")
    before = len(player.sent)
    timer.advance(3.0)
    assert player.text_since(before) == ""


def test_bars_of_a_map_are_no_colours(cabinet, folder, player):
    (folder / "coins.toml").write_text(EXTRAS.replace("#@ $  #", "# @|$r|"))
    player.types("play cabinet")
    before = len(player.sent)
    player.types("look")
    text = player.sent[before]["text"]
    assert "||$r||" in (text if isinstance(text, str) else text[0])
    player.session.protocol_flags["SCREENREADER"] = True
    before = len(player.sent)
    player.types("look")
    assert "Right: ||. " in str(player.sent[before]["text"])


def test_enter_is_a_key_where_the_board_has_it(cabinet, folder, player):
    bound = COINS.replace("@****$*** ****@***l\n", "@****$*** ****@***\n")
    (folder / "coins.game").write_text(bound)
    player.types("play cabinet")
    player.types("wait")
    player.types("l")
    player.types("")
    assert session.of(cabinet).play.keys == "l\\n"  # what changes nothing is no move


def test_others_in_the_room_are_told_who_comes_and_goes(cabinet, player, make_player):
    ben = make_player("Ben")
    before = len(ben.sent)
    player.types("play cabinet")
    player.types("stop")
    seen = ben.text_since(before)
    assert "Ann sits down at a tin cabinet." in seen
    assert "Ann leaves a tin cabinet." in seen


def test_a_control_may_be_typed_by_its_name(cabinet, firing, player):
    player.types("play tin")
    assert "# @$  #" in player.types("right")
    player.types("play brass")
    player.types("drop")
    player.types("up")
    player.types("counter-clockwise")
    assert session.of(firing).play.keys == "drop,drop,ccw"


def test_a_board_with_a_clock_says_so(firing, cabinet, player):
    assert "play a brass cabinet = live plays against the clock." in player.types("play brass")
    assert "against the clock" not in player.types("play tin")
