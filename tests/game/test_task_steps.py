"""Long work in short steps, whose size follows the time that they take."""

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


def test_slices_keep_within_their_limits():
    assert set(sizes(1.0, 0.1)[3:]) == {8}
    assert max(sizes(0.0, 0.1, items=20_000)) == 2000


def test_each_step_says_how_far_the_work_is():
    steps = list(Pace(1.0, Clock(), first=2, most=2).each("rooms", "abcde", lambda part: None))
    assert steps == [("rooms", 2, 5), ("rooms", 4, 5), ("rooms", 5, 5)]


def test_drained_work_gives_its_result_and_tells_every_step():
    def work():
        yield Step("rooms", 1, 2)
        yield Step("rooms", 2, 2)
        return "done"

    told = []
    assert drain(work(), told.append) == "done"
    assert told == [("rooms", 1, 2), ("rooms", 2, 2)]
