"""Boards that go on by themselves, with the time."""

import pytest
from coin_board import EXTRAS

from xyzgrid_ext.parts.boards.game import session
from xyzgrid_ext.parts.boards.game import ticker as clock


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
