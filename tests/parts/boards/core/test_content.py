"""The boards of the world: each level can be won, and each game does what it says."""

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
