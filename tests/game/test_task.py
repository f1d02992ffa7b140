"""Work in slices, and walks whose way has to be looked for again.

street  A-B-C-D-E
"""

import subprocess
import sys

import pytest
from spawned import spawned_once
from worlds import room

from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, drain

STREET = "\n+ 0 1 2 3 4\n\n0 #-#-#-#-#\n\n+ 0 1 2 3 4\n"
LAMPS = {(x, 0): room(f"Lamp {'ABCDE'[x]}") for x in range(5)}
shared_maps = spawned_once({"zcoord": "street", "map": STREET, "prototypes": LAMPS})


def test_what_is_found_or_fails_in_the_first_slice_is_the_callers():
    def work():
        return 7
        yield

    found = []
    assert task.begin(work(), found.append).is_done
    assert found == [7]

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


def test_work_begun_later_waits_its_pause_and_cancelled_work_is_closed(clock):
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


def test_slices_follow_the_time_they_take_within_their_limits():
    assert sizes(0.0001, 0.1) == [64, 128, 256, 512, 40]
    assert sizes(0.01, 0.1)[:5] == [64, 32, 16, 8, 8]
    assert set(sizes(1.0, 0.1)[3:]) == {8}
    assert max(sizes(0.0, 0.1, items=20_000)) == 2000


def test_each_step_and_drained_work_says_how_far_it_is():
    steps = list(Pace(1.0, Clock(), first=2, most=2).each("rooms", "abcde", lambda part: None))
    assert steps == [("rooms", 2, 5), ("rooms", 4, 5), ("rooms", 5, 5)]

    def work():
        yield Step("rooms", 1, 2)
        yield Step("rooms", 2, 2)
        return "done"

    told = []
    assert drain(work(), told.append) == "done"
    assert told == [("rooms", 1, 2), ("rooms", 2, 2)]


RUNNING = """
import threading, time
from django.conf import settings
settings.configure(USE_I18N=False)
from twisted.internet import reactor, threads
from twisted.internet.task import LoopingCall
from xyzgrid_ext.game.base import task

ticks, seen = [], []
def work():
    for _ in range(20):
        seen.append(threading.current_thread() is threading.main_thread())
        time.sleep(0.005)
        yield
    return 7

def broken():
    yield
    raise LookupError("gone")

def request():
    print("returned", task.run_in_game_thread(work()))
    print("players had", len(ticks) >= 15, "thread of the game", all(seen))
    try:
        task.run_in_game_thread(broken())
    except LookupError as err:
        print("raised", err)

LoopingCall(lambda: ticks.append(1)).start(0.005)
threads.deferToThread(request).addBoth(lambda found: (print(found), reactor.stop()))
reactor.run()
"""

STOPPING = """
from django.conf import settings
settings.configure(USE_I18N=False)
from twisted.internet import reactor
from twisted.python.threadpool import ThreadPool
from xyzgrid_ext.game.base import task

website = ThreadPool()

def endless():
    while True:
        yield

def request():
    for _ in range(2):  # a file of several maps goes on to the next one
        try:
            task.run_in_game_thread(endless())
        except task.StoppingError as err:
            print(err)

task.release_on_stop(reactor)
reactor.addSystemEventTrigger("before", "shutdown", website.stop)  # it waits for its threads
reactor.callWhenRunning(website.start)
reactor.callLater(0.1, website.callInThread, request)
reactor.callLater(0.5, reactor.stop)
reactor.run()
print("ended")
"""


def test_request_waits_for_slices_in_the_thread_of_the_game_alone():
    ran = subprocess.run(
        [sys.executable, "-c", STOPPING], capture_output=True, text=True, timeout=60
    )
    said = "the game is stopping: the request was not carried out"
    assert ran.stdout.splitlines() == [said, said, "ended"], ran.stderr
    ran = subprocess.run([sys.executable, "-c", RUNNING], capture_output=True, text=True)
    assert ran.stdout.splitlines() == [
        "returned 7",
        "players had True thread of the game True",
        "raised gone",
        "None",
    ], ran.stderr
