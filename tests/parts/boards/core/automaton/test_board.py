"""An automaton as a board: levels, ends, words, data."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core import board as boards
from xyzgrid_ext.parts.boards.core.automaton import load, parse, write
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


STEP = "@****.***.****@***l"
GOOD = f"{STEP}\n\n\n6 3\n#####\n#@..#\n#####\n"


def report(text):
    return "\n".join(map(str, parse(text, "x.game").findings))


def test_leading_blanks_of_the_map_are_kept():
    game = parse("\n\n6  3 \n   a\n     \n   bb\n").game
    assert game.sheet.rows == ("   a ", "     ", "   bb")


@pytest.mark.parametrize("text", [GOOD + "\n\n", GOOD.replace("6 3", "6\t3")])
def test_empty_lines_at_the_end_and_tabs_between_numbers_are_no_fault(text):
    assert parse(text) == parse(GOOD)


TRANSITION = "expected 19 characters: eabcdfghi, 512346789 and the key; 18 if the key is ENTER"
BAD = [  # the text, and of each finding its place, its fault and its cure
    (GOOD.replace("***l", "**"), "1:1: a transition of 17 characters", TRANSITION),
    (GOOD.replace("***l", "***ll"), "1:1: a transition of 20 characters", TRANSITION),
    (
        GOOD.replace("\n\n\n", "\n\n"),
        "3: the size of the map in list 2",
        "end each of the two lists with an empty line",
    ),
    (f"{STEP}\n\n{STEP}\n", "3: the file ends in list 2", "end it with an empty line"),
    (f"{STEP}\n\n\n", "3: the file ends before the size of the map", "add WIDTH HEIGHT"),
    ("", "1: the file ends in list 1", "end it with an empty line"),
    (
        GOOD.replace("6 3", "6x3"),
        "4:1: no size of the map after the two lists",
        "expected WIDTH HEIGHT, as in 41 20; WIDTH counts the newline of a row",
    ),
    (
        GOOD.replace("6 3", "1 3"),
        "4: a map of 1 × 3",
        "expected a WIDTH of 2 or more (the newline counts) and a HEIGHT of 1 or more",
    ),
    (GOOD.replace("6 3", "600 300000"), "4: a map of 600 × 300000", "at most 100,000 cells"),
    (
        GOOD.replace("6 3", "5 3"),
        "5:5: a row of 5 characters, 4 are the most",
        "cut it, or write a WIDTH of 6: the newline counts",
    ),
    (
        GOOD.replace("..", "é."),
        "6:3: 'é' is not an ASCII character",
        "use characters below 128 only, and no byte order mark",
    ),
]
WARNED = [
    (
        GOOD.replace("#@..#", "#@."),
        "6:4: warning: a row of 3 characters instead of 5; spaces are added",
        "fill it up with spaces",
    ),
    (
        GOOD.replace("6 3", "6 5"),
        "7: warning: 2 rows of the map missing; empty ones are added",
        "write 5 rows, or a HEIGHT of 3",
    ),
    (
        GOOD.replace("..", "\t."),
        "6:3: warning: a control character in the map, '\\t'; it counts as one cell",
        "write spaces instead",
    ),
    (
        GOOD.replace("..", "\x1b."),
        "6:3: warning: a control character in the map, '\\x1b'; it counts as one cell",
        "write visible characters",
    ),
    (
        GOOD.replace("6 3", "6 3 # small"),
        "4:4: warning: text after the size of the map is ignored",
        "begin the map on the next line",
    ),
    (
        GOOD + "by me\n",
        "8: warning: text after the 3 rows of the map is ignored",
        "remove it, or write a greater HEIGHT",
    ),
    (
        GOOD.replace("\n", "\r\n"),
        "1: warning: all lines end with CRLF; the carriage returns are ignored",
        "end lines with LF",
    ),
]


@pytest.mark.parametrize(("text", "fault", "cure"), BAD)
def test_a_bad_file_is_refused_with_place_fault_and_cure(text, fault, cure):
    lines = report(text).split("\n")
    assert (lines[0], parse(text).findings[0].cure) == (f"x.game:{fault}", cure)
    assert parse(text).game is None


@pytest.mark.parametrize(("text", "fault", "cure"), WARNED)
def test_an_odd_file_is_read_with_a_warning(text, fault, cure):
    lines = report(text).split("\n")
    assert (lines[0], lines[-1]) == (f"x.game:{fault}", cure)
    again = write(parse(text).game)
    assert {finding.code for finding in parse(again).findings} <= {"control-character"}
    assert parse(again).game == parse(text).game


def test_all_faults_come_in_one_report():
    text = f"{STEP}l\n\n{STEP[:5]}\n\n5 3\n#####\n#\n####\n"
    assert [finding.line for finding in parse(text).findings] == [1, 3, 6, 7]


def test_what_was_written_is_read_as_the_same_game_and_the_same_text():
    assert write(parse(GOOD).game) == GOOD


@given(st.text("@.*#\n 19é\t\r", max_size=120))
def test_any_text_is_read_or_refused_and_writing_is_a_fixed_point(text):
    parsed = parse(text)
    assert (parsed.game is None) == any(f.severity == "error" for f in parsed.findings)
    if parsed.game:
        once = write(parsed.game)
        assert parse(once).game == parsed.game
        assert write(parse(once).game) == once
