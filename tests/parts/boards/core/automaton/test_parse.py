"""Game files: what is read, and what is said of those that are not in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.parts.boards.core.automaton import parse, write

STEP = "@****.***.****@***l"
GOOD = f"{STEP}\n\n\n6 3\n#####\n#@..#\n#####\n"


def report(text):
    return "\n".join(map(str, parse(text, "x.game").findings))


def test_the_lists_the_size_and_the_map_are_read():
    game = parse(GOOD).game
    (rule,) = game.first
    assert (rule.centre, rule.around) == ("@", "****.***")
    assert (rule.result, rule.key) == (".****@***", "l")
    assert game.second == ()
    assert (game.sheet.width, game.sheet.height) == (6, 3)
    assert game.sheet.rows == ("#####", "#@..#", "#####")


def test_leading_blanks_of_the_map_are_kept():
    game = parse("\n\n6  3 \n   a\n     \n   bb\n").game
    assert game.sheet.rows == ("   a ", "     ", "   bb")


def test_a_last_row_without_its_newline_is_no_fault():
    assert parse(GOOD.removesuffix("\n")).findings == ()
    assert parse(GOOD.removesuffix("\n")).game == parse(GOOD).game


def test_empty_lines_behind_the_map_are_no_fault():
    assert parse(GOOD + "\n\n").findings == ()


def test_a_tab_between_the_numbers_is_no_fault():
    assert parse(GOOD.replace("6 3", "6\t3")).game == parse(GOOD).game


BAD = [
    (
        GOOD.replace("***l", "**"),
        """\
x.game:1:1: a transition of 17 characters
  1 | @****.***.****@**
    | ^^^^^^^^^^^^^^^^^
expected 19 characters: eabcdfghi, 512346789 and the key; 18 if the key is ENTER""",
    ),
    (
        GOOD.replace("***l", "***ll"),
        """\
x.game:1:1: a transition of 20 characters
  1 | @****.***.****@***ll
    | ^^^^^^^^^^^^^^^^^^^^
expected 19 characters: eabcdfghi, 512346789 and the key; 18 if the key is ENTER""",
    ),
    (
        GOOD.replace("\n\n\n", "\n\n"),
        """\
x.game:3: the size of the map in list 2
end each of the two lists by an empty line""",
    ),
    (
        f"{STEP}\n\n{STEP}\n",
        """\
x.game:3: the file ends in list 2
end the list by an empty line""",
    ),
    (
        f"{STEP}\n\n\n",
        """\
x.game:3: the file ends before the size of the map
add WIDTH HEIGHT""",
    ),
    (
        "",
        """\
x.game:1: the file ends in list 1
end the list by an empty line
x.game:1: the file ends in list 2
end the list by an empty line""",
    ),
    (
        GOOD.replace("6 3", "6x3"),
        """\
x.game:4:1: no size of the map behind the two lists
  4 | 6x3
    | ^^^
expected WIDTH HEIGHT, as in 41 20; WIDTH counts the newline of a row""",
    ),
    (
        GOOD.replace("6 3", "1 3"),
        """\
x.game:4: a map of 1 × 3
expected a WIDTH of 2 or more, the newline counts, and a HEIGHT of 1 or more""",
    ),
    (
        GOOD.replace("6 3", "600 300000"),
        """\
x.game:4: a map of 600 × 300000
at most 100,000 cells""",
    ),
    (
        GOOD.replace("6 3", "5 3"),
        """\
x.game:5:5: a row of 5 characters, 4 are the most
  5 | #####
    |     ^
cut it, or write a WIDTH of 6: the newline counts
x.game:6:5: a row of 5 characters, 4 are the most
  6 | #@..#
    |     ^
cut it, or write a WIDTH of 6: the newline counts
x.game:7:5: a row of 5 characters, 4 are the most
  7 | #####
    |     ^
cut it, or write a WIDTH of 6: the newline counts""",
    ),
    (
        GOOD.replace("..", "é."),
        """\
x.game:6:3: 'é' is not an ASCII character
  6 | #@é.#
    |   ^
use characters below 128 only, and no byte order mark""",
    ),
]

WARNED = [
    (
        GOOD.replace("#@..#", "#@."),
        """\
x.game:6:4: warning: a row of 3 characters instead of 5; blanks are added
  6 | #@.
    |    ^
fill it up with blanks""",
    ),
    (
        GOOD.replace("6 3", "6 5"),
        """\
x.game:7: warning: 2 rows of the map missing; blank ones are added
write 5 rows, or a HEIGHT of 3""",
    ),
    (
        GOOD.replace("..", "\t."),
        """\
x.game:6:3: warning: a control character in the map, '\\t'; it counts as one cell
  6 | #@?.#
    |   ^
write blanks instead""",
    ),
    (
        GOOD.replace("..", "\x1b."),
        """\
x.game:6:3: warning: a control character in the map, '\\x1b'; it counts as one cell
  6 | #@?.#
    |   ^
write what can be seen""",
    ),
    (
        GOOD.replace("6 3", "6 3 # small"),
        """\
x.game:4:4: warning: text behind the size of the map is ignored
  4 | 6 3 # small
    |    ^^^^^^^^
begin the map on the next line""",
    ),
    (
        GOOD + "by me\n",
        """\
x.game:8: warning: text behind the 3 rows of the map is ignored
remove it, or write a greater HEIGHT""",
    ),
    (
        GOOD.replace("\n", "\r\n"),
        """\
x.game:1: warning: all lines end by CRLF; the carriage returns are left out
end lines by LF""",
    ),
]


@pytest.mark.parametrize(("text", "expected"), BAD)
def test_a_bad_file_is_refused_with_place_fault_and_cure(text, expected):
    assert report(text) == expected
    assert parse(text).game is None


@pytest.mark.parametrize(("text", "expected"), WARNED)
def test_an_odd_file_is_read_with_a_warning(text, expected):
    assert report(text) == expected
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
