"""Chance from named streams: the same numbers on every Python."""

import pytest

from xyzgrid_ext.core.chance import Chance


def test_the_numbers_of_a_stream_never_change():
    """Golden: written by 3.11, and to be the same on every Python and machine."""
    chance = Chance(7, "layout")
    assert [chance.below(100) for _ in range(8)] == [22, 78, 64, 15, 43, 77, 76, 24]
    assert Chance(7, "room", (3, 4)).path == "7/room/(3,4)"


def test_a_stream_is_named_by_its_whole_path():
    assert [Chance("a", "b").below(1000) for _ in range(2)] == [Chance("a/b").below(1000)] * 2
    assert Chance("a").stream("b").below(1 << 60) == Chance("a", "b").below(1 << 60)
    assert Chance("a").below(1 << 60) != Chance("b").below(1 << 60)


def test_all_numbers_below_the_limit_come_about_as_often():
    chance = Chance("fair")
    count = [0] * 6
    for _ in range(6000):
        count[chance.below(6)] += 1
    assert min(count) > 900
    assert max(count) < 1100


@pytest.mark.parametrize("limit", [0, -1, (1 << 60) + 1])
def test_a_limit_that_leaves_no_choice_is_refused(limit):
    with pytest.raises(ValueError, match="limit is"):
        Chance(1).below(limit)


def test_shuffling_keeps_every_item_and_every_order_can_come():
    orders = {tuple(Chance(seed).shuffled("abc")) for seed in range(60)}
    assert len(orders) == 6
    assert all(sorted(order) == ["a", "b", "c"] for order in orders)


def test_a_share_of_a_hundred():
    chance = Chance("share")
    assert not any(chance.percent(0) for _ in range(50))
    assert all(chance.percent(100) for _ in range(50))
