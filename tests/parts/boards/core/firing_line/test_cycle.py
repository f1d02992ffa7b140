"""The cycle of the faithful game, as drawings: before, the keys, after."""

import pytest

# drop, tick, down


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
