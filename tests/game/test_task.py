"""Work in slices, and walks whose way has to be looked for again.

street  A-B-C-D-E
"""

import pytest
from spawned import spawned_once
from worlds import room

from xyzgrid_ext.game.base import task

STREET = "\n+ 0 1 2 3 4\n\n0 #-#-#-#-#\n\n+ 0 1 2 3 4\n"
LAMPS = {(x, 0): room(f"Lamp {'ABCDE'[x]}") for x in range(5)}
shared_maps = spawned_once({"zcoord": "street", "map": STREET, "prototypes": LAMPS})


def test_what_is_found_at_once_is_handed_over_at_once():
    def work():
        return 7
        yield

    found = []
    assert task.begin(work(), found.append).is_done
    assert found == [7]


def test_what_fails_in_the_first_slice_is_the_callers():
    def work():
        raise LookupError("gone")
        yield

    with pytest.raises(LookupError, match="gone"):
        task.begin(work(), print)


def test_what_fails_later_is_handed_over_as_a_failure_and_is_logged_by_default(clock, monkeypatch):
    def work():
        yield
        raise LookupError("gone")

    logged, failures = [], []
    monkeypatch.setattr(task.log, "err", lambda failure, why: logged.append(failure))
    task.begin(work(), print)
    task.begin(work(), print, failed=failures.append)
    clock.advance(task.PAUSE)
    assert [str(failure.value) for failure in (*logged, *failures)] == ["gone", "gone"]


def test_work_begun_later_waits_its_pause_between_all_slices_and_tells_each(clock):
    def work():
        yield "one"
        yield "two"
        return 3

    told, results = [], []
    task.begin_later(work(), results.append, progress=told.append, pause=1.0)
    assert told == []
    clock.advance(1)
    assert told == ["one"]
    clock.pump([1, 1])
    assert (told, results) == (["one", "two"], [3])


def test_cancelled_work_hands_nothing_over_and_is_closed(clock):
    closed = []

    def work():
        try:
            yield
        finally:
            closed.append(True)

    found = []
    begun = task.begin(work(), found.append)
    begun.cancel()
    assert (closed, found, clock.getDelayedCalls()) == ([True], [], [])
