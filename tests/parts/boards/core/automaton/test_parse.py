"""Game files: what is read, and what is said of those that are not in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.parts.boards.core.automaton import parse, write

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
