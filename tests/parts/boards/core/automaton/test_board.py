"""An automaton as a board: levels, ends, words, data."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core import board as boards
from xyzgrid_ext.parts.boards.core.automaton import load
from xyzgrid_ext.parts.boards.core.board import (
    Phase,
    begin,
    play_game,
    play_steps,
    without_empty_cells,
)

EXTRAS = """
hero = "@"
win = "none m"
lose = "none @"

[names]
"@" = "you"
m = "a mushroom"

[keys]
l = "right"
"." = "wait"

[[levels]]
name = "One"
par = 2
[[levels]]
name = "Two"
map = '''
######
#@mm.#
#....#
######
'''
"""


@pytest.fixture(scope="module")
def board(rule, game_text):
    walk = [rule(f"* * *  * * *\n* @ {ahead}  * . @\n* * *  * * *", "l") for ahead in ".m"]
    fall = rule("* * *  * * *\n* @ ~  * . .\n* * *  * * *", "l")
    text = game_text([], [*walk, fall], "######\n#@.m~#\n######")
    loaded = load("mushrooms", text, EXTRAS)
    assert loaded.findings == ()
    return loaded.board


def test_board_has_levels_keys_a_wait_and_is_won_lost_or_going_on(board):
    phases = [board.status(play.state).phase for play in play_steps(board, 1, [("l",), ("l",)])]
    assert phases == [Phase.PLAYING, Phase.PLAYING, Phase.WON]
    assert board.phase(1, board.start(1).cells.replace(b"@", b".")) is Phase.LOST
    assert board.levels == ("One", "Two")
    assert board.frame(board.start(2)) == ("######", "#@mm.#", "#....#", "######")
    with pytest.raises(GridError, match="mushrooms has no level 3\nexpected 1 to 2"):
        begin(board, 3)
    assert [(control.key, control.name) for control in board.controls] == [
        ("l", "right"),
        (".", "wait"),
    ]
    assert board.tick_interval(board.start(1), 0.0) == 0.131072
    assert board.tick_interval(board.start(1), 1000.0) == 0.131072


def test_a_game_without_conditions_never_ends(drawn_board):
    board = drawn_board([], [], "###\n#.#\n###")
    assert board.status(board.start(1)).phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("picture", "focus"),
    [
        ("....\n.@..\n.+..", (1, 1)),
        ("...+\n@...\n....", (3, 0)),
        ("....\n....\n...@", (3, 2)),
        ("....\n....\n....", None),
    ],
)
def test_the_focus_is_the_upper_left_hero(game_text, picture, focus):
    board = load("hero_cells", game_text([], [], picture), 'hero = "@+"').board
    assert board.focus_cell(board.start(1)) == focus


def test_the_board_in_words_begins_with_the_player_and_its_surroundings(board):
    assert " / ".join(map(str, board.describe(board.start(1)))) == (
        "you: column 2, row 2 / above: # / upper right: # / right: . / lower right: # / below: # / "
        "lower left: # / left: # / upper left: # / a mushroom: column 4, row 2"
    )


def test_who_hears_the_whole_board_does_not_hear_of_sides_with_nothing(game_text):
    extras = 'hero = "@"\n[names]\no = "a stone"'
    board = load("free", game_text([], [], "#####\n#   #\n# @o#\n#   #\n#####"), extras).board
    phrases = board.describe(board.start(1))
    assert "left: nothing" in map(str, phrases)
    assert list(map(str, without_empty_cells(phrases))) == [
        "@: column 3, row 3",
        "right: a stone",
        "a stone: column 4, row 3",
    ]


KEYS = st.lists(st.sampled_from([(), ("l",), ("x",)]), max_size=12)


@given(st.integers(1, 2), KEYS)
def test_a_state_survives_as_plain_data(board, level, moves):
    play = play_game(board, level, moves)
    data = json.loads(json.dumps(boards.to_data(board, play)))
    assert boards.from_data(board, data).state == play.state


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "no stored state of mushrooms"),
        ({"level": "x", "cycles": 0, "cells": ""}, "no stored state of mushrooms"),
        ({"level": 1, "cycles": 0, "cells": "é"}, "no stored state of mushrooms"),
        ({"level": 9, "cycles": 0, "cells": ""}, "mushrooms has no level 9"),
        ({"level": 1, "cycles": 0, "cells": "###"}, "is not of the size of level 1"),
    ],
)
def test_data_of_something_else_is_refused(board, data, message):
    with pytest.raises(GridError, match=message):
        board.from_data(data)
