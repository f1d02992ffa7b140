"""Files of others: the original program's own source, and levels of Sokoban."""

import pytest

from xyzgrid_ext.parts.boards import content
from xyzgrid_ext.parts.boards.core.automaton import load, load_levels, parse, solve, write
from xyzgrid_ext.parts.boards.core.board import CHARACTERS, play_game

# a game that is a C source as well: TABs stand for anything, and the map ends in a comment's end
SOURCE = (
    "/** by somebody ***\n"
    "@\t\t\t.\t\t\t\t.\t\t\t@\t\t\t\tl\n\n"
    "@\t\t\t\t.\t\t\t.\t\t\t\t@\t\t\tr\n\n"
    "7 3\n######\n#@.. #\n######*/\n#include <stdio.h>\n"
)


def test_a_game_that_is_its_own_source_loads():
    parsed = parse(SOURCE, "walk.c")
    assert [(found.code, found.line) for found in parsed.findings] == [
        ("star-and-tab", 1),
        ("behind-map", 9),
        ("behind-map", 10),
    ]
    assert parse(write(parsed.game)).game == parsed.game
    board = load("walk", SOURCE).board
    play = play_game(board, 1, CHARACTERS.read("rrrl"))
    assert board.frame(play.state) == ("######", "#.@. #", "######")


XSB = """\
; The cellar
#####
#@$.#
#####

Title: On the goal
 ####
##+ #
#-*$#
#####

#####
#@@ #
#####
"""


def test_levels_of_sokoban_become_levels_of_the_boxes():
    rules = content.BOXES.read_text(), content.BOXES.with_suffix(".toml").read_text()
    boxes = load("boxes", *rules).board
    loaded = load_levels(boxes, "my-cellar", XSB, "my-cellar.xsb")
    assert loaded.board.title == "My Cellar"
    assert loaded.board.levels == ("The cellar", "On the goal")
    assert CHARACTERS.write(solve(loaded.board, 1).moves) == "l"
    assert loaded.board.frame(loaded.board.start(2)) == (" ####", "##& #", "# Oo#", "#####")
    (odd,) = loaded.findings
    assert (odd.code, odd.line) == ("odd-level", 12)
    assert "2 players" in odd.message


@pytest.mark.parametrize("text", ["", "nothing\n", "#####\n# @ #\n#####\n"])
def test_a_file_without_a_level_says_so(text):
    rules = content.BOXES.read_text(), content.BOXES.with_suffix(".toml").read_text()
    loaded = load_levels(load("boxes", *rules).board, "none", text)
    assert loaded.board is None
    assert loaded.findings[-1].code == "no-levels"
