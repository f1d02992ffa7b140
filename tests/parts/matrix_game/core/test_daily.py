"""The matrix of a day: everybody's the same, and no replay says what was not played."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.parts.matrix_game.core import daily
from xyzgrid_ext.parts.matrix_game.core.daily import (
    DailyGame,
    is_winning_replay,
    play_again,
    play_word,
    replay_text,
    route_to_end,
)
from xyzgrid_ext.parts.matrix_game.core.game import RunStatus

DAY = "2026-11-22"
MADE = daily.make_daily_matrix(DAY)
MATRIX = MADE.matrix


def played(*words):
    game = daily.begin(MATRIX, DAY)
    for word in words:
        game, _ = play_word(MATRIX, game, word)
    return game


def won():
    return played(*route_to_end(MATRIX, MATRIX.start))


def test_days_get_harder_and_are_won_in_as_many_moves_as_the_shortest_way():
    week = [daily.make_daily_matrix(f"2026-11-{16 + n}").difficulty.level for n in range(7)]
    assert week == [2, 3, 4, 5, 6, 7, 8]
    game = won()
    assert (game.run.status, game.run.moves) == (RunStatus.WON, MADE.difficulty.shortest)
    first = route_to_end(MATRIX, MATRIX.start)[0]
    game = played(first, "restart")
    assert (game.run.at, game.run.moves) == (MATRIX.start, 2)


@pytest.mark.parametrize("day", ["", "today", "20261122", "2026-13-01", "2026-11-22T00:00"])
def test_what_is_no_day_has_no_matrix(day):
    with pytest.raises(UsageError, match="is not a day"):
        daily.make_daily_matrix(day)


def test_a_game_ends_after_so_many_things_done(monkeypatch):
    monkeypatch.setattr(daily, "MAX_INPUTS", 3)
    assert played("restart", "restart", "restart", "restart", "hint").run.moves == 3


def forged():
    game = won()
    text, moves = replay_text(game), game.run.moves
    yield "fewer moves claimed", text, DAY, moves - 1
    yield "another day claimed", text, "2026-11-21", moves
    yield "played on another day", text.replace(DAY, "2026-11-21"), "2026-11-21", moves
    yield "a step left out", text.rpartition(",")[0], DAY, moves - 1
    yield "the first step left out", text.replace(f":{game.words[0]},", ":", 1), DAY, moves - 1
    yield "more after the end", f"{text},hint", DAY, moves + 5
    yield "no words", f"daily:{DAY}:", DAY, 0
    yield "another game", "boxes:1:lll", DAY, moves
    yield "long words for short ones", text.replace("fo,", "forward,"), DAY, moves


FORGED = [pytest.param(*row[1:], id=row[0]) for row in forged()]


@pytest.mark.parametrize(("text", "day", "moves"), FORGED)
def test_a_forged_replay_does_not_win(text, day, moves):
    assert not is_winning_replay(text, day, moves)


@given(st.lists(st.sampled_from(["fo", "ba", "u", "d", "le", "ri", "wh", "hint", "restart"])))
def test_whatever_is_done_its_replay_comes_to_the_same(words):
    game = played(*words)
    assert play_again(replay_text(game)) == game
    assert game.run.moves >= len(game.words)


@given(st.text(max_size=60), st.sampled_from(["", f"daily:{DAY}:", "daily:"]))
def test_no_text_raises_anything_but_wrong_use(text, head):
    with suppress(UsageError):
        assert isinstance(play_again(head + text), DailyGame)
