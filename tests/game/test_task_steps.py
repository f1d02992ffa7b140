"""Long work in short steps, whose size follows the time that they take."""

import random
import time

import pytest

from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, drain


class Clock:
    """A clock that work advances."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def sizes(cost, seconds, items=1000, waiting=0.0, each=0.0, busy=float):
    """Sizes of the slices, if items and slices cost so many seconds, and the driver waits."""
    clock, found = Clock(), []

    def work(part):
        found.append(len(part))
        clock.now += each + cost * len(part) + busy()

    for _ in Pace(seconds, clock, first=64).each("rooms", range(items), work):
        clock.now += waiting
    assert sum(found) == items
    return found


def test_slices_grow_while_they_take_less_than_half_their_time():
    assert sizes(0.0001, 0.1) == [64, 128, 256, 512, 40]


def test_slices_shrink_while_they_take_too_long():
    assert sizes(0.01, 0.1)[:5] == [64, 32, 16, 8, 8]


def test_what_a_slice_costs_whatever_its_size_does_not_make_it_smaller():
    found = sizes(0.001, 0.1, items=5000, each=0.05)
    assert set(found[3:-1]) == {64}


def test_the_items_of_a_slice_get_the_time_that_it_costs_whatever_its_size():
    found = sizes(0.001, 0.1, items=5000, each=0.5)
    assert set(found[5:-1]) == {256}


def test_time_is_that_of_the_thread_so_that_other_processes_do_not_count():
    assert Pace().clock is time.thread_time


def test_a_machine_that_is_busy_now_and_then_does_not_make_slices_smaller():
    chance = random.Random(4)
    found = sizes(0.0002, 0.005, items=5000, each=0.02, busy=lambda: chance.choice([0, 0.03]))
    assert sum(found) / len(found) > 8  # 16 if it were never busy


def test_slices_shrink_when_items_begin_to_cost_more():
    clock, found = Clock(), []

    def work(part):
        clock.now += 0.0002 + len(part) * (2e-5 if part[0] < 5000 else 5e-5)
        found.append(len(part))

    assert list(Pace(0.005, clock, first=4, least=1).each("rooms", range(10_000), work))
    assert (max(found[:30]), set(found[-20:-1])) == (128, {64})


def test_slices_keep_within_their_limits():
    assert set(sizes(1.0, 0.1)[3:]) == {8}
    assert max(sizes(0.0, 0.1, items=20_000)) == 2000


def test_the_time_in_which_somebody_else_works_does_not_count():
    assert sizes(0.0001, 0.1, waiting=5.0) == sizes(0.0001, 0.1)


def test_each_step_says_how_far_the_work_is():
    steps = list(Pace(1.0, Clock(), first=2, most=2).each("rooms", "abcde", lambda part: None))
    assert steps == [("rooms", 2, 5), ("rooms", 4, 5), ("rooms", 5, 5)]


def test_nothing_to_do_is_no_step():
    assert list(Pace().each("rooms", [], lambda part: None)) == []


def test_drained_work_gives_its_result_and_tells_every_step():
    def work():
        yield Step("rooms", 1, 2)
        yield Step("rooms", 2, 2)
        return "done"

    told = []
    assert drain(work(), told.append) == "done"
    assert told == [("rooms", 1, 2), ("rooms", 2, 2)]


def test_an_error_in_a_step_is_the_callers():
    def work():
        yield Step("rooms", 1, 2)
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        drain(work())
