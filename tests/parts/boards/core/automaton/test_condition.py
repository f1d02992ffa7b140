"""Win and lose conditions: what the words mean, and what is not a condition."""

import pytest

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core.automaton.condition import View, condition

START = b"@.oO.#"


@pytest.mark.parametrize(
    ("words", "now", "holds"),
    [
        ("none o", b"..O..#", True),
        ("none oO", b"..O..#", False),
        ("none o O", b"..O..#", False),
        ("some oO", b"..O..#", True),
        ("some o", b"..O..#", False),
        ("at least 2 .", b"..O..#", True),
        ("at least 5 .", b"..O..#", False),
        ("at most 4 .", b"..O..#", True),
        ("at most 0 O#", b"..O..#", False),
        ("all o on .", b"@o##o#", True),
        ("all o on .", b"o@##o#", False),
        ("all o on .@", b"o@##o#", True),
        ("all o on .", b"@.##.#", True),
        ("none o and some @", b"@.....", True),
        ("none o  and  some @", b"@....o", False),
    ],
)
def test_a_condition_holds_or_not(words, now, holds):
    assert condition(words).holds(View(now, START)) is holds


@pytest.mark.parametrize(
    "words", ["", "no o", "none", "at least O", "all o", "none é", "some a and"]
)
def test_what_is_no_condition_is_refused(words):
    with pytest.raises(GridError, match="is not a condition") as error:
        condition(words)
    assert "none X, some X, at least N X" in error.value.cure


def test_a_condition_tells_its_characters():
    assert condition("none o and all B on .").characters == ".Bo"
