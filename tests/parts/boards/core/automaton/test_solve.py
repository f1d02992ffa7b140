"""The solver finds shortest ways, knows when there is none, and says when it does not know."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xyzgrid_ext.parts.boards import solved_boards
from xyzgrid_ext.parts.boards.content import BOARDS
from xyzgrid_ext.parts.boards.core.automaton import check, load, solve
from xyzgrid_ext.parts.boards.core.automaton.source import BoardSource
from xyzgrid_ext.parts.boards.core.board import CHARACTERS, Phase, play_game

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
