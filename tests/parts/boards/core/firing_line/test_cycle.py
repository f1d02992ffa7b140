"""The cycle of the faithful game, as drawings: before, the keys, after."""

import pytest

from xyzgrid_ext.parts.boards.core.board import Phase

# drop, tick, down


def test_a_drop_falls_as_far_as_every_column_allows_and_does_not_lock(drawn):
    drawn("""
        ....T.....
        ...TTT....
        :
        .....o....
        .....oo...
    """).play("drop").looks("""
        ....T.....
        ...TTT....
        .....o....
        .....oo...
    """).play("left,left").looks("""
        ..T.......
        .TTT......
        .....o....
        .....oo...
    """)


def test_drop_and_rotation_in_one_cycle_rotate_at_the_bottom(drawn):
    """At the top it is blocked and at the bottom it is not, or the other way round."""
    top = """
        ...IIII...
        :
        ...o......
        ...o......
    """
    drawn(top).play("cw").looks(top).play("cw+drop").looks("""
        .....I....
        .....I....
        ...o.I....
        ...o.I....
    """)
    drawn("""
        ....T.....
        ...TTT....
        :
    """).play("cw+drop").looks("""
        ....T.....
        ...TTT....
    """)


def test_the_controls_of_a_cycle_come_before_its_tick(drawn):
    """At the bottom a last move is still possible; the same tick makes it static."""
    drawn("""
        OO........
        OO........
    """).play("right+tick").looks("""
        ....OO....
        ....OO....
        :
        .oo.......
        .oo.......
    """)


# lines, score, creation


def test_locking_lines_score_and_the_new_piece_share_a_cycle(drawn):
    before = """
        ......IIII
        tttttt....
        oooo.ooooo
    """
    game = (
        drawn(before, queue="S", rolls=(2,))
        .play("tick")
        .looks("""
        ..........
        ttttttIIII
        oooo.ooooo
    """)
    )
    assert (game.state.score, game.state.lines, game.state.queue) == (0, 0, "S")
    game.play("tick").looks("""
        ....SS....
        ...SS.....
        :
        oooo.ooooo
    """)
    assert (game.state.score, game.state.lines, game.state.queue) == (100, 1, "T")


CLEARED = [
    (
        ["jj........", "jjjjjjjjj.", "s.........", "tt........", "ll........"],
        ["jj........", "s........i", "tt.......i", "ll.......i"],
        100,
    ),
    (
        ["jj........", "jjjjjjjjj.", "s.........", "ttttttttt.", "ll........"],
        ["jj........", "s........i", "ll.......i"],
        300,
    ),
    (
        ["jj........", "jjjjjjjjj.", "sssssssss.", ".zz.......", "ttttttttt."],
        ["jj........", ".zz......i"],
        500,
    ),
    (
        ["jj........", "jjjjjjjjj.", "sssssssss.", "zzzzzzzzz.", "ttttttttt."],
        ["jj........"],
        800,
    ),
]


@pytest.mark.parametrize(("stack", "left", "points"), CLEARED)
def test_what_is_above_cleared_lines_falls_by_as_many_as_are_below_it(stack, left, points, drawn):
    long_bar = [".........I"] * 4
    game = drawn("\n".join([*long_bar, ":", *stack])).play("drop,tick")
    game.looks("\n".join(["....OO....", "....OO....", ":", *left]))
    assert (game.state.score, game.state.lines) == (points, 5 - len(left))


def test_a_new_piece_without_room_is_defeat_and_nothing_happens_afterwards(drawn):
    game = drawn(
        """
        ..........
        ...ooo....
        ..oooooo..
        :
        OO........
        OO........
        """,
        queue="T",
        rolls=(4,),
        score=700,
    ).play("tick")
    game.looks("""
        ..........
        ...ooo....
        ..oooooo..
        :
        oo........
        oo........
    """)
    assert game.board.status(game.state) == (Phase.LOST, 700, None)
    assert game.state.queue == "Z"  # rolled before it was known
    lost = game.state
    assert game.play("left,drop,tick,cw+down").state == lost


# turns


def test_above_the_top_is_blocked_as_if_cubes_were_there(drawn):
    """The matrix of a new long bar begins one row above the tank."""
    before = """
        ...IIII...
        :
    """
    drawn(before).play("cw").looks(before)
    drawn(before).play("ccw").looks(before)
    drawn(before).play("tick,cw").looks("""
        .....I....
        .....I....
        .....I....
        .....I....
        :
    """)


def test_there_are_no_kicks_at_a_wall(drawn):
    before = """
        I.........
        I.........
        I.........
        I.........
        ..........
    """
    drawn("""
        ..I.......
        ..I.......
        ..I.......
        ..I.......
        ..........
    """).play("left,left").looks(before).play("cw").looks(before)
