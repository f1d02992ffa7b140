"""The solver finds shortest ways, knows when there is none, and says when it does not know."""

import importlib.util
import itertools
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards import content, solved_boards
from xyzgrid_ext.parts.boards.content import BOARDS
from xyzgrid_ext.parts.boards.core.automaton import (
    Engine,
    check,
    load,
    load_levels,
    make_buffer,
    parse,
    parse_extras,
    solve,
    write,
)
from xyzgrid_ext.parts.boards.core.automaton.condition import LevelCells, parse_condition
from xyzgrid_ext.parts.boards.core.automaton.extras import DEFAULT_WAIT
from xyzgrid_ext.parts.boards.core.automaton.source import BoardSource
from xyzgrid_ext.parts.boards.core.automaton.trace import draw_rule
from xyzgrid_ext.parts.boards.core.board import CHARACTERS, Phase, begin, play_game, press

STEP = "* * *  * * *\n* @ {0}  * . @\n* * *  * * *"
CORRIDOR = "#######\n#@...m#\n#######"


@pytest.fixture(scope="module")
def walker(rule, game_text):
    """Return a function: map and extras -> a board where `l` and `h` walk, and m is to be met."""
    right = [rule(STEP.format(ahead), "l") for ahead in ".m"]
    left = [rule("* * *  * * *\n. @ *  @ . *\n* * *  * * *", "h")]

    def make(drawing, extras='win = "none m"'):
        loaded = load("walk", game_text(left, right, drawing), extras)
        assert loaded.findings == ()
        return loaded.board

    return make


def told(board, **options):
    return "\n".join(map(str, check(board, "walk.game", **options)))


def test_a_cycle_without_a_key_is_a_move(rule, game_text):
    """Grass grows by itself; that it has grown is won."""
    grow = rule("* * *  * * *\n* . *  * , *\n* * *  * * *")
    ripen = rule("* * *  * * *\n* , *  * m *\n* * *  * * *")
    board = load("grass", game_text([ripen], [grow], "###\n#.#\n###"), 'win = "some m"').board
    assert CHARACTERS.write(solve(board, 1).moves) == "~~"


@settings(max_examples=40)
@given(st.text(".m#", min_size=1, max_size=4))
def test_no_shorter_way_wins(walker, floor):
    board = walker(f"{'#' * (len(floor) + 3)}\n#@{floor}#\n{'#' * (len(floor) + 3)}")
    verdict = solve(board, 1)
    assert verdict.decided
    length = 5 if verdict.moves is None else len(verdict.moves)
    for keys in itertools.product(("l", "h"), repeat=max(0, length - 1)):
        last = play_game(board, 1, [(key,) for key in keys])
        assert board.status(last.state).phase is not Phase.WON or length == 0
    if verdict.moves:
        last = play_game(board, 1, verdict.moves)
        assert board.status(last.state).phase is Phase.WON


# check


ODD, MEANT = "no map and no transition has", "remove it, or write the right character"
LEVEL = 'win = "none m"\n[[levels]]\nname = "One"\n'


@pytest.mark.parametrize(
    ("drawing", "extras", "expected"),
    [
        (
            "#######\n#@.#.m#\n#######",
            LEVEL,
            "walk.game: level 1, One: cannot be won; all 2 states were tried\n"
            "change the map, the rules or the condition",
        ),
        (
            CORRIDOR,
            LEVEL + "par = 3",
            "walk.game: info: level 1, One: won in 4 keys: llll\n"
            "walk.game: level 1, One: a par of 3, but 4 is the least\n"
            "write par = 4",
        ),
        (
            CORRIDOR,
            LEVEL + "solution = 'lll'",
            "walk.game: level 1, One: its solution does not win\n"
            "write keys that win\n"
            "walk.game: info: level 1, One: won in 4 keys: llll",
        ),
        (
            "####\n#@.#\n####",
            'win = "none m"\n',
            f"walk.game: warning: the condition 'none m': {ODD} m\n{MEANT}\n"
            "walk.game: level 1: over at the start\nchange its map",
        ),
        (
            CORRIDOR,
            'win = "none m"\nhero = "&"\n[names]\nQ = "a queen"',
            f"walk.game: warning: names: {ODD} Q\n{MEANT}\n"
            f"walk.game: warning: hero: {ODD} &\n{MEANT}\n"
            "walk.game: info: level 1: won in 4 keys: llll",
        ),
        (
            CORRIDOR,
            'win = "none m"\nlose = "some y"',
            f"walk.game: warning: the condition 'some y': {ODD} y\n{MEANT}\n"
            "walk.game: info: level 1: won in 4 keys: llll",
        ),
    ],
)
def test_check_says_what_is_wrong_with_a_level(walker, drawing, extras, expected):
    assert told(walker(drawing, extras)) == expected


