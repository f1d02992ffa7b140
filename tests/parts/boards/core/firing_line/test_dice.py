"""Chance: the documented probabilities, streams, scripts."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.boards.core.firing_line import MODERN, FixedDice, SeededDice
from xyzgrid_ext.parts.boards.core.firing_line.board import BOARDS, FiringLine
from xyzgrid_ext.parts.boards.core.firing_line.dice import (
    MAX_ROLLS,
    SIDES,
    draw_from_bag,
    roll_piece,
)

SEEDS = st.integers(0, 10**19 - 1)


def test_rolls_give_pieces_as_the_notes_say_and_seeds_other_games():
    found = Counter(roll_piece(FixedDice(four), 0)[0] for four in product(range(SIDES), repeat=4))
    assert found == {"I": 586, "O": 585, "T": 585, "S": 585, "Z": 585, "L": 585, "J": 585}
    shares = [round(100 * found[letter] / SIDES**MAX_ROLLS, 3) for letter in "OI"]
    assert shares == [14.282, 14.307]
    assert draw_from_bag(FixedDice((7, 0, 2)), 0, "TJ") == ("T", 3, "J")
    assert draw_from_bag(FixedDice((7, 7, 7, 7, 3)), 0, "") == ("S", 5, "IOTZLJ")
    state = FiringLine("b", "B", MODERN, FixedDice((0, 0, 1, 7, 1, 2, 3))).start(1)
    assert (state.piece.letter, state.queue, state.bag) == ("I", "OTS", "ZLJ")
    board = BOARDS["firing-line-modern"]
    assert len({board.start(seed).queue for seed in range(1, 30)}) > 20


@pytest.mark.parametrize("rolls", [(), (3,), (7, 7, 7, 7), (7, 7)])
def test_rolls_that_run_out_are_an_error(rolls):
    with pytest.raises(GridError, match="the rolls have run out") as error:
        FiringLine("b", "B", dice=FixedDice(rolls)).start(1)
    assert error.value.cure.startswith("give more rolls")


@pytest.mark.parametrize("value", [8, -1])
def test_a_roll_is_0_to_7(value):
    with pytest.raises(GridError, match=f"roll 2 is {value}"):
        FixedDice((0, value))


@given(SEEDS)
def test_of_a_bag_each_piece_comes_once_in_seven(seed):
    stream, bag, letters = SeededDice().begin(seed), "", ""
    for _ in range(21):
        letter, stream, bag = draw_from_bag(SeededDice(), stream, bag)
        letters += letter
    assert all(sorted(letters[at : at + 7]) == sorted("IOTSZLJ") for at in (0, 7, 14))
