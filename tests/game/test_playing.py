"""Words of games where there is no game."""

import pytest


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("hint", "There is no game to play here."),
        ("hint me", "Type hint alone, with nothing after it."),
        ("scores", "There are no scores here."),
        ("give up", "There is nothing to give up here."),
    ],
)
def test_words_of_games_say_that_there_is_none(make_player, typed, text):
    assert make_player("Ann").types(typed).startswith(text)
