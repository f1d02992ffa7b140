"""A board in a room: what one types to play it, and what one sees and hears."""

import pytest
from coin_board import EXTRAS
from evennia import create_object

from xyzgrid_ext.parts.boards.game import session
from xyzgrid_ext.parts.boards.game import ticker as clock


def test_a_player_wins_a_level_by_runs_of_letters(cabinet, player):
    seen = player.types("play cabinet")
    assert "Coins - Level 1 of 2: One" in seen
    assert "#@ $  #" in seen
    assert "w left, e right" in seen
    seen = player.types("ll")
    assert "#  @  #" in seen
    assert "You have won! 2 moves. Par is 2." in seen
    assert "next to play level 2" in seen
    assert "#$ @ $#" in player.types("next")


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
    assert "There is nothing to take back." in player.types("undo")


def test_a_game_without_a_key_has_no_replay(cabinet, player):
    player.types("play cabinet")
    assert "nothing to replay" in player.types("replay")
    player.types("l")
    assert player.types("replay").strip() == "coins:1:l"


def test_controls_are_shot_and_moves_are_final(firing, player):
    player.types("play brass")
    player.types("shoot left")
    assert session.session_of(firing).play.keys.startswith("left")
    assert "The targets are" in player.types("shoot the moon")
    for word in ("undo", "checkpoint", "back"):
        assert player.types(word).strip() == "You cannot take back moves in this game."


def test_nobody_keeps_the_server_busy(firing, player, timer):
    player.types("play brass")
    assert "At most 60 keys" in player.types("l" * 61)
    player.types("l" * 60)
    player.types("r" * 60)
    assert "you can make 60 moves a second at most." in player.types("l" * 60)
    timer.advance(2.0)
    assert "Not so fast" not in player.types("l" * 60)


def test_two_machines_are_told_apart_and_controls_typed_by_name(cabinet, firing, player):
    seen = player.types("play")
    assert "a tin cabinet" in seen
    assert "a brass cabinet" in seen
    assert "Coins" in player.types("play tin")
    player.types("play tin")
    assert "# @$  #" in player.types("right")
    player.types("play brass")
    player.types("drop")
    player.types("up")
    player.types("counter-clockwise")
    assert session.session_of(firing).play.keys == "drop,drop,ccw"


def test_a_client_may_send_single_keys(cabinet, player):
    player.types("play cabinet")
    before = len(player.sent)
    player.session.sessionhandler.call_inputfuncs(player.session, xyzgrid_key=[["right"], {}])
    assert "# @$  #" in player.text_since(before)


def test_a_level_that_is_none_costs_nobody_a_game(cabinet, player):
    player.types("play cabinet")
    player.types("l")
    assert "Coins has no level 9. Its levels are 1 to 2." in " ".join(
        player.types("level 9").split()
    )
    for wrong in ("²", "9" * 180, "-1", "x"):
        assert "Usage: level" in player.types(f"level {wrong}")
        assert "Usage: play" in player.types(f"play cabinet = {wrong}")
    player.types("play cabinet = 9")
    assert "# @$  #" in player.types("look")


def test_a_checkpoint_is_gone_back_to(cabinet, player):
    player.types("play cabinet")
    assert "There is no checkpoint" in player.types("back")
    player.types("l")
    player.types("checkpoint")
    player.types("h")
    cabinet.ndb.board_session = None
    assert "# @$  #" in player.types("back")
    player.types("restart")
    assert "There is no checkpoint" in player.types("back")


def test_a_letter_of_the_board_means_the_board_whatever_else_it_means(
    cabinet, player, limbo, settings
):
    create_object(
        settings.BASE_EXIT_TYPECLASS, key="hatch", aliases=["h", "l"],
        location=limbo, destination=create_object(settings.BASE_ROOM_TYPECLASS, key="Loft"),
    )  # fmt: skip
    player.types("play cabinet")
    assert "# @$  #" in player.types("l")
    assert "Your game waits there" in player.types("quit")
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


@pytest.mark.parametrize("goes", ["away", "elsewhere"])
def test_a_live_board_ticks_while_its_player_is_there(firing, player, timer, goes):
    player.types("play brass = live")
    first = session.session_of(firing).play
    for _ in range(3):
        timer.advance(1.0)
    assert session.session_of(firing).play.keys == "tick,tick,tick"
    if goes == "away":
        player.session.account.unpuppet_object(player.session)
    else:
        player.character.location = None
    timer.advance(10.0)
    assert session.session_of(firing).play.keys == "tick,tick,tick"
    assert goes == "away" or session.player_of(firing) is None
    assert first.seed == session.session_of(firing).play.seed


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
    assert session.session_of(firing).play.keys == "tick,tick"
    player.types("shoot left")
    assert session.session_of(firing).play.keys == "tick,tick,left"


def test_a_live_game_goes_on_after_a_reload(firing, player, timer):
    player.types("play brass = live")
    timer.advance(1.0)
    session.stop_ticks(session.session_of(firing))
    session.store_game(firing)
    firing.ndb.board_session = None
    clock.resume_all()
    timer.advance(1.0)
    assert session.session_of(firing).play.keys == "tick,tick"


def test_a_crash_costs_at_most_three_seconds_of_live_play(firing, player, timer):
    player.types("play brass = live")
    for _ in range(8):
        timer.advance(1.0)
    firing.ndb.board_session = None  # the process is gone, what was written is there
    assert len(session.session_of(firing).play.keys.split(",")) >= 8 - 3


def test_a_live_board_is_faster_with_the_time_whatever_keys_are_pressed(firing, player, timer):
    assert "speed: 1.0 a second" in player.types("play brass = live")
    for _ in range(70):
        timer.advance(0.5)  # before each tick a key begins the wait anew
        player.types("shoot down")
    assert (
        session.session_of(firing).seconds == pytest.approx(35.0)
        or session.session_of(firing).is_over
    )


def test_a_live_board_waits_for_one_who_does_nothing(cabinet, folder, player, timer, monkeypatch):
    (folder / "coins.toml").write_text(EXTRAS.replace("turns = true", "wait = 0.5"))
    days = timer.seconds
    monkeypatch.setattr(session, "calendar_time", days)
    player.types("play cabinet = live")
    before = len(player.sent)
    for _ in range(400):
        timer.advance(0.5)
    assert "The game is paused" in player.text_since(before)
    assert session.session_of(cabinet).play.keys == "~" * 240
    player.types("l")
    timer.advance(0.5)
    assert session.session_of(cabinet).play.keys == "~" * 240 + "l~"


def test_a_screen_reader_is_not_talked_over_by_the_clock(firing, player, timer):
    player.session.protocol_flags["SCREENREADER"] = True
    player.types("play brass = live")
    before = len(player.sent)
    timer.advance(3.0)
    assert player.text_since(before) == ""
