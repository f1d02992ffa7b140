"""The cycle of the faithful game, as drawings: before, the keys, after."""

import pytest

# drop, tick, down


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
