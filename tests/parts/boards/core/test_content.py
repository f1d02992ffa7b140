"""The boards of the world: each level can be won, and each game does what it says."""

import sys
from pathlib import Path

import pytest

from xyzgrid_ext.core.findings import Severity
from xyzgrid_ext.parts.boards.core.automaton import check, load, solve
from xyzgrid_ext.parts.boards.core.automaton.extras import Level
from xyzgrid_ext.parts.boards.core.board import Phase, play_game

ROOT = Path(__file__).resolve().parents[4]
# the package's, and the demonstration's own
FOLDERS = (ROOT / "xyzgrid_ext" / "parts" / "boards" / "content", ROOT / "world" / "boards")
FILES = {file.stem: file for folder in FOLDERS for file in sorted(folder.glob("*.game"))}
NAMES = list(FILES)
DECIDED = ("boxes", "fire", "ice", "prisms", "sphere", "twins")


def read(name):
    file = FILES[name]
    text, extras = (file.with_suffix(end).read_text("utf-8") for end in (".game", ".toml"))
    return load(name, text, extras, f"{name}.game", f"{name}.toml")


BOARDS = {name: read(name).board for name in NAMES}
LEVELS = [(name, number) for name in NAMES for number in range(1, len(BOARDS[name].levels) + 1)]


# what is promised of all


@pytest.mark.parametrize("name", NAMES)
def test_both_files_are_without_a_fault(name):
    assert read(name).findings == ()
    # the levels are searched below
    found = check(BOARDS[name], states=2)
    assert [str(f) for f in found if f.severity is not Severity.INFO] == []


def test_every_level_is_won_by_the_solver_or_by_its_solution(subtests):
    for name, level in LEVELS:
        with subtests.test(name, level=level):
            board = BOARDS[name]
            about: Level = board.extras.levels[level - 1]
            if name in DECIDED:
                verdict = solve(board, level)
                assert verdict.decided
                assert about.par == len(verdict.moves)
                moves = verdict.moves
            else:
                moves = about.solution
                assert about.par == len(moves)
            last = play_game(board, level, moves)
            assert board.status(last.state) == (Phase.WON, about.par, about.par)


@pytest.mark.parametrize("name", NAMES)
def test_every_key_and_every_character_of_a_game_has_a_name(name):
    board = BOARDS[name]
    assert all(len(control.name) > 1 for control in board.controls)
    seen = {c for level in range(1, len(board.levels) + 1) for row in
            board.frame(board.start(level)) for c in row}  # fmt: skip
    assert seen - {" "} <= set(board.extras.names)
    assert {"start", "won"} <= set(board.messages)
    if board.extras.levels[0].lose:
        assert "lost" in board.messages


GAME = "@*** **** ***@****h\n\n\n8 3\n#######\n#  @ $#\n#######\n"


LONG = "9" * 5000


# what stands in the file beside a board, and the line and words of what is said of it
EXTRAS = [
    ('"(" = 1', 1, "unknown word '('"),
    (f'title = "a"\npar = {LONG}', 2, "a number with thousands of digits"),
    ("a = " + "[" * 3000 + "]" * 3000, 1, "nested hundreds deep"),
    (f"[[levels]]\npar = 0x{'f' * 5000}", 2, "par is a number of many digits"),
    ("wait = inf", 1, "wait is inf"),
    (f"title = [0x{'f' * 5000}]", 1, "title is a list"),
    (f"names.a = 0x{'f' * 5000}", 1, "names.a is a number of many digits"),
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