def test_check_is_honest_about_what_it_does_not_know_or_cannot_end(walker):
    board = walker(CORRIDOR, LEVEL + "solution = '~llll'")
    assert told(board, states=2) == (
        "walk.game: info: level 1, One: not decided after 2 states; its solution wins in 5 keys"
    )
    assert check(walker(CORRIDOR, "")) == []


# --- verdicts that are kept


ICE = BoardSource("ice", *((BOARDS / f"ice.{end}").read_text("utf-8") for end in ("game", "toml")))


@pytest.fixture
def solved(monkeypatch, tmp_path):
    """Return the levels that the solver was asked for; what it finds is kept in a folder."""
    asked = []
    monkeypatch.setenv("XYZGRID_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(
        solved_boards.automata,
        "is_solvable",
        lambda source, level: asked.append(level) or level == 1,
    )
    return asked


def test_a_verdict_is_found_out_once_and_anew_when_its_file_is_gone(solved, tmp_path):
    for _ in range(3):
        assert solved_boards.is_solvable(ICE, 1)
        assert not solved_boards.is_solvable(ICE, 2)
    assert solved == [1, 2]
    kept = sorted((tmp_path / "kept" / "verdicts").iterdir())
    assert sorted(file.read_bytes() for file in kept) == [b"0", b"1"]
    for file in kept:
        file.unlink()
    assert solved_boards.is_solvable(ICE, 1)
    assert solved == [1, 2, 1]


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


FULL = r"""
title = "The Store"
wait = 0.5
undo = false
hero = "@+"
win = "none o"
lose = ["none @", "some X"]

[names]
"@" = "you"

[colours]
"@" = "bright yellow"

[keys]
l = "right"
"\n" = "start"

[messages]
won = "All away."

[[levels]]
name = "First"
par = 3
solution = '''
l\n
~l
'''

[[levels]]
map = '''
  @..
#
'''
win = "some @"
"""


def report(text):
    return "\n".join(map(str, parse_extras(text, "x.toml").findings))


def test_everything_may_be_left_out_and_levels_and_turns_are_read():
    extras = parse_extras("").extras
    (level,) = extras.levels
    assert (extras.wait, extras.undo, extras.title) == (DEFAULT_WAIT, True, "")
    assert (level.sheet, level.win, level.lose) == (None, (), ())
    assert parse_extras(FULL).extras.levels[1].sheet.rows == ("  @..", "#    ")
    assert parse_extras("turns = true").extras.wait is None
    assert parse_extras("turns = false").extras.wait == DEFAULT_WAIT


def test_all_that_may_be_said_is_read():
    extras, findings = parse_extras(FULL)
    assert findings == ()
    assert (extras.title, extras.wait, extras.undo, extras.hero) == ("The Store", 0.5, False, "@+")
    assert extras.names == {"@": "you"}
    assert extras.colours == {"@": "bright yellow"}
    assert extras.keys == {"l": "right", "\n": "start"}
    assert extras.messages == {"won": "All away."}
    first, second = extras.levels
    assert (first.name, first.par, first.sheet) == ("First", 3, None)
    assert first.solution == (("l",), ("\n",), (), ("l",))
    assert [end.text for end in first.win] == ["none o"]
    assert [end.text for end in first.lose] == ["none @", "some X"]
    assert [end.text for end in second.win] == ["some @"]
    assert second.lose == first.lose


