"""Automata: traces, the engine, and the original games."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.parts.boards import content
from xyzgrid_ext.parts.boards.core.automaton import (
    Engine,
    load,
    load_levels,
    make_buffer,
    parse,
    solve,
    write,
)
from xyzgrid_ext.parts.boards.core.automaton.trace import draw_rule
from xyzgrid_ext.parts.boards.core.board import CHARACTERS, begin, play_game, press


def read(name):
    file = Path(content.BOARDS / f"{name}.game")
    return load(name, file.read_text(), file.with_suffix(".toml").read_text()).board


@pytest.mark.parametrize("name", ["boxes", "digger", "fire", "snake", "swarm"])
def test_what_a_trace_tells_is_what_the_engine_does(name):
    board = read(name)
    play = begin(board, 1)
    width = board.sheets[0].width
    for move in CHARACTERS.read("ljlk~jh~~l"):
        cells = bytearray(play.state.cells)
        for fired in board.trace(play.state, move):
            at = fired.row * width + fired.column
            places = [at + y * width + x for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
            for place, sign in zip((at, *places), fired.rule.result, strict=True):
                cells[place] = cells[place] if sign == "*" else ord(sign)
        assert bytes(cells) == board.cycle(play.state, move).cells
        play = press(board, play, *move)


def test_a_trace_shows_a_transition_as_two_squares(capsys):
    board = read("boxes")
    (fired,) = board.trace(board.start(1), ("l",))
    assert draw_rule(fired).splitlines()[1:] == ["  ***   ***", "  @o     @o", "  ***   ***"]
    assert main(["play", "boxes", "--keys", "l", "--trace"]) == 0
    assert "cycle 1, 'l'\nlist 2, line " in capsys.readouterr().out
    assert main(["play", "firing-line", "--keys", "left", "--trace"]) == 1


_SPEC = importlib.util.spec_from_file_location("plain", Path(__file__).with_name("plain.py"))
plain = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(plain)


SYMBOLS = ".o@#*"
CELL = st.sampled_from("*****" + SYMBOLS)
RULE = st.builds(
    lambda centre, cells, key: centre + "".join(cells) + key,
    st.sampled_from(SYMBOLS),
    st.lists(CELL, min_size=17, max_size=17),
    st.sampled_from(["*", "*", "l", "h", ""]),
)
RULES = st.lists(RULE, max_size=8)


@st.composite
def games(draw):
    width, height = draw(st.integers(2, 8)), draw(st.integers(1, 7))
    row = st.text(SYMBOLS, min_size=width - 1, max_size=width - 1)
    rows = draw(st.lists(row, min_size=height, max_size=height))
    lists = ("".join(f"{rule}\n" for rule in draw(RULES)) for _ in range(2))
    return "\n".join((*lists, f"{width} {height}", *rows, ""))


@given(games(), st.lists(st.sampled_from(["", "l", "h", "\n", "x", "*"]), max_size=12))
@example("#*****************\n\n\n2 3\n#\n#\n#\n", ["\n"])
def test_the_engine_does_what_the_plain_interpreter_does(text, keys):
    game, other = parse(text).game, plain.Plain(text)
    engine, cells = Engine(game, game.sheet.width, game.sheet.height), make_buffer(game.sheet)
    for key in keys:
        cells = engine.cycle(cells, key)
        other.cycle(key)
        assert cells.decode() == "".join(other.buffer)


# a game that is a C source as well: TABs stand for anything, and the map ends in a comment's end
SOURCE = (
    "/** by somebody ***\n"
    "@\t\t\t.\t\t\t\t.\t\t\t@\t\t\t\tl\n\n"
    "@\t\t\t\t.\t\t\t.\t\t\t\t@\t\t\tr\n\n"
    "7 3\n######\n#@.. #\n######*/\n#include <stdio.h>\n"
)


def test_levels_of_sokoban_and_games_that_are_their_own_source_load():
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


@pytest.mark.parametrize("text", ["", "nothing\n", "#####\n# @ #\n#####\n"])
def test_a_file_without_a_level_says_so(text):
    rules = content.BOXES.read_text(), content.BOXES.with_suffix(".toml").read_text()
    loaded = load_levels(load("boxes", *rules).board, "none", text)
    assert loaded.board is None
    assert loaded.findings[-1].code == "no-levels"
