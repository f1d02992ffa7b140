"""The rules of the matrix game, played as transcripts.

A transcript has a line for each thing typed: what it was, what happened, where the player stands
afterwards and what it has cost so far. Most of them play this sheet:

    2  E         S start, E end, T a node without exit
       ^         from (1,1) wormhole 1 leads to (0,1), wormhole 2 to T
    1  . <─── *
       │      │
    0  S ───> .    T
       0      1    2
"""

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.matrix import movements, parse
from xyzgrid_ext.parts.matrix_game.core import daily, game
from xyzgrid_ext.parts.matrix_game.core.game import Event, MoveOutcome, Run, RunStatus

SHEET = """
matrixedge 3
startnode 0 0 0
endnode 0 2 0
currentnode 0 0 0
node 0 0 0 up twoway
node 0 0 0 right
node 1 0 0 up twoway
node 1 1 0 left
node 0 1 0 up
wormhole 1 1 0  0 1 0
wormhole 1 1 0  2 0 0
"""
MATRIX = parse(SHEET).matrix


def no_route(at):
    return None


def transcript(words, matrix=MATRIX, run=None):
    """Play words and tell each: typed, what happened, where, cost, and the status if it ended."""
    run = run or game.begin_run(matrix)
    lines = []
    for word in words.split(", "):
        run, outcome = game.take_exit(matrix, run, word)
        told = f"{word}: {outcome.event} {outcome.way}".rstrip()
        ended = "" if run.status is RunStatus.PLAYING else f" {run.status}"
        lines.append(f"{told}; {run.at} {run.moves}{ended}")
    return "\n".join(lines)


def test_matrix_is_won_at_its_end_and_hints_and_moves_name_exits():
    assert transcript("up, up") == "up: moved up; (0,1,0) 1\nup: moved up; (0,2,0) 2 won"
    text = "matrixedge 2\nstartnode 0 0 0\nendnode 0 0 0\nnode 0 0 0 up\n"
    saved = parse(text + "currentnode 0 1 0\n").matrix
    for matrix in (parse(text).matrix, saved):
        assert game.begin_run(matrix) == Run(Coord(0, 0, 0), status=RunStatus.WON)
    assert (
        transcript("left, forward, wormhole, right, left")
        == """\
left: no way left; (0,0,0) 0
forward: no way forward; (0,0,0) 0
wormhole: no way wormhole; (0,0,0) 0
right: moved right; (1,0,0) 1
left: no way left; (1,0,0) 1"""
    )
    run = Run(Coord(1, 1, 0))
    assert game.allowed_moves(MATRIX, run) == ("down", "left", "wormhole 1", "wormhole 2")
    matrix = game.save_position(MATRIX, Run(Coord(1, 0, 0)))
    assert game.begin_run(matrix).at == Coord(1, 0, 0)
    assert game.run_from_start(matrix).at == Coord(0, 0, 0)
    jumped, _ = game.take_exit(MATRIX, run, "wh1")
    assert run.jumped == frozenset()
    assert jumped.jumped == {(Coord(1, 1, 0), Coord(0, 1, 0))}
    run, outcome = game.take_hint(game.begin_run(MATRIX), lambda at: ["up", "up"])
    assert (run.at, run.moves) == (Coord(0, 0, 0), game.HINT_COST)
    assert outcome == MoveOutcome(Event.HINTED, "up")
    run, outcome = game.take_hint(game.begin_run(MATRIX), no_route)
    assert (run.moves, outcome) == (game.HINT_COST, MoveOutcome(Event.NO_ROUTE))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("fo", "forward"), ("u", "up"), ("  UP ", "up"), ("wh2", "wormhole 2"),
        ("wh 2", "wormhole 2"), ("wormhole02", "wormhole 2"), ("l", None), ("", None),
        ("wormholes", None), ("wh٢", None),
    ],
)  # fmt: skip
def test_movements_are_read_by_word_and_token(typed, name):
    assert movements.parse_movement(typed) == name


@pytest.mark.parametrize(
    ("names", "word", "outcome"),
    [
        ("wormhole", "wh1", (Event.JUMPED, "wormhole")),
        ("wormhole", "wormhole 2", (Event.NO_WAY, "wormhole 2")),
        ("wormhole 1,wormhole 2", "wh", (Event.WHICH, "wormhole")),
        ("wormhole 1,wormhole 2", "WH  2", (Event.JUMPED, "wormhole 2")),
        ("up,wormhole", "u", (Event.MOVED, "up")),
        ("up", "wh", (Event.NO_WAY, "wormhole")),
        ("up", "jump", (Event.NO_WORD, "")),
    ],
)
def test_one_rule_says_which_exit_a_word_means(names, word, outcome):
    assert game.find_exit(names.split(","), word) == MoveOutcome(*outcome)


@pytest.mark.parametrize("status", [RunStatus.WON, RunStatus.GAVE_UP])
def test_what_is_over_stays_over(status):
    run = Run(Coord(0, 1, 0), 7, status)
    for outcome in (
        game.take_exit(MATRIX, run, "up"),
        game.take_hint(run, no_route),
        game.give_up(run, no_route),
    ):
        assert outcome[0] == run
        assert outcome[1].event is Event.OVER


def test_stored_run_goes_on_in_a_changed_matrix_or_begins_again():
    trap = parse(SHEET.replace("node 1 0 0 up twoway\n", "")).matrix
    assert game.resume_run(trap, Run(Coord(1, 0, 0), 4)) == Run(
        Coord(1, 0, 0), 4, RunStatus.TRAPPED
    )
    smaller = parse(SHEET.replace("wormhole 1 1 0  2 0 0\n", "")).matrix
    assert game.resume_run(smaller, Run(Coord(2, 0, 0), 4, RunStatus.TRAPPED)) == Run(
        Coord(0, 0, 0)
    )