CONDITIONS = "expected none X, some X, at least N X, at most N X or all X on Y, joined by and"
COLOURS = (
    "expected black, red, green, yellow, blue, magenta, cyan, white, each also as bright red …"
)
BAD = [  # the text, the line, the fault, the cure
    ('titel = "x"', 1, "unknown word 'titel'", "did you mean title?"),
    ("title = 7", 1, "title is 7", "expected a text"),
    ("undo = 1", 1, "undo is 1", "expected true or false"),
    ("wait = true", 1, "wait is True", "expected a number of seconds"),
    (
        "wait = 0.01",
        1,
        "wait is 0.01",
        "expected 0.05 to 3600 seconds, or turns = true for no clock at all",
    ),
    ("turns = true\nwait = 1", 2, "wait and turns", "remove one of them"),
    ('win = "no more o"', 1, "win: 'no more o' is not a condition", CONDITIONS),
    ('[colours]\n"@" = "pink"', 2, "unknown colour 'pink'", COLOURS),
    (
        '[names]\n"oO" = "a box"',
        2,
        "names: 'oO'",
        'expected one character below 128, as in names."@" = "…"',
    ),
    ("[keys]\nl = 3", 2, "keys.l is 3", "expected a text"),
    ('[messages]\nwin = "Hurra"', 2, "unknown message 'win'", "expected start, spoken, won, lost"),
    ('hero = "é"', 1, "hero is 'é'", "expected characters below 128"),
    (
        "levels = [1]",
        1,
        "levels must be a list of tables",
        "begin each level by [[levels]] on a line of its own",
    ),
    (
        "[[levels]]\n\n[[levels]]\nmap = ''",
        4,
        "no map of level 2",
        "expected rows of characters below 128, at most 100,000 of them",
    ),
    ("[[levels]]\npar = 0", 2, "par is 0", "expected 1 to 1,000,000"),
    (
        "[[levels]]\nsolution = 'l\\x'",
        2,
        "key 2: a backslash before 'x'",
        "expected \\n, \\~ or \\\\",
    ),
]


@pytest.mark.parametrize(("text", "line", "fault", "cure"), BAD)
def test_bad_extras_are_refused_with_place_fault_and_cure(text, line, fault, cure):
    extras, (finding,) = parse_extras(text, "x.toml")
    assert extras is None
    assert (finding.line, finding.message, finding.cure) == (line, fault, cure)


def test_fault_of_the_format_is_shown_in_its_line_and_thousands_at_once():
    assert (
        report('undo = true\ntitle : "x"')
        == """\
x.toml:2:1: Expected '=' after a key in a key/value pair (at line 2, column 7)
  2 | title : "x"
    | ^
see the TOML format; a \\ stands as itself only between single quotes"""
    )
    text = "".join(f"word{n} = 1\n" for n in range(5000))
    began = time.process_time()
    findings = parse_extras(text).findings
    assert time.process_time() - began < 2.0
    assert (findings[0].line, len(findings)) == (1, 5000)


# --- win and lose conditions


START = b"@.oO.#"


@pytest.mark.parametrize(
    ("words", "now", "holds"),
    [
        ("none o", b"..O..#", True),
        ("none oO", b"..O..#", False),
        ("some oO", b"..O..#", True),
        ("at least 2 .", b"..O..#", True),
        ("at least 5 .", b"..O..#", False),
        ("at most 4 .", b"..O..#", True),
        ("all o on .", b"@o##o#", True),
        ("all o on .", b"o@##o#", False),
        ("all o on .@", b"o@##o#", True),
        ("none o and some @", b"@.....", True),
        ("none o  and  some @", b"@....o", False),
    ],
)
def test_a_condition_holds_or_not(words, now, holds):
    assert parse_condition(words).holds(LevelCells(now, START)) is holds


@pytest.mark.parametrize(
    "words", ["", "no o", "none", "at least O", "all o", "none é", "some a and"]
)
def test_what_is_no_condition_is_refused(words):
    with pytest.raises(GridError, match="is not a condition") as error:
        parse_condition(words)
    assert "none X, some X, at least N X" in error.value.cure


def test_a_condition_tells_its_characters():
    assert parse_condition("none o and all B on .").characters == ".Bo"
