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

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.matrix import movements, parse
from xyzgrid_ext.parts.matrix_game.core import game
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


def test_end_node_wins_at_once_and_an_illegal_move_costs_nothing():
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


def test_moves_names_exits_and_a_run_begins_at_its_node():
    run = Run(Coord(1, 1, 0))
    assert game.allowed_moves(MATRIX, run) == ("down", "left", "wormhole 1", "wormhole 2")
    matrix = game.save_position(MATRIX, Run(Coord(1, 0, 0)))
    assert game.begin_run(matrix).at == Coord(1, 0, 0)
    assert game.run_from_start(matrix).at == Coord(0, 0, 0)
    jumped, _ = game.take_exit(MATRIX, run, "wh1")
    assert run.jumped == frozenset()
    assert jumped.jumped == {(Coord(1, 1, 0), Coord(0, 1, 0))}


def test_hint_names_the_first_exit_for_five_moves_or_tells_there_is_none():
    run, outcome = game.take_hint(game.begin_run(MATRIX), lambda at: ["up", "up"])
    assert (run.at, run.moves) == (Coord(0, 0, 0), game.HINT_COST)
    assert outcome == MoveOutcome(Event.HINTED, "up")
    run, outcome = game.take_hint(game.begin_run(MATRIX), no_route)
    assert (run.moves, outcome) == (game.HINT_COST, MoveOutcome(Event.NO_ROUTE))


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
