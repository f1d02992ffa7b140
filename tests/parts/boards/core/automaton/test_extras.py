"""The file beside a game: what it says, and what is said of one that is not in order."""

import time

import pytest

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core.automaton import parse_extras
from xyzgrid_ext.parts.boards.core.automaton.condition import LevelCells, parse_condition
from xyzgrid_ext.parts.boards.core.automaton.extras import DEFAULT_WAIT

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
