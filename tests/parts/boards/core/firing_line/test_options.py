"""What players of today expect, and turns; each is off in the faithful game."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core import board as boards
from xyzgrid_ext.parts.boards.core.board import Phase
from xyzgrid_ext.parts.boards.core.firing_line import FiringLine, Options
from xyzgrid_ext.parts.boards.core.firing_line.state import is_free


def test_a_ghost_shows_where_the_piece_would_come_to_lie(drawn):
    game = drawn("...JJJ....\n.....J....\n:\n....o.....", options=Options(ghost=True))
    game.looks("""
        ...JJJ....
        .....J....
        :
        ...:::....
        ....o:....
    """)
    game.play("drop").looks("""
        ...JJJ....
        ....oJ....
    """)


# hold


def test_hold_works_once_for_each_piece_where_it_has_room(drawn):
    game = drawn("..........\n..TTT.....\n...T......\n:", queue="L", options=Options(hold=True))
    game.play("hold").looks("""
        ...LLL....
        ...L......
        :
    """)
    assert (game.state.held, game.state.queue, game.state.stream) == ("T", "O", 1)
    game = drawn("OO........\nOO........", "TL", rolls=(4, 4), options=Options(hold=True))
    held = game.play("hold").state
    assert held.held == "O"
    assert game.play("hold").state == held
    game.play("drop+tick")
    assert (game.state.piece.letter, game.state.held) == ("L", "O")
    assert game.play("hold").state.piece.letter == "O"
    game = drawn("OO..o.....\nOO........\n:", "T", options=Options(hold=True))
    before = game.state
    assert game.play("hold").state == before


# kicks


WALL = """
    I.........
    I.........
    I.........
    I.........
    ..........
"""


def test_turn_at_the_wall_is_kicked_off_it_or_blocked(drawn):
    """Two columns to the right: one is not enough for the long bar."""
    game = drawn(
        "..I.......\n..I.......\n..I.......\n..I.......\n..........", options=Options(kicks=True)
    )
    game.play("left,left").looks(WALL).play("cw").looks("""
        IIII......
        ..........
        ..........
    """)
    shaft = """
        :
        ooo.oooooo
        oooIoooooo
        oooIoooooo
        oooIoooooo
        oooIoooooo
    """
    drawn(shaft, options=Options(kicks=True)).play("cw").looks(shaft).play("ccw").looks(shaft)


# turns


def test_in_turns_the_piece_falls_when_a_key_arrives_and_drops_at_once(drawn):
    game = drawn("OO........\nOO........\n..........\n..........", options=Options(turns=True))
    game.play("-").looks("OO........\nOO........\n..........\n..........")
    game.play("right").looks(".OO.......\n.OO.......\n..........")
    game.play("down").looks(".OO.......\n.OO.......")
    assert game.board.tick_interval(game.state, 0) is None
    game = drawn("OO........\nOO........\n..........", "I", options=Options(turns=True))
    game.play("drop").looks("""
        ...IIII...
        :
        oo........
        oo........
    """)


# goal


def test_a_board_with_a_goal_is_won_by_its_lines(drawn):
    options = Options(goal=2)
    game = drawn("......IIII\niiiiii....", options=options, lines=1)
    assert game.board.status(game.state).phase is Phase.PLAYING
    game.play("drop+tick")
    assert game.board.status(game.state) == (Phase.WON, 100, None)
    won = game.state
    assert game.play("left,drop+tick").state == won


# what cannot be


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"preview": 0}, "a preview of 0 pieces"),
        ({"preview": 8}, "a preview of 8 pieces"),
        ({"goal": -1}, "a goal of -1 lines"),
    ],
)
def test_impossible_options_are_refused(wrong, message):
    with pytest.raises(GridError, match=message):
        Options(**wrong)


def test_only_a_board_that_says_so_takes_moves_back():
    for undo in (False, True):
        board = FiringLine("b", "B", Options(undo=undo))
        play = boards.press(board, boards.begin(board, 3), "drop")
        assert (boards.undo(board, play) is not None) is undo


KEYS = ["left", "right", "cw", "ccw", "down", "drop", "tick", "hold", "no such key"]
MOVES = st.lists(st.lists(st.sampled_from(KEYS), max_size=4).map(tuple), max_size=60)
SEEDS = st.integers(0, 10**19 - 1)
OPTIONS = st.builds(
    Options,
    ghost=st.booleans(),
    hold=st.booleans(),
    preview=st.integers(1, 7),
    seven_bag=st.booleans(),
    kicks=st.booleans(),
    turns=st.booleans(),
    undo=st.just(True),
    goal=st.integers(0, 3),
)
BOARDS = OPTIONS.map(lambda options: FiringLine("law", "Law", options))
# drops in plenty: so that random keys get to the end of a game
HASTY = MOVES.map(lambda moves: [part for move in moves for part in (move, ("drop", "tick"))])


@given(BOARDS, SEEDS, HASTY)
def test_four_cells_fall_and_none_of_them_is_static_or_outside(board, seed, moves):
    for play in boards.play_steps(board, seed, moves):
        piece, tank = play.state.piece, play.state.tank
        assert piece is None or (len(set(piece.cells)) == 4 and is_free(tank, piece))
        seen = "".join(board.frame(play.state))
        assert sum(map(str.isupper, seen)) == (0 if piece is None else 4)
        assert sum(map(str.islower, seen)) == cubes(play.state)


def cubes(state):
    return sum(map(str.islower, "".join(state.tank)))


@given(BOARDS, SEEDS, HASTY)
def test_the_tank_grows_by_four_cubes_a_piece_and_shrinks_by_ten_a_line(board, seed, moves):
    before = board.start(seed)
    for move in moves:
        state = board.cycle(before, move)
        lines = state.lines - before.lines
        grown = cubes(state) - cubes(before)
        assert grown == 4 - 10 * lines or (grown, lines) == (0, 0)
        assert state.score - before.score == (0, 100, 300, 500, 800)[lines]
        assert all("." in row for row in state.tank)
        assert len(state.queue) == board.options.preview
        before = state


@given(BOARDS, SEEDS, MOVES)
def test_a_state_goes_through_json_and_plays_on_as_if_it_had_not(board, seed, moves):
    *_, play = boards.play_steps(board, seed, moves)
    again = board.from_data(json.loads(json.dumps(board.to_data(play.state))))
    assert again == play.state
    move = ("cw", "drop", "tick")
    assert board.cycle(again, move) == board.cycle(play.state, move)


@given(BOARDS, SEEDS, MOVES)
def test_keys_without_a_meaning_do_nothing(board, seed, moves):
    plain = FiringLine("plain", "Plain")
    for play in boards.play_steps(board, seed, moves):
        assert board.cycle(play.state, ()) == play.state
    state = plain.start(seed)
    assert plain.cycle(state, ("hold",)) == plain.cycle(state, ("no such key",)) == state


@given(BOARDS, SEEDS, MOVES)
def test_left_and_right_can_be_pressed_in_any_order(board, seed, moves):
    state = board.start(seed)
    for move in moves:
        assert board.cycle(state, move) == board.cycle(state, move[::-1])
        state = board.cycle(state, move)


@given(BOARDS, SEEDS, HASTY)
def test_a_game_that_is_over_stays_as_it_is(board, seed, moves):
    *_, play = boards.play_steps(board, seed, moves * 3)
    if board.status(play.state).phase is not Phase.PLAYING:
        assert board.cycle(play.state, ("drop", "tick", "left")) == play.state
