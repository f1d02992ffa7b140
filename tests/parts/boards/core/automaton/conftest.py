"""Games as drawings, for the tests of the automaton.

rule('''                 . the centre of the right side stands for 5; `_` is a blank
    * * *   * * *
    * @ .   * . @
    * * *   * * *
''', key="l")
"""

import pytest

from xyzgrid_ext.parts.boards.core.automaton import make_automaton, parse


def rule_of(drawing, key="*"):
    """Make the line of a transition from its two squares."""
    rows = [line.split() for line in drawing.strip().split("\n")]
    before = [cell.replace("_", " ") for row in rows for cell in row[:3]]
    after = [cell.replace("_", " ") for row in rows for cell in row[3:]]
    for square in (before, after):
        square.insert(0, square.pop(4))
    return "".join((*before, *after)) + key.replace("\n", "")


def text_of(first, second, drawing):
    """Make the text of a game file."""
    rows = [line.strip() for line in drawing.strip().split("\n")]
    lists = "".join("".join(f"{rule}\n" for rule in rules) + "\n" for rules in (first, second))
    return f"{lists}{len(rows[0]) + 1} {len(rows)}\n" + "".join(f"{row}\n" for row in rows)


def board_of(first, second, drawing, extras=None):
    """Make a board without faults."""
    parsed = parse(text_of(first, second, drawing), "drawn.game")
    assert parsed.findings == ()
    return make_automaton("drawn", parsed.game, extras)


@pytest.fixture(scope="session")
def rule():
    return rule_of


@pytest.fixture(scope="session")
def drawn_board():
    return board_of


@pytest.fixture(scope="session")
def game_text():
    return text_of
