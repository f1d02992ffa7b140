"""How pieces turn, in the faithful game, as drawings: before, the keys, after."""

import pytest


@pytest.mark.parametrize(
    ("piece", "cw"),
    [
        (
            "...T......\n..TTT.....\n..........\n..........",
            "...T......\n...TT.....\n...T......\n..........",
        ),
        (
            "..........\n..IIII....\n..........\n..........",
            "....I.....\n....I.....\n....I.....\n....I.....",
        ),
        (
            "..........\n...SS.....\n..SS......\n..........",
            "...S......\n...SS.....\n....S.....\n..........",
        ),
        (
            "..........\n..ZZ......\n...ZZ.....\n..........",
            "....Z.....\n...ZZ.....\n...Z......\n..........",
        ),
        (
            "..........\n..LLL.....\n..L.......\n..........",
            "...LL.....\n....L.....\n....L.....\n..........",
        ),
        (
            "..........\n..JJJ.....\n....J.....\n..........",
            "....J.....\n....J.....\n...JJ.....\n..........",
        ),
        (
            "..........\n...OO.....\n...OO.....\n..........",
            "..........\n...OO.....\n...OO.....\n..........",
        ),
    ],
    ids="TISZLJO",
)
def test_a_turn_clockwise_and_back(piece, cw, drawn):
    """All turn in their 4x4 matrix, here in columns 2 to 5; the T-bar in 3x3 of it."""
    game = drawn(piece).play("cw").looks(cw)
    game.play("ccw").looks(piece)
    game.play("cw,cw,cw,cw").looks(piece)


def test_cw_and_ccw_together_are_cw_then_ccw(drawn):
    before = """
        ...T......
        ..TTT.....
        ..........
    """
    drawn(before).play("ccw+cw").looks(before)


def test_cw_and_ccw_together_where_cw_is_blocked_turn_ccw(drawn):
    before = """
        ...o......
        ...SS.....
        ..SS......
        ..........
    """
    drawn(before).play("cw").looks(before).play("cw+ccw").looks("""
        ...o......
        ...S......
        ...SS.....
        ....S.....
    """)


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
