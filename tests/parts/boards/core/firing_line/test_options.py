"""What players of today expect, and turns; each is off in the faithful game."""

import pytest

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core import board as boards
from xyzgrid_ext.parts.boards.core.board import Phase
from xyzgrid_ext.parts.boards.core.firing_line import FiringLine, Options


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