@given(st.lists(st.sampled_from([*movements.DIRECTION_WORDS, "wh", "wh1", "wh2"])))
def test_every_play_can_be_stored_and_stays_in_the_matrix(words):
    rooms = [Coord(*row) for row in MATRIX.rooms().tolist()]
    run = game.begin_run(MATRIX)
    for word in words:
        before = run
        run, outcome = game.take_exit(MATRIX, run, word)
        went = outcome.event in (Event.MOVED, Event.JUMPED)
        assert run.moves == before.moves + went
        assert went or run == before
        assert run.at in rooms
        assert Run.from_data(json.loads(json.dumps(run.as_data()))) == run
        assert (run.status is RunStatus.PLAYING) == bool(game.allowed_moves(MATRIX, run))


MATRICES = Path(__file__).parents[3] / "core" / "matrix"
TRAP = str(MATRICES / "examples" / "trap.matrix")
DAY = "2026-11-16"
MADE = daily.make_daily_matrix(DAY)
SHORTCUT = str(MATRICES / "examples" / "shortcut.matrix")


# play


def play(monkeypatch, capsys, file, *lines):
    """Type lines to the game and end its input; what it says, without its introduction."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", file]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out.splitlines()[2:]


def test_play_as_data_and_replays_tell_how_hard_it_is(capsys):
    moves = "fo,left,right, wormhole ,hint,ba,up"
    assert main(["play", TRAP, "--json", "--moves", moves]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "start": [4, 2, 0],
        "positions": [[4, 2, 1], [4, 2, 1], [5, 2, 1], [5, 2, 1], [5, 2, 1], [5, 2, 0], [5, 2, 0]],
        "refused": [1, 3, 6],
        "moves": 8,
        "status": "playing",
    }
    main(["check", "--json", CORRIDOR])
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["severity"], told["message"]) == ("info", "difficulty 1 of 10, effort 8")
    way = ",".join(daily.route_to_end(MADE.matrix, MADE.matrix.start))
    played = daily.begin(MADE.matrix, DAY)
    for word in way.split(","):
        played, _ = daily.play_word(MADE.matrix, played, word)
    text = daily.replay_text(played)
    assert main(["replay", text]) == 0
    assert capsys.readouterr().out == f"{DAY}: won, {played.run.moves} moves, hints: 0\n"
    assert main(["replay", text, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "won"
    assert main(["replay", f"{text},fo"]) == 1
    assert "the replay does not hold: 'fo', number " in capsys.readouterr().err


def test_play_into_a_trap_goes_on_where_it_was_saved_and_overwrites_nothing(
    monkeypatch, capsys, tmp_path
):
    lines = ["moves", "forward", "up", "down", "moves", "give up", "restart", "moves", "quit"]
    assert play(monkeypatch, capsys, TRAP, *lines) == [
        "You can go: forward, up, right.", "You go forward.", "There is no way up from here.",
        "You go down.", "No way leads out of this node: you are trapped, after 2 moves.",
        "The game is over. Type restart or quit.", "You gave up after 2 moves.",
        "From there the end node could no longer be reached.",
        "You were at (4,1,1), the end node is (8,6,7).", "You are at the start node.",
        "You can go: forward, up, right.", "Goodbye.",
    ]  # fmt: skip
    file = tmp_path / "saved.matrix"
    said = play(monkeypatch, capsys, TRAP, "right", f"save {file}", "quit")
    assert said[1] == f"Saved to {file}. Play it again to go on from here."
    text = Path(TRAP).read_text()
    assert file.read_text() == text.replace("currentnode  4 2 0", "currentnode  5 2 0")
    assert play(monkeypatch, capsys, str(file), "wh", "ba", "save")[-3:-1] == [
        "This is the end node. You have won, in 2 moves.",
        f"Saved to {file}. Play it again to go on from here.",
    ]
    assert "currentnode  8 6 7" in file.read_text()
    other = tmp_path / "letter.txt"
    other.write_text("Dear friend")
    said = play(monkeypatch, capsys, TRAP, f"save {other}", f"save {tmp_path}/no/where")
    assert said[0] == f"{other} holds something else and was left alone. Choose another name."
    assert said[1] == f"{tmp_path}/no/where cannot be written: No such file or directory"
    assert other.read_text() == "Dear friend"


# replay of a daily matrix


# at the shell


@pytest.mark.parametrize("more", [["--json"], ["--moves", "forward,sideways"]])
def test_wrong_usage_exits_with_2_and_says_why(more, capsys):
    with pytest.raises(SystemExit) as left:
        main(["play", SHORTCUT, *more])
    assert left.value.code == 2
    said = capsys.readouterr()
    assert ("error: " in said.err, said.out) == (True, "")


def test_a_matrix_module_may_name_a_seed(tmp_path, capsys):
    file = tmp_path / "village.py"
    text = 'XYMAP_DATA = {"zcoord": "a", "matrix": {"seed": 3, "edge": %s, "difficulty": 3}}'
    for edge, code in ((10, 0), (1, 1)):
        file.write_text(text % edge)
        assert main(["check", str(file)]) == code
    assert "a cube of edge 1 is too small" in capsys.readouterr().out


CORRIDOR = str(MATRICES / "examples" / "corridor.matrix")
