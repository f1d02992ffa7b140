"""Files of boards and stored games: whatever is in one, it is taken or refused with its fault."""

import sys

import pytest

from xyzgrid_ext.parts.boards.core.automaton import load

GAME = "@*** **** ***@****h\n\n\n8 3\n#######\n#  @ $#\n#######\n"


LONG = "9" * 5000


# what stands in the file beside a board, and the line and words of what is said of it
EXTRAS = [
    ('"(" = 1', 1, "unknown word '('"),
    (f'title = "a"\npar = {LONG}', 2, "a number with thousands of digits"),
    ("a = " + "[" * 3000 + "]" * 3000, 1, "nested hundreds deep"),
    (f"[[levels]]\npar = 0x{'f' * 5000}", 2, "par is a number of many digits"),
    ("wait = inf", 1, "wait is inf"),
    (f"title = [0x{'f' * 5000}]", 1, "title is 'a list'"),
    (f"names.a = 0x{'f' * 5000}", 1, "names.a is 'a number of many digits'"),
    (f"title = 'a'\n{'a.' * 20_000}b = 1", 2, "a key of more than ten parts"),
    ("a = 1\n" * 60_000, 0, "more than 300,000 characters"),
]


@pytest.mark.parametrize(("text", "line", "said"), EXTRAS)
def test_what_is_odd_beside_a_board_is_told_with_its_line(text, line, said):
    loaded = load("x", GAME, text, "x.game", "x.toml")
    assert loaded.board is None
    assert loaded.cause is None  # it was foreseen
    (found,) = [one for one in loaded.findings if one.line == line]
    assert said in found.message
    assert found.cure
    assert found.file == "x.toml"


def test_what_nobody_has_foreseen_refuses_the_one_file(monkeypatch):
    def broken(*args):
        raise ZeroDivisionError("by chance")

    monkeypatch.setattr(sys.modules[load.__module__], "parse", broken)
    loaded = load("x", GAME, None, "x.game")
    assert loaded.board is None
    assert str(loaded.findings[0]).startswith("x.game: cannot be read: ZeroDivisionError: by")
    assert isinstance(loaded.cause, ZeroDivisionError)
